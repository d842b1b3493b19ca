"""What `toolrag bench` runs: benchmarks of one or several sizes, one after the other."""

import itertools
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from toolrag.cli.terminal import err

if TYPE_CHECKING:
    from toolrag.cli.bench_report import Result
    from toolrag.evaluation.dataset import Dataset, Query
    from toolrag.journeys.baseline import Compared
    from toolrag.journeys.measure import Measured, Setting
    from toolrag.journeys.workspace import Workspace
    from toolrag.retrieval.calibration import Sample
    from toolrag.retrieval.overlap.fitting import PairSample

# Vectors of a session's tools and queries; a kilobyte or two each.
_REMEMBERED = 131_072


@dataclass(frozen=True, slots=True)
class Run:
    """A benchmark, and what is taught before it is measured."""

    dataset: "Dataset"
    lessons: "tuple[Query, ...]" = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where the benchmarks come from: a folder of `folders` each, with the tools of `pool`."""

    folders: Sequence[Path]
    pool: Sequence[Path] = ()
    queries: str = "queries.jsonl"
    sample: int | None = None
    learn: Sequence[int] = (0,)
    sizes: Sequence[int] = ()

    def runs(self) -> "list[Run]":
        """Return every run: each folder in each size, after each number of lessons."""
        from toolrag.evaluation.dataset import load, load_queries

        found: list[Run] = []
        pooled = list(_pooled(self.pool))
        # The same distractors every time, and each size has those of the smaller ones.
        random.Random(0).shuffle(pooled)  # noqa: S311 # no secret
        for folder in self.folders:
            own = definitions(folder)
            known = load_queries(folder / "train.jsonl") if any(self.learn) else ()
            for count in _distractors(len(own), len(pooled), self.sizes):
                data = load(folder, [*own, *pooled[:count]], self.sample, self.queries)
                found += [Run(data, known[:lessons]) for lessons in self.learn]
        return found


def _distractors(own: int, pooled: int, sizes: Sequence[int]) -> list[int]:
    """Return how many of the pool's tools are added for each size."""
    if not sizes:
        return [pooled]
    if max(sizes) > own + pooled:
        message = f"there are {own + pooled} tools, not {max(sizes)}; add some with --pool"
        raise typer.BadParameter(message, param_hint="--sizes")
    return sorted({max(0, size - own) for size in sizes})


def _pooled(folders: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for folder in folders:
        yield from ({**tool, "id": f"{folder.name}:{tool['id']}"} for tool in definitions(folder))


def definitions(folder: Path) -> list[dict[str, Any]]:
    """Return the tools of a folder as MCP definitions with an id.

    They are in `tools.jsonl`, or in any other files of definitions beside the queries.
    """
    from toolrag.adapters import tool_files
    from toolrag.formats import mcp
    from toolrag.formats.registry import read

    whole = folder / "tools.jsonl"
    found: list[dict[str, Any]] = []
    for path in [whole] if whole.exists() else tool_files.find([folder]):
        document = tool_files.load(path)
        server = tool_files.server_of(path, document) if path != whole else None
        for parsed in read(document, server=server).parsed:
            own = parsed.source.get("id") if isinstance(parsed.source, dict) else None
            definition = dict(mcp.render(parsed.tool, parsed.tool.name))
            found.append({**definition, "server": parsed.tool.server, "id": own or parsed.tool.id})
    return found


async def measured(
    runs: Sequence[Run],
    setting: "Setting",
    ks: Sequence[int],
    others: Sequence[str],
    tell: "Callable[[Run, Result], None]",
) -> "list[Result]":
    """Measure every run, and the `others` beside it, in a data folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        opened = _workspace(Path(folder))
        results: list[Result] = []
        for run in runs:
            result = await _one(opened, run, setting, ks)
            compared = [await _other(opened, run, setting, other, ks) for other in others]
            results.append((result, compared))
            tell(run, results[-1])
        await opened.engine.close()
        return results


async def calibration_samples(runs: Sequence[Run]) -> "list[Sample]":
    """Return what relevance is fitted on, from the queries of every run."""
    from toolrag.journeys.calibrate import samples

    with tempfile.TemporaryDirectory() as folder:
        opened = _workspace(Path(folder))
        found = [s for run in runs for s in await samples(opened, run.dataset, progress)]
        await opened.engine.close()
        return found


async def labelled_samples(path: Path) -> "list[PairSample]":
    """Return what sameness is fitted on, from a file of labelled pairs."""
    from toolrag.evaluation.pairs import load_pairs
    from toolrag.journeys.calibrate import pair_samples

    with tempfile.TemporaryDirectory() as folder:
        opened = _workspace(Path(folder))
        found = await pair_samples(opened, load_pairs(path))
        await opened.engine.close()
        return found


def _workspace(folder: Path) -> "Workspace":
    """Return a workspace that encodes each text once, however many ways it is ranked."""
    from toolrag.adapters.cached_encoder import CachedEncoder
    from toolrag.api.settings import Settings
    from toolrag.api.wiring import workspace

    found = Settings().model_copy(update={"data": folder, "qdrant_url": None})
    opened = workspace(found)
    remembering = (CachedEncoder(e, _REMEMBERED, lists=True) for e in opened.encoders)
    return replace(opened, encoders=tuple(remembering))


async def _one(opened: "Workspace", run: Run, setting: "Setting", ks: Sequence[int]) -> "Measured":
    from toolrag.journeys.measure import measure
    from toolrag.journeys.workspace import index_schema
    from toolrag.retrieval.fusion import SPARSE_VIEW, name_view

    if setting.views is not None:
        kept = {*setting.views}
        used = tuple(e for e in opened.encoders if {e.name, name_view(e.name)} & kept)
        unknown = sorted(kept - {*index_schema(opened.encoders).searched, SPARSE_VIEW})
        if unknown:
            message = f"{unknown[0]!r} is neither a view nor a baseline"
            raise typer.BadParameter(message, param_hint="--views, --compare")
        opened = replace(opened, encoders=used)
    # A lesson every ten minutes, so that the curve shows use and not a burst.
    ticks = itertools.count(step=600)
    opened = replace(opened, clock=lambda: float(next(ticks)))
    return await measure(
        opened, run.dataset, ks=ks, setting=setting, lessons=run.lessons, progress=progress
    )


async def _other(
    opened: "Workspace", run: Run, setting: "Setting", name: str, ks: Sequence[int]
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
        min_relevance=0.0 if "no-floor" in parts else setting.min_relevance,
    )
    return Compared(name, (await _one(opened, run, less, ks)).quality)


def progress(stage: str, done: int, of: int) -> None:
    """Tell a terminal how far a stage is."""
    if err().is_terminal and (done % 50 == 0 or done == of):
        err().print(f"\r{stage} {done}/{of}", end="" if done < of else "\n")
