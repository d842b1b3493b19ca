"""A least-recently-used cache in front of an encoder: a turn asked twice is encoded once."""

from collections.abc import Sequence

from typing_extensions import override

from toolrag.adapters.recent import Recent
from toolrag.ports.encoder import Encoder, Vector


class CachedEncoder(Encoder):
    """Keeps the vectors of the last `size` single texts; longer lists pass through."""

    def __init__(self, encoder: Encoder, size: int = 4096) -> None:
        self._encoder = encoder
        self._recent: Recent[str, Vector] = Recent(size)

    @property
    @override
    def name(self) -> str:
        return self._encoder.name

    @property
    @override
    def dimension(self) -> int:
        return self._encoder.dimension

    @property
    @override
    def fingerprint(self) -> str:
        return self._encoder.fingerprint

    @override
    def speaks(self, text: str) -> bool:
        return self._encoder.speaks(text)

    @override
    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        if len(texts) != 1:
            return await self._encoder.encode(texts)
        known = self._recent.get(texts[0])
        if known is not None:
            return [known]
        vectors = await self._encoder.encode(texts)
        self._recent.put(texts[0], vectors[0])
        return vectors
