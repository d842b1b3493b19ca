"""`toolrag bench --http`: the same measurement on a running service, as its clients see it."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from toolrag.cli.bench_run import progress
from toolrag.domain.turn import HARD_CAP
from toolrag.evaluation.quality import Ranking
from toolrag.formats import mcp
from toolrag.journeys.measure import Definitions, Measured, Setting, messages

if TYPE_CHECKING:
    from toolrag.client import ToolragClient
    from toolrag.evaluation.dataset import Dataset, Query

# Removed before and after; a name that nobody else's catalogue should have.
_CATALOGUE: Final = "toolrag-bench"
_BATCH: Final = 500


async def measure_service(
    client: "ToolragClient", dataset: "Dataset", setting: Setting, ks: Sequence[int]
) -> Measured:
    """Register a benchmark in a catalogue of its own, ask every query, and remove it again.

    Latencies are those of whole requests in milliseconds, one after the other; stages are the
    service's own.
    """
    known = Definitions.of(dataset)
    await _forget(client)
    started = time.perf_counter()
    await _register(client, known)
    index_seconds = time.perf_counter() - started
    rankings: list[tuple[Query, Ranking]] = []
    latencies: list[float] = []
    stages: list[Mapping[str, float]] = []
    for done, query in enumerate(dataset.queries, 1):
        asked = time.perf_counter()
        answer = await client.route(**_request(query, known, setting))
        latencies.append((time.perf_counter() - asked) * 1000)
        stages.append(answer["timings_ms"])
        ranking = sorted(answer["tools"], key=lambda tool: tool["rank"])
        rankings.append((query, tuple((known.ids[t["id"]], t["score"]) for t in ranking)))
        progress("queries", done, len(dataset.queries))
    await _forget(client)
    return Measured.of(
        dataset,
        rankings,
        latencies,
        stages,
        ks=ks,
        index_seconds=index_seconds,
        views=(),
        refused=known.refused,
    )


async def _register(client: "ToolragClient", known: Definitions) -> None:
    for start in range(0, len(known.tools), _BATCH):
        batch = known.tools[start : start + _BATCH]
        document = [{**mcp.render(t, t.name), "server": t.server} for t in batch]
        await client.register(document, catalogue=_CATALOGUE, format="mcp", lint="off")
        progress("tools", min(start + _BATCH, len(known.tools)), len(known.tools))


async def _forget(client: "ToolragClient") -> None:
    if any(found["name"] == _CATALOGUE for found in await client.catalogues()):
        await client.drop(_CATALOGUE)


def _request(query: "Query", known: Definitions, setting: Setting) -> dict[str, Any]:
    allowed = known.allowed(query)
    said = messages(query, setting)
    return {
        "query": None if said else query.text,
        "messages": said or None,
        "catalogue": _CATALOGUE,
        "k": HARD_CAP,
        "min_relevance": setting.min_relevance,
        "producers": setting.producers,
        "exclude": None if allowed is None else [i for i in known.ids if i not in allowed],
    }
