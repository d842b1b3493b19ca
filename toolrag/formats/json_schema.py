"""JSON Schemas as JSON Schemas: checked against their meta-schema, with the path of each fault."""

from collections.abc import Iterator, Mapping
from typing import Final

import jsonschema_rs

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import EMPTY_SCHEMA
from toolrag.errors import Problem
from toolrag.formats.fields import kind_of
from toolrag.formats.reading import DefinitionError

# Deeper than any argument a model can fill in, and shallow enough for every recursive reader.
MAX_DEPTH: Final = 64

_TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")
_DIALECTS: Final = (
    "json-schema.org/draft-04/schema",
    "json-schema.org/draft-06/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft/2019-09/schema",
    "json-schema.org/draft/2020-12/schema",
)


def tool_schema(raw: JsonObject, key: str, pointer: str) -> JsonObject:
    """Return the schema of a tool's arguments under `key`; a tool without one takes none.

    Raises:
        DefinitionError: when it is not an object, is not a valid JSON Schema, does not describe an
            object, points to definitions it does not have, or is nested too deeply.
    """
    if key not in raw:
        return EMPTY_SCHEMA
    where = f"{pointer}/{key}"
    schema = checked_schema(raw[key], where)
    declared = schema.get("type", "object")
    if declared != "object":
        message = f"Arguments are an object, but the schema's type is {declared!r}."
        raise DefinitionError(Problem(f"{where}/type", "schema_invalid", message))
    return schema


def checked_schema(value: Json, where: str) -> JsonObject:
    """Return `value` if it is a JSON Schema that can be used; see `tool_schema`."""
    if not isinstance(value, Mapping):
        message = f"A JSON Schema object is needed here, found {kind_of(value)}."
        raise DefinitionError(Problem(where, "schema_invalid", message))
    _check_depth(value, where)
    _check_meta_schema(value, where)
    unresolved = tuple(_unresolved_references(value, where))
    if unresolved:
        raise DefinitionError(*unresolved)
    return value


def _check_depth(schema: JsonObject, where: str) -> None:
    layer: list[tuple[str, Json]] = [(where, schema)]
    for _ in range(MAX_DEPTH):
        layer = [child for path, value in layer for child in children(value, path)]
        if not layer:
            return
    path = layer[0][0]
    message = f"The schema is nested deeper than {MAX_DEPTH} levels."
    raise DefinitionError(Problem(path, "schema_invalid", message))


def _check_meta_schema(schema: JsonObject, where: str) -> None:
    fault = meta_schema_fault(schema)
    if fault is not None:
        raise DefinitionError(Problem(where + fault[0], "schema_invalid", fault[1]))


def meta_schema_fault(schema: JsonObject) -> tuple[str, str] | None:
    """Return (pointer, sentence) of what makes a schema invalid in its dialect, None if nothing.

    An unknown dialect would be looked up on the network; it is read as the current one.
    """
    dialect = str(schema.get("$schema", ""))
    if not any(known in dialect for known in _DIALECTS):
        schema = {key: value for key, value in schema.items() if key != "$schema"}
    try:
        jsonschema_rs.meta.validate(dict(schema))
    except jsonschema_rs.ValidationError as fault:
        return "".join(f"/{escape(str(part))}" for part in fault.instance_path), _said(fault)
    except (jsonschema_rs.ReferencingError, ValueError) as fault:
        return "", f"{fault}."
    return None


def _said(fault: jsonschema_rs.ValidationError) -> str:
    """Return a fault as a sentence that its author understands."""
    value = fault.instance
    if list(fault.instance_path)[-1:] == ["type"] and isinstance(value, str):
        return f"{value!r} is no JSON Schema type; there are {', '.join(_TYPES)}."
    message = str(fault.message)
    return f"{message[:197]}..." if len(message) > 200 else f"{message}."


def _unresolved_references(schema: JsonObject, where: str) -> Iterator[Problem]:
    stack: list[tuple[str, Json]] = [(where, schema)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, Mapping):
            reference = value.get("$ref")
            local = isinstance(reference, str) and reference.startswith("#/")
            if local and resolve_pointer(schema, str(reference)[1:]) is None:
                message = f"Nothing is at {reference!r}."
                yield Problem(f"{path}/$ref", "reference_unresolved", message)
        stack.extend(children(value, path))


def children(value: Json, path: str) -> Iterator[tuple[str, Json]]:
    """Yield the objects and lists directly inside `value`, with their JSON pointers."""
    pairs = (
        value.items()
        if isinstance(value, Mapping)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, child in pairs:
        if isinstance(child, Mapping | list):
            yield f"{path}/{escape(str(key))}", child


def resolve_pointer(document: Json, pointer: str) -> Json:
    """Return what is at a JSON pointer (RFC 6901), None where there is nothing."""
    value = document
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def escape(key: str) -> str:
    """Return a key as one token of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
