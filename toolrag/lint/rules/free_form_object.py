"""free-form-object: an object that may hold anything.

What it does: flags a parameter of type object without properties that is not closed either.
Why is this bad: the model has to guess its keys. Some tools pass such objects on by design, so the
rule is off by default.
Bad: {"name": "update_item", "description": "Update an item.", "inputSchema": {"type": "object",
       "properties": {"changes": {"type": "object"}}}}
Good: {"name": "update_item", "description": "Update an item.", "inputSchema": {"type": "object",
       "properties": {"changes": {"type": "object", "properties": {"title": {"type": "string"}}}}}}
How to fix: describe the properties that the tool reads.
"""

from collections.abc import Iterator, Mapping

from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        schema = place.schema
        if place.role != "property" or schema.get("type") != "object":
            continue
        shaped = any(k in schema for k in ("properties", "$ref", "patternProperties", "anyOf"))
        typed = isinstance(schema.get("additionalProperties"), Mapping)
        if not shaped and not typed and schema.get("additionalProperties") is not False:
            message = f"{definition.label}: nothing says what {shown(place.name)} holds."
            yield Found(definition, message, definition.within_schema(place.pointer))


RULE = Rule("free-form-object", "parameters", "info", __doc__, each(_check), on=False)
