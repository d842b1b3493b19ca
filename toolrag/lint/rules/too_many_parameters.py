"""too-many-parameters: a call that nobody fills in right.

What it does: counts the top-level parameters (information over 20, a warning over 40), the
required ones (a warning over 8) and how deep objects and lists are nested (a warning over 5).
Why is this bad: OpenAI's guide for reasoning models puts about 20 arguments within what they were
trained on; flat schemas were filled in 47 % better than nested ones (quoted by Microsoft
Research).
Bad: {"name": "book", "description": "Book a trip.", "inputSchema": {"type": "object",
       "properties": {"a": {"type": "object", "properties": {"b": {"type": "object", "properties":
       {"c": {"type": "object", "properties": {"d": {"type": "object", "properties": {"e": {"type":
       "object", "properties": {"f": {"type": "string"}}}}}}}}}}}}}}
Good: {"name": "book", "description": "Book a trip.", "inputSchema": {"type": "object",
       "properties": {"trip_id": {"type": "string", "description": "Id from search_trips."}}}}
How to fix: split the tool, or take what the server knows out of the call.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    limits = context.settings.thresholds
    at = definition.schema_at
    count, needed = len(definition.properties), len(definition.required)
    if count > limits.many_parameters:
        severity: Severity = "warning" if count > limits.too_many_parameters else "info"
        message = f"{definition.label} takes {count} parameters."
        yield Found(definition, message, at, severity=severity)
    if needed > limits.required_parameters:
        message = f"{definition.label} requires {needed} parameters of every call."
        yield Found(definition, message, at)
    deepest = max(walk(definition.schema), key=lambda place: place.depth, default=None)
    if deepest is not None and deepest.depth > limits.nesting:
        message = f"{definition.label}: arguments are nested {deepest.depth} deep."
        yield Found(definition, message, definition.within_schema(deepest.pointer))


RULE = Rule("too-many-parameters", "parameters", "warning", __doc__, each(_check))
