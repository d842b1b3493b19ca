"""Which tools can be confused with each other, how likely, and why."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from toolrag.domain.tool import Tool

Level: TypeAlias = Literal["clear", "some", "high"]
# What a probability rests on: the two definitions, the utterances of both, or the turn.
Basis: TypeAlias = Literal["sameness", "confusion", "turn"]


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing two tools share. `value` is 0 (nothing) to 1 (the same); `text` a sentence."""

    signal: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many of two tools' utterances find the other one first.

    `share` is that share of `utterances`, `low` and `high` its interval (95 %, Wilson).
    """

    share: float
    low: float
    high: float
    utterances: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tools, by id and in that order, and the probability that a model confuses them.

    `sameness` is the probability that both definitions are of one capability. `probability` is the
    same, unless the utterances of the tools or the turn say more: `basis` tells. `percentile` says
    how much of unrelated pairs is less alike (0..1), None where no encoder reads the two.
    `cases` say when each is the right one, as "to list events", None where nothing differs;
    `sentences` would separate the two: one to add to the description of each, "" for none.
    `contrasted` says that one of them tells when to use the other already.
    """

    a: str
    b: str
    probability: float
    sameness: float
    basis: Basis
    percentile: float | None
    reasons: tuple[Signal, ...]
    advice: str
    cases: tuple[str, str] | None
    sentences: tuple[str, str]
    contrasted: bool
    confusion: Confusion | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """Two tools of one name whose calls do not fit each other."""

    a: str
    b: str
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Overlap:
    """The report on some tools: pairs from the most probable down, groups they form, clashes."""

    level: Level
    pairs: tuple[Pair, ...]
    groups: tuple[tuple[str, ...], ...]
    clashes: tuple[Clash, ...]


@dataclass(frozen=True, slots=True)
class Unmarked:
    """Two neighbours of one server that do not do the same, and nothing says when to use which.

    With one sentence on each of six such tools models called the right one in 100 instead of 80 %
    of the cases (modelcontextprotocol/servers, pull request 4519).
    """

    a: str
    b: str
    percentile: float
    sentences: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ServerPair:
    """How many pairs two servers have (or one with itself), and the highest probability."""

    a: str
    b: str
    pairs: int
    worst: float


@dataclass(frozen=True, slots=True)
class Trend:
    """What the last registration brought: when (seconds since the epoch, UTC), and how many tools.

    `pairs` are those that one of these tools is in, `before` all the others.
    """

    registered_at: float
    tools: int
    pairs: int
    before: int


@dataclass(frozen=True, slots=True)
class OverlapMap:
    """The overlap of a whole catalogue. `trend` is None for an empty one."""

    tools: tuple[Tool, ...]
    overlap: Overlap
    unmarked: tuple[Unmarked, ...]
    servers: tuple[ServerPair, ...]
    trend: Trend | None


SAME: Final = "same"
DISTINCT: Final = "distinct"
# Distinct pairs of this kind have nothing to do with each other; the others are hard.
EASY: Final = "other domain"


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Two tools and what somebody says of them: `same`, `distinct`, or anything in between."""

    label: str
    kind: str
    a: Tool
    b: Tool

    @property
    def hard(self) -> bool:
        """Whether the two are distinct, and of one field."""
        return self.label == DISTINCT and self.kind != EASY
