"""What every journey works with, wired once at the edge, and the vectors of tools and queries."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from toolrag.domain.tool import StoredTool
from toolrag.journeys.tokens import CatalogueTotals
from toolrag.ports.encoder import Encoder, Vector
from toolrag.ports.index import IndexEngine, IndexEntry, IndexSchema, PointVectors
from toolrag.ports.tokens import TokenCounter
from toolrag.retrieval.fusion import SPARSE_VIEW
from toolrag.text.card import CARD_VERSION, card
from toolrag.text.sparse import SPARSE_VERSION, document_vector, query_vector, utterance_vector


@dataclass(frozen=True, slots=True)
class Workspace:
    """The engine, the encoders, the token counters by name, and the clock (seconds, UTC).

    `writing` has a lock for each catalogue: one registration after the other reads, encodes and
    writes, so that no update is lost. `totals` remembers what whole catalogues cost.
    """

    engine: IndexEngine
    encoders: tuple[Encoder, ...]
    counter: Callable[[str | None], TokenCounter]
    clock: Callable[[], float]
    writing: defaultdict[str, asyncio.Lock] = field(
        default_factory=lambda: defaultdict(asyncio.Lock)
    )
    totals: CatalogueTotals = field(default_factory=CatalogueTotals)


def index_schema(encoders: Sequence[Encoder]) -> IndexSchema:
    """Return the views of an index for some encoders. The fingerprint names every version."""
    dense = {encoder.name: encoder.dimension for encoder in encoders}
    versions = [encoder.fingerprint for encoder in encoders]
    fingerprint = "+".join([*sorted(versions), f"c{CARD_VERSION}s{SPARSE_VERSION}"])
    return IndexSchema(dense, SPARSE_VIEW, fingerprint)


async def encode_query(workspace: Workspace, query: str) -> PointVectors:
    """Return the vectors of a query, in every view that speaks its language."""
    speaking = [encoder for encoder in workspace.encoders if encoder.speaks(query)]
    dense = {encoder.name: (await encoder.encode([query]))[0] for encoder in speaking}
    return PointVectors(dense, query_vector(query))


async def encode_tools(workspace: Workspace, tools: Sequence[StoredTool]) -> tuple[IndexEntry, ...]:
    """Return index entries for some tools: the vectors of their cards and their examples."""
    cards = [card(stored.tool) for stored in tools]
    samples: dict[str, str] = {}
    for stored, text in zip(tools, cards, strict=True):
        samples.setdefault(text, stored.tool.description)
        samples.update((example, example) for example in stored.tool.examples)
    by_view = {e.name: await vectors_by_text(e, samples) for e in workspace.encoders}
    return tuple(
        IndexEntry(
            stored,
            PointVectors(known_vectors(text, by_view), document_vector(stored.tool)),
            tuple(_utterance(example, by_view) for example in stored.tool.examples),
        )
        for stored, text in zip(tools, cards, strict=True)
    )


async def vectors_by_text(encoder: Encoder, samples: Mapping[str, str]) -> dict[str, Vector]:
    """Return the vectors of the texts that the encoder speaks, going by a sample of each.

    A tool is in the language of its description: names are English everywhere.
    """
    spoken = [text for text, sample in samples.items() if encoder.speaks(sample)]
    return dict(zip(spoken, await encoder.encode(spoken), strict=True)) if spoken else {}


def known_vectors(text: str, by_view: Mapping[str, Mapping[str, Vector]]) -> dict[str, Vector]:
    """Return the vectors of a text, by the encoders that have one."""
    return {view: vectors[text] for view, vectors in by_view.items() if text in vectors}


def _utterance(text: str, by_view: Mapping[str, Mapping[str, Vector]]) -> PointVectors:
    return PointVectors(known_vectors(text, by_view), utterance_vector(text))
