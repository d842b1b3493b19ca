"""One ranking of a turn from the rankings of its searches.

The request's own ranking is the base. What its best clause finds is added, so that each of several
things asked for gets its tools; the conversation takes a share, the larger the less the request
says by itself; and servers that were called already are likely to be called again.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from toolrag.domain.tool import split_id
from toolrag.domain.turn import Conversation
from toolrag.retrieval.fusion import SEARCH_DEPTH, SPARSE_VIEW, Fused, ViewHits, fuse
from toolrag.retrieval.plan import SubQuery
from toolrag.text.names import squeezed
from toolrag.text.sparse import rare_word

# Chosen on the two-tool requests, and on single ones, which must not lose: DECISIONS.md, 21.
CLAUSE_WEIGHT: Final = 0.3
# A tool that no clause finds stands about this far down each clause's ranking.
_UNFOUND: Final = -0.5

# Chosen on bfcl_multiturn/miss_param and sgd/train: DECISIONS.md, 22. The history's share falls
# from the first to the second as the request's own words say more.
MOST_HISTORY: Final = 0.9
LEAST_HISTORY: Final = 0.0
# What answers a question says little of what was asked for, however rare its words.
LEAST_HISTORY_OF_ANSWER: Final = 0.3
# How many rare words of one tool a request has that needs no history, and how soft that is.
SPECIFIC: Final = 1.5
_SOFTNESS: Final = 0.4
SERVER_BOOST: Final = 1.0

# So many places at the front are kept for tools that the request names.
_NAMED: Final = 3

# A tool that failed so often, and never since worked, goes behind the others.
FAILURES: Final = 3
_DEMOTION: Final = 5.0


@dataclass(frozen=True, slots=True)
class Scored:
    """A tool in a turn's ranking: its score, the raw scores of the views, and what moved it."""

    tool_id: str
    score: float
    views: Mapping[str, float]
    why: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Combined:
    """A turn's ranking, best first. `history_share` is 0 where the conversation had no say.

    `specificity` counts the rare words that the request shares with the best tool.
    """

    ranked: tuple[Scored, ...]
    history_share: float
    specificity: float


