"""Which tools a catalogue answers many texts with: the router's own fusion, in memory.

The scores of cards and terms, their fusion and its depth are those of a turn; only the index is a
matrix. A text counts as one whole, and names have no view of their own here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolrag.domain.tool import Tool
from toolrag.retrieval.best import best
from toolrag.retrieval.fusion import SEARCH_DEPTH, ViewHits, fuse, is_wording_view, view_hits
from toolrag.text.sparse import (
    SparseVector,
    document_vector,
    inverse_document_frequency,
    query_vector,
)

Vectors = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Probe:
    """A text to search for, with its vectors by encoder; empty where none speaks its language."""

    text: str
    vectors: Vectors


def rankings(
    tools: Sequence[Tool], vectors: Sequence[Vectors], probes: Sequence[Probe], *, sparse: str
) -> Iterator[tuple[int, ...]]:
    """Yield for each probe the positions of the tools that come first, best first.

    `vectors[i]` are those of `tools[i]`, of which those of cards are looked at; `sparse`
    names the view of the terms.
    """
    names = [f"{i:08d}" for i in range(len(tools))]
    vectors = [{v: x for v, x in of.items() if not is_wording_view(v)} for of in vectors]
    encoders = sorted({view for known in vectors for view in known})
    known = {name: frozenset((*given, sparse)) for name, given in zip(names, vectors, strict=True)}
    dense = {view: _Dense.of(view, vectors) for view in encoders}
    terms = _Terms.of([document_vector(tool) for tool in tools])
    for probe in probes:
        hits: dict[str, ViewHits] = {}
        for view, query in probe.vectors.items():
            points = dense[view].best(query) if view in dense else []
            named = [(names[i], score) for i, score in points]
            hits[view] = view_hits(named, known, SEARCH_DEPTH, sparse=False)
        matches = [(names[i], score) for i, score in terms.best(query_vector(probe.text))]
        hits[sparse] = view_hits(matches, known, SEARCH_DEPTH, sparse=True)
        yield tuple(int(fused.tool_id) for fused in fuse(hits))


@dataclass(frozen=True, slots=True)
class _Dense:
    rows: NDArray[np.float32]
    places: NDArray[np.int64]

    @classmethod
    def of(cls, view: str, vectors: Sequence[Vectors]) -> "_Dense":
        places = [i for i, known in enumerate(vectors) if view in known]
        return cls(np.stack([vectors[i][view] for i in places]), np.array(places))

    def best(self, query: NDArray[np.float32]) -> list[tuple[int, float]]:
        scores = self.rows @ query
        return [(int(self.places[i]), float(scores[i])) for i in best(scores, SEARCH_DEPTH)]


@dataclass(frozen=True, slots=True)
class _Terms:
    """BM25 weights with the inverse document frequency in them: a column for each dimension."""

    weights: Any  # a SciPy CSC matrix of as many rows as there are tools
    column: Mapping[int, int]

    @classmethod
    def of(cls, documents: Sequence[SparseVector]) -> "_Terms":
        from scipy.sparse import csc_matrix

        frequency = Counter(index for d in documents for index in d.indices)
        column = {index: i for i, index in enumerate(frequency)}
        count = len(documents)
        idf = {i: inverse_document_frequency(n, count) for i, n in frequency.items()}
        rows = [row for row, d in enumerate(documents) for _ in d.indices]
        columns = [column[index] for d in documents for index in d.indices]
        values = [
            idf[index] * value
            for d in documents
            for index, value in zip(d.indices, d.values, strict=True)
        ]
        shape = (count, max(1, len(column)))
        return cls(csc_matrix((values, (rows, columns)), shape=shape), column)

    def best(self, query: SparseVector) -> list[tuple[int, float]]:
        columns = [self.column[index] for index in query.indices if index in self.column]
        if not columns:
            return []
        scores = np.asarray(self.weights[:, columns].sum(axis=1)).ravel()
        return [(int(i), float(scores[i])) for i in best(scores, SEARCH_DEPTH) if scores[i] > 0]
