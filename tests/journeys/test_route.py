"""Routing: the invariants of every answer."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.hash_encoder import HashEncoder
from support.workspaces import definition, memory_workspace

from toolrag.domain.selection import Dropped
from toolrag.domain.turn import Turn
from toolrag.errors import (
    BudgetTooSmallError,
    CapExceededError,
    CatalogueNotFoundError,
    FormatUnknownError,
    InvalidInputError,
    QueryInvalidError,
    ToolNotFoundError,
)
from toolrag.formats.registry import ENTRY_FORMATS
from toolrag.journeys.register import Registration, register
from toolrag.journeys.route import Answer, route
from toolrag.journeys.workspace import Workspace

THINGS = [
    "invoice",
    "weather",
    "ticket",
    "flight",
    "branch",
    "contact",
    "channel",
    "photo",
    "door",
    "file",
    "room",
    "song",
]
VERBS = ["create", "find", "delete", "send", "archive", "translate"]


async def filled(workspace: Workspace, size: int) -> Workspace:
    """Register `size` tools on three servers; neighbours differ by verb or thing."""
    definitions: dict[str, list[dict[str, Any]]] = {"one": [], "two": [], "three": []}
    for i in range(size):
        verb, thing = VERBS[(i // len(THINGS)) % len(VERBS)], THINGS[i % len(THINGS)]
        made = definition(f"{verb}_{thing}_{i}", f"{verb} the {thing} number {i}")
        definitions[list(definitions)[i % 3]].append({**made, "tags": [verb]})
    for server, made_of in definitions.items():
        if made_of:
            await register(workspace, Registration(made_of, server=server))
    return workspace


@pytest.fixture(scope="module")
def big() -> Workspace:
    return asyncio.run(filled(memory_workspace(), 144))


def all_ids(workspace: Workspace) -> list[str]:
    index = asyncio.run(workspace.engine.open("default"))
    return sorted(index._entries)


def plain(answer: Answer) -> Answer:
    return replace(answer, timings_ms={})


turns = st.builds(
    Turn,
    query=st.sampled_from(["create an invoice", "天气", "send the song to a channel", "zzz", "🎉"]),
    k=st.integers(1, 30),
    token_budget=st.none() | st.integers(1, 3000),
    min_relevance=st.none() | st.floats(0, 1),
    servers=st.none() | st.lists(st.sampled_from(["one", "two", "nowhere"])).map(tuple),
    tags=st.none() | st.lists(st.sampled_from([*VERBS, "nothing"])).map(tuple),
    format=st.sampled_from(["none", *ENTRY_FORMATS]),
    order=st.sampled_from(["relevance", "edges", "stable"]),
)


@settings(max_examples=150)
@given(turns, st.data())
def test_every_answer_keeps_the_invariants(big: Workspace, turn: Turn, data) -> None:
    ids = all_ids(big)
    pinned = data.draw(st.lists(st.sampled_from(ids), unique=True, max_size=turn.k))
    exclude = data.draw(st.lists(st.sampled_from([i for i in ids if i not in pinned]), unique=True))
    turn = replace(turn, pinned=tuple(pinned), exclude=tuple(exclude))
    try:
        answer = asyncio.run(route(big, turn))
    except BudgetTooSmallError:
        assert pinned
        assert turn.token_budget is not None
        return
    offered = {tool.tool.id: tool for tool in answer.tools}
    assert len(answer.tools) == len(offered) <= turn.k <= 30
    assert set(pinned) <= set(offered)
    assert not set(exclude) & set(offered)
    tokens = sum(tool.tokens for tool in answer.tools)
    assert answer.usage.offered_tokens == tokens
    assert turn.token_budget is None or tokens <= turn.token_budget
    for tool_id, tool in offered.items():
        if tool_id not in pinned:
            assert turn.servers is None or tool.tool.server in turn.servers
            assert turn.tags is None or set(turn.tags) & set(tool.tool.tags)
            assert turn.min_relevance is None or tool.score >= turn.min_relevance
    assert sorted(answer.name_map.values()) == sorted(offered)
    assert (answer.rendered is None) == (turn.format == "none")
    assert not {dropped.tool_id for dropped in answer.dropped} & set(offered)
    assert len(answer.dropped) <= 30
    ranked = sorted(answer.tools, key=lambda tool: tool.rank)
    assert [tool.rank for tool in ranked] == list(range(1, len(ranked) + 1))
    assert [t.score for t in ranked] == sorted((t.score for t in ranked), reverse=True)
    assert plain(asyncio.run(route(big, turn))) == plain(answer)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("size", "policy", "banner"),
    [
        (1, "pass_through", "ok"),
        (12, "pass_through", "ok"),
        (30, "pass_through", "ok"),
        (31, "routed", "route"),
        (100, "routed", "route"),
        (101, "routed", "must_route"),
    ],
)
async def test_policy_and_banner_by_size(size: int, policy: str, banner: str) -> None:
    workspace = await filled(memory_workspace(), size)
    answer = await route(workspace, Turn("create an invoice"))
    assert answer.decision.policy == policy
    assert answer.decision.banner == banner
    assert answer.decision.catalogue_size == size
    assert answer.decision.reason
    if policy == "pass_through":
        assert len(answer.tools) == size
        assert answer.usage.saved_tokens == 0


@pytest.mark.anyio
async def test_thirty_clearly_different_tools_pass_whole() -> None:
    workspace = memory_workspace()
    made = [definition(f"{a}{b}", f"{a}{b} {b}{a} {a}x{b}") for a in "qwxzj" for b in "abcdef"]
    await register(workspace, Registration(made))
    answer = await route(workspace, Turn("anything at all"))
    assert answer.decision.policy == "pass_through"
    assert len(answer.tools) == 30


@pytest.mark.anyio
async def test_a_small_catalogue_with_twins_is_routed_and_reported() -> None:
    workspace = memory_workspace()
    for server in ("a", "b"):
        twin = definition("send_message", "Send a message to a channel.", text={"type": "string"})
        await register(workspace, Registration([twin], server=server))
    both = Turn("tell the channel", suppress_duplicates=False)
    answer = await route(workspace, both)
    assert answer.decision.policy == "routed"
    assert answer.overlap.level == "high"
    assert {(p.a, p.b) for p in answer.overlap.pairs} == {("a/send_message", "b/send_message")}
    once = await route(workspace, Turn("tell the channel"))
    assert [tool.tool.id for tool in once.tools] == ["a/send_message"]
    assert once.dropped == (Dropped("b/send_message", "duplicate", "a/send_message"),)
    assert once.overlap.level == "clear"


@pytest.fixture(scope="module")
def twins() -> Workspace:
    """Forty tools, and one that two servers have."""
    workspace = asyncio.run(filled(memory_workspace(), 40))
    for server in ("a", "b"):
        twin = definition("tell_channel", "Tell a channel the news.", text={"type": "string"})
        asyncio.run(register(workspace, Registration([twin], server=server)))
    return workspace


async def offered(workspace: Workspace, query: str, **asked: Any) -> tuple[list[str], Answer]:
    answer = await route(workspace, Turn(query, min_relevance=0.0, **asked))
    return [tool.tool.id for tool in answer.tools], answer


@pytest.mark.anyio
async def test_the_place_of_a_duplicate_goes_to_the_next_best(twins: Workspace) -> None:
    ids, answer = await offered(twins, "give the channel the news", k=3)
    assert len(ids) == 3
    assert len({"a/tell_channel", "b/tell_channel"} & set(ids)) == 1
    (gone,) = [d for d in answer.dropped if d.reason == "duplicate"]
    assert gone.duplicate_of in ids
    both, _ = await offered(twins, "give the channel the news", k=3, suppress_duplicates=False)
    assert {"a/tell_channel", "b/tell_channel"} < set(both)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("tell_channel the news", {}),
        ("give the channel the news", {"pinned": ("a/tell_channel", "b/tell_channel")}),
    ],
    ids=["named", "pinned"],
)
async def test_what_is_named_or_pinned_never_stands_back(twins, query: str, asked) -> None:
    ids, _ = await offered(twins, query, k=5, **asked)
    assert {"a/tell_channel", "b/tell_channel"} <= set(ids)


@pytest.mark.anyio
async def test_a_pinned_duplicate_is_the_one_that_stays(twins: Workspace) -> None:
    for kept in ("a/tell_channel", "b/tell_channel"):
        ids, _ = await offered(twins, "give the channel the news", k=5, pinned=(kept,))
        assert {"a/tell_channel", "b/tell_channel"} & set(ids) == {kept}


@pytest.mark.anyio
async def test_an_empty_catalogue_offers_nothing_and_says_why() -> None:
    workspace = memory_workspace()
    await workspace.engine.open("default", create=True)
    answer = await route(workspace, Turn("hello"))
    assert answer.decision.policy == "empty"
    assert answer.tools == ()
    assert answer.overlap.level == "clear"


@pytest.mark.anyio
async def test_what_was_dropped_has_its_reason(big: Workspace) -> None:
    answer = await route(big, Turn("create an invoice", k=3, exclude=("one/create_invoice_0",)))
    reasons = {dropped.reason for dropped in answer.dropped}
    assert reasons == {"cap"}
    floor = await route(big, Turn("create an invoice", min_relevance=0.9))
    assert {dropped.reason for dropped in floor.dropped} == {"floor"}
    cheap = await route(big, Turn("create an invoice", token_budget=100))
    assert {dropped.reason for dropped in cheap.dropped} >= {"budget"}


@pytest.mark.anyio
async def test_savings_are_counted_over_the_whole_catalogue() -> None:
    workspace = await filled(memory_workspace(), 60)
    answer = await route(workspace, Turn("create an invoice", k=5, format="openai"))
    everything = await route(workspace, Turn("create an invoice", k=30, format="openai"))
    usage = answer.usage
    assert usage.catalogue_tokens == everything.usage.catalogue_tokens > usage.offered_tokens
    assert usage.saved_tokens == usage.catalogue_tokens - usage.offered_tokens
    assert usage.tokenizer in {"cl100k_base", "o200k_base"}
    before = usage.catalogue_tokens
    await register(workspace, Registration([definition("one_more", "A tool more.")]))
    after = (await route(workspace, Turn("x", format="openai"))).usage.catalogue_tokens
    more = (await route(workspace, Turn("x", format="openai", pinned=("one_more",)))).tools
    assert after - before == next(t.tokens for t in more if t.tool.id == "one_more")


@pytest.mark.anyio
async def test_an_example_leads_to_its_tool() -> None:
    workspace = await filled(memory_workspace(), 60)
    made = definition("unlock", "Opens what is shut.")
    asked = Registration([made], examples={"unlock": ("let the plumber in",)})
    before = await route(workspace, Turn("let the plumber in please", k=1))
    await register(workspace, asked)
    after = await route(workspace, Turn("let the plumber in please", k=1))
    assert [t.tool.id for t in before.tools] != ["unlock"]
    assert [t.tool.id for t in after.tools] == ["unlock"]


@pytest.mark.anyio
async def test_a_query_is_encoded_only_where_its_language_is_spoken() -> None:
    english, every = HashEncoder("english", frozenset(["en"])), HashEncoder("every")
    workspace = await filled(memory_workspace(english, every), 40)
    english.encoded.clear()
    answer = await route(workspace, Turn("明天的天气"))
    assert english.encoded == []
    assert all("english" not in tool.views for tool in answer.tools)


BAD = [
    (Turn(""), QueryInvalidError),
    (Turn(" \n"), QueryInvalidError),
    (Turn("x" * 100_000), QueryInvalidError),
    (Turn("x", k=0), CapExceededError),
    (Turn("x", k=31), CapExceededError),
    (Turn("x", k=1, pinned=("a", "b")), CapExceededError),
    (Turn("x", token_budget=0), BudgetTooSmallError),
    (Turn("x", token_budget=3, pinned=("one/create_invoice_0",)), BudgetTooSmallError),
    (Turn("x", pinned=("no/such",)), ToolNotFoundError),
    (Turn("x", pinned=("a",), exclude=("a",)), InvalidInputError),
    (Turn("x", order="random"), InvalidInputError),
    (Turn("x", format="soap"), FormatUnknownError),
    (Turn("x", catalogue="nowhere"), CatalogueNotFoundError),
]


@pytest.mark.anyio
@pytest.mark.parametrize(("turn", "error"), BAD, ids=range(len(BAD)))
async def test_a_turn_that_cannot_be_answered_says_why(big, turn: Turn, error) -> None:
    with pytest.raises(error) as caught:
        await route(big, turn)
    assert caught.value.detail
    assert caught.value.hint
