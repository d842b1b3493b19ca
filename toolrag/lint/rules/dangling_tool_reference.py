"""dangling-tool-reference: a description that names a tool which is not there.

What it does: flags an identifier in backticks, or after "use" or "call", that is no tool of the
catalogue but one or two letters, or a prefix, away from one.
Why is this bad: the model calls it and fails. It happens when tools are renamed or a client adds a
prefix and the texts are not rewritten (NorthlandPositronics/Cogtrix#526).
Bad: {"server": "crm", "tools": [ {"name": "list_users", "description": "List all users.",
       "inputSchema": {"type": "object"}}, {"name": "get_user", "description": "Read one user; call
       `list_user` first for its id.", "inputSchema": {"type": "object"}}]}
Good: {"server": "crm", "tools": [ {"name": "list_users", "description": "List all users.",
       "inputSchema": {"type": "object"}}, {"name": "get_user", "description": "Read one user; call
       `list_users` first for its id.", "inputSchema": {"type": "object"}}]}
How to fix: write the name as it is; `--unsafe-fixes` does where one letter differs.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.text.words import words

_NAMED: Final = re.compile(
    r"`([A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+)(?:\(\))?`"
    r"|\b(?:use|call|calling|see|via) ([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b"
)
_MAX_EDITS: Final = 2


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if not definition.description:
        return
    own = {d.name for d in context.servers[definition.server or ""]}
    parameters = {word for d in context.servers[definition.server or ""] for word in d.properties}
    for found in _NAMED.finditer(definition.description):
        name = found.group(1) or found.group(2)
        if name in context.by_name or name in parameters:
            continue
        near = _nearest(name, own)
        if near is not None:
            message = f"{definition.label} names {shown(name)}; there is {shown(near)}."
            at = f"{definition.holder}/description"
            yield Found(definition, message, at, fix=_fix(definition, at, name, near))
            return


def _nearest(name: str, known: set[str]) -> str | None:
    for candidate in get_close_matches(name, known, n=3, cutoff=0.8):
        if _distance_at_most(name, candidate, _MAX_EDITS) or words(name) == words(candidate):
            return candidate
    return None


def _distance_at_most(a: str, b: str, limit: int) -> bool:
    """Tell whether `limit` insertions, deletions and changes turn `a` into `b` (Levenshtein)."""
    if abs(len(a) - len(b)) > limit:
        return False
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1] <= limit


def _fix(definition: Definition, at: str, name: str, near: str) -> Fix | None:
    if not _distance_at_most(name, near, 1):
        return None
    text = definition.description.replace(name, near)
    return Fix(f"Write {near!r}.", safe=False, edits=(Edit("set", at, text),))


RULE = Rule("dangling-tool-reference", "description", "warning", __doc__, each(_check))
