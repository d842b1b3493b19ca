"""A turn: what an agent asks for before one call of its model."""

from dataclasses import dataclass
from typing import Final

# Past about 30 definitions descriptions begin to overlap and models choose worse.
HARD_CAP: Final = 30
ORDERS: Final = ("relevance", "edges", "stable")


@dataclass(frozen=True, slots=True)
class Turn:
    """One request for tools, checked: see `toolrag.retrieval.query.checked_turn`.

    `servers` and `tags` are allow lists (None = all). `min_relevance` is a probability, None for
    the default floor. `format` is a rendering, "none" for no rendered list.
    """

    query: str
    catalogue: str = "default"
    k: int = HARD_CAP
    token_budget: int | None = None
    min_relevance: float | None = None
    servers: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    pinned: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    format: str = "none"
    order: str = "relevance"
