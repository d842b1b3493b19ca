"""What a turn gets: the tools that fit, and the best of those that did not, with the reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

DropReason: TypeAlias = Literal["budget", "floor", "cap", "duplicate", "excluded"]
Policy: TypeAlias = Literal["routed", "pass_through", "empty"]
Banner: TypeAlias = Literal["ok", "route", "must_route"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tool that could be offered. `relevance` is a probability, `tokens` its rendered cost."""

    tool_id: str
    relevance: float
    tokens: int
    views: Mapping[str, float]
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """A tool that was not offered; `duplicate_of` is the offered one that it is identical to."""

    tool_id: str
    reason: DropReason
    duplicate_of: str | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """Offered tools, most relevant first, and the dropped ones, best first."""

    offered: tuple[Candidate, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """How the selection came about, in words that an operator can act on.

    `confidence` is the probability that any tool of the catalogue fits the turn.
    """

    policy: Policy
    reason: str
    catalogue_size: int
    banner: Banner
    used_history: bool
    sub_queries: tuple[str, ...]
    confidence: float
