"""missing-description: a tool that says nothing of itself.

What it does: flags a description that is absent, null, blank, invisible or no string.
Why is this bad: models choose by descriptions, and so does retrieval; only the name is left.
Bedrock refuses an empty one (BerriAI/litellm#24668), proxies crash on null
(PrefectHQ/fastmcp#594).
Bad: {"name": "archive_note", "description": "", "inputSchema": {"type": "object"}}
Good: {"name": "archive_note", "description": "Move a note to the archive, where search finds it.",
       "inputSchema": {"type": "object"}}
How to fix: write one sentence that says what the tool does and when to use it.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.formats import openapi
from toolrag.formats.fields import kind_of
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.text.words import fold


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    description = definition.raw.get("description")
    if isinstance(description, str) and fold(description).strip():
        return
    what = "has no description"
    if isinstance(description, str) and description:
        what = "has a blank description"
    elif description is not None and not isinstance(description, str):
        what = f"has {kind_of(description)} as its description"
    # An operation's id was written for people; tools made of it need a sentence all the same.
    severity: Severity | None = "warning" if definition.format == openapi.NAME else None
    message = f"{definition.label} {what}: only its name can be chosen by."
    at = f"{definition.holder}/description"
    yield Found(definition, message, at, severity=severity)


RULE = Rule("missing-description", "description", "error", __doc__, each(_check))
