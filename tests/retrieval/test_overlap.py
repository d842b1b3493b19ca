"""The overlap report, with the vectors of a real encoder."""

import asyncio
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from statistics import median

import pytest
from hypothesis import given
from support.definitions import catalogues
from support.seeds import SEEDS
from support.workspaces import definition

from toolrag.adapters import tool_files
from toolrag.adapters.use_encoder import UseEncoder
from toolrag.domain.overlap import Overlap, Pair
from toolrag.domain.tool import Tool
from toolrag.errors import InvalidInputError
from toolrag.formats.registry import read
from toolrag.journeys.workspace import wording_vectors
from toolrag.retrieval.overlap.report import BAR, report

STRING = {"type": "string"}


@lru_cache(1)
def encoder() -> UseEncoder:
    return UseEncoder()


def tools_of(**servers: list[dict]) -> list[Tool]:
    return [
        parsed.tool
        for server, definitions in servers.items()
        for parsed in read(definitions, server=server).parsed
    ]


def reported(tools: list[Tool], **options: float) -> Overlap:
    return report(tools, asyncio.run(wording_vectors(tools, [encoder()])), **options)


def pair_of(*tools: Tool) -> Pair:
    return reported(list(tools), min_probability=0.0).pairs[0]


TWINS = tools_of(
    a=[definition("send_message", "Send a message to a channel.", channel=STRING, text=STRING)],
    b=[definition("post_message", "Post a message to a channel.", channel=STRING, text=STRING)],
    c=[definition("delete_file", "Delete a file from the disk.", path=STRING)],
)


def test_twins_are_found_explained_and_grouped() -> None:
    overlap = reported(TWINS)
    (pair,) = overlap.pairs
    assert (pair.a, pair.b) == ("a/send_message", "b/post_message")
    assert pair.probability >= BAR
    assert {"name", "terms", "parameters", "verb_object", "contract", "wording:use"} == {
        reason.signal for reason in pair.reasons
    }
    assert pair.basis == "sameness"
    assert pair.percentile is not None
    assert pair.percentile > 0.999
    assert all(0 < reason.value <= 1 and reason.text.endswith(".") for reason in pair.reasons)
    assert pair.advice
    assert overlap.groups == (("a/send_message", "b/post_message"),)
    assert overlap.level == "high"


def test_different_tools_are_clear() -> None:
    overlap = reported(TWINS[1:])
    assert overlap == Overlap("clear", (), (), ())


def test_doing_the_opposite_is_less_confusable_than_doing_the_same() -> None:
    made = tools_of(
        s=[
            definition("create_user", "Create a user.", name=STRING),
            definition("add_user", "Create a user.", name=STRING),
            definition("delete_user", "Delete a user.", name=STRING),
        ]
    )
    overlap = reported(made, min_probability=0.0)
    chance = {frozenset((p.a, p.b)): p.probability for p in overlap.pairs}
    same = chance[frozenset(("s/create_user", "s/add_user"))]
    opposite = chance[frozenset(("s/create_user", "s/delete_user"))]
    assert same > 0.9 > opposite


def test_one_name_on_two_servers_with_another_contract_is_a_clash() -> None:
    one = definition("search", "Search things.", query=STRING, limit={"type": "integer"})
    one["inputSchema"]["required"] = ["query", "limit"]
    other = definition("search", "Search things.", text=STRING, limit=STRING)
    overlap = reported(tools_of(a=[one], b=[other]))
    assert overlap.level == "high"
    assert {clash.field for clash in overlap.clashes} == {"query", "limit"}
    assert {(clash.a, clash.b) for clash in overlap.clashes} == {("a/search", "b/search")}
    same = reported(tools_of(a=[one], b=[one]))
    assert not same.clashes
    assert "same_name" in {reason.signal for reason in same.pairs[0].reasons}


def test_what_no_encoder_reads_is_compared_by_its_words() -> None:
    overlap = report(TWINS, [{}, {}, {}], min_probability=0.0)
    assert len(overlap.pairs) == 3
    assert (overlap.pairs[0].a, overlap.pairs[0].b) == ("a/send_message", "b/post_message")
    assert all(pair.percentile is None for pair in overlap.pairs)
    assert not any(r.signal.startswith("wording") for p in overlap.pairs for r in p.reasons)


@lru_cache(1)
def seeds() -> dict[str, Tool]:
    documents = ((path, tool_files.load(path)) for path in tool_files.find([SEEDS]))
    return {
        parsed.tool.id: parsed.tool
        for path, document in documents
        for parsed in read(document, server=tool_files.server_of(path, document)).parsed
    }


def seed(*ids: str) -> list[Tool]:
    return [seeds()[tool_id] for tool_id in ids]


