"""The real server process, on a free port and a folder of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx


@dataclass
class Service:
    """A running service."""

    url: str
    data: Path
    process: subprocess.Popen[bytes]

    def post(self, path: str, body: object) -> httpx.Response:
        return httpx.post(self.url + path, json=body, timeout=120)

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.url + path, timeout=120)


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without settings of the person who runs the tests."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TOOLRAG_")}
    return {**kept, "NO_COLOR": "1", "TOOLRAG_ENCODERS": "use", **changes}


@contextmanager
def serving(data: Path, port: int, **changes: str) -> Iterator[Service]:
    """Run `toolrag serve` until the block is left."""
    command = [sys.executable, "-m", "toolrag", "serve", "--port", str(port), "--data", str(data)]
    with (data.parent / "serve.log").open("a") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment(**changes))
    service = Service(f"http://127.0.0.1:{port}", data, process)
    try:
        wait_until_ready(service)
        yield service
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_until_ready(service: Service) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if service.process.poll() is not None:
            raise AssertionError((service.data.parent / "serve.log").read_text())
        try:
            if service.get("/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise AssertionError("the service was not ready in time")
