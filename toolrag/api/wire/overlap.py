"""The overlap report of a turn, and the map of a catalogue."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from pydantic import BaseModel, Field

from toolrag.domain.overlap import Basis, Clash, Overlap, OverlapMap, Pair

OVERLAP_VERSION = 1


class SignalModel(BaseModel):
    """One thing that two tools share."""

    signal: str
    value: float
    text: str


class ConfusionModel(BaseModel):
    """How many of the utterances of two tools find the other one first, with a 95 % interval."""

    share: float
    low: float
    high: float
    utterances: int


class SentencesModel(BaseModel):
    """A sentence to add to the description of each; "" for none."""

    a: str
    b: str

    @classmethod
    def of(cls, sentences: tuple[str, str]) -> "SentencesModel":
        """Return the model of two sentences."""
        return cls(a=sentences[0], b=sentences[1])


class PairModel(BaseModel):
    """Two tools and the probability that a model confuses them."""

    a: str
    b: str
    probability: float
    basis: Basis = Field(
        description="What the probability rests on: the definitions (sameness), the utterances of "
        "both (confusion), or this turn."
    )
    sameness: float = Field(description="Probability that both definitions are of one capability.")
    confusion: ConfusionModel | None = Field(description="null where there are no utterances.")
    percentile: float | None = Field(
        description="Share of unrelated pairs less alike; null where no encoder reads both."
    )
    reasons: list[SignalModel]
    advice: str
    sentences: SentencesModel

    @classmethod
    def of(cls, pair: Pair) -> "PairModel":
        """Return the model of a pair."""
        told = pair.confusion
        return cls(
            a=pair.a,
            b=pair.b,
            probability=pair.probability,
            basis=pair.basis,
            sameness=pair.sameness,
            confusion=None if told is None else ConfusionModel(**asdict(told)),
            percentile=pair.percentile,
            reasons=[
                SignalModel(signal=r.signal, value=r.value, text=r.text) for r in pair.reasons
            ],
            advice=pair.advice,
            sentences=SentencesModel.of(pair.sentences),
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


class UnmarkedModel(BaseModel):
    """Two neighbours of one server, of which nothing says when to use which."""

    a: str
    b: str
    percentile: float
    sentences: SentencesModel


class ServerPairModel(BaseModel):
    """How many confusable pairs two servers have, and the highest probability."""

    a: str
    b: str
    pairs: int
    worst: float


class TrendModel(BaseModel):
    """What the last registration brought: tools, pairs that they are in, and pairs before."""

    registered_at: float
    tools: int
    pairs: int
    before: int


class OverlapMapModel(BaseModel):
    """The overlap of a whole catalogue."""

    version: int = OVERLAP_VERSION
    tools: int
    pairs: list[PairModel]
    groups: list[list[str]]
    clashes: list[ClashModel]
    unmarked: list[UnmarkedModel]
    servers: list[ServerPairModel]
    trend: TrendModel | None

    @classmethod
    def of(cls, found: OverlapMap) -> "OverlapMapModel":
        """Return the model of a catalogue's map."""
        overlap = OverlapModel.of(found.overlap)
        return cls(
            tools=len(found.tools),
            pairs=overlap.pairs,
            groups=overlap.groups,
            clashes=overlap.clashes,
            unmarked=[
                UnmarkedModel(
                    a=u.a, b=u.b, percentile=u.percentile, sentences=SentencesModel.of(u.sentences)
                )
                for u in found.unmarked
            ],
            servers=[ServerPairModel(**asdict(server)) for server in found.servers],
            trend=None if found.trend is None else TrendModel(**asdict(found.trend)),
        )
