"""One ranking from the rankings of several views.

Per query, the scores of each view are standardised over the union of all candidates and summed
with a weight per view. On the public sets this beat reciprocal rank fusion on every one, because
it keeps how far ahead a tool is. The function is pure, so that every engine ranks the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

# The view of the terms; the others are named by their encoders.
SPARSE_VIEW: Final = "bm25"

# How deep each view is searched. 200 ranked no better than 100 on any of the public sets.
SEARCH_DEPTH: Final = 100

# Chosen on ten public sets; the table is in DECISIONS.md. An unnamed encoder gets 1.
VIEW_WEIGHTS: Final[Mapping[str, float]] = {SPARSE_VIEW: 1.0, "minilm": 1.0, "use": 0.7}

# What an encoder makes of server and name alone counts this much of what it makes of the card: on
# two-tool requests recall at 5 rose from 74.6 to 79.6, elsewhere it moved by one point at most.
_NAME_SHARE: Final = 0.4
_NAME_VIEW: Final = ".name"
# What an encoder makes of the wording of a tool is there to compare tools, and is not searched.
_WORDING_VIEW: Final = ".wording"

# Engines differ in the last bits of a 32-bit score.
_SAME: Final = 1e-5


def name_view(encoder: str) -> str:
    """Return the view of an encoder that holds server and name alone.

    >>> name_view("minilm")
    'minilm.name'
    """
    return f"{encoder}{_NAME_VIEW}"


def is_name_view(view: str) -> bool:
    """Tell whether a view holds names alone; encoders have no dot in theirs."""
    return view.endswith(_NAME_VIEW)


def wording_view(encoder: str) -> str:
    """Return the view of an encoder that holds names and descriptions, by which tools compare.

    >>> wording_view("use")
    'use.wording'
    """
    return f"{encoder}{_WORDING_VIEW}"


def is_wording_view(view: str) -> bool:
    """Tell whether a view holds what tools are compared by."""
    return view.endswith(_WORDING_VIEW)


def encoder_of(view: str) -> str:
    """Return the name of the encoder that a dense view is of."""
    return view.partition(".")[0]


def weight_of(view: str) -> float:
    """Return the weight of a view in the fused score."""
    if is_name_view(view):
        return _NAME_SHARE * weight_of(view.removesuffix(_NAME_VIEW))
    return VIEW_WEIGHTS.get(view, 1.0)


@dataclass(frozen=True, slots=True)
class ViewHits:
    """The best tools of one view, best first, and what a tool beyond them scores at most.

    `views` tells for each tool of any view which ones it has a vector in: a tool in a language
    that an encoder does not speak is absent from its view, which says nothing against it.
    """

    scores: Mapping[str, float]
    floor: float
    views: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Fused:
    """A tool's place in the fused ranking, with the raw score of each view that found it."""

    tool_id: str
    score: float
    views: Mapping[str, float]


def best_per_tool(points: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return each tool's best point, best tool first; a tool has a point per example utterance."""
    best: dict[str, float] = {}
    for tool_id, score in points:
        if score > best.get(tool_id, -np.inf):
            best[tool_id] = score
    return dict(sorted(best.items(), key=lambda item: (-item[1], item[0])))


def view_hits(
    points: Sequence[tuple[str, float]],
    views: Mapping[str, frozenset[str]],
    limit: int,
    *,
    sparse: bool,
) -> ViewHits:
    """Return one view's hits from its points, at most `limit` of which were asked for.

    Fewer points than asked for are all there are: beyond them a sparse view scores 0. Otherwise
    whatever is beyond them scores no more than the last; which of several points with that very
    score an engine returns is chance, so none of them is kept.
    """
    scores = best_per_tool(points)
    lowest = min((score for _, score in points), default=0.0)
    if len(points) < limit:
        return ViewHits(scores, 0.0 if sparse else lowest, views)
    above = {tool_id: score for tool_id, score in scores.items() if score > lowest + _SAME}
    return ViewHits(above, lowest, views)


def fuse(hits: Mapping[str, ViewHits]) -> tuple[Fused, ...]:
    """Return the best `SEARCH_DEPTH` of all hits, best first; equal scores in order of their ids.

    A tool's score is the weighted mean of its standardised scores over the views that it has.
    """
    ids = sorted({tool_id for view in hits.values() for tool_id in view.scores})
    if not ids:
        return ()
    place = {tool_id: i for i, tool_id in enumerate(ids)}
    total = np.zeros(len(ids))
    weight_sum = np.zeros(len(ids))
    for name, view in sorted(hits.items()):
        has_view = _has_view(name, view.views, ids)
        raw = np.full(len(ids), view.floor)
        raw[[place[tool_id] for tool_id in view.scores]] = list(view.scores.values())
        weight = weight_of(name) * has_view
        total += weight * _standardised(raw, has_view)
        weight_sum += weight
    fused = np.divide(total, weight_sum, out=np.zeros(len(ids)), where=weight_sum > 0)
    # Rounded, so that the last bits of an engine's arithmetic cannot reorder equal tools; the
    # ids are in order already, and the sort is stable.
    order = np.argsort(-np.round(fused, 6), kind="stable")[:SEARCH_DEPTH]
    return tuple(_fused(ids[i], float(fused[i]), hits) for i in order.tolist())


def _has_view(
    name: str, views: Mapping[str, frozenset[str]], ids: Sequence[str]
) -> NDArray[np.bool_]:
    """Return which tools have a vector in a view; tools that nothing is known of have one."""
    known = list(map(views.get, ids))
    if all(name in found for found in set(known) if found is not None):
        return np.ones(len(ids), dtype=np.bool_)
    return np.array([found is None or name in found for found in known])


def _fused(tool_id: str, score: float, hits: Mapping[str, ViewHits]) -> Fused:
    views = {name: v.scores[tool_id] for name, v in hits.items() if tool_id in v.scores}
    return Fused(tool_id, round(score, 6), views)


def _standardised(raw: NDArray[np.float64], within: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return z-scores over the tools that have the view; all zero where they do not differ."""
    known = raw[within]
    if known.size == 0:
        return np.zeros_like(raw)
    spread = float(known.std())
    if spread < 1e-6:
        return np.zeros_like(raw)
    standardised: NDArray[np.float64] = (raw - known.mean()) / spread
    return standardised
