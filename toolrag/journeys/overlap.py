"""The overlap of a whole catalogue."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

from toolrag.domain.overlap import OverlapMap, Pair
from toolrag.journeys.catalogue import open_index
from toolrag.journeys.workspace import (
    Workspace,
    known_vectors,
    quick_encoders,
    vectors_by_text,
)
from toolrag.ports.index import Record, ToolFilter, every_tool
from toolrag.retrieval.fusion import SPARSE_VIEW, encoder_of
from toolrag.retrieval.overlap.confusion import Counted, with_own_sentences, with_utterances
from toolrag.retrieval.overlap.map import overlap_map
from toolrag.retrieval.overlap.report import pairs_of
from toolrag.retrieval.probe import Probe, Vectors, rankings
from toolrag.text.sentences import lead

# So many of the worst pairs are asked for with their own sentences.
_SENTENCES: Final = 100


async def catalogue_overlap(
    workspace: Workspace,
    catalogue: str,
    *,
    min_probability: float,
    variants: Sequence[frozenset[str]] = (),
) -> OverlapMap:
    """Return the map of a catalogue: which of its tools can be confused.

    Raises:
        InvalidInputError: when there are more pairs than anyone reads.
        CatalogueNotFoundError, EncoderMismatchError: as `IndexEngine.open`.
    """
    index = await open_index(workspace, catalogue)
    ids = [stored.tool.id async for stored in every_tool(index, ToolFilter())]
    records = list((await index.get(ids)).values())
    asked = [(r.stored.tool.id, text) for r in records for text in r.stored.utterances]
    counted = await _counted(workspace, records, asked)

    def compared() -> list[Pair]:
        known = workspace.overlaps.pairs(catalogue, records, min_probability)
        pairs = _with_utterances(records, known, counted, min_probability)
        return [pair for pair in pairs if pair.probability >= min_probability]

    def mapped() -> OverlapMap:
        near = workspace.overlaps.unmarked(catalogue, records)
        return overlap_map([record.stored for record in records], pairs, near, variants)

    # A large catalogue takes seconds; turns go on meanwhile.
    pairs = await asyncio.to_thread(compared)
    pairs = await _with_own_sentences(workspace, records, pairs)
    return await asyncio.to_thread(mapped)


async def _with_own_sentences(
    workspace: Workspace, records: Sequence[Record], pairs: Sequence[Pair]
) -> list[Pair]:
    """Return the pairs, the worst of them with what the tools' own first sentences find."""
    worst = sorted(pairs, key=lambda pair: -pair.probability)[:_SENTENCES]
    wanted = {tool_id for pair in worst for tool_id in (pair.a, pair.b)}
    said = ((r.stored.tool.id, lead(r.stored.tool.description)) for r in records)
    asked = [(tool_id, text) for tool_id, text in said if tool_id in wanted and text]
    counted = await _counted(workspace, records, asked)
    return [with_own_sentences(pair, counted) for pair in pairs]


def _with_utterances(
    records: Sequence[Record], pairs: Sequence[Pair], counted: Counted, min_probability: float
) -> list[Pair]:
    """Return the pairs with what utterances say, and those that only utterances confuse."""
    known = {(pair.a, pair.b) for pair in pairs}
    by_id = {record.stored.tool.id: record for record in records}
    more: list[Pair] = []
    for ids in sorted(counted.confused(max(min_probability, 0.01)) - known):
        both = [by_id[tool_id] for tool_id in ids]
        tools, vectors = [r.stored.tool for r in both], [r.vectors for r in both]
        more += pairs_of(tools, vectors, min_probability=0.0)
    return [with_utterances(pair, counted) for pair in (*pairs, *more)]


async def _counted(
    workspace: Workspace, records: Sequence[Record], asked: Sequence[tuple[str, str]]
) -> Counted:
    """Ask the router for (owner, text), by the quick encoder and the terms, and count who comes."""
    if not asked:
        return Counted({}, {})
    encoders = quick_encoders(workspace.encoders)
    samples = {text: text for _, text in asked}
    by_view = {e.name: await vectors_by_text(e, samples) for e in encoders}
    vectors = [_of_views(record.vectors, by_view) for record in records]
    probes = [Probe(text, known_vectors(text, by_view)) for _, text in asked]
    ids = [record.stored.tool.id for record in records]

    def work() -> Counted:
        tools = [record.stored.tool for record in records]
        orders = rankings(tools, vectors, probes, sparse=SPARSE_VIEW)
        named = ([ids[place] for place in order] for order in orders)
        return Counted.of(zip((owner for owner, _ in asked), named, strict=True))

    return await asyncio.to_thread(work)


def _of_views(vectors: Vectors, encoders: Collection[str]) -> Vectors:
    return {view: vector for view, vector in vectors.items() if encoder_of(view) in encoders}
