"""unknown-type: a type that JSON Schema does not have.

What it does: flags a `type` that is not one of array, boolean, integer, null, number, object and
string, anywhere in a schema.
Why is this bad: providers refuse the schema, or read the parameter as anything at all. `dict`
alone stands 2,535 times in the function files of the Berkeley leaderboard.
Bad: {"name": "resize", "description": "Resize a picture.", "inputSchema": {"type": "object",
       "properties": {"factor": {"type": "float"}}}}
Good: {"name": "resize", "description": "Resize a picture.", "inputSchema": {"type": "object",
       "properties": {"factor": {"type": "number"}}}}
How to fix: write the JSON Schema type; `--fix` does for the names that other languages have.
"""

from collections.abc import Iterator
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import TYPES, walk

_MEANT: Final = {
    "dict": "object", "map": "object", "hashmap": "object", "struct": "object",
    "float": "number", "double": "number", "decimal": "number", "numeric": "number",
    "int": "integer", "int32": "integer", "int64": "integer", "long": "integer",
    "str": "string", "text": "string", "char": "string", "uuid": "string", "url": "string",
    "date": "string", "datetime": "string", "file": "string",
    "bool": "boolean", "list": "array", "tuple": "array", "set": "array", "arraylist": "array",
    "none": "null",
}  # fmt: skip


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        declared = place.schema.get("type")
        if "type" not in place.schema or (declared is None and place.role == "root"):
            continue
        names = declared if isinstance(declared, list) else [declared]
        for name in names:
            if not _known(name, definition):
                at = definition.within_schema(f"{place.pointer}/type")
                yield _found(definition, at, name, alone=not isinstance(declared, list))


def _known(name: Json, definition: Definition) -> bool:
    capitals = definition.format == "gemini"
    return isinstance(name, str) and (name in TYPES or (capitals and name.lower() in TYPES))


def _found(definition: Definition, at: str, name: Json, *, alone: bool) -> Found:
    text = name if isinstance(name, str) else repr(name)
    meant = _MEANT.get(text.lower(), text.lower() if text.lower() in TYPES else None)
    hint = f"; {meant!r} is meant" if meant else f"; there are {', '.join(sorted(TYPES))}"
    fix = None
    if meant and alone:
        fix = Fix(f"Write {meant!r}.", safe=True, edits=(Edit("set", at, meant),))
    return Found(definition, f"{definition.label}: {shown(text)} is no type{hint}.", at, fix=fix)


RULE = Rule("unknown-type", "schema", "error", __doc__, each(_check))
