"""non-string-enum: an enum of numbers.

What it does: flags an enum or const with a member that is no string, for the providers that take
strings only.
Why is this bad: Gemini answers 400 (chrisdoc/hevy-mcp#1161, google-gemini/gemini-cli#4127).
Bad: {"name": "set_level", "description": "Set the level.", "inputSchema": {"type": "object",
       "properties": {"level": {"type": "integer", "enum": [0, 1, 2]}}}}
Good: {"name": "set_level", "description": "Set the level.", "inputSchema": {"type": "object",
       "properties": {"level": {"type": "integer", "minimum": 0, "maximum": 2}}}}
How to fix: use bounds, or strings that the handler converts.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        members = place.schema.get("enum")
        if not isinstance(members, list) or all(isinstance(m, str) for m in members):
            continue
        at = definition.within_schema(f"{place.pointer}/enum")
        for title, severity in breaches(context, lambda p: p.string_enums):
            message = f"{definition.label}: only strings may be in an enum for {title}."
            yield Found(definition, message, at, severity=severity)


RULE = Rule("non-string-enum", "portability", "info", __doc__, each(_check))
