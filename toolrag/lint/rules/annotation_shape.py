"""annotation-shape: hints that are none.

What it does: flags `annotations` that are no object and hints that are no booleans.
Why is this bad: clients that check the shape drop the tool; others take a null for a promise.
Bad: {"name": "ping", "description": "Check that the server answers.", "inputSchema": {"type":
       "object"}, "annotations": {"readOnlyHint": "yes"}}
Good: {"name": "ping", "description": "Check that the server answers.", "inputSchema": {"type":
       "object"}, "annotations": {"readOnlyHint": true}}
How to fix: write true or false, or leave the hint out; `--fix` removes a null.
"""

from collections.abc import Iterator, Mapping

from toolrag.domain.finding import Edit, Fix
from toolrag.formats.fields import kind_of
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each

_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    at = f"{definition.holder}/annotations"
    annotations = definition.raw.get("annotations")
    if "annotations" in definition.raw and not isinstance(annotations, Mapping):
        fix = None
        if annotations is None:
            fix = Fix("Remove it.", safe=True, edits=(Edit("remove", at),))
        message = f"{definition.label}: `annotations` is {kind_of(annotations)}, not an object."
        yield Found(definition, message, at, fix=fix)
        return
    for hint in _HINTS:
        value = definition.annotations.get(hint)
        if value is not None and not isinstance(value, bool):
            message = f"{definition.label}: `{hint}` is {kind_of(value)}, not true or false."
            yield Found(definition, message, f"{at}/{hint}")


RULE = Rule("annotation-shape", "schema", "info", __doc__, each(_check))
