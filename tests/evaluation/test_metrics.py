"""Metrics against somebody else's: ir-measures, scikit-learn."""

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, R, Success, nDCG
from sklearn.metrics import f1_score, roc_auc_score

from toolrag.evaluation.metrics import (
    all_at,
    area_under_curve,
    best_f1,
    ndcg,
    percentile,
    recall,
    reciprocal_rank,
)

ids = st.lists(st.integers(0, 60).map(str), unique=True)


@given(ids.filter(lambda found: len(found) > 0), ids.filter(lambda found: len(found) > 0))
def test_metrics_are_those_of_ir_measures(ranking: list[str], relevant: list[str]) -> None:
    qrels = [ir_measures.Qrel("q", doc, 1) for doc in relevant]
    run = [ir_measures.ScoredDoc("q", doc, -float(i)) for i, doc in enumerate(ranking)]
    measures = [R @ 5, R @ 30, nDCG @ 10, RR, Success @ 1]
    expected = ir_measures.calc_aggregate(measures, qrels, run)
    assert recall(ranking, relevant, 5) == pytest.approx(expected[R @ 5])
    assert recall(ranking, relevant, 30) == pytest.approx(expected[R @ 30])
    assert ndcg(ranking, relevant, 10) == pytest.approx(expected[nDCG @ 10])
    assert reciprocal_rank(ranking, relevant) == pytest.approx(expected[RR])
    assert all_at(ranking, relevant, 30) == float(set(relevant) <= set(ranking[:30]))
    assert (reciprocal_rank(ranking, relevant) == 1.0) == (expected[Success @ 1] == 1.0)


def test_recall_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="something relevant"):
        recall(["a"], [], 5)


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3, 1, 2], 0.5, 2), ([1], 0.95, 1), (list(range(1, 101)), 0.95, 95), ([1, 2], 0.0, 1)],
)
def test_percentiles_by_nearest_rank(values, share: float, expected: float) -> None:
    assert percentile(values, share) == expected


@given(st.lists(st.integers(0, 20), min_size=1), st.lists(st.integers(0, 20), min_size=1))
def test_area_and_f1_are_those_of_scikit_learn(true: list[int], false: list[int]) -> None:
    told, scores = [1] * len(true) + [0] * len(false), [*true, *false]
    assert area_under_curve(true, false) == pytest.approx(roc_auc_score(told, scores))
    bars = [f1_score(told, [score >= bar for score in scores]) for bar in set(scores)]
    assert best_f1(true, false) == pytest.approx(max(bars))
