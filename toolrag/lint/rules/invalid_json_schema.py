"""invalid-json-schema: a schema that is none.

What it does: checks the argument and output schemas against the meta-schema of the dialect they
declare (2020-12 without one), says which older dialect they are valid in, and flags keys that an
object has twice, OpenAPI operations that cannot be resolved, and schemas nested beyond use.
Why is this bad: one invalid schema makes the provider refuse the request with all its tools. Two
schemas cost 597 tools (Dokploy/mcp#74), one cost 20 (kintone/mcp-server#553). Of two equal keys
parsers keep one, and not always the same.
Bad: {"name": "rate", "description": "Rate a film.", "inputSchema": {"type": "object",
       "properties": {"stars": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}}}}
Good: {"name": "rate", "description": "Rate a film.", "inputSchema": {"type": "object",
       "properties": {"stars": {"type": "integer", "exclusiveMinimum": 0}}}}
How to fix: write it in the dialect of today. `--fix` rewrites boolean bounds and tuples.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Final

import jsonschema_rs

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.finding import Edit, Fix
from toolrag.formats import gemini, openapi
from toolrag.formats.json_schema import MAX_DEPTH, children, meta_schema_fault
from toolrag.lint.definition import Definition, clean
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import TYPES, walk

_OLDER: Final = (
    ("draft-07", "http://json-schema.org/draft-07/schema#"),
    ("draft-04", "http://json-schema.org/draft-04/schema#"),
)

# Keywords whose values are data and no schemas: anything valid stands for them.
_VALUES: Final[Mapping[str, Json]] = {
    "enum": [None],
    "const": None,
    "default": None,
    "examples": [],
}
_NAMES: Final = frozenset({"properties", "patternProperties", "$defs", "definitions"})


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    yield from _duplicate_keys(definition)
    for problem in definition.problems:
        if problem.code != "reference_unresolved":
            yield Found(definition, f"{definition.label}: {problem.message}", definition.pointer)
    output = definition.raw.get("outputSchema")
    checked = [(definition.schema_at, definition.raw_schema)]
    checked += [(f"{definition.holder}/outputSchema", output)] if output is not None else []
    for at, schema in checked:
        if isinstance(schema, Mapping) and definition.format != openapi.NAME:
            yield from _faults(definition, at, schema)


def _duplicate_keys(definition: Definition) -> Iterator[Found]:
    document = definition.document
    if document is None or not document.duplicates:
        return
    start, end = document.locate(definition.pointer)
    for twice in document.duplicates:
        if start <= twice.offset < end:
            line, _ = document.position(twice.offset)
            message = f"{definition.label} has the key {twice.key!r} twice, again in line {line}."
            yield Found(definition, message, definition.pointer)


def _faults(definition: Definition, at: str, schema: JsonObject) -> Iterator[Found]:
    if _too_deep(schema):
        yield Found(
            definition, f"{definition.label}: the schema is nested over {MAX_DEPTH} levels.", at
        )
        return
    named = list(_named(definition, at, schema))
    if named:
        yield from named
        return
    checked = _without_odd_types(_comparable(schema, definition))
    fault = meta_schema_fault(checked)
    if fault is None:
        return
    path, said = fault
    older = next((name for name, uri in _OLDER if _valid_in(checked, uri)), None)
    hint = f" It is valid in {older}, which providers do not read." if older else ""
    yield Found(definition, f"{definition.label}: {clean(said)}{hint}", f"{at}{path}")


def _comparable(schema: JsonObject, definition: Definition) -> JsonObject:
    """Return a schema as JSON Schema: Gemini writes its types in capitals."""
    if definition.format == gemini.NAME:
        converted = gemini.as_json_schema(schema)
        return converted if isinstance(converted, Mapping) else schema
    return schema


def _without_odd_types(value: JsonObject) -> JsonObject:
    """Return a schema without what `unknown-type` and `bad-required` report."""
    return {k: _tidied(k, v) for k, v in value.items() if _kept(k, v)}


def _kept(key: str, value: Json) -> bool:
    if key == "type":
        named = value if isinstance(value, list) else [value]
        return all(isinstance(t, str) and t in TYPES for t in named)
    if key == "required" and not isinstance(value, bool):
        return isinstance(value, list) and all(isinstance(r, str) for r in value)
    return True


def _tidied(key: str, value: Json) -> Json:
    """Return the value of a keyword without what other rules report of it."""
    if isinstance(value, float) and not math.isfinite(value):
        return 0
    if key in _VALUES:
        return _VALUES[key]
    if isinstance(value, list):
        unique = list(dict.fromkeys(value)) if key == "required" else value
        return [_inside(item) for item in unique]
    if key in _NAMES and isinstance(value, Mapping):
        return {name: _inside(child) for name, child in value.items()}
    return _inside(value)


def _inside(value: Json) -> Json:
    return _without_odd_types(value) if isinstance(value, Mapping) else value


def _named(definition: Definition, at: str, schema: JsonObject) -> Iterator[Found]:
    """Yield the faults that have a name and a rewrite."""
    for place in walk(schema):
        here = place.schema
        for keyword in ("exclusiveMinimum", "exclusiveMaximum"):
            if isinstance(here.get(keyword), bool):
                yield _boolean_bound(definition, f"{at}{place.pointer}", here, keyword)
        items = here.get("items")
        if isinstance(items, list):
            edits = (
                Edit("rename", f"{at}{place.pointer}/items", "prefixItems"),
                *_additional_items(here, f"{at}{place.pointer}"),
            )
            message = f"{definition.label}: a list of `items` is draft-07; it is `prefixItems` now."
            fix = Fix("Rename it.", safe=True, edits=edits)
            yield Found(definition, message, f"{at}{place.pointer}/items", fix=fix)
        if place.role == "property" and isinstance(here.get("required"), bool):
            message = (
                f"{definition.label}: `required` of {place.name!r} is a boolean (draft-03); "
                f"list the name in the object's `required`."
            )
            yield Found(definition, message, f"{at}{place.pointer}/required")


def _additional_items(schema: JsonObject, at: str) -> tuple[Edit, ...]:
    return (
        (Edit("rename", f"{at}/additionalItems", "items"),) if "additionalItems" in schema else ()
    )


def _boolean_bound(definition: Definition, at: str, schema: JsonObject, keyword: str) -> Found:
    plain = keyword.replace("exclusiveM", "m")
    bound = schema.get(plain)
    edits = [Edit("remove", f"{at}/{keyword}")]
    if schema[keyword] is True and isinstance(bound, int | float):
        edits = [Edit("set", f"{at}/{keyword}", bound), Edit("remove", f"{at}/{plain}")]
    message = f"{definition.label}: `{keyword}: {str(schema[keyword]).lower()}` is draft-04; "
    message += "it is a number now."
    fix = Fix("Write the bound itself.", safe=True, edits=tuple(edits))
    return Found(definition, message, f"{at}/{keyword}", fix=fix)


def _valid_in(schema: JsonObject, uri: str) -> bool:
    try:
        jsonschema_rs.meta.validate({**schema, "$schema": uri})
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError):
        return False
    return True


def _too_deep(schema: JsonObject) -> bool:
    layer: list[Json] = [schema]
    for _ in range(MAX_DEPTH):
        layer = [child for value in layer for _, child in children(value, "")]
        if not layer:
            return False
    return True


RULE = Rule("invalid-json-schema", "schema", "error", __doc__, each(_check))
