"""root-not-object: arguments that are not an object.

What it does: flags a schema whose top-level `type` is not exactly "object": another type, a list
of types, none, or a schema that is no object itself.
Why is this bad: a call's arguments are an object with named values. Anthropic, OpenAI and Bedrock
answer 400 to anything else ("schema must have type object", google-calendar-mcp#39).
Bad: {"name": "echo", "description": "Repeat a text.", "inputSchema": {"type": "string"}}
Good: {"name": "echo", "description": "Repeat a text.", "inputSchema": {"type": "object",
       "properties": {"text": {"type": "string"}}}}
How to fix: wrap the value in an object with one property. Where only the type is missing,
`--unsafe-fixes` adds it.
"""

from collections.abc import Iterator, Mapping

from toolrag.domain.finding import Edit, Fix
from toolrag.formats.fields import kind_of
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    schema, at = definition.raw_schema, definition.schema_at
    if schema is None:
        return
    if not isinstance(schema, Mapping):
        yield Found(definition, f"{definition.label}: the schema is {kind_of(schema)}.", at)
        return
    declared = schema.get("type")
    as_gemini = definition.format == "gemini" and declared == "OBJECT"
    if declared == "object" or as_gemini:
        return
    if declared is None:
        edit = Edit("set", f"{at}/type", "object")
        fix = Fix('Say that it is of type "object".', safe=False, edits=(edit,))
        message = f'{definition.label}: the schema does not say "type": "object".'
        yield Found(definition, message, at, fix=fix)
        return
    message = f"{definition.label}: arguments are an object, but the schema's type is {declared!r}."
    yield Found(definition, message[:300], f"{at}/type")


RULE = Rule("root-not-object", "schema", "error", __doc__, each(_check))
