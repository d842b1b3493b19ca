"""What descriptions say, counted alike in every script."""

import re
from typing import Final

from toolrag.text.words import STOP_WORDS, is_unspaced, stem, words

# Words that every description has and that tell no tool from another.
_GENERIC: Final = frozenset(
    stem(word)
    for word in """
    tool function api method endpoint call operation request given returns return result
    results data value values specified provided new one
    """.split()
)
_CJK_GENERIC: Final = re.compile(r"(使用|工具|接口|方法|功能|函数|用于|可以|一个)")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_QUOTED: Final = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|'[^']{0,60}'(?=\W|$)")


def content_terms(text: str) -> list[str]:
    """Return the stems of the words that carry meaning, in order, scripts without spaces apart.

    Two characters of a script without spaces count as one word.
    """
    found: list[str] = []
    for word in words(_CJK_GENERIC.sub(" ", text)):
        if is_unspaced(word):
            found += [word[i : i + 2] for i in range(0, len(word), 2)]
        elif not {word, stem(word)} & STOP_WORDS and stem(word) not in _GENERIC:
            found.append(stem(word))
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, in any script, without blank ones."""
    return [s.strip() for s in _SENTENCE.split(text) if s.strip()]


def first_sentence(text: str) -> str:
    """Return the first sentence, "" of a blank text."""
    return next(iter(sentences(text)), "")


def without_quotes(text: str) -> str:
    """Return a text without what stands in quotes or backticks: that is talked about, not said."""
    return _QUOTED.sub(" ", text)
