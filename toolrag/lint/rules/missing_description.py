"""missing-description: a tool that says nothing of itself.

What it does: flags a description that is absent, empty or blank.
Why is this bad: models choose by descriptions, and so does retrieval; only the name is left.
Use instead: one sentence that says what the tool does and when to use it.
"""

from collections.abc import Iterator

from toolrag.domain.tool import Tool
from toolrag.lint.rule import Rule
from toolrag.text.words import fold


def _check(tool: Tool) -> Iterator[tuple[str, str]]:
    if not fold(tool.description).strip():
        yield "/description", f"{tool.name!r} has no description: it can only be found by its name."


RULE = Rule("missing-description", "warning", _check)
