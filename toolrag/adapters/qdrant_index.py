"""A Qdrant server or cluster, for more data or more than one process of the service.

A collection for each catalogue and encoder fingerprint, behind an alias named after the
catalogue: another encoder writes beside it and the alias is switched, vectors are never mixed.
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import numpy as np
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse
from typing_extensions import override

from toolrag.adapters.points import EXAMPLE, KEYWORD_FIELDS, TOOL, load, plan, point_id
from toolrag.errors import UnavailableError
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
    check_fingerprint,
)
from toolrag.retrieval.fusion import ViewHits, view_hits
from toolrag.text.sparse import SparseVector

_PREFIX: Final = "toolrag."
_WRITE_BATCH: Final = 256
# Exact search up to this many kilobytes of vectors (some 50 000 tools): HNSW with its defaults
# loses a tenth of recall@30 on catalogues of near-twins.
_FULL_SCAN_KB: Final = 100_000
_HNSW_EF: Final = 256


@asynccontextmanager
async def _reaching() -> AsyncIterator[None]:
    """Turn the client's network errors into one of ours."""
    try:
        yield
    except (ResponseHandlingException, httpx.HTTPError, ConnectionError) as error:
        raise _unavailable(error) from error
    except UnexpectedResponse as error:
        if error.status_code is not None and error.status_code < 500:
            raise
        raise _unavailable(error) from error


def _unavailable(error: Exception) -> UnavailableError:
    return UnavailableError(
        f"The Qdrant server cannot be reached: {error}",
        hint="Check TOOLRAG_QDRANT_URL and that the server is up, then try again; "
        "what was acknowledged is safe.",
    )


class QdrantEngine(IndexEngine):
    """The catalogues of one server; `client` may also be `AsyncQdrantClient(":memory:")`."""

    def __init__(self, client: AsyncQdrantClient, schema: IndexSchema) -> None:
        self._client = client
        self._schema = schema

    @override
    async def open(self, catalogue: str, *, create: bool = False) -> "QdrantIndex":
        async with _reaching():
            collection = (await self._aliases()).get(catalogue)
            if collection is None and not create:
                raise catalogue_not_found(catalogue)
            if collection is None:
                await self._create(catalogue)
            else:
                written = collection.removeprefix(f"{_PREFIX}{catalogue}.")
                check_fingerprint(catalogue, written, self._schema.fingerprint)
        return QdrantIndex(self._client, catalogue, _PREFIX + catalogue, self._schema)

    async def _aliases(self) -> dict[str, str]:
        """Return the collection of every catalogue, by the catalogue's name."""
        found = (await self._client.get_aliases()).aliases
        ours = (a for a in found if a.alias_name.startswith(_PREFIX))
        return {a.alias_name.removeprefix(_PREFIX): a.collection_name for a in ours}

    async def _create(self, catalogue: str) -> None:
        name = f"{_PREFIX}{catalogue}.{self._schema.fingerprint}"
        if not await self._client.collection_exists(name):
            dense = {
                view: models.VectorParams(size=size, distance=models.Distance.DOT)
                for view, size in self._schema.dense.items()
            }
            idf = models.SparseVectorParams(modifier=models.Modifier.IDF)
            await self._client.create_collection(
                name,
                vectors_config=dense,
                sparse_vectors_config={self._schema.sparse: idf},
                hnsw_config=models.HnswConfigDiff(full_scan_threshold=_FULL_SCAN_KB),
                shard_number=1,
            )
            for field in KEYWORD_FIELDS:
                await self._client.create_payload_index(
                    name, field, field_schema=models.PayloadSchemaType.KEYWORD, wait=True
                )
        alias = models.CreateAlias(collection_name=name, alias_name=_PREFIX + catalogue)
        operation = models.CreateAliasOperation(create_alias=alias)
        await self._client.update_collection_aliases([operation])

    @override
    async def catalogues(self) -> tuple[CatalogueInfo, ...]:
        async with _reaching():
            aliases = await self._aliases()
        return tuple(
            CatalogueInfo(name, collection.removeprefix(f"{_PREFIX}{name}."), 0.0)
            for name, collection in sorted(aliases.items())
        )

    @override
    async def drop(self, catalogue: str) -> None:
        async with _reaching():
            collection = (await self._aliases()).get(catalogue)
            if collection is None:
                raise catalogue_not_found(catalogue)
            alias = models.DeleteAlias(alias_name=_PREFIX + catalogue)
            operation = models.DeleteAliasOperation(delete_alias=alias)
            await self._client.update_collection_aliases([operation])
            await self._client.delete_collection(collection)

    @override
    async def close(self) -> None:
        await self._client.close()


