"""`toolrag bench`."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolrag.cli import bench_report
from toolrag.cli.bench_run import Run, Source, measured
from toolrag.cli.session import run
from toolrag.cli.terminal import out, print_json

if TYPE_CHECKING:
    from toolrag.cli.bench_report import Result
    from toolrag.client import ToolragClient
    from toolrag.journeys.measure import Setting


def bench(
    folders: Annotated[list[Path], typer.Argument(help="Folders of tools.jsonl, queries.jsonl.")],
    k: Annotated[str, typer.Option("--k", help="Depths of recall.")] = "1,5,10,30",
    views: Annotated[str | None, typer.Option(help="Only these views, e.g. bm25,use.")] = None,
    sample: Annotated[int | None, typer.Option(help="So many queries only.")] = None,
    pool: Annotated[
        list[Path] | None, typer.Option(help="Add this folder's tools as distractors.")
    ] = None,
    sizes: Annotated[
        str | None, typer.Option(help="Catalogues of so many tools each, e.g. 200,1000.")
    ] = None,
    history: Annotated[
        bool, typer.Option("--history/--no-history", help="Use what was said before each query.")
    ] = True,
    producers: Annotated[
        bool, typer.Option("--producers/--no-producers", help="Offer what finds others' ids.")
    ] = True,
    min_relevance: Annotated[
        float | None, typer.Option(min=0, max=1, help="Floor; 0 offers everything.")
    ] = None,
    queries: Annotated[str, typer.Option(help="The file of queries.")] = "queries.jsonl",
    learn: Annotated[
        str | None, typer.Option(help="Learning curve: so many rows of train.jsonl, e.g. 0,500.")
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            help="Beside it, on the same queries: keywords, bm25s, dense, rrf, or a list of views, "
            "no-history, no-producers, no-floor."
        ),
    ] = None,
    http: Annotated[str | None, typer.Option(help="Measure the service at this URL.")] = None,
    markdown: Annotated[bool, typer.Option(help="A Markdown table.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write recall and calibration as PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON for machines.")] = False,
) -> None:
    """Measure retrieval quality and latency on benchmark folders."""
    from toolrag.journeys.measure import Setting

    chosen = None if views is None else tuple(v.strip() for v in views.split(","))
    setting = Setting(chosen, history=history, producers=producers, min_relevance=min_relevance)
    shown = _numbers(k, "--k")
    lessons = (0,) if learn is None else _numbers(learn, "--learn")
    size = () if sizes is None else _numbers(sizes, "--sizes")
    source = Source(folders, pool or (), queries, sample, lessons, size)

    def tell(asked: Run, result: "Result") -> None:
        if not (as_json or markdown):
            told = bench_report.lines(*result, len(asked.lessons), shown)
            out().print("\n".join(told), soft_wrap=True)

    ks = tuple(range(1, 31)) if plot else tuple(sorted({*shown, 5, 30}))
    runs = source.runs()
    if http is None:
        results = asyncio.run(measured(runs, setting, ks, compare or (), tell))
    elif compare or chosen or learn:
        message = "a service is measured as it is: without --compare, --views, --learn"
        raise typer.BadParameter(message, param_hint="--http")
    else:
        results = _over_http(http, runs, setting, ks)
        for asked, result in zip(runs, results, strict=True):
            tell(asked, result)
    _written(results, shown, as_json=as_json, markdown=markdown, plot=plot)


def _over_http(
    url: str, runs: Sequence[Run], setting: "Setting", ks: Sequence[int]
) -> "list[Result]":
    from toolrag.cli.bench_http import measure_service

    async def work(client: "ToolragClient") -> "list[Result]":
        return [(await measure_service(client, r.dataset, setting, ks), []) for r in runs]

    return run(work, url=url, data=None)


def _written(
    results: "Sequence[Result]",
    shown: Sequence[int],
    *,
    as_json: bool,
    markdown: bool,
    plot: Path | None,
) -> None:
    """Write what was asked for once everything is measured."""
    if as_json:
        rows = [bench_report.document(*result, shown) for result in results]
        print_json(rows[0] if len(rows) == 1 else rows)
    elif markdown:
        out().print("\n".join(bench_report.table(results)), soft_wrap=True)
    if plot:
        from toolrag.cli import bench_plots

        bench_plots.plot(results, plot)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        message = f"{text!r} is not a list of numbers like 1,5,10,30"
        raise typer.BadParameter(message, param_hint=option) from None
