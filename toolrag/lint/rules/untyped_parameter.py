"""untyped-parameter: a parameter that may be anything.

What it does: flags a parameter with none of `type`, `enum`, `const`, `$ref` and a combinator.
Why is this bad: the model has to guess what to send, and Gemini refuses a schema without a type
(google-gemini/gemini-cli#4400).
Bad: {"name": "set_volume", "description": "Set the volume.", "inputSchema": {"type": "object",
       "properties": {"level": {"description": "How loud."}}}}
Good: {"name": "set_volume", "description": "Set the volume.", "inputSchema": {"type": "object",
       "properties": {"level": {"type": "integer", "description": "How loud, 0 to 100."}}}}
How to fix: say the type. `--unsafe-fixes` takes it from the default where there is one.
"""

from collections.abc import Iterator
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.finding import Edit, Fix
from toolrag.formats import openapi
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk

_TELLING: Final = frozenset(
    {"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf", "properties", "items", "not"}
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if definition.format == openapi.NAME:
        return
    for place in walk(definition.schema):
        if place.role != "property" or not isinstance(place.value, dict):
            continue
        if _TELLING & place.schema.keys():
            continue
        at = definition.within_schema(place.pointer)
        message = f"{definition.label}: the parameter {shown(place.name)} has no type."
        yield Found(definition, message, at, fix=_fix(place.schema, at))


def _fix(schema: JsonObject, at: str) -> Fix | None:
    kind = _kind(schema.get("default"))
    if kind is None:
        return None
    edit = Edit("set", f"{at}/type", kind)
    return Fix(f"Say {kind!r}, as its default is.", safe=False, edits=(edit,))


def _kind(value: Json) -> str | None:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "string" if isinstance(value, str) else None


RULE = Rule("untyped-parameter", "schema", "warning", __doc__, each(_check))
