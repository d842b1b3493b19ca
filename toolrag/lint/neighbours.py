"""Descriptions that share their text, found without comparing every pair letter by letter."""

from collections.abc import Callable, Iterator

import numpy as np

from toolrag.lint.rule import Context
from toolrag.retrieval.overlap.signals import incidence, jaccard
from toolrag.text.words import fold, stem, words

_BLOCK = 512
_GRAM = 4
# So many of the nearest are looked at letter by letter, for each tool.
_CANDIDATES = 50
# Texts that share four fifths of their four-letter pieces share at least this many of their words.
_WORDS_FIRST = 0.5


def text_pairs(
    context: Context, bar: float, wanted: Callable[[int, int], bool]
) -> Iterator[tuple[int, int, float]]:
    """Yield (a, b, share) for tools of a server whose descriptions share `bar` of their text.

    The share is the Jaccard index of four-letter pieces, the words of their names left out. Of each
    b only the first `wanted` pair is told, so that a family of forty gives 39 pairs and not 780.
    """
    by_server: dict[str, list[int]] = {}
    for i, definition in enumerate(context.definitions):
        if definition.description.strip():
            by_server.setdefault(definition.server or "", []).append(i)
    for members in by_server.values():
        for b, candidates in _alike_in_words(context, members):
            for a in candidates:
                names = context.features[a].object | context.features[b].object
                share = _jaccard(_pieces(context, a, names), _pieces(context, b, names))
                if share >= bar and wanted(a, b):
                    yield a, b, share
                    break


def _alike_in_words(context: Context, members: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each tool with the tools before it whose descriptions have most of its words."""
    if len(members) < 2:  # a pair
        return
    sets = incidence([context.features[i].terms for i in members])
    for start in range(0, len(members), _BLOCK):
        shares = jaccard(sets.rows(slice(start, start + _BLOCK)), sets)
        for row in range(shares.shape[0]):
            own = start + row
            near = np.flatnonzero(shares[row, :own] >= _WORDS_FIRST)
            order = np.argsort(-shares[row, near], kind="stable")[:_CANDIDATES]
            if order.size:
                yield members[own], [members[int(i)] for i in near[order]]


def _pieces(context: Context, i: int, names: frozenset[str]) -> frozenset[str]:
    kept = [w for w in words(context.definitions[i].description) if stem(w) not in names]
    text = fold(" ".join(kept))
    return frozenset(text[j : j + _GRAM] for j in range(max(1, len(text) - _GRAM + 1)))


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b)
