"""same-verb-same-object: two names for one thing to do.

What it does: flags two tools of a server whose names say the same work on the same thing with
different words (get_user, fetch_user), or differ in one word that tells nothing (grep, multi_grep;
list_deals, list_all_deals), where neither description mentions the other tool or says what that
word means.
Why is this bad: the model sends one's arguments to the other (dmtrKovalenko/fff#311).
Bad: {"server": "crm", "tools": [ {"name": "get_user", "description": "Gets a user.",
       "inputSchema": {"type": "object"}}, {"name": "fetch_user", "description": "Loads a user.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "crm", "tools": [ {"name": "get_user", "description": "Gets a user.",
       "inputSchema": {"type": "object"}}]}
How to fix: merge them, or say in both when the other is the right one.
"""

from collections.abc import Iterator

from toolrag.lint.contrast import mentions, same_work
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    for a, b, how in same_work(context):
        first, second = context.definitions[a], context.definitions[b]
        if context.are_variants(first, second):
            continue
        if mentions(first, second.name) or mentions(second, first.name):
            continue
        message = f"{second.label} and {first.label} {how}. {context.advice(a, b)}"
        at = f"{second.holder}/name"
        yield Found(second, message, at, related=(first,))


RULE = Rule("same-verb-same-object", "overlap", "warning", __doc__, _check)
