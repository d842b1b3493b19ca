"""One suite over every engine: what holds for one holds for all."""

import os
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import AsyncQdrantClient

from toolrag.adapters.edge_engine import EdgeEngine
from toolrag.adapters.memory_index import MemoryEngine
from toolrag.adapters.qdrant_index import QdrantEngine
from toolrag.domain.tool import StoredTool, Tool
from toolrag.errors import CatalogueNotFoundError, EncoderMismatchError
from toolrag.ports.encoder import Vector
from toolrag.ports.index import IndexEngine, IndexEntry, IndexSchema, PointVectors, ToolFilter
from toolrag.retrieval.fusion import fuse
from toolrag.text.sparse import document_vector, query_vector, utterance_vector

SIZE = 16
SCHEMA = IndexSchema({"dense": SIZE, "english": SIZE}, "bm25", "one")
WORDS = ["invoice", "weather", "ticket", "flight", "branch", "contact", "channel", "photo", "door"]
SERVER_URL = os.environ.get("TOOLRAG_TEST_QDRANT_URL")

Opener = Callable[[IndexSchema], IndexEngine]


@asynccontextmanager
async def engines(kind: str, folder: Path) -> AsyncIterator[Opener]:
    """Yield how to open an engine; engines opened later see what earlier ones wrote."""
    opened: list[IndexEngine] = []
    client = None
    if kind == "qdrant-server":
        client = AsyncQdrantClient(url=SERVER_URL)
    elif kind == "qdrant-memory":
        client = AsyncQdrantClient(":memory:")

    def open_engine(schema: IndexSchema) -> IndexEngine:
        engine: IndexEngine
        if kind == "memory":
            engine = MemoryEngine(schema)
        elif kind == "edge":
            engine = EdgeEngine(folder, schema)
        else:
            assert client is not None
            engine = QdrantEngine(client, schema)
        opened.append(engine)
        return engine

    yield open_engine
    for engine in opened:
        await engine.close()


KINDS = [
    "memory",
    "edge",
    "qdrant-memory",
    pytest.param(
        "qdrant-server",
        marks=pytest.mark.skipif(not SERVER_URL, reason="TOOLRAG_TEST_QDRANT_URL is not set"),
    ),
]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def name() -> str:
    """A catalogue of its own, so that runs on one server do not meet."""
    return f"test-{uuid.uuid4().hex[:12]}"


def unit(seed: int) -> Vector:
    vector = np.random.default_rng(seed).standard_normal(SIZE)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def entry(number: int, *, revision: int = 1, examples: int = 0, english: bool = True) -> IndexEntry:
    text = " ".join(WORDS[(number * revision + i * i) % len(WORDS)] for i in range(3))
    tool = Tool(
        name=f"tool_{number:03}",
        description=f"{text} number {number}",
        server=f"server{number % 3}" if number % 4 else None,
        tags=("even",) if number % 2 == 0 else ("odd", "other"),
        input_schema={
            "type": "object",
            "properties": {"to": {"type": "string"}, "cc": {"type": "string"}, "body": {}},
            "required": ["to"],
        },
    )
    stored = StoredTool(tool, revision, 1.5, 2.5, "mcp", {"name": tool.name})
    dense = {"dense": unit(number)}
    if english:
        dense["english"] = unit(1000 + number)
    utterances = tuple(
        PointVectors(
            {"dense": unit(5000 + number * 10 + i)}, utterance_vector(f"please {WORDS[i]}")
        )
        for i in range(examples)
    )
    return IndexEntry(stored, PointVectors(dense, document_vector(tool)), utterances)


def question(text: str = "the weather ticket", seed: int = 77) -> PointVectors:
    return PointVectors({"dense": unit(seed), "english": unit(seed + 1)}, query_vector(text))


async def run(kind: str, folder: Path, name: str, work: Callable[..., object]) -> None:
    async with engines(kind, folder) as open_engine:
        engine = open_engine(SCHEMA)
        index = await engine.open(name, create=True)
        try:
            await work(engine, index)  # type: ignore[misc] # always a coroutine
        finally:
            await engine.drop(name)


