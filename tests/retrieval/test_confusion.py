"""How often requests for one tool find another, counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from toolrag.domain.overlap import Pair
from toolrag.retrieval.intervals import wilson
from toolrag.retrieval.overlap.confusion import Counted, with_own_sentences, with_utterances

PAIR = Pair("a", "b", 0.9, 0.9, "sameness", 0.99, (), "", None, ("", ""), contrasted=False)


@given(st.integers(1, 500), st.data())
def test_the_interval_is_wilsons(count: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, count))
    expected = binomtest(hits, count).proportion_ci(0.95, method="wilson")
    assert wilson(hits, count) == pytest.approx((expected.low, expected.high), abs=1e-4)


def counted(a: list[list[str]], b: list[list[str]]) -> Counted:
    return Counted.of([*(("a", ranking) for ranking in a), *(("b", ranking) for ranking in b)])


def test_who_comes_before_the_owner_takes_the_request() -> None:
    found = counted([["a", "b"], ["b", "a"], ["c", "b", "a"]], [["b"], ["c"]])
    confusion = found.confusion("a", "b")
    assert confusion is not None
    assert (confusion.share, confusion.utterances) == (0.4, 5)
    assert found.confusion("a", "c") is not None
    assert found.confusion("c", "d") is None


def test_without_utterances_a_pair_stays_as_it_is() -> None:
    assert with_utterances(PAIR, counted([], [])) == PAIR


def test_a_few_utterances_are_told_and_do_not_decide() -> None:
    pair = with_utterances(PAIR, counted([["a", "b"]] * 2, [["b"]] * 2))
    assert (pair.probability, pair.basis) == (0.9, "sameness")
    assert pair.confusion is not None
    assert pair.confusion.utterances == 4
    assert pair.reasons[0].text == ("0 of their 4 utterances find the other one first (0 to 49 %).")


@pytest.mark.parametrize(("taken", "probability"), [(0, 0.0), (3, 0.5), (6, 1.0)])
def test_enough_utterances_decide(taken: int, probability: float) -> None:
    rankings = [["b", "a"]] * taken + [["a", "b"]] * (6 - taken)
    pair = with_utterances(PAIR, counted(rankings, [["b", "a"]] * 6))
    assert (pair.probability, pair.basis, pair.sameness) == (probability, "confusion", 0.9)


def test_own_sentences_are_a_reason_and_no_share() -> None:
    one = with_own_sentences(PAIR, counted([["b", "a"]], [["b", "a"]]))
    assert (one.probability, one.confusion) == (PAIR.probability, None)
    assert (one.reasons[0].signal, one.reasons[0].value) == ("own_sentences", 0.5)
    assert one.reasons[0].text == "The first sentence of 'a' finds the other one first."
    both = with_own_sentences(PAIR, counted([["b", "a"]], [["a", "b"]]))
    assert both.reasons[0].value == 1.0
    assert with_own_sentences(PAIR, counted([["a"]], [["b"]])) == PAIR


def test_pairs_that_only_utterances_confuse_are_found() -> None:
    found = counted([["b", "a"]] * 5 + [["a", "b"]] * 2, [["a", "b"]] * 2 + [["b"]] * 3)
    assert found.confused(0.5) == {("a", "b")}
    assert found.confused(1.0) == {("a", "b")}
    assert counted([["b", "a"]] * 3, [["b"]] * 3).confused(0.5) == set()
