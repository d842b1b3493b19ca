"""What tells two alike tools apart: a word of its own that each one says."""

import re
from typing import Final

from toolrag.retrieval.overlap.features import READING, VERB_CLASSES, Features, folded, verb_class
from toolrag.text.words import STOP_WORDS, is_unspaced, stem

# What says that a tool takes several at once, in names and in sentences.
_MANY: Final = frozenset(map(stem, "all many multi multiple batch bulk several".split()))
# A name that says "write" says no more than that something is created, changed or removed.
_WRITING: Final = frozenset({"write", "manag"})
# So small a share of their words is common to two sentences on different things.
_LITTLE: Final = 1 / 3
# Junctions make pairs too, so two sentences that differ in one word share fewer pairs than words.
_MOSTLY: Final = 0.6
_PAIR: Final = 2
# "交易ID" is Chinese all the same.
_FEW: Final = 0.25
_CONTRAST: Final = re.compile(
    r"\b(?:instead|only|unlike|rather than|not for|does not|doesn't|do not|don't|without|"
    r"except|whereas|in contrast|as opposed|"
    r"to \w+ (?:one|them|it),? use|use \w+ (?:to|for|when|if))\b"
    r"|而不是|仅|不用于|请使用",
    re.IGNORECASE,
)
_CHANGING: Final = frozenset({"create", "update", "delete", "set"})


def told_apart(a: Features, b: Features) -> bool:
    """Tell whether names and descriptions together say which of two tools is which.

    They do when one description names the other tool; when the names are about different things and
    both descriptions say so (`add_url_to_category` is about a url, `add_category` about a
    category); when one gets and the other lists (`get_rule`, `list_rules`); and when each name has
    a word that the other has not, its own first sentence says it, and at least one of the two
    sentences does not say the other's (`list_import_jobs`, "List import jobs" beside
    `list_export_jobs`, "List export jobs"). Verbs count by their class, so that `get_user`, "Gets a
    user" and `fetch_user`, "Fetches a user" are not told apart.
    """
    if points_to(a, b) or points_to(b, a):
        return True
    return _by_head(a, b) or _one_and_many(a, b) or _by_own_words(a, b)


def points_to(a: Features, b: Features) -> bool:
    """Tell whether the description of `a` names `b`: by name, or by server where the names are one.

    >>> from toolrag.domain.tool import Tool
    >>> from toolrag.retrieval.overlap.features import features
    >>> add = Tool("add_facts", "Add facts. For a new entity, use `create` instead.")
    >>> points_to(features(add), features(Tool("create", "Create an entity.")))
    True
    """
    if a.name != b.name:
        return b.name in a.mentioned
    return bool(b.server) and b.server != a.server and b.server in a.mentioned


def has_contrast_phrase(description: str) -> bool:
    """Tell whether a description says what its tool is not for."""
    return bool(_CONTRAST.search(description))


def speaks_of(a: Features, b: Features) -> bool:
    """Tell whether the first sentence of `a` has what only the name of `b` is about."""
    return bool((b.object - a.object) & a.lead)


def could_be_meant(a: Features, b: Features) -> bool:
    """Tell whether two tools do one kind of work, and one speaks of what the other is about."""
    return not other_work(a, b) and (speaks_of(a, b) or speaks_of(b, a))


def named_apart(a: Features, b: Features) -> bool:
    """Tell whether each name has a word that the other has not; verbs count by their class."""
    return bool(_named(a) - _named(b)) and bool(_named(b) - _named(a))


def own_name_words(a: Features, b: Features) -> list[str]:
    """Return the words of the name of `a` that the name of `b` has in no form, in their order."""
    own = _named(a) - _named(b)
    return [word for word in a.name_order if {stem(word), verb_class(word)} & own]


def other_work(a: Features, b: Features) -> bool:
    """Tell whether the verbs of two names are of two kinds, of which at most one is looking up."""
    return bool(a.verb and b.verb) and a.verb != b.verb and not {a.verb, b.verb} <= READING


def crossed(a: Features, b: Features) -> bool:
    """Tell whether the first sentence of `a` has the words that only the name of `b` has.

    That is: it says all that only the other is named, which the other's own sentence does not say,
    and nothing that only it is named itself. Two descriptions that were swapped are so, and one
    that was pasted from a sibling.
    """
    own_a, own_b = _named(a) - _named(b), _named(b) - _named(a)
    if not a.lead or not b.lead or not own_a or not own_b or any(_says(a, word) for word in own_a):
        return False
    return all(_says(a, word) and not _says(b, word) for word in own_b)


