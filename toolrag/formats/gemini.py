"""Gemini: function declarations, with upper-case types or ordinary JSON Schema."""

from collections.abc import Mapping

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.formats.fields import examples_in, optional_text, require_name
from toolrag.formats.json_schema import tool_schema

NAME = "gemini"
_SCHEMA_KEYS = ("parametersJsonSchema", "parameters_json_schema", "parameters")


def recognises(entry: JsonObject) -> bool:
    """Tell whether `entry` is a Gemini declaration: its own key, or types in upper case."""
    if "parametersJsonSchema" in entry or "parameters_json_schema" in entry:
        return True
    parameters = entry.get("parameters")
    declared = parameters.get("type") if isinstance(parameters, Mapping) else None
    return "type" not in entry and isinstance(declared, str) and declared.isupper()


def parse(entry: JsonObject, server: str | None, pointer: str) -> Tool:
    """Return the tool that a Gemini function declaration describes.

    Raises:
        DefinitionError: naming every place that cannot be used.
    """
    key = next((k for k in _SCHEMA_KEYS if entry.get(k) is not None), "parameters")
    readable: JsonObject = entry
    if key == "parameters" and isinstance(entry.get(key), Mapping):
        readable = {**entry, key: as_json_schema(entry[key])}
    return Tool(
        name=require_name(entry, pointer),
        description=optional_text(entry, "description", pointer),
        input_schema=tool_schema(readable, key, pointer),
        server=server,
        examples=examples_in(entry, pointer),
    )


def as_json_schema(value: Json, *, names: bool = False) -> Json:
    """Return Gemini's OpenAPI-like schema as JSON Schema: lower-case types, `nullable` as a union.

    `names` says that the keys of `value` are property names and mean nothing here.
    """
    if isinstance(value, list):
        return [as_json_schema(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    converted = {
        k: as_json_schema(v, names=not names and k == "properties") for k, v in value.items()
    }
    if names:
        return converted
    kind = converted.get("type")
    if isinstance(kind, str):
        lower = kind.lower()
        nullable = converted.pop("nullable", False) is True
        converted["type"] = [lower, "null"] if nullable else lower
    return converted


def render(tool: Tool, name: str) -> JsonObject:
    """Return the tool as a function declaration under `name`, its schema as JSON Schema."""
    rendered: dict[str, Json] = {"name": name}
    if tool.description:
        rendered["description"] = tool.description
    rendered["parametersJsonSchema"] = tool.input_schema
    return rendered
