"""The overlap report: every pair scored, the confusable ones explained, grouped and advised on."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Final

import networkx as nx
import numpy as np

from toolrag.domain.overlap import Clash, Level, Overlap, Pair
from toolrag.domain.tool import Tool
from toolrag.errors import InvalidInputError
from toolrag.retrieval.overlap import signals
from toolrag.retrieval.overlap.features import Features, features
from toolrag.retrieval.overlap.model import least_logit
from toolrag.retrieval.overlap.pairs import explained
from toolrag.retrieval.overlap.signals import Vectors

# A pair at or above this is reported, and stands in the way of passing a catalogue whole.
BAR: Final = 0.5
# A pair at or above this makes the report's level high.
HIGH: Final = 0.8
_SMALL: Final = 8
# More than anyone reads, and less than fills the memory.
MAX_PAIRS: Final = 200_000
# So many tools are compared with all others at once: 512 x 10 000 numbers are 40 MB.
_BLOCK: Final = 512


def report(
    tools: Sequence[Tool], vectors: Sequence[Vectors], *, min_probability: float = BAR
) -> Overlap:
    """Return the report on some tools, whose wording vectors are known; pure and quick.

    `vectors[i]` holds the unit vectors of `tools[i]`, by view. Pairs come from the most
    probable down, ties in the order of their ids.

    Raises:
        InvalidInputError: when more than `MAX_PAIRS` pairs are as probable as asked.
    """
    pairs = pairs_of(tools, vectors, min_probability=min_probability)
    return overlap_of(pairs, clashes_of(tools))


def pairs_of(
    tools: Sequence[Tool],
    vectors: Sequence[Vectors],
    *,
    min_probability: float,
    fresh: Collection[str] | None = None,
) -> tuple[Pair, ...]:
    """Return the pairs of a report, in no order; arguments and errors are those of `report`.

    With `fresh`, only pairs that one of these ids is in are looked at.
    """

    def place(i: int) -> tuple[bool, str]:
        return fresh is not None and tools[i].id not in fresh, tools[i].id

    order = sorted(range(len(tools)), key=place)
    described = [features(tools[i]) for i in order]
    rows = len(tools) if fresh is None else sum(tool.id in fresh for tool in tools)
    return _pairs(described, [vectors[i] for i in order], min_probability, rows)


def overlap_of(pairs: Iterable[Pair], clashes: Sequence[Clash]) -> Overlap:
    """Return the report that some pairs and clashes make."""
    ranked = tuple(sorted(pairs, key=lambda pair: (-pair.probability, pair.a, pair.b)))
    groups = _groups(pair for pair in ranked if pair.probability >= BAR)
    return Overlap(_level(ranked, clashes), ranked, groups, tuple(clashes))


def among(overlap: Overlap, ids: Collection[str]) -> Overlap:
    """Return the part of a report that is on some tools."""
    return overlap_of(
        [pair for pair in overlap.pairs if pair.a in ids and pair.b in ids],
        [clash for clash in overlap.clashes if clash.a in ids and clash.b in ids],
    )


def _pairs(
    described: Sequence[Features],
    vectors: Sequence[Vectors],
    min_probability: float,
    rows: int,
) -> tuple[Pair, ...]:
    """Return the pairs of the first `rows` tools with each other and with all others."""
    if len(described) < 2 or not rows:
        return ()
    everything = signals.prepare(described, vectors)
    found: list[Pair] = []
    for start, block, rest in signals.blocks(everything, rows, _BLOCK):
        found += _block_pairs(described[start:], block, rest, min_probability)
        if len(found) > MAX_PAIRS:
            raise InvalidInputError(
                f"More than {MAX_PAIRS} pairs have a probability of at least {min_probability}.",
                hint="Ask for a higher min_probability.",
            )
    return tuple(found)


def _block_pairs(
    described: Sequence[Features],
    block: signals.Compared,
    rest: signals.Compared,
    min_probability: float,
) -> list[Pair]:
    """Return the pairs of the first tools of `described` with each other and with all others."""
    alike = signals.alike(block, rest)
    count = alike.logit.shape[0]
    rows, columns = np.triu_indices(n=count, k=1, m=len(described))
    near = np.flatnonzero(alike.logit[rows, columns] >= least_logit(min_probability))
    found: list[Pair] = []
    for at in near[: MAX_PAIRS + 1]:
        i, j = int(rows[at]), int(columns[at])
        a, b = sorted((described[i], described[j]), key=lambda tool: tool.tool_id)
        pair = explained(a, b, *alike.of(i, j))
        if pair.probability >= min_probability:
            found.append(pair)
    return found


def clashes_of(tools: Iterable[Tool]) -> tuple[Clash, ...]:
    """Return the same-named tools of two servers that cannot take each other's calls."""
    by_name: dict[str, list[Features]] = {}
    for tool in sorted(tools, key=lambda tool: tool.id):
        by_name.setdefault(tool.name.lower(), []).append(features(tool))
    pairs = (pair for alike in by_name.values() for pair in combinations(alike, 2))
    return tuple(clash for a, b in pairs for clash in _contract_clash(a, b))


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
    """Return the tools that confusable pairs connect, biggest group first.

    In a chain of many the ends have nothing in common: more than `_SMALL` connected tools are taken
    apart where they hang together least (Blondel et al., 2008).
    """
    linked = sorted((pair.a, pair.b, pair.probability) for pair in pairs)
    ids = sorted({tool_id for a, b, _ in linked for tool_id in (a, b)})
    # Numbers, whose order does not change from run to run.
    place = {tool_id: i for i, tool_id in enumerate(ids)}
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(ids)))
    graph.add_weighted_edges_from((place[a], place[b], weight) for a, b, weight in linked)
    groups: list[tuple[str, ...]] = []
    for connected in nx.connected_components(graph):
        parts = [connected]
        if len(connected) > _SMALL:
            parts = nx.community.louvain_communities(nx.Graph(graph.subgraph(connected)), seed=0)
        groups += [tuple(ids[i] for i in sorted(group)) for group in parts]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def _level(pairs: Sequence[Pair], clashes: Sequence[Clash]) -> Level:
    worst = max((pair.probability for pair in pairs), default=0.0)
    if worst >= HIGH or clashes:
        return "high"
    return "some" if worst >= BAR else "clear"
