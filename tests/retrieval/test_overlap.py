"""The overlap report, with the vectors of an encoder that needs no model."""

from itertools import combinations

import pytest
from hypothesis import given
from support.definitions import catalogues
from support.hash_encoder import HashEncoder
from support.workspaces import definition

from toolrag.domain.overlap import Overlap
from toolrag.domain.tool import Tool
from toolrag.errors import InvalidInputError
from toolrag.formats.registry import read
from toolrag.retrieval.overlap.report import BAR, report
from toolrag.text.card import card

STRING = {"type": "string"}


def tools_of(**servers: list[dict]) -> list[Tool]:
    return [
        parsed.tool
        for server, definitions in servers.items()
        for parsed in read(definitions, server=server).parsed
    ]


async def reported(tools: list[Tool], **options: float) -> Overlap:
    encoder = HashEncoder()
    vectors = await encoder.encode([card(tool) for tool in tools])
    return report(tools, [{"hash": vector} for vector in vectors], **options)


TWINS = tools_of(
    a=[definition("send_message", "Send a message to a channel.", channel=STRING, text=STRING)],
    b=[definition("post_message", "Post a message to a channel.", channel=STRING, text=STRING)],
    c=[definition("delete_file", "Delete a file from the disk.", path=STRING)],
)


@pytest.mark.anyio
async def test_twins_are_found_explained_and_grouped() -> None:
    overlap = await reported(TWINS)
    (pair,) = overlap.pairs
    assert (pair.a, pair.b) == ("a/send_message", "b/post_message")
    assert pair.probability >= BAR
    assert {"name", "terms", "parameters", "verb_object", "description:hash"} == {
        reason.signal for reason in pair.reasons
    }
    assert all(0 < reason.value <= 1 and reason.text.endswith(".") for reason in pair.reasons)
    assert pair.advice
    assert overlap.groups == (("a/send_message", "b/post_message"),)
    assert overlap.level == "high"


@pytest.mark.anyio
async def test_different_tools_are_clear() -> None:
    overlap = await reported(TWINS[1:])
    assert overlap == Overlap("clear", (), (), ())


@pytest.mark.anyio
async def test_doing_the_opposite_is_less_confusable_than_doing_the_same() -> None:
    made = tools_of(
        s=[
            definition("create_user", "Create a user.", name=STRING),
            definition("add_user", "Create a user.", name=STRING),
            definition("delete_user", "Delete a user.", name=STRING),
        ]
    )
    overlap = await reported(made, min_probability=0.0)
    chance = {frozenset((p.a, p.b)): p.probability for p in overlap.pairs}
    same = chance[frozenset(("s/create_user", "s/add_user"))]
    opposite = chance[frozenset(("s/create_user", "s/delete_user"))]
    assert same > 0.9 > opposite


@pytest.mark.anyio
async def test_one_name_on_two_servers_with_another_contract_is_a_clash() -> None:
    one = definition("search", "Search things.", query=STRING, limit={"type": "integer"})
    one["inputSchema"]["required"] = ["query", "limit"]
    other = definition("search", "Search things.", text=STRING, limit=STRING)
    overlap = await reported(tools_of(a=[one], b=[other]))
    assert overlap.level == "high"
    assert {clash.field for clash in overlap.clashes} == {"query", "limit"}
    assert {(clash.a, clash.b) for clash in overlap.clashes} == {("a/search", "b/search")}
    same = await reported(tools_of(a=[one], b=[one]))
    assert not same.clashes
    assert "same_name" in {reason.signal for reason in same.pairs[0].reasons}


@pytest.mark.anyio
async def test_without_a_common_encoder_names_and_schemas_still_count() -> None:
    vectors = await HashEncoder().encode([card(tool) for tool in TWINS])
    mixed = report(TWINS, [{"a": vectors[0]}, {"b": vectors[1]}, {}], min_probability=0.0)
    assert len(mixed.pairs) == 3
    assert all(not r.signal.startswith("description") for p in mixed.pairs for r in p.reasons)


@pytest.mark.anyio
async def test_the_planted_twins_of_the_seed_tools_are_found(seed_folder) -> None:
    from toolrag.adapters.tool_files import load

    made = [
        parsed.tool
        for name in ("calendar.mcp", "agenda.mcp", "files.mcp", "drive.anthropic")
        for parsed in read(load(seed_folder / f"{name}.json")).parsed
    ]
    overlap = await reported(made)
    assert {frozenset((c.a, c.b)) for c in overlap.clashes} == {
        frozenset(("files/search_files", "drive/search_files"))
    }


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


@pytest.mark.anyio
async def test_a_large_catalogue_is_compared_as_a_small_one_is() -> None:
    """Blocks and sparse matrices give what the plain way gives."""
    made = {tool.id: tool for tool in many(1300)}
    tools = list(made.values())
    assert len(tools) > 1100
    whole = {(p.a, p.b): p for p in (await reported(tools, min_probability=0.8)).pairs}
    assert whole
    sample = tools[::61]
    part = (await reported(sample, min_probability=0.8)).pairs
    ids = {tool.id for tool in sample}
    assert {(p.a, p.b): p for p in part} == {
        key: pair for key, pair in whole.items() if set(key) <= ids
    }


@pytest.mark.anyio
async def test_more_pairs_than_anyone_reads_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="pairs") as caught:
        await reported(many(800), min_probability=0.0)
    assert "min_probability" in caught.value.hint
