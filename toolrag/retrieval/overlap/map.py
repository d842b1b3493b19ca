"""The map of a catalogue: what its overlap report says of servers, of neighbours, and of news."""

from collections.abc import Iterable, Sequence
from typing import Final

from toolrag.domain.overlap import OverlapMap, Pair, ServerPair, Trend, Unmarked
from toolrag.domain.tool import StoredTool, Tool, split_id
from toolrag.retrieval.overlap.contrast import could_be_meant, has_contrast_phrase
from toolrag.retrieval.overlap.features import Features, features
from toolrag.retrieval.overlap.neighbours import Neighbours, neighbours
from toolrag.retrieval.overlap.report import BAR, clashes_of, overlap_of
from toolrag.retrieval.overlap.signals import Vectors

# Neighbours are nearer than all but one in two hundred unrelated pairs; not all of them are told.
NEAR: Final = 0.995
_MOST_UNMARKED: Final = 50

VARIANT_TAG: Final = "variant:"


def overlap_map(
    stored: Sequence[StoredTool],
    pairs: Sequence[Pair],
    near: Iterable[Unmarked],
    variants: Sequence[frozenset[str]] = (),
) -> OverlapMap:
    """Return the map of the tools of a catalogue.

    `pairs` are those of all of them, `near` what `unmarked` says of each server. `variants` are
    groups of ids that are never served together, and are not reported; so are tools that share
    a tag beginning with `variant:`.
    """
    tools = [item.tool for item in stored]
    groups = (*variants, *_tagged(tools))
    told = [pair for pair in pairs if not _are_variants(pair.a, pair.b, groups)]
    clashes = [c for c in clashes_of(tools) if not _are_variants(c.a, c.b, groups)]
    kept = (pair for pair in near if not _are_variants(pair.a, pair.b, groups))
    nearest = sorted(kept, key=lambda pair: (-pair.percentile, pair.a, pair.b))
    return OverlapMap(
        tools=tuple(tools),
        overlap=overlap_of(told, clashes),
        unmarked=tuple(nearest[:_MOST_UNMARKED]),
        servers=tuple(_by_server(told)),
        trend=_trend(stored, told),
    )


def variant_groups(variants: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Return the groups that texts name, ids with commas."""
    return tuple(frozenset(part.strip() for part in group.split(",")) for group in variants)


def _tagged(tools: Iterable[Tool]) -> list[frozenset[str]]:
    by_tag: dict[str, set[str]] = {}
    for tool in tools:
        for tag in tool.tags:
            if tag.startswith(VARIANT_TAG):
                by_tag.setdefault(tag, set()).add(tool.id)
    return [frozenset(ids) for ids in by_tag.values()]


def _are_variants(a: str, b: str, groups: Iterable[frozenset[str]]) -> bool:
    return any(a in group and b in group for group in groups)


def unmarked(tools: Sequence[Tool], vectors: Sequence[Vectors]) -> tuple[Unmarked, ...]:
    """Return the neighbours among the tools of a server of which nothing says when to use which.

    `vectors[i]` are those of `tools[i]`, by view.
    """
    described = [features(tool) for tool in tools]
    return tuple(
        Unmarked(near.pair.a, near.pair.b, near.pair.percentile or 0.0, near.pair.sentences)
        for near in neighbours(described, vectors)
        if _is_unmarked(near, tools, described)
    )


def _is_unmarked(near: Neighbours, tools: Sequence[Tool], described: Sequence[Features]) -> bool:
    pair, a, b = near.pair, described[near.a], described[near.b]
    if not near.mutual or pair.probability >= BAR or (pair.percentile or 0.0) < NEAR:
        return False
    if pair.contrasted or not could_be_meant(a, b):
        return False
    return not any(has_contrast_phrase(tools[i].description) for i in (near.a, near.b))


def _by_server(pairs: Iterable[Pair]) -> list[ServerPair]:
    found: dict[tuple[str, str], list[float]] = {}
    for pair in pairs:
        if pair.probability >= BAR:
            one, other = sorted((split_id(pair.a)[0], split_id(pair.b)[0]))
            found.setdefault((one, other), []).append(pair.probability)
    servers = [ServerPair(a, b, len(all_), max(all_)) for (a, b), all_ in found.items()]
    return sorted(servers, key=lambda s: (-s.pairs, -s.worst, s.a, s.b))


def _trend(stored: Sequence[StoredTool], pairs: Iterable[Pair]) -> Trend | None:
    if not stored:
        return None
    last = max(item.updated_at for item in stored)
    fresh = {item.tool.id for item in stored if item.updated_at == last}
    told = [pair for pair in pairs if pair.probability >= BAR]
    touched = sum(pair.a in fresh or pair.b in fresh for pair in told)
    return Trend(last, len(fresh), touched, len(told) - touched)
