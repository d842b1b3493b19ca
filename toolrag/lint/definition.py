"""A tool definition as it was written, good or bad: what rules read.

The formats refuse what cannot be used; a linter has to look at it. A `Definition` therefore keeps
the raw values beside the checked `Tool`, and every accessor answers for any JSON at all.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.finding import Place
from toolrag.domain.tool import Tool
from toolrag.errors import FormatUnknownError, Problem
from toolrag.formats import openapi
from toolrag.formats.json_schema import escape
from toolrag.formats.reading import DefinitionError, Parsed
from toolrag.formats.registry import entries, recognise
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
SUPPRESSION_KEY: Final = "x-toolrag-ignore"
EXAMPLES_KEY: Final = "x-toolrag-examples"


@dataclass(frozen=True, eq=False)
class Definition:
    """One definition. Pointers are JSON pointers into its document.

    `raw` is the object that holds the name and the description, `holder` its pointer. `schema_at`
    is the pointer of the argument schema, whether it is there or not. `problems` say why the
    formats refuse it. `registered` ones are compared with and never reported on.
    """

    document: Document | None
    pointer: str
    holder: str
    format: str
    server: str | None
    entry: JsonObject
    raw: JsonObject
    raw_schema: Json
    schema_given: bool
    schema_at: str
    problems: tuple[Problem, ...] = ()
    registered: bool = False

    @cached_property
    def name(self) -> str:
        """The name, "" where it is no string."""
        return _text(self.raw.get("name"))

    @cached_property
    def description(self) -> str:
        """The description, "" where it is no string."""
        return _text(self.raw.get("description"))

    @cached_property
    def title(self) -> str:
        """The title, that of the annotations included; "" where there is none."""
        return _text(self.raw.get("title")) or _text(self.annotations.get("title"))

    @cached_property
    def id(self) -> str:
        """`server/name`, as the catalogue names the tool."""
        return f"{self.server}/{self.name}" if self.server else self.name

    @cached_property
    def label(self) -> str:
        """How messages name the tool: its id in quotes, its place where it has no name."""
        return shown(self.id) if self.name else f"The tool at {self.pointer or 'the top'}"

    @cached_property
    def schema(self) -> JsonObject:
        """The argument schema, {} where it is no object."""
        return self.raw_schema if isinstance(self.raw_schema, Mapping) else {}

    @cached_property
    def properties(self) -> JsonObject:
        """The raw top-level properties."""
        properties = self.schema.get("properties")
        return properties if isinstance(properties, Mapping) else {}

    @cached_property
    def parameters(self) -> Mapping[str, JsonObject]:
        """The top-level properties that are schema objects."""
        return {k: v for k, v in self.properties.items() if isinstance(v, Mapping)}

    @cached_property
    def required(self) -> frozenset[str]:
        """The names that a call must give."""
        required = self.schema.get("required")
        return (
            frozenset(r for r in required if isinstance(r, str))
            if isinstance(required, list)
            else frozenset()
        )

    @cached_property
    def annotations(self) -> JsonObject:
        """The hints of MCP, {} where they are no object."""
        annotations = self.raw.get("annotations")
        if isinstance(annotations, Mapping):
            return annotations
        read_only = self.format == openapi.NAME and self.raw.get("readOnlyHint") is True
        return {"readOnlyHint": True} if read_only else {}

    @cached_property
    def examples(self) -> tuple[str, ...]:
        """The utterances that should lead to the tool."""
        given = self.raw.get(EXAMPLES_KEY, self.raw.get("examples"))
        return tuple(t for t in given if isinstance(t, str)) if isinstance(given, list) else ()

    @cached_property
    def comparable(self) -> Tool:
        """The tool as overlap and retrieval compare it: whatever can be used of the definition."""
        described = {
            clean(name): _comparable_schema(schema) for name, schema in self.parameters.items()
        }
        required: list[Json] = [clean(name) for name in sorted(self.required)]
        return Tool(
            name=clean(self.name) or "unnamed",
            description=clean(self.description),
            input_schema={"type": "object", "properties": described, "required": required},
            server=clean(self.server) if self.server else None,
            examples=tuple(clean(example) for example in self.examples),
        )

    @cached_property
    def content(self) -> str:
        """Everything the definition says, comparable; blanks between its parts do not count."""
        try:
            return json.dumps(self.entry, sort_keys=True)
        except RecursionError:
            start, end = self.document.locate(self.pointer) if self.document else (0, 0)
            return self.document.text[start:end] if self.document else self.description

    @cached_property
    def place(self) -> Place:
        """Where the definition begins."""
        if self.document is None:
            return Place(self.id)
        start, _ = self.document.locate(f"{self.holder}/name")
        return Place(self.id, self.document.name, *self.document.position(start))

    def parameter_at(self, name: str) -> str:
        """Return the pointer of a top-level parameter."""
        declared = self.raw.get("parameters") if self.format == openapi.NAME else None
        for i, parameter in enumerate(declared if isinstance(declared, list) else ()):
            if isinstance(parameter, Mapping) and parameter.get("name") == name:
                return f"{self.pointer}/parameters/{i}"
        if self.format == openapi.NAME:
            return self.pointer
        return f"{self.schema_at}/properties/{escape(name)}"

    def within_schema(self, relative: str) -> str:
        """Return the pointer of a place in the schema; of an OpenAPI operation, its parameter."""
        if self.format != openapi.NAME:
            return f"{self.schema_at}{relative}"
        parts = relative.split("/")
        if len(parts) > 2 and parts[1] == "properties":
            return self.parameter_at(parts[2].replace("~1", "/").replace("~0", "~"))
        return self.pointer

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield (pointer, text) of every string of the definition, keys included."""
        stack: list[tuple[str, Json]] = [(self.holder, self.raw)]
        while stack:
            pointer, value = stack.pop()
            if isinstance(value, str):
                yield pointer, value
            elif isinstance(value, Mapping):
                for key, child in value.items():
                    yield f"{pointer}/{escape(key)}", key
                    stack.append((f"{pointer}/{escape(key)}", child))
            elif isinstance(value, list):
                stack.extend((f"{pointer}/{i}", child) for i, child in enumerate(value))


