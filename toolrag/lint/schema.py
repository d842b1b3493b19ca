"""Ways through a JSON Schema of any shape, good or bad."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from toolrag.domain.canonical import Json, JsonObject
from toolrag.formats.json_schema import escape

Role: TypeAlias = Literal[
    "root",
    "property",
    "items",
    "additional",
    "combinator",
    "definition",
]

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
COMBINATORS: Final = ("anyOf", "oneOf", "allOf")
_MAPS: Final[Mapping[str, Role]] = {
    "properties": "property",
    "patternProperties": "property",
    "dependentSchemas": "combinator",
    "$defs": "definition",
    "definitions": "definition",
}
_SINGLE: Final[Mapping[str, Role]] = {
    "items": "items",
    "additionalItems": "items",
    "contains": "items",
    "unevaluatedItems": "items",
    "additionalProperties": "additional",
    "unevaluatedProperties": "additional",
    "propertyNames": "combinator",
    "not": "combinator",
    "if": "combinator",
    "then": "combinator",
    "else": "combinator",
}
_LISTS: Final[Mapping[str, Role]] = {
    **dict.fromkeys(COMBINATORS, "combinator"),
    "items": "items",
    "prefixItems": "items",
}
# Larger schemas are looked at as far as this; no tool of the public catalogues comes near.
_MAX_NODES: Final = 50_000


@dataclass(frozen=True, slots=True)
class Place:
    """A schema inside a schema: its pointer from the root, what it is there, how deep it is.

    `depth` counts objects and lists of arguments, not combinators.
    """

    pointer: str
    value: Json
    role: Role
    depth: int
    name: str = ""

    @property
    def schema(self) -> JsonObject:
        """The schema, {} where it is no object."""
        return self.value if isinstance(self.value, Mapping) else {}


def walk(root: Json) -> Iterator[Place]:
    """Yield every schema inside a schema, itself first, in the order of the text."""
    stack = [Place("", root, "root", 0)]
    for _ in range(_MAX_NODES):
        if not stack:
            return
        place = stack.pop()
        yield place
        if isinstance(place.value, Mapping):
            stack.extend(reversed(list(_inside(place, place.value))))


def _inside(place: Place, schema: JsonObject) -> Iterator[Place]:
    for keyword, value in schema.items():
        at = f"{place.pointer}/{escape(keyword)}"
        if keyword in _MAPS and isinstance(value, Mapping):
            role = _MAPS[keyword]
            deeper = place.depth + (role == "property")
            for name, child in value.items():
                yield Place(f"{at}/{escape(name)}", child, role, deeper, name)
        elif keyword in _LISTS and isinstance(value, list):
            role = _LISTS[keyword]
            for i, child in enumerate(value):
                yield Place(f"{at}/{i}", child, role, place.depth + (role == "items"), place.name)
        elif keyword in _SINGLE and isinstance(value, Mapping | bool):
            role = _SINGLE[keyword]
            yield Place(at, value, role, place.depth + (role == "items"), place.name)


def kinds(schema: JsonObject) -> frozenset[str]:
    """Return the types that a schema names, () when it names none."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return frozenset((declared,))
    if isinstance(declared, list):
        return frozenset(t for t in declared if isinstance(t, str))
    return frozenset()


def fits(value: Json, kind: str) -> bool:
    """Tell whether a value is of a JSON Schema type; unknown types take anything."""
    if kind == "integer":
        whole = isinstance(value, float) and value.is_integer()
        return (isinstance(value, int) and not isinstance(value, bool)) or whole
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    known: dict[str, type | tuple[type, ...]] = {
        "string": str,
        "boolean": bool,
        "array": list,
        "null": type(None),
    }
    if kind == "object":
        return isinstance(value, Mapping)
    return isinstance(value, known[kind]) if kind in known else True
