"""`toolrag bench`."""

import asyncio
import itertools
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolrag.cli import bench_report
from toolrag.cli.terminal import err, out, print_json

if TYPE_CHECKING:
    from toolrag.evaluation.dataset import Dataset, Query
    from toolrag.journeys.baseline import Compared
    from toolrag.journeys.measure import Measured, Setting
    from toolrag.journeys.workspace import Workspace


def bench(
    folders: Annotated[list[Path], typer.Argument(help="Folders of tools.jsonl, queries.jsonl.")],
    k: Annotated[str, typer.Option("--k", help="Depths of recall.")] = "1,5,10,30",
    views: Annotated[str | None, typer.Option(help="Only these views, e.g. bm25,use.")] = None,
    sample: Annotated[int | None, typer.Option(help="So many queries only.")] = None,
    pool: Annotated[
        list[Path] | None, typer.Option(help="Add this folder's tools as distractors.")
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
            "no-history, no-producers."
        ),
    ] = None,
    markdown: Annotated[bool, typer.Option(help="A Markdown table.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write recall over k as a PNG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON for machines.")] = False,
) -> None:
    """Measure retrieval quality and latency on benchmark folders."""
    from toolrag.evaluation.dataset import load
    from toolrag.journeys.measure import Setting

    chosen = None if views is None else tuple(v.strip() for v in views.split(","))
    setting = Setting(chosen, history=history, producers=producers, min_relevance=min_relevance)
    ks = tuple(range(1, 31)) if plot else _numbers(k)
    datasets = [load(folder, _tools(folder, pool or ()), sample, queries) for folder in folders]
    runs = [
        _Run(dataset, lessons)
        for folder, dataset in zip(folders, datasets, strict=True)
        for lessons in _lessons(folder, learn)
    ]
    others = compare or []
    show = not (as_json or markdown)
    results = asyncio.run(_measured(runs, setting, ks, others, shown=_numbers(k) if show else ()))
    if as_json:
        rows = [_row(result, compared, _numbers(k)) for result, compared in results]
        print_json(rows[0] if len(rows) == 1 else rows)
    elif markdown:
        out().print("\n".join(bench_report.table(results)), soft_wrap=True)
    if plot:
        bench_report.plot(results, plot)


@dataclass(frozen=True, slots=True)
class _Run:
    """A benchmark, and what is taught before it is measured."""

    dataset: "Dataset"
    lessons: "tuple[Query, ...]"


def _lessons(folder: Path, learn: str | None) -> "list[tuple[Query, ...]]":
    """Return the first rows of the training queries, as many as each point of the curve has."""
    from toolrag.evaluation.dataset import load_queries

    if learn is None:
        return [()]
    known = load_queries(folder / "train.jsonl")
    return [known[:count] for count in _numbers(learn)]


async def _measured(
    runs: "Sequence[_Run]",
    setting: "Setting",
    ks: Sequence[int],
    others: Sequence[str],
    shown: Sequence[int],
) -> "list[bench_report.Result]":
    """Measure every run, and the `others` beside it, in a data folder that is thrown away."""
    from toolrag.api.settings import Settings
    from toolrag.api.wiring import workspace

    with tempfile.TemporaryDirectory() as folder:
        found = Settings().model_copy(update={"data": Path(folder), "qdrant_url": None})
        opened = workspace(found)
        results: list[bench_report.Result] = []
        for run in runs:
            result = await _one(opened, run, setting, ks)
            compared = [await _other(opened, run, setting, other, ks) for other in others]
            results.append((result, compared))
            if shown:
                taught_by = f"{len(run.lessons)} lessons, " if run.lessons else ""
                _print(result, compared, taught_by, shown)
        await opened.engine.close()
        return results


async def _one(
    opened: "Workspace", run: "_Run", setting: "Setting", ks: Sequence[int]
) -> "Measured":
    from toolrag.journeys.measure import measure
    from toolrag.journeys.workspace import index_schema
    from toolrag.retrieval.fusion import SPARSE_VIEW, name_view

    if setting.views is not None:
        kept = {*setting.views}
        used = tuple(e for e in opened.encoders if {e.name, name_view(e.name)} & kept)
        unknown = sorted(kept - {*index_schema(opened.encoders).dense, SPARSE_VIEW})
        if unknown:
            message = f"{unknown[0]!r} is neither a view nor a baseline"
            raise typer.BadParameter(message, param_hint="--views, --compare")
        opened = replace(opened, encoders=used)
    # A lesson every ten minutes, so that the curve shows use and not a burst.
    ticks = itertools.count(step=600)
    opened = replace(opened, clock=lambda: float(next(ticks)))
    return await measure(
        opened, run.dataset, ks=ks, setting=setting, lessons=run.lessons, progress=_progress
    )


