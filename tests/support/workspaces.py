"""Workspaces that need no model: the memory engine and the hash encoder."""

import itertools
from functools import cache
from pathlib import Path
from typing import Any

from support.hash_encoder import HashEncoder
from toolrag.adapters.edge_engine import EdgeEngine
from toolrag.adapters.memory_index import MemoryEngine
from toolrag.api.wiring import token_counters
from toolrag.journeys.workspace import Workspace, index_schema


def memory_workspace(*encoders: HashEncoder) -> Workspace:
    """Return a workspace that forgets; its clock counts calls."""
    used = encoders or (HashEncoder(),)
    ticks = itertools.count(1)
    return Workspace(
        engine=MemoryEngine(index_schema(used)),
        encoders=used,
        counter=shared_counters(),
        clock=lambda: float(next(ticks)),
    )


def edge_workspace(data: Path, *encoders: HashEncoder) -> Workspace:
    """Return a workspace on a data folder."""
    used = encoders or (HashEncoder(),)
    return Workspace(
        engine=EdgeEngine(data, index_schema(used)),
        encoders=used,
        counter=shared_counters(),
        clock=lambda: 1.0,
    )


@cache
def shared_counters() -> Any:
    """Return the token counters; made once, since the vocabulary takes a while to load."""
    return token_counters()


def definition(name: str, description: str = "", /, **properties: Any) -> dict[str, Any]:
    """Return an MCP definition; `properties` are schemas by parameter name."""
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": schema}
