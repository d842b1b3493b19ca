"""What people complain about in other tool routers, as turns that must go well here."""

import asyncio
from collections import Counter

import pytest
from support.seeds import SEEDS, ask, called, ids, seeded_workspace, turned, user

from toolrag.domain.turn import HARD_CAP
from toolrag.evaluation.dataset import load_queries
from toolrag.journeys.register import Registration, register
from toolrag.journeys.workspace import Workspace


@pytest.fixture(scope="module")
def seeded() -> Workspace:
    return seeded_workspace()


def test_the_filter_never_eats_what_the_caller_keeps(seeded: Workspace) -> None:
    kept = ("home/set_thermostat", "mail/send_email")
    answer = turned(seeded, "the capital of Peru", pinned=kept, format="openai")
    assert {*kept} <= {*ids(answer)}
    assert answer.rendered is not None
    assert len(answer.rendered) == len(answer.tools)
    assert {*answer.name_map.values()} == {*ids(answer)}


def test_the_stable_order_is_not_that_of_the_query(seeded: Workspace) -> None:
    pinned = ("home/set_thermostat", "mail/search_messages", "mail/send_email")
    queries = ("mail the list of issues", "set the heating of the hall")
    orders = [ids(turned(seeded, q, pinned=pinned, order="stable", k=20)) for q in queries]
    assert [sorted(order) for order in orders] == orders
    assert turned(seeded, queries[0], order="stable").tools == (
        turned(seeded, queries[0], order="stable").tools
    )


def test_what_fits_nothing_is_offered_nothing(seeded: Workspace) -> None:
    """Lexical search returns whatever shares a word, and the model hunts on."""
    for query in ("How do I knit a scarf?", "你今年几岁了？"):
        answer = turned(seeded, query)
        assert answer.decision.policy == "empty", query
        assert "No tool is relevant enough" in answer.decision.reason


def test_natural_language_never_comes_back_empty(seeded: Workspace) -> None:
    queries = [q for q in load_queries(SEEDS / "queries.jsonl") if q.relevant]
    empty = [q.text for q in queries if not turned(seeded, q.text).tools]
    assert len(empty) <= 0.02 * len(queries), empty


def test_only_the_servers_that_are_allowed(seeded: Workspace) -> None:
    answer = turned(seeded, "find me something", servers=("mail", "calendar"), min_relevance=0.0)
    assert {tool.tool.server for tool in answer.tools} == {"mail", "calendar"}
    assert turned(seeded, "find me something", servers=("none",)).tools == ()


def test_too_many_tools_are_cut_and_not_refused(seeded: Workspace) -> None:
    answer = turned(seeded, "send a message", min_relevance=0.0)
    assert answer.decision.catalogue_size > 6 * HARD_CAP
    assert len(answer.tools) == HARD_CAP
    assert {dropped.reason for dropped in answer.dropped} == {"cap"}


def test_an_answer_to_a_question_stays_with_its_tool(seeded: Workspace) -> None:
    """The call failed for want of a place; what follows is the place, and no search of the web."""
    failed = called("weather__current_weather", '{"error": "location is required"}')
    question = {"role": "assistant", "content": "Where are you?"}
    messages = [user("What is the weather like?"), *failed, question, user("I'm in London")]
    assert ids(ask(seeded, messages))[0].startswith("weather/")


def test_a_clear_request_is_not_drowned_by_its_history(seeded: Workspace) -> None:
    """Raw history lowered others' accuracy below that of the current message alone."""
    past = [m for _ in range(3) for m in (user("Refund order 17"), user("Is it refunded now?"))]
    request = "Turn on the lights in the kitchen"
    assert ids(ask(seeded, [*past, user(request)]))[0] == ids(turned(seeded, request))[0]


def test_two_servers_may_have_a_tool_of_one_name() -> None:
    workspace = seeded_workspace()
    for server, what in (("shop", "products of the shop"), ("wiki", "pages of the wiki")):
        definition = {"name": "search", "description": f"Search the {what}."}
        asyncio.run(register(workspace, Registration([definition], server=server, lint="off")))
    answer = turned(workspace, "search", format="openai")
    assert {"shop/search", "wiki/search"} <= {*ids(answer)[:3]}
    names = Counter(answer.name_map)
    assert len(names) == len(answer.tools)
    assert {answer.name_map[name] for name in names} == {*ids(answer)}


@pytest.mark.parametrize(
    ("definition", "query"),
    [
        ({"name": "zaiko", "description": "商品の在庫を調べる。"}, "この商品の在庫はありますか"),
        ({"name": "yoyaku", "description": "レストランの席を予約する。"}, "夕食の席を予約して"),
        (
            {"name": "baesong", "description": "상품의 배송 상태를 조회합니다."},
            "배송 상태 알려줘",
        ),
        ({"name": "kuaidi", "description": "查询包裹的物流轨迹。"}, "查一下物流轨迹"),
    ],
)
def test_tools_in_languages_without_spaces_are_found(
    definition: dict[str, str], query: str
) -> None:
    workspace = seeded_workspace()
    asyncio.run(register(workspace, Registration([definition], server="east", lint="off")))
    assert ids(turned(workspace, query))[0] == f"east/{definition['name']}"


def test_other_words_than_the_tools_reach_them(seeded: Workspace) -> None:
    queries = load_queries(SEEDS / "queries_other_words.jsonl")
    found = [bool({*q.relevant} & {*ids(turned(seeded, q.text, k=10))}) for q in queries]
    assert sum(found) >= 0.8 * len(found)
