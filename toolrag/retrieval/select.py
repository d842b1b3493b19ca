"""What fits: the cap, the token budget, the floor, and what is pinned. Never more, never over."""

from collections.abc import Mapping, Sequence
from typing import Final

from toolrag.domain.selection import Candidate, Dropped, DropReason, Selection
from toolrag.domain.turn import HARD_CAP
from toolrag.errors import BudgetTooSmallError, Problem

_NONE: Final[Mapping[str, frozenset[str]]] = {}


def select(
    pinned: Sequence[Candidate],
    ranked: Sequence[Candidate],
    *,
    k: int,
    token_budget: int | None,
    floor: float,
    duplicates: Mapping[str, frozenset[str]] = _NONE,
) -> Selection:
    """Return at most `k` tools that cost at most `token_budget` together.

    Pinned tools are always in. Then the ranked ones, best first: one that does not fit is passed
    over and a cheaper one further down may still fit. Those below `floor` stay out, and so does a
    tool while one of its `duplicates` is offered.

    Raises:
        BudgetTooSmallError: when the pinned tools alone cost more than the budget.
    """
    spent = sum(candidate.tokens for candidate in pinned)
    if token_budget is not None and spent > token_budget:
        raise BudgetTooSmallError(
            f"The {len(pinned)} pinned tools cost {spent} tokens, the budget is {token_budget}.",
            hint="Raise the budget or pin fewer tools.",
            problems=(Problem("/token_budget", "budget_too_small", f"At least {spent} needed."),),
        )
    offered = list(pinned)
    dropped: list[Dropped] = []
    taken = {candidate.tool_id for candidate in pinned}
    for candidate in ranked:
        if candidate.tool_id in taken:
            continue
        reason = _reason(candidate, len(offered), spent, k, token_budget, floor)
        others = duplicates.get(candidate.tool_id, frozenset())
        twin = next((c.tool_id for c in offered if c.tool_id in others), None)
        if reason is None and twin is None:
            offered.append(candidate)
            spent += candidate.tokens
        elif twin is not None:
            dropped.append(Dropped(candidate.tool_id, "duplicate", twin))
        elif reason is not None:
            dropped.append(Dropped(candidate.tool_id, reason))
    offered.sort(key=lambda c: (-c.relevance, c.tool_id))
    return Selection(tuple(offered), tuple(dropped[:HARD_CAP]))


def _reason(
    candidate: Candidate, count: int, spent: int, k: int, token_budget: int | None, floor: float
) -> DropReason | None:
    """Return why a candidate cannot be offered, None when it can."""
    if candidate.relevance < floor:
        return "floor"
    if count >= min(k, HARD_CAP):
        return "cap"
    if token_budget is not None and spent + candidate.tokens > token_budget:
        return "budget"
    return None
