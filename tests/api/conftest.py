"""The app on the memory engine, over ASGI: everything is real but the model and the socket."""

from collections.abc import AsyncIterator

import httpx
import pytest
from support.workspaces import memory_workspace

from toolrag.api.app import create_app
from toolrag.api.settings import Settings

MAX_BODY = 200_000


@pytest.fixture
async def http(anyio_backend: str) -> AsyncIterator[httpx.AsyncClient]:
    assert anyio_backend == "asyncio"
    settings = Settings().model_copy(update={"max_body_bytes": MAX_BODY})
    app = create_app(settings, lambda _: memory_workspace())
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            yield client
