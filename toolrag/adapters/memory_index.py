"""An index in plain memory: exact, small, for tests and throw-away runs. It forgets on exit."""

import bisect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from typing_extensions import override

from toolrag.ports.encoder import Vector
from toolrag.ports.index import (
    CatalogueInfo,
    IndexEngine,
    IndexEntry,
    IndexSchema,
    Page,
    PointVectors,
    Record,
    ToolFilter,
    ToolIndex,
    catalogue_not_found,
)
from toolrag.retrieval.fusion import ViewHits, view_hits
from toolrag.text.sparse import SparseVector, inverse_document_frequency


class MemoryEngine(IndexEngine):
    """Catalogues in a dict."""

    def __init__(self, schema: IndexSchema) -> None:
        self._schema = schema
        self._indexes: dict[str, MemoryIndex] = {}

    @override
    async def open(self, catalogue: str, *, create: bool = False) -> "MemoryIndex":
        if create:
            return self._indexes.setdefault(catalogue, MemoryIndex(self._schema))
        if catalogue not in self._indexes:
            raise catalogue_not_found(catalogue)
        return self._indexes[catalogue]

    @override
    async def catalogues(self) -> tuple[CatalogueInfo, ...]:
        fingerprint = self._schema.fingerprint
        return tuple(CatalogueInfo(name, fingerprint, 0.0) for name in sorted(self._indexes))

    @override
    async def drop(self, catalogue: str) -> None:
        await self.open(catalogue)
        del self._indexes[catalogue]

    @override
    async def close(self) -> None:
        self._indexes.clear()


class MemoryIndex(ToolIndex):
    """Every vector is compared with every query: the ranking that the other engines must match."""

    def __init__(self, schema: IndexSchema) -> None:
        self._schema = schema
        self._entries: dict[str, IndexEntry] = {}

    @override
    async def upsert(self, entries: Sequence[IndexEntry]) -> None:
        self._entries.update((entry.stored.tool.id, entry) for entry in entries)

    @override
    async def delete(self, tool_ids: Iterable[str]) -> None:
        for tool_id in tool_ids:
            self._entries.pop(tool_id, None)

    @override
    async def get(self, tool_ids: Sequence[str]) -> Mapping[str, Record]:
        found = (self._entries.get(tool_id) for tool_id in tool_ids)
        return {e.stored.tool.id: self._record(e) for e in found if e is not None}

    def _record(self, entry: IndexEntry) -> Record:
        dense = {v: x for v, x in entry.card.dense.items() if v in self._schema.of_records}
        return Record(entry.stored, dense)

    @override
    async def page(self, which: ToolFilter, *, limit: int, cursor: str | None = None) -> Page:
        kept = {i: e.stored for i, e in self._entries.items() if _passes(e, which)}
        ids = sorted(kept)
        start = bisect.bisect_right(ids, cursor) if cursor else 0
        chosen = ids[start : start + limit]
        more = start + limit < len(ids)
        return Page(tuple(kept[i] for i in chosen), chosen[-1] if more else None)

    @override
    async def count(self, which: ToolFilter) -> int:
        return sum(1 for entry in self._entries.values() if _passes(entry, which))

    @override
    async def search(
        self, queries: Sequence[PointVectors], which: ToolFilter, limit: int
    ) -> list[Mapping[str, ViewHits]]:
        return [self._search(vectors, which, limit) for vectors in queries]

    def _search(
        self, vectors: PointVectors, which: ToolFilter, limit: int
    ) -> Mapping[str, ViewHits]:
        entries = [e for _, e in sorted(self._entries.items()) if _passes(e, which)]
        views = {e.stored.tool.id: frozenset((*e.card.dense, self._schema.sparse)) for e in entries}
        points = [(e.stored.tool.id, p) for e in entries for p in (e.card, *e.examples)]
        found = {
            name: view_hits(_dense(points, name, query, limit), views, limit, sparse=False)
            for name, query in vectors.dense.items()
        }
        matches = self._sparse(points, vectors.sparse, limit)
        found[self._schema.sparse] = view_hits(matches, views, limit, sparse=True)
        return found

    def _sparse(
        self, points: Sequence[tuple[str, PointVectors]], query: SparseVector, limit: int
    ) -> list[tuple[str, float]]:
        cards = [dict.fromkeys(e.card.sparse.indices) for e in self._entries.values()]
        frequency = Counter(index for card in cards for index in card)
        weight = {
            i: value * inverse_document_frequency(frequency[i], len(cards))
            for i, value in zip(query.indices, query.values, strict=True)
        }
        scored = (
            (
                tool_id,
                sum(
                    weight.get(i, 0.0) * v
                    for i, v in zip(p.sparse.indices, p.sparse.values, strict=True)
                ),
            )
            for tool_id, p in points
        )
        return _top([(tool_id, score) for tool_id, score in scored if score > 0], limit)


def _dense(
    points: Sequence[tuple[str, PointVectors]], name: str, query: Vector, limit: int
) -> list[tuple[str, float]]:
    known = [(tool_id, p.dense[name]) for tool_id, p in points if name in p.dense]
    return _top([(tool_id, float(np.dot(vector, query))) for tool_id, vector in known], limit)


def _top(points: list[tuple[str, float]], limit: int) -> list[tuple[str, float]]:
    return sorted(points, key=lambda point: (-point[1], point[0]))[:limit]


def _passes(entry: IndexEntry, which: ToolFilter) -> bool:
    tool = entry.stored.tool
    return (
        (which.servers is None or (tool.server or "") in which.servers)
        and (which.tags is None or not which.tags.isdisjoint(tool.tags))
        and (which.only is None or tool.id in which.only)
        and tool.id not in which.exclude
    )
