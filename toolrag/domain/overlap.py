"""Which tools can be confused with each other, how likely, and why."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["clear", "some", "high"]


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing two tools share. `value` is 0 (nothing) to 1 (the same); `text` a sentence."""

    signal: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tools, by id and in that order, and the probability that a model confuses them."""

    a: str
    b: str
    probability: float
    reasons: tuple[Signal, ...]
    advice: str


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
