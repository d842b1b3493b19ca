"""Labelled pairs of definitions: one capability, or two."""

import json
from pathlib import Path
from typing import Any, Final

from toolrag.domain.overlap import LabelledPair
from toolrag.domain.tool import Tool
from toolrag.errors import InvalidInputError

PAIRS: Final = "pairs.jsonl"


def load_pairs(path: Path) -> tuple[LabelledPair, ...]:
    """Return the pairs of a JSON Lines file, `{label, kind, a, b}` in each line.

    Raises:
        InvalidInputError: when a line is no such pair.
    """
    with path.open(encoding="utf-8") as lines:
        return tuple(_pair(path, i, line) for i, line in enumerate(lines, 1) if line.strip())


def _pair(path: Path, number: int, line: str) -> LabelledPair:
    try:
        row = json.loads(line)
        return LabelledPair(row["label"], row["kind"], _tool(row["a"]), _tool(row["b"]))
    except (ValueError, KeyError, TypeError) as cause:
        problem = f"Line {number} of {path.name} is no pair: {cause!r}."
        hint = 'Write {"label": "same", "kind": "...", "a": {...}, "b": {...}} in each line.'
        raise InvalidInputError(problem, hint=hint) from cause


def _tool(definition: dict[str, Any]) -> Tool:
    return Tool(
        name=definition["name"],
        description=definition.get("description", ""),
        input_schema=definition.get("inputSchema", {}),
        server=definition.get("server"),
    )
