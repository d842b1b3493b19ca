"""What an OpenAPI operation returns: the names in its results, and the arguments they are for."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.formats.reading import DefinitionError
from toolrag.formats.references import References

# The rows of a list of objects are at depth three; documents nest for ever below.
_DEPTH: Final = 4
_MOST: Final = 100


def returned_names(raw: JsonObject, references: References, pointer: str) -> tuple[str, ...]:
    """Return the property names of an operation's successful results, in ascending order.

    A link adds `operation#parameter`: the result holds that parameter of that operation. What
    cannot be read is left out, since a tool can be called without it.
    """
    responses = raw.get("responses")
    found: set[str] = set()
    for status, value in responses.items() if isinstance(responses, Mapping) else ():
        if status[:1] in ("2", "d"):
            response = _target(value, references, pointer)
            links = response.get("links")
            for link in links.values() if isinstance(links, Mapping) else ():
                found.update(_linked(_target(link, references, pointer)))
            content = response.get("content")
            for media in content.values() if isinstance(content, Mapping) else ():
                if isinstance(media, Mapping):
                    found.update(islice(_names(media.get("schema"), references, pointer), _MOST))
    return tuple(sorted(found))


def _linked(link: JsonObject) -> Iterator[str]:
    operation, parameters = link.get("operationId"), link.get("parameters")
    if isinstance(operation, str) and isinstance(parameters, Mapping):
        # A parameter may be told apart by its place: `path.id`.
        yield from (f"{operation}#{name.rpartition('.')[2]}" for name in parameters)


def _names(value: Json, references: References, pointer: str) -> Iterator[str]:
    """Yield the property names of a schema, the highest first."""
    level = [value]
    for _ in range(_DEPTH):
        below: list[Json] = []
        for schema in (_target(v, references, pointer) for v in level if isinstance(v, Mapping)):
            properties, parts = schema.get("properties"), schema.get("allOf")
            known = properties if isinstance(properties, Mapping) else {}
            yield from known
            below += [schema.get("items"), *known.values()]
            below += parts if isinstance(parts, list) else []
        level = below


def _target(value: Json, references: References, pointer: str) -> JsonObject:
    try:
        return references.target(value, pointer)
    except DefinitionError:
        return {}
