"""mcp-header-misuse: an `x-mcp-header` that clients must refuse.

What it does: flags a header name that is no token, stands twice, is of a parameter that is no
string, integer or boolean, is not reachable statically, or carries a secret.
Why is this bad: MCP 2026-07-28 tells clients to drop the tool.
Bad: {"name": "query", "description": "Query a region.", "inputSchema": {"type": "object",
       "properties": {"region": {"type": "string", "x-mcp-header": "my region"}}}}
Good: {"name": "query", "description": "Query a region.", "inputSchema": {"type": "object",
       "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}}
How to fix: use one token a header, on plain parameters of the root.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import Place, kinds, walk

_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_PLAIN: Final = frozenset({"string", "integer", "boolean"})
_SECRET: Final = re.compile(r"password|secret|token|api[-_]?key", re.IGNORECASE)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    seen: set[str] = set()
    for place in walk(definition.schema):
        if "x-mcp-header" not in place.schema:
            continue
        header = place.schema["x-mcp-header"]
        what = _problem(header, place) if isinstance(header, str) else "it is no text"
        if not what and str(header).lower() in seen:
            what = "it stands twice"
        seen.add(str(header).lower())
        if what:
            message = f"{definition.label}: the header {shown(str(header), 40)} is refused: {what}."
            yield Found(definition, message, definition.within_schema(place.pointer))


def _problem(header: str, place: Place) -> str:
    if not _TOKEN.fullmatch(header):
        return "it is no token"
    if not kinds(place.schema) or not kinds(place.schema) <= _PLAIN:
        return "its parameter is no string, integer or boolean"
    if place.role != "property" or "/items" in place.pointer or "Of/" in place.pointer:
        return "it is not always there"
    return "it carries a secret" if _SECRET.search(place.name) else ""


RULE = Rule("mcp-header-misuse", "portability", "error", __doc__, each(_check))
