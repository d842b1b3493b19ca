"""Measure: index a benchmark, ask every query, and compare with what is relevant."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from toolrag.domain.tool import StoredTool, Tool
from toolrag.domain.turn import HARD_CAP, Turn
from toolrag.evaluation.dataset import Dataset, Query
from toolrag.evaluation.metrics import percentile
from toolrag.evaluation.quality import Quality, Ranking, quality
from toolrag.formats.reading import Parsed
from toolrag.formats.registry import read
from toolrag.journeys.learn import Feedback, learn
from toolrag.journeys.produce import with_producers
from toolrag.journeys.retrieve import encode, search
from toolrag.journeys.workspace import Workspace, encode_tools, index_schema
from toolrag.ports.index import PointVectors, ToolFilter, ToolIndex
from toolrag.retrieval.conversation import conversation_of
from toolrag.retrieval.fusion import SPARSE_VIEW
from toolrag.text.sparse import SparseVector

_BATCH: Final = 256
CATALOGUE: Final = "bench"


@dataclass(frozen=True, slots=True)
class Setting:
    """How the queries are asked.

    `views` keeps only some views (`bm25`, an encoder's name, or that with `.name`). Without
    `history` the last message stands alone; without `producers` no tool is added for what another
    needs. `min_relevance` replaces the default floor.
    """

    views: tuple[str, ...] | None = None
    history: bool = True
    producers: bool = True
    min_relevance: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one benchmark; latencies in milliseconds."""

    dataset: str
    tools: int
    queries: int
    quality: Quality
    latency_p50: float
    latency_p95: float
    stages_p50: dict[str, float]
    index_seconds: float
    views: tuple[str, ...]
    refused: int

    @classmethod
    def of(  # noqa: PLR0913 # what was measured
        cls,
        dataset: Dataset,
        rankings: Sequence[tuple[Query, Ranking]],
        totals: Sequence[float],
        stages: Sequence[Mapping[str, float]],
        *,
        ks: Sequence[int],
        index_seconds: float,
        views: tuple[str, ...],
        refused: int,
    ) -> "Measured":
        """Return the figures of what each query was offered, how long it took and its stages."""
        return cls(
            dataset=dataset.name,
            tools=len(dataset.tools),
            queries=len(dataset.queries),
            quality=quality(rankings, ks),
            latency_p50=round(percentile(totals, 0.5), 3),
            latency_p95=round(percentile(totals, 0.95), 3),
            stages_p50={s: round(percentile([x[s] for x in stages], 0.5), 3) for s in stages[0]},
            index_seconds=round(index_seconds, 2),
            views=views,
            refused=refused,
        )


_DEFAULT: Final = Setting()


async def measure(
    workspace: Workspace,
    dataset: Dataset,
    *,
    ks: Sequence[int] = (1, 5, 10, 30),
    setting: Setting = _DEFAULT,
    lessons: Sequence[Query] = (),
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Measured:
    """Return how well, and how fast, the queries of a benchmark find their tools.

    `lessons` are requests whose tools are told as feedback before, one after the other;
    `progress` hears (stage, done, of).
    """
    started = time.perf_counter()
    definitions = Definitions.of(dataset)
    index = await indexed(workspace, definitions, progress)
    index_seconds = time.perf_counter() - started
    await _teach(workspace, lessons, definitions.ids, progress)
    rankings: list[tuple[Query, Ranking]] = []
    stages: list[dict[str, float]] = []
    for done, query in enumerate(dataset.queries, 1):
        ranking, laps = await _ask(workspace, index, query, definitions, setting)
        rankings.append((query, ranking))
        stages.append(laps)
        progress("queries", done, len(dataset.queries))
    await workspace.engine.drop(CATALOGUE)
    known = (*index_schema(workspace.encoders).searched, SPARSE_VIEW)
    return Measured.of(
        dataset,
        rankings,
        [sum(laps.values()) for laps in stages],
        stages,
        ks=ks,
        index_seconds=index_seconds,
        views=tuple(v for v in known if setting.views is None or v in setting.views),
        refused=definitions.refused,
    )


@dataclass(frozen=True, slots=True)
class Definitions:
    """The tools of a benchmark, no two with one id; `ids` are the benchmark's own, by tool id."""

    tools: tuple[Tool, ...]
    ids: Mapping[str, str]
    refused: int

    @classmethod
    def of(cls, dataset: Dataset) -> "Definitions":
        """Read the definitions of a benchmark; those that cannot be read are counted."""
        reading = read([dict(tool) for tool in dataset.tools], format="mcp")
        tools: list[Tool] = []
        ids: dict[str, str] = {}
        for parsed in reading.parsed:
            tool = _unique(parsed, ids)
            tools.append(tool)
            ids[tool.id] = str(dataset.tools[parsed.index]["id"])
        return cls(tuple(tools), ids, len(reading.refused))

    def allowed(self, query: Query) -> frozenset[str] | None:
        """Return the tools that a query for which nothing fits is measured against; None for all.

        Elsewhere than among its candidates, something may fit it.
        """
        if query.relevant or query.candidates is None:
            return None
        return self.named(query.candidates)

    def named(self, wanted: Collection[str]) -> frozenset[str]:
        """Return the tools that have these ids in the benchmark."""
        known = frozenset(wanted)
        return frozenset(tool_id for tool_id, own in self.ids.items() if own in known)


async def indexed(
    workspace: Workspace, definitions: Definitions, progress: Callable[[str, int, int], None]
) -> ToolIndex:
    """Return an index of these tools, in the catalogue `CATALOGUE`."""
    stored = [StoredTool(tool, 1, 0.0, 0.0, "mcp", None) for tool in definitions.tools]
    index = await workspace.engine.open(CATALOGUE, create=True)
    for start in range(0, len(stored), _BATCH):
        await index.upsert(await encode_tools(workspace, stored[start : start + _BATCH]))
        progress("tools", min(start + _BATCH, len(stored)), len(stored))
    return index


async def _teach(
    workspace: Workspace,
    lessons: Sequence[Query],
    ids: Mapping[str, str],
    progress: Callable[[str, int, int], None],
) -> None:
    """Give feedback for every lesson."""
    tool_of = {known: tool_id for tool_id, known in ids.items()}
    for done, lesson in enumerate(lessons, 1):
        used = tuple(tool_of[i] for i in lesson.relevant if i in tool_of)
        if used:
            await learn(workspace, Feedback(lesson.text, used, catalogue=CATALOGUE))
        progress("lessons", done, len(lessons))


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
    definitions: Definitions,
    setting: Setting,
) -> tuple[Ranking, dict[str, float]]:
    """Return what one query is offered in the benchmark's ids, and the time of each stage."""
    turn = turn_of(query, setting)
    t0 = time.perf_counter()
    asked = await encode(workspace, turn)
    if setting.views is not None:
        asked = replace(asked, vectors=tuple(_kept(v, setting.views) for v in asked.vectors))
    t1 = time.perf_counter()
    which = ToolFilter(only=definitions.allowed(query))
    retrieved = await search(index, turn, asked, which)
    retrieved = await with_producers(index, turn, retrieved, which)
    t2 = time.perf_counter()
    floor = retrieved.floor
    ids = definitions.ids
    offered = [(ids[s.tool_id], chance) for s, chance in retrieved.ranked if chance >= floor]
    laps = {"encode": t1 - t0, "search": t2 - t1}
    return (
        tuple(offered[:HARD_CAP]),
        {stage: seconds * 1000 for stage, seconds in laps.items()},
    )


def turn_of(query: Query, setting: Setting = _DEFAULT) -> Turn:
    """Return the turn of a query, with its conversation unless the setting leaves it out."""
    said = messages(query, setting)
    conversation = conversation_of(said) if said else None
    return Turn(
        query=query.text,
        conversation=conversation,
        producers=setting.producers,
        min_relevance=setting.min_relevance,
    )


def messages(query: Query, setting: Setting) -> list[Mapping[str, Any]]:
    """Return the conversation up to a query, empty where it stands alone."""
    if not (query.history and setting.history and query.text.strip()):
        return []
    return [*query.history, {"role": "user", "content": query.text}]


def _kept(vectors: PointVectors, views: Sequence[str]) -> PointVectors:
    """Return the vectors of these views only."""
    sparse = vectors.sparse if SPARSE_VIEW in views else SparseVector((), ())
    return PointVectors({v: x for v, x in vectors.dense.items() if v in views}, sparse)
