"""How a tool lies in Qdrant, embedded or served: point ids, payloads, and back."""

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.tool import Learned, StoredTool, tool_from_json
from toolrag.ports.index import IndexEntry, PointVectors

TOOL: Final = "tool"
EXAMPLE: Final = "example"
KEYWORD_FIELDS: Final = ("kind", "tool_id", "server", "tags")
_NAMESPACE: Final = uuid.UUID("6f0a1e3c-6d0e-5b55-9a53-0f6f6d3c2b11")


@dataclass(frozen=True, slots=True)
class PlannedPoint:
    """One point to write: the card of a tool, or one of its example utterances."""

    id: str
    vectors: PointVectors
    payload: Mapping[str, Json]


def point_id(catalogue: str, tool_id: str, example: int | None = None) -> str:
    """Return the UUID of a tool's card, or of its nth example; the same on every machine."""
    parts = [catalogue, tool_id] + ([] if example is None else [EXAMPLE, str(example)])
    return str(uuid.uuid5(_NAMESPACE, json.dumps(parts)))


def plan(catalogue: str, entry: IndexEntry) -> Iterator[PlannedPoint]:
    """Yield every point of an entry; the card carries the whole definition."""
    tool = entry.stored.tool
    shared: dict[str, Json] = {
        "tool_id": tool.id,
        "server": tool.server or "",
        "tags": list(tool.tags),
        "views": [*sorted(entry.card.dense)],
    }
    card = {
        **shared,
        "kind": TOOL,
        "examples": len(entry.examples),
        "document": _dump(entry.stored),
    }
    yield PlannedPoint(point_id(catalogue, tool.id), entry.card, card)
    for i, vectors in enumerate(entry.examples):
        payload = {**shared, "kind": EXAMPLE}
        yield PlannedPoint(point_id(catalogue, tool.id, i), vectors, payload)


def _dump(stored: StoredTool) -> str:
    # Keys keep their order: models read parameters in the order that their author gave them.
    return json.dumps(
        {
            "tool": stored.tool.as_json(),
            "revision": stored.revision,
            "created_at": stored.created_at,
            "updated_at": stored.updated_at,
            "format": stored.format,
            "source": stored.source,
            "learned": [astuple(learned) for learned in stored.learned],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def load(document: str) -> StoredTool:
    """Return the stored tool that a card's payload carries."""
    value = json.loads(document)
    learned = tuple(Learned(*row) for row in value.get("learned", ()))
    return StoredTool(**{**value, "tool": tool_from_json(value["tool"]), "learned": learned})
