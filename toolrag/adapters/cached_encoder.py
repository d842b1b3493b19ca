"""A least-recently-used cache in front of an encoder: a turn asked twice is encoded once."""

from collections import OrderedDict
from collections.abc import Sequence

from typing_extensions import override
from toolrag.ports.encoder import Encoder, Vector


class CachedEncoder(Encoder):
    """Keeps the vectors of the last `size` single texts; longer lists pass through."""

    def __init__(self, encoder: Encoder, size: int = 4096) -> None:
        self._encoder = encoder
        self._size = size
        self._kept: OrderedDict[str, Vector] = OrderedDict()

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
        text = texts[0]
        if text in self._kept:
            self._kept.move_to_end(text)
            return [self._kept[text]]
        vectors = await self._encoder.encode(texts)
        self._kept[text] = vectors[0]
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return vectors
