"""The nearest tools of each tool of a catalogue, with the chance that a model confuses the two."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from toolrag.domain.overlap import Pair
from toolrag.retrieval.best import best
from toolrag.retrieval.overlap import signals
from toolrag.retrieval.overlap.features import Features
from toolrag.retrieval.overlap.pairs import explained
from toolrag.retrieval.overlap.signals import Vectors

# So many tools are compared with all others at once: 256 x 10 000 numbers are 20 MB.
_BLOCK: Final = 256
# How many tools count as near; each tool's best are looked for among a few more.
NEAR: Final = 3
_KEPT: Final = 10


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two tools by their positions, a before b, of which each is near the other.

    `alike` is how alike the wordings are (0 unrelated, 1 the same in other words); `mutual` that
    each is among the `NEAR` nearest of the other.
    """

    a: int
    b: int
    alike: float
    mutual: bool
    pair: Pair


@dataclass(frozen=True, slots=True)
class _Near:
    """A pair, how alike the wordings are, and the log-odds before what speaks against it."""

    alike: float
    upper: float
    pair: Pair


def neighbours(tools: Sequence[Features], vectors: Sequence[Vectors]) -> tuple[Neighbours, ...]:
    """Return the pairs of tools that are among each other's ten nearest, most probable first.

    `vectors[i]` are those of `tools[i]`, by view.
    """
    if len(tools) < 2:
        return ()
    everything = signals.prepare(tools, vectors)
    nearest: list[NDArray[np.int64]] = []
    for start in range(0, len(tools), _BLOCK):
        logits = signals.alike(everything.rows(slice(start, start + _BLOCK)), everything).logit
        own = np.arange(logits.shape[0])
        logits[own, own + start] = -np.inf
        kept = min(_KEPT, len(tools) - 1)
        nearest.extend(best(row, kept) for row in np.round(logits, 9))
    return _mutual(tools, everything, nearest)


def _mutual(
    tools: Sequence[Features], compared: signals.Compared, nearest: Sequence[NDArray[np.int64]]
) -> tuple[Neighbours, ...]:
    places = [frozenset(int(other) for other in row) for row in nearest]
    pairs: dict[tuple[int, int], _Near] = {}
    for a, row in enumerate(places):
        partners = sorted(b for b in row if b > a and a in places[b])
        if partners:
            pairs.update(_explained(tools, compared, a, partners))
    closest = _closest(pairs)
    found = [
        Neighbours(a, b, near.alike, b in closest[a] and a in closest[b], near.pair)
        for (a, b), near in pairs.items()
    ]
    return tuple(sorted(found, key=lambda n: (-n.pair.probability, n.a, n.b)))


def _explained(
    tools: Sequence[Features], compared: signals.Compared, a: int, partners: list[int]
) -> Iterator[tuple[tuple[int, int], _Near]]:
    """Yield ((a, b), how near they are) for the partners of one tool."""
    alike = signals.alike(compared.rows(slice(a, a + 1)), compared.rows(partners))
    for i, b in enumerate(partners):
        upper, cosines = alike.of(0, i)
        pair = explained(tools[a], tools[b], upper, cosines)
        yield (a, b), _Near(float(alike.wording[0, i]), upper, pair)


def _closest(pairs: Mapping[tuple[int, int], _Near]) -> dict[int, frozenset[int]]:
    """Return the `NEAR` nearest partners of each tool, whatever tells them apart."""
    partners: dict[int, list[tuple[float, int]]] = {}
    for (a, b), near in pairs.items():
        partners.setdefault(a, []).append((-near.upper, b))
        partners.setdefault(b, []).append((-near.upper, a))
    return {
        tool: frozenset(other for _, other in sorted(found)[:NEAR])
        for tool, found in partners.items()
    }
