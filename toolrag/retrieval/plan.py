"""What is searched for in a turn: the request itself, its parts, and the conversation before it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from toolrag.domain.turn import Turn
from toolrag.retrieval.clauses import clauses

Kind: TypeAlias = Literal["request", "clause", "plan", "result", "history"]

# A message counts this much of the next newer one.
DECAY: Final = 0.8
_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class SubQuery:
    """One search of a turn: texts, each with its weight."""

    kind: Kind
    texts: tuple[tuple[str, float], ...]

    @property
    def text(self) -> str:
        """What it searches for, at most `_SHOWN` characters of it."""
        return " | ".join(text for text, _ in self.texts)[:_SHOWN]


def plan(turn: Turn) -> tuple[SubQuery, ...]:
    """Return the searches of a turn, the request first."""
    searches = [_one("request", turn.query), *(_one("clause", c) for c in clauses(turn.query))]
    conversation = turn.conversation
    if conversation is None:
        return tuple(searches)
    searches += [_one("plan", item) for item in conversation.plan]
    if conversation.result:
        searches.append(_one("result", conversation.result))
    if conversation.earlier:
        said = (conversation.last, *conversation.earlier)
        texts = tuple((text, round(DECAY**age, 6)) for age, text in enumerate(said))
        searches.append(SubQuery("history", texts))
    return tuple(searches)


def _one(kind: Kind, text: str) -> SubQuery:
    return SubQuery(kind, ((text, 1.0),))
