"""What can be confused in one turn: how alike two tools are, and how close the request finds them.

Two tools far apart in general can be close for a request, and twins far apart. How much a distance
of scores says was measured: over 154 696 pairs of a right and a wrong tool on fourteen benchmarks
the right one had the lower score with the probability 1 / (1 + exp(1.4 * distance)) (Bradley and
Terry, 1952); fitted on each benchmark alone the slope is 1.2 to 1.7 on eleven of them. Between
tools that are the same scores say less: over 573 such pairs with a sameness of at least 0.9 the
slope is 0.96, over 763 less alike ones 1.3.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from toolrag.domain.overlap import Overlap, Pair, Signal
from toolrag.retrieval.overlap.report import BAR, overlap_of

_SLOPE: Final = 1.4
_SLOPE_OF_SAME: Final = 0.9
# Unlike tools are confused where a request fits both: those that are nearer than nine in ten
# unrelated pairs, the more the nearer.
_RELATED: Final = 0.9
# So many of the best tools are looked at pair by pair, however unlike they are.
PLAUSIBLE: Final = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """How a tool stands in a turn: its score, and its relevance (a probability)."""

    score: float
    relevance: float


def closeness(a: float, b: float, sameness: float = 0.0) -> float:
    """Return twice the probability that the lower of two scores is that of the right tool.

    >>> closeness(2.0, 2.0)
    1.0
    >>> closeness(2.0, 0.5) < 0.25 < closeness(2.0, 0.5, sameness=1.0)
    True
    """
    slope = _SLOPE + (_SLOPE_OF_SAME - _SLOPE) * sameness
    return 2.0 / (1.0 + math.exp(slope * abs(a - b)))


def for_turn(
    alike: Overlap, near: Sequence[Pair], standing: Mapping[str, Standing], *, single: bool
) -> Overlap:
    """Return the report on the offered tools for one turn.

    `alike` is the report on them in general, `near` are pairs of the best tools that may be less
    alike. `single` says that one thing is asked for: of several, each has its own tool.
    """
    known = {(pair.a, pair.b): pair for pair in (*near, *alike.pairs)}
    pairs = [_in_turn(pair, standing, single=single) for pair in known.values()]
    return overlap_of([pair for pair in pairs if pair.probability >= BAR], alike.clashes)


def plausible(standing: Mapping[str, Standing]) -> list[str]:
    """Return the best tools of a turn, those that it could as well be about."""
    best = sorted(standing, key=lambda i: (-standing[i].relevance, i))[:PLAUSIBLE]
    near = (
        pair
        for pair in combinations(best, 2)
        if max(standing[i].relevance for i in pair) * closeness(*(standing[i].score for i in pair))
        >= BAR
    )
    return sorted({tool_id for pair in near for tool_id in pair})


def _in_turn(pair: Pair, standing: Mapping[str, Standing], *, single: bool) -> Pair:
    a, b = standing.get(pair.a), standing.get(pair.b)
    if a is None or b is None:
        return pair
    close = closeness(a.score, b.score, pair.sameness)
    alike = pair.sameness * close
    other = _by_request(pair, max(a.relevance, b.relevance)) * close if single else 0.0
    probability = round(1.0 - (1.0 - alike) * (1.0 - (1.0 - pair.sameness) * other), 4)
    reason = Signal("turn", round(close, 4), _said(pair, close))
    return replace(pair, probability=probability, basis="turn", reasons=(reason, *pair.reasons))


def _by_request(pair: Pair, relevance: float) -> float:
    """Return how probable it is that a request fits both of two tools that are not the same."""
    if pair.percentile is None or pair.contrasted:
        return 0.0
    return relevance * max(0.0, (pair.percentile - _RELATED) / (1.0 - _RELATED))


def _said(pair: Pair, close: float) -> str:
    lower = f"the one that scores lower is meant in {round(50 * close)} of 100 such cases"
    if pair.cases is None:
        return f"For this request both are plausible: {lower}, and nothing tells them apart."
    return (
        f"For this request both are plausible: {lower}. "
        f"Use {pair.a!r} {pair.cases[0]}, {pair.b!r} {pair.cases[1]}."
    )
