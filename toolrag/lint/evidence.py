"""What retrieval says of a catalogue: which tools are near each other, and who answers for whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolrag.retrieval.overlap.neighbours import Neighbours


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

    pairs: tuple[Neighbours, ...] = ()
    thefts: tuple[Theft, ...] = ()
    asked: Mapping[int, int] = field(default_factory=dict)