@pytest.mark.anyio
async def test_what_was_written_is_read_back(kind: str, tmp_path: Path, name: str) -> None:
    async def work(_: IndexEngine, index) -> None:
        written = entry(1, examples=2)
        await index.upsert([written])
        record = (await index.get([written.stored.tool.id]))[written.stored.tool.id]
        assert record.stored == written.stored
        assert record.stored.tool.tags == ("odd", "other")
        assert list(record.stored.tool.input_schema) == ["type", "properties", "required"]
        assert list(record.stored.tool.parameters) == ["to", "cc", "body"]
        for view, vector in written.card.dense.items():
            assert np.allclose(record.vectors[view], vector, atol=1e-6)

    await run(kind, tmp_path, name, work)


@pytest.mark.anyio
async def test_upsert_is_idempotent_and_replaces(kind: str, tmp_path: Path, name: str) -> None:
    async def work(_: IndexEngine, index) -> None:
        await index.upsert([entry(i, examples=3) for i in range(5)])
        await index.upsert([entry(i, examples=3) for i in range(5)])
        assert await index.count(ToolFilter()) == 5
        await index.upsert([entry(1, revision=2, examples=1)])
        record = (await index.get(["server1/tool_001"]))["server1/tool_001"]
        assert record.stored.revision == 2
        assert await index.count(ToolFilter()) == 5

    await run(kind, tmp_path, name, work)


@pytest.mark.anyio
async def test_examples_lead_to_their_tool_until_they_are_gone(
    kind: str, tmp_path: Path, name: str
) -> None:
    async def work(_: IndexEngine, index) -> None:
        await index.upsert([entry(i) for i in range(8)])
        await index.upsert([entry(3, examples=2)])
        asked = PointVectors({"dense": unit(5031)}, query_vector("nothing"))
        hits = (await index.search([asked], ToolFilter(), 5))[0]["dense"]
        assert next(iter(hits.scores)) == "server0/tool_003"
        assert hits.scores["server0/tool_003"] == pytest.approx(1.0, abs=1e-5)
        await index.upsert([entry(3, examples=1)])
        hits = (await index.search([asked], ToolFilter(), 5))[0]["dense"]
        assert hits.scores.get("server0/tool_003", 0.0) < 0.9

    await run(kind, tmp_path, name, work)


@pytest.mark.anyio
async def test_deleted_is_gone(kind: str, tmp_path: Path, name: str) -> None:
    async def work(_: IndexEngine, index) -> None:
        await index.upsert([entry(i, examples=1) for i in range(6)])
        await index.delete(["server1/tool_001", "not/there"])
        assert await index.get(["server1/tool_001"]) == {}
        assert await index.count(ToolFilter()) == 5
        [hits] = await index.search([question()], ToolFilter(), 50)
        assert all("server1/tool_001" not in view.scores for view in hits.values())

    await run(kind, tmp_path, name, work)


@pytest.mark.anyio
async def test_pages_hold_every_tool_once(kind: str, tmp_path: Path, name: str) -> None:
    async def work(_: IndexEngine, index) -> None:
        entries = [entry(i, examples=i % 2) for i in range(23)]
        await index.upsert(entries)
        for which in (ToolFilter(), ToolFilter(servers=frozenset(["server1"]))):
            found: list[str] = []
            cursor = None
            while True:
                page = await index.page(which, limit=5, cursor=cursor)
                found += [stored.tool.id for stored in page.tools]
                cursor = page.cursor
                if cursor is None:
                    break
            wanted = [e.stored.tool for e in entries]
            if which.servers:
                wanted = [tool for tool in wanted if tool.server in which.servers]
            assert sorted(found) == sorted(tool.id for tool in wanted)

    await run(kind, tmp_path, name, work)


FILTERS = [
    ToolFilter(),
    ToolFilter(servers=frozenset(["server1", "server2"])),
    ToolFilter(servers=frozenset([""])),
    ToolFilter(tags=frozenset(["odd"])),
    ToolFilter(tags=frozenset(["odd"]), servers=frozenset(["server1"])),
    ToolFilter(exclude=frozenset(["server1/tool_001", "server1/tool_007"])),
    ToolFilter(only=frozenset(["server1/tool_001", "tool_004"])),
    ToolFilter(tags=frozenset(["nobody"])),
]


