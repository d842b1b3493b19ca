"""One catalogue in Qdrant Edge: a shard, used from one thread only.

The thread runs beside the event loop, writes are flushed before they return, and nothing closes
a shard under a running search. What is asked of every hit (its
tool, its views) is kept in memory, so that a search carries no payloads.
"""

import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import numpy as np
import qdrant_edge as edge
from typing_extensions import override

from toolrag.adapters.compute import Worker
from toolrag.adapters.points import TOOL, load, plan, point_id
from toolrag.adapters.recent import Recent
from toolrag.errors import UnavailableError
from toolrag.ports.index import (
    IndexEntry,
    IndexSchema,
    Page,
    PointVectors,
    Record,
    ToolFilter,
    ToolIndex,
)
from toolrag.retrieval.fusion import ViewHits, view_hits
from toolrag.text.sparse import SparseVector

# The engine holds the interpreter lock while it writes: short batches keep searches going.
_WRITE_BATCH: Final = 256
_SCROLL_BATCH: Final = 1024
# Records kept ready, some 6 kB each.
_RECENT: Final = 16_384


@dataclass(frozen=True, slots=True)
class _Known:
    """What memory keeps of a tool."""

    server: str
    tags: frozenset[str]
    views: frozenset[str]
    examples: int


class EdgeIndex(ToolIndex):
    """One shard. Methods without `async` run on the engine's thread."""

    def __init__(
        self,
        catalogue: str,
        shard: edge.EdgeShard,
        schema: IndexSchema,
        worker: Worker,
    ) -> None:
        self._catalogue = catalogue
        self._shard = shard
        self._schema = schema
        self._worker = worker
        self._known: dict[str, _Known] = {}
        self._tool_of: dict[Any, str] = {}
        self._order: list[str] = []
        self._views: dict[str, frozenset[str]] = {}
        # This process is the only writer, so a record stays true until it is written again.
        self._recent: Recent[str, Record] = Recent(_RECENT)
        self._shut = False

    def remember(self) -> None:
        """Read what memory keeps of every tool; once, when the shard is opened."""
        offset = None
        while True:
            request = edge.ScrollRequest(
                offset=offset,
                limit=_SCROLL_BATCH,
                filter=_kind(TOOL),
                with_payload=["tool_id", "server", "tags", "views", "examples"],
            )
            records, offset = self._shard.scroll(request)
            for record in records:
                self._remember(record.payload or {})
            if offset is None:
                break
        self._order = sorted(self._known)

    def _remember(self, payload: Mapping[str, Any]) -> None:
        tool_id = payload["tool_id"]
        views = frozenset((*payload["views"], self._schema.sparse))
        tags = frozenset(payload["tags"])
        self._recent.forget(tool_id)
        self._known[tool_id] = _Known(payload["server"], tags, views, payload["examples"])
        self._views[tool_id] = views
        for i in self._point_ids(tool_id):
            self._tool_of[UUID(i)] = tool_id

    def _point_ids(self, tool_id: str) -> list[str]:
        return [point_id(self._catalogue, tool_id), *self._example_ids(tool_id)]

    def _example_ids(self, tool_id: str, first: int = 0) -> list[str]:
        count = self._known[tool_id].examples
        return [point_id(self._catalogue, tool_id, i) for i in range(first, count)]

    def shut(self) -> None:
        """Close the shard; every later call says that the index is away."""
        self._shut = True
        self._shard.close()

    def _check_open(self) -> None:
        if self._shut:
            raise UnavailableError(f"The catalogue {self._catalogue!r} was just removed or closed.")

    @override
    async def upsert(self, entries: Sequence[IndexEntry]) -> None:
        planned = [list(plan(self._catalogue, entry)) for entry in entries]
        points = [
            edge.Point(p.id, _vectors(p.vectors, self._schema.sparse), dict(p.payload))
            for ps in planned
            for p in ps
        ]
        for start in range(0, len(points), _WRITE_BATCH):
            await self._worker.run(self._write, points[start : start + _WRITE_BATCH])
        await self._worker.run(self._settle, [ps[0].payload for ps in planned])

    def _write(self, points: list[edge.Point]) -> None:
        self._check_open()
        self._shard.update(edge.UpdateOperation.upsert_points(points))

    def _settle(self, payloads: Sequence[Mapping[str, Any]]) -> None:
        """Drop examples that are gone, make everything durable, then let searches see it."""
        known = [p for p in payloads if p["tool_id"] in self._known]
        gone = [i for p in known for i in self._example_ids(p["tool_id"], p["examples"])]
        self._forget_points(gone)
        self._shard.flush()
        for payload in payloads:
            self._remember(payload)
        self._order = sorted(self._known)

    def _forget_points(self, ids: list[str]) -> None:
        if ids:
            self._shard.update(edge.UpdateOperation.delete_points([*ids]))
        for i in ids:
            self._tool_of.pop(UUID(i), None)

    @override
    async def delete(self, tool_ids: Iterable[str]) -> None:
        await self._worker.run(self._delete, list(tool_ids))

    def _delete(self, tool_ids: list[str]) -> None:
        self._check_open()
        known = [tool_id for tool_id in tool_ids if tool_id in self._known]
        self._forget_points([i for tool_id in known for i in self._point_ids(tool_id)])
        self._shard.flush()
        for tool_id in known:
            self._recent.forget(tool_id)
            del self._known[tool_id]
            del self._views[tool_id]
        self._order = sorted(self._known)

    @override
    async def get(self, tool_ids: Sequence[str]) -> Mapping[str, Record]:
        self._check_open()
        found = {i: self._recent.get(i) for i in tool_ids if i in self._known}
        if None in found.values():
            return await self._worker.run(self._get, found)
        return {tool_id: record for tool_id, record in found.items() if record is not None}

    def _get(self, found: dict[str, Record | None]) -> Mapping[str, Record]:
        """Read the records that memory does not have."""
        self._check_open()
        unread = [tool_id for tool_id, record in found.items() if record is None]
        missing: list[Any] = [point_id(self._catalogue, tool_id) for tool_id in unread]
        dense = list(self._schema.of_records)
        read = self._shard.retrieve(missing, ["document"], dense) if missing else []
        for point in read:
            record = _record(point.payload or {}, point.vector)
            found[record.stored.tool.id] = record
            self._recent.put(record.stored.tool.id, record)
        return {tool_id: record for tool_id, record in found.items() if record is not None}

    @override
    async def page(self, which: ToolFilter, *, limit: int, cursor: str | None = None) -> Page:
        ids = await self._worker.run(self._matching, which)
        start = bisect.bisect_right(ids, cursor) if cursor else 0
        chosen = ids[start : start + limit]
        records = await self.get(chosen)
        tools = tuple(records[i].stored for i in chosen if i in records)
        return Page(tools, chosen[-1] if start + limit < len(ids) else None)

    @override
    async def count(self, which: ToolFilter) -> int:
        if which == ToolFilter():
            return len(self._known)
        return len(await self._worker.run(self._matching, which))

    def _matching(self, which: ToolFilter) -> list[str]:
        """Return the ids that `which` lets through, sorted; on the thread that changes them."""
        if which == ToolFilter():
            return self._order
        return [i for i in self._order if _passes(i, self._known[i], which)]

    @override
    async def search(
        self, queries: Sequence[PointVectors], which: ToolFilter, limit: int
    ) -> list[Mapping[str, ViewHits]]:
        return await self._worker.run(self._search, queries, which, limit)

    def _search(
        self, queries: Sequence[PointVectors], which: ToolFilter, limit: int
    ) -> list[Mapping[str, ViewHits]]:
        self._check_open()
        chosen = _filter(which)
        # Statistics over live tool cards only: dead points and examples would bend them.
        corpus = edge.SearchParams(idf=edge.IdfParams(corpus=_kind(TOOL)))
        asked: list[tuple[int, str, Any]] = []
        for place, vectors in enumerate(queries):
            asked += [(place, name, vector.tolist()) for name, vector in vectors.dense.items()]
            if vectors.sparse.indices:
                asked.append((place, self._schema.sparse, _sparse(vectors.sparse)))
        requests = [
            edge.QueryRequest(
                limit,
                query=edge.Query.Nearest(vector, name),
                filter=chosen,
                params=corpus if name == self._schema.sparse else None,
            )
            for _, name, vector in asked
        ]
        results = self._shard.query_batch(edge.QueryBatchRequest(requests)) if requests else []
        found: list[dict[str, ViewHits]] = [{} for _ in queries]
        for (place, name, _), points in zip(asked, results, strict=True):
            sparse = name == self._schema.sparse
            found[place][name] = view_hits(self._named(points), self._views, limit, sparse=sparse)
        return [*found]

    def _named(self, points: Sequence[edge.ScoredPoint]) -> list[tuple[str, float]]:
        named = ((self._tool_of.get(point.id), point.score) for point in points)
        return [(tool_id, score) for tool_id, score in named if tool_id is not None]


