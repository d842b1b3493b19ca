"""Choose: from the ranking of a turn to the tools that are offered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from toolrag.domain.overlap import Overlap
from toolrag.domain.selection import Candidate, Dropped, Policy, Selection
from toolrag.domain.turn import HARD_CAP, Turn
from toolrag.journeys.catalogue import tool_not_found
from toolrag.journeys.retrieve import Retrieved
from toolrag.journeys.tokens import most_tokens, shape
from toolrag.ports.index import Record, ToolFilter, ToolIndex
from toolrag.ports.tokens import TokenCounter
from toolrag.retrieval.combine import Scored
from toolrag.retrieval.overlap.duplicates import duplicates
from toolrag.retrieval.overlap.report import among, pairs_of, report
from toolrag.retrieval.overlap.turn import Standing, for_turn, plausible
from toolrag.retrieval.select import select

# How far down the ranking a cheaper tool is looked for where the best do not fit the budget.
_CONSIDERED: Final = 2 * HARD_CAP
# How many more than are offered are looked at where near-identical ones stand back.
_SPARE: Final = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """What was selected, with the tools themselves, and how alike all that were looked at are."""

    selection: Selection
    records: Mapping[str, Record]
    policy: Policy
    reason: str
    alike: Overlap


async def choose(
    index: ToolIndex,
    turn: Turn,
    retrieved: Retrieved,
    which: ToolFilter,
    counter: TokenCounter,
) -> Choice:
    """Select, and let a small and clear catalogue pass whole.

    Raises:
        InvalidInputError: for a budget below what is pinned.
        ToolNotFoundError: for a pinned tool that is not in the catalogue.
    """
    ranked, size = retrieved.ranked, retrieved.allowed
    pinned = list(dict.fromkeys(turn.pinned))
    considered = _considered(turn)
    near = [scored.tool_id for scored, _ in ranked[:considered]]
    small = size <= min(HARD_CAP, turn.k) and turn.min_relevance is None
    if small:
        page = await index.page(which, limit=HARD_CAP)
        near = [stored.tool.id for stored in page.tools]
    records = await index.get(list(dict.fromkeys((*pinned, *near))))
    missing = next((tool_id for tool_id in pinned if tool_id not in records), None)
    if missing is not None:
        raise tool_not_found(missing, turn.catalogue)
    known = list(records.values())
    alike = report([record.stored.tool for record in known], [record.vectors for record in known])
    make = _candidates(ranked, records, turn, counter)
    if small and len({*near, *pinned}) <= turn.k:
        whole = _pass_through(make, turn, records, alike)
        if whole is not None:
            return whole
    twins = _duplicates(turn, retrieved, records, alike)
    selection = select(
        [make(tool_id) for tool_id in pinned],
        [make(tool_id) for tool_id in _ordered(ranked, records, twins)],
        k=turn.k,
        token_budget=turn.token_budget,
        floor=retrieved.floor,
        duplicates=twins,
    )
    beyond = _beyond(ranked[considered:], retrieved.floor)
    whole_selection = Selection(selection.offered, selection.dropped + beyond)
    return _routed(whole_selection, records, size, alike)


def _considered(turn: Turn) -> int:
    """Return how many of the best tools are looked at: some may not fit, or be duplicates."""
    if turn.token_budget is not None:
        return _CONSIDERED
    return turn.k + (_SPARE if turn.suppress_duplicates else 0)


def _ordered(
    ranked: Sequence[tuple[Scored, float]],
    records: Mapping[str, Record],
    twins: Mapping[str, frozenset[str]],
) -> list[str]:
    """Return the tools that were read, best first.

    Of two near-identical ones with one score that with more examples comes first, then the older.
    """
    order = [scored for scored, _ in ranked if scored.tool_id in records]

    def place(tool_id: str) -> tuple[int, float]:
        stored = records[tool_id].stored
        return -len(stored.utterances), stored.created_at

    for i, (a, b) in enumerate(pairwise(list(order))):
        tied = a.score == b.score and b.tool_id in twins.get(a.tool_id, ())
        if tied and place(b.tool_id) < place(a.tool_id):
            order[i], order[i + 1] = b, a
    return [scored.tool_id for scored in order]


def _duplicates(
    turn: Turn, retrieved: Retrieved, records: Mapping[str, Record], alike: Overlap
) -> Mapping[str, frozenset[str]]:
    """Return which tools stand back for which; none that the request names or that is pinned."""
    if not turn.suppress_duplicates:
        return {}
    tools = {tool_id: record.stored.tool for tool_id, record in records.items()}
    kept = {*turn.pinned, *retrieved.named}
    found = duplicates(alike.pairs, tools)
    return {tool_id: others for tool_id, others in found.items() if tool_id not in kept}


def _beyond(ranked: Sequence[tuple[Scored, float]], floor: float) -> tuple[Dropped, ...]:
    """Return why the tools further down the ranking were not even considered."""
    return tuple(
        Dropped(fused.tool_id, "floor" if chance < floor else "cap") for fused, chance in ranked
    )


def _candidates(
    ranked: Sequence[tuple[Scored, float]],
    records: Mapping[str, Record],
    turn: Turn,
    counter: TokenCounter,
) -> Callable[[str], Candidate]:
    """Return how to make a candidate of a tool id; one that no view found has no relevance."""
    known = {fused.tool_id: (fused, chance) for fused, chance in ranked}

    def make(tool_id: str) -> Candidate:
        fused, chance = known.get(tool_id, (Scored(tool_id, 0.0, {}, {}), 0.0))
        tool = records[tool_id].stored.tool
        tokens = most_tokens(tool, shape(turn.format), counter) if turn.token_budget else 0
        views = {**fused.views, **fused.why}
        return Candidate(tool_id, chance, tokens, views, tool_id in turn.pinned)

    return make


def _pass_through(
    make: Callable[[str], Candidate], turn: Turn, records: Mapping[str, Record], alike: Overlap
) -> Choice | None:
    """Return the whole of a small catalogue, None where it costs too much or is not clear."""
    candidates = [make(tool_id) for tool_id in records]
    candidates.sort(key=lambda c: (-c.relevance, c.tool_id))
    cost = sum(candidate.tokens for candidate in candidates)
    fits = turn.token_budget is None or cost <= turn.token_budget
    if not candidates or not fits or alike.level != "clear":
        return None
    reason = f"{len(candidates)} clearly different tools: the whole catalogue is offered."
    whole = Selection(tuple(candidates), ())
    return Choice(whole, records, "pass_through", reason, alike)


def _routed(
    selection: Selection, records: Mapping[str, Record], size: int, alike: Overlap
) -> Choice:
    count = len(selection.offered)
    if count == 0:
        reason = "No tool is relevant enough." if size else "No tool may be offered here."
        return Choice(selection, records, "empty", reason, alike)
    reason = f"{count} of {size} tools fit this turn."
    return Choice(selection, records, "routed", reason, alike)


def overlap_in_turn(choice: Choice, retrieved: Retrieved) -> Overlap:
    """Return which of the offered tools can be confused in this turn.

    Scores are relative to each other: among a few tools they say too little of how close two are.
    """
    offered = {candidate.tool_id for candidate in choice.selection.offered}
    if retrieved.allowed <= HARD_CAP:
        return among(choice.alike, offered)
    standing = {
        scored.tool_id: Standing(scored.score, chance)
        for scored, chance in retrieved.ranked
        if scored.tool_id in offered
    }
    near = [choice.records[tool_id] for tool_id in plausible(standing)]
    tools, vectors = [r.stored.tool for r in near], [r.vectors for r in near]
    pairs = pairs_of(tools, vectors, min_probability=0.0)
    single = len(retrieved.searches) == 1
    return for_turn(among(choice.alike, offered), pairs, standing, single=single)
