"""The app: settings in, a FastAPI application out."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline

from toolrag.api import problems
from toolrag.api.middleware import BodyLimitMiddleware, RequestIdMiddleware
from toolrag.api.problems import ProblemModel
from toolrag.api.routes import catalogues, feedback, health, lint, pages, tools, turns
from toolrag.api.settings import Settings
from toolrag.api.state import AppState
from toolrag.api.wiring import workspace
from toolrag.journeys.workspace import Workspace

_DESCRIPTION = (
    "Tool definitions go in once, and each turn an agent gets back at most 30 of them, "
    "the right ones, with a report of which of them can be confused."
)


def create_app(settings: Settings, wire: Callable[[Settings], Workspace] = workspace) -> FastAPI:
    """Return the application for some settings; nothing is opened before it starts.

    `wire` makes the workspace; its errors (`DataInUseError`, ...) come out of the start-up.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.toolrag = AppState(wire(settings))
        yield
        await app.state.toolrag.close()

    # The documents bring their scripts along: a page that loads them from a CDN is blank offline.
    app = FastAPIOffline(
        redoc_url=None,
        title="toolrag",
        summary="A router for agents with many tools",
        description=_DESCRIPTION,
        version=version("toolrag"),
        lifespan=lifespan,
        responses={
            "4XX": {"model": ProblemModel, "description": "What was sent cannot be used."},
            "5XX": {"model": ProblemModel, "description": "Nothing was lost; try again."},
        },
    )
    for module in (tools, turns, feedback, lint, catalogues, pages, health):
        app.include_router(module.router)
    problems.install(app)
    app.add_middleware(BodyLimitMiddleware, limit=settings.max_body_bytes)
    app.add_middleware(RequestIdMiddleware)
    return app