class QdrantIndex(ToolIndex):
    """One collection, reached through its alias."""

    def __init__(
        self, client: AsyncQdrantClient, catalogue: str, collection: str, schema: IndexSchema
    ) -> None:
        self._client = client
        self._catalogue = catalogue
        self._collection = collection
        self._schema = schema

    @override
    async def upsert(self, entries: Sequence[IndexEntry]) -> None:
        points = [
            models.PointStruct(id=p.id, vector=self._vectors(p.vectors), payload=dict(p.payload))
            for entry in entries
            for p in plan(self._catalogue, entry)
        ]
        async with _reaching():
            for start in range(0, len(points), _WRITE_BATCH):
                batch = points[start : start + _WRITE_BATCH]
                await self._client.upsert(self._collection, batch, wait=True)
            await self._drop_old_examples(points, [e.stored.tool.id for e in entries])

    async def _drop_old_examples(
        self, written: Sequence[models.PointStruct], tool_ids: Sequence[str]
    ) -> None:
        """Remove the examples of these tools that were not just written."""
        kept = models.HasIdCondition(has_id=[p.id for p in written])
        old = models.Filter(
            must=[_match("kind", [EXAMPLE]), _match("tool_id", tool_ids)], must_not=[kept]
        )
        selector = models.FilterSelector(filter=old)
        await self._client.delete(self._collection, selector, wait=True)

    def _vectors(self, vectors: PointVectors) -> dict[str, Any]:
        dense = {name: vector.tolist() for name, vector in vectors.dense.items()}
        return {**dense, self._schema.sparse: _sparse(vectors.sparse)}

    @override
    async def delete(self, tool_ids: Iterable[str]) -> None:
        chosen = models.Filter(must=[_match("tool_id", list(tool_ids))])
        async with _reaching():
            selector = models.FilterSelector(filter=chosen)
            await self._client.delete(self._collection, selector, wait=True)

    @override
    async def get(self, tool_ids: Sequence[str]) -> Mapping[str, Record]:
        ids = [point_id(self._catalogue, tool_id) for tool_id in tool_ids]
        async with _reaching():
            found = await self._client.retrieve(
                self._collection,
                ids,
                with_payload=["document"],
                with_vectors=list(self._schema.of_records),
            )
        records = [_record(point) for point in found]
        return {record.stored.tool.id: record for record in records}

    @override
    async def page(self, which: ToolFilter, *, limit: int, cursor: str | None = None) -> Page:
        async with _reaching():
            found, following = await self._client.scroll(
                self._collection,
                scroll_filter=_filter(which, TOOL),
                limit=limit,
                offset=cursor,
                with_payload=["document"],
            )
        tools = tuple(load((point.payload or {})["document"]) for point in found)
        return Page(tools, None if following is None else str(following))

    @override
    async def count(self, which: ToolFilter) -> int:
        async with _reaching():
            result = await self._client.count(
                self._collection, count_filter=_filter(which, TOOL), exact=True
            )
        return result.count

    @override
    async def search(
        self, queries: Sequence[PointVectors], which: ToolFilter, limit: int
    ) -> list[Mapping[str, ViewHits]]:
        asked: list[tuple[int, str, Any]] = []
        for place, vectors in enumerate(queries):
            asked += [(place, name, vector.tolist()) for name, vector in vectors.dense.items()]
            if vectors.sparse.indices:
                asked.append((place, self._schema.sparse, _sparse(vectors.sparse)))
        requests = [self._request(name, query, which, limit) for _, name, query in asked]
        async with _reaching():
            results = await self._client.query_batch_points(self._collection, requests)
        views = {
            point.payload["tool_id"]: frozenset((*point.payload["views"], self._schema.sparse))
            for result in results
            for point in result.points
            if point.payload
        }
        found: list[dict[str, ViewHits]] = [{} for _ in queries]
        for (place, name, _), result in zip(asked, results, strict=True):
            sparse = name == self._schema.sparse
            found[place][name] = view_hits(_points(result), views, limit, sparse=sparse)
        return [*found]

    def _request(
        self,
        name: str,
        query: Any,
        which: ToolFilter,
        limit: int,  # vendor's union
    ) -> models.QueryRequest:
        # Statistics over live tool cards only: dead points and examples would bend them.
        corpus = models.IdfCorpusParams(corpus=models.Filter(must=[_match("kind", [TOOL])]))
        sparse = models.SearchParams(idf=corpus)
        dense = models.SearchParams(hnsw_ef=_HNSW_EF)
        return models.QueryRequest(
            query=query,
            using=name,
            filter=_filter(which, None),
            params=sparse if name == self._schema.sparse else dense,
            limit=limit,
            with_payload=["tool_id", "views"],
        )


def _points(result: models.QueryResponse) -> list[tuple[str, float]]:
    return [(point.payload["tool_id"], point.score) for point in result.points if point.payload]


def _record(point: models.Record) -> Record:
    named = point.vector if isinstance(point.vector, dict) else {}
    dense = {n: np.asarray(v, dtype=np.float32) for n, v in named.items() if isinstance(v, list)}
    return Record(load((point.payload or {})["document"]), dense)


def _sparse(vector: SparseVector) -> models.SparseVector:
    return models.SparseVector(indices=list(vector.indices), values=list(vector.values))


def _match(key: str, values: Sequence[str]) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchAny(any=list(values)))


def _filter(which: ToolFilter, kind: str | None) -> models.Filter:
    wanted = (
        ("kind", None if kind is None else [kind]),
        ("server", which.servers),
        ("tags", which.tags),
        ("tool_id", which.only),
    )
    must: list[models.Condition] = [_match(k, sorted(v)) for k, v in wanted if v is not None]
    must_not: list[models.Condition] = []
    if which.exclude:
        must_not.append(_match("tool_id", sorted(which.exclude)))
    return models.Filter(must=must, must_not=must_not)
