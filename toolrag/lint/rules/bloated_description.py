"""bloated-description: one description that costs more than a page.

What it does: flags a description of more than 400 tokens.
Why is this bad: every request pays for it, and long descriptions led to 67 % more steps (arXiv
2602.14878). Some tools need it, so the rule is off by default.
Bad: {"name": "run_query", "description": "(four hundred tokens of manual)", "inputSchema":
       {"type": "object"}}
Good: {"name": "run_query", "description": "Run one SQL statement. Syntax: resource docs://sql.",
       "inputSchema": {"type": "object"}}
How to fix: move the manual to a resource that is read when it is needed.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each

_LIMIT = 400


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    # No token is longer than its text, and few are shorter than two characters.
    if len(definition.description) <= _LIMIT:
        return
    tokens = context.count_tokens(definition.description)
    if tokens > _LIMIT:
        message = f"{definition.label}: the description costs {tokens} tokens in every request."
        yield Found(definition, message, f"{definition.holder}/description")


RULE = Rule("bloated-description", "description", "info", __doc__, each(_check), on=False)
