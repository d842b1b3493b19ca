"""root-combinator: alternatives at the top of the arguments.

What it does: flags `anyOf`, `oneOf`, `allOf`, `not` or `enum` at the root of a schema.
Why is this bad: Anthropic and OpenAI answer 400 to the whole request; 24 tools took 212 with them
(dearlordylord/huly-mcp#66), and sub-agents die at the start (mobile-next/mobile-mcp#344).
Bad: {"name": "find_place", "description": "Find a place by name or by position.", "inputSchema":
       {"type": "object", "properties": {"name": {"type": "string"}, "position": {"type":
       "string"}}, "anyOf": [{"required": ["name"]}, {"required": ["position"]}]}}
Good: {"name": "find_place", "description": "Find a place; give its name or its position.",
       "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}, "position":
       {"type": "string"}}}}
How to fix: say "give one of" in the description and check it in the handler. `--unsafe-fixes`
removes alternatives that only list required names.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each

_KEYWORDS: Final = ("anyOf", "oneOf", "allOf", "not", "enum")


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    keyword = next((k for k in _KEYWORDS if k in definition.schema), None)
    if keyword is None:
        return
    at = definition.within_schema(f"/{keyword}")
    for title, severity in breaches(context, lambda p: not p.root_combinators):
        message = f"{definition.label}: `{keyword}` at the top of a schema is refused by {title}."
        fix = _fix(definition.schema[keyword], at)
        yield Found(definition, message, at, severity=severity, fix=fix)


def _fix(alternatives: Json, at: str) -> Fix | None:
    plain = isinstance(alternatives, list) and all(
        isinstance(a, Mapping) and a.keys() <= {"required"} for a in alternatives
    )
    if not plain:
        return None
    return Fix("Remove it; the handler checks.", safe=False, edits=(Edit("remove", at),))


RULE = Rule("root-combinator", "portability", "warning", __doc__, each(_check))
