"""Where the identifiers come from that an offered tool needs, by schemas and names alone.

`refund(order_id)` is of no use without a tool that finds orders. A required parameter that ends in
`id` or the like names its thing, or means the tool's own where it is bare; a tool that reads such
things, and needs no such identifier itself, or whose results have the parameter, produces it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolrag.domain.tool import Tool, split_id
from toolrag.retrieval.overlap.features import READING, features
from toolrag.text.names import squeezed
from toolrag.text.words import STOP_WORDS, split_identifier, stem, words

# Consumers that are looked at, from the top, and how likely each must be right. Of restbench's R@10
# 0.05, 0.1, 0.2 and 0.3 gave 71.0, 72.5, 73.0 and 72.4 (without producers 68.1).
CONSUMERS: Final = 5
LEAST_CHANCE: Final = 0.2
MOST_PRODUCERS: Final = 3
# How many tools that speak of a thing are looked at as its producers.
LOOKED_AT: Final = 20

_ID: Final = frozenset({"id", "ids", "uuid", "guid", "token", "key", "slug", "ref", "handle"})
_READING_WORDS: Final = "search find list get"
_KIND_ORDER: Final = ("search", "list", "get")


@dataclass(frozen=True, slots=True)
class Need:
    """An identifier that a tool requires: of what thing (stems), by which parameter."""

    consumer: str
    server: str
    parameter: str
    thing: frozenset[str]

    @property
    def query(self) -> str:
        """What finds the tools that may produce it, by their terms."""
        return f"{_READING_WORDS} {' '.join(sorted(self.thing))}"


def needs(tools: Sequence[Tool]) -> Iterator[Need]:
    """Yield the identifiers that some tools require and none of them produces, each once."""
    seen: set[tuple[str, frozenset[str]]] = set()
    for tool in tools:
        for parameter in sorted(tool.required):
            thing = _thing(tool, parameter)
            need = Need(tool.id, tool.server or "", parameter, thing)
            if thing and (need.server, thing) not in seen:
                seen.add((need.server, thing))
                if not any(produces(other, need) for other in tools):
                    yield need


def _thing(tool: Tool, parameter: str) -> frozenset[str]:
    """Return the stems of what a parameter identifies; empty where it is no identifier."""
    parts = words(split_identifier(parameter))
    if not parts or parts[-1] not in _ID:
        return frozenset()
    own = frozenset(stem(word) for word in parts[:-1] if word not in STOP_WORDS)
    # Secrets are given by their owner, not looked up.
    if parts[-1] in ("token", "key") and own & {"access", "api", "auth", "secret"}:
        return frozenset()
    return own or features(tool).object


def produces(tool: Tool, need: Need) -> bool:
    """Tell whether a tool produces what is needed."""
    if tool.id == need.consumer or any(_thing(tool, p) == need.thing for p in tool.required):
        return False
    seen = features(tool)
    reads = seen.verb in READING and need.thing <= seen.name_terms
    return reads or _returns(tool, need)


def _returns(tool: Tool, need: Need) -> bool:
    """Tell whether a tool's results have the parameter: they say so, or have its name.

    A bare `id` is in most results, so its thing has to be in the tool's name as well.
    """
    server, name = split_id(need.consumer)
    if f"{name}#{need.parameter}" in tool.returns and (tool.server or "") == server:
        return True
    own = words(split_identifier(need.parameter))[:-1]
    if not own and not need.thing <= features(tool).name_terms:
        return False
    results = {*_properties(tool.output_schema, 3), *tool.returns}
    return squeezed(need.parameter) in {squeezed(result) for result in results}


def _properties(schema: object, depth: int) -> frozenset[str]:
    if not isinstance(schema, Mapping) or depth == 0:
        return frozenset()
    inner = schema.get("properties")
    found = inner if isinstance(inner, Mapping) else {}
    below = [schema.get("items"), *found.values()]
    return frozenset(found).union(*(_properties(part, depth - 1) for part in below))


def best_producer(need: Need, candidates: Sequence[Tool]) -> Tool | None:
    """Return the best of the tools, best match first, that produce what is needed.

    The consumer's own server comes first, then tools whose output says it, then those that search,
    list and get, in this order; the fewer parameters one requires, the better.
    """

    def order(item: tuple[int, Tool]) -> tuple[bool, bool, int, int, int]:
        place, tool = item
        verb = _kind(tool)
        kind = _KIND_ORDER.index(verb) if verb in _KIND_ORDER else len(_KIND_ORDER)
        foreign = (tool.server or "") != need.server
        return foreign, not _returns(tool, need), kind, len(tool.required), place

    able = [(i, tool) for i, tool in enumerate(candidates) if produces(tool, need)]
    # Another server's things of the same name are other things: its output has to say it.
    own = [x for x in able if (x[1].server or "") == need.server or _returns(x[1], need)]
    return min(own, key=order)[1] if own else None


def _kind(tool: Tool) -> str:
    """Return how a tool reads: a method's GET says less than the word after it."""
    named = re.findall(r"[a-z]+", " ".join(words(split_identifier(tool.name))))
    return next((kind for kind in _KIND_ORDER if kind in named), features(tool).verb)
