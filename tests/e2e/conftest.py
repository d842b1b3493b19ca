from collections.abc import Iterator
from pathlib import Path

import pytest
from support.service import Service, serving


@pytest.fixture
def service(tmp_path: Path, unused_port: int) -> Iterator[Service]:
    with serving(tmp_path / "data", unused_port) as running:
        yield running
