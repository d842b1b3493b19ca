"""Turns over the seed tools with a real encoder: conversations, names, and nothing that fits."""

import asyncio
from typing import Any

import pytest
from support.seeds import SEEDS, ask, called, ids, seeded_workspace, user

from toolrag.domain.turn import Turn
from toolrag.errors import ToolNotFoundError
from toolrag.evaluation.dataset import load_queries
from toolrag.journeys.learn import Feedback, forget, learn, learned
from toolrag.journeys.register import Registration, register
from toolrag.journeys.route import route
from toolrag.journeys.workspace import Workspace
from toolrag.ports.index import ToolFilter
from toolrag.retrieval.learning import MOST_AT_ONCE
from toolrag.retrieval.relevance import LEAST_FIT

_ALL = ToolFilter()


@pytest.fixture(scope="module")
def seeded() -> Workspace:
    return seeded_workspace()


def test_do_it_keeps_the_tool_that_was_spoken_of(seeded: Workspace) -> None:
    offer = {"role": "assistant", "content": "Shall I look up the forecast for Paris?"}
    messages = [user("What will the weather be in Paris tomorrow?"), offer, user("do it")]
    answer = ask(seeded, messages, k=5)
    assert "weather/weather_forecast" in ids(answer)
    assert answer.decision.used_history
    assert "History counts" in answer.decision.reason
    alone = asyncio.run(route(seeded, Turn(query="do it", k=5, min_relevance=0.0)))
    assert "weather/weather_forecast" not in ids(alone)


def test_an_answer_to_a_question_keeps_its_subject(seeded: Workspace) -> None:
    asked = {"role": "assistant", "content": "To which card, and for which order and customer?"}
    told = {"role": "assistant", "content": "I can do that."}
    first, last = user("Book a table for two tonight"), user("refund payment order 1733")
    answer, request = (ask(seeded, [first, said, last]) for said in (asked, told))
    assert "History counts 3" in answer.decision.reason  # 30-odd per cent
    assert "History counts 4 %" in request.decision.reason


def test_a_new_subject_is_not_buried_under_the_old_one(seeded: Workspace) -> None:
    messages = [
        user("What will the weather be in Paris tomorrow?"),
        {"role": "assistant", "content": "Sunny, 21 degrees."},
        user("Refund the payment of order 1733 to the customer's card"),
    ]
    assert ids(ask(seeded, messages))[0].startswith(("payments/", "shangcheng/"))


def test_a_server_that_was_called_comes_forward(seeded: Workspace) -> None:
    first = [user("Show me the open pull requests of the website repository")]
    again = [*called("forge__list_pull_requests", '[{"number": 7}]'), user("now merge that one")]
    with_call = ids(ask(seeded, [*first, *again], k=8))
    without = ids(ask(seeded, [*first, user("now merge that one")], k=8))

    def share(found: list[str]) -> int:
        return sum(tool_id.startswith("forge/") for tool_id in found)

    assert share(with_call) >= share(without)
    assert share(with_call) >= 5


def test_a_tool_that_failed_three_times_is_demoted_with_the_reason(seeded: Workspace) -> None:
    start = [user("What will the weather be in Paris tomorrow?")]
    failing = called("weather__weather_forecast", '{"error": "upstream timeout"}')
    assert ids(ask(seeded, start))[0] == "weather/weather_forecast"
    twice, thrice = ask(seeded, [*start, *failing * 2]), ask(seeded, [*start, *failing * 3])
    assert ids(twice)[0] == "weather/weather_forecast"
    assert "weather/weather_forecast" not in ids(thrice)[:3]
    assert "Demoted after 3 failures: weather/weather_forecast" in thrice.decision.reason


@pytest.mark.parametrize(
    "query",
    [
        "weather_forecast",
        "I'd like to use weather_forecast, and to mail the result to my boss in London",
        "run weatherForecast for the house, the garden, the street and the town",
        "weather forcast please: rent, flights, issues, invoices, songs",
        "weather.weather_forecast",
    ],
)
def test_a_named_tool_is_among_the_first_three(seeded: Workspace, query: str) -> None:
    answer = asyncio.run(route(seeded, Turn(query=query)))
    assert "weather/weather_forecast" in ids(answer)[:3]
    assert "Named in the request" in answer.decision.reason


def test_every_seed_tool_of_several_words_hits_by_its_name(seeded: Workspace) -> None:
    async def misses() -> list[str]:
        index = await seeded.engine.open("default")
        page = await index.page(_ALL, limit=500)
        tools = [s.tool for s in page.tools if "_" in s.tool.name]
        same = {t.name: [o.id for o in tools if o.name == t.name] for t in tools}
        missed = []
        for tool in tools:
            answer = await route(seeded, Turn(query=f"please call {tool.name} about the budget"))
            if not set(ids(answer)[:3]) & set(same[tool.name]):
                missed.append(tool.id)
        return missed

    assert asyncio.run(misses()) == []


def test_both_of_two_requests_get_their_tools(seeded: Workspace) -> None:
    query = "Turn off the lights in the living room and then send the invoice to the customer"
    answer = asyncio.run(route(seeded, Turn(query=query, k=10)))
    assert len(answer.decision.sub_queries) == 3
    servers = {tool_id.partition("/")[0] for tool_id in ids(answer)[:5]}
    assert "home" in servers
    assert len(servers) > 1


