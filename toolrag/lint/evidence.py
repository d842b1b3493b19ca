"""What retrieval says of a catalogue: which tools are near each other, and who answers for whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolrag.domain.overlap import Signal


@dataclass(frozen=True, slots=True)
class PairEvidence:
    """Two tools by their positions, a before b.

    `alike` is how near the descriptions are (0..1), `mutual` that each is among the other's three
    nearest, `probability` that a model confuses them.
    """

    a: int
    b: int
    probability: float
    alike: float
    mutual: bool
    reasons: tuple[Signal, ...] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Theft:
    """An utterance of one tool that another answers first. `rank` is the owner's, from 1."""

    owner: int
    thief: int
    utterance: str
    rank: int
    declared: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """All of it. `asked` counts the declared utterances of each tool."""

    pairs: tuple[PairEvidence, ...] = ()
    thefts: tuple[Theft, ...] = ()
    asked: Mapping[int, int] = field(default_factory=dict)
