"""A turn: what an agent asks for before one call of its model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

# Past about 30 definitions descriptions begin to overlap and models choose worse.
HARD_CAP: Final = 30
ORDERS: Final = ("relevance", "edges", "stable")


@dataclass(frozen=True, slots=True)
class Conversation:
    """What led to a turn.

    `last` is what the user said last, `earlier` what was said before, newest first. `called` are
    the names of the tools that were called, oldest first, as the model wrote them; `failed` says
    how often one has failed since it last worked. `plan` are open items of a task list, `result` is
    the last tool result, reduced to names and errors. `asked` tells that the assistant had just
    asked something: what was said last is its answer.
    """

    last: str
    earlier: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    failed: Mapping[str, int] = field(default_factory=dict)
    plan: tuple[str, ...] = ()
    result: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One request for tools, checked: see `toolrag.retrieval.query.checked_turn`.

    `servers` and `tags` are allow lists (None = all). `min_relevance` is a probability, None for
    the default floor. `format` is a rendering, "none" for no rendered list. `query` is the last
    request of the `conversation`, where there is one. With `producers`, tools that find the
    identifiers that others need are offered too; with `suppress_duplicates`, of near-identical
    tools only the best is.
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
    conversation: Conversation | None = None
    producers: bool = True
    suppress_duplicates: bool = True
