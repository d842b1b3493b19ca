"""`toolrag route`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolrag.cli.session import AsJson, Catalogue, Data, Url, run
from toolrag.cli.tables import print_answer
from toolrag.cli.terminal import print_json

if TYPE_CHECKING:
    from toolrag.client import ToolragClient

Ids = list[str]


def route(
    query: Annotated[str, typer.Argument(help="What the user asked for.")],
    k: Annotated[int, typer.Option("-k", help="At most this many tools, 1 to 30.")] = 30,
    token_budget: Annotated[int | None, typer.Option(help="Tokens they may cost.")] = None,
    min_relevance: Annotated[float | None, typer.Option(help="Floor, 0 to 1.")] = None,
    server: Annotated[Ids | None, typer.Option(help="Only tools of this server.")] = None,
    tag: Annotated[Ids | None, typer.Option(help="Only tools with this tag.")] = None,
    pin: Annotated[Ids | None, typer.Option(help="Always in, by id.")] = None,
    exclude: Annotated[Ids | None, typer.Option(help="Never in, by id.")] = None,
    format: Annotated[str, typer.Option("--format", help="Render for a provider.")] = "none",
    order: Annotated[str, typer.Option(help="relevance, edges or stable.")] = "relevance",
    keep_duplicates: Annotated[
        bool, typer.Option("--keep-duplicates", help="Offer near-identical tools all together.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show every view's score.")] = False,
    catalogue: Catalogue = "default",
    data: Data = None,
    url: Url = None,
    as_json: AsJson = False,
) -> None:
    """Get the tools for one turn, and which of them can be confused."""
    options: dict[str, Any] = {
        "k": k,
        "token_budget": token_budget,
        "min_relevance": min_relevance,
        "servers": server or None,
        "tags": tag or None,
        "pinned": pin or [],
        "exclude": exclude or [],
        "format": format,
        "order": order,
        "suppress_duplicates": not keep_duplicates,
        "explain": explain,
        "catalogue": catalogue,
    }

    async def work(client: "ToolragClient") -> dict[str, Any]:
        return await client.route(query, **options)

    answer = run(work, url=url, data=data)
    if as_json:
        print_json(answer)
    elif format != "none":
        print_json(answer["rendered"])
    else:
        print_answer(answer, explain=explain)
    if not answer["tools"]:
        raise typer.Exit(1)
