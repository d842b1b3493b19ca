"""The signals of pairs: what tools share, each as a number from 0 to 1.

Every function compares some tools with others and returns a matrix, one row for each of the first
and one column for each of the second, so that a large catalogue is compared block by block.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from toolrag.retrieval.overlap.features import READING, READING_KIND, Features

Matrix = NDArray[np.float64]
Vectors = Mapping[str, NDArray[np.float32]]

# Cosines of two unrelated tools and of two wordings of one tool, per encoder: the medians over the
# paraphrased schemas of SGD-X. An encoder's similarity is told on this scale.
COSINE_RANGE: Final[Mapping[str, tuple[float, float]]] = {
    "minilm": (0.25, 0.85),
    "use": (0.2, 0.8),
}
_ANY_RANGE: Final = (0.25, 0.85)
# Up to so many tools, dense incidence matrices are smaller than the overhead of sparse ones.
_DENSE_UP_TO: Final = 256


@dataclass(frozen=True, slots=True)
class Sets:
    """Some sets as an incidence matrix: a row for each set, a column for each member."""

    incidence: Any  # a NumPy array, or a SciPy CSR matrix of as many rows
    sizes: NDArray[np.float64]

    def rows(self, chosen: slice | list[int]) -> "Sets":
        """Return some of the sets."""
        return Sets(self.incidence[chosen], self.sizes[chosen])


def incidence(sets: Sequence[frozenset[str]]) -> Sets:
    """Return sets as an incidence matrix."""
    column = {member: i for i, member in enumerate(dict.fromkeys(m for s in sets for m in s))}
    sizes = np.array([len(members) for members in sets], dtype=np.float64)
    shape = (len(sets), max(1, len(column)))
    rows = np.repeat(np.arange(len(sets)), sizes.astype(np.int64))
    columns = np.array([column[member] for members in sets for member in members], dtype=np.int64)
    if len(sets) > _DENSE_UP_TO:
        from scipy.sparse import csr_matrix

        ones = np.ones(len(columns), dtype=np.float32)
        return Sets(csr_matrix((ones, (rows, columns)), shape=shape), sizes)
    matrix = np.zeros(shape, dtype=np.float32)
    matrix[rows, columns] = 1.0
    return Sets(matrix, sizes)


def jaccard(a: Sets, b: Sets) -> Matrix:
    """Return the share of common members, 0 where a set is empty."""
    common = a.incidence @ b.incidence.T
    dense: Matrix = common if isinstance(common, np.ndarray) else common.toarray()
    union = a.sizes[:, None] + b.sizes[None, :] - dense
    either_empty = (a.sizes[:, None] == 0) | (b.sizes[None, :] == 0)
    shares: Matrix = np.where(either_empty, 0.0, dense / np.maximum(union, 1.0))
    return shares


@dataclass(frozen=True, slots=True)
class Compared:
    """All that is compared of some tools, ready to be compared with others."""

    name: Sets
    terms: Sets
    parameters: Sets
    object: Sets
    kinds: NDArray[np.str_]
    names: NDArray[np.str_]
    servers: NDArray[np.str_]
    vectors: Mapping[str, NDArray[np.float32]]

    def rows(self, chosen: slice | list[int]) -> "Compared":
        """Return some of the tools."""
        return Compared(
            self.name.rows(chosen),
            self.terms.rows(chosen),
            self.parameters.rows(chosen),
            self.object.rows(chosen),
            self.kinds[chosen],
            self.names[chosen],
            self.servers[chosen],
            {view: stacked[chosen] for view, stacked in self.vectors.items()},
        )


def prepare(tools: Sequence[Features], vectors: Sequence[Vectors]) -> Compared:
    """Return some tools ready to be compared; `vectors[i]` are those of `tools[i]`, by encoder."""
    views = sorted({view for known in vectors for view in known})
    return Compared(
        name=incidence([t.name_terms for t in tools]),
        terms=incidence([t.terms for t in tools]),
        parameters=incidence([t.parameters for t in tools]),
        object=incidence([t.object for t in tools]),
        kinds=np.array([READING_KIND if t.verb in READING else t.verb for t in tools]),
        names=np.array([t.name for t in tools]),
        servers=np.array([t.server for t in tools]),
        vectors={view: _stacked(vectors, view) for view in views},
    )


def _stacked(vectors: Sequence[Vectors], view: str) -> NDArray[np.float32]:
    """Return one encoder's vectors as rows, NaN for a tool that has none."""
    size = next(len(known[view]) for known in vectors if view in known)
    missing = np.full(size, np.nan, dtype=np.float32)
    return np.stack([known.get(view, missing) for known in vectors])


def schema_signals(a: Compared, b: Compared) -> dict[str, Matrix]:
    """Return the signals that names and schemas give, in the order of `model.WEIGHTS`."""
    same, other = _same_work(a, b)
    things = jaccard(a.object, b.object)
    # A half where neither name tells of a thing.
    untold = (a.object.sizes[:, None] == 0) & (b.object.sizes[None, :] == 0)
    return {
        "name": jaccard(a.name, b.name),
        "terms": jaccard(a.terms, b.terms),
        "parameters": jaccard(a.parameters, b.parameters),
        "verb_object": same * np.where(untold, 0.5, things),
        "other_work": other,
        "same_name": _same_name(a, b),
    }


def _same_work(a: Compared, b: Compared) -> tuple[Matrix, Matrix]:
    """Return who does the same kind of work, and whose verbs say that they do not; 0 or 1."""
    told = (a.kinds != "")[:, None] & (b.kinds != "")[None, :]
    same = a.kinds[:, None] == b.kinds[None, :]
    return (told & same).astype(np.float64), (told & ~same).astype(np.float64)


def _same_name(a: Compared, b: Compared) -> Matrix:
    """Return 1 for one name on two servers."""
    alike = a.names[:, None] == b.names[None, :]
    apart = a.servers[:, None] != b.servers[None, :]
    shared: Matrix = (alike & apart).astype(np.float64)
    return shared


def description_signals(a: Compared, b: Compared) -> dict[str, Matrix]:
    """Return how alike the cards are to each encoder; NaN where one of a pair has no vector."""
    return {view: _similarity(a.vectors[view], b.vectors[view], view) for view in a.vectors}


def _similarity(a: NDArray[np.float32], b: NDArray[np.float32], view: str) -> Matrix:
    low, high = COSINE_RANGE.get(view, _ANY_RANGE)
    cosine = (a @ b.T).astype(np.float64)
    return np.clip((cosine - low) / (high - low), 0.0, 1.0)
