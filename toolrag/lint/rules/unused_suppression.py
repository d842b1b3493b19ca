"""unused-suppression: a suppression that silences nothing.

What it does: flags an entry of `x-toolrag-ignore` whose rule finds nothing on the tool, or that is
no rule at all.
Why is this bad: it hides the next finding of that rule, and makes readers believe there is one.
Bad: {"name": "add", "description": "Adds two numbers and returns the sum.", "inputSchema":
       {"type": "object"}, "x-toolrag-ignore": ["missing-description"]}
Good: {"name": "add", "description": "Adds two numbers and returns the sum.", "inputSchema":
       {"type": "object"}}
How to fix: remove the entry.
"""

from collections.abc import Iterator

from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    # The engine knows what was silenced, and reports under this rule.
    yield from ()


RULE = Rule("unused-suppression", "suppression", "warning", __doc__, _check)
