"""Registering: what happens to each tool, and that nothing is ever half done."""

import asyncio
from typing import Any

import pytest
from support.hash_encoder import HashEncoder
from support.workspaces import definition, edge_workspace, memory_workspace

from toolrag.errors import BatchTooLargeError, NameInvalidError, SchemaInvalidError
from toolrag.journeys.catalogue import read_tool
from toolrag.journeys.register import (
    MAX_BATCH,
    RefusedRegistrationError,
    Registration,
    register,
    sync,
)
from toolrag.journeys.workspace import Workspace
from toolrag.ports.index import ToolFilter, every_tool

pytestmark = pytest.mark.anyio


async def ids(workspace: Workspace, catalogue: str = "default") -> list[str]:
    index = await workspace.engine.open(catalogue)
    return sorted([stored.tool.id async for stored in every_tool(index, ToolFilter())])


def asked(*definitions: dict[str, Any], **options: Any) -> Registration:
    return Registration(list(definitions), **options)


async def test_created_unchanged_updated() -> None:
    encoder = HashEncoder()
    workspace = memory_workspace(encoder)
    first = await register(workspace, asked(definition("a", "one"), definition("b", "two")))
    assert [(r.id, r.status, r.revision) for r in first.registered] == [
        ("a", "created", 1),
        ("b", "created", 1),
    ]
    encoder.encoded.clear()
    again = await register(workspace, asked(definition("a", "one"), definition("b", "three")))
    assert [(r.id, r.status, r.revision) for r in again.registered] == [
        ("a", "unchanged", 1),
        ("b", "updated", 2),
    ]
    assert sorted(encoder.encoded) == ["b", "b. three"]
    view = await read_tool(workspace, "default", "b")
    assert view.stored.created_at < view.stored.updated_at
    assert again.registered[1].hash == view.stored.tool.content_hash != first.registered[1].hash


async def test_one_bad_tool_and_nothing_is_registered() -> None:
    workspace = memory_workspace()
    await register(workspace, asked(definition("old")))
    bad = {"name": "bad", "inputSchema": {"type": "strng"}}
    with pytest.raises(RefusedRegistrationError) as caught:
        await register(workspace, asked(definition("good"), bad, definition("more")))
    assert caught.value.code == "schema_invalid"
    assert isinstance(caught.value, SchemaInvalidError)
    assert caught.value.problems[0].path == "/1/inputSchema/type"
    assert [(r.index, r.name) for r in caught.value.receipt.refused] == [(1, "bad")]
    assert await ids(workspace) == ["old"]


async def test_a_partial_registration_takes_the_good_ones() -> None:
    workspace = memory_workspace()
    bad = {"name": "bad", "inputSchema": 5}
    receipt = await register(workspace, asked(definition("good"), bad, mode="partial"))
    assert [r.id for r in receipt.registered] == ["good"]
    assert [r.name for r in receipt.refused] == ["bad"]
    assert await ids(workspace) == ["good"]


async def test_a_name_twice_in_one_batch_is_refused() -> None:
    workspace = memory_workspace()
    twice = [definition("a", "one"), definition("a", "two")]
    with pytest.raises(RefusedRegistrationError, match="'a'") as caught:
        await register(workspace, asked(*twice))
    assert caught.value.problems[0].code == "duplicate_name"
    assert caught.value.problems[0].path == "/1"


async def test_an_id_belongs_to_one_tool() -> None:
    workspace = memory_workspace()
    await register(workspace, asked(definition("b/c"), server="a"))
    await register(workspace, asked(definition("x")))
    with pytest.raises(RefusedRegistrationError, match="a/b/c") as caught:
        await register(workspace, asked(definition("a/b/c")))
    assert caught.value.problems[0].code == "id_taken"
    assert await ids(workspace) == ["a/b/c", "x"]


