"""unsupported-ref: a reference that a client does not follow.

What it does: for the providers named, flags every `$ref`; for all, one that points into
`properties`, which breaks as soon as a client copies the schema in parts.
Why is this bad: Gemini answers "reference to undefined schema" (google-gemini/gemini-cli#13326),
and the Copilot command line shows the model nothing (github/copilot-cli#1876).
Bad: {"name": "call_api", "description": "Call an API.", "inputSchema": {"type": "object",
       "properties": {"headers": {"type": "object"}, "extra": {"$ref": "#/properties/headers"}}}}
Good: {"name": "call_api", "description": "Call an API.", "inputSchema": {"type": "object",
       "properties": {"headers": {"type": "object"}, "extra": {"type": "object"}}}}
How to fix: write the definition where it is used; `--fix` does where it contains no reference.
"""

from collections.abc import Iterator, Mapping

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.portability import breaches
from toolrag.lint.references import references, target
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for pointer, reference in references(definition.schema):
        if not reference.startswith("#"):
            continue
        at = definition.within_schema(pointer)
        fix = _fix(definition, at.removesuffix("/$ref"), target(definition.schema, reference))
        for title, severity in breaches(context, lambda p: not p.references):
            message = f"{definition.label}: {shown(reference)} is not followed by {title}."
            loud = severity if context.targets else "info"
            yield Found(definition, message, at, severity=loud, fix=fix)


def _fix(definition: Definition, at: str, value: Json) -> Fix | None:
    if not isinstance(value, Mapping) or any(True for _ in references(value)):
        return None
    return Fix("Write it in place.", safe=True, edits=(Edit("set", at, value),))


RULE = Rule("unsupported-ref", "portability", "info", __doc__, each(_check))
