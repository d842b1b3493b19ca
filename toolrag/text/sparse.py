"""BM25 as sparse vectors: the document half here, the inverse document frequency in the engine.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with
k1 = 1.2 and b = 0.75. The average length is a constant, so that a document's vector does not
depend on its neighbours; fields are weighted before saturation (the simple form of BM25F).
"""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from toolrag.domain.tool import Tool
from toolrag.text.card import weighted_terms
from toolrag.text.names import name_keys
from toolrag.text.words import terms

SPARSE_VERSION: Final = 2
K1: Final = 1.2
B: Final = 0.75
AVERAGE_LENGTH: Final = 40.0


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Unique dimensions in ascending order, each with its weight."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@lru_cache(maxsize=65_536)
def dimension(term: str) -> int:
    """Return the dimension of a term: an unsigned 32-bit hash, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=4).digest(), "big")


def document_vector(tool: Tool) -> SparseVector:
    """Return the BM25 weights of a tool's terms, without the inverse document frequency.

    Beside the terms stand the keys of its name, which no text has and only `keys_vector` asks for.
    """
    return _saturated(weighted_terms(tool), name_keys(tool.name))


def utterance_vector(text: str) -> SparseVector:
    """Return the BM25 weights of an example utterance, which is a document of its own."""
    counts: dict[str, float] = {}
    for term in terms(text):
        counts[term] = counts.get(term, 0.0) + 1.0
    return _saturated(counts)


def query_vector(text: str) -> SparseVector:
    """Return weight 1 for each distinct term of a query."""
    return keys_vector(terms(text))


def keys_vector(keys: Iterable[str]) -> SparseVector:
    """Return what finds the tools with one of these keys of `toolrag.text.names`."""
    dimensions = sorted({dimension(key) for key in keys})
    return SparseVector(tuple(dimensions), (1.0,) * len(dimensions))


def blended_query(texts: Sequence[tuple[str, float]]) -> SparseVector:
    """Return one query of several texts: a term weighs what the heaviest text with it does."""
    weights: dict[int, float] = {}
    for text, weight in texts:
        for term in terms(text):
            key = dimension(term)
            weights[key] = max(weights.get(key, 0.0), weight)
    return _vector(weights)


def inverse_document_frequency(frequency: int, documents: int) -> float:
    """Return Lucene's inverse document frequency of BM25, which Qdrant's engines have as well."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def rare_word(documents: int) -> float:
    """Return what a word is worth that one more tool beside so many would have alone."""
    return inverse_document_frequency(1, documents + 1)


def _saturated(counts: Mapping[str, float], keys: Iterable[str] = ()) -> SparseVector:
    length = sum(counts.values())
    norm = K1 * (1 - B + B * length / AVERAGE_LENGTH)
    weights: dict[int, float] = {}
    for term, count in counts.items():
        # Two terms in one dimension (one in four billion) count as one word.
        key = dimension(term)
        weights[key] = weights.get(key, 0.0) + count * (K1 + 1) / (count + norm)
    for name in keys:
        weights.setdefault(dimension(name), 1.0)
    return _vector(weights)


def _vector(weights: Mapping[int, float]) -> SparseVector:
    ordered = sorted(weights.items())
    return SparseVector(tuple(k for k, _ in ordered), tuple(v for _, v in ordered))
