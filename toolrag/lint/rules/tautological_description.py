"""tautological-description: a description that repeats the name.

What it does: flags a description whose words are all in the name or the title, as a warning where
another tool of the server works on the same thing, as information otherwise.
Why is this bad: it adds nothing to choose by. Descriptions that say what a tool is for were
selected 11.6 points more often (arXiv 2602.18914); alone on its subject a tool is found anyway.
Bad: {"name": "get_user", "description": "Gets the user.", "inputSchema": {"type": "object"}}
Good: {"name": "get_user", "description": "Look up one user by e-mail or id; returns the profile.",
       "inputSchema": {"type": "object"}}
How to fix: say what goes in, what comes out, and when another tool is the better one.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.formats import openapi
from toolrag.lint.definition import Definition, shown
from toolrag.lint.prose import content_terms
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    told = set(content_terms(definition.description))
    if not told or not told <= set(content_terms(f"{definition.name} {definition.title}")):
        return
    # A parameter that is described tells what the sentence does not.
    described = any(schema.get("description") for schema in definition.parameters.values())
    loud = context.has_sibling(definition) and not described and definition.format != openapi.NAME
    message = f"{definition.label}: {shown(definition.description)} only repeats the name."
    severity: Severity = "warning" if loud else "info"
    yield Found(definition, message, f"{definition.holder}/description", severity=severity)


RULE = Rule("tautological-description", "description", "warning", __doc__, each(_check))
