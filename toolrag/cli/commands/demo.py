"""`toolrag demo`: the whole service, seen at work on the seed tools."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

from toolrag.cli.seeds import seed_folder
from toolrag.cli.tables import print_answer
from toolrag.cli.terminal import err, out
from toolrag.errors import UnavailableError

if TYPE_CHECKING:
    from toolrag.client import ToolragClient

_START_SECONDS: Final = 180.0
_SHOWN: Final = 4
# Ten of the seed queries: three languages, one tool and several, and one that nothing fits.
_TURNS: Final[Sequence[str]] = (
    "Do I need an umbrella in Lisbon tomorrow?",
    "Create a ticket for the login bug and tell the team channel",
    "Find flights to Porto on 3 May and a hotel there for the weekend",
    "The new checkout is broken, go back to the one before",
    "What did Ivan write in chat about the outage?",
    "明天下午三点安排一个产品评审会，邀请李雷和韩梅梅",
    "我的包裹到哪里了？",
    "Perdi meu cartão, bloqueia por favor",
    "Quero marcar uma consulta com um cardiologista na semana que vem",
    "Tell me a joke",
)


def demo() -> None:
    """Start the service, register the seed tools over REST, and route ten turns."""
    asyncio.run(_demo())


async def _demo() -> None:
    with tempfile.TemporaryDirectory(prefix="toolrag-demo-") as data:
        async with _service(Path(data)) as client:
            await _register(client)
            for number, query in enumerate(_TURNS, 1):
                out().rule(f"[bold]{number}. {query}[/]", align="left")
                print_answer(await client.route(query, k=10), rows=_SHOWN)


@asynccontextmanager
async def _service(data: Path) -> "AsyncIterator[ToolragClient]":
    """Yield a client of a real server process on a free port, which is stopped afterwards."""
    from toolrag.api.server import bind
    from toolrag.client import ToolragClient

    free = bind("127.0.0.1", 0)
    port = str(free.getsockname()[1])
    free.close()
    command = [sys.executable, "-m", "toolrag", "serve", "--port", port, "--data", str(data)]
    environment = {**os.environ, "TOOLRAG_LOG_LEVEL": "warning", "TOOLRAG_HOST": "127.0.0.1"}
    with (data / "serve.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)  # noqa: ASYNC220, S603 # starts once, no user input
    try:
        async with ToolragClient(f"http://127.0.0.1:{port}") as client:
            await _wait(client, process, data)
            yield client
    finally:
        process.terminate()
        process.wait(timeout=30)


async def _wait(client: "ToolragClient", process: subprocess.Popen[bytes], data: Path) -> None:
    """Return once the service is ready.

    Raises:
        UnavailableError: when it stops or takes too long.
    """
    started = time.monotonic()
    with err().status("starting the service and loading two encoders"):
        while time.monotonic() - started < _START_SECONDS:
            if process.poll() is not None:
                log = (data / "serve.log").read_text()
                raise UnavailableError(f"The service stopped at once: {log[-500:]}")
            try:
                if await client.ready():
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.2)
    raise UnavailableError(f"The service was not ready within {_START_SECONDS:.0f} s.")


async def _register(client: "ToolragClient") -> None:
    from toolrag.adapters.tool_files import find, load, server_of

    started = time.perf_counter()
    servers: list[dict[str, Any]] = []
    files = find([seed_folder()])
    for path in files:
        document = load(path)
        receipt = await client.register(document, server=server_of(path, document))
        servers.append(receipt)
    tools = sum(len(receipt["registered"]) for receipt in servers)
    seconds = time.perf_counter() - started
    formats = sorted({path.suffixes[0].lstrip(".") for path in files})
    out().print(
        f"Registered {tools} tools of {len(files)} servers over REST in {seconds:.1f} s "
        f"({', '.join(formats)})."
    )
