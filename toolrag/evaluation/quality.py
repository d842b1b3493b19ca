"""How good the offers of many queries are, all figures in one place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from toolrag.evaluation.dataset import Query
from toolrag.evaluation.metrics import (
    all_at,
    calibration_error,
    ndcg,
    percentile,
    recall,
    reciprocal_rank,
)

# The offered tools of a query, best first, each with its relevance.
Ranking: TypeAlias = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """Shares in 0..1.

    `recall` is empty where nothing fits any query; `false_offers`, the share of queries that are
    offered something although nothing fits, is None where something fits all. `offered_p50` is the
    median number of offered tools, `recalls` the recall of each query that something fits, in
    their order, by depth. `chances` are the probabilities of all tools offered to these, each with
    whether it is relevant.
    """

    recall: dict[int, float]
    all_at_30: float
    ndcg_at_10: float
    mrr: float
    false_offers: float | None
    offered_p50: float
    by_language: dict[str, dict[int, float]]
    recalls: dict[int, tuple[float, ...]]
    chances: tuple[tuple[float, bool], ...]

    @property
    def calibration_error(self) -> float:
        """The expected calibration error of the probabilities."""
        return round(calibration_error(self.chances), 4)


def quality(rankings: Sequence[tuple[Query, Ranking]], ks: Sequence[int]) -> Quality:
    """Return the figures over the queries for which something, or nothing, fits."""
    judged = [(q, tuple(_judged(q, r))) for q, r in rankings if q.relevant]
    fitting = [(q, [i for i, _ in r]) for q, r in judged]
    nothing = [r for q, r in rankings if not q.relevant]
    recalls = {k: tuple(recall(r, q.relevant, k) for q, r in fitting) for k in ks if fitting}
    languages = [q.language for q, _ in fitting]
    return Quality(
        recall={k: _mean(values) for k, values in recalls.items()},
        all_at_30=_mean([all_at(r, q.relevant, 30) for q, r in fitting]),
        ndcg_at_10=_mean([ndcg(r, q.relevant, 10) for q, r in fitting]),
        mrr=_mean([reciprocal_rank(r, q.relevant) for q, r in fitting]),
        false_offers=_mean([float(bool(r)) for r in nothing]) if nothing else None,
        offered_p50=percentile([float(len(r)) for _, r in rankings], 0.5),
        chances=tuple((chance, tool in q.relevant) for q, r in judged for tool, chance in r),
        by_language={
            code: {
                k: _mean([v for v, own in zip(values, languages, strict=True) if own == code])
                for k, values in recalls.items()
            }
            for code in sorted(set(languages))
        },
        recalls=recalls,
    )


def _judged(query: Query, ranking: Ranking) -> Iterator[tuple[str, float]]:
    """Yield the ranking; the first of several equals has the relevant one's id, others none."""
    seen: set[str] = set()
    for tool, chance in ranking:
        judged = query.equals.get(tool, tool)
        yield ("" if judged in seen else judged), chance
        seen.add(judged)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
