"""generic-name: a name that says neither what nor where.

What it does: flags names that are one bare word (`search`, `get`, `run`, ...), as a warning where
tools of several servers are linted together or `publish` is set, as information otherwise.
Why is this bad: `search` stands on 32 of 1,470 public servers; models then call the other server's
(basicmachines-co/basic-memory#63).
Bad: {"name": "search", "description": "Find notes by their text.", "inputSchema": {"type":
       "object"}}
Good: {"name": "search_notes", "description": "Find notes by their text.", "inputSchema": {"type":
       "object"}}
How to fix: name the thing it works on.
"""

from collections.abc import Iterator
from typing import Final

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each

_BARE: Final = frozenset(
    """
    search fetch query get list run execute read write update create delete process handle
    manage do test help info status open call invoke data add remove set find send
    """.split()
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if definition.name.lower().strip("_-. ") not in _BARE:
        return
    loud = context.settings.publish or len(context.servers) > 1
    message = f"{definition.label}: a bare verb names no thing; other servers have one too."
    severity: Severity = "warning" if loud else "info"
    yield Found(definition, message, f"{definition.holder}/name", severity=severity)


RULE = Rule("generic-name", "naming", "warning", __doc__, each(_check))
