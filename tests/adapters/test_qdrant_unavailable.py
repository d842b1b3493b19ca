"""A server that is away: an error that says so, and nothing else."""

import pytest
from qdrant_client import AsyncQdrantClient

from toolrag.adapters.qdrant_index import QdrantEngine
from toolrag.errors import UnavailableError
from toolrag.ports.index import IndexSchema


@pytest.mark.anyio
async def test_an_unreachable_server_is_named(unused_port: int) -> None:
    client = AsyncQdrantClient(
        url=f"http://127.0.0.1:{unused_port}", check_compatibility=False, timeout=2
    )
    engine = QdrantEngine(client, IndexSchema({}, "bm25", "x"))
    with pytest.raises(UnavailableError, match="cannot be reached") as caught:
        await engine.open("default")
    assert "TOOLRAG_QDRANT_URL" in caught.value.hint
    await engine.close()
