"""array-without-items: a list of nobody knows what.

What it does: flags a schema of type array without `items` or `prefixItems`.
Why is this bad: OpenAI answers 400 "array schema missing items" to the whole request
(digitalocean-labs/mcp-digitalocean#265), and VS Code checks the same.
Bad: {"name": "tag_note", "description": "Tag a note.", "inputSchema": {"type": "object",
       "properties": {"tags": {"type": "array"}}}}
Good: {"name": "tag_note", "description": "Tag a note.", "inputSchema": {"type": "object",
       "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}}
How to fix: say what the members are; `--unsafe-fixes` writes strings.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import kinds, walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        schema = place.schema
        if "array" not in kinds(schema) or "items" in schema or "prefixItems" in schema:
            continue
        at = definition.within_schema(place.pointer)
        for title, severity in breaches(context, lambda p: p.array_needs_items):
            edit = Edit("set", f"{at}/items", {"type": "string"})
            fix = Fix("Say that its members are strings.", safe=False, edits=(edit,))
            message = f"{definition.label}: an array without `items` is refused by {title}."
            yield Found(definition, message, at, severity=severity, fix=fix)


RULE = Rule("array-without-items", "portability", "warning", __doc__, each(_check))
