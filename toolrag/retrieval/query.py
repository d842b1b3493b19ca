"""What can be answered: a turn is checked before anything is searched for."""

from typing import Final

from toolrag.domain.turn import HARD_CAP, ORDERS, Turn
from toolrag.errors import (
    BudgetTooSmallError,
    CapExceededError,
    InvalidInputError,
    Problem,
    QueryInvalidError,
)

# Some eight thousand words: longer texts are documents, not queries.
MAX_QUERY: Final = 32_768


def checked_turn(turn: Turn) -> Turn:
    """Return `turn` if it can be answered.

    Raises:
        QueryInvalidError: for an empty or oversized query.
        CapExceededError: for k outside 1..30, or more pinned tools than k.
        BudgetTooSmallError: for a budget below one token.
        InvalidInputError: for an unknown order, or a tool both pinned and excluded.
    """
    check_query(turn.query)
    _check_limits(turn)
    if turn.order not in ORDERS:
        hint = f"Use one of {', '.join(ORDERS)}."
        raise InvalidInputError(f"There is no order {turn.order!r}.", hint=hint)
    both = sorted(set(turn.pinned) & set(turn.exclude))
    if both:
        raise InvalidInputError(
            f"{both[0]!r} is both pinned and excluded.", hint="Take it out of one of the two."
        )
    return turn


def check_query(query: str) -> None:
    """Raise `QueryInvalidError` for an empty or oversized query."""
    problem = None
    if not query.strip():
        problem = "The query is empty."
    elif len(query) > MAX_QUERY:
        problem = f"The query has {len(query)} characters; at most {MAX_QUERY} are searched for."
    if problem:
        raise QueryInvalidError(
            problem,
            hint="Send what the user asked for, in their words.",
            problems=(Problem("/query", "query_invalid", problem),),
        )


def _check_limits(turn: Turn) -> None:
    if not 1 <= turn.k <= HARD_CAP:
        raise CapExceededError(
            f"k is {turn.k}; a turn gets 1 to {HARD_CAP} tools.",
            hint=f"Models choose worse past {HARD_CAP} definitions; ask for fewer.",
            problems=(Problem("/k", "cap_exceeded", f"Not within 1..{HARD_CAP}."),),
        )
    if len(set(turn.pinned)) > turn.k:
        raise CapExceededError(
            f"{len(set(turn.pinned))} tools are pinned, but k is {turn.k}.",
            hint="Pinned tools count: pin fewer or raise k.",
            problems=(Problem("/pinned", "cap_exceeded", "More than k."),),
        )
    if turn.token_budget is not None and turn.token_budget < 1:
        raise BudgetTooSmallError(
            f"The token budget is {turn.token_budget}; no definition fits.",
            hint="Leave it out for no budget.",
            problems=(Problem("/token_budget", "budget_too_small", "Below 1."),),
        )
