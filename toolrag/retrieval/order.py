"""In which order the offered tools are written."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def ordered(ranked: Sequence[T], order: str, stable_key: Callable[[T], tuple[str, str]]) -> list[T]:
    """Return `ranked` (best first) in one of three orders.

    `relevance`: as it is. `edges`: the best first, the second best last, and so on inwards, so
    that the weakest is in the middle. `stable`: by `stable_key`, independent of the query.

    >>> ordered("abcde", "edges", lambda c: (c, ""))
    ['a', 'c', 'e', 'd', 'b']
    """
    if order == "edges":
        return [*ranked[::2], *reversed(ranked[1::2])]
    if order == "stable":
        return sorted(ranked, key=stable_key)
    return list(ranked)
