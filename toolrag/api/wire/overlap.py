"""The overlap report of a turn, and the map of a catalogue."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel

from toolrag.domain.overlap import Clash, Overlap, Pair

OVERLAP_VERSION = 1


class SignalModel(BaseModel):
    """One thing that two tools share."""

    signal: str
    value: float
    text: str


class PairModel(BaseModel):
    """Two tools and the probability that a model confuses them."""

    a: str
    b: str
    probability: float
    reasons: list[SignalModel]
    advice: str

    @classmethod
    def of(cls, pair: Pair) -> "PairModel":
        """Return the model of a pair."""
        reasons = [SignalModel(signal=r.signal, value=r.value, text=r.text) for r in pair.reasons]
        return cls(
            a=pair.a, b=pair.b, probability=pair.probability, reasons=reasons, advice=pair.advice
        )


class ClashModel(BaseModel):
    """Two tools of one name whose calls do not fit each other."""

    a: str
    b: str
    field: str
    text: str


def _clashes(clashes: Sequence[Clash]) -> list[ClashModel]:
    return [ClashModel(a=c.a, b=c.b, field=c.field, text=c.text) for c in clashes]


class OverlapModel(BaseModel):
    """Which of the offered tools can be confused."""

    level: Literal["clear", "some", "high"]
    pairs: list[PairModel]
    groups: list[list[str]]
    clashes: list[ClashModel]

    @classmethod
    def of(cls, overlap: Overlap) -> "OverlapModel":
        """Return the model of a report."""
        return cls(
            level=overlap.level,
            pairs=[PairModel.of(pair) for pair in overlap.pairs],
            groups=[list(group) for group in overlap.groups],
            clashes=_clashes(overlap.clashes),
        )


class OverlapMapModel(BaseModel):
    """The overlap of a whole catalogue."""

    version: int = OVERLAP_VERSION
    tools: int
    pairs: list[PairModel]
    groups: list[list[str]]
    clashes: list[ClashModel]

    @classmethod
    def of(cls, tools: int, overlap: Overlap) -> "OverlapMapModel":
        """Return the model of a catalogue's report."""
        found = OverlapModel.of(overlap)
        return cls(tools=tools, pairs=found.pairs, groups=found.groups, clashes=found.clashes)
