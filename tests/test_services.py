"""The deployables: entry modules that import, files that are what they should be."""

import runpy
from pathlib import Path

import pytest
import yaml
from fastapi import FastAPI

ROOT = Path(__file__).parent.parent


def test_the_router_entry_builds_the_app_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TOOLRAG_DATA", str(tmp_path))
    app = runpy.run_path(str(ROOT / "services" / "router" / "main.py"))["app"]
    assert isinstance(app, FastAPI)
    assert not list(tmp_path.iterdir())


def test_compose_pins_qdrant_and_waits_for_it() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
    qdrant, router = compose["services"]["qdrant"], compose["services"]["router"]
    # Statistics over a filtered corpus need 1.19; see DECISIONS.md.
    version = tuple(int(part) for part in qdrant["image"].split(":v")[1].split("."))
    assert version >= (1, 19, 0)
    assert qdrant["healthcheck"]
    assert qdrant["volumes"] == ["qdrant:/qdrant/storage"]
    assert router["depends_on"]["qdrant"]["condition"] == "service_healthy"
    assert all(port.startswith("127.0.0.1:") for port in router["ports"])
    assert (ROOT / router["build"]["dockerfile"]).exists()


@pytest.mark.parametrize("service", ["router", "linter"])
def test_an_image_runs_as_a_user_and_checks_its_health(service: str) -> None:
    dockerfile = (ROOT / "services" / service / "Dockerfile").read_text("utf-8")
    assert "\nUSER toolrag\n" in dockerfile
    # The linter ends by itself.
    assert ("\nHEALTHCHECK " in dockerfile) == (service == "router")
    for line in dockerfile.splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), source
