"""Baselines and significance, against other people's code where there is some."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test

from toolrag.evaluation.baselines import bm25, dense, keywords, reciprocal
from toolrag.evaluation.comparison import p_value
from toolrag.evaluation.metrics import calibration_error

TOOLS = ["send_mail Send mail to people", "lock_door Lock the front door", "song Play a song"]


def test_keywords_count_shared_words() -> None:
    assert keywords(TOOLS, ["lock the door", "nothing"], 2) == [[1], []]


def test_bm25_finds_the_words() -> None:
    assert [found[:1] for found in bm25(TOOLS, ["send mail", "play"], 3)] == [[0], [2]]


def test_dense_is_the_cosine() -> None:
    rows = np.eye(3, dtype=np.float32)
    assert dense(rows, np.array([[0.1, 0.9, 0.2]], dtype=np.float32), 2) == [[1, 2]]


def test_reciprocal_ranks_reward_agreement() -> None:
    assert reciprocal([[[0, 1, 2]], [[1, 2, 0]]], 3) == [[1, 0, 2]]


@settings(max_examples=20)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=4, max_size=9))
def test_the_p_value_is_that_of_scipy(pairs: list[tuple[float, float]]) -> None:
    ours, theirs = [a for a, _ in pairs], [b for _, b in pairs]

    def mean_difference(one: np.ndarray, other: np.ndarray, axis: int) -> np.ndarray:
        return np.mean(one - other, axis=axis)

    exact = permutation_test(
        (ours, theirs), mean_difference, permutation_type="samples", vectorized=True
    ).pvalue
    assert p_value(ours, theirs) == pytest.approx(exact, abs=0.03)


def test_equal_results_are_no_evidence() -> None:
    assert p_value([0.5, 1.0], [0.5, 1.0]) == 1.0


def test_clear_differences_are() -> None:
    assert p_value([1.0] * 40, [0.0] * 40) < 0.001


def test_the_calibration_error_by_hand() -> None:
    assert calibration_error([]) == 0.0
    assert calibration_error([(0.9, True)] * 9 + [(0.9, False)]) == pytest.approx(0.0)
    assert calibration_error([(0.8, False), (0.1, True)]) == pytest.approx((0.8 + 0.9) / 2)
