"""From settings to a workspace: the one place of the service that names adapters."""

import time
from collections.abc import Callable
from functools import cache

from threadpoolctl import threadpool_limits

from toolrag.adapters.cached_encoder import CachedEncoder
from toolrag.adapters.tiktoken_counter import TiktokenCounter
from toolrag.api.settings import Settings
from toolrag.journeys.workspace import Workspace, index_schema
from toolrag.ports.encoder import Encoder
from toolrag.ports.index import IndexEngine, IndexSchema
from toolrag.ports.tokens import TokenCounter


def workspace(settings: Settings) -> Workspace:
    """Return a workspace for these settings.

    Raises:
        EncoderNotFoundError: for an encoder that is neither packaged nor readable.
        DataInUseError: when another process holds the data folder.
    """
    # The small products of an overlap report are slower on two threads than on one, and idle BLAS
    # threads wait actively for a while, on cores that the encoder and the index need.
    threadpool_limits(limits=1, user_api="blas")
    names = settings.encoder_names
    encoders = tuple(CachedEncoder(encoder(name, alone=len(names) == 1)) for name in names)
    return Workspace(
        engine=engine(settings, index_schema(encoders)),
        encoders=encoders,
        counter=token_counters(),
        clock=time.time,
    )


def encoder(name: str, *, alone: bool) -> Encoder:
    """Return an encoder by name: `minilm`, `use`, or any sentence-transformers model.

    `alone` says that no other encoder runs in this process.
    """
    if name == "minilm":
        from toolrag.adapters.sentence_transformer_encoder import packaged_minilm

        return packaged_minilm()
    if name == "use":
        from toolrag.adapters.use_encoder import UseEncoder

        return UseEncoder(threads=None if alone else 1)
    from toolrag.adapters.sentence_transformer_encoder import model_by_name

    return model_by_name(name)


def engine(settings: Settings, schema: IndexSchema) -> IndexEngine:
    """Return the Qdrant server's engine where there is a URL, the embedded one otherwise."""
    if settings.qdrant_url:
        from qdrant_client import AsyncQdrantClient

        from toolrag.adapters.qdrant_index import QdrantEngine

        key = settings.qdrant_api_key
        return QdrantEngine(AsyncQdrantClient(url=settings.qdrant_url, api_key=key), schema)
    from toolrag.adapters.edge_engine import EdgeEngine

    return EdgeEngine(settings.data, schema)


def token_counters() -> Callable[[str | None], TokenCounter]:
    """Return how to get a counter by its tokenizer's name; each is made once."""

    @cache
    def counter(name: str | None) -> TokenCounter:
        return TiktokenCounter() if name is None else TiktokenCounter(name)

    return counter
