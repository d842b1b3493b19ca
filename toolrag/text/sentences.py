"""The beginning of a text."""

import re
from typing import Final

_END: Final = re.compile(r"(?<=[.!?。])\s|\n\s*\n|(?<=。)")
_MOST: Final = 240


def lead(text: str) -> str:
    """Return the first sentence of a text, of at most 240 characters; "" for a blank one.

    >>> lead("Lists notes. Needs a folder.")
    'Lists notes.'
    """
    return _END.split(text.strip()[:_MOST], maxsplit=1)[0]