@pytest.mark.parametrize("query", ["zzz", "How do I knit a scarf?"])
def test_nothing_fits(seeded: Workspace, query: str) -> None:
    answer = asyncio.run(route(seeded, Turn(query=query)))
    assert answer.tools == ()
    assert answer.decision.policy == "empty"
    assert answer.decision.confidence < LEAST_FIT
    assert {dropped.reason for dropped in answer.dropped} == {"floor"}


def test_pinned_tools_stay_where_nothing_fits(seeded: Workspace) -> None:
    turn = Turn(query="zzz", pinned=("mail/send_email",))
    assert ids(asyncio.run(route(seeded, turn))) == ["mail/send_email"]


def test_a_floor_of_zero_offers_everything(seeded: Workspace) -> None:
    answer = asyncio.run(route(seeded, Turn(query="zzz", min_relevance=0.0)))
    assert len(answer.tools) == 30


def test_feedback_leads_to_the_tool_at_once() -> None:
    workspace = seeded_workspace()
    request = "The thing in the corner is humming again, make it stop"
    before = ids(asyncio.run(route(workspace, Turn(query=request, k=3, min_relevance=0.0))))
    assert "home/set_thermostat" not in before
    feedback = Feedback(request, ("home/set_thermostat",))
    assert [x.outcome for x in asyncio.run(learn(workspace, feedback))] == ["learned"]
    again = "that thing in the corner hums again, please make it stop"
    after = ids(asyncio.run(route(workspace, Turn(query=again, k=3, min_relevance=0.0))))
    assert after[0] == "home/set_thermostat"
    # Taken back where another tool is used for it, and gone from the index.
    other = Feedback(request, ("home/energy_report",), offered=("home/set_thermostat",))
    assert {x.tool_id: x.outcome for x in asyncio.run(learn(workspace, other))} == {
        "home/energy_report": "learned",
        "home/set_thermostat": "taken_back",
    }
    healed = ids(asyncio.run(route(workspace, Turn(query=again, k=3, min_relevance=0.0))))
    assert healed[0] == "home/energy_report"


def test_a_burst_of_wrong_feedback_does_not_take_the_catalogue_over() -> None:
    workspace = seeded_workspace()
    dataset = [q for q in load_queries(SEEDS / "queries.jsonl") if q.relevant]

    def found() -> float:
        answers = [ids(asyncio.run(route(workspace, Turn(query=q.text, k=5)))) for q in dataset]
        return sum(
            len({*q.relevant} & {*a}) / len(q.relevant)
            for q, a in zip(dataset, answers, strict=True)
        ) / len(dataset)

    before = found()
    for query in dataset * 3:
        asyncio.run(learn(workspace, Feedback(query.text, ("payments/refund_payment",))))
    stored = asyncio.run(learned(workspace, "default"))
    assert [(tool_id, len(known)) for tool_id, known in stored] == [
        ("payments/refund_payment", MOST_AT_ONCE)
    ]
    # At most the requests that were taught wrongly themselves are lost.
    assert found() >= before - MOST_AT_ONCE / len(dataset)


def test_feedback_for_an_unknown_tool_teaches_nothing() -> None:
    workspace = seeded_workspace()
    with pytest.raises(ToolNotFoundError):
        asyncio.run(learn(workspace, Feedback("send it", ("mail/send_email", "mail/none"))))
    assert asyncio.run(learned(workspace, "default")) == ()


def test_what_was_learned_survives_a_changed_definition() -> None:
    workspace = seeded_workspace()
    asyncio.run(learn(workspace, Feedback("fetch the parcel", ("mail/send_email",))))
    changed = {"name": "send_email", "description": "Send a letter electronically."}
    asyncio.run(register(workspace, Registration([changed], server="mail", lint="off")))
    assert [known[0].text for _, known in asyncio.run(learned(workspace, "default"))] == [
        "fetch the parcel"
    ]
    asyncio.run(forget(workspace, "default", "mail/send_email"))
    assert asyncio.run(learned(workspace, "default")) == ()


def shop() -> Workspace:
    """Return a workspace in which refunds need an order, and much else speaks of refunds."""
    workspace = seeded_workspace()
    order = {"type": "object", "properties": {"order_ref": {"type": "string"}}}
    order["required"] = ["order_ref"]  # type: ignore[assignment] # a schema
    tools: list[dict[str, Any]] = [
        {"name": "give_money_back", "description": "Refund a purchase.", "inputSchema": order},
        {"name": "search_orders", "description": "Look through past orders by customer."},
    ]
    asyncio.run(register(workspace, Registration(tools, server="till", lint="off")))
    return workspace


def test_what_finds_an_identifier_is_offered_with_what_needs_it() -> None:
    workspace = shop()
    turn = Turn(query="give money back for a purchase", k=6)
    answer = asyncio.run(route(workspace, turn))
    assert ids(answer)[0] == "till/give_money_back"
    assert "till/search_orders" in ids(answer)
    assert "till/search_orders finds the order_ref of till/give_money_back." in (
        answer.decision.reason
    )
    off = Turn(query="give money back for a purchase", k=6, producers=False)
    without = asyncio.run(route(workspace, off))
    assert "till/search_orders" not in ids(without)
    assert len(answer.tools) <= 6


def test_an_excluded_producer_is_not_offered() -> None:
    turn = Turn(query="give money back for a purchase", exclude=("till/search_orders",))
    assert "till/search_orders" not in ids(asyncio.run(route(shop(), turn)))
