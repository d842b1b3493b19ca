"""Where the arguments of an OpenAPI operation are written: parameters, bodies, components."""

from collections.abc import Iterator, Mapping
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.formats.json_schema import escape, resolve_pointer

_MAX_CHAIN: Final = 8


def argument_at(root: Json, operation_at: str, name: str) -> tuple[str, str] | None:
    """Return the pointers of an argument and of its schema, None where it cannot be found.

    `root` is the whole document; references within it are followed.
    """
    for pointer, parameter in _parameters(root, operation_at):
        if parameter.get("name") == name:
            _, schema_at = _followed(root, parameter.get("schema"), f"{pointer}/schema")
            return pointer, schema_at
    body = f"{operation_at}/requestBody"
    request, body = _followed(root, resolve_pointer(root, body), body)
    content = request.get("content")
    for kind, media in content.items() if isinstance(content, Mapping) else ():
        if not isinstance(media, Mapping):
            continue
        at = f"{body}/content/{escape(kind)}/schema"
        schema, at = _followed(root, media.get("schema"), at)
        properties = schema.get("properties")
        if isinstance(properties, Mapping) and name in properties:
            pointer = f"{at}/properties/{escape(name)}"
            return pointer, _followed(root, properties[name], pointer)[1]
    return None


def _parameters(root: Json, operation_at: str) -> Iterator[tuple[str, JsonObject]]:
    """Yield the parameters of an operation, its own before those of its path."""
    for holder in (operation_at, operation_at.rsplit("/", 1)[0]):
        listed = resolve_pointer(root, f"{holder}/parameters")
        for i, value in enumerate(listed if isinstance(listed, list) else ()):
            parameter, pointer = _followed(root, value, f"{holder}/parameters/{i}")
            yield pointer, parameter


def _followed(root: Json, value: Json, pointer: str) -> tuple[JsonObject, str]:
    """Return what a value is or refers to, {} where that is no object, and where that is."""
    for _ in range(_MAX_CHAIN):
        reference = value.get("$ref") if isinstance(value, Mapping) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        value, pointer = resolve_pointer(root, reference[1:]), reference[1:]
    return (value if isinstance(value, Mapping) else {}), pointer
