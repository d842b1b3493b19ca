"""Turns over the seed tools with a real encoder: conversations, names, and nothing that fits."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.workspaces import shared_counters

from toolrag.adapters import tool_files
from toolrag.adapters.memory_index import MemoryEngine
from toolrag.adapters.use_encoder import UseEncoder
from toolrag.domain.turn import Turn
from toolrag.journeys.register import Registration, register
from toolrag.journeys.route import Answer, route
from toolrag.journeys.workspace import Workspace, index_schema
from toolrag.ports.index import ToolFilter
from toolrag.retrieval.conversation import conversation_of

_ALL = ToolFilter()
SEEDS = Path(__file__).parents[2] / "seed_tools"


@pytest.fixture(scope="module")
def seeded() -> Workspace:
    encoders = (UseEncoder(),)
    engine = MemoryEngine(index_schema(encoders))
    workspace = Workspace(engine, encoders, shared_counters(), clock=lambda: 0.0)

    async def fill() -> None:
        for path in tool_files.find([SEEDS]):
            if path.name != "queries.jsonl":
                document = tool_files.load(path)
                server = tool_files.server_of(path, document)
                await register(workspace, Registration(document, server=server, lint="off"))

    asyncio.run(fill())
    return workspace


def ask(workspace: Workspace, messages: list[dict[str, Any]], **more: Any) -> Answer:
    conversation = conversation_of(messages)
    turn = Turn(query=conversation.last, conversation=conversation, **more)
    return asyncio.run(route(workspace, turn))


def ids(answer: Answer) -> list[str]:
    return [tool.tool.id for tool in answer.tools]


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def called(name: str, result: str) -> list[dict[str, Any]]:
    call = {"id": "c", "type": "function", "function": {"name": name, "arguments": "{}"}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": result},
    ]


def test_do_it_keeps_the_tool_that_was_spoken_of(seeded: Workspace) -> None:
    offer = {"role": "assistant", "content": "Shall I look up the forecast for Paris?"}
    messages = [user("What will the weather be in Paris tomorrow?"), offer, user("do it")]
    answer = ask(seeded, messages, k=5)
    assert "weather/weather_forecast" in ids(answer)
    assert answer.decision.used_history
    assert "History counts" in answer.decision.reason
    alone = asyncio.run(route(seeded, Turn(query="do it", k=5, min_relevance=0.0)))
    assert "weather/weather_forecast" not in ids(alone)


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


@pytest.mark.parametrize("query", ["qwzx vbnm plok", "lorem ipsum dolor sit amet consectetur"])
def test_nothing_fits(seeded: Workspace, query: str) -> None:
    answer = asyncio.run(route(seeded, Turn(query=query)))
    assert answer.tools == ()
    assert answer.decision.policy == "empty"
    assert answer.decision.confidence < 0.33
    assert {dropped.reason for dropped in answer.dropped} == {"floor"}


def test_pinned_tools_stay_where_nothing_fits(seeded: Workspace) -> None:
    turn = Turn(query="qwzx vbnm plok", pinned=("mail/send_email",))
    assert ids(asyncio.run(route(seeded, turn))) == ["mail/send_email"]


def test_a_floor_of_zero_offers_everything(seeded: Workspace) -> None:
    answer = asyncio.run(route(seeded, Turn(query="qwzx vbnm plok", min_relevance=0.0)))
    assert len(answer.tools) == 30
