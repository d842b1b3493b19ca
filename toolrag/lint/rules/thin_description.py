"""thin-description: too few words to choose by.

What it does: flags a description with fewer than four words of content, as a warning where another
tool of the server works on the same thing and no parameter is described, as information otherwise.
Two characters of Chinese or Japanese count as a word.
Why is this bad: with three tools an empty description changed nothing, between tools with the same
schema it decided everything: thinness hurts where something competes.
Bad: {"server": "mail", "tools": [ {"name": "send_mail", "description": "Send it now.",
       "inputSchema": {"type": "object"}}, {"name": "draft_mail", "description": "Write a mail and
       keep it without sending it.", "inputSchema": {"type": "object"}}]}
Good: {"server": "mail", "tools": [ {"name": "send_mail", "description": "Send a mail at once to
       one or more people.", "inputSchema": {"type": "object"}}, {"name": "draft_mail",
       "description": "Write a mail and keep it without sending it.", "inputSchema": {"type":
       "object"}}]}
How to fix: say on what it works and what comes back.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.formats import openapi
from toolrag.lint.definition import Definition, shown
from toolrag.lint.prose import content_terms
from toolrag.lint.rule import Context, Found, Rule, each

_ENOUGH = 4


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    told = content_terms(definition.description)
    named = set(content_terms(f"{definition.name} {definition.title}"))
    # All words in the name: that is a tautology, and told as such.
    if not told or len(told) >= _ENOUGH or set(told) <= named:
        return
    described = any(schema.get("description") for schema in definition.parameters.values())
    own = len(set(told) - named)
    loud = (
        own < 2  # one word is no difference
        and context.has_sibling(definition)
        and not described
        and definition.format != openapi.NAME
    )
    message = f"{definition.label}: {shown(definition.description)} says too little to choose by."
    severity: Severity = "warning" if loud else "info"
    yield Found(definition, message, f"{definition.holder}/description", severity=severity)


RULE = Rule("thin-description", "description", "warning", __doc__, each(_check))
