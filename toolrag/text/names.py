"""Names as people write them: `create_issue`, "create issue", `createIssue`, one letter wrong.

A name is kept under keys that a sparse index can hold, so that every engine finds it without a
search of its own: the name without separators, and that name with each single letter left out. Two
names of one typing error's distance share such a key (Garbe's symmetric deletion). Keys start with
a character that no term has.
"""

import re
from collections.abc import Iterator
from typing import Final

from rapidfuzz.distance import OSA

from toolrag.text.words import split_identifier, words

_MARK: Final = "\x1f"
# Below this many letters one letter more or less makes another word.
_TYPO_LETTERS: Final = 6
# No name is sought in more words than these: longer texts are documents.
_WORDS: Final = 96
_TYPO_WORDS: Final = 32
# The longest run of words that is tried as a name.
_RUN: Final = 6
_IDENTIFIER: Final = re.compile(r"[`'\"]?\w*(?:[_.\-/]\w+|[a-z][A-Z])\w*[\w.\-/]*|`[^`\s]+`")


def squeezed(name: str) -> str:
    """Return a name's letters and digits alone, folded.

    >>> squeezed("create_Issue-2")
    'createissue2'
    """
    return "".join(words(name))


def name_keys(name: str) -> Iterator[str]:
    """Yield the keys that a tool's name is found under."""
    whole = squeezed(name)
    yield f"{_MARK}{whole}"
    if len(whole) >= _TYPO_LETTERS:
        yield from (f"{_MARK}{shorter}" for shorter in _without_one(whole))


def mention_keys(text: str) -> frozenset[str]:
    """Return the keys under which a tool that the text may name is found."""
    keys: set[str] = set()
    found = words(text[: _WORDS * 40])[:_WORDS]
    for start in range(len(found)):
        for run in _runs(found, start):
            keys.add(f"{_MARK}{run}")
            if len(found) <= _TYPO_WORDS and len(run) >= _TYPO_LETTERS:
                keys.update(f"{_MARK}{shorter}" for shorter in _without_one(run))
    return frozenset(keys)


def names(text: str, name: str) -> bool:
    """Tell whether a text names the tool of this name, exactly or with one typing error.

    A name of one word is a word of every text about its subject ("search", "translate"): it counts
    when the text is nothing else, or writes it as code.
    """
    whole = squeezed(name)
    found = words(text[: _WORDS * 40])[:_WORDS]
    if " " not in split_identifier(name):
        written = {squeezed(m) for m in _IDENTIFIER.findall(text)}
        return "".join(found) == whole or whole in written
    runs = [run for start in range(len(found)) for run in _runs(found, start)]
    if whole in runs:
        return True
    typo = len(whole) >= _TYPO_LETTERS + 2 and len(found) <= _TYPO_WORDS
    return typo and any(
        abs(len(run) - len(whole)) <= 1 and OSA.distance(run, whole, score_cutoff=1) <= 1
        for run in runs
    )


def _runs(found: list[str], start: int) -> Iterator[str]:
    """Yield the runs of one to `_RUN` words from `start` on, without blanks."""
    run = ""
    for word in found[start : start + _RUN]:
        run += word
        yield run


def _without_one(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}
