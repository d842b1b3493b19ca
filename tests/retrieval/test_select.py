import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolrag.domain.selection import Candidate
from toolrag.errors import BudgetTooSmallError
from toolrag.retrieval.order import ordered
from toolrag.retrieval.select import select


@st.composite
def candidates(draw: st.DrawFn, pinned: bool = False) -> list[Candidate]:
    ids = draw(st.lists(st.integers(0, 200), unique=True, max_size=30 if pinned else 80))
    made = [
        Candidate(
            f"{'p' if pinned else 't'}{i}",
            draw(st.floats(0, 1)),
            draw(st.integers(1, 400)),
            {},
            pinned,
        )
        for i in ids
    ]
    return sorted(made, key=lambda c: (-c.relevance, c.tool_id))


@given(
    candidates(pinned=True),
    candidates(),
    st.integers(1, 30),
    st.none() | st.integers(1, 8000),
    st.floats(0, 1),
)
def test_the_invariants_hold(pinned, ranked, k, budget, floor) -> None:
    cost = sum(c.tokens for c in pinned)
    if budget is not None and cost > budget:
        with pytest.raises(BudgetTooSmallError):
            select(pinned, ranked, k=k, token_budget=budget, floor=floor)
        return
    selection = select(pinned, ranked, k=k, token_budget=budget, floor=floor)
    ids = [c.tool_id for c in selection.offered]
    assert len(ids) == len(set(ids)) <= max(k, len(pinned)) <= 30
    assert {c.tool_id for c in pinned} <= set(ids)
    assert budget is None or sum(c.tokens for c in selection.offered) <= budget
    assert all(c.relevance >= floor for c in selection.offered if not c.pinned)
    assert not {d.tool_id for d in selection.dropped} & set(ids)
    assert len(selection.dropped) <= 30


def test_a_cheaper_tool_further_down_still_fits() -> None:
    ranked = [
        Candidate(n, r, t, {}) for n, r, t in (("a", 0.9, 50), ("b", 0.8, 80), ("c", 0.7, 40))
    ]
    selection = select([], ranked, k=30, token_budget=100, floor=0.0)
    assert [c.tool_id for c in selection.offered] == ["a", "c"]
    assert [(d.tool_id, d.reason) for d in selection.dropped] == [("b", "budget")]


@pytest.mark.parametrize("n", range(31))
def test_edges_put_the_best_outside_and_the_weakest_in_the_middle(n: int) -> None:
    placed = ordered(list(range(n)), "edges", lambda i: (str(i), ""))
    assert sorted(placed) == list(range(n))
    if n > 1:
        assert placed[0] == 0
        assert placed[-1] == 1
    if n:
        middle = placed.index(n - 1)
        assert abs(middle - (n - 1) / 2) <= 0.5
        assert placed[: middle + 1] == sorted(placed[: middle + 1])
        assert placed[middle:] == sorted(placed[middle:], reverse=True)


def test_relevance_and_stable_orders() -> None:
    assert ordered(["b", "c", "a"], "relevance", lambda s: (s, "")) == ["b", "c", "a"]
    assert ordered(["b", "c", "a"], "stable", lambda s: (s, "")) == ["a", "b", "c"]


@given(candidates(), st.data(), st.integers(1, 30), st.none() | st.integers(1, 8000))
def test_of_duplicates_one_stays_and_the_others_point_to_it(ranked, data, k, budget) -> None:
    ids = [c.tool_id for c in ranked]
    pairs = (
        data.draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)))) if ids else []
    )
    twins: dict[str, set[str]] = {}
    for a, b in pairs:
        if a != b:
            twins.setdefault(a, set()).add(b)
            twins.setdefault(b, set()).add(a)
    duplicates = {tool_id: frozenset(others) for tool_id, others in twins.items()}
    chosen = select([], ranked, k=k, token_budget=budget, floor=0.0, duplicates=duplicates)
    offered = {c.tool_id for c in chosen.offered}
    assert not any(others & offered for tool_id, others in duplicates.items() if tool_id in offered)
    for dropped in chosen.dropped:
        if dropped.reason == "duplicate":
            assert dropped.duplicate_of in offered & duplicates[dropped.tool_id]