def _by_head(a: Features, b: Features) -> bool:
    one, other = stem(a.head), stem(b.head)
    return bool(one and other) and one != other and one in a.lead and other in b.lead


def _one_and_many(a: Features, b: Features) -> bool:
    """Tell a getter of one from one of many.

    That is `get` beside `list`, a plural that needs no id, or names that differ in a word for many
    which one sentence has too.
    """
    own = _named(a) ^ _named(b)
    if own and own <= _MANY and bool(a.lead & _MANY) != bool(b.lead & _MANY):
        return True
    if stem(a.head) != stem(b.head):
        return False
    if a.head != b.head and a.required != b.required and not (a.required and b.required):
        return True
    classes = {verb_class(word) for word in a.name_words ^ b.name_words}
    return {"get", "list"} <= classes


def _by_own_words(a: Features, b: Features) -> bool:
    named_a, named_b = _named(a), _named(b)
    if a.server != b.server:
        named_a, named_b = named_a | a.server_terms, named_b | b.server_terms
    own_a, own_b = named_a - named_b, named_b - named_a
    if not own_a and not own_b:
        return False
    if a.begins in own_a and b.begins in own_b:
        return True
    if own_a and own_b and foreign(a) and foreign(b):
        return _differ(a, b)
    said_a = {word for word in own_a if _says(a, word)}
    said_b = {word for word in own_b if _says(b, word)}
    if (own_a and not said_a) or (own_b and not said_b):
        return False
    alone_a = any(not _says(b, word) for word in said_a)
    return alone_a or any(not _says(a, word) for word in said_b)


def foreign(tool: Features) -> bool:
    """Tell whether a first sentence is in a script that cannot say the words of a name."""
    latin = sum(c.isascii() and c.isalpha() for c in tool.squeezed)
    return latin < _FEW * len(tool.squeezed)


def _differ(a: Features, b: Features) -> bool:
    """Tell whether two such sentences each say enough that the other does not."""
    says_a, says_b = _pairs_or_words(a), _pairs_or_words(b)
    alike = len(says_a & says_b) / max(1, len(says_a | says_b))
    return bool(says_a - says_b) and bool(says_b - says_a) and alike <= _MOSTLY


def _pairs_or_words(tool: Features) -> frozenset[str]:
    """Return the pairs of signs of a script without spaces, the words of any other."""
    return frozenset(t for t in tool.lead if len(t) == _PAIR and is_unspaced(t)) or tool.lead


def worded_apart(a: Features, b: Features) -> bool:
    """Tell whether names differ both ways, and the first sentences in their verb or most words.

    Within one server that tells two tools apart; tools of two servers, written by different hands,
    may well do the same in other words.
    """
    if not named_apart(a, b):
        return False
    if _does_other_work(a, b):
        return True
    says_a, says_b = folded(a.lead) - STOP_WORDS, folded(b.lead) - STOP_WORDS
    together = says_a | says_b
    apart = bool(says_a - says_b) and bool(says_b - says_a)
    return apart and len(says_a & says_b) <= _LITTLE * len(together)


def _does_other_work(a: Features, b: Features) -> bool:
    """Tell whether both sentences begin with a verb, and not of one kind."""
    begun = {a.begins, b.begins}
    return len(begun) > 1 and begun <= VERB_CLASSES and not begun <= READING


def _named(tool: Features) -> frozenset[str]:
    return folded(frozenset(stem(word) for word in tool.name_words))


def _says(tool: Features, word: str) -> bool:
    """Tell whether a first sentence says a word, in full, in parts, or what it abbreviates.

    Of a tool without a description the name is all there is.
    """
    if not tool.lead:
        return word in _named(tool)
    if word in folded(tool.lead) or (len(word) > 3 and word in tool.squeezed):
        return True
    if word in _WRITING:
        return bool(_CHANGING & folded(tool.lead))
    return any(_abbreviates(word, said) for said in tool.lead)


def _abbreviates(short: str, word: str) -> bool:
    """Tell whether a word of a name shortens another: app, application; svc, service."""
    if len(short) < 3 or len(short) >= len(word) or short[0] != word[0]:
        return False
    if word.startswith(short):
        return True
    letters = iter(word)
    return len(short) <= 4 and all(letter in letters for letter in short)
