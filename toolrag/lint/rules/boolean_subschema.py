"""boolean-subschema: true or false where a schema stands.

What it does: flags a boolean as the schema of a property, of items or of an alternative.
Why is this bad: it is valid JSON Schema, and one of them makes a client of Anthropic drop all
tools of the server without a word (anthropics/claude-code#92900); Moonshot answers 400.
Bad: {"name": "publish", "description": "Publish an event.", "inputSchema": {"type": "object",
       "properties": {"payload": true}}}
Good: {"name": "publish", "description": "Publish an event.", "inputSchema": {"type": "object",
       "properties": {"payload": {"type": "object", "description": "Body of the event."}}}}
How to fix: write the type that is meant; `--unsafe-fixes` writes an object.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        if not isinstance(place.value, bool) or place.role == "additional":
            continue
        at = definition.within_schema(place.pointer)
        said = str(place.value).lower()
        for title, severity in breaches(context, lambda p: not p.boolean_schemas):
            message = f"{definition.label}: `{said}` as a schema cannot be read by {title}."
            edits = (Edit("set", at, {"type": "object"}),)
            fix = Fix("Write an object.", safe=False, edits=edits) if place.value else None
            yield Found(definition, message, at, severity=severity, fix=fix)


RULE = Rule("boolean-subschema", "portability", "warning", __doc__, each(_check))
