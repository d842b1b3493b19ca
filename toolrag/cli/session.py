"""A client for a command: of a service by URL, or of the same service in this process."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from toolrag.errors import UnavailableError

if TYPE_CHECKING:
    from toolrag.api.settings import Settings
    from toolrag.client import ToolragClient

T = TypeVar("T")

Data = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of the embedded engine.", envvar="TOOLRAG_DATA"),
]
Url = Annotated[
    str | None, typer.Option("--url", help="A running service; without it, work on --data.")
]
Catalogue = Annotated[str, typer.Option("--catalogue", help="Which catalogue.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON for machines.")]


def settings(data: Path | None) -> "Settings":
    """Return the settings of the environment, with another data folder where one is given."""
    from toolrag.api.settings import Settings

    found = Settings()
    return found if data is None else found.model_copy(update={"data": data})


def run(
    work: "Callable[[ToolragClient], Awaitable[T]]", *, url: str | None, data: Path | None
) -> T:
    """Run `work` with a client; an answer that says no ends the command with exit code 2."""
    from toolrag.cli.terminal import fail
    from toolrag.client import ServiceError

    async def session() -> T:
        async with _remote(url) if url else local(settings(data)) as client:
            return await work(client)

    try:
        return asyncio.run(session())
    except ServiceError as error:
        places = [f"{e['path']}: {e['message']}" for e in error.problem.get("errors", [])]
        fail(str(error), error.hint, places)
        raise typer.Exit(2) from None


@asynccontextmanager
async def _remote(url: str) -> "AsyncIterator[ToolragClient]":
    import httpx

    from toolrag.client import ToolragClient

    try:
        async with ToolragClient(url) as client:
            yield client
    except (httpx.TransportError, httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        detail = f"There is no service at {url!r}: {error}."
        raise UnavailableError(detail, hint="Start one with `toolrag serve`.") from error


@asynccontextmanager
async def local(found: "Settings") -> "AsyncIterator[ToolragClient]":
    """Yield a client of the service itself, run in this process on the data folder."""
    import httpx

    from toolrag.api.app import create_app
    from toolrag.client import ToolragClient

    app = create_app(found.model_copy(update={"max_body_bytes": 2**40}))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with ToolragClient("http://local", transport) as client:
            yield client
