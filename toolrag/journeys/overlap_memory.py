"""What was compared before: tools that have not changed are not compared with each other again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from toolrag.domain.overlap import Pair, Unmarked
from toolrag.ports.index import Record
from toolrag.retrieval.overlap.map import unmarked
from toolrag.retrieval.overlap.report import pairs_of


@dataclass(frozen=True, slots=True)
class _Compared:
    """What was compared before: the tools by id and hash, and the pairs from a probability on."""

    hashes: Mapping[str, str]
    min_probability: float
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class _Near:
    """The neighbours of a server, and the hashes of its tools."""

    hashes: tuple[str, ...]
    pairs: tuple[Unmarked, ...]


class OverlapMemory:
    """Remembers the pairs of each catalogue, so that a new tool costs one comparison with each."""

    def __init__(self) -> None:
        self._known: dict[str, _Compared] = {}
        self._unmarked: dict[str, dict[str, _Near]] = {}

    def pairs(
        self, catalogue: str, records: Sequence[Record], min_probability: float
    ) -> tuple[Pair, ...]:
        """Return the pairs of a catalogue from a probability on, or more; raises as `report`."""
        hashes = {r.stored.tool.id: r.stored.tool.content_hash for r in records}
        known = self._known.get(catalogue)
        fresh: set[str] | None = None
        kept: list[Pair] = []
        if known is not None and known.min_probability <= min_probability:
            fresh = {i for i, digest in hashes.items() if known.hashes.get(i) != digest}
            kept = [p for p in known.pairs if _unchanged(p, hashes, fresh)]
            min_probability = known.min_probability
        found = pairs_of(
            [record.stored.tool for record in records],
            [record.vectors for record in records],
            min_probability=min_probability,
            fresh=fresh,
        )
        self._known[catalogue] = _Compared(hashes, min_probability, (*kept, *found))
        return self._known[catalogue].pairs

    def unmarked(self, catalogue: str, records: Sequence[Record]) -> list[Unmarked]:
        """Return the neighbours of which nothing says when to use which, server by server."""
        by_server: dict[str, list[Record]] = {}
        for record in records:
            by_server.setdefault(record.stored.tool.server or "", []).append(record)
        known = self._unmarked.get(catalogue, {})
        now = {server: _near(own, known.get(server)) for server, own in by_server.items()}
        self._unmarked[catalogue] = now
        return [pair for near in now.values() for pair in near.pairs]

    def forget(self, catalogue: str) -> None:
        """Forget a catalogue that is gone."""
        self._known.pop(catalogue, None)
        self._unmarked.pop(catalogue, None)


def _near(records: Sequence[Record], known: _Near | None) -> _Near:
    tools = [record.stored.tool for record in records]
    hashes = tuple(tool.content_hash for tool in tools)
    if known is not None and known.hashes == hashes:
        return known
    return _Near(hashes, unmarked(tools, [record.vectors for record in records]))


def _unchanged(pair: Pair, hashes: Mapping[str, str], fresh: Collection[str]) -> bool:
    return all(i in hashes and i not in fresh for i in (pair.a, pair.b))
