"""BM25 against somebody else's: bm25s, method "lucene"."""

import random

import bm25s
import numpy as np
import pytest
from support.workspaces import definition

from toolrag.adapters.memory_index import MemoryEngine
from toolrag.domain.tool import StoredTool, Tool
from toolrag.formats.registry import read
from toolrag.ports.index import IndexEntry, IndexSchema, PointVectors, ToolFilter
from toolrag.text.sparse import (
    AVERAGE_LENGTH,
    K1,
    B,
    dimension,
    document_vector,
    query_vector,
    utterance_vector,
)
from toolrag.text.words import terms

VOCABULARY = [f"word{i}x" for i in range(60)]


@pytest.mark.anyio
async def test_scores_are_those_of_bm25s() -> None:
    chance = random.Random(3)
    # Every document has the average length, which is a constant here and a mean there.
    texts = [" ".join(chance.choices(VOCABULARY, k=40)) for _ in range(40)]
    assert {len(terms(text)) for text in texts} == {int(AVERAGE_LENGTH)}
    index = await MemoryEngine(IndexSchema({}, "bm25", "x")).open("c", create=True)
    await index.upsert([_entry(f"t{i:02}", text) for i, text in enumerate(texts)])

    oracle = bm25s.BM25(k1=K1, b=B, method="lucene")
    oracle.index([terms(text) for text in texts], show_progress=False)
    query = "word3x word7x word9x word59x"
    [hits] = await index.search([PointVectors({}, query_vector(query))], ToolFilter(), 100)
    scores = [hits["bm25"].scores.get(f"t{i:02}", 0.0) for i in range(len(texts))]
    expected = oracle.get_scores(sorted(set(terms(query)))) * (K1 + 1)
    assert np.allclose(scores, expected, atol=1e-4)


def _entry(name: str, text: str) -> IndexEntry:
    stored = StoredTool(Tool(name), 1, 0.0, 0.0, "mcp", None)
    return IndexEntry(stored, PointVectors({}, utterance_vector(text)))


def test_a_name_counts_more_than_a_description() -> None:
    named = read([definition("invoice", "a b c d")]).parsed[0].tool
    told = read([definition("tool", "invoice b c d")]).parsed[0].tool
    weight = {
        tool.name: dict(zip(v.indices, v.values, strict=True))[dimension("invoic")]
        for tool in (named, told)
        for v in (document_vector(tool),)
    }
    assert weight["invoice"] > weight["tool"]


def test_indices_are_unique_and_ascending() -> None:
    vector = utterance_vector("one two two three three three 明天天气")
    assert list(vector.indices) == sorted(set(vector.indices))
    assert all(0 <= index < 2**32 for index in vector.indices)
