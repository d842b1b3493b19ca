"""Characters that nobody sees."""

import unicodedata
from typing import Final

_TAGS: Final = range(0xE0000, 0xE0080)
_CANCEL_TAG: Final = "\U000e007f"
_BLACK_FLAG: Final = "\U0001f3f4"
_JOINERS: Final = "\u200c\u200d"
_MARKS: Final = "\u200e\u200f\u061c"
_HIDDEN: Final = frozenset({"Cf", "Co", "Cn", "Zl", "Zp"})
# Emoji take one selector; more in a row carry bytes.
_SELECTORS_IN_A_ROW: Final = 2


def hidden(text: str) -> list[int]:
    """Return the positions of the hidden characters of a text, without those a script needs."""
    flags = _flag_positions(text)
    run = 0
    found: list[int] = []
    for i, character in enumerate(text):
        selector = _is_selector(character)
        run = run + 1 if selector else 0
        if selector:
            if run > _SELECTORS_IN_A_ROW:
                found.append(i)
        elif _is_hidden(character) and i not in flags and not _is_needed(text, i):
            found.append(i)
    return found


def stripped(text: str) -> str:
    """Return a text without its hidden characters."""
    gone = set(hidden(text))
    return "".join(c for i, c in enumerate(text) if i not in gone)


def secret_text(text: str) -> str:
    """Return the ASCII that tag characters spell, "" where there is none."""
    spelt = (chr(ord(c) - 0xE0000) for c in text if ord(c) in _TAGS and ord(c) > 0xE001F)
    return "".join(c for c in spelt if c.isprintable())


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in _HIDDEN


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _flag_positions(text: str) -> frozenset[int]:
    """Return where the tag characters of flags (England, Scotland, ...) are."""
    found: set[int] = set()
    start = text.find(_BLACK_FLAG)
    while start >= 0:
        end = start + 1
        while end < len(text) and ord(text[end]) in _TAGS:
            end += 1
        if text[end - 1] == _CANCEL_TAG and end - start <= 8:  # a region's code
            found.update(range(start, end))
        start = text.find(_BLACK_FLAG, end)
    return frozenset(found)


def _is_needed(text: str, i: int) -> bool:
    character = text[i]
    if character == "\ufeff" and i == 0:
        return True
    before, after = text[i - 1 : i], text[i + 1 : i + 2]
    if character in _JOINERS:
        return _joins(before) and (_joins(after) or not after.isalnum())
    if character in _MARKS:
        return _right_to_left(before) or _right_to_left(after)
    # The soft hyphen and signs of Arabic texts are formatting that is read.
    return character == "\u00ad" or "\u0600" <= character <= "\u0605"


def _joins(character: str) -> bool:
    """Tell whether a joiner has work to do beside a character: Arabic, Indic, emoji."""
    if not character or character.isascii():
        return False
    name = unicodedata.name(character, "")
    if name.startswith("LATIN"):
        return False
    return unicodedata.category(character) in {"So", "Sk", "Mn", "Mc", "Lo"} or _is_selector(
        character
    )


def _right_to_left(character: str) -> bool:
    return bool(character) and unicodedata.bidirectional(character) in {"R", "AL", "AN"}
