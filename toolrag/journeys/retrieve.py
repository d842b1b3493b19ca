"""Retrieve: what is searched for, how it is found, and how likely each tool is the right one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolrag.domain.tool import split_id
from toolrag.domain.turn import Turn
from toolrag.journeys.workspace import Workspace, encode_searches
from toolrag.ports.index import PointVectors, ToolFilter, ToolIndex
from toolrag.retrieval.combine import Combined, Scored, combine
from toolrag.retrieval.fusion import SEARCH_DEPTH, SPARSE_VIEW, ViewHits
from toolrag.retrieval.plan import SubQuery, plan
from toolrag.retrieval.relevance import NAMED, Seen, default_floor, evidence, fit, relevances
from toolrag.text.language import language
from toolrag.text.names import mention_keys, names
from toolrag.text.sparse import keys_vector, rare_word


@dataclass(frozen=True, slots=True)
class Encoded:
    """The searches of a turn with their vectors, and what finds the tools that it names."""

    searches: tuple[SubQuery, ...]
    vectors: tuple[PointVectors, ...]
    names: PointVectors


@dataclass(frozen=True, slots=True)
class Produced:
    """A tool that is offered because it finds a parameter that another one needs."""

    tool_id: str
    parameter: str
    consumer: str


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The ranking of a turn, best first, each tool with its relevance (a probability).

    `seen` is what tells whether anything fits, `fit` the probability of it, `floor` the least
    relevance to offer, the caller's or the default one, and `named` are the tools that the request
    names.
    """

    searches: tuple[SubQuery, ...]
    ranked: tuple[tuple[Scored, float], ...]
    history_share: float
    specificity: float
    seen: Seen
    fit: float
    floor: float
    named: tuple[str, ...]
    produced: tuple[Produced, ...] = ()

    @property
    def allowed(self) -> int:
        """How many tools may be offered."""
        return self.seen.allowed


async def encode(workspace: Workspace, turn: Turn) -> Encoded:
    """Return what a turn searches for."""
    searches = plan(turn)
    vectors = await encode_searches(workspace, searches)
    return Encoded(
        searches, tuple(vectors), PointVectors({}, keys_vector(mention_keys(turn.query)))
    )


async def search(index: ToolIndex, turn: Turn, asked: Encoded, which: ToolFilter) -> Retrieved:
    """Return the ranking of a turn among the tools that `which` lets through."""
    *found, by_name = await index.search((*asked.vectors, asked.names), which, SEARCH_DEPTH)
    size = await index.count(ToolFilter())
    allowed = size if which == ToolFilter() else await index.count(which)
    return rank(turn, asked.searches, found, by_name, size, allowed)


def rank(
    turn: Turn,
    searches: tuple[SubQuery, ...],
    found: Sequence[Mapping[str, ViewHits]],
    by_name: Mapping[str, ViewHits],
    size: int,
    allowed: int,
) -> Retrieved:
    """Return the ranking of a turn from its hits.

    `size` is the number of tools there are, `allowed` that of those that may be offered.
    """
    named = _named(turn.query, by_name)
    combined = combine(searches, found, turn.conversation, size, named)
    english = language(turn.query) == "en"
    seen = Seen.of(found, rare_word(size), allowed, english=english)
    odds = evidence(seen)
    ranked = _with_relevance(combined, odds, frozenset(named))
    best = ranked[0][1] if ranked else 0.0
    floor = default_floor(odds, best, single=len(searches) == 1)
    if named:
        floor = min(floor, NAMED)
    return Retrieved(
        searches=searches,
        ranked=ranked,
        history_share=combined.history_share,
        specificity=combined.specificity,
        seen=seen,
        fit=fit(odds),
        floor=floor if turn.min_relevance is None else turn.min_relevance,
        named=named,
    )


def _named(query: str, by_name: Mapping[str, ViewHits]) -> tuple[str, ...]:
    """Return the tools that a query names, of those whose names share a key with it."""
    view = by_name.get(SPARSE_VIEW)
    ids = view.scores if view else {}
    return tuple(i for i in ids if names(query, split_id(i)[1]))


def _with_relevance(
    combined: Combined, odds: float | None, named: frozenset[str]
) -> tuple[tuple[Scored, float], ...]:
    chances = relevances([scored.score for scored in combined.ranked], odds)
    least = max((i for i, s in enumerate(combined.ranked) if s.tool_id in named), default=-1)
    # What stands before a named tool is no less relevant than it.
    return tuple(
        (scored, max(chance, NAMED) if place <= least else chance)
        for place, (scored, chance) in enumerate(zip(combined.ranked, chances, strict=True))
    )
