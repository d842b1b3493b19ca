"""A tool definition as it was written, good or bad: what rules read.

The formats refuse what cannot be used; a linter has to look at it. A `Definition` therefore keeps
the raw values beside the checked `Tool`, and every accessor answers for any JSON at all.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.finding import Place
from toolrag.domain.tool import Tool
from toolrag.errors import Problem
from toolrag.formats import openapi
from toolrag.formats.fields import EXAMPLES_KEY
from toolrag.formats.json_schema import escape
from toolrag.lint.operations import argument_at
from toolrag.lint.source.node import Document

SUPPRESSION_KEY: Final = "x-toolrag-ignore"


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
        start, _ = self.document.locate(self.written(f"{self.holder}/name"))
        return Place(self.id, self.document.name, *self.document.position(start))

    def parameter_at(self, name: str) -> str:
        """Return the pointer of a top-level parameter."""
        if self.format != openapi.NAME:
            return f"{self.schema_at}/properties/{escape(name)}"
        found = self._argument_at(name)
        return found[0] if found else self.pointer

    def within_schema(self, relative: str) -> str:
        """Return the pointer of a place in the schema; of an operation, where that is written."""
        if self.format != openapi.NAME:
            return f"{self.schema_at}{relative}"
        parts = relative.split("/")
        if len(parts) < 3 or parts[1] != "properties":  # "", properties, a name
            return self.pointer
        found = self._argument_at(parts[2].replace("~1", "/").replace("~0", "~"))
        rest = parts[3:]
        if found is None:
            return self.pointer
        return "/".join([found[1], *rest]) if rest else found[0]

    def _argument_at(self, name: str) -> tuple[str, str] | None:
        root = self.document.root.value if self.document else None
        return argument_at(root, self.pointer, name)

    def written(self, pointer: str) -> str:
        """Return a pointer as the document has it: an operation's name is its `operationId`."""
        if self.format != openapi.NAME:
            return pointer
        for own, theirs in (
            ("name", ("operationId",)),
            ("description", ("description", "summary")),
        ):
            if pointer == f"{self.holder}/{own}":
                key = next((key for key in theirs if key in self.entry), None)
                return f"{self.holder}/{key}" if key else self.holder
        return pointer

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield (pointer, text) of every string of the definition, keys included.

        Of an operation that includes the schemas it refers to.
        """
        yield from _texts(self.holder, self.raw)
        if self.format == openapi.NAME:
            own = {text for _, text in _texts(self.holder, self.raw)}
            for relative, text in _texts("", self.schema):
                if text not in own:
                    yield self.within_schema(relative), text


def _texts(at: str, value: Json) -> Iterator[tuple[str, str]]:
    stack: list[tuple[str, Json]] = [(at, value)]
    while stack:
        pointer, held = stack.pop()
        if isinstance(held, str):
            yield pointer, held
        elif isinstance(held, Mapping):
            for key, child in held.items():
                yield f"{pointer}/{escape(key)}", key
                stack.append((f"{pointer}/{escape(key)}", child))
        elif isinstance(held, list):
            stack.extend((f"{pointer}/{i}", child) for i, child in enumerate(held))


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
