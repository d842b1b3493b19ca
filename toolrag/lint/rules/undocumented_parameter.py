"""undocumented-parameter: parameters that only their names explain.

What it does: flags, once a tool, required parameters without a description whose name does not
explain itself (`query`, `limit`, `email` do). It is a warning where there are three or more of
them and nothing of the tool's text mentions them, information otherwise.
Why is this bad: opaque parameters are the second most common smell of public servers (84 %, arXiv
2602.14878), which is why it is one finding a tool and rarely a warning.
Bad: {"name": "book", "description": "Book a table.", "inputSchema": {"type": "object",
       "properties": {"r": {"type": "string"}, "p": {"type": "integer"}, "s": {"type": "string"}},
       "required": ["r", "p", "s"]}}
Good: {"name": "book", "description": "Book a table.", "inputSchema": {"type": "object",
       "properties": {"restaurant": {"type": "string", "description": "Id from
       find_restaurants."}}, "required": ["restaurant"]}}
How to fix: say what goes in, in which form, and where it comes from.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.text.words import split_identifier, stem, words

_PLAIN: Final = frozenset(
    stem(word)
    for word in """
    limit offset page size query url uri email name title description text content message
    path file filename directory folder language country city date start end year month
    day format type status state sort order filter search id ids key user username branch
    tag owner repo repository latitude longitude address phone currency amount price
    quantity count number index width height color body subject to from per cursor locale
    timezone
    """.split()
)
_MANY: Final = 3


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    opaque = [
        name
        for name in definition.properties
        if name in definition.required and _is_opaque(name, definition.properties[name], definition)
    ]
    if not opaque:
        return
    listed = ", ".join(shown(name, 40) for name in opaque[:5])
    more = f" and {len(opaque) - 5} more" if len(opaque) > 5 else ""
    message = f"{definition.label}: nothing explains the required {listed}{more}."
    severity: Severity = "warning" if len(opaque) >= _MANY else "info"
    yield Found(definition, message, definition.parameter_at(opaque[0]), severity=severity)


def _is_opaque(name: str, schema: Json, definition: Definition) -> bool:
    known = schema if isinstance(schema, Mapping) else {}
    if known.get("description") or known.get("enum") or known.get("$ref") or known.get("title"):
        return False
    parts = words(split_identifier(name))
    if any(stem(part) in _PLAIN for part in parts):
        return False
    told = {stem(word) for word in words(definition.description)}
    return not any(stem(part) in told for part in parts) or not parts


RULE = Rule("undocumented-parameter", "parameters", "warning", __doc__, each(_check))
