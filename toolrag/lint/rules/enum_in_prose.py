"""enum-in-prose: allowed values that only the text lists.

What it does: flags a string parameter whose description lists three or more literals after "one
of", "either", "valid values" or their like, where the schema has no enum, const or pattern.
Why is this bad: an enum is enforced, by strict modes and by grammars; a sentence is a wish.
Bad: {"name": "list_issues", "description": "List issues.", "inputSchema": {"type": "object",
       "properties": {"state": {"type": "string", "description": "One of: open, closed, all."}}}}
Good: {"name": "list_issues", "description": "List issues.", "inputSchema": {"type": "object",
       "properties": {"state": {"type": "string", "enum": ["open", "closed", "all"]}}}}
How to fix: list them in `enum`; `--unsafe-fixes` does, and then no other value is taken.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each

_INTRO: Final = re.compile(
    r"(?:\b(?:one of|either|(?:valid|allowed|possible|accepted|supported) (?:values?|options?)"
    r"(?: are| is)?|options are|must be one of)\b|可选值?|取值)[:：]?\s*(?=[`'\"(\[{A-Za-z0-9_])",
    re.IGNORECASE,
)
_LITERAL: Final = re.compile(r"\s*[(\[{]?[`'\"]?([A-Za-z0-9_.-]{1,40})[`'\"]?[)\]}]?\s*")
_SEPARATOR: Final = re.compile(r",\s*(?:or |and )?|\s*\|\s*|\s+or\s+|、|/|，")
_OPEN: Final = re.compile(
    r"\b(?:e\.g|such as|etc|example|for instance|comma|multiple)", re.IGNORECASE
)
_ENOUGH: Final = 3


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for name, schema in definition.parameters.items():
        told = schema.get("description")
        if schema.get("type") != "string" or not isinstance(told, str) or _bound(schema):
            continue
        literals = _listed(told)
        if len(literals) >= _ENOUGH:
            at = definition.parameter_at(name)
            values: list[Json] = list(literals)
            edit = Edit("set", f"{at}/enum", values)
            fix = Fix("List them in `enum`.", safe=False, edits=(edit,))
            listed = ", ".join(literals[:4])
            message = f"{definition.label}: {shown(name)} lists its values in words ({listed})."
            yield Found(definition, message, at, fix=fix)


def _bound(schema: JsonObject) -> bool:
    return any(key in schema for key in ("enum", "const", "pattern", "format", "anyOf", "oneOf"))


def _listed(text: str) -> tuple[str, ...]:
    """Return the literals of the first list that an introduction announces, () for an open one."""
    found = _INTRO.search(text)
    if not found or _OPEN.search(text):
        return ()
    literals: list[str] = []
    at = found.end()
    while True:
        literal = _LITERAL.match(text, at)
        if not literal:
            return ()
        literals.append(literal.group(1).rstrip("."))
        separator = _SEPARATOR.match(text, literal.end()) or _SEPARATOR.match(
            text, max(at, literal.end() - 1)
        )
        if not separator:
            rest = text[literal.end() :].lstrip(")]}'\"` ")
            complete = not rest or rest[0] in ".;\n(。" or literal.group().rstrip().endswith(".")
            return tuple(dict.fromkeys(literals)) if complete else ()
        at = separator.end()


RULE = Rule("enum-in-prose", "parameters", "warning", __doc__, each(_check))
