"""invisible-characters: zero-width characters inside a text.

What it does: flags zero-width spaces, joiners between Latin letters, and byte order marks.
Why is this bad: they split words for retrieval and for models, and nobody sees why.
Use instead: remove them. Joiners that a script or an emoji needs are not flagged.
"""

import re
from collections.abc import Iterator

from toolrag.domain.tool import Tool
from toolrag.lint.rule import Rule, first_matches

_PATTERN = re.compile("[\u200b\u2060\ufeff]|(?<=[A-Za-z])[\u200c\u200d](?=[A-Za-z])")


def _check(tool: Tool) -> Iterator[tuple[str, str]]:
    for pointer, found in first_matches(tool, _PATTERN):
        code = f"U+{ord(found.group()):04X}"
        yield pointer, f"{tool.name!r} has an invisible {code} at character {found.start()}."


RULE = Rule("invisible-characters", "warning", _check)
