"""What a running app holds: its workspace and whether it is ready."""

import asyncio
from typing import Annotated

from fastapi import Depends, Request

from toolrag.errors import ToolragError
from toolrag.journeys.workspace import Workspace

_PROBE = "Which tools are there?"


class AppState:
    """The workspace, and the warm-up that loads the encoders beside the first requests."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._warm_up = asyncio.create_task(self._load())

    async def _load(self) -> None:
        for encoder in self.workspace.encoders:
            await encoder.encode([_PROBE])
        await asyncio.to_thread(self.workspace.counter(None).count, _PROBE)

    async def not_ready_because(self) -> str:
        """Return why turns cannot be answered now, "" when they can."""
        if not self._warm_up.done():
            return "The encoders are being loaded."
        failure = self._warm_up.exception()
        if failure is not None:
            return f"An encoder could not be loaded: {failure}"
        try:
            await self.workspace.engine.catalogues()
        except ToolragError as error:
            return error.detail
        return ""

    async def close(self) -> None:
        """Let go of everything."""
        self._warm_up.cancel()
        await asyncio.gather(self._warm_up, return_exceptions=True)
        await self.workspace.engine.close()


def _state(request: Request) -> AppState:
    state: AppState = request.app.state.toolrag
    return state


def _workspace(state: Annotated[AppState, Depends(_state)]) -> Workspace:
    return state.workspace


CurrentState = Annotated[AppState, Depends(_state)]
CurrentWorkspace = Annotated[Workspace, Depends(_workspace)]
