"""From scores to the probability that a tool is relevant, and to how many tools a turn needs.

A fused score is relative to its candidates: the best of thousands that do not fit looks like the
best of thousands that do. What tells them apart is how good the best raw score of each view is, in
the view's own terms. What it was fitted on is in DECISIONS.md, 23.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from toolrag.retrieval.fusion import SPARSE_VIEW, ViewHits

# For each view the logistic (weight, intercept) of "something fits" by its best raw score; BM25 in
# units of a word that one tool alone has.
_BY_VIEW: Final[Mapping[str, tuple[float, float]]] = {
    "minilm": (6.07, -1.88),
    "use": (6.78, -1.74),
    SPARSE_VIEW: (0.59, -0.85),
}
# Their mean is too careful, because they agree: (weight, intercept) of the logistic over it.
_TOGETHER: Final = (1.226, -0.159)

# The more tools there are, the likelier one of them fits: log-odds by the logarithm of their number
# over that of the rows (one to eight) that the rest was fitted on.
_PER_TOOL: Final = 0.08
_FEW: Final = 5

# The logistic of "this tool is relevant": intercept, then by the evidence that anything fits, by
# the distance to the best score, and by the logarithm of the rank.
_INTERCEPT: Final = -0.6
_EVIDENCE: Final = 0.548
_GAP: Final = 0.497
_LOG_RANK: Final = -1.204

# Without a floor of the caller's: nothing is offered where it is less likely than this that
# anything fits, and where a request for one thing has a clear best tool, those below the second
# are left out.
LEAST_FIT: Final = 0.33
_CLEAR: Final = 0.6
_CLEAR_FLOOR: Final = 0.012

# What a tool that the request names is at least.
NAMED: Final = 0.5


def evidence(
    found: Sequence[Mapping[str, ViewHits]], unit: float, allowed: int, *, english: bool
) -> float | None:
    """Return the log-odds that anything fits, by the best search of a turn.

    `unit` is the worth of a word that one tool alone has, `allowed` the number of tools that may be
    offered. None where no encoder was calibrated: terms alone say too little against a request in
    other words. That a request that is not `english` shares no word with the tools is no evidence:
    they may be in another language.
    """
    known = [odds for hits in found if (odds := _evidence(hits, unit, english)) is not None]
    if not known:
        return None
    return max(known) + _PER_TOOL * math.log(max(1.0, allowed / _FEW))


def _evidence(hits: Mapping[str, ViewHits], unit: float, english: bool) -> float | None:  # noqa: FBT001 # passed on
    odds: dict[str, float] = {}
    for view, (weight, intercept) in _BY_VIEW.items():
        if view in hits:
            best = max(hits[view].scores.values(), default=0.0)
            odds[view] = weight * (best / unit if view == SPARSE_VIEW else best) + intercept
    terms = odds.pop(SPARSE_VIEW, None)
    if not odds:
        return None
    told = [*odds.values()]
    if terms is not None and (english or terms > min(told)):
        told.append(terms)
    weight, intercept = _TOGETHER
    return weight * sum(told) / len(told) + intercept


def fit(odds: float | None) -> float:
    """Return the probability (0..1, four digits) that anything fits; 1 where nothing is known."""
    return 1.0 if odds is None else _logistic(odds)


def relevances(scores: Sequence[float], odds: float | None) -> tuple[float, ...]:
    """Return the probability of each tool of a ranking, which never rises from rank to rank."""
    return tuple(
        _logistic(
            _INTERCEPT
            + _EVIDENCE * (odds or 0.0)
            + _GAP * (score - scores[0])
            + _LOG_RANK * math.log(rank)
        )
        for rank, score in enumerate(scores, 1)
    )


def default_floor(odds: float | None, best: float, *, single: bool) -> float:
    """Return the least relevance of an offered tool.

    `best` is the relevance of the first one; `single` says that one thing is asked for.
    """
    if fit(odds) < LEAST_FIT:
        return 1.0
    return _CLEAR_FLOOR if single and best >= _CLEAR else 0.0


def _logistic(odds: float) -> float:
    return round(1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, odds)))), 4)
