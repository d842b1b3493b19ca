"""Text to terms: the one tokeniser of the project, for any script.

Identifiers are split into their words, English words are stemmed, accents are folded, and
scripts written without spaces become character bigrams and single characters, so that a Chinese
or Japanese sentence never ends up as one term.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

import snowballstemmer

# Scripts written without spaces between words: kana, Han (with extensions), Thai, Lao, Khmer,
# Myanmar. Hangul has spaces, but particles stick to its words, so bigrams serve it as well.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
_TERM: Final = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_UNSPACED_RUN: Final = re.compile(rf"[{_UNSPACED}]+")
_LOWER_UPPER: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ACRONYM_WORD: Final = re.compile(r"(?<=[A-Z])(?=[A-Z][a-z])")

# Words that carry no capability: articles, pronouns, prepositions, auxiliaries, courtesies. In a
# small catalogue their inverse document frequency is as high as that of any other word.
_STOP_WORDS: Final = """
a an the and or but if of in on at by for with to from into as is are was were be been am it its
this that these those there here i me my mine we us our you your he she they them their what
which who whom whose do does did can could would should will shall may might must have has had
please so than then just also any some such no not only very about how when where why let lets
get need want like help using use used e g
"""
STOP_WORDS: Final = frozenset(_STOP_WORDS.split())

_stemmer = snowballstemmer.stemmer("english")


def split_identifier(name: str) -> str:
    """Return the words of an identifier, separated by single spaces, case kept.

    >>> split_identifier("getHTTPStatus_v2")
    'get HTTP Status v2'
    """
    spaced = _ACRONYM_WORD.sub(" ", _LOWER_UPPER.sub(" ", name))
    return " ".join(_TERM.findall(spaced))


def fold(text: str) -> str:
    """Return `text` in compatibility form, lower case, without accents or invisible characters."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    kept = (c for c in decomposed if unicodedata.category(c) not in {"Mn", "Cf"} or _is_voiced(c))
    return unicodedata.normalize("NFKC", "".join(kept)).lower()


def _is_voiced(character: str) -> bool:
    """Tell whether a combining mark is a Japanese voicing mark, which makes another letter."""
    return character in "\u3099\u309a"


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the English (Snowball) stem of a lower-case word; other scripts stay as they are."""
    return str(_stemmer.stemWord(word)) if word.isascii() else word


def words(text: str) -> list[str]:
    """Return the words of `text`, folded and unstemmed, stop words included.

    A run of a script without spaces counts as one word here; `terms` takes it apart.
    """
    spaced = _ACRONYM_WORD.sub(" ", _LOWER_UPPER.sub(" ", text))
    return _TERM.findall(fold(spaced))


def is_unspaced(word: str) -> bool:
    """Tell whether a word is a run of a script without spaces."""
    return _UNSPACED_RUN.fullmatch(word) is not None


def terms(text: str) -> list[str]:
    """Return the index terms of `text` in order, with repetitions.

    Stop words are dropped, English words are stemmed, and runs of a script without spaces give
    their characters and their bigrams.
    """
    found: list[str] = []
    for word in words(text):
        if is_unspaced(word):
            found.extend(word)
            found.extend(word[i : i + 2] for i in range(len(word) - 1))
        elif word not in STOP_WORDS:
            found.append(stem(word))
    return found
