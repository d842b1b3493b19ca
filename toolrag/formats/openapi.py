"""OpenAPI 3.0 and 3.1: an operation is a tool, its parameters and its body are the arguments."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.errors import Problem
from toolrag.formats.fields import examples_in, optional_text, require_name
from toolrag.formats.json_schema import checked_schema, escape
from toolrag.formats.openapi_results import returned_names
from toolrag.formats.reading import DefinitionError
from toolrag.formats.references import References, to_json_schema

NAME = "openapi"
METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
_READ_ONLY: Final = frozenset({"get", "head", "options"})
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9]+")
# The location is told where two parameters of one operation share a name.
_LOCATIONS: Final = ("path", "query", "header", "cookie")
_IGNORED_HEADERS: Final = frozenset({"accept", "content-type", "authorization"})


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a document and where it stands there."""

    method: str
    path: str
    pointer: str
    item: JsonObject
    raw: JsonObject


def recognises_document(document: JsonObject) -> bool:
    """Tell whether a document is an OpenAPI description of any version, or the paths of one."""
    return any(key in document for key in ("openapi", "swagger")) or isinstance(
        document.get("paths"), Mapping
    )


def server_name(document: JsonObject) -> str | None:
    """Return the `info.title` of a document as a server name, None where there is none."""
    info = document.get("info")
    title = info.get("title") if isinstance(info, Mapping) else None
    if not isinstance(title, str):
        return None
    return _NO_NAME.sub("_", title).strip("_").lower() or None


def operations(document: JsonObject) -> Iterator[Operation]:
    """Yield every operation of a document, in its order."""
    paths = document.get("paths")
    for path, item in paths.items() if isinstance(paths, Mapping) else ():
        for method in METHODS:
            raw = item.get(method) if isinstance(item, Mapping) else None
            if isinstance(item, Mapping) and isinstance(raw, Mapping):
                pointer = f"/paths/{escape(path)}/{method}"
                yield Operation(method, path, pointer, item, raw)


def operation_name(operation: Operation) -> str:
    """Return `operationId`, or the method and the path as one name where there is none."""
    declared = operation.raw.get("operationId")
    if isinstance(declared, str) and declared.strip():
        return declared
    return _NO_NAME.sub("_", f"{operation.method} {operation.path}").strip("_")


def parse_operation(operation: Operation, document: JsonObject, server: str | None) -> Tool:
    """Return the tool that an operation is.

    Raises:
        DefinitionError: when a reference leads nowhere or the merged schema is not valid.
    """
    raw = operation.raw
    references = References(document)
    schema = _argument_schema(operation, references)
    tags = raw.get("tags")
    summary = optional_text(raw, "summary", operation.pointer)
    description = optional_text(raw, "description", operation.pointer)
    told = [text for text in (summary, description) if text]
    return Tool(
        name=require_name({"name": operation_name(operation)}, operation.pointer),
        description="\n".join(dict.fromkeys(told)),
        input_schema=checked_schema(schema, operation.pointer),
        server=server,
        annotations={"readOnlyHint": True} if operation.method in _READ_ONLY else {},
        examples=examples_in(raw, operation.pointer),
        tags=tuple(t for t in tags if isinstance(t, str)) if isinstance(tags, list) else (),
        returns=returned_names(raw, references, operation.pointer),
    )


def _argument_schema(operation: Operation, references: References) -> JsonObject:
    """Merge path, query, header and cookie parameters and the body into one object schema."""
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for name, schema, needed in _arguments(operation, references):
        properties[name] = to_json_schema(schema)
        if needed:
            required.append(name)
    merged: dict[str, Json] = {"type": "object", "properties": properties}
    if required:
        merged["required"] = required
    if references.definitions:
        merged["$defs"] = {k: to_json_schema(v) for k, v in references.definitions.items()}
    return merged


def _arguments(
    operation: Operation, references: References
) -> Iterator[tuple[str, JsonObject, bool]]:
    """Yield (name, schema, required) of every argument, no name twice."""
    taken: set[str] = set()
    for location, name, schema, needed in _parameters(operation, references):
        free = name if name not in taken else f"{location}_{name}"
        taken.add(free)
        yield free, schema, needed
    for name, schema, needed in _body(operation, references):
        free = name if name not in taken else f"body_{name}"
        taken.add(free)
        yield free, schema, needed


def _parameters(
    operation: Operation, references: References
) -> Iterator[tuple[str, str, JsonObject, bool]]:
    """Yield (location, name, schema, required); the operation's own win over its path's."""
    found: dict[tuple[str, str], tuple[JsonObject, str]] = {}
    for owner, base in (
        (operation.item, operation.pointer.rsplit("/", 1)[0]),
        (operation.raw, operation.pointer),
    ):
        declared = owner.get("parameters")
        for i, value in enumerate(declared if isinstance(declared, list) else []):
            pointer = f"{base}/parameters/{i}"
            parameter = references.target(value, pointer)
            found[str(parameter.get("in")), str(parameter.get("name"))] = (parameter, pointer)
    for (location, name), (parameter, pointer) in found.items():
        hidden = location == "header" and name.lower() in _IGNORED_HEADERS
        if location in _LOCATIONS and not hidden:
            schema = _parameter_schema(parameter, references, pointer)
            yield location, name, schema, parameter.get("required") is True


def _parameter_schema(parameter: JsonObject, references: References, pointer: str) -> JsonObject:
    value = parameter.get("schema", _media_schema(parameter))
    schema = references.schema(value if value is not None else {}, f"{pointer}/schema")
    known = schema if isinstance(schema, Mapping) else {}
    description = parameter.get("description")
    return {"description": description, **known} if isinstance(description, str) else known


def _media_schema(owner: JsonObject) -> Json:
    """Return the schema of the first media type of `owner`, JSON before any other."""
    content = owner.get("content")
    if not isinstance(content, Mapping) or not content:
        return None
    media = next((v for k, v in content.items() if "json" in k), next(iter(content.values())))
    return media.get("schema") if isinstance(media, Mapping) else None


def _body(operation: Operation, references: References) -> Iterator[tuple[str, JsonObject, bool]]:
    """Yield the properties of an object body one by one, any other body as `body`."""
    declared = operation.raw.get("requestBody")
    if declared is None:
        return
    pointer = f"{operation.pointer}/requestBody"
    body = references.target(declared, pointer)
    value = _media_schema(body)
    schema = references.schema(value if value is not None else {}, pointer)
    if not isinstance(schema, Mapping):
        raise DefinitionError(Problem(pointer, "schema_invalid", "The body's schema is no object."))
    needed = body.get("required") is True
    if "$ref" in schema:
        yield "body", schema, needed
        return
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not properties:
        if schema:
            yield "body", schema, needed
        return
    names = schema.get("required")
    required = set(names) if isinstance(names, list) and needed else set()
    for name, child in properties.items():
        yield name, child if isinstance(child, Mapping) else {}, name in required
