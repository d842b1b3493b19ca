"""The nearest tools of each tool of a catalogue, with the chance that a model confuses the two."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from toolrag.domain.overlap import Pair
from toolrag.retrieval.overlap import signals
from toolrag.retrieval.overlap.features import Features
from toolrag.retrieval.overlap.model import probability
from toolrag.retrieval.overlap.report import explained, mean_known
from toolrag.retrieval.overlap.signals import Vectors

# So many tools are compared with all others at once: 256 x 10 000 numbers are 20 MB.
_BLOCK: Final = 256
# How many tools count as near; each tool's best are looked for among a few more.
NEAR: Final = 3
_KEPT: Final = 10


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two tools by their positions, a before b, of which each is near the other.

    `alike` is how near the descriptions are (0..1); `mutual` that each is among the `NEAR` most
    confusable of the other.
    """

    a: int
    b: int
    alike: float
    mutual: bool
    pair: Pair


def neighbours(tools: Sequence[Features], vectors: Sequence[Vectors]) -> tuple[Neighbours, ...]:
    """Return the pairs of tools that are among each other's ten nearest, most probable first.

    `vectors[i]` are those of `tools[i]`, by encoder.
    """
    if len(tools) < 2:
        return ()
    everything = signals.prepare(tools, vectors)
    nearest: list[NDArray[np.int64]] = []
    for start in range(0, len(tools), _BLOCK):
        block = everything.rows(slice(start, start + _BLOCK))
        chances = _chances(block, everything)[0]
        own = np.arange(chances.shape[0])
        chances[own, own + start] = -1.0
        kept = min(_KEPT, len(tools) - 1)
        top = np.argsort(-np.round(chances, 9), axis=1, kind="stable")[:, :kept]
        nearest.extend(top)
    return _mutual(tools, everything, nearest)


def _chances(
    a: signals.Compared, b: signals.Compared
) -> tuple[NDArray[np.float64], dict[str, signals.Matrix], dict[str, signals.Matrix]]:
    schema = signals.schema_signals(a, b)
    alike = signals.description_signals(a, b)
    shape = next(iter(schema.values())).shape
    inputs = np.stack([matrix.ravel() for matrix in schema.values()], axis=1)
    described = mean_known([matrix.ravel() for matrix in alike.values()], inputs.shape[0])
    return probability(described, inputs).reshape(shape), schema, alike


def _mutual(
    tools: Sequence[Features], compared: signals.Compared, nearest: Sequence[NDArray[np.int64]]
) -> tuple[Neighbours, ...]:
    places = [frozenset(int(other) for other in row) for row in nearest]
    pairs: dict[tuple[int, int], tuple[float, Pair]] = {}
    for a, row in enumerate(places):
        partners = sorted(b for b in row if b > a and a in places[b])
        if partners:
            pairs.update(_explained(tools, compared, a, partners))
    best = _best(pairs)
    found = [
        Neighbours(a, b, alike, b in best[a] and a in best[b], pair)
        for (a, b), (alike, pair) in pairs.items()
    ]
    return tuple(sorted(found, key=lambda n: (-n.pair.probability, n.a, n.b)))


def _explained(
    tools: Sequence[Features], compared: signals.Compared, a: int, partners: list[int]
) -> Iterator[tuple[tuple[int, int], tuple[float, Pair]]]:
    """Yield ((a, b), (how alike the descriptions are, the pair)) for the partners of one tool."""
    one = compared.rows(slice(a, a + 1))
    chances, schema, alike = _chances(one, compared.rows(partners))
    for i, b in enumerate(partners):
        values = {name: float(matrix[0, i]) for name, matrix in schema.items()}
        seen = {view: float(matrix[0, i]) for view, matrix in alike.items()}
        near = mean_known([np.array([x]) for x in seen.values()], 1)
        pair = explained(tools[a], tools[b], float(chances[0, i]), values, seen)
        yield (a, b), (float(near[0]), pair)


def _best(pairs: Mapping[tuple[int, int], tuple[float, Pair]]) -> dict[int, frozenset[int]]:
    """Return the `NEAR` most confusable partners of each tool."""
    partners: dict[int, list[tuple[float, int]]] = {}
    for (a, b), (_, pair) in pairs.items():
        partners.setdefault(a, []).append((-pair.probability, b))
        partners.setdefault(b, []).append((-pair.probability, a))
    return {
        tool: frozenset(other for _, other in sorted(found)[:NEAR])
        for tool, found in partners.items()
    }
