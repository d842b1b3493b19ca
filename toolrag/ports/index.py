"""The index port: where tools are kept and found. One contract suite tests every adapter."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from toolrag.domain.tool import StoredTool
from toolrag.errors import CatalogueNotFoundError, EncoderMismatchError
from toolrag.ports.encoder import Vector
from toolrag.retrieval.fusion import ViewHits, is_name_view, is_wording_view
from toolrag.text.sparse import SparseVector

_PAGE: Final = 256


@dataclass(frozen=True, slots=True)
class IndexSchema:
    """The views of an index: dense dimensions by name, the sparse one's name, and a fingerprint.

    The fingerprint changes whenever vectors of the old and the new may not meet.
    """

    dense: Mapping[str, int]
    sparse: str
    fingerprint: str

    @property
    def of_records(self) -> tuple[str, ...]:
        """The dense views that records are read with: of cards and of wordings."""
        return tuple(view for view in self.dense if not is_name_view(view))

    @property
    def searched(self) -> tuple[str, ...]:
        """The dense views that queries are asked in."""
        return tuple(view for view in self.dense if not is_wording_view(view))


@dataclass(frozen=True, slots=True)
class PointVectors:
    """The vectors of one text; a dense view that does not speak its language is absent."""

    dense: Mapping[str, Vector]
    sparse: SparseVector


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A tool with the vectors of its card and of each of its example utterances."""

    stored: StoredTool
    card: PointVectors
    examples: tuple[PointVectors, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A tool as it lies in the index, with the dense vectors of its card and of its wording."""

    stored: StoredTool
    vectors: Mapping[str, Vector]


@dataclass(frozen=True, slots=True)
class ToolFilter:
    """Which tools may be found.

    Those of `servers`, with one of `tags`, with an id in `only` (None = all, each), and none of
    `exclude`.
    """

    servers: frozenset[str] | None = None
    tags: frozenset[str] | None = None
    only: frozenset[str] | None = None
    exclude: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Page:
    """Some tools of a catalogue; `cursor` leads to the next page, None after the last."""

    tools: tuple[StoredTool, ...]
    cursor: str | None


@dataclass(frozen=True, slots=True)
class CatalogueInfo:
    """A catalogue that exists. `created_at` in seconds since the epoch, UTC."""

    name: str
    fingerprint: str
    created_at: float


class ToolIndex(Protocol):
    """The tools of one catalogue. Writes are durable once they return."""

    async def upsert(self, entries: Sequence[IndexEntry]) -> None:
        """Write tools, replacing those of the same id with all their examples."""

    async def delete(self, tool_ids: Iterable[str]) -> None:
        """Remove tools; ids that are not there are no error."""

    async def get(self, tool_ids: Sequence[str]) -> Mapping[str, Record]:
        """Return the tools that are there, by id."""

    async def page(self, which: ToolFilter, *, limit: int, cursor: str | None = None) -> Page:
        """Return the tools that `which` lets through, in a stable order, each on one page."""

    async def search(
        self, queries: Sequence[PointVectors], which: ToolFilter, limit: int
    ) -> list[Mapping[str, ViewHits]]:
        """Return for each query the best tools of every view it has, all in one round trip."""

    async def count(self, which: ToolFilter) -> int:
        """Return how many tools `which` lets through."""


class IndexEngine(Protocol):
    """All the catalogues of one data folder or server."""

    async def open(self, catalogue: str, *, create: bool = False) -> ToolIndex:
        """Return a catalogue's index.

        Raises:
            CatalogueNotFoundError: when it does not exist and `create` is false.
            EncoderMismatchError: when it was written with other encoders.
            UnavailableError: when the engine is away.
        """

    async def catalogues(self) -> tuple[CatalogueInfo, ...]:
        """Return every catalogue, by name."""

    async def drop(self, catalogue: str) -> None:
        """Remove a catalogue with all its tools; CatalogueNotFoundError when there is none."""

    async def close(self) -> None:
        """Let go of files and connections."""


async def every_tool(index: ToolIndex, which: ToolFilter) -> AsyncIterator[StoredTool]:
    """Yield all tools that `which` lets through, page by page."""
    cursor = None
    while True:
        page = await index.page(which, limit=_PAGE, cursor=cursor)
        for stored in page.tools:
            yield stored
        cursor = page.cursor
        if cursor is None:
            return


def catalogue_not_found(catalogue: str) -> CatalogueNotFoundError:
    """Return the error of every engine for a catalogue that is not there."""
    detail = f"There is no catalogue {catalogue!r}."
    return CatalogueNotFoundError(detail, hint="Registering a tool in it creates it.")


def check_fingerprint(catalogue: str, written: str, ours: str) -> None:
    """Raise `EncoderMismatchError` unless a catalogue was written with our encoders."""
    if written != ours:
        raise EncoderMismatchError(
            f"The catalogue {catalogue!r} was written with the encoders {written!r}, "
            f"and this process uses {ours!r}: their vectors cannot be compared.",
            hint="Start with the encoders it was written with (TOOLRAG_ENCODERS), or register its "
            "tools again in a catalogue of another name.",
        )
