"""missing-properties: an object schema without its `properties`.

What it does: flags a root of type object without `properties`.
Why is this bad: OpenAI answers 400 "object schema missing properties"
(openai/openai-agents-python#449). MCP itself recommends the short form for tools without
arguments, so it counts only where OpenAI is named as a provider.
Bad: {"name": "ping", "description": "Check that the server answers.", "inputSchema": {"type":
       "object"}}
Good: {"name": "ping", "description": "Check that the server answers.", "inputSchema": {"type":
       "object", "properties": {}}}
How to fix: add `"properties": {}`; `--fix` does.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if definition.schema.get("type") != "object" or "properties" in definition.schema:
        return
    if not context.targets:
        return
    at = definition.schema_at
    for title, severity in breaches(context, lambda p: p.object_needs_properties):
        fix = Fix("Add them, empty.", safe=True, edits=(Edit("set", f"{at}/properties", {}),))
        message = f"{definition.label}: an object without `properties` is refused by {title}."
        yield Found(definition, message, at, severity=severity, fix=fix)


RULE = Rule("missing-properties", "portability", "warning", __doc__, each(_check))
