"""A least-recently-used cache in front of an encoder: a turn asked twice is encoded once."""

from collections.abc import Sequence

from typing_extensions import override

from toolrag.adapters.recent import Recent
from toolrag.ports.encoder import Encoder, Vector


class CachedEncoder(Encoder):
    """Keeps the vectors of the last `size` single texts.

    Longer lists are registrations, which would push the queries out: they pass through, unless
    `lists` are to be kept as well.
    """

    def __init__(self, encoder: Encoder, size: int = 4096, *, lists: bool = False) -> None:
        self._encoder = encoder
        self._recent: Recent[str, Vector] = Recent(size)
        self._lists = lists

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
        if len(texts) != 1 and not self._lists:
            return await self._encoder.encode(texts)
        vectors = {text: v for text in texts if (v := self._recent.get(text)) is not None}
        unknown = [text for text in dict.fromkeys(texts) if text not in vectors]
        if unknown:
            for text, vector in zip(unknown, await self._encoder.encode(unknown), strict=True):
                self._recent.put(text, vector)
                vectors[text] = vector
        return [vectors[text] for text in texts]
