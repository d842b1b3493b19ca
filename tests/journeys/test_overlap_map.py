"""The map of a catalogue: kept up to date, with utterances, variants, neighbours and news."""

import asyncio
from typing import Any

import pytest
from support.seeds import seeded_workspace
from support.workspaces import definition, memory_workspace, shared_counters

from toolrag.adapters.memory_index import MemoryEngine
from toolrag.adapters.use_encoder import UseEncoder
from toolrag.domain.overlap import OverlapMap, Pair, Trend
from toolrag.journeys.catalogue import remove_tool
from toolrag.journeys.overlap import catalogue_overlap
from toolrag.journeys.register import Registration, register
from toolrag.journeys.workspace import Workspace, index_schema
from toolrag.retrieval.overlap import report as reports

STRING = {"type": "string"}


@pytest.fixture(scope="module")
def seeded() -> Workspace:
    return seeded_workspace()


def worded() -> Workspace:
    """Return an empty workspace with a real encoder; its clock counts registrations."""
    encoders = (UseEncoder(),)
    plain = memory_workspace()
    return Workspace(
        MemoryEngine(index_schema(encoders)), encoders, shared_counters(), clock=plain.clock
    )


def registered(workspace: Workspace, server: str, *definitions: dict[str, Any]) -> None:
    asked = Registration(list(definitions), server=server, lint="off", mode="partial")
    asyncio.run(register(workspace, asked))


def mapped(workspace: Workspace, **options: Any) -> OverlapMap:
    asked = {"min_probability": 0.5, **options}
    return asyncio.run(catalogue_overlap(workspace, "default", **asked))


def named(found: OverlapMap) -> list[frozenset[str]]:
    return [frozenset((pair.a, pair.b)) for pair in found.overlap.pairs]


def send(name: str, text: str) -> dict[str, Any]:
    return definition(name, text, channel=STRING, text=STRING)


def test_a_new_tool_is_compared_and_the_others_are_not_again(monkeypatch) -> None:
    workspace = worded()
    registered(workspace, "a", send("send_message", "Send a message to a channel."))
    registered(workspace, "b", definition("lock_door", "Lock the front door."))
    assert mapped(workspace).overlap.pairs == ()
    asked: list[Any] = []
    explained = reports.explained

    def heard(*pair: Any) -> Pair:
        asked.append(pair)
        return explained(*pair)

    monkeypatch.setattr(reports, "explained", heard)
    registered(workspace, "c", send("post_message", "Post a message to a channel."))
    twins = frozenset(("a/send_message", "c/post_message"))
    assert named(mapped(workspace)) == [twins]
    assert len(asked) == 1
    assert named(mapped(workspace)) == [twins]
    assert len(asked) == 1
    asyncio.run(remove_tool(workspace, "default", "c/post_message"))
    assert named(mapped(workspace)) == []
    registered(workspace, "c", send("post_message", "Count the birds in the garden."))
    assert twins not in named(mapped(workspace))


def test_what_was_remembered_is_what_is_found_afresh(seeded: Workspace) -> None:
    first = mapped(seeded, min_probability=0.2)
    again, fresh = mapped(seeded), mapped(seeded_workspace())
    assert again.overlap == fresh.overlap
    assert set(named(again)) <= set(named(first))


def test_news_are_the_pairs_of_the_last_registration() -> None:
    workspace = worded()
    asyncio.run(workspace.engine.open("default", create=True))
    assert mapped(workspace).trend is None
    registered(workspace, "a", send("send_message", "Send a message to a channel."))
    registered(workspace, "b", send("post_message", "Post a message to a channel."))
    registered(workspace, "c", definition("lock_door", "Lock the front door."))
    trend = mapped(workspace).trend
    assert trend == Trend(trend.registered_at if trend else 0, tools=1, pairs=0, before=1)
    (servers,) = mapped(workspace).servers
    assert (servers.a, servers.b, servers.pairs) == ("a", "b", 1)


@pytest.mark.parametrize("how", ["asked", "tagged"])
def test_variants_are_not_reported(how: str) -> None:
    workspace = worded()
    tags = {"tags": ["variant:messages"]} if how == "tagged" else {}
    registered(workspace, "a", {**send("send_message", "Send a message to a channel."), **tags})
    registered(workspace, "b", {**send("post_message", "Post a message to a channel."), **tags})
    groups = (frozenset(("a/send_message", "b/post_message")),) if how == "asked" else ()
    found = mapped(workspace, variants=groups)
    assert found.overlap.pairs == ()
    assert found.servers == ()


def test_neighbours_with_no_word_on_which_to_use_are_told() -> None:
    """The pair whose confusion was measured: modelcontextprotocol/servers, pull request 4519."""
    workspace = worded()
    registered(
        workspace,
        "memory",
        definition("create_entities", "Create several new entities in the knowledge graph"),
        definition(
            "add_observations", "Add new observations to existing entities in the knowledge graph"
        ),
        definition("read_graph", "Read everything"),
    )
    (found,) = mapped(workspace).unmarked
    assert {found.a, found.b} == {"memory/create_entities", "memory/add_observations"}
    assert found.percentile > 0.99
    assert "use `create_entities` instead" in found.sentences[0]
    said = "Create new entities. To add facts to an existing one, use add_observations instead."
    registered(workspace, "memory", definition("create_entities", said))
    assert mapped(workspace).unmarked == ()


def test_utterances_decide_where_there_are_enough() -> None:
    told = [
        "What is the weather like in Porto?",
        "Will it rain tomorrow?",
        "Is it sunny in Rome?",
        "Do I need an umbrella?",
        "How warm will it be on Friday?",
    ]
    workspace = worded()
    one = definition("weather", "Get the weather of a place.", place=STRING)
    other = definition("get_weather", "Get the weather of a city.", city=STRING)
    registered(workspace, "a", {**one, "x-toolrag-examples": told})
    registered(workspace, "b", {**other, "x-toolrag-examples": told})
    (pair,) = mapped(workspace).overlap.pairs
    assert pair.basis == "confusion"
    assert pair.confusion is not None
    assert pair.confusion.utterances == 10
    # Each utterance is both tools': one of them comes first, and not the other.
    assert pair.confusion.share == 0.5
    assert pair.probability == 1.0
    assert pair.confusion.low < 0.5 < pair.confusion.high
