"""From scores to the probability that a tool is relevant, and to how many tools a turn needs.

A fused score is relative to its candidates: the best of thousands that do not fit looks like the
best of thousands that do. What tells them apart is how good the best raw score of each view is, in
the view's own terms. `toolrag calibrate` fits the coefficients; DECISIONS.md, 23, has what on.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolrag.retrieval.fusion import SPARSE_VIEW, ViewHits


@dataclass(frozen=True, slots=True)
class Calibration:
    """The coefficients, all of log-odds.

    `by_view` has for each view the (weight, intercept) of "something fits" by its best raw score;
    their mean is too careful, because they agree, so `together` is a (weight, intercept) over it.
    The rest is of "this tool is relevant": `intercept`, by the `evidence` that anything fits, by
    the `gap` to the best score, and by the logarithm of the rank.
    """

    by_view: Mapping[str, tuple[float, float]]
    together: tuple[float, float]
    intercept: float
    evidence: float
    gap: float
    log_rank: float


CALIBRATION: Final = Calibration(
    by_view={"minilm": (6.07, -1.88), "use": (6.78, -1.74), SPARSE_VIEW: (0.59, -0.85)},
    together=(1.226, -0.159),
    intercept=-0.6,
    evidence=0.548,
    gap=0.497,
    log_rank=-1.204,
)

# The more tools there are, the likelier one of them fits: log-odds by the logarithm of their number
# over that of the rows (one to eight) that the rest was fitted on, up to fifty tools. No benchmark
# tells how much: with more, requests that nothing fits are let through; with less, web searches are
# withheld.
_PER_TOOL: Final = 0.2
_FEW: Final = 5
_MANY: Final = 50

# Without a floor of the caller's: nothing is offered where it is less likely than this that
# anything fits, and where a request for one thing has a clear best tool, those below the second
# are left out.
LEAST_FIT: Final = 0.34
_CLEAR: Final = 0.6
_CLEAR_FLOOR: Final = 0.02

# What a tool that the request names is at least.
NAMED: Final = 0.5


@dataclass(frozen=True, slots=True)
class Seen:
    """What tells whether anything fits a turn.

    `best` has the best raw score of each view, for each search; that of the terms is in units of a
    word that one tool alone has. `allowed` is the number of tools that may be offered.
    """

    best: tuple[Mapping[str, float], ...]
    allowed: int
    english: bool

    @classmethod
    def of(
        cls, found: Sequence[Mapping[str, ViewHits]], unit: float, allowed: int, *, english: bool
    ) -> "Seen":
        """Return what was seen in the hits of the searches; `unit` is the worth of a rare word."""
        return cls(tuple(dict(_best(hits, unit)) for hits in found), allowed, english)


def _best(hits: Mapping[str, ViewHits], unit: float) -> Iterator[tuple[str, float]]:
    for view, of_view in hits.items():
        best = max(of_view.scores.values(), default=0.0)
        yield view, best / unit if view == SPARSE_VIEW else best


def evidence(seen: Seen, calibration: Calibration = CALIBRATION) -> float | None:
    """Return the log-odds that anything fits, by the best search of a turn.

    None where no encoder was calibrated: terms alone say too little against a request in other
    words. That a request that is not English shares no word with the tools is no evidence: they may
    be in another language.
    """
    odds = (_evidence(best, calibration, seen.english) for best in seen.best)
    known = [found for found in odds if found is not None]
    if not known:
        return None
    return max(known) + _PER_TOOL * math.log(min(_MANY, max(_FEW, seen.allowed)) / _FEW)


def _evidence(best: Mapping[str, float], by: Calibration, english: bool) -> float | None:  # noqa: FBT001 # passed on
    odds = {v: weight * best[v] + b for v, (weight, b) in by.by_view.items() if v in best}
    terms = odds.pop(SPARSE_VIEW, None)
    if not odds:
        return None
    told = [*odds.values()]
    if terms is not None and (english or terms > min(told)):
        told.append(terms)
    weight, intercept = by.together
    return weight * sum(told) / len(told) + intercept


def fit(odds: float | None) -> float:
    """Return the probability (0..1, four digits) that anything fits; 1 where nothing is known."""
    return 1.0 if odds is None else _logistic(odds)


def relevances(
    scores: Sequence[float], odds: float | None, calibration: Calibration = CALIBRATION
) -> tuple[float, ...]:
    """Return the probability of each tool of a ranking, which never rises from rank to rank."""
    return tuple(
        _logistic(
            calibration.intercept
            + calibration.evidence * (odds or 0.0)
            + calibration.gap * (score - scores[0])
            + calibration.log_rank * math.log(rank)
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
