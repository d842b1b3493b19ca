"""unresolved-ref: a reference that leads nowhere.

What it does: flags a `$ref` to something the schema does not have, and every reference to another
document: the linter fetches nothing, and MCP forbids clients to.
Why is this bad: providers answer 400 ("reference to undefined schema", google-gemini/gemini-cli
#13326), and the model cannot fill in what it cannot see.
Bad: {"name": "pay", "description": "Pay a bill.", "inputSchema": {"type": "object", "properties":
       {"bill": {"$ref": "#/$defs/Bill"}}}}
Good: {"name": "pay", "description": "Pay a bill.", "inputSchema": {"type": "object", "properties":
       {"bill": {"$ref": "#/$defs/Bill"}}, "$defs": {"Bill": {"type": "string", "description":
       "Number of the bill."}}}}
How to fix: bring the definition along under `$defs`, or write it in place.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition, shown
from toolrag.lint.references import references, target
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for problem in definition.problems:
        if problem.code == "reference_unresolved":
            yield Found(definition, f"{definition.label}: {problem.message}", definition.pointer)
    for pointer, reference in references(definition.schema):
        at = definition.within_schema(pointer)
        if not reference.startswith("#"):
            message = f"{definition.label}: {shown(reference)} is in another document."
            yield Found(definition, message, at)
        elif target(definition.schema, reference) is None:
            yield Found(definition, f"{definition.label}: nothing is at {shown(reference)}.", at)


RULE = Rule("unresolved-ref", "schema", "error", __doc__, each(_check))
