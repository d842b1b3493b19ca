"""ambiguous-unit: a number without its unit.

What it does: flags numbers named timeout, duration, interval, delay, distance, size, weight, price
or amount, and texts named date or time, where neither name, description, format nor bounds tell
the unit or the form.
Why is this bad: the call succeeds with a value a thousand times off. The rule reads names only, so
it is information.
Bad: {"name": "wait_for", "description": "Wait for a page.", "inputSchema": {"type": "object",
       "properties": {"timeout": {"type": "integer", "description": "How long to wait."}}}}
Good: {"name": "wait_for", "description": "Wait for a page.", "inputSchema": {"type": "object",
       "properties": {"timeout_ms": {"type": "integer", "description": "How long to wait."}}}}
How to fix: put the unit into the name or the description; give texts a `format`.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.domain.canonical import JsonObject
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import kinds
from toolrag.text.words import split_identifier, words

_QUANTITIES: Final = frozenset(
    """
    timeout duration interval delay distance radius weight price amount temperature ttl
    age
    """.split()
)
_MOMENTS: Final = frozenset(["date", "time", "datetime", "timestamp", "deadline"])
_UNITS: Final = re.compile(
    r"\b(?:seconds?|secs?|s|ms|milliseconds?|minutes?|mins?|hours?|hrs?|"
    r"days?|weeks?|months?|years?|"
    r"bytes?|kb|mb|gb|pixels?|px|met(?:er|re)s?|m|km|kilomet(?:er|re)s?|"
    r"miles?|feet|inch(?:es)?|grams?|"
    r"kg|lbs?|pounds?|percent|degrees?|celsius|fahrenheit|kelvin|usd|eur|dollars?|euros?|cents?|"
    r"currency|satoshis?|wei|ether|epoch|unix|iso|rfc|utc|yyyy|mm|dd|hh|format|"
    r"e\.g|example|such as|"
    r"unit|units|tokens?)\b|秒|分钟|小时|天|米|公里|元|格式|例如",
    re.IGNORECASE,
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for name, schema in definition.parameters.items():
        parts = words(split_identifier(name))
        last = parts[-1] if parts else ""
        numeric = kinds(schema) & {"integer", "number"}
        what = ""
        if numeric and last in _QUANTITIES:
            what = "unit"
        elif "string" in kinds(schema) and last in _MOMENTS:
            what = "form"
        if what and not _is_told(name, schema, definition):
            message = f"{definition.label}: nothing tells the {what} of {shown(name)}."
            yield Found(definition, message, definition.parameter_at(name))


def _is_told(name: str, schema: JsonObject, definition: Definition) -> bool:
    if any(schema.get(key) for key in ("format", "pattern", "enum", "examples", "example")):
        return True
    told = f"{split_identifier(name)} {schema.get('description', '')} {schema.get('default', '')}"
    return bool(_UNITS.search(told)) or bool(_UNITS.search(definition.description))


RULE = Rule("ambiguous-unit", "parameters", "info", __doc__, each(_check))
