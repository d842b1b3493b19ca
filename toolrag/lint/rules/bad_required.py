"""bad-required: `required` that is no list of the object's own names.

What it does: flags a `required` that is not a list of strings, repeats a name, or names a property
that the object does not have.
Why is this bad: `required: null` makes Cursor show none of the server's tools
(MervinPraison/PraisonAI#3111), and providers in strict mode refuse names without a property. The
effect on which tool a model selects was measured as nil, so it is about validity only.
Bad: {"name": "greet", "description": "Greet somebody.", "inputSchema": {"type": "object",
       "properties": {"name": {"type": "string"}}, "required": null}}
Good: {"name": "greet", "description": "Greet somebody.", "inputSchema": {"type": "object",
       "properties": {"name": {"type": "string"}}, "required": ["name"]}}
How to fix: list the names that a call must give. `--fix` removes null and repetitions,
`--unsafe-fixes` names without a property.
"""

from collections.abc import Iterator, Mapping

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit, Fix
from toolrag.formats.fields import kind_of
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import Place, walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        # A boolean is draft-03 and told by invalid-json-schema.
        if "required" in place.schema and not isinstance(place.schema["required"], bool):
            at = definition.within_schema(f"{place.pointer}/required")
            yield from _required(definition, place, at)


def _required(definition: Definition, place: Place, at: str) -> Iterator[Found]:
    required = place.schema["required"]
    if not isinstance(required, list):
        fix = None
        if required is None:
            fix = Fix("Remove it.", safe=True, edits=(Edit("remove", at),))
        message = f"{definition.label}: `required` is {kind_of(required)}, not a list of names."
        yield Found(definition, message, at, fix=fix)
        return
    names = [name for name in required if isinstance(name, str)]
    unique: list[Json] = list(dict.fromkeys(names))
    if len(unique) < len(required):
        fix = Fix("List each name once.", safe=True, edits=(Edit("set", at, unique),))
        message = f"{definition.label}: `required` repeats a name or holds something else."
        yield Found(definition, message, at, fix=fix)
        return
    properties = place.schema.get("properties")
    if not isinstance(properties, Mapping):
        # A combinator may require what the object around it describes.
        if place.role in {"root", "property"} and names and not _described_elsewhere(place):
            yield _ghost(definition, at, names, unique)
        return
    ghosts = [name for name in names if name not in properties]
    if ghosts and not _described_elsewhere(place):
        kept: list[Json] = [name for name in names if name in properties]
        yield _ghost(definition, at, ghosts, kept)


def _ghost(definition: Definition, at: str, ghosts: list[str], kept: list[Json]) -> Found:
    fix = Fix("Take it out.", safe=False, edits=(Edit("set", at, kept),))
    message = f"{definition.label}: {shown(ghosts[0])} is required but not described."
    return Found(definition, message, at, fix=fix)


def _described_elsewhere(place: Place) -> bool:
    return any(
        key in place.schema for key in ("$ref", "allOf", "anyOf", "oneOf", "patternProperties")
    )


RULE = Rule("bad-required", "schema", "error", __doc__, each(_check))
