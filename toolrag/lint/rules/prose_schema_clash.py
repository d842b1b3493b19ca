"""prose-schema-clash: a text that contradicts the schema.

What it does: flags a required parameter that calls itself optional, an optional one that calls
itself required, and a default in words that differs from the schema's. A default that only the
text has is information.
Why is this bad: the model believes one of the two. Accurate descriptions were selected 8.8 points
more often (arXiv 2602.18914).
Bad: {"name": "search_notes", "description": "Find notes.", "inputSchema": {"type": "object",
       "properties": {"limit": {"type": "integer", "default": 20, "description": "How many (default
       10)."}}}}
Good: {"name": "search_notes", "description": "Find notes.", "inputSchema": {"type": "object",
       "properties": {"limit": {"type": "integer", "default": 20, "description": "How many."}}}}
How to fix: let the schema say it, and the text not at all; `--unsafe-fixes` takes a default that
only the text has into the schema.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.finding import Edit, Fix, Severity
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each

_OPTIONAL: Final = re.compile(
    r"^\W*optional\b(?!\W{1,4}(?:if|when|for)\b)|\(optional\)|^可选", re.IGNORECASE
)
_REQUIRED: Final = re.compile(
    r"^\W*required\b(?!\W{1,4}(?:if|when|for|to|only|unless)\b)|\(required\)", re.IGNORECASE
)
_DEFAULT: Final = re.compile(
    r"\bdefaults?(?: value)?(?: is| to|:|=)? ?[`'\"]?(-?[0-9]+(?:\.[0-9]+)?|true|false)(?![\w.%-])"
    r"(?! ?(?:seconds?|minutes?|hours?|days?|ms|kb|mb)\b)",
    re.IGNORECASE,
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for name, schema in definition.parameters.items():
        told = schema.get("description")
        if not isinstance(told, str):
            continue
        for message, severity, fix in _clashes(definition, name, schema, told):
            text = f"{definition.label}: {shown(name)} {message}"
            at = definition.parameter_at(name)
            yield Found(definition, text, at, severity=severity, fix=fix)


def _clashes(
    definition: Definition, name: str, schema: JsonObject, told: str
) -> Iterator[tuple[str, Severity, Fix | None]]:
    needed = name in definition.required
    if needed and _OPTIONAL.search(told) and "default" not in schema:
        yield "calls itself optional and is required.", "warning", None
    if not needed and _REQUIRED.search(told) and "default" not in schema:
        yield "calls itself required and is optional.", "warning", None
    found = _DEFAULT.search(told)
    said = _value(found.group(1), schema) if found else None
    if said is None:
        return
    given = schema.get("default")
    if given is None and not needed:
        fix = None
        if "anyOf" not in schema:
            edit = Edit("set", f"{definition.parameter_at(name)}/default", said)
            fix = Fix(f"Give the default {said!r} in the schema.", safe=False, edits=(edit,))
        yield f"has its default {said!r} only in words.", "info", fix
    elif given is not None and given != said and type(given) is type(said):
        yield f"says its default is {said!r}, the schema says {given!r}.", "warning", None


def _value(text: str, schema: JsonObject) -> Json:
    kind = schema.get("type")
    if kind == "boolean":
        return {"true": True, "false": False}.get(text.lower())
    if kind == "integer":
        return int(text) if text.lstrip("-").isdecimal() else None
    if kind == "number" and text.lower() not in {"true", "false"}:
        return float(text) if "." in text else int(text)
    return None


RULE = Rule("prose-schema-clash", "parameters", "warning", __doc__, each(_check))
