"""What every journey works with, wired once at the edge, and the vectors of tools and queries."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from toolrag.domain.tool import StoredTool, Tool
from toolrag.journeys.overlap_memory import OverlapMemory
from toolrag.journeys.tokens import CatalogueTotals
from toolrag.ports.encoder import Encoder, Vector
from toolrag.ports.index import IndexEngine, IndexEntry, IndexSchema, PointVectors
from toolrag.ports.tokens import TokenCounter
from toolrag.retrieval.fusion import SPARSE_VIEW, name_view, wording_view
from toolrag.retrieval.plan import SubQuery
from toolrag.text.card import CARD_VERSION, card, name_text, wording
from toolrag.text.sparse import SPARSE_VERSION, blended_query, document_vector, utterance_vector

# Reads sixteen languages, ten times as fast as the other one.
QUICK_ENCODER: Final = "use"


@dataclass(frozen=True, slots=True)
class Workspace:
    """The engine, the encoders, the token counters by name, and the clock (seconds, UTC).

    `writing` has a lock for each catalogue: one registration after the other reads, encodes and
    writes, so that no update is lost. `totals` remembers what whole catalogues cost, and
    `overlaps` which of their tools were compared.
    """

    engine: IndexEngine
    encoders: tuple[Encoder, ...]
    counter: Callable[[str | None], TokenCounter]
    clock: Callable[[], float]
    writing: defaultdict[str, asyncio.Lock] = field(
        default_factory=lambda: defaultdict(asyncio.Lock)
    )
    totals: CatalogueTotals = field(default_factory=CatalogueTotals)
    overlaps: OverlapMemory = field(default_factory=OverlapMemory)


def index_schema(encoders: Sequence[Encoder]) -> IndexSchema:
    """Return the views of an index for some encoders. The fingerprint names every version."""
    dense: dict[str, int] = {}
    for encoder in encoders:
        dense |= {encoder.name: encoder.dimension, name_view(encoder.name): encoder.dimension}
    for encoder in quick_encoders(encoders):
        dense[wording_view(encoder.name)] = encoder.dimension
    versions = [encoder.fingerprint for encoder in encoders]
    fingerprint = "+".join([*sorted(versions), f"c{CARD_VERSION}s{SPARSE_VERSION}"])
    return IndexSchema(dense, SPARSE_VIEW, fingerprint)


def quick_encoders(encoders: Sequence[Encoder]) -> Sequence[Encoder]:
    """Return the encoders for many texts: the quick multilingual one where it is there."""
    quick = [encoder for encoder in encoders if encoder.name == QUICK_ENCODER]
    return quick or encoders


async def encode_searches(workspace: Workspace, searches: Sequence[SubQuery]) -> list[PointVectors]:
    """Return the vectors of a turn's searches, in every view that speaks their language.

    The request is read by every encoder, the searches beside it by the quick one: with all of them
    a conversation would take many times as long, for one point of recall.
    """
    quick = quick_encoders(workspace.encoders)
    return [
        await _encode_search(workspace.encoders if search.kind == "request" else quick, search)
        for search in searches
    ]


async def _encode_search(encoders: Sequence[Encoder], search: SubQuery) -> PointVectors:
    dense: dict[str, Vector] = {}
    for encoder in encoders:
        spoken = [(text, weight) for text, weight in search.texts if encoder.speaks(text)]
        if spoken:
            vector = _mean([((await encoder.encode([text]))[0], weight) for text, weight in spoken])
            dense |= {encoder.name: vector, name_view(encoder.name): vector}
    return PointVectors(dense, blended_query(search.texts))


def _mean(weighted: Sequence[tuple[Vector, float]]) -> Vector:
    """Return the weighted mean of unit vectors, at length 1 again."""
    if len(weighted) == 1:
        return weighted[0][0]
    total = np.sum([vector * np.float32(weight) for vector, weight in weighted], axis=0)
    norm = float(np.linalg.norm(total))
    mean: Vector = (total / norm if norm > 0 else total).astype(np.float32)
    return mean


async def encode_tools(workspace: Workspace, tools: Sequence[StoredTool]) -> tuple[IndexEntry, ...]:
    """Return index entries for some tools: their vectors, and those of their examples.

    Wordings are read by the quick encoder alone, by which tools are compared.
    """
    cards = [card(stored.tool) for stored in tools]
    samples: dict[str, str] = {}
    for stored, text in zip(tools, cards, strict=True):
        samples.setdefault(text, stored.tool.description)
        samples.setdefault(name_text(stored.tool), stored.tool.description)
        samples.update((example, example) for example in stored.utterances)
    worded = {wording(stored.tool): stored.tool.description for stored in tools}
    quick = quick_encoders(workspace.encoders)
    by_view = {
        encoder.name: await vectors_by_text(
            encoder, {**worded, **samples} if encoder in quick else samples
        )
        for encoder in workspace.encoders
    }
    return tuple(
        IndexEntry(
            stored,
            PointVectors(_of_tool(text, stored.tool, by_view, quick), document_vector(stored.tool)),
            tuple(_utterance(example, by_view) for example in stored.utterances),
        )
        for stored, text in zip(tools, cards, strict=True)
    )


async def wording_vectors(
    tools: Sequence[Tool], encoders: Sequence[Encoder]
) -> list[dict[str, Vector]]:
    """Return for each tool the vectors of its wording, by view, from the quick encoders."""
    texts = [wording(tool) for tool in tools]
    samples = {text: tool.description for text, tool in zip(texts, tools, strict=True)}
    by_view = {
        wording_view(e.name): await vectors_by_text(e, samples) for e in quick_encoders(encoders)
    }
    return [known_vectors(text, by_view) for text in texts]


async def vectors_by_text(encoder: Encoder, samples: Mapping[str, str]) -> dict[str, Vector]:
    """Return the vectors of the texts that the encoder speaks, going by a sample of each.

    A tool is in the language of its description: names are English everywhere.
    """
    spoken = [text for text, sample in samples.items() if encoder.speaks(sample)]
    return dict(zip(spoken, await encoder.encode(spoken), strict=True)) if spoken else {}


def known_vectors(text: str, by_view: Mapping[str, Mapping[str, Vector]]) -> dict[str, Vector]:
    """Return the vectors of a text, by the encoders that have one."""
    return {view: vectors[text] for view, vectors in by_view.items() if text in vectors}


def _of_tool(
    text: str,
    tool: Tool,
    by_view: Mapping[str, Mapping[str, Vector]],
    quick: Sequence[Encoder],
) -> dict[str, Vector]:
    """Return the vectors of a tool's card, and those of its name and its wording in their views."""
    cards = known_vectors(text, by_view)
    names = known_vectors(name_text(tool), {view: by_view[view] for view in cards})
    worded = known_vectors(wording(tool), {e.name: by_view[e.name] for e in quick})
    return (
        cards
        | {name_view(view): vector for view, vector in names.items()}
        | {wording_view(view): vector for view, vector in worded.items()}
    )


def _utterance(text: str, by_view: Mapping[str, Mapping[str, Vector]]) -> PointVectors:
    return PointVectors(known_vectors(text, by_view), utterance_vector(text))
