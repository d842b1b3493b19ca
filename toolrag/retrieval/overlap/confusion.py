"""How often requests for one tool find another first: counted, for the catalogue at hand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from toolrag.domain.overlap import Confusion, Pair, Signal
from toolrag.retrieval.intervals import wilson

# So many utterances have to speak for a share to stand in for what the definitions say, and so many
# of them for each of the two.
_ENOUGH: Final = 10
_OF_EACH: Final = 3

Ids = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """How many utterances each tool has, and how many of them find which other tool before it."""

    utterances: Mapping[str, int]
    taken: Mapping[Ids, int]

    @classmethod
    def of(cls, asked: Iterable[tuple[str, Sequence[str]]]) -> "Counted":
        """Count (owner, ranking of ids) of every utterance; who is not found comes last."""
        utterances: Counter[str] = Counter()
        taken: Counter[Ids] = Counter()
        for owner, ranking in asked:
            utterances[owner] += 1
            place = ranking.index(owner) if owner in ranking else len(ranking)
            taken.update((owner, other) for other in ranking[:place])
        return cls(utterances, taken)

    def confusion(self, a: str, b: str) -> Confusion | None:
        """Return how often utterances of two tools find the other one first, None without any."""
        count = self.utterances.get(a, 0) + self.utterances.get(b, 0)
        if not count:
            return None
        hits = self.taken.get((a, b), 0) + self.taken.get((b, a), 0)
        low, high = wilson(hits, count)
        return Confusion(round(hits / count, 4), round(low, 4), round(high, 4), count)

    def supported(self, a: str, b: str) -> bool:
        """Tell whether there are enough utterances of both."""
        each = (self.utterances.get(a, 0), self.utterances.get(b, 0))
        return sum(each) >= _ENOUGH and min(each) >= _OF_EACH

    def confused(self, least: float) -> set[Ids]:
        """Return the pairs, ids in order, that are confused with at least this probability."""
        pairs = {(min(pair), max(pair)) for pair in self.taken}
        return {pair for pair in pairs if self.probability(*pair) >= least}

    def probability(self, a: str, b: str) -> float:
        """Return twice the share, 1 where a coin would do as well; 0 for too few utterances."""
        found = self.confusion(a, b) if self.supported(a, b) else None
        return 0.0 if found is None else min(1.0, round(2 * found.share, 4))


def with_own_sentences(pair: Pair, counted: Counted) -> Pair:
    """Return a pair with which of its tools' own first sentences find the other tool first.

    `counted` has a sentence for each tool, as if it were an utterance. It is a reason, and no
    share: nobody asks in the words of a description.
    """
    sides = [
        one
        for one, other in ((pair.a, pair.b), (pair.b, pair.a))
        if counted.taken.get((one, other))
    ]
    if not sides:
        return pair
    text = f"The first sentence of {' and of '.join(map(repr, sides))} finds the other one first."
    reason = Signal("own_sentences", len(sides) / 2, text)
    return replace(pair, reasons=tuple(sorted((*pair.reasons, reason), key=lambda r: -r.value)))


def with_utterances(pair: Pair, counted: Counted) -> Pair:
    """Return a pair with what the utterances say, which goes before what the definitions say."""
    found = counted.confusion(pair.a, pair.b)
    if found is None:
        return pair
    text = (
        f"{round(found.share * found.utterances)} of their {found.utterances} utterances find the "
        f"other one first ({100 * found.low:.0f} to {100 * found.high:.0f} %)."
    )
    reasons = (Signal("confusion", found.share, text), *pair.reasons)
    told = replace(pair, confusion=found, reasons=reasons)
    if not counted.supported(pair.a, pair.b):
        return told
    return replace(told, basis="confusion", probability=counted.probability(pair.a, pair.b))
