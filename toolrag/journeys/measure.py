"""Measure: index a benchmark, ask every query, and compare with what is relevant."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from toolrag.domain.tool import StoredTool, Tool
from toolrag.evaluation.dataset import Dataset, Query
from toolrag.evaluation.metrics import all_at, ndcg, percentile, recall, reciprocal_rank
from toolrag.formats.reading import Parsed
from toolrag.formats.registry import read
from toolrag.journeys.route import rank
from toolrag.journeys.workspace import Workspace, encode_query, encode_tools
from toolrag.ports.index import PointVectors, ToolFilter, ToolIndex
from toolrag.retrieval.fusion import SEARCH_DEPTH, SPARSE_VIEW
from toolrag.retrieval.relevance import DEFAULT_FLOOR

_BATCH: Final = 256
_CATALOGUE: Final = "bench"

Ranking = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one benchmark; shares in 0..1, latencies in milliseconds.

    `recall` is empty where nothing fits any query; `false_offers` None where something fits all.
    """

    dataset: str
    tools: int
    queries: int
    recall: dict[int, float]
    all_at_30: float
    ndcg_at_10: float
    mrr: float
    false_offers: float | None
    latency_p50: float
    latency_p95: float
    stages_p50: dict[str, float]
    index_seconds: float
    views: tuple[str, ...]
    by_language: dict[str, dict[int, float]]
    refused: int


async def measure(
    workspace: Workspace,
    dataset: Dataset,
    *,
    ks: Sequence[int] = (1, 5, 10, 30),
    views: Sequence[str] | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Measured:
    """Return how well, and how fast, the queries of a benchmark find their tools.

    `views` keeps only some views (encoder names, `bm25`); `progress` hears (stage, done, of).
    """
    started = time.perf_counter()
    index, ids, refused = await _index(workspace, dataset, progress)
    index_seconds = time.perf_counter() - started
    rankings: list[tuple[Query, Ranking]] = []
    stages: list[dict[str, float]] = []
    for done, query in enumerate(dataset.queries, 1):
        ranking, laps = await _ask(workspace, index, query, ids, views)
        rankings.append((query, ranking))
        stages.append(laps)
        progress("queries", done, len(dataset.queries))
    await workspace.engine.drop(_CATALOGUE)
    total = [sum(laps.values()) for laps in stages]
    known = (*(encoder.name for encoder in workspace.encoders), SPARSE_VIEW)
    return Measured(
        dataset=dataset.name,
        tools=len(dataset.tools),
        queries=len(dataset.queries),
        **_quality(rankings, ks),
        latency_p50=round(percentile(total, 0.5), 3),
        latency_p95=round(percentile(total, 0.95), 3),
        stages_p50={s: round(percentile([x[s] for x in stages], 0.5), 3) for s in stages[0]},
        index_seconds=round(index_seconds, 2),
        views=tuple(v for v in known if views is None or v in views),
        refused=refused,
    )


async def _index(
    workspace: Workspace, dataset: Dataset, progress: Callable[[str, int, int], None]
) -> tuple[ToolIndex, dict[str, str], int]:
    """Index the tools; return the benchmark's id of each tool id, and how many were refused."""
    reading = read([dict(tool) for tool in dataset.tools], format="mcp")
    ids: dict[str, str] = {}
    stored: list[StoredTool] = []
    for parsed in reading.parsed:
        tool = _unique(parsed, ids)
        ids[tool.id] = str(dataset.tools[parsed.index]["id"])
        stored.append(StoredTool(tool, 1, 0.0, 0.0, parsed.format, None))
    index = await workspace.engine.open(_CATALOGUE, create=True)
    for start in range(0, len(stored), _BATCH):
        await index.upsert(await encode_tools(workspace, stored[start : start + _BATCH]))
        progress("tools", min(start + _BATCH, len(stored)), len(stored))
    return index, ids, len(reading.refused)


def _unique(parsed: Parsed, taken: dict[str, str]) -> Tool:
    """Return the tool; of several with one name and server, the later ones get a number."""
    tool = parsed.tool
    number = 2
    while tool.id in taken:
        tool = replace(parsed.tool, name=f"{parsed.tool.name}#{number}")
        number += 1
    return tool


async def _ask(
    workspace: Workspace,
    index: ToolIndex,
    query: Query,
    ids: dict[str, str],
    views: Sequence[str] | None,
) -> tuple[Ranking, dict[str, float]]:
    """Return the ranking of one query in the benchmark's ids, and the time of each stage."""
    t0 = time.perf_counter()
    vectors = _kept(await encode_query(workspace, query.text), views)
    t1 = time.perf_counter()
    only = None
    if not query.relevant and query.candidates is not None:
        wanted = set(query.candidates)
        only = frozenset(tool_id for tool_id, known in ids.items() if known in wanted)
    hits = await index.search(vectors, ToolFilter(only=only), SEARCH_DEPTH)
    if views is not None:
        hits = {view: found for view, found in hits.items() if view in views}
    t2 = time.perf_counter()
    ranked = rank(hits)
    t3 = time.perf_counter()
    laps = {"encode": t1 - t0, "search": t2 - t1, "fuse": t3 - t2}
    return (
        tuple((ids[fused.tool_id], chance) for fused, chance in ranked),
        {stage: seconds * 1000 for stage, seconds in laps.items()},
    )


def _kept(vectors: PointVectors, views: Sequence[str] | None) -> PointVectors:
    if views is None:
        return vectors
    return replace(vectors, dense={v: x for v, x in vectors.dense.items() if v in views})


def _quality(rankings: Sequence[tuple[Query, Ranking]], ks: Sequence[int]) -> dict[str, Any]:
    """Return the figures over the queries for which something, or nothing, fits."""
    fitting = [(q, [i for i, _ in r]) for q, r in rankings if q.relevant]
    nothing = [r for q, r in rankings if not q.relevant]
    languages = sorted({q.language for q, _ in fitting})
    offers = [any(chance >= DEFAULT_FLOOR for _, chance in r) for r in nothing]
    return {
        "recall": {k: _mean([recall(r, q.relevant, k) for q, r in fitting]) for k in ks if fitting},
        "all_at_30": _mean([all_at(r, q.relevant, 30) for q, r in fitting]),
        "ndcg_at_10": _mean([ndcg(r, q.relevant, 10) for q, r in fitting]),
        "mrr": _mean([reciprocal_rank(r, q.relevant) for q, r in fitting]),
        "false_offers": _mean([float(o) for o in offers]) if offers else None,
        "by_language": {
            code: {
                k: _mean([recall(r, q.relevant, k) for q, r in fitting if q.language == code])
                for k in ks
            }
            for code in languages
        },
    }


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
