"""Fit the coefficients of `toolrag.retrieval.relevance` on answered queries."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from toolrag.errors import InvalidInputError
from toolrag.retrieval.logistic import logistic_fit
from toolrag.retrieval.relevance import (
    CALIBRATION,
    Calibration,
    Seen,
    default_floor,
    evidence,
    fit,
    relevances,
)

_Vector = NDArray[np.float64]
# For every request that something fits, so many that nothing fits are assumed.
_NOTHING: Final = 0.5


@dataclass(frozen=True, slots=True)
class Sample:
    """One answered query: what was seen, the scores from the best down, and which were right.

    `wanted` is the number of right tools, found or not; `single` says that one thing was asked
    for, `few` that it was asked among a few given candidates and not in the whole catalogue.
    """

    dataset: str
    seen: Seen
    scores: tuple[float, ...]
    right: tuple[bool, ...]
    wanted: int
    single: bool
    few: bool

    @property
    def fits(self) -> bool:
        """Whether anything that could be offered is right."""
        return any(self.right)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What withholding does to a set: the share of its queries withheld at each bar.

    `right` are those that nothing fits, `wrong` the others; None where there are none of them.
    """

    dataset: str
    right: tuple[float, ...] | None
    wrong: tuple[float, ...] | None
    offered_when_clear: float


def fitted(samples: Sequence[Sample]) -> Calibration:
    """Return the coefficients that maximise the likelihood; every set has the same weight.

    In two steps, as they are used: whether anything fits by the best raw scores, then whether a
    tool is relevant by that evidence, its distance to the best score, and its rank. That nothing
    fits is learned where the right tool is missing among a few candidates: a whole catalogue
    without it often has another one that would do. A view that no sample has keeps what it has.

    Raises:
        InvalidInputError: when no query was asked among candidates, or all of them were.
    """
    used = [sample for sample in samples if sample.fits or (sample.few and sample.wanted)]
    fits = np.array([sample.fits for sample in used], dtype=float)
    if not 0 < fits.sum() < len(fits):
        hint = "Add a folder whose queries have `candidates` and `relevant`, such as bfcl."
        raise InvalidInputError("Nothing tells what it looks like that no tool fits.", hint=hint)
    sizes = Counter((sample.dataset, sample.fits) for sample in used)
    weights = np.array([1 / sizes[sample.dataset, sample.fits] for sample in used])
    weights[fits == 0] *= weights[fits == 1].sum() / weights[fits == 0].sum() * _NOTHING
    views = {view: _by_view(view, used, fits, weights) for view in CALIBRATION.by_view}
    plain = replace(CALIBRATION, by_view=views, together=(1.0, 0.0))
    first = np.array([evidence(sample.seen, plain) or 0.0 for sample in used])
    weight, intercept = logistic_fit(first[:, None], fits, weights)
    known = replace(plain, together=(weight, intercept))
    rows = np.array([row for sample in used for row in _rows(sample, known)])
    per_tool = np.repeat(weights, [len(sample.scores) for sample in used])
    right = np.array([float(r) for sample in used for r in sample.right])
    by_evidence, by_gap, by_rank, base = logistic_fit(rows, right, per_tool)
    return replace(known, intercept=base, evidence=by_evidence, gap=by_gap, log_rank=by_rank)


def _by_view(
    view: str, samples: Sequence[Sample], fits: _Vector, weights: _Vector
) -> tuple[float, float]:
    has = np.array([view in sample.seen.best[0] for sample in samples])
    if not has.any():
        return CALIBRATION.by_view[view]
    best = np.array([[sample.seen.best[0].get(view, 0.0)] for sample in samples])
    weight, intercept = logistic_fit(best[has], fits[has], weights[has])
    return weight, intercept


def _rows(sample: Sample, calibration: Calibration) -> Iterator[tuple[float, float, float]]:
    odds = evidence(sample.seen, calibration) or 0.0
    for rank, score in enumerate(sample.scores, 1):
        yield odds, score - sample.scores[0], float(np.log(rank))


def chances(samples: Sequence[Sample], calibration: Calibration) -> list[tuple[float, bool]]:
    """Return the probability of every tool of every answer, with whether it is right."""
    return [
        pair
        for sample in samples
        for pair in zip(
            relevances(sample.scores, evidence(sample.seen, calibration), calibration),
            sample.right,
            strict=True,
        )
    ]


def outcomes(
    samples: Sequence[Sample], calibration: Calibration, bars: Sequence[float]
) -> Iterator[Outcome]:
    """Yield what withholding below each bar does to each set."""
    for dataset in dict.fromkeys(sample.dataset for sample in samples):
        own = [sample for sample in samples if sample.dataset == dataset]
        fits = [(sample.fits, fit(evidence(sample.seen, calibration))) for sample in own]
        clear = [n for sample in own if (n := _offered_when_clear(sample, calibration))]
        yield Outcome(
            dataset,
            right=_below(bars, [chance for true, chance in fits if not true]),
            wrong=_below(bars, [chance for true, chance in fits if true]),
            offered_when_clear=float(np.median(clear)) if clear else 0.0,
        )


def _below(bars: Sequence[float], chances: Sequence[float]) -> tuple[float, ...] | None:
    """Return the share of the chances below each bar, None for no chances."""
    if not chances:
        return None
    return tuple(sum(chance < bar for chance in chances) / len(chances) for bar in bars)


def _offered_when_clear(sample: Sample, calibration: Calibration) -> int:
    """Return how many tools a clear request for one thing is offered; 0 for any other."""
    odds = evidence(sample.seen, calibration)
    known = relevances(sample.scores, odds, calibration)
    floor = default_floor(odds, known[0], single=sample.single) if known else 0.0
    return sum(chance >= floor for chance in known) if 0 < floor < 1 and sample.fits else 0
