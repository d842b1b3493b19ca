"""hidden-text: instructions that a model reads and a person does not see.

What it does: flags Unicode tag characters and direction overrides in names and descriptions.
Why is this bad: they are invisible on every screen and plain to a model, which makes them the
carrier of hidden instructions; an override shows a person another text than the one that is there.
Use instead: remove them; no language needs them in a description.
"""

import re
from collections.abc import Iterator

from toolrag.domain.tool import Tool
from toolrag.lint.rule import Rule, first_matches

_PATTERN = re.compile("[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069]")


def _check(tool: Tool) -> Iterator[tuple[str, str]]:
    for pointer, found in first_matches(tool, _PATTERN):
        code = f"U+{ord(found.group()):04X}"
        yield pointer, f"{tool.name!r} hides text behind {code} at character {found.start()}."


RULE = Rule("hidden-text", "error", _check)
