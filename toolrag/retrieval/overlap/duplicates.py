"""Which tools are near-identical: of those one is enough in a turn."""

from collections.abc import Iterable, Mapping
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.overlap import Pair
from toolrag.domain.tool import Tool

# Two tools at or above this, with one contract, are one tool twice.
LEAST: Final = 0.95


def duplicates(pairs: Iterable[Pair], tools: Mapping[str, Tool]) -> dict[str, frozenset[str]]:
    """Return for each tool the ones that are near-identical to it, where there are any."""
    found: dict[str, set[str]] = {}
    for pair in pairs:
        if pair.sameness >= LEAST and interchangeable(tools[pair.a], tools[pair.b]):
            found.setdefault(pair.a, set()).add(pair.b)
            found.setdefault(pair.b, set()).add(pair.a)
    return {tool_id: frozenset(others) for tool_id, others in found.items()}


def interchangeable(a: Tool, b: Tool) -> bool:
    """Tell whether every call of one is a call of the other: same parameters, types and needs."""
    return _contract(a) == _contract(b)


def _contract(tool: Tool) -> tuple[frozenset[str], dict[str, tuple[Json, Json]]]:
    told = tool.parameters.items()
    return tool.required, {name: (kind.get("type"), kind.get("enum")) for name, kind in told}
