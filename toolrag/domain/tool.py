"""A tool: what is registered, found, offered and compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from typing_extensions import override

from toolrag.domain.canonical import Json, JsonObject, digest

EMPTY_SCHEMA: JsonObject = {"type": "object", "properties": {}}


@dataclass(frozen=True, eq=False)
class Tool:
    """One capability of one server, in no provider's shape. Equal when all it says is equal.

    `input_schema` and `output_schema` are JSON Schemas (objects); `annotations` are the hints of
    MCP (`readOnlyHint`, ...); `examples` are utterances that should lead to the tool. `returns` are
    the names in its results, where these are known without an output schema of its own;
    `operation#parameter` says that they hold this parameter of that tool of the same server.
    """

    name: str
    description: str = ""
    input_schema: JsonObject = field(default_factory=lambda: EMPTY_SCHEMA)
    server: str | None = None
    title: str | None = None
    output_schema: JsonObject | None = None
    annotations: JsonObject = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        """`server/name`, or `name` where there is no server; unique in a catalogue."""
        return f"{self.server}/{self.name}" if self.server else self.name

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tool) and self.content_hash == other.content_hash

    @override
    def __hash__(self) -> int:
        return hash(self.content_hash)

    @cached_property
    def content_hash(self) -> str:
        """16 hexadecimal digits over everything the tool says; unchanged tools keep it."""
        return digest(self.as_json())

    @cached_property
    def parameters(self) -> Mapping[str, JsonObject]:
        """The top-level properties of the input schema, by name; boolean schemas as {}."""
        properties = self.input_schema.get("properties")
        if not isinstance(properties, Mapping):
            return {}
        return {k: v if isinstance(v, Mapping) else {} for k, v in properties.items()}

    @cached_property
    def required(self) -> frozenset[str]:
        """The names of the parameters that a call must give."""
        required = self.input_schema.get("required")
        if not isinstance(required, list):
            return frozenset()
        return frozenset(name for name in required if isinstance(name, str))

    def as_json(self) -> dict[str, Json]:
        """Return the tool as a JSON object; `tool_from_json` is its inverse."""
        known: dict[str, Json] = {
            "name": self.name,
            "description": self.description,
            "input_schema": self.input_schema,
            "server": self.server,
            "title": self.title,
            "output_schema": self.output_schema,
            "annotations": self.annotations,
            "tags": list(self.tags),
            "examples": list(self.examples),
        }
        # Not in tools without them, whose hashes are older than the field.
        return {**known, "returns": list(self.returns)} if self.returns else known


def split_id(tool_id: str) -> tuple[str, str]:
    """Return the server and the name of an id; the server is "" where there is none."""
    server, slash, name = tool_id.partition("/")
    return (server, name) if slash else ("", tool_id)


def tool_from_json(value: JsonObject) -> Tool:
    """Return the tool that `Tool.as_json` wrote.

    Raises:
        TypeError: when `value` was not written by it.
    """
    known = dict(value)
    known["tags"] = tuple(known["tags"])  # type: ignore[arg-type,assignment] # written by as_json
    known["examples"] = tuple(known["examples"])  # type: ignore[arg-type,assignment] # the same
    known["returns"] = tuple(known.get("returns", ()))  # type: ignore[arg-type,assignment] # the same
    return Tool(**known)  # type: ignore[arg-type] # the same


@dataclass(frozen=True, slots=True)
class Learned:
    """A request that a model answered with a tool: an example utterance that use taught.

    `count` says how often, times are seconds since the epoch, UTC.
    """

    text: str
    count: int
    first_at: float
    last_at: float


@dataclass(frozen=True, slots=True)
class StoredTool:
    """A tool as the catalogue holds it.

    `revision` counts changes from 1; times are seconds since the epoch, UTC; `format` is the
    shape it was registered in and `source` the definition as it came in.
    """

    tool: Tool
    revision: int
    created_at: float
    updated_at: float
    format: str
    source: Json
    learned: tuple[Learned, ...] = ()

    @property
    def utterances(self) -> tuple[str, ...]:
        """Every text that should lead to the tool: declared ones first, then learned ones."""
        return (*self.tool.examples, *(learned.text for learned in self.learned))