def _record(payload: Mapping[str, Any], vectors: Any) -> Record:  # the vendor's union
    dense = {
        n: np.asarray(v, dtype=np.float32)
        for n, v in (vectors or {}).items()
        if isinstance(v, list)
    }
    return Record(load(payload["document"]), dense)


def _vectors(vectors: PointVectors, sparse: str) -> dict[str, Any]:
    named: dict[str, Any] = {name: vector.tolist() for name, vector in vectors.dense.items()}
    return {**named, sparse: _sparse(vectors.sparse)}


def _sparse(vector: SparseVector) -> edge.SparseVector:
    return edge.SparseVector(list(vector.indices), list(vector.values))


def _kind(kind: str) -> edge.Filter:
    return edge.Filter(must=[edge.FieldCondition("kind", match=edge.MatchValue(kind))])


def _filter(which: ToolFilter) -> edge.Filter | None:
    def any_of(key: str, values: frozenset[str]) -> edge.FieldCondition:
        return edge.FieldCondition(key, match=edge.MatchAny(sorted(values)))

    allowed = (("server", which.servers), ("tags", which.tags), ("tool_id", which.only))
    must: list[Any] = [any_of(key, values) for key, values in allowed if values is not None]
    must_not: list[Any] = [any_of("tool_id", which.exclude)] if which.exclude else []
    return edge.Filter(must=must, must_not=must_not) if must or must_not else None


def _passes(tool_id: str, known: _Known, which: ToolFilter) -> bool:
    return (
        (which.servers is None or known.server in which.servers)
        and (which.tags is None or not which.tags.isdisjoint(known.tags))
        and (which.only is None or tool_id in which.only)
        and tool_id not in which.exclude
    )
