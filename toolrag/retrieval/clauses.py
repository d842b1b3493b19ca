"""A request for several things, taken apart without a model.

Sentences, list items, and what stands between conjunctions and sequence words (English, Chinese,
Portuguese, Spanish) are clauses. A clause that says too little to find anything is left out.
"""

import re
from typing import Final

from toolrag.text.words import is_unspaced, terms, words

# More clauses than this is a document; the first ones are looked at.
MAX_CLAUSES: Final = 6
_TERMS: Final = 2
# Signs of a script without spaces: some three to a word.
_SIGNS: Final = 6

_JOINTS: Final = (
    r"and\s+then|and\s+also|and|then|also|after\s+that|afterwards|as\s+well\s+as|plus|finally"
    r"|next|besides|additionally|furthermore|moreover"
    r"|e\s+depois|e\s+tamb[eé]m|depois|em\s+seguida|tamb[eé]m|al[eé]m\s+disso|por\s+fim|e"
    r"|y\s+luego|y\s+despu[eé]s|luego|despu[eé]s|adem[aá]s|tambi[eé]n|por\s+[uú]ltimo|y"
)
_BOUNDARY: Final = re.compile(
    r"[;；\n]+|(?<=[.!?])\s+|[。！？，、]+|,\s+"
    rf"|,?\s(?:{_JOINTS})\b\s*,?\s*"
    r"|(?:然后|接着|并且|同时|另外|此外|之后|最后|以及|随后)"
    r"|(?:^|\s)\d{1,2}[.)]\s+|(?:^|\s)[-*•]\s+",
    re.IGNORECASE,
)


def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a request, none where it is a single one.

    >>> clauses("Book a flight to Porto, then email the itinerary to Ana")
    ('Book a flight to Porto', 'email the itinerary to Ana')
    """
    parts = (part.strip(" \t,.;:!?。，；、-*\"'") for part in _BOUNDARY.split(text[:4000]))
    told = [part for part in dict.fromkeys(parts) if _says_something(part)]
    return tuple(told[:MAX_CLAUSES]) if len(told) > 1 else ()


def _says_something(part: str) -> bool:
    signs = sum(len(word) for word in words(part) if is_unspaced(word))
    return signs >= _SIGNS if signs else len(set(terms(part))) >= _TERMS
