"""`$ref` of an OpenAPI document made local to one schema; cycles survive as `$defs`."""

from collections.abc import Iterator, Mapping
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.errors import Problem
from toolrag.formats.json_schema import escape, resolve_pointer
from toolrag.formats.reading import DefinitionError

# An operation that pulls in more schema than this is no tool a model can call.
MAX_NODES: Final = 20_000
_MAX_CHAIN: Final = 32
_BOUNDS: Final = frozenset(
    {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"}
)
_FLAGS: Final = frozenset({"additionalProperties", "uniqueItems"})


class References:
    """Resolves the references of one document for one operation.

    A reference is replaced by what it points to. One that leads back into itself becomes
    `{"$ref": "#/$defs/<name>"}`, and `definitions` then holds that schema.
    """

    def __init__(self, document: JsonObject) -> None:
        self._document = document
        self._open: list[str] = []
        # Names in `$defs` of the references that lead back into themselves.
        self._cyclic: dict[str, str] = {}
        self._nodes = 0
        self.definitions: dict[str, Json] = {}

    def target(self, value: Json, pointer: str) -> JsonObject:
        """Return the object that `value` is, or refers to through any number of references.

        Raises:
            DefinitionError: when a reference leads nowhere, in a circle, or not to an object.
        """
        for _ in range(_MAX_CHAIN):
            if not isinstance(value, Mapping):
                message = "An object is needed here."
                raise DefinitionError(Problem(pointer, "schema_invalid", message))
            reference = value.get("$ref")
            if not isinstance(reference, str):
                return value
            value = self._look_up(reference, pointer)
        message = f"The references from {pointer} lead in a circle."
        raise DefinitionError(Problem(f"{pointer}/$ref", "reference_unresolved", message))

    def _look_up(self, reference: str, pointer: str) -> Json:
        found = resolve_pointer(self._document, reference[1:]) if reference[:1] == "#" else None
        if found is None:
            message = f"Nothing is at {reference!r}."
            if reference[:1] != "#":
                message = f"{reference!r} is in another document; only one file is read."
            raise DefinitionError(Problem(f"{pointer}/$ref", "reference_unresolved", message))
        return found

    def schema(self, value: Json, pointer: str) -> Json:
        """Return `value` with every reference inside it resolved.

        Raises:
            DefinitionError: when one leads nowhere, or the schema grows beyond use.
        """
        self._nodes += 1
        if self._nodes > MAX_NODES:
            message = f"The schema grows beyond {MAX_NODES} nodes once its references are resolved."
            raise DefinitionError(Problem(pointer, "schema_invalid", message))
        if isinstance(value, list):
            return [self.schema(item, f"{pointer}/{i}") for i, item in enumerate(value)]
        if not isinstance(value, Mapping):
            return value
        reference = value.get("$ref")
        if isinstance(reference, str):
            return self._resolved(reference, value, pointer)
        return {k: self.schema(v, f"{pointer}/{escape(k)}") for k, v in value.items()}

    def _resolved(self, reference: str, value: JsonObject, pointer: str) -> Json:
        if reference in self._open and reference not in self._cyclic:
            self._cyclic[reference] = self._free_name(reference)
        if reference in self._cyclic:
            return {"$ref": f"#/$defs/{self._cyclic[reference]}"}
        self._open.append(reference)
        resolved = self.schema(self._look_up(reference, pointer), pointer)
        self._open.pop()
        if reference in self._cyclic:
            self.definitions[self._cyclic[reference]] = resolved
            return {"$ref": f"#/$defs/{self._cyclic[reference]}"}
        siblings = {k: v for k, v in value.items() if k != "$ref"}
        return {**resolved, **siblings} if isinstance(resolved, Mapping) else resolved

    def _free_name(self, reference: str) -> str:
        """Return the last part of a reference, numbered where another one ends alike."""
        last = reference.rsplit("/", 1)[-1] or "root"
        taken = set(self._cyclic.values())
        candidates = (last, *(f"{last}_{number}" for number in range(2, len(taken) + 3)))
        return next(name for name in candidates if name not in taken)


def to_json_schema(value: Json) -> Json:
    """Return an OpenAPI 3.0 schema as JSON Schema 2020-12.

    `nullable` becomes a union with null, boolean exclusive bounds become numbers, bounds and
    flags written as strings become what they say (real documents do that), and OpenAPI's own
    keywords (`xml`, `discriminator`, `example`) go, since no model needs them.
    """
    if isinstance(value, list):
        return [to_json_schema(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return dict(_keywords(value))


def _keywords(schema: JsonObject) -> Iterator[tuple[str, Json]]:
    for key, value in schema.items():
        if key in {"properties", "$defs", "patternProperties"} and isinstance(value, Mapping):
            yield key, {name: to_json_schema(child) for name, child in value.items()}
        elif key in {"enum", "const", "default", "examples", "required"}:
            yield key, value
        elif key not in {"nullable", "example", "xml", "discriminator", "externalDocs"}:
            yield from _translated(key, value, schema)


def _translated(key: str, value: Json, schema: JsonObject) -> Iterator[tuple[str, Json]]:
    """Yield one keyword as JSON Schema has it, or nothing."""
    if key in {"exclusiveMinimum", "exclusiveMaximum"} and isinstance(value, bool):
        bound = schema.get(key.replace("exclusiveM", "m"))
        if value and bound is not None:
            yield key, bound
    elif key in _BOUNDS and isinstance(value, str) and value.isdecimal():
        yield key, int(value)
    elif key in _FLAGS and value in ("true", "false"):
        yield key, value == "true"
    elif key == "type" and isinstance(value, str) and schema.get("nullable") is True:
        yield key, [value, "null"]
    else:
        yield key, to_json_schema(value)
