"""What the tests share: the seed tools, and the public data where it lies beside the checkout."""

import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"

settings.register_profile(
    "toolrag", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("toolrag")


@pytest.fixture(scope="session")
def seed_folder() -> Path:
    return ROOT / "seed_tools"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Public data that is not part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"no public data at {SHARED}")
    return SHARED


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def unused_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