# Tools of the seed servers that do one thing in two systems.
PLANTED = [
    ("agenda/reserve_room", "bangong/reserve_meeting_room"),
    ("bangong/create_schedule", "calendar/create_event"),
    ("chuxing/query_weather", "weather/weather_forecast"),
    ("mail/search_messages", "messaging/search_messages"),
    ("drive/search_documents", "files/search_files"),
    ("payments/refund_payment", "shangcheng/request_refund"),
    ("chuxing/query_weather", "weather/current_weather"),
]


def test_the_advice_lowers_the_probability_of_the_planted_twins() -> None:
    before, after = [], []
    for ids in PLANTED:
        tools = seed(*ids)
        pair = pair_of(*tools)
        before.append(pair.probability)
        said = [
            replace(tool, description=f"{tool.description} {sentence}")
            for tool, sentence in zip(tools, pair.sentences, strict=True)
        ]
        after.append(pair_of(*said).probability)
        assert after[-1] < before[-1]
    assert median(before) >= BAR
    assert median(after) < 0.1


def test_choices_and_results_that_both_have_are_told() -> None:
    kind = {"type": "string", "enum": ["mail", "chat"]}
    schema = {"type": "object", "properties": {"kind": kind}}
    told = {"type": "object", "properties": {"messageId": {"type": "string"}}}
    one = Tool("send", "Send a text.", schema, server="a", output_schema=told)
    other = Tool("post", "Post a text.", schema, server="b", returns=("message_id",))
    said = {reason.signal: reason.text for reason in pair_of(one, other).reasons}
    assert said["choices"] == "Both let choose: chat, mail."
    assert said["results"] == "Both return: message id."


def test_servers_that_search_their_own_files_clash() -> None:
    tools = seed("drive/search_files", "files/search_files")
    assert {frozenset((c.a, c.b)) for c in reported(tools).clashes} == {
        frozenset(("files/search_files", "drive/search_files"))
    }


def test_setting_and_reading_alarms_are_no_twins() -> None:
    add = Tool("AddAlarm", "Set a new alarm", server="Alarm_1")
    get = Tool("GetAlarms", "Get the alarms user has already set", server="Alarm_1")
    assert pair_of(add, get).probability < 0.05


def test_the_same_in_other_words_is_found_without_a_common_word() -> None:
    one = Tool("lookup_forecast", "Tells how sunny or rainy it will be.", server="a")
    other = Tool("get_weather", "Report tomorrow's temperature and precipitation.", server="b")
    unrelated = Tool("charge_card", "Take a payment from a customer's account.", server="b")
    same, apart = pair_of(one, other), pair_of(one, unrelated)
    assert not {"terms", "parameters"} & {reason.signal for reason in same.reasons}
    assert same.probability > 10 * apart.probability


@given(catalogues(max_size=8))
def test_any_tools_can_be_reported_on(tools: list[Tool]) -> None:
    overlap = report(tools, [{} for _ in tools], min_probability=0.0)
    expected = {frozenset((a.id, b.id)) for a, b in combinations(tools, 2)}
    assert {frozenset((p.a, p.b)) for p in overlap.pairs} == expected
    assert all(0 <= pair.probability <= 1 for pair in overlap.pairs)
    chances = [pair.probability for pair in overlap.pairs]
    assert chances == sorted(chances, reverse=True)
    assert overlap == report(tools[::-1], [{} for _ in tools], min_probability=0.0)


def many(count: int) -> list[Tool]:
    verbs, things = ["create", "delete", "find", "send"], [f"thing{i}x" for i in range(60)]
    return [
        Tool(
            f"{verbs[i % 4]}_{things[i % 60]}_{i % 7}",
            f"{verbs[i % 4]} the {things[i % 60]} of kind {i % 7}",
            server=f"s{i // 300}",
        )
        for i in range(count)
    ]


def test_a_large_catalogue_is_compared_as_a_small_one_is() -> None:
    """Blocks and sparse matrices give what the plain way gives."""
    made = {tool.id: tool for tool in many(1300)}
    tools = list(made.values())
    assert len(tools) > 1100
    whole = {(p.a, p.b): p for p in (reported(tools, min_probability=0.8)).pairs}
    assert whole
    sample = tools[::61]
    part = (reported(sample, min_probability=0.8)).pairs
    ids = {tool.id for tool in sample}
    assert {(p.a, p.b): p for p in part} == {
        key: pair for key, pair in whole.items() if set(key) <= ids
    }


def test_more_pairs_than_anyone_reads_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="pairs") as caught:
        reported(many(800), min_probability=0.0)
    assert "min_probability" in caught.value.hint
