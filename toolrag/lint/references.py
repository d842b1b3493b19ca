"""The local references of a schema, and the circles they make."""

from collections.abc import Iterator
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.formats.json_schema import resolve_pointer
from toolrag.lint.schema import walk

_MAX_STEPS: Final = 10_000


def references(schema: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield (pointer, reference) of every `$ref`, in the order of the text."""
    for place in walk(schema):
        reference = place.schema.get("$ref")
        if isinstance(reference, str):
            yield f"{place.pointer}/$ref", reference


def target(schema: JsonObject, reference: str) -> Json:
    """Return what a local reference names, by pointer or by anchor; None where there is nothing."""
    if reference in {"#", "#/"}:
        return schema
    if reference.startswith("#/"):
        return resolve_pointer(schema, reference[1:])
    name = reference[1:]
    found = (p.value for p in walk(schema) if p.schema.get("$anchor", p.schema.get("$id")) == name)
    return next(found, None)


def cycles(schema: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield (pointer, reference) of each reference that leads back to what contains it, once each.

    A reference to something that contains the reference is a circle, and so is a chain of them.
    """
    inside: dict[str, set[str]] = {}
    where: dict[str, str] = {}
    for pointer, reference in references(schema):
        where.setdefault(reference, pointer)
    for reference in where:
        value = target(schema, reference)
        held = {r for _, r in references(value)} if isinstance(value, dict) else set()
        inside[reference] = held
    for reference, pointer in where.items():
        if _reaches(reference, inside):
            yield pointer, reference


def _reaches(start: str, inside: dict[str, set[str]]) -> bool:
    seen: set[str] = set()
    stack = list(inside.get(start, ()))
    for _ in range(_MAX_STEPS):
        if not stack:
            return False
        reference = stack.pop()
        if reference == start:
            return True
        if reference not in seen:
            seen.add(reference)
            stack.extend(inside.get(reference, ()))
    return False
