"""keyword-named-parameter: a parameter named like a keyword of JSON Schema.

What it does: flags parameters called properties, type, items, required or $ref, for the providers
whose relays take them for the keyword.
Why is this bad: the relay reads the schema wrongly and refuses it (hypothesi/mcp-server-tauri#31).
Bad: {"name": "style", "description": "Style an element.", "inputSchema": {"type": "object",
       "properties": {"properties": {"type": "string"}}}}
Good: {"name": "style", "description": "Style an element.", "inputSchema": {"type": "object",
       "properties": {"css_properties": {"type": "string"}}}}
How to fix: name what kind of properties or items they are.
"""

from collections.abc import Iterator
from typing import Final

from toolrag.lint.definition import Definition, shown
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk

_KEYWORDS: Final = frozenset({"properties", "items", "required", "$ref", "$defs"})


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if not context.targets:
        return
    for place in walk(definition.schema):
        if place.role == "property" and place.name in _KEYWORDS:
            at = definition.within_schema(place.pointer)
            for title, severity in breaches(context, lambda p: p.keyword_names):
                message = (
                    f"{definition.label}: {shown(place.name)} is taken for a keyword by {title}."
                )
                yield Found(definition, message, at, severity=severity)


RULE = Rule("keyword-named-parameter", "portability", "info", __doc__, each(_check))
