import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolrag.retrieval.fusion import SEARCH_DEPTH, ViewHits, best_per_tool, fuse, view_hits

VIEWS = ("bm25", "minilm", "use")
IDS = [f"t{i}" for i in range(12)]
ALL = {i: frozenset(VIEWS) for i in IDS}
scores = st.dictionaries(st.sampled_from(IDS), st.floats(0, 10, allow_nan=False), max_size=12)


def hits(found: dict[str, float], views: dict[str, frozenset[str]] = ALL) -> ViewHits:
    return ViewHits(found, min(found.values(), default=0.0), views)


@given(st.dictionaries(st.sampled_from(VIEWS), scores, max_size=3))
def test_every_tool_once_and_best_first(found: dict[str, dict[str, float]]) -> None:
    ranking = fuse({view: hits(s) for view, s in found.items()})
    ids = [fused.tool_id for fused in ranking]
    assert sorted(ids) == sorted({i for s in found.values() for i in s})
    order = [(-fused.score, fused.tool_id) for fused in ranking]
    assert order == sorted(order)


@given(st.dictionaries(st.sampled_from(VIEWS), scores, min_size=1, max_size=3), st.randoms())
def test_the_order_of_the_input_does_not_matter(found, chance) -> None:
    def shuffled(items):
        items = list(items)
        chance.shuffle(items)
        return dict(items)

    one = fuse({view: hits(s) for view, s in found.items()})
    other = fuse({v: hits(shuffled(s.items())) for v, s in shuffled(found.items()).items()})
    assert [(f.tool_id, f.score) for f in one] == [(f.tool_id, f.score) for f in other]


@given(scores, st.floats(0.1, 50), st.floats(-5, 5))
def test_a_view_on_another_scale_ranks_the_same(found, scale, shift) -> None:
    one = fuse({"use": hits(found)})
    other = fuse({"use": hits({i: s * scale + shift for i, s in found.items()})})
    for a, b in itertools.pairwise([f.tool_id for f in one]):
        if found[a] - found[b] > 1e-3:
            ids = [f.tool_id for f in other]
            assert ids.index(a) < ids.index(b)


def test_a_tool_that_a_view_cannot_read_is_not_held_against_it() -> None:
    views = {"en": frozenset(["minilm", "use"]), "zh": frozenset(["use"])}
    views |= {f"x{i}": frozenset(["minilm", "use"]) for i in range(4)}
    found = {
        "use": hits({"zh": 0.9, "en": 0.5, "x0": 0.1, "x1": 0.1, "x2": 0.2, "x3": 0.1}, views),
        "minilm": hits({"en": 0.3, "x0": 0.4, "x1": 0.3, "x2": 0.2, "x3": 0.2}, views),
    }
    assert fuse(found)[0].tool_id == "zh"


def test_equal_tools_come_in_the_order_of_their_ids() -> None:
    found = {"use": hits({"b": 0.5, "a": 0.5, "c": 0.5})}
    assert [f.tool_id for f in fuse(found)] == ["a", "b", "c"]


def test_nothing_found_is_nothing() -> None:
    assert fuse({}) == ()
    assert fuse({"use": hits({})}) == ()


def test_no_more_than_the_depth_comes_back() -> None:
    found = {f"t{i:04}": float(i) for i in range(300)}
    assert len(fuse({"use": ViewHits(found, 0.0, {})})) == SEARCH_DEPTH


def test_a_tool_counts_by_its_best_point() -> None:
    assert best_per_tool([("a", 0.2), ("b", 0.4), ("a", 0.9)]) == {"a": 0.9, "b": 0.4}


@pytest.mark.parametrize(
    ("points", "limit", "sparse", "floor", "kept"),
    [
        ([("a", 3.0), ("b", 1.0)], 5, True, 0.0, {"a", "b"}),
        ([("a", 0.9), ("b", 0.1)], 5, False, 0.1, {"a", "b"}),
        ([("a", 3.0), ("b", 1.0), ("c", 1.0)], 3, True, 1.0, {"a"}),
        ([("a", 0.9), ("a", 0.2)], 2, False, 0.2, {"a"}),
        ([], 5, True, 0.0, set()),
    ],
)
def test_what_lies_beyond_the_limit(points, limit, sparse, floor, kept) -> None:
    found = view_hits(points, {}, limit, sparse=sparse)
    assert found.floor == floor
    assert set(found.scores) == kept
