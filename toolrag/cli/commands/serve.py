"""`toolrag serve`."""

from typing import Annotated

import typer

from toolrag.cli.session import Data, settings


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 for a free one.")] = None,
    data: Data = None,
    qdrant_url: Annotated[
        str | None, typer.Option(help="A Qdrant server instead of the embedded engine.")
    ] = None,
) -> None:
    """Serve the REST API; the embedded engine keeps its data in --data."""
    given = {"host": host, "port": port, "qdrant_url": qdrant_url}
    found = settings(data).model_copy(update={k: v for k, v in given.items() if v is not None})
    from toolrag.api.server import serve as run_server

    run_server(found)
