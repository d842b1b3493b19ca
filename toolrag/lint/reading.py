"""From documents, read definitions and registered tools to `Definition`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.errors import FormatUnknownError, Problem
from toolrag.formats import openapi
from toolrag.formats.fields import EXAMPLES_KEY
from toolrag.formats.reading import DefinitionError, Parsed
from toolrag.formats.registry import entries, recognise
from toolrag.lint.definition import Definition
from toolrag.lint.source.node import Document

# Where each shape keeps the schema of the arguments; the first that is there counts.
_SCHEMA_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "mcp": ("inputSchema", "input_schema", "parameters"),
    "anthropic": ("input_schema",),
    "openai": ("parameters",),
    "openai_responses": ("parameters",),
    "gemini": ("parametersJsonSchema", "parameters_json_schema", "parameters"),
}
_MARKS: Final = frozenset(
    {"inputSchema", "input_schema", "parameters", "function", "parametersJsonSchema"}
)


def definitions(
    document: Document | None,
    value: Json,
    *,
    server: str | None = None,
    format: str = "auto",
    named: bool = True,
) -> Iterator[Definition]:
    """Yield every definition in a document, usable or not.

    `named` says that somebody named the document as one of tools. Of any other, a list of objects
    with names is not enough: one of them must have a schema, or the list be called `tools`.

    Raises:
        FormatUnknownError: when the document has no shape that holds definitions.
    """
    if isinstance(value, Mapping) and openapi.recognises_document(value):
        yield from _operations(document, value, server)
        return
    found = list(entries(value))
    marked = any(_is_marked(entry) for _, entry, _ in found)
    called = isinstance(value, Mapping) and "tools" in value
    trusted = named or marked or called
    if not trusted or not any(_looks_like_a_tool(entry, alone=at == "") for at, entry, _ in found):
        raise FormatUnknownError(
            "No tool was found in it.",
            hint='Name files that hold a list of definitions, {"tools": [...]} or OpenAPI.',
        )
    for pointer, entry, own in found:
        yield _definition(document, pointer, entry, server or own, format)


def _is_marked(entry: Json) -> bool:
    """Tell whether an entry has what only definitions have."""
    return isinstance(entry, Mapping) and any(key in entry for key in _MARKS)


def _looks_like_a_tool(entry: Json, *, alone: bool) -> bool:
    """Tell a definition from any other object: alone, a name does not make one."""
    return _is_marked(entry) or (not alone and isinstance(entry, Mapping) and "name" in entry)


def _definition(
    document: Document | None, pointer: str, entry: Json, server: str | None, format: str
) -> Definition:
    known: JsonObject = entry if isinstance(entry, Mapping) else {}
    name = recognise(known).NAME if format == "auto" else format
    function = known.get("function")
    nested = isinstance(function, Mapping)
    raw: JsonObject = function if isinstance(function, Mapping) else known
    holder = f"{pointer}/function" if nested else pointer
    keys = _SCHEMA_KEYS.get(name, ("inputSchema",))
    key = next((k for k in keys if k in raw), keys[0])
    return Definition(
        document=document,
        pointer=pointer,
        holder=holder,
        format=name,
        server=server,
        entry=known,
        raw=raw,
        raw_schema=raw.get(key),
        schema_given=key in raw,
        schema_at=f"{holder}/{key}",
    )


def _operations(
    document: Document | None, value: JsonObject, server: str | None
) -> Iterator[Definition]:
    version = str(value.get("openapi", value.get("swagger", "3.0")))
    if not version.startswith("3."):
        raise FormatUnknownError(
            f"OpenAPI {version} cannot be read.", hint="Convert it to OpenAPI 3.0 or 3.1 first."
        )
    server = server or openapi.server_name(value)
    for operation in openapi.operations(value):
        raw: dict[str, Json] = {**operation.raw, "name": openapi.operation_name(operation)}
        problems: tuple[Problem, ...] = ()
        schema: Json = {"type": "object"}
        try:
            tool = openapi.parse_operation(operation, value, server)
            schema, raw["description"] = tool.input_schema, tool.description
            raw["readOnlyHint"] = tool.annotations.get("readOnlyHint")
        except DefinitionError as error:
            problems = error.problems
        known = _operation(document, operation.pointer, operation.raw, raw, server, schema)
        yield replace(known, problems=problems)


def _operation(  # what a definition is made of
    document: Document | None,
    pointer: str,
    entry: JsonObject,
    raw: JsonObject,
    server: str | None,
    schema: Json,
) -> Definition:
    return Definition(
        document=document,
        pointer=pointer,
        holder=pointer,
        format=openapi.NAME,
        server=server,
        entry=entry,
        raw=raw,
        raw_schema=schema,
        schema_given=True,
        schema_at=pointer,
    )


def definition_of(parsed: Parsed) -> Definition:
    """Return a definition that the formats have read, for a document that is no text."""
    tool = parsed.tool
    entry: JsonObject = parsed.source if isinstance(parsed.source, Mapping) else {}
    if parsed.format != openapi.NAME:
        examples: list[Json] = list(tool.examples)
        written = {**entry, EXAMPLES_KEY: examples} if examples else entry
        return _definition(None, parsed.pointer, written, tool.server, parsed.format)
    raw: dict[str, Json] = {**entry, "name": tool.name, "description": tool.description}
    raw["readOnlyHint"] = tool.annotations.get("readOnlyHint")
    return _operation(None, parsed.pointer, entry, raw, tool.server, tool.input_schema)


def registered(tool: Tool) -> Definition:
    """Return a tool of a catalogue as a definition to compare with."""
    raw: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": tool.annotations,
        EXAMPLES_KEY: list(tool.examples),
    }
    return Definition(
        document=None,
        pointer="",
        holder="",
        format="mcp",
        server=tool.server,
        entry=raw,
        raw=raw,
        raw_schema=tool.input_schema,
        schema_given=True,
        schema_at="/inputSchema",
        registered=True,
    )
