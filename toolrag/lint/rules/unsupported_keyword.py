"""unsupported-keyword: a keyword that a provider does not know.

What it does: flags the keywords that the named providers refuse, and lists of types; without a
named provider, those that Gemini's `parameters` refuses, as information.
Why is this bad: Gemini answers 400 to `const` (zed-extensions/mcp-server-brave-search#12), Bedrock
relays to lists of types (hypothesi/mcp-server-tauri#31).
Bad: {"name": "set_mode", "description": "Set the mode.", "inputSchema": {"type": "object",
       "properties": {"mode": {"type": "string", "const": "dark"}}}}
Good: {"name": "set_mode", "description": "Set the mode.", "inputSchema": {"type": "object",
       "properties": {"mode": {"type": "string", "enum": ["dark"]}}}}
How to fix: `const` as an `enum` of one (`--fix` does), a list of types as `anyOf`.
"""

from collections.abc import Iterator
from functools import partial

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.providers import Provider
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import Place, walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    told: dict[str, list[Place]] = {}
    for place in walk(definition.schema):
        for keyword in place.schema:
            if keyword != "type" or isinstance(place.schema["type"], list):
                told.setdefault(keyword, []).append(place)
    for keyword, places in told.items():
        for title, severity in breaches(context, partial(_refuses, keyword)):
            each_place = keyword == "const" and bool(context.targets)
            for message, place in _said(keyword, places, title, each_place=each_place):
                at = definition.within_schema(f"{place.pointer}/{keyword}")
                text = f"{definition.label}: {message}"
                yield Found(definition, text, at, severity=severity, fix=_fix(keyword, place, at))


def _refuses(keyword: str, provider: Provider) -> bool:
    return keyword in provider.unsupported or (keyword == "type" and not provider.type_lists)


def _said(
    keyword: str, places: list[Place], title: str, *, each_place: bool
) -> Iterator[tuple[str, Place]]:
    """Yield every place of what is to be mended, otherwise once a tool how many there are."""
    what = "a list of types" if keyword == "type" else f"`{keyword}`"
    if each_place:
        for place in places:
            yield f"{what} is not taken by {title}.", place
        return
    more = f", here and in {len(places) - 1} more places" if len(places) > 1 else ""
    yield f"{what} is not taken by {title}{more}.", places[0]


def _fix(keyword: str, place: Place, at: str) -> Fix | None:
    if keyword != "const" or "enum" in place.schema:
        return None
    value = Edit("set", at, [place.schema["const"]])
    return Fix("Write an enum of one.", safe=True, edits=(Edit("rename", at, "enum"), value))


RULE = Rule("unsupported-keyword", "portability", "info", __doc__, each(_check))
