"""What is compared of many tools at once: how alike their wordings and their contracts are.

Every function compares some tools with others and returns a matrix, one row for each of the first
and one column for each of the second, so that a large catalogue is compared block by block.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from toolrag.retrieval.fusion import encoder_of, is_wording_view
from toolrag.retrieval.overlap.features import Features
from toolrag.retrieval.overlap.model import agreement, upper_logit

Matrix = NDArray[np.float64]
Vectors = Mapping[str, NDArray[np.float32]]

# Cosines of the wordings of two unrelated tools and of one tool in other words, per encoder: the
# medians over the SGD and SGD-X schemas.
COSINE_RANGE: Final[Mapping[str, tuple[float, float]]] = {
    "minilm": (0.19, 0.78),
    "use": (0.13, 0.75),
}
_ANY_RANGE: Final = (0.15, 0.75)
# Where no encoder speaks the language, common words stand in: this, and their share.
_UNREAD: Final = 0.3
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

    contract: Sets
    terms: Sets
    vectors: Mapping[str, NDArray[np.float32]]

    def rows(self, chosen: slice | list[int]) -> "Compared":
        """Return some of the tools."""
        kept = {view: stacked[chosen] for view, stacked in self.vectors.items()}
        return Compared(self.contract.rows(chosen), self.terms.rows(chosen), kept)


def prepare(tools: Sequence[Features], vectors: Sequence[Vectors]) -> Compared:
    """Return some tools ready to be compared; `vectors[i]` are those of `tools[i]`, by view.

    Of the views only those of wordings are looked at.
    """
    views = sorted({view for known in vectors for view in known if is_wording_view(view)})
    return Compared(
        contract=incidence([tool.contract for tool in tools]),
        terms=incidence([tool.name_terms | tool.terms for tool in tools]),
        vectors={view: _stacked(vectors, view) for view in views},
    )


def _stacked(vectors: Sequence[Vectors], view: str) -> NDArray[np.float32]:
    """Return one view's vectors as rows, NaN for a tool that has none."""
    size = next(len(known[view]) for known in vectors if view in known)
    missing = np.full(size, np.nan, dtype=np.float32)
    return np.stack([known.get(view, missing) for known in vectors])


def blocks(compared: Compared, count: int, size: int) -> Iterator[tuple[int, Compared, Compared]]:
    """Yield (position, some tools, these and all that follow) for the first `count` tools."""
    for start in range(0, count, size):
        rest = compared.rows(slice(start, None))
        yield start, rest.rows(slice(0, min(size, count - start))), rest


@dataclass(frozen=True, slots=True)
class Alike:
    """How alike some tools are to others: their wordings, by view too, and their contracts.

    `wording` goes from 0 (unrelated) over 1 (the same in other words) to about 1.4, `agreed` is
    `model.agreement` of the contracts; `logit` are the log-odds of sameness before anything that
    speaks against a pair.
    """

    cosines: Mapping[str, Matrix]
    wording: Matrix
    agreed: Matrix
    logit: Matrix

    def of(self, row: int, column: int) -> tuple[float, dict[str, float]]:
        """Return the log-odds of one pair, and its cosines by view."""
        cosines = {view: float(matrix[row, column]) for view, matrix in self.cosines.items()}
        return float(self.logit[row, column]), cosines


def alike(a: Compared, b: Compared) -> Alike:
    """Return how alike some tools are to others."""
    cosines = {view: (a.vectors[view] @ b.vectors[view].T).astype(np.float64) for view in a.vectors}
    sizes = np.maximum(a.contract.sizes[:, None], b.contract.sizes[None, :])
    agreed = agreement(jaccard(a.contract, b.contract), sizes)
    wording = _wording(cosines, a, b)
    return Alike(cosines, wording, agreed, upper_logit(wording, agreed))


def _wording(cosines: Mapping[str, Matrix], a: Compared, b: Compared) -> Matrix:
    """Return the mean over the views that know both tools, else what their words share."""
    scaled = [on_scale(cosine, view) for view, cosine in cosines.items()]
    total = np.zeros((len(a.terms.sizes), len(b.terms.sizes)))
    count = np.zeros_like(total)
    for matrix in scaled:
        known = ~np.isnan(matrix)
        total[known] += matrix[known]
        count += known
    if not count.all():
        shared = _UNREAD + jaccard(a.terms, b.terms)
        total, count = np.where(count > 0, total, shared), np.maximum(count, 1)
    mean: Matrix = total / count
    return mean


def on_scale(cosine: Matrix, view: str) -> Matrix:
    """Return cosines between the wordings of unrelated tools (0) and of one in other words (1)."""
    low, high = COSINE_RANGE.get(encoder_of(view), _ANY_RANGE)
    scaled: Matrix = np.maximum(0.0, (cosine - low) / (high - low))
    return scaled
