"""not-strict-ready: what keeps a tool out of OpenAI's strict mode.

What it does: where `openai-strict` is named as a provider, lists the first blockers of each tool:
open objects, optional keys, nesting over 10, more than 1,000 enum members, formats it does not
know.
Why is this bad: strict mode is what guarantees arguments that fit the schema; a tool that is not
ready for it is refused there.
Bad: {"name": "find_note", "description": "Find a note.", "inputSchema": {"type": "object",
       "properties": {"text": {"type": "string"}}}}
Good: {"name": "find_note", "description": "Find a note.", "inputSchema": {"type": "object",
       "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties":
       false}}
How to fix: close every object, require every key, and make the optional ones nullable.
"""

from collections.abc import Iterator, Mapping

from toolrag.lint.definition import Definition
from toolrag.lint.providers import Provider
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import Place, walk

_SHOWN = 3


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    strict = next((p for p in context.targets if p.strict), None)
    if strict is None:
        return
    places = list(walk(definition.schema))
    blockers = list(dict.fromkeys(b for place in places for b in _blockers(place, strict)))
    blockers += _totals(places, strict)
    if blockers:
        more = f" and {len(blockers) - _SHOWN} more" if len(blockers) > _SHOWN else ""
        message = f"{definition.label} is not ready: {'; '.join(blockers[:_SHOWN])}{more}."
        yield Found(definition, message, definition.schema_at)


def _blockers(place: Place, strict: Provider) -> Iterator[str]:
    schema = place.schema
    name = f"`{place.name}`" if place.name else "the root"
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            yield f"{name} is an open object"
        properties, required = schema.get("properties"), schema.get("required")
        keys = set(properties) if isinstance(properties, Mapping) else set()
        listed = (
            {r for r in required if isinstance(r, str)} if isinstance(required, list) else set()
        )
        if keys - listed:
            yield f"`{min(keys - listed)}` is optional"
    form = schema.get("format")
    if isinstance(form, str) and form not in strict.formats:
        yield f"the format `{form[:40]}` is unknown to it"


def _totals(places: list[Place], strict: Provider) -> list[str]:
    found: list[str] = []
    depth = max((place.depth for place in places), default=0)
    if strict.depth is not None and depth > strict.depth:
        found.append(f"it is nested {depth} deep")
    enums = [place.schema.get("enum") for place in places]
    members = sum(len(enum) for enum in enums if isinstance(enum, list))
    if strict.enum_total is not None and members > strict.enum_total:
        found.append(f"it has {members} enum members")
    keys = sum(place.role == "property" for place in places)
    if strict.properties_total is not None and keys > strict.properties_total:
        found.append(f"it has {keys} properties")
    return found


RULE = Rule("not-strict-ready", "portability", "error", __doc__, each(_check))
