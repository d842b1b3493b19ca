"""overlap-regression: a change that takes requests from another tool.

What it does: with `--diff`, flags a new or changed tool that comes first for an utterance or the
first sentence of an unchanged tool for which that tool came first before.
Why is this bad: adding a tool is not safe: whoever asked for the old one gets the new one from now
on, and no test of the new tool shows it.
Bad: {"server": "crm", "tools": ["(find_customer as before)", "(new: search_customers, which now
       comes first for its utterances)"]}
Good: {"server": "crm", "tools": ["(find_customer as before)", "(new: merge_customers)"]}
How to fix: say in the new description what it does not do, and which tool does.
"""

from collections.abc import Iterator

from toolrag.lint.definition import shown
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    by_id = {d.id: d for d in context.definitions}
    stolen: dict[tuple[str, str], list[str]] = {}
    for owner, thief, utterance in context.before.thefts if context.before else ():
        stolen.setdefault((owner, thief), []).append(utterance)
    for (owner, thief), utterances in stolen.items():
        taker, loser = by_id[thief], by_id[owner]
        what = f"{len(utterances)} utterances" if len(utterances) > 1 else "an utterance"
        message = f"{taker.label} takes {what} from {loser.label}, as {shown(utterances[0])}."
        yield Found(taker, message, f"{taker.holder}/description", related=(loser,))


RULE = Rule("overlap-regression", "overlap", "error", __doc__, _check, retrieval=True)
