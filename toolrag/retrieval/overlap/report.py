"""The overlap report: every pair scored, the confusable ones explained, grouped and advised on."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from toolrag.domain.overlap import Clash, Level, Overlap, Pair, Signal
from toolrag.domain.tool import Tool
from toolrag.errors import InvalidInputError
from toolrag.retrieval.overlap import signals
from toolrag.retrieval.overlap.contrast import told_apart
from toolrag.retrieval.overlap.features import Features, features
from toolrag.retrieval.overlap.model import probability, told_apart_probability
from toolrag.retrieval.overlap.signals import Vectors
from toolrag.retrieval.overlap.words import SENTENCES, advice, description_signal

# A pair at or above this is reported, and stands in the way of passing a catalogue whole.
BAR: Final = 0.5
# A pair at or above this makes the report's level high.
HIGH: Final = 0.8
# More than anyone reads, and less than fills the memory.
MAX_PAIRS: Final = 200_000
# So many tools are compared with all others at once: 512 x 10 000 numbers are 40 MB.
_BLOCK: Final = 512


def report(
    tools: Sequence[Tool], vectors: Sequence[Vectors], *, min_probability: float = BAR
) -> Overlap:
    """Return the report on some tools, whose card vectors are known; pure and quick.

    `vectors[i]` holds the unit vectors of `tools[i]`, by encoder. Pairs come from the most
    probable down, ties in the order of their ids.

    Raises:
        InvalidInputError: when more than `MAX_PAIRS` pairs are as probable as asked.
    """
    order = sorted(range(len(tools)), key=lambda i: tools[i].id)
    described = [features(tools[i]) for i in order]
    pairs = _pairs(described, [vectors[i] for i in order], min_probability)
    clashes = tuple(_clashes(described))
    groups = _groups(pair for pair in pairs if pair.probability >= BAR)
    return Overlap(_level(pairs, clashes), pairs, groups, clashes)


def _pairs(
    described: Sequence[Features], vectors: Sequence[Vectors], min_probability: float
) -> tuple[Pair, ...]:
    if len(described) < 2:
        return ()
    everything = signals.prepare(described, vectors)
    found: list[Pair] = []
    for start in range(0, len(described), _BLOCK):
        rest = everything.rows(slice(start, None))
        found += _block_pairs(described[start:], rest, min_probability)
        if len(found) > MAX_PAIRS:
            raise InvalidInputError(
                f"More than {MAX_PAIRS} pairs have a probability of at least {min_probability}.",
                hint="Ask for a higher min_probability.",
            )
    return tuple(sorted(found, key=lambda pair: (-pair.probability, pair.a, pair.b)))


def _block_pairs(
    described: Sequence[Features], compared: signals.Compared, min_probability: float
) -> list[Pair]:
    """Return the pairs of the first tools of `described` with each other and with all others."""
    block = compared.rows(slice(0, _BLOCK))
    schema = signals.schema_signals(block, compared)
    alike = signals.description_signals(block, compared)
    rows, columns = np.triu_indices(n=len(block.kinds), k=1, m=len(described))
    inputs = np.stack([matrix[rows, columns] for matrix in schema.values()], axis=1)
    descriptions = mean_known([matrix[rows, columns] for matrix in alike.values()], len(rows))
    chances = probability(descriptions, inputs)
    found: list[Pair] = []
    for at in np.flatnonzero(chances >= min_probability)[: MAX_PAIRS + 1]:
        i, j = int(rows[at]), int(columns[at])
        values = {name: float(matrix[i, j]) for name, matrix in schema.items()}
        seen = {view: float(matrix[i, j]) for view, matrix in alike.items()}
        pair = explained(described[i], described[j], float(chances[at]), values, seen)
        if pair.probability >= min_probability:
            found.append(pair)
    return found


def mean_known(values: Sequence[NDArray[np.float64]], count: int) -> NDArray[np.float64]:
    """Return the mean over the encoders that know both tools, 0 where none does."""
    if not values:
        return np.zeros(count)
    stacked = np.stack(values)
    known = ~np.isnan(stacked)
    sums = np.where(known, stacked, 0.0).sum(axis=0)
    means: NDArray[np.float64] = sums / np.maximum(known.sum(axis=0), 1)
    return means


def explained(
    a: Features,
    b: Features,
    chance: float,
    values: Mapping[str, float],
    alike: Mapping[str, float],
) -> Pair:
    """Return a pair with the sentence of every signal that says something, strongest first.

    `chance` is what the signals say; two tools that words tell apart get a lower one.
    """
    if told_apart(a, b):
        chance = told_apart_probability(chance)
    reasons = [say(a, b, values[name]) for name, say in SENTENCES.items()]
    reasons += [description_signal(v, x) for v, x in alike.items() if not np.isnan(x)]
    told = [Signal(r.signal, round(r.value, 3), r.text) for r in reasons if r.value >= 0.005]
    told.sort(key=lambda reason: -reason.value)
    return Pair(a.tool_id, b.tool_id, round(chance, 4), tuple(told), advice(a, b))


def _clashes(described: Sequence[Features]) -> Iterable[Clash]:
    """Yield the same-named tools of two servers that cannot take each other's calls."""
    by_name: dict[str, list[Features]] = {}
    for tool in described:
        by_name.setdefault(tool.name.lower(), []).append(tool)
    for alike in by_name.values():
        for a, b in combinations(alike, 2):
            yield from _contract_clash(a, b)


def _contract_clash(a: Features, b: Features) -> Iterable[Clash]:
    for one, other in ((a, b), (b, a)):
        missing = sorted(one.required - frozenset(other.types))
        if missing:
            text = f"{one.tool_id!r} needs {missing[0]!r}, which {other.tool_id!r} does not take."
            yield Clash(a.tool_id, b.tool_id, missing[0], text)
    for field in sorted((a.required | b.required) & a.types.keys() & b.types.keys()):
        if a.types[field] and b.types[field] and a.types[field] != b.types[field]:
            text = f"{field!r} is {a.types[field]} in the one and {b.types[field]} in the other."
            yield Clash(a.tool_id, b.tool_id, field, text)


def _groups(pairs: Iterable[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the tools that confusable pairs connect, biggest group first."""
    graph = nx.Graph((pair.a, pair.b) for pair in pairs)
    groups = [tuple(sorted(group)) for group in nx.connected_components(graph)]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def _level(pairs: Sequence[Pair], clashes: Sequence[Clash]) -> Level:
    worst = max((pair.probability for pair in pairs), default=0.0)
    if worst >= HIGH or clashes:
        return "high"
    return "some" if worst >= BAR else "clear"