async def test_the_gate_refuses_errors_only_when_it_is_enforced() -> None:
    hidden = definition("sly", "Adds numbers.\U000e0041")
    workspace = memory_workspace()
    with pytest.raises(RefusedRegistrationError) as caught:
        await register(workspace, asked(hidden, definition("ok", "Fine."), lint="enforce"))
    assert caught.value.code == "lint_refused"
    assert caught.value.receipt.refused[0].findings[0].rule == "hidden-unicode"
    warned = await register(workspace, asked(hidden, definition("quiet")))
    assert {(f.rule, f.tool) for f in warned.findings if f.severity == "error"} == {
        ("hidden-unicode", "sly"),
        ("missing-description", "quiet"),
    }
    assert (await register(workspace, asked(hidden, lint="off"))).findings == ()


async def test_examples_and_tags_come_beside_the_definitions() -> None:
    workspace = memory_workspace()
    registration = asked(
        definition("a"), examples={"a": ("open the door", "open the door")}, tags={"a": ("x",)}
    )
    await register(workspace, registration)
    tool = (await read_tool(workspace, "default", "a")).stored.tool
    assert tool.examples == ("open the door",)
    assert tool.tags == ("x",)
    with pytest.raises(SchemaInvalidError, match="'b'"):
        await register(workspace, asked(definition("a"), examples={"b": ("x",)}))


async def test_sync_makes_the_servers_tools_exactly_these() -> None:
    workspace = memory_workspace()
    await register(workspace, asked(definition("a"), definition("b"), server="one"))
    await register(workspace, asked(definition("a"), server="two"))
    receipt = await sync(workspace, asked(definition("b"), definition("c"), server="one"))
    assert [(r.id, r.status) for r in receipt.registered] == [
        ("one/b", "unchanged"),
        ("one/c", "created"),
    ]
    assert receipt.removed == ("one/a",)
    assert await ids(workspace) == ["one/b", "one/c", "two/a"]
    with pytest.raises(RefusedRegistrationError):
        await sync(workspace, asked(definition("z"), {"name": ""}, server="one"))
    assert await ids(workspace) == ["one/b", "one/c", "two/a"]


async def test_too_many_tools_at_once_are_refused() -> None:
    workspace = memory_workspace()
    many = [definition(f"t{i}") for i in range(MAX_BATCH + 1)]
    with pytest.raises(BatchTooLargeError, match=str(MAX_BATCH)):
        await register(workspace, asked(*many))
    assert await workspace.engine.catalogues() == ()


@pytest.mark.parametrize("name", ["", "A", "../x", "a b", "x" * 64, "é", "-a"])
async def test_a_catalogue_name_that_cannot_be_stored_is_refused(name: str) -> None:
    with pytest.raises(NameInvalidError):
        await register(memory_workspace(), asked(definition("a"), catalogue=name))


async def test_no_update_is_lost_between_concurrent_registrations(tmp_path) -> None:
    workspace = edge_workspace(tmp_path)
    batches = [asked(*(definition(f"t{b}_{i}") for i in range(5))) for b in range(8)]
    batches += [asked(definition("same", f"version {i}")) for i in range(12)]
    receipts = await asyncio.gather(*(register(workspace, batch) for batch in batches))
    revisions = sorted(r.revision for receipt in receipts[8:] for r in receipt.registered)
    assert revisions == list(range(1, 13))
    assert len(await ids(workspace)) == 41
    assert (await read_tool(workspace, "default", "same")).stored.revision == 12
    await workspace.engine.close()


async def test_only_what_an_encoder_speaks_is_encoded_by_it() -> None:
    english = HashEncoder("english", frozenset(["en"]))
    every = HashEncoder("every")
    workspace = memory_workspace(english, every)
    await register(
        workspace,
        asked(
            definition("get_weather", "Get the weather."),
            definition("query_weather", "查询天气预报。"),
        ),
    )
    assert set(english.encoded) == {"get weather. Get the weather.", "get weather"}
    assert len(every.encoded) == 4
