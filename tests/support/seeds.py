"""The seed tools in a workspace with a real encoder, and turns over them."""

import asyncio
from pathlib import Path
from typing import Any

from support.workspaces import shared_counters
from toolrag.adapters import tool_files
from toolrag.adapters.memory_index import MemoryEngine
from toolrag.adapters.use_encoder import UseEncoder
from toolrag.domain.turn import Turn
from toolrag.journeys.register import Registration, register
from toolrag.journeys.route import Answer, route
from toolrag.journeys.workspace import Workspace, index_schema
from toolrag.retrieval.conversation import conversation_of

SEEDS = Path(__file__).parents[2] / "seed_tools"


def seeded_workspace() -> Workspace:
    """Return a workspace with the seed tools; its clock stands still."""
    encoders = (UseEncoder(),)
    engine = MemoryEngine(index_schema(encoders))
    workspace = Workspace(engine, encoders, shared_counters(), clock=lambda: 0.0)

    async def fill() -> None:
        for path in tool_files.find([SEEDS]):
            document = tool_files.load(path)
            server = tool_files.server_of(path, document)
            await register(workspace, Registration(document, server=server, lint="off"))

    asyncio.run(fill())
    return workspace


def turned(workspace: Workspace, query: str, **more: Any) -> Answer:
    """Return the answer to a query that stands alone."""
    return asyncio.run(route(workspace, Turn(query=query, **more)))


def ask(workspace: Workspace, messages: list[dict[str, Any]], **more: Any) -> Answer:
    conversation = conversation_of(messages)
    turn = Turn(query=conversation.last, conversation=conversation, **more)
    return asyncio.run(route(workspace, turn))


def ids(answer: Answer) -> list[str]:
    return [tool.tool.id for tool in answer.tools]


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def called(name: str, result: str) -> list[dict[str, Any]]:
    call = {"id": "c", "type": "function", "function": {"name": name, "arguments": "{}"}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": result},
    ]
