"""missing-input-schema: a tool without a schema of its arguments.

What it does: flags a tool whose argument schema is absent or null. In the shapes of OpenAI and
Gemini an absent schema stands for no arguments, so there only null is flagged.
Why is this bad: MCP says that it MUST NOT be null, and clients drop the tool or all of the
server's tools with it (MervinPraison/PraisonAI#3111).
Bad: {"name": "ping", "description": "Check that the server answers.", "inputSchema": null}
Good: {"name": "ping", "description": "Check that the server answers.", "inputSchema": {"type":
       "object", "additionalProperties": false}}
How to fix: give the schema of a call without arguments; `--fix` does.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each

_OPTIONAL = frozenset({"openai", "openai_responses", "gemini"})


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    absent = not definition.schema_given
    if definition.raw_schema is not None or (absent and definition.format in _OPTIONAL):
        return
    key = definition.schema_at.rsplit("/", 1)[-1]
    what = "has no" if absent else "has null as its"
    empty = Edit("set", definition.schema_at, {"type": "object", "additionalProperties": False})
    yield Found(
        definition,
        f"{definition.label} {what} {key}: clients refuse it.",
        definition.schema_at,
        fix=Fix("Give the schema of a call without arguments.", safe=True, edits=(empty,)),
    )


RULE = Rule("missing-input-schema", "schema", "error", __doc__, each(_check))
