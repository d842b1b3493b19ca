"""The text that stands for a tool: what encoders read and what terms are counted in."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from toolrag.domain.tool import Tool
from toolrag.text.sentences import lead
from toolrag.text.words import split_identifier, terms

# Part of the encoder fingerprint: cards of two versions never meet in one index.
CARD_VERSION: Final = 3

# How often a term of each field counts. Chosen on the queries of ten public sets: names carry most
# of what tells tools apart, and parameter descriptions are what makes an English-named tool
# findable in the language of its documentation (recall@30 on the Chinese set 86.7 -> 96.8).
FIELD_WEIGHTS: Final = {
    "name": 3.0,
    "server": 1.0,
    "description": 1.0,
    "parameters": 0.5,
    "parameter_descriptions": 0.3,
}


def card(tool: Tool) -> str:
    """Return the text that encoders read: server, name, description and parameter names."""
    text = f"{name_text(tool)}. {tool.description.strip()}"
    names = ", ".join(split_identifier(name) for name in tool.parameters)
    return f"{text} Parameters: {names}" if names else text


def name_text(tool: Tool) -> str:
    """Return what encoders read of the name alone: the words of server and name."""
    name = split_identifier(tool.name) or tool.name
    return f"{split_identifier(tool.server)}: {name}" if tool.server else name


def wording(tool: Tool) -> str:
    """Return what encoders read to compare two tools: the name, and the first sentence.

    Parameters are left out: tools of one service share theirs, whatever they do. So is the rest of
    a description, which says more of one author's habits than of what the tool does.
    """
    return f"{split_identifier(tool.name) or tool.name}. {lead(tool.description)}"


def fields(tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield (field, text) for every field that terms are counted in; see `FIELD_WEIGHTS`."""
    yield "name", split_identifier(tool.name)
    yield "server", split_identifier(tool.server or "")
    yield "description", tool.description
    yield "parameters", " ".join(split_identifier(name) for name in tool.parameters)
    told = (schema.get("description") for schema in tool.parameters.values())
    yield "parameter_descriptions", " ".join(text for text in told if isinstance(text, str))


def weighted_terms(tool: Tool) -> Counter[str]:
    """Return how often each term occurs in the tool, every field with its weight."""
    counts: Counter[str] = Counter()
    for field, text in fields(tool):
        for term in terms(text):
            counts[term] += FIELD_WEIGHTS[field]  # type: ignore[assignment] # weights are fractions
    return counts
