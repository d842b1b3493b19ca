"""`toolrag register`, `sync`, `list`, `show` and `remove`."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolrag.cli.session import AsJson, Catalogue, Data, Url, run
from toolrag.cli.terminal import counted, err, out, print_json

if TYPE_CHECKING:
    from toolrag.client import ToolragClient

_SHOWN = 10

Server = Annotated[
    str | None,
    typer.Option("--server", help="Where the tools come from; default: the file's name."),
]
Format = Annotated[str, typer.Option("--format", help="The shape of the definitions.")]
Lint = Annotated[str, typer.Option("--lint", help="enforce, warn or off.")]
Partial = Annotated[
    bool, typer.Option("--partial", help="Take the tools that can be used, name the others.")
]


def register(
    files: Annotated[list[Path], typer.Argument(help="Files or folders of definitions.")],
    catalogue: Catalogue = "default",
    server: Server = None,
    format: Format = "auto",
    lint: Lint = "warn",
    partial: Partial = False,
    data: Data = None,
    url: Url = None,
    as_json: AsJson = False,
) -> None:
    """Register or update the tools of files: any accepted shape, JSON, JSON lines or YAML."""
    from toolrag.adapters.tool_files import find, load, server_of

    documents = [(path, load(path)) for path in find(files)]
    options = {"catalogue": catalogue, "format": format, "lint": lint, "mode": mode_of(partial)}

    async def work(client: "ToolragClient") -> list[dict[str, Any]]:
        receipts = []
        for path, document in documents:
            for part in batches(document):
                name = server or server_of(path, document)
                receipts.append(await client.register(part, server=name, **options))
        return receipts

    receipts = run(work, url=url, data=data)
    merged = {key: [x for r in receipts for x in r[key]] for key in ("registered", "refused")}
    findings = [finding for receipt in receipts for finding in receipt["lint"]["findings"]]
    _report(merged | {"findings": findings}, as_json=as_json)


def mode_of(partial: bool) -> str:
    """Return the registration mode that the flag asks for."""
    return "partial" if partial else "all"


def batches(document: Any) -> Iterator[Any]:
    """Yield a document whole, or a long list of definitions in parts."""
    from toolrag.journeys.register import MAX_BATCH

    if not isinstance(document, list) or len(document) <= MAX_BATCH:
        yield document
        return
    for start in range(0, len(document), MAX_BATCH):
        yield document[start : start + MAX_BATCH]


def sync(
    server: Annotated[str, typer.Argument(help="The server whose tools these are.")],
    file: Annotated[Path, typer.Argument(help="Its definitions.")],
    catalogue: Catalogue = "default",
    format: Format = "auto",
    lint: Lint = "warn",
    partial: Partial = False,
    data: Data = None,
    url: Url = None,
    as_json: AsJson = False,
) -> None:
    """Make a server's tools exactly those of a file: adds, updates, removes."""
    from toolrag.adapters.tool_files import load

    document = load(file)

    async def work(client: "ToolragClient") -> dict[str, Any]:
        options = {"format": format, "lint": lint, "mode": mode_of(partial)}
        return await client.sync(server, document, catalogue, **options)

    receipt = run(work, url=url, data=data)
    _report(receipt | {"findings": receipt["lint"]["findings"]}, as_json=as_json)


def _report(receipt: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(receipt)
        return
    statuses = [tool["status"] for tool in receipt["registered"]]
    counts = (f"{statuses.count(s)} {s}" for s in ("created", "updated", "unchanged"))
    removed = receipt.get("removed", [])
    tail = f", {len(removed)} removed" if removed else ""
    out().print(f"{counted(len(statuses), 'tool')}: {', '.join(counts)}{tail}")
    for refused in receipt["refused"][:_SHOWN]:
        for finding in refused["findings"]:
            err().print(f"refused: {finding['path']}: {finding['message']}", markup=False)
    if len(receipt["refused"]) > _SHOWN:
        err().print(f"... and {len(receipt['refused']) - _SHOWN} more refused; --json has them all")
    findings = receipt["findings"]
    for finding in findings[:_SHOWN]:
        err().print(f"{finding['severity']}: {finding['rule']}: {finding['message']}", markup=False)
    if len(findings) > _SHOWN:
        rules = Counter(finding["rule"] for finding in findings[_SHOWN:])
        rest = ", ".join(f"{count} {rule}" for rule, count in rules.most_common())
        err().print(f"... and {rest}; --json has them all")


def list_(
    catalogue: Catalogue = "default",
    server: Annotated[str | None, typer.Option("--server", help="Only this server's.")] = None,
    data: Data = None,
    url: Url = None,
    as_json: AsJson = False,
) -> None:
    """List the tools of a catalogue."""

    async def work(client: "ToolragClient") -> Any:
        return await client.tools(catalogue, server)

    tools = run(work, url=url, data=data)
    if as_json:
        print_json(tools)
    for tool in [] if as_json else tools:
        line = " ".join(tool["description"].split())
        out().print(f"{tool['id']}  {line[:100]}", markup=False, soft_wrap=True)
    if not tools:
        raise typer.Exit(1)


def show(
    tool_id: Annotated[str, typer.Argument(metavar="ID", help="server/name, or name.")],
    catalogue: Catalogue = "default",
    data: Data = None,
    url: Url = None,
) -> None:
    """Show one tool as it is registered, as JSON."""

    async def work(client: "ToolragClient") -> dict[str, Any]:
        return await client.tool(tool_id, catalogue)

    print_json(run(work, url=url, data=data))


def remove(
    tool_id: Annotated[str, typer.Argument(metavar="ID", help="server/name, or name.")],
    catalogue: Catalogue = "default",
    data: Data = None,
    url: Url = None,
) -> None:
    """Remove one tool."""

    async def work(client: "ToolragClient") -> None:
        await client.remove(tool_id, catalogue)

    run(work, url=url, data=data)
    out().print(f"removed {tool_id}", markup=False)
