"""What tells two tools apart by their words, and what does not."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from toolrag.lint.definition import Definition
from toolrag.lint.prose import content_terms, first_sentence
from toolrag.lint.rule import Context
from toolrag.lint.schema import kinds
from toolrag.retrieval.overlap.contrast import has_contrast_phrase
from toolrag.retrieval.overlap.features import READING, verb_class
from toolrag.text.words import split_identifier, stem, words

# Words in a name that, of two names alike otherwise, tell nobody which to take.
_EMPTY: Final = frozenset(
    stem(word)
    for word in """
        all full new v1 v2 v3 multi many batch bulk detail details info advanced simple ex
    """.split()
)
# Verbs that change something, by the name of their class.
_CHANGING: Final = frozenset(
    """
    create update delete send set cancel book buy approve reject lock unlock move upload
    order release start stop
    """.split()
)
_WRITES: Final = frozenset(
    """
    write writes put puts save saves stores marks manage manages append appends writing
    """.split()
)
_CHAIN: Final = 3
# So many tools are looked at beside one; a catalogue of thousands of one kind is no use anyway.
_CANDIDATES: Final = 200
_FAMILIES: Final = (
    {"all", "everi", "entir"},
    {"detail", "full"},
    {"mani", "multi", "multipl", "batch", "bulk", "sever"},
)
_RETURNS: Final = frozenset({"return", "returns", "gives"})


def mentions(definition: Definition, name: str) -> bool:
    """Tell whether a description names a tool."""
    if not name:
        return False
    found = definition.description.find(name)
    while found >= 0:
        before = definition.description[found - 1 : found]
        after = definition.description[found + len(name) : found + len(name) + 1]
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            return True
        found = definition.description.find(name, found + 1)
    return False


def has_contrast(definition: Definition) -> bool:
    """Tell whether a description says what the tool is not for."""
    return has_contrast_phrase(definition.description)


@lru_cache(maxsize=32_768)
def _work(name: str, server: str) -> tuple[str, frozenset[str], frozenset[str], str]:
    """Return (class of the verb, thing, empty words, verb) of a name."""
    own = frozenset(words(split_identifier(server)))
    own -= {w for w in own if stem(w) in _EMPTY}
    parts = [w for w in words(split_identifier(name)) if w not in own]
    verb = next((w for w in parts[:2] if verb_class(w)), "")
    rest = {stem(w) for w in parts if w != verb and w not in {"by", "to", "for", "of", "in", "a"}}
    empty = frozenset(rest & _EMPTY)
    return verb_class(verb), frozenset(rest - empty), empty, verb


def same_work(context: Context) -> Iterator[tuple[int, int, str]]:
    """Yield (a, b, how) for tools of a server whose names say one thing to do."""
    groups: dict[tuple[str, str, frozenset[str]], list[int]] = {}
    for i, definition in enumerate(context.definitions):
        kind, thing, _, _ = _work(definition.name, definition.server or "")
        # `grep` and `multi_grep` have no verb of a known class; their one word is their thing.
        if thing:
            groups.setdefault((definition.server or "", kind, thing), []).append(i)
    for members in groups.values():
        for j, b in enumerate(members):
            # Of many alike each is told beside the last few: a chain names them all.
            for a in members[max(0, j - _CHAIN) : j]:
                how = _how(context, a, b)
                if how:
                    yield a, b, how


def _how(context: Context, a: int, b: int) -> str:
    one, other = context.definitions[a], context.definitions[b]
    if one.name == other.name or _head(context, a) != _head(context, b):
        # Another thing, or one and many: `delete_message`, `bulk_delete_messages`.
        return ""
    _, _, empty_a, verb_a = _work(one.name, one.server or "")
    _, _, empty_b, verb_b = _work(other.name, other.server or "")
    differing = empty_a ^ empty_b
    if differing:
        # A description that says what the word means tells the two apart.
        told = any(_told(one, other, word) or _told(other, one, word) for word in differing)
        if told or verb_class(verb_a) != verb_class(verb_b):
            return ""
        return f"differ only in {', '.join(sorted(differing))!r}, which neither explains"
    if verb_a == verb_b or "rename" in {verb_a, verb_b}:
        return ""
    if _other_arguments(one, other):
        return ""
    return f"do one thing by their names ({verb_b or other.name}, {verb_a or one.name})"


def _head(context: Context, i: int) -> str:
    """Return the word that a name is about, as it is written; of one word, the word."""
    seen = context.features[i]
    return seen.head or (next(iter(seen.name_words)) if len(seen.name_words) == 1 else "")


def _told(one: Definition, other: Definition, word: str) -> bool:
    """Tell whether one description has a word of a family and the other has not."""
    family = next((group for group in _FAMILIES if word in group), {word})
    said = {stem(w) for w in words(one.description)} & family
    return bool(said) and not {stem(w) for w in words(other.description)} & family


def _other_arguments(one: Definition, other: Definition) -> bool:
    """Tell whether each requires something that the other does not take."""
    return bool(one.required - other.properties.keys()) and bool(
        other.required - one.properties.keys()
    )


def subsets(context: Context) -> Iterator[tuple[int, int]]:
    """Yield (small, large) of a server where the large one can do all that the small one says."""
    holders: dict[tuple[str, str, str], list[int]] = {}
    for i, (definition, seen) in enumerate(zip(context.definitions, context.features, strict=True)):
        for term in seen.object:
            holders.setdefault((definition.server or "", seen.verb, term), []).append(i)
    told = [frozenset(content_terms(d.description)) for d in context.definitions]
    for small, (definition, seen) in enumerate(
        zip(context.definitions, context.features, strict=True)
    ):
        if not seen.object or not seen.verb or not told[small]:
            continue
        lists = [holders[definition.server or "", seen.verb, term] for term in seen.object]
        rarest = min(lists, key=len)
        for large in rarest[:_CANDIDATES]:
            if large != small and _contains(context, small, large, told):
                yield small, large
                break


def _contains(context: Context, small: int, large: int, told: list[frozenset[str]]) -> bool:
    lesser, greater = context.definitions[small], context.definitions[large]
    a, b = context.features[small], context.features[large]
    # `invoice_item` is not a kind of `invoice`; `invoice_by_number` is one.
    if lesser.name == greater.name or stem(a.head) != stem(b.head):
        return False
    if not a.object < b.object and not (a.object == b.object and told[small] < told[large]):
        return False
    if not told[small] <= told[large] | b.object:
        return False
    if not lesser.properties.keys() <= greater.properties.keys():
        return False
    return all(
        not kinds(schema)
        or not kinds(greater.parameters.get(name, {}))
        or kinds(schema) & kinds(greater.parameters.get(name, {}))
        for name, schema in lesser.parameters.items()
    )


def reads(context: Context, i: int) -> bool:
    """Tell whether a tool reads, by its verb or its hints."""
    hint = context.definitions[i].annotations.get("readOnlyHint")
    return hint is True or (hint is None and context.features[i].verb in READING)


def changes(context: Context, i: int) -> bool:
    """Tell whether a tool changes something, by its verb or its hints."""
    annotations = context.definitions[i].annotations
    if annotations.get("readOnlyHint") is True:
        return False
    return annotations.get("destructiveHint") is True or context.features[i].verb in _CHANGING


def says_its_work(context: Context, i: int) -> bool:
    """Tell whether the first sentence has a verb of the tool's kind of work."""
    told = words(first_sentence(context.definitions[i].description))
    classes = {verb_class(word) for word in told}
    if _WRITES & set(told):
        return not reads(context, i)
    if _RETURNS & set(told) and reads(context, i):
        return True
    if reads(context, i):
        return bool(classes & READING) or bool(classes & {"check", "calculate", "download"})
    return bool(classes & _CHANGING)
