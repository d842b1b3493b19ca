"""What definitions cost: one, some, and a whole catalogue."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from toolrag.domain.canonical import canonical_json
from toolrag.domain.tool import Tool
from toolrag.formats.names import hashed_name, rendered_names
from toolrag.formats.registry import ENTRY_FORMATS
from toolrag.ports.index import ToolFilter, ToolIndex, every_tool
from toolrag.ports.tokens import TokenCounter

# What a definition looks like where no provider is named.
NEUTRAL_FORMAT: Final = "mcp"


def shape(format: str) -> str:
    """Return the format that a turn's definitions are shown and counted in."""
    return NEUTRAL_FORMAT if format == "none" else format


@lru_cache(maxsize=131_072)
def named_tokens(tool: Tool, name: str, format: str, counter: TokenCounter) -> int:
    """Return the tokens of a tool rendered under a name, as compact JSON."""
    return counter.count(canonical_json(ENTRY_FORMATS[format].render(tool, name)))


def tool_tokens(tool: Tool, format: str, counter: TokenCounter) -> int:
    """Return the tokens of a tool rendered alone."""
    return named_tokens(tool, rendered_names([tool], format)[0], format, counter)


def most_tokens(tool: Tool, format: str, counter: TokenCounter) -> int:
    """Return the most that a tool can cost, whatever name it gets beside other tools."""
    hashed = named_tokens(tool, hashed_name(tool, format), format, counter)
    return max(tool_tokens(tool, format, counter), hashed)


class CatalogueTotals:
    """The tokens of whole catalogues, worked out once and kept up to date by registrations.

    Another process may write to the same catalogue: when the number of tools is not the expected
    one, the total is worked out again.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, TokenCounter], tuple[int, int]] = {}

    async def tokens(
        self, catalogue: str, index: ToolIndex, format: str, counter: TokenCounter
    ) -> int:
        """Return what all definitions of a catalogue cost, rendered."""
        key = (catalogue, format, counter)
        size = await index.count(ToolFilter())
        if self._known.get(key, (-1, 0))[0] != size:
            self._known[key] = (size, await _total(index, format, counter))
        return self._known[key][1]

    def replace(self, catalogue: str, old: Iterable[Tool], new: Iterable[Tool]) -> None:
        """Take note that `old` tools are gone and `new` ones are there."""
        gone, come = list(old), list(new)
        for key, (size, tokens) in list(self._known.items()):
            if key[0] == catalogue:
                change = _cost(come, *key[1:]) - _cost(gone, *key[1:])
                self._known[key] = (size + len(come) - len(gone), tokens + change)

    def forget(self, catalogue: str) -> None:
        """Forget a catalogue that was removed."""
        for key in [key for key in self._known if key[0] == catalogue]:
            del self._known[key]


def _cost(tools: Iterable[Tool], format: str, counter: TokenCounter) -> int:
    return sum(tool_tokens(tool, format, counter) for tool in tools)


async def _total(index: ToolIndex, format: str, counter: TokenCounter) -> int:
    tools = [stored.tool async for stored in every_tool(index, ToolFilter())]
    return _cost(tools, format, counter)