def definitions(
    document: Document | None, value: Json, *, server: str | None = None, format: str = "auto"
) -> Iterator[Definition]:
    """Yield every definition in a document, usable or not.

    Raises:
        FormatUnknownError: when the document has no shape that holds definitions.
    """
    if isinstance(value, Mapping) and openapi.recognises_document(value):
        yield from _operations(document, value, server)
        return
    found = list(entries(value))
    if not any(_looks_like_a_tool(entry, alone=at == "") for at, entry, _ in found):
        raise FormatUnknownError(
            "No tool was found in it.",
            hint='Name files that hold a list of definitions, {"tools": [...]} or OpenAPI.',
        )
    for pointer, entry, own in found:
        yield _definition(document, pointer, entry, server or own, format)


def _looks_like_a_tool(entry: Json, *, alone: bool) -> bool:
    """Tell a definition from any other object: alone, a name does not make one."""
    if not isinstance(entry, Mapping):
        return False
    marked = any(key in entry for key in _MARKS)
    return marked or (not alone and "name" in entry)


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


def shown(text: str, limit: int = 80) -> str:
    """Return a text of a definition as a message may show it: quoted, escaped, cut."""
    cut = text if len(text) <= limit else f"{text[: limit - 3]}..."
    return ascii(cut) if any(not c.isprintable() for c in cut) else f"'{cut}'"


def clean(text: str) -> str:
    """Return valid Unicode: a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _comparable_schema(schema: JsonObject) -> JsonObject:
    kept: dict[str, Json] = {}
    for key in ("type", "description", "format"):
        value = schema.get(key)
        if isinstance(value, str):
            kept[key] = clean(value)
    return kept
