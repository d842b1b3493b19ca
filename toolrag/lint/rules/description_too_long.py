"""description-too-long: a description that is cut off or refused.

What it does: flags a description longer than the named providers take; without a named provider,
one of more than 1,024 characters, as information.
Why is this bad: OpenAI and Azure answered 400 above 1,024 characters (getsentry/sentry-mcp#106),
Claude Code cuts at 2,048, and the model invents what it cannot see (anthropics/claude-code#41593).
It differs by endpoint, so it is never an error.
Bad: {"name": "run_query", "description": "(a page of manual, 2,780 characters)", "inputSchema":
       {"type": "object"}}
Good: {"name": "run_query", "description": "Run one SQL statement. Syntax: resource docs://sql.",
       "inputSchema": {"type": "object"}}
How to fix: put what decides about using the tool first, and move the rest to a resource.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    length = len(definition.description)
    for title, _ in breaches(
        context, lambda p: p.description_length is not None and length > p.description_length
    ):
        message = (
            f"{definition.label}: {length} characters of description are too many for {title}."
        )
        severity: Severity = "warning" if context.targets else "info"
        yield Found(definition, message, f"{definition.holder}/description", severity=severity)


RULE = Rule("description-too-long", "portability", "warning", __doc__, each(_check))
