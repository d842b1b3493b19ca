"""The overlap report: every pair scored, the confusable ones explained, grouped and advised on."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from toolrag.domain.overlap import Clash, Level, Overlap, Pair, Signal
from toolrag.domain.tool import Tool
from toolrag.retrieval.overlap import signals
from toolrag.retrieval.overlap.features import READING, Features, features
from toolrag.retrieval.overlap.model import probability

# A pair at or above this is reported, and stands in the way of passing a catalogue whole.
BAR: Final = 0.5
# A pair at or above this makes the report's level high.
HIGH: Final = 0.8

Vectors = Mapping[str, NDArray[np.float32]]


def report(
    tools: Sequence[Tool], vectors: Sequence[Vectors], *, min_probability: float = BAR
) -> Overlap:
    """Return the report on some tools, whose card vectors are known; pure and quick.

    `vectors[i]` holds the unit vectors of `tools[i]`, by encoder. Pairs come from the most
    probable down, ties in the order of their ids.
    """
    order = sorted(range(len(tools)), key=lambda i: tools[i].id)
    described = [features(tools[i]) for i in order]
    alike = _description_matrices([vectors[i] for i in order])
    pairs = _pairs(described, alike, min_probability)
    clashes = tuple(_clashes(described))
    groups = _groups(pair for pair in pairs if pair.probability >= BAR)
    return Overlap(_level(pairs, clashes), pairs, groups, clashes)


def _description_matrices(vectors: Sequence[Vectors]) -> dict[str, signals.Matrix]:
    views = sorted({view for known in vectors for view in known})
    return {view: signals.description_similarity(vectors, view) for view in views}


def _schema_matrices(described: Sequence[Features]) -> dict[str, signals.Matrix]:
    """Return the signals that names and schemas give, in the order of `model.WEIGHTS`."""
    same, other = signals.same_work(described)
    return {
        "name": signals.jaccard([t.name_terms for t in described]),
        "terms": signals.jaccard([t.terms for t in described]),
        "parameters": signals.jaccard([t.parameters for t in described]),
        "verb_object": signals.verb_object(described, same),
        "other_work": other,
        "same_name": signals.same_name(described),
    }


def _pairs(
    described: Sequence[Features], alike: Mapping[str, signals.Matrix], min_probability: float
) -> tuple[Pair, ...]:
    if len(described) < 2:
        return ()
    rows, columns = np.triu_indices(len(described), 1)
    schema = _schema_matrices(described)
    inputs = np.stack([matrix[rows, columns] for matrix in schema.values()], axis=1)
    descriptions = _mean_known([matrix[rows, columns] for matrix in alike.values()], len(rows))
    chances = probability(descriptions, inputs)
    found: list[Pair] = []
    for at in np.flatnonzero(chances >= min_probability):
        i, j = int(rows[at]), int(columns[at])
        values = {name: float(matrix[i, j]) for name, matrix in schema.items()}
        seen = {view: float(matrix[i, j]) for view, matrix in alike.items()}
        found.append(_explained(described[i], described[j], float(chances[at]), values, seen))
    return tuple(sorted(found, key=lambda pair: (-pair.probability, pair.a, pair.b)))


def _mean_known(values: Sequence[NDArray[np.float64]], count: int) -> NDArray[np.float64]:
    """Return the mean over the encoders that know both tools, 0 where none does."""
    if not values:
        return np.zeros(count)
    stacked = np.stack(values)
    known = ~np.isnan(stacked)
    sums = np.where(known, stacked, 0.0).sum(axis=0)
    means: NDArray[np.float64] = sums / np.maximum(known.sum(axis=0), 1)
    return means


def _explained(
    a: Features,
    b: Features,
    chance: float,
    values: Mapping[str, float],
    alike: Mapping[str, float],
) -> Pair:
    """Return a pair with the sentence of every signal that says something, strongest first."""
    reasons = [say(a, b, values[name]) for name, say in signals.SENTENCES.items()]
    reasons += [signals.description_signal(v, x) for v, x in alike.items() if not np.isnan(x)]
    told = [Signal(r.signal, round(r.value, 3), r.text) for r in reasons if r.value >= 0.005]
    told.sort(key=lambda reason: -reason.value)
    return Pair(a.tool_id, b.tool_id, round(chance, 4), tuple(told), _advice(a, b))


def _advice(a: Features, b: Features) -> str:
    """Return the sentence that would separate two tools, from what differs between them."""
    if a.name == b.name and a.server != b.server:
        return (
            f"Say in both descriptions which system they work on: {a.server!r} or {b.server!r}, "
            f"or offer only one of the two."
        )
    if a.verb and b.verb and a.verb != b.verb and not {a.verb, b.verb} <= READING:
        return _by_verb(a, b)
    own_a, own_b = sorted(a.parameters - b.parameters), sorted(b.parameters - a.parameters)
    if own_a and own_b:
        return (
            f"Say in each when to use the other: {a.name!r} goes by {own_a[0]!r}, "
            f"{b.name!r} by {own_b[0]!r}."
        )
    if own_a or own_b:
        fuller, plainer = (a, b) if own_a else (b, a)
        return (
            f"Say that {fuller.name!r} is for calls with {(own_a or own_b)[0]!r}, and "
            f"{plainer.name!r} for those without; or merge the two."
        )
    if a.verb != b.verb and a.verb and b.verb:
        return _by_verb(a, b)
    return (
        f"Nothing in names or parameters separates {a.name!r} and {b.name!r}: add to each when to "
        f"use the other instead, or keep one."
    )


def _by_verb(a: Features, b: Features) -> str:
    return (
        f"Say in {a.name!r}: to {b.verb_word}, use {b.name!r} instead; and in {b.name!r}: "
        f"to {a.verb_word}, use {a.name!r} instead."
    )


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
