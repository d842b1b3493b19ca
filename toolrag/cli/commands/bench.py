"""`toolrag bench`."""

import asyncio
import itertools
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from toolrag.cli.terminal import err, out, print_json

if TYPE_CHECKING:
    from toolrag.evaluation.dataset import Dataset, Query
    from toolrag.journeys.measure import Measured, Setting


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
    as_json: Annotated[bool, typer.Option("--json", help="JSON for machines.")] = False,
) -> None:
    """Measure retrieval quality and latency on benchmark folders."""
    from toolrag.evaluation.dataset import load
    from toolrag.journeys.measure import Setting

    chosen = None if views is None else tuple(v.strip() for v in views.split(","))
    setting = Setting(chosen, history=history, producers=producers, min_relevance=min_relevance)
    datasets = [load(folder, _tools(folder, pool or ()), sample, queries) for folder in folders]
    runs = [
        _Run(dataset, lessons)
        for folder, dataset in zip(folders, datasets, strict=True)
        for lessons in _lessons(folder, learn)
    ]
    results = asyncio.run(_measured(runs, setting, _numbers(k), show=not as_json))
    if as_json:
        rows = [_row(result) for result in results]
        print_json(rows[0] if len(rows) == 1 else rows)


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
    runs: "Sequence[_Run]", setting: "Setting", ks: Sequence[int], *, show: bool
) -> "list[Measured]":
    """Measure every run in a data folder that is thrown away."""
    from toolrag.api.settings import Settings
    from toolrag.api.wiring import workspace
    from toolrag.journeys.measure import measure
    from toolrag.retrieval.fusion import name_view

    with tempfile.TemporaryDirectory() as folder:
        found = Settings().model_copy(update={"data": Path(folder), "qdrant_url": None})
        opened = workspace(found)
        if setting.views is not None:
            kept = {*setting.views}
            used = [e for e in opened.encoders if {e.name, name_view(e.name)} & kept]
            opened = replace(opened, encoders=tuple(used))
        results = []
        for run in runs:
            # A lesson every ten minutes, so that the curve shows use and not a burst.
            ticks = itertools.count(step=600)
            taught = replace(opened, clock=lambda ticks=ticks: float(next(ticks)))  # type: ignore[misc] # bound here
            result = await measure(
                taught,
                run.dataset,
                ks=ks,
                setting=setting,
                lessons=run.lessons,
                progress=_progress,
            )
            results.append(result)
            if show:
                taught_by = f"{len(run.lessons)} lessons, " if run.lessons else ""
                _print(result, taught_by)
        await opened.engine.close()
        return results


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
            if path.name.startswith("queries"):
                continue
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


def _print(result: "Measured", taught_by: str) -> None:
    line = f"{result.dataset}: {taught_by}{result.tools} tools, {result.queries} queries"
    if result.recall:
        depths = "  ".join(f"R@{k} {value:.3f}" for k, value in result.recall.items())
        line += f"  {depths}  all@30 {result.all_at_30:.3f}"
        line += f"  nDCG@10 {result.ndcg_at_10:.3f}  MRR {result.mrr:.3f}"
    line += f"  p50 {result.latency_p50:.1f} ms  p95 {result.latency_p95:.1f} ms"
    line += f"  index {result.index_seconds:.1f} s"
    if result.false_offers is not None:
        line += f"  false offers {result.false_offers:.3f}"
    line += f"  offered {result.offered_p50:.0f}  ECE {result.calibration_error:.3f}"
    if result.refused:
        line += f"  ({result.refused} tools refused)"
    out().print(line, soft_wrap=True)


def _row(result: "Measured") -> dict[str, Any]:
    """Return the figures in the published shape."""
    row: dict[str, Any] = {
        "dataset": result.dataset,
        "tools": result.tools,
        "queries": result.queries,
        "recall": {str(k): value for k, value in result.recall.items()},
        "all_at": {"30": result.all_at_30},
        "ndcg": {"10": result.ndcg_at_10},
        "mrr": result.mrr,
        "latency_ms": {
            "p50": result.latency_p50,
            "p95": result.latency_p95,
            "stages_p50": result.stages_p50,
        },
        "offered_p50": result.offered_p50,
        "calibration_error": result.calibration_error,
        "index_seconds": result.index_seconds,
        "views": list(result.views),
        "by_language": {
            code: {str(k): v for k, v in depths.items()}
            for code, depths in result.by_language.items()
        },
        "refused": result.refused,
    }
    if result.false_offers is not None:
        row["false_offers"] = result.false_offers
    return row