def allowed(tool: Tool, which: ToolFilter) -> bool:
    return (
        (which.servers is None or (tool.server or "") in which.servers)
        and (which.tags is None or bool(which.tags & set(tool.tags)))
        and (which.only is None or tool.id in which.only)
        and tool.id not in which.exclude
    )


@pytest.mark.anyio
@pytest.mark.parametrize("which", FILTERS, ids=range(len(FILTERS)))
async def test_filters_hold_in_every_view(
    kind: str, tmp_path: Path, name: str, which: ToolFilter
) -> None:
    async def work(_: IndexEngine, index) -> None:
        entries = [entry(i, examples=i % 3) for i in range(20)]
        await index.upsert(entries)
        expected = {e.stored.tool.id for e in entries if allowed(e.stored.tool, which)}
        [hits] = await index.search([question()], which, 100)
        assert set(hits["dense"].scores) == expected
        assert set(hits["bm25"].scores) <= expected
        assert await index.count(which) == len(expected)

    await run(kind, tmp_path, name, work)


@pytest.mark.anyio
async def test_every_engine_ranks_as_the_memory_engine_does(
    kind: str, tmp_path: Path, name: str
) -> None:
    async def rankings(index) -> list[list[str]]:
        await index.upsert([entry(i, examples=i % 3, english=i % 5 != 0) for i in range(60)])
        # Updates and deletes leave dead points behind; they may not bend the statistics.
        await index.upsert([entry(i, revision=4, english=i % 5 != 0) for i in range(25)])
        await index.delete([entry(i).stored.tool.id for i in range(50, 60)])
        found = []
        for which in FILTERS:
            for text in ("weather", "a flight ticket for the contact", "photo of a door", "zzz"):
                [hits] = await index.search([question(text, len(text))], which, 20)
                found.append([f"{f.tool_id} {f.score:.3f}" for f in fuse(hits)])
        return found

    expected = await rankings(await MemoryEngine(SCHEMA).open("c", create=True))

    async def work(_: IndexEngine, index) -> None:
        assert await rankings(index) == expected

    await run(kind, tmp_path, name, work)


@pytest.mark.anyio
async def test_catalogues_are_listed_and_dropped(kind: str, tmp_path: Path, name: str) -> None:
    async with engines(kind, tmp_path) as open_engine:
        engine = open_engine(SCHEMA)
        with pytest.raises(CatalogueNotFoundError, match="no catalogue"):
            await engine.open(name)
        with pytest.raises(CatalogueNotFoundError):
            await engine.drop(name)
        index = await engine.open(name, create=True)
        other = await engine.open(f"{name}-b", create=True)
        await index.upsert([entry(1)])
        assert await other.count(ToolFilter()) == 0
        listed = {info.name: info.fingerprint for info in await engine.catalogues()}
        assert listed[name] == listed[f"{name}-b"] == SCHEMA.fingerprint
        await engine.drop(name)
        await engine.drop(f"{name}-b")
        assert name not in {info.name for info in await engine.catalogues()}
        again = await engine.open(name, create=True)
        assert await again.count(ToolFilter()) == 0
        await engine.drop(name)


@pytest.mark.anyio
@pytest.mark.parametrize("kind", KINDS[1:])  # the memory engine keeps nothing
async def test_data_of_another_encoder_is_not_opened(kind: str, tmp_path: Path, name: str) -> None:
    async with engines(kind, tmp_path) as open_engine:
        first = open_engine(SCHEMA)
        await (await first.open(name, create=True)).upsert([entry(1)])
        if kind == "edge":
            await first.close()
        second = open_engine(IndexSchema({"dense": SIZE}, "bm25", "two"))
        with pytest.raises(EncoderMismatchError, match=r"'one'.*'two'") as caught:
            await second.open(name, create=True)
        assert "TOOLRAG_ENCODERS" in caught.value.hint
        await second.drop(name)
        if kind == "edge":
            await second.close()
