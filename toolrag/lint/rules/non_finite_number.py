"""non-finite-number: a number that JSON does not have.

What it does: flags NaN and infinities, and whole numbers beyond 2^53, which readers of JSON round.
Why is this bad: JSON has no NaN (RFC 8259). Python writes and reads it, every other parser refuses
the document, and with it all of the server's tools.
Bad: {"name": "scale", "description": "Scale a value.", "inputSchema": {"type": "object",
       "properties": {"factor": {"type": "number", "default": NaN}}}}
Good: {"name": "scale", "description": "Scale a value.", "inputSchema": {"type": "object",
       "properties": {"factor": {"type": "number"}}}}
How to fix: leave the value out; `--fix` removes such a default.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit, Fix
from toolrag.formats.json_schema import escape
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each

_EXACT: Final = 2**53


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    stack: list[tuple[str, Json]] = [(definition.pointer, definition.entry)]
    while stack:
        at, value = stack.pop()
        if isinstance(value, Mapping):
            stack.extend((f"{at}/{escape(key)}", child) for key, child in value.items())
        elif isinstance(value, list):
            stack.extend((f"{at}/{i}", child) for i, child in enumerate(value))
        elif isinstance(value, float) and not math.isfinite(value):
            yield _found(definition, at, "is not a number that JSON has")
        elif isinstance(value, int) and abs(value) > _EXACT and at.endswith(_BOUNDS):
            yield _found(definition, at, "is beyond 2^53 and will be rounded")


_BOUNDS: Final = ("/default", "/minimum", "/maximum")


def _found(definition: Definition, at: str, what: str) -> Found:
    key = at.rsplit("/", 1)[-1]
    fix = None
    if key == "default" and what.startswith("is not"):
        fix = Fix("Remove the default.", safe=True, edits=(Edit("remove", at),))
    return Found(definition, f"{definition.label}: `{key}` {what}.", at, fix=fix)


RULE = Rule("non-finite-number", "schema", "error", __doc__, each(_check))