async def _other(
    opened: "Workspace", run: "_Run", setting: "Setting", name: str, ks: Sequence[int]
) -> "Compared":
    """Measure a baseline, or the router with other views or with less."""
    from toolrag.evaluation.baselines import BASELINES
    from toolrag.journeys.baseline import Compared, measure_baseline

    if name in BASELINES:
        return await measure_baseline(opened, run.dataset, name, ks)
    parts = [part.strip() for part in name.split(",")]
    views = tuple(part for part in parts if not part.startswith("no-"))
    less = replace(
        setting,
        views=views or setting.views,
        history=setting.history and "no-history" not in parts,
        producers=setting.producers and "no-producers" not in parts,
    )
    return Compared(name, (await _one(opened, run, less, ks)).quality)


def _tools(folder: Path, pool: Sequence[Path]) -> list[dict[str, Any]]:
    """Return the tools of a folder as MCP definitions with an id, and those of the pool's.

    They are in `tools.jsonl`, or in any other files of definitions beside the queries.
    """
    from toolrag.adapters import tool_files
    from toolrag.formats import mcp
    from toolrag.formats.registry import read

    def definitions(source: Path) -> Iterator[dict[str, Any]]:
        whole = source / "tools.jsonl"
        files = [whole] if whole.exists() else tool_files.find([source])
        for path in files:
            document = tool_files.load(path)
            reading = read(
                document, server=tool_files.server_of(path, document) if path != whole else None
            )
            for parsed in reading.parsed:
                own = parsed.source.get("id") if isinstance(parsed.source, dict) else None
                definition = dict(mcp.render(parsed.tool, parsed.tool.name))
                yield {**definition, "server": parsed.tool.server, "id": own or parsed.tool.id}

    pooled = [{**t, "id": f"{other.name}:{t['id']}"} for other in pool for t in definitions(other)]
    return [*definitions(folder), *pooled]


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        message = f"{text!r} is not a list of numbers like 1,5,10,30"
        raise typer.BadParameter(message, param_hint="--k") from None


def _progress(stage: str, done: int, of: int) -> None:
    if err().is_terminal and (done % 50 == 0 or done == of):
        err().print(f"\r{stage} {done}/{of}", end="" if done < of else "\n")


def _print(
    result: "Measured", compared: "Sequence[Compared]", taught_by: str, ks: Sequence[int]
) -> None:
    quality = result.quality
    line = f"{result.dataset}: {taught_by}{result.tools} tools, {result.queries} queries"
    line += bench_report.figures(quality, ks)
    line += f"  p50 {result.latency_p50:.1f} ms  p95 {result.latency_p95:.1f} ms"
    line += f"  index {result.index_seconds:.1f} s"
    if quality.false_offers is not None:
        line += f"  false offers {quality.false_offers:.3f}"
    line += f"  offered {quality.offered_p50:.0f}  ECE {quality.calibration_error:.3f}"
    if result.refused:
        line += f"  ({result.refused} tools refused)"
    out().print(line, soft_wrap=True)
    for other in compared:
        told = bench_report.against(quality, other.quality)
        line = f"  {other.name}:{bench_report.figures(other.quality, ks)}{told}"
        out().print(line, soft_wrap=True)


def _row(result: "Measured", compared: "Sequence[Compared]", ks: Sequence[int]) -> dict[str, Any]:
    """Return the figures in the published shape."""
    quality = result.quality
    row: dict[str, Any] = {
        "dataset": result.dataset,
        "tools": result.tools,
        "queries": result.queries,
        **bench_report.row(quality, ks),
        "latency_ms": {
            "p50": result.latency_p50,
            "p95": result.latency_p95,
            "stages_p50": result.stages_p50,
        },
        "offered_p50": quality.offered_p50,
        "calibration_error": quality.calibration_error,
        "index_seconds": result.index_seconds,
        "views": list(result.views),
        "by_language": {
            code: {str(k): depths[k] for k in ks} for code, depths in quality.by_language.items()
        },
        "refused": result.refused,
    }
    if quality.false_offers is not None:
        row["false_offers"] = quality.false_offers
    if compared:
        row["compared"] = {
            other.name: {
                **bench_report.row(other.quality, ks),
                "p_value": bench_report.p_values(quality, other.quality),
            }
            for other in compared
        }
    return row
