"""What is compared of a tool, worked out once for each tool."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from toolrag.domain.tool import Tool
from toolrag.text.sentences import lead
from toolrag.text.words import split_identifier, stem, terms, words

# Verbs that ask for the same kind of work. The first of each line names the class.
_VERB_CLASSES: Final = """
get fetch retrieve read show view load obtain return describe inspect
list browse enumerate
search find query lookup look locate discover
create add new insert make generate open register draft append push
prepend
update edit modify change patch alter rename adjust
delete remove erase destroy drop purge clear discard trim pop
cancel abort revoke close
send post publish deliver notify submit
set configure assign apply
book reserve schedule
release free
order buy purchase pay charge
approve accept confirm
reject decline refuse deny
lock block
unlock unblock
start run execute launch trigger invoke
enable activate
stop pause halt disable deactivate
move copy transfer
check validate verify test is has
convert translate transform
calculate compute estimate
upload import
connect attach link
join enter
leave quit
kick expel
invite
archive
unarchive restore
disconnect detach unlink
download export
"""
_CLASS_OF: Final = {
    verb: line.split()[0] for line in _VERB_CLASSES.strip().splitlines() for verb in line.split()
}
_CLASS_OF_STEM: Final = {stem(verb): group for verb, group in _CLASS_OF.items()}
# A name in a text: of several words, or quoted as code.
_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|(?<=`)[\w.-]+(?=`)")
_PREPOSITIONS: Final = frozenset(
    ["to", "from", "for", "by", "in", "of", "with", "on", "at", "via", "per", "into"]
)
VERB_CLASSES: Final = frozenset(_CLASS_OF_STEM.values())
# Verbs that are hardly ever the thing itself.
_PLAIN_CLASSES: Final = frozenset(
    {"get", "list", "search", "create", "update", "delete", "cancel", "send", "set"}
)
# Looking something up and listing it are told apart by models only where descriptions say so.
READING: Final = frozenset({"get", "list", "search"})


@dataclass(frozen=True, slots=True)
class Features:
    """A tool as overlap sees it.

    Terms are stems. `verb` is a class of verbs, `verb_word` the word that stands there, "" where
    none was found. `head` is the thing a name is about: its last word before a preposition.
    `name_order` and `name_words` are unstemmed. `lead` are the stems of the first sentence,
    `begins` the first of them, `squeezed` its letters without blanks, `mentioned` the identifiers
    in the description.
    `parameters` are words, so that `userId` and `user_id` are one. `contract` has a member for each
    parameter: its type, whether it is a choice and whether it is required, counted. `choices` are
    the values of enumerations, `results` the names in what it returns. `reads` is what MCP's
    read-only hint says. `spelt` has a word as it was written for each stem and verb class.
    """

    tool_id: str
    name: str
    server: str
    server_terms: frozenset[str]
    head: str
    name_order: tuple[str, ...]
    name_words: frozenset[str]
    name_terms: frozenset[str]
    verb: str
    verb_word: str
    object: frozenset[str]
    terms: frozenset[str]
    lead: frozenset[str]
    squeezed: str
    begins: str
    mentioned: frozenset[str]
    parameters: frozenset[str]
    required: frozenset[str]
    contract: frozenset[str]
    choices: frozenset[str]
    results: frozenset[str]
    reads: bool | None
    types: Mapping[str, str]
    spelt: Mapping[str, str]


@lru_cache(maxsize=32_768)
def features(tool: Tool) -> Features:
    """Return what is compared of a tool; kept for the tools seen last."""
    own = frozenset(terms(split_identifier(tool.server or "")))
    name_terms = frozenset(terms(split_identifier(tool.name)))
    name_words = words(split_identifier(tool.name))
    verb_word = _verb(name_words) or _verb(words(tool.description[:200])[:4])
    begin = lead(tool.description)
    first = stem(next(iter(words(begin)), ""))
    return Features(
        tool_id=tool.id,
        name=tool.name,
        server=tool.server or "",
        server_terms=own,
        head=_head(tool.name),
        name_order=tuple(name_words),
        name_words=frozenset(word for word in name_words if word not in _PREPOSITIONS),
        name_terms=folded(name_terms),
        verb=_CLASS_OF_STEM.get(stem(verb_word), ""),
        verb_word=verb_word,
        object=name_terms - own - _doing(verb_word),
        terms=frozenset(terms(tool.description)),
        lead=frozenset((*terms(begin), *map(stem, words(begin)))),
        squeezed="".join(words(begin)),
        begins=_CLASS_OF_STEM.get(first, first),
        mentioned=frozenset(_IDENTIFIER.findall(tool.description)),
        parameters=frozenset(" ".join(words(split_identifier(p))) for p in tool.parameters),
        required=tool.required,
        contract=_contract(tool),
        choices=_choices(tool),
        results=_results(tool),
        reads=_read_only(tool),
        spelt=_spelt([*name_words, *words(tool.description)]),
        types={name: str(schema.get("type", "")) for name, schema in tool.parameters.items()},
    )


def _contract(tool: Tool) -> frozenset[str]:
    """Return what a call has to look like, whatever its parameters are called."""
    kinds = (
        f"{schema.get('type', '')}{' choice' if schema.get('enum') else ''}"
        f"{' required' if name in tool.required else ''}"
        for name, schema in tool.parameters.items()
    )
    return frozenset(f"{kind} {i}" for kind, n in Counter(kinds).items() for i in range(n))


def _choices(tool: Tool) -> frozenset[str]:
    listed = (schema.get("enum") for schema in tool.parameters.values())
    return frozenset(
        str(value).lower()
        for values in listed
        if isinstance(values, list)
        for value in values
        if isinstance(value, str | int | float)
    )


def _results(tool: Tool) -> frozenset[str]:
    properties = (tool.output_schema or {}).get("properties")
    named = list(properties) if isinstance(properties, Mapping) else []
    told = (name.rpartition("#")[2] for name in tool.returns)
    return frozenset(" ".join(words(split_identifier(name))) for name in (*named, *told))


def _read_only(tool: Tool) -> bool | None:
    hint = tool.annotations.get("readOnlyHint")
    return hint if isinstance(hint, bool) else None


def folded(found: frozenset[str]) -> frozenset[str]:
    """Return terms with each verb as the name of its class."""
    return frozenset(_CLASS_OF_STEM.get(term, term) for term in found)


def _head(name: str) -> str:
    """Return the word that a name is about: its last before a preposition, "" of one word.

    Of `policy_create`, which ends in its verb, that is the word before.
    """
    parts = words(split_identifier(name))
    cut = next((i for i, word in enumerate(parts) if i and word in _PREPOSITIONS), len(parts))
    if cut < 2:  # a verb alone, or before a preposition
        return ""
    ends_in_verb = parts[cut - 1] in _CLASS_OF and parts[0] not in _CLASS_OF
    return parts[cut - 2] if ends_in_verb else parts[cut - 1]


def verb_class(word: str) -> str:
    """Return the class of a verb by its first member, "" for any other word."""
    return _CLASS_OF_STEM.get(stem(word), "")


def _verb(candidates: Sequence[str]) -> str:
    """Return the first word that is a verb of a known class, "" where there is none.

    Words that are things as often as verbs (`order`, `release`) come after those that are not.
    """
    found = [word for word in candidates if stem(word) in _CLASS_OF_STEM]
    plain = (word for word in found if _CLASS_OF_STEM[stem(word)] in _PLAIN_CLASSES)
    return next(plain, found[0] if found else "")


def _spelt(found: Sequence[str]) -> dict[str, str]:
    """Return a word for each stem, and for each class of verbs, as it was written first."""
    spelt: dict[str, str] = {}
    for word in found:
        root = stem(word)
        spelt.setdefault(root, word)
        spelt.setdefault(_CLASS_OF_STEM.get(root, root), word)
    return spelt


def _doing(verb: str) -> frozenset[str]:
    return frozenset((stem(verb),)) if verb else frozenset()
