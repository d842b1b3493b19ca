"""Names as people write them: `create_issue`, "create issue", `createIssue`, one letter wrong.

A name is kept under keys that a sparse index can hold, so that every engine finds it without a
search of its own: the name without separators, and that name with each single letter left out. Two
names of one typing error's distance share such a key (Garbe's symmetric deletion). Keys start with
a character that no term has.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
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
_TOKEN: Final = re.compile(r"`[^`\s]+`|[\w.\-/]+")
_AS_CODE: Final = re.compile(r"`|[_.\-/]\w|[a-z][A-Z]")


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
    said = _said(text)
    for run in said.runs:
        keys.add(f"{_MARK}{run}")
        if said.short and len(run) >= _TYPO_LETTERS:
            keys.update(f"{_MARK}{shorter}" for shorter in _without_one(run))
    return frozenset(keys)


def names(text: str, name: str) -> bool:
    """Tell whether a text names the tool of this name, exactly or with one typing error.

    A name of one word is a word of every text about its subject ("search", "translate"): it counts
    when the text is nothing else, or writes it as code.
    """
    whole = squeezed(name)
    said = _said(text)
    if " " not in split_identifier(name):
        return whole in (said.whole, *said.code)
    if whole in said.runs:
        return True
    typo = len(whole) >= _TYPO_LETTERS + 2 and said.short
    return typo and any(
        abs(len(run) - len(whole)) <= 1 and OSA.distance(run, whole, score_cutoff=1) <= 1
        for run in said.runs
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """What a text may name: all of it, runs of its words, and what it writes as code."""

    whole: str
    runs: frozenset[str]
    code: frozenset[str]
    short: bool


# A turn asks for the keys of its request, and then for each tool that one of them finds.
@lru_cache(maxsize=64)
def _said(text: str) -> _Said:
    text = text[: _WORDS * 40]
    found = words(text)[:_WORDS]
    runs = (accumulate(found[start : start + _RUN]) for start in range(len(found)))
    code = (token for token in _TOKEN.findall(text) if _AS_CODE.search(token))
    return _Said(
        whole="".join(found),
        runs=frozenset(chain.from_iterable(runs)),
        code=frozenset(map(squeezed, code)),
        short=len(found) <= _TYPO_WORDS,
    )


def _without_one(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}
