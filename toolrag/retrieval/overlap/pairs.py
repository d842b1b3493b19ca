"""One pair of tools: how probable it is that both are one capability, why, and what would help."""

from collections.abc import Mapping

import numpy as np

from toolrag.domain.overlap import Pair, Signal
from toolrag.retrieval.overlap.advice import advice
from toolrag.retrieval.overlap.background import percentile
from toolrag.retrieval.overlap.contrast import (
    foreign,
    named_apart,
    other_work,
    points_to,
    told_apart,
)
from toolrag.retrieval.overlap.features import Features
from toolrag.retrieval.overlap.model import Against, probability
from toolrag.retrieval.overlap.words import signals_of, told_apart_signal, wording_signal

# What is next to nothing is not told.
_LEAST_VALUE = 0.005


def against(a: Features, b: Features) -> Against:
    """Return what speaks against two tools being one capability."""
    return Against(
        by_names=a.server == b.server or not (a.lead and b.lead),
        told_apart=told_apart(a, b),
        named_apart=named_apart(a, b),
        other_work=other_work(a, b),
        contrasted=points_to(a, b) + points_to(b, a),
    )


def explained(a: Features, b: Features, upper: float, cosines: Mapping[str, float]) -> Pair:
    """Return a pair with the sentence of every signal that says something, strongest first.

    `upper` are the log-odds before what speaks against the pair, `cosines` those of the wordings,
    by view, NaN where an encoder does not read both.
    """
    contra = against(a, b)
    sameness = probability(upper + contra.logit())
    places = dict(_percentiles(a, b, cosines))
    reasons = [*signals_of(a, b)]
    reasons += [wording_signal(view, place) for view, place in places.items()]
    if contra.told_apart:
        reasons.append(told_apart_signal(a, b))
    told = [Signal(r.signal, round(r.value, 4), r.text) for r in reasons if r.value >= _LEAST_VALUE]
    told.sort(key=lambda reason: -reason.value)
    help_ = advice(a, b)
    return Pair(
        a.tool_id,
        b.tool_id,
        probability=sameness,
        sameness=sameness,
        basis="sameness",
        percentile=round(float(np.mean(list(places.values()))), 4) if places else None,
        reasons=tuple(told),
        advice=help_.text,
        cases=help_.cases,
        contrasted=contra.contrasted > 0,
        sentences=help_.sentences,
    )


def _percentiles(a: Features, b: Features, cosines: Mapping[str, float]) -> list[tuple[str, float]]:
    unspaced = foreign(a) and foreign(b)
    placed = [
        (view, percentile(view, cosine, unspaced=unspaced))
        for view, cosine in cosines.items()
        if not np.isnan(cosine)
    ]
    return [(view, place) for view, place in placed if place is not None]
