"""What is compared of a tool, worked out once for each tool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from toolrag.domain.tool import Tool
from toolrag.text.words import split_identifier, stem, terms, words

# Verbs that ask for the same kind of work. The first of each line names the class.
_VERB_CLASSES: Final = """
get fetch retrieve read show view load obtain return describe inspect
list browse enumerate
search find query lookup locate discover
create add new insert make generate open register draft
update edit modify change patch alter rename adjust
delete remove erase destroy drop purge clear discard
cancel abort revoke close
send post publish deliver notify submit
set configure assign apply
book reserve schedule
release free
order buy purchase pay
approve accept confirm
reject decline refuse deny
lock block
unlock unblock
start run execute launch trigger invoke
stop pause halt disable
move copy transfer
check validate verify test
convert translate transform
calculate compute estimate
upload import
download export
"""
_CLASS_OF: Final = {
    verb: line.split()[0] for line in _VERB_CLASSES.strip().splitlines() for verb in line.split()
}
_CLASS_OF_STEM: Final = {stem(verb): group for verb, group in _CLASS_OF.items()}
# Looking something up and listing it are told apart by models only where descriptions say so.
READING: Final = frozenset({"get", "list", "search"})
READING_KIND: Final = "read"


@dataclass(frozen=True, slots=True)
class Features:
    """A tool as overlap sees it.

    Terms are stems. `verb` is a class of verbs, `verb_word` the word that stands there, "" where
    none was found. `parameters` are words, so that `userId` and `user_id` are one.
    """

    tool_id: str
    name: str
    server: str
    name_terms: frozenset[str]
    verb: str
    verb_word: str
    object: frozenset[str]
    terms: frozenset[str]
    parameters: frozenset[str]
    required: frozenset[str]
    types: Mapping[str, str]


@lru_cache(maxsize=32_768)
def features(tool: Tool) -> Features:
    """Return what is compared of a tool; kept for the tools seen last."""
    own = frozenset(terms(split_identifier(tool.server or "")))
    name_terms = frozenset(terms(split_identifier(tool.name)))
    verb_word = _verb([*words(split_identifier(tool.name)), *words(tool.description[:200])[:4]])
    return Features(
        tool_id=tool.id,
        name=tool.name,
        server=tool.server or "",
        name_terms=frozenset(_CLASS_OF_STEM.get(t, t) for t in name_terms),
        verb=_CLASS_OF_STEM.get(stem(verb_word), ""),
        verb_word=verb_word,
        object=frozenset(t for t in name_terms - own if t not in _CLASS_OF_STEM),
        terms=frozenset(terms(tool.description)),
        parameters=frozenset(" ".join(words(split_identifier(p))) for p in tool.parameters),
        required=tool.required,
        types={name: str(schema.get("type", "")) for name, schema in tool.parameters.items()},
    )


def _verb(candidates: Sequence[str]) -> str:
    """Return the first word that is a verb of a known class, "" where there is none."""
    return next((word for word in candidates if stem(word) in _CLASS_OF_STEM), "")
