"""Qdrant Edge: Qdrant's own engine inside this process, the default."""

import time
from collections.abc import Callable
from pathlib import Path

import qdrant_edge as edge
from typing_extensions import override

from toolrag.adapters.compute import Worker
from toolrag.adapters.edge_files import Current, DataFolder
from toolrag.adapters.edge_index import EdgeIndex
from toolrag.adapters.points import KEYWORD_FIELDS
from toolrag.errors import UnavailableError
from toolrag.ports.index import (
    CatalogueInfo,
    IndexEngine,
    IndexSchema,
    catalogue_not_found,
    check_fingerprint,
)


class EdgeEngine(IndexEngine):
    """The catalogues of one data folder, held by this process."""

    def __init__(
        self, path: Path, schema: IndexSchema, clock: Callable[[], float] = time.time
    ) -> None:
        self._schema = schema
        self._clock = clock
        self._files = DataFolder(path)
        self._worker = Worker("toolrag-index")
        self._open: dict[str, EdgeIndex] = {}
        self._closed = False

    @override
    async def open(self, catalogue: str, *, create: bool = False) -> "EdgeIndex":
        if catalogue in self._open:
            return self._open[catalogue]
        return await self._worker.run(self._load, catalogue, create=create)

    def _load(self, catalogue: str, *, create: bool) -> "EdgeIndex":
        if catalogue in self._open:  # opened while this call waited for the thread
            return self._open[catalogue]
        current = self._files.current(catalogue)
        if current is None and not create:
            raise catalogue_not_found(catalogue)
        if current is None:
            shard = self._create(catalogue)
        else:
            check_fingerprint(catalogue, current.fingerprint, self._schema.fingerprint)
            shard = self._read(catalogue, current)
        index = EdgeIndex(catalogue, shard, self._schema, self._worker)
        index.remember()
        self._open[catalogue] = index
        return index

    def _read(self, catalogue: str, current: Current) -> edge.EdgeShard:
        path = str(self._files.path(catalogue, current))
        try:
            return edge.EdgeShard.load(path)
        except Exception as error:  # the engine raises nothing more specific
            raise UnavailableError(
                f"The data of the catalogue {catalogue!r} cannot be opened now: {error}",
                hint="Another process may still be letting go of it: try again in a moment.",
            ) from error

    def _create(self, catalogue: str) -> edge.EdgeShard:
        fingerprint = self._schema.fingerprint
        now = self._clock()
        current = Current(f"v-{fingerprint}-{int(now * 1000)}", fingerprint, now)
        path = self._files.path(catalogue, current)
        path.mkdir(parents=True)
        shard = edge.EdgeShard.create(str(path), _config(self._schema))
        for field in KEYWORD_FIELDS:
            kind = edge.PayloadSchemaType.Keyword
            shard.update(edge.UpdateOperation.create_field_index(field, kind))
        shard.flush()
        self._files.point_to(catalogue, current)
        return shard

    @override
    async def catalogues(self) -> tuple[CatalogueInfo, ...]:
        found = ((name, self._files.current(name)) for name in self._files.names())
        return tuple(CatalogueInfo(n, c.fingerprint, c.created_at) for n, c in found if c)

    @override
    async def drop(self, catalogue: str) -> None:
        if self._files.current(catalogue) is None:
            raise catalogue_not_found(catalogue)
        await self._worker.run(self._drop, catalogue)

    def _drop(self, catalogue: str) -> None:
        index = self._open.pop(catalogue, None)
        if index is not None:
            index.shut()
        self._files.remove(catalogue)

    @override
    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._worker.run(self._close)
        self._worker.stop()
        self._files.release()

    def _close(self) -> None:
        for index in self._open.values():
            index.shut()
        self._open.clear()


def _config(schema: IndexSchema) -> edge.EdgeConfig:
    dense = {n: edge.EdgeVectorParams(size, edge.Distance.Dot) for n, size in schema.dense.items()}
    sparse = {schema.sparse: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)}
    return edge.EdgeConfig(vectors=dense, sparse_vectors=sparse)