def combine(
    searches: Sequence[SubQuery],
    found: Sequence[Mapping[str, ViewHits]],
    conversation: Conversation | None,
    size: int,
    named: Collection[str] = (),
) -> Combined:
    """Return the ranking of a turn; `found[i]` are the hits of `searches[i]`, the request first.

    `size` is the number of tools in the catalogue, `named` are the tools that the request names:
    they are among the first three.
    """
    fused = [fuse(hits) for hits in found]
    by_kind = _rankings(searches, fused)
    specific = specificity(found[0], size)
    share = 0.0
    if conversation is not None and by_kind.history is not None:
        share = history_share(specific, answers=conversation.asked)
    known = _views(fused)
    moved = {tool_id: _sources(tool_id, by_kind, share) for tool_id in (*known, *named)}
    if conversation is not None:
        _experience(moved, conversation)
    scores = {tool_id: round(sum(why.values()), 4) for tool_id, why in moved.items()}
    order = sorted(scores, key=lambda tool_id: (-scores[tool_id], tool_id))
    if by_kind.parts and not share:
        best = [tool.tool_id for tool in fused[0] if "failed" not in moved[tool.tool_id]]
        order = _lifted(order, best[:1], 1)
    order = _lifted(order, list(named), _NAMED)[:SEARCH_DEPTH]
    # What was lifted scores as what it was lifted over: a better rank never has a lower score.
    best_below = list(accumulate((scores[i] for i in reversed(order)), max))[::-1]
    ranked = tuple(
        Scored(tool_id, score, known.get(tool_id, {}), moved[tool_id])
        for tool_id, score in zip(order, best_below, strict=True)
    )
    return Combined(ranked, round(share, 3), round(specific, 3))


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The fused scores of a search, and that of a tool that it did not find."""

    scores: Mapping[str, float]
    unfound: float

    @classmethod
    def of(cls, fused: Sequence[Fused], unfound: float | None = None) -> "_Ranking":
        """Return a ranking in which a tool that was not found is no better than the last."""
        scores = {tool.tool_id: tool.score for tool in fused}
        return cls(scores, min(scores.values(), default=0.0) if unfound is None else unfound)

    def score(self, tool_id: str) -> float:
        return self.scores.get(tool_id, self.unfound)


@dataclass(frozen=True, slots=True)
class _Rankings:
    """The rankings of the request, of the history where there is one, and of other searches."""

    request: _Ranking
    history: _Ranking | None
    parts: Sequence[_Ranking]


def _rankings(searches: Sequence[SubQuery], fused: Sequence[Sequence[Fused]]) -> _Rankings:
    by_kind = [(search.kind, found) for search, found in zip(searches, fused, strict=True)]
    history = next((found for kind, found in by_kind if kind == "history" and found), None)
    return _Rankings(
        request=_Ranking.of(fused[0]),
        history=None if history is None else _Ranking.of(history),
        parts=[
            _Ranking.of(found, _UNFOUND)
            for kind, found in by_kind
            if kind not in ("request", "history")
        ],
    )


def _lifted(order: list[str], wanted: list[str], among: int) -> list[str]:
    """Return `order` with the `wanted` among the first so many, otherwise as it was."""
    place = {tool_id: i for i, tool_id in enumerate(order)}
    lifted = set(sorted(set(wanted), key=lambda tool_id: place[tool_id])[:among])
    rest = [tool_id for tool_id in order if tool_id not in lifted]
    first = {*lifted, *rest[: among - len(lifted)]}
    return [*(i for i in order if i in first), *(i for i in order if i not in first)]


def specificity(hits: Mapping[str, ViewHits], size: int) -> float:
    """Return the best BM25 score, in units of what a word that one tool alone has is worth."""
    view = hits.get(SPARSE_VIEW)
    best = max(view.scores.values(), default=0.0) if view else 0.0
    return best / rare_word(size)


def history_share(specific: float, *, answers: bool = False) -> float:
    """Return how much the conversation counts (0..1) for a request of this specificity.

    `answers` tells that it answers a question of the assistant's.
    """
    least = LEAST_HISTORY_OF_ANSWER if answers else LEAST_HISTORY
    vague = 1 / (1 + math.exp(-(SPECIFIC - specific) / _SOFTNESS))
    return least + (MOST_HISTORY - least) * vague


def is_call_of(called: str, tool_id: str) -> bool:
    """Tell whether a name that a model called is this tool's, with or without its server."""
    server, name = split_id(tool_id)
    return squeezed(called) in (squeezed(name), squeezed(f"{server} {name}"))


def _views(fused: Iterable[Sequence[Fused]]) -> dict[str, Mapping[str, float]]:
    """Return the raw scores of every tool's views, from the first search that found it."""
    known: dict[str, Mapping[str, float]] = {}
    for ranking in fused:
        for tool in ranking:
            known.setdefault(tool.tool_id, tool.views)
    return known


def _sources(tool_id: str, rankings: _Rankings, share: float) -> dict[str, float]:
    """Return what each search adds to a tool's score."""
    why = {"request": (1 - share) * rankings.request.score(tool_id)}
    if rankings.history is not None:
        why["history"] = share * rankings.history.score(tool_id)
    if rankings.parts:
        best = max(_UNFOUND, *(part.score(tool_id) for part in rankings.parts))
        why["clauses"] = CLAUSE_WEIGHT * (1 - share) * best
    return {source: round(value, 4) for source, value in why.items()}


def _experience(moved: Mapping[str, dict[str, float]], conversation: Conversation) -> None:
    """Add what the calls so far say of each tool."""
    servers = {split_id(tool_id)[0] for tool_id in moved} - {""}
    called = {s for s in servers if any(_is_of(c, s) for c in set(conversation.called))}
    failing = [name for name, count in conversation.failed.items() if count >= FAILURES]
    for tool_id, why in moved.items():
        if split_id(tool_id)[0] in called:
            why["called_server"] = SERVER_BOOST
        if any(is_call_of(name, tool_id) for name in failing):
            why["failed"] = -_DEMOTION


def _is_of(called: str, server: str) -> bool:
    """Tell whether a called name begins with this server's, as rendered or with a dot."""
    begin, rest = called[: len(server)], called[len(server) :]
    return squeezed(begin) == squeezed(server) and rest[:1] in ("_", ".", "/", "-")
