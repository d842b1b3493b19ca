"""`toolrag overlap`."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolrag.cli.session import Catalogue, Data, Url, run
from toolrag.cli.tables import print_pairs
from toolrag.cli.terminal import counted, out, print_json

if TYPE_CHECKING:
    from toolrag.client import ToolragClient


def overlap(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of definitions, instead of a catalogue.")
    ] = None,
    catalogue: Catalogue = "default",
    min_probability: Annotated[float, typer.Option(help="0 prints every pair.")] = 0.5,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    data: Data = None,
    url: Url = None,
) -> None:
    """Show which tools of a catalogue, or of files, can be confused. Exit code 1 when any can."""
    from toolrag.adapters.tool_files import find, load, server_of
    from toolrag.errors import FormatUnknownError

    if format not in {"text", "json"}:
        raise FormatUnknownError(f"There is no format {format!r}.", hint="Use text or json.")
    documents = [(path, load(path)) for path in find(files or [])]

    async def work(client: "ToolragClient") -> dict[str, Any]:
        for path, document in documents:
            name = server_of(path, document)
            await client.register(document, server=name, catalogue=catalogue, mode="partial")
        return await client.overlap(catalogue, min_probability)

    if files:
        with tempfile.TemporaryDirectory() as folder:
            report = run(work, url=None, data=Path(folder))
    else:
        report = run(work, url=url, data=data)
    if format == "json":
        print_json(report)
    else:
        sizes = (report["tools"], len(report["pairs"]), len(report["groups"]))
        told = (counted(n, word) for n, word in zip(sizes, ("tool", "pair", "group"), strict=True))
        out().print(", ".join(told))
        print_pairs(report, rows=1000)
    if report["pairs"] or report["clashes"]:
        raise typer.Exit(1)
