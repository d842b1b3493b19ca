"""bad-property-key: a parameter name that a provider refuses.

What it does: flags property names, at any depth, outside `[a-zA-Z0-9_.-]{1,64}` (Anthropic), and
for Gemini outside `[A-Za-z_][A-Za-z0-9_]{0,63}`.
Why is this bad: the session is dead until the server is removed (anthropics/claude-code#79418);
OpenAPI imports bring such names along (beautyfree/appstore-connect-mcp#1, twilio-labs/mcp#58).
Bad: {"name": "list_apps", "description": "List apps.", "inputSchema": {"type": "object",
       "properties": {"filter[name]": {"type": "string"}}}}
Good: {"name": "list_apps", "description": "List apps.", "inputSchema": {"type": "object",
       "properties": {"filter_name": {"type": "string"}}}}
How to fix: use letters, digits and `_`, and map the name back in the handler.
"""

import re
from collections.abc import Iterator

from toolrag.lint.definition import Definition, shown
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        if place.role != "property":
            continue
        for title, severity in breaches(
            context,
            lambda p: p.property_key is not None and not re.fullmatch(p.property_key, place.name),  # noqa: B023 # called at once
        ):
            message = (
                f"{definition.label}: the parameter name {shown(place.name)} is refused by {title}."
            )
            at = definition.within_schema(place.pointer)
            yield Found(definition, message, at, severity=severity)


RULE = Rule("bad-property-key", "portability", "warning", __doc__, each(_check))
