"""What can be confused in one turn."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolrag.domain.overlap import Overlap, Pair
from toolrag.retrieval.overlap.report import BAR
from toolrag.retrieval.overlap.turn import Standing, closeness, for_turn, plausible

scores = st.floats(-5, 5)
shares = st.floats(0, 1)

TWINS = Pair(
    "a/find",
    "b/search",
    probability=0.95,
    sameness=0.95,
    basis="sameness",
    percentile=0.999,
    reasons=(),
    advice="Say which.",
    cases=("on a", "on b"),
    sentences=("", ""),
    contrasted=False,
)
STRANGERS = replace(TWINS, probability=0.1, sameness=0.1)


def standing(a: float, b: float, relevance: float = 0.8) -> dict[str, Standing]:
    return {"a/find": Standing(a, relevance), "b/search": Standing(b, relevance)}


def in_turn(pair: Pair, seen: dict[str, Standing], *, single: bool = True) -> Overlap:
    general = Overlap("high", (pair,) if pair.sameness >= BAR else (), (), ())
    return for_turn(general, [pair], seen, single=single)


@given(scores, scores, shares)
def test_the_closer_the_scores_the_likelier_the_lower_one(a: float, b: float, same: float) -> None:
    assert 0 < closeness(a, b, same) <= closeness(a, a, same) == 1
    assert closeness(a, b, same) == closeness(b, a, same)
    assert closeness(a, b, same) >= closeness(a, b)


@given(scores, scores, shares, shares, shares)
def test_a_turn_keeps_probabilities(
    a: float, b: float, same: float, one: float, two: float
) -> None:
    pair = replace(TWINS, sameness=same, probability=same)
    seen = {"a/find": Standing(a, one), "b/search": Standing(b, two)}
    for told in in_turn(pair, seen).pairs:
        assert BAR <= told.probability <= 1
        assert told.sameness == same


def test_twins_that_the_request_tells_apart_are_no_pair_of_the_turn() -> None:
    assert in_turn(TWINS, standing(2.0, 2.0)).pairs[0].basis == "turn"
    assert in_turn(TWINS, standing(2.0, -1.5)).pairs == ()


def test_unlike_tools_that_fit_a_request_equally_are_one() -> None:
    (pair,) = in_turn(STRANGERS, standing(2.0, 1.95)).pairs
    assert pair.probability >= BAR > pair.sameness
    assert pair.reasons[0].signal == "turn"
    assert pair.reasons[0].text == (
        "For this request both are plausible: the one that scores lower is meant in 48 of 100 such "
        "cases. Use 'a/find' on a, 'b/search' on b."
    )
    assert in_turn(STRANGERS, standing(2.0, 0.5)).pairs == ()


@pytest.mark.parametrize(
    "pair", [replace(STRANGERS, contrasted=True), replace(STRANGERS, percentile=0.5)]
)
def test_tools_that_tell_or_have_nothing_in_common_are_not(pair: Pair) -> None:
    assert in_turn(pair, standing(2.0, 2.0)).pairs == ()


def test_of_several_things_asked_for_each_has_its_own_tool() -> None:
    assert in_turn(STRANGERS, standing(2.0, 2.0), single=False).pairs == ()
    assert in_turn(TWINS, standing(2.0, 2.0), single=False).pairs


def test_tools_without_a_score_are_as_alike_as_ever() -> None:
    assert in_turn(TWINS, {}).pairs == (TWINS,)


def test_only_tools_that_could_be_meant_are_compared() -> None:
    seen = {"a": Standing(2.0, 0.9), "b": Standing(1.9, 0.8), "c": Standing(-1.0, 0.01)}
    assert plausible(seen) == ["a", "b"]
    assert plausible({"a": Standing(2.0, 0.1), "b": Standing(2.0, 0.1)}) == []
