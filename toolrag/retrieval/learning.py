"""What use teaches: requests become example utterances of the tools that answered them.

Little is learned at once and little is kept, so that a burst of wrong feedback cannot take a
catalogue over; what is confirmed again stays, what is not fades, and what turns out otherwise is
taken back.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from toolrag.domain.tool import Learned
from toolrag.text.words import words

# Utterances kept for a tool.
MOST_LEARNED: Final = 24
# New utterances of one tool within `_BURST_SECONDS`; confirmations are free.
MOST_AT_ONCE: Final = 8
_BURST_SECONDS: Final = 3600.0
# What was not confirmed for so long counts half.
_HALF_LIFE_SECONDS: Final = 30 * 86_400.0
# Longer requests are cut: an utterance is what a user says, not a document.
MOST_CHARACTERS: Final = 500


def utterance_of(request: str) -> str:
    """Return the utterance that a request teaches: one line, cut to `MOST_CHARACTERS`."""
    return " ".join(request.split())[:MOST_CHARACTERS]


def same(one: str, other: str) -> bool:
    """Tell whether two utterances say the same, but for case, accents and punctuation."""
    return words(one) == words(other)


def learn(known: Sequence[Learned], text: str, now: float) -> tuple[Learned, ...] | None:
    """Return what is known with one more utterance, None where too much was learned just now."""
    for place, learned in enumerate(known):
        if same(learned.text, text):
            confirmed = replace(learned, count=learned.count + 1, last_at=now)
            return (*known[:place], confirmed, *known[place + 1 :])
    recent = sum(1 for learned in known if now - learned.first_at < _BURST_SECONDS)
    if recent >= MOST_AT_ONCE:
        return None
    held = [*known, Learned(text, 1, now, now)]
    if len(held) > MOST_LEARNED:
        # The new one counts 1 and the faded ones less: the weakest of all goes.
        held.remove(min(held, key=lambda learned: (strength(learned, now), learned.text)))
    return tuple(held)


def unlearn(known: Sequence[Learned], text: str) -> tuple[Learned, ...]:
    """Return what is known after the same request was answered by another tool."""
    weaker = (
        replace(learned, count=learned.count - 1) if same(learned.text, text) else learned
        for learned in known
    )
    return tuple(learned for learned in weaker if learned.count > 0)


def strength(learned: Learned, now: float) -> float:
    """Return how often an utterance was confirmed, halved every thirty days since the last time."""
    return learned.count * math.pow(0.5, max(0.0, now - learned.last_at) / _HALF_LIFE_SECONDS)
