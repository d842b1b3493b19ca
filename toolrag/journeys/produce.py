"""Produce: beside a tool that needs an identifier, offer the one that finds it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from toolrag.domain.tool import Tool
from toolrag.domain.turn import Turn
from toolrag.journeys.retrieve import Produced, Retrieved
from toolrag.ports.index import PointVectors, ToolFilter, ToolIndex
from toolrag.retrieval.combine import Scored
from toolrag.retrieval.fusion import SPARSE_VIEW
from toolrag.retrieval.producers import (
    CONSUMERS,
    LEAST_CHANCE,
    LOOKED_AT,
    MOST_PRODUCERS,
    Need,
    best_producer,
    needs,
)
from toolrag.text.sparse import query_vector

# Producers stand here at the latest: behind what the request itself found best.
_PLACE: Final = 8


async def with_producers(
    index: ToolIndex, turn: Turn, retrieved: Retrieved, which: ToolFilter
) -> Retrieved:
    """Return the ranking with the producers of what its first tools need, moved up or added.

    None is moved where nothing is offered, and none that stands high enough already.
    """
    offered = [(s.tool_id, chance) for s, chance in retrieved.ranked if chance >= retrieved.floor]
    first = [tool_id for tool_id, chance in offered[:CONSUMERS] if chance >= LEAST_CHANCE]
    place = min(_PLACE, turn.k, len(offered) + MOST_PRODUCERS)
    if not turn.producers or not first or place < 2:
        return retrieved
    tools = await _tools(index, first)
    needed = list(needs(tools))[:MOST_PRODUCERS]
    if not needed:
        return retrieved
    asked = [PointVectors({}, query_vector(need.query)) for need in needed]
    found = await index.search(asked, which, LOOKED_AT)
    added: dict[str, Need] = {}
    for need, hits in zip(needed, found, strict=True):
        ids = list(hits[SPARSE_VIEW].scores) if SPARSE_VIEW in hits else []
        producer = best_producer(need, await _tools(index, ids))
        if producer is not None:
            added.setdefault(producer.id, need)
    return _placed(retrieved, added, place, len(offered))


async def _tools(index: ToolIndex, ids: Sequence[str]) -> list[Tool]:
    records = await index.get(ids)
    return [records[tool_id].stored.tool for tool_id in ids if tool_id in records]


def _placed(retrieved: Retrieved, added: dict[str, Need], place: int, offered: int) -> Retrieved:
    """Return the ranking with the added tools among the first `place`, behind what is `offered`."""
    ranked = retrieved.ranked
    high = {scored.tool_id for scored, _ in ranked[: place - 1]}
    moved = [tool_id for tool_id in added if tool_id not in high]
    before = max(0, min(place - len(moved), offered))
    known = {scored.tool_id: scored for scored, _ in ranked}
    score = ranked[before - 1][0].score if before else 0.0
    chance = ranked[before - 1][1] if before else 0.0
    new = [
        (Scored(i, score, known[i].views if i in known else {}, {"producer": score}), chance)
        for i in moved
    ]
    rest = [item for item in ranked if item[0].tool_id not in moved]
    return replace(
        retrieved,
        ranked=(*rest[:before], *new, *rest[before:]),
        produced=tuple(Produced(i, added[i].parameter, added[i].consumer) for i in added),
    )
