"""shared-description: one description on many tools.

What it does: flags, once a text, a description that three or more tools of a server have word for
word, and a first sentence that three or more have with hardly a word of their own behind it.
Why is this bad: it describes none of them. Imports from OpenAPI do it.
Bad: {"server": "api", "tools": [ {"name": "a", "description": "Part of the Acme API.",
       "inputSchema": {"type": "object"}}, {"name": "b", "description": "Part of the Acme API.",
       "inputSchema": {"type": "object"}}, {"name": "c", "description": "Part of the Acme API.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "api", "tools": [ {"name": "a", "description": "Lists the invoices of a
       customer.", "inputSchema": {"type": "object"}}, {"name": "b", "description": "Sends an
       invoice by mail.", "inputSchema": {"type": "object"}}]}
How to fix: begin each description with what only that tool does.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition, shown
from toolrag.lint.prose import content_terms, first_sentence
from toolrag.lint.rule import Context, Found, Rule, grouped
from toolrag.text.words import words

_MANY = 3
_OWN_WORDS = 3


def _check(context: Context) -> Iterator[Found]:
    for tools in context.servers.values():
        whole = grouped(tools, lambda d: " ".join(words(d.description)))
        told: set[int] = set()
        for text, same in whole.items():
            if text and len(same) >= _MANY and not context.are_variants(*same):
                told.update(id(d) for d in same)
                yield _found(same, "the same description", same[0].description)
        rest = [d for d in tools if id(d) not in told and _little_own(d)]
        for text, same in grouped(rest, lambda d: first_sentence(d.description)).items():
            if text and len(same) >= _MANY and not context.are_variants(*same):
                yield _found(same, "the same first sentence", text)


def _little_own(definition: Definition) -> bool:
    first = first_sentence(definition.description)
    own = set(content_terms(definition.description)) - set(content_terms(first))
    return len(own) <= _OWN_WORDS


def _found(same: list[Definition], what: str, text: str) -> Found:
    names = ", ".join(shown(d.name, 40) for d in same[:5])
    more = f" and {len(same) - 5} more" if len(same) > 5 else ""
    message = f"{len(same)} tools have {what}, {shown(text)}: {names}{more}."
    at = f"{same[0].holder}/description"
    return Found(same[0], message, at, related=tuple(same[1:11]))


RULE = Rule("shared-description", "overlap", "warning", __doc__, _check)
