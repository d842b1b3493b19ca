"""Metrics of a ranking against what is relevant; binary relevance, values in 0..1.

Manning, Raghavan and Schuetze, "Introduction to Information Retrieval", chapter 8; nDCG with the
logarithmic discount of Jaervelin and Kekaelaeinen (2002).
"""

import math
from collections.abc import Collection, Sequence


def recall(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the share of the relevant that is among the first `k`.

    Raises:
        ValueError: when nothing is relevant, for which there is no recall.
    """
    if not relevant:
        message = "recall needs something relevant"
        raise ValueError(message)
    return len(set(ranking[:k]) & set(relevant)) / len(set(relevant))


def all_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return 1 when all that is relevant is among the first `k`, else 0."""
    return float(recall(ranking, relevant, k) == 1.0)


def ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the discounted gain of the first `k` over the best possible one."""
    wanted = set(relevant)
    gain = sum(_discount(i) for i, found in enumerate(ranking[:k]) if found in wanted)
    ideal = sum(_discount(i) for i in range(min(len(wanted), k)))
    return gain / ideal if ideal else 0.0


def _discount(index: int) -> float:
    return 1.0 / math.log2(index + 2)


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """Return 1 over the rank of the first relevant one, 0 where there is none."""
    wanted = set(relevant)
    return next((1.0 / i for i, found in enumerate(ranking, 1) if found in wanted), 0.0)


def reliability(
    predicted: Sequence[tuple[float, bool]], bins: int = 15
) -> list[tuple[float, float, int]]:
    """Return (mean probability, frequency, size) of each equally wide bin that is not empty."""
    held: dict[int, list[tuple[float, bool]]] = {}
    for chance, true in predicted:
        held.setdefault(min(bins - 1, int(chance * bins)), []).append((chance, true))
    return [
        (sum(p for p, _ in pairs) / len(pairs), sum(t for _, t in pairs) / len(pairs), len(pairs))
        for _, pairs in sorted(held.items())
    ]


def calibration_error(predicted: Sequence[tuple[float, bool]], bins: int = 15) -> float:
    """Return the expected calibration error of (probability, whether it was so) pairs.

    The mean distance between probability and frequency over equally wide bins, weighted by their
    sizes (Naeini, Cooper and Hauskrecht, 2015). 0 for no pairs.
    """
    apart = (abs(said - true) * size for said, true, size in reliability(predicted, bins))
    return sum(apart) / len(predicted) if predicted else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of `values` do not exceed (nearest rank).

    Raises:
        ValueError: for no values.
    """
    if not values:
        message = "a percentile needs values"
        raise ValueError(message)
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def area_under_curve(true: Sequence[float], false: Sequence[float]) -> float:
    """Return how often one of `true` is above one of `false` (0..1), ties as half.

    Raises:
        ValueError: when one of them is empty.
    """
    # A second to import, and only this needs it.
    from scipy.stats import mannwhitneyu

    if not true or not false:
        message = "an area needs values of both kinds"
        raise ValueError(message)
    ranked = mannwhitneyu(true, false, method="asymptotic")
    return float(ranked.statistic) / (len(true) * len(false))


def best_f1(true: Sequence[float], false: Sequence[float]) -> float:
    """Return the F1 of the bar that parts the two best; equal values are on one side of it."""
    found = 0.0
    for bar in sorted({*true}):
        hits = sum(value >= bar for value in true)
        wrong = sum(value >= bar for value in false)
        found = max(found, 2 * hits / (hits + wrong + len(true)))
    return found
