"""An encoder without a model: texts that share terms get near vectors. Small and exact."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from typing_extensions import override

from toolrag.ports.encoder import Encoder, Vector
from toolrag.text.language import language
from toolrag.text.words import terms

DIMENSION = 256


class HashEncoder(Encoder):
    """The normalised sum of a pseudo-random direction for each term."""

    def __init__(self, name: str = "hash", languages: frozenset[str] | None = None) -> None:
        self._name = name
        self._languages = languages
        self.encoded: list[str] = []

    @property
    @override
    def name(self) -> str:
        return self._name

    @property
    @override
    def dimension(self) -> int:
        return DIMENSION

    @property
    @override
    def fingerprint(self) -> str:
        return f"{self._name}-1"

    @override
    def speaks(self, text: str) -> bool:
        return self._languages is None or language(text) in self._languages

    @override
    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        self.encoded += texts
        return [_encode(text) for text in texts]


def _encode(text: str) -> Vector:
    total = sum((_direction(term) for term in terms(text)), np.zeros(DIMENSION))
    norm = float(np.linalg.norm(total))
    return (total / norm if norm else total).astype(np.float32)


@lru_cache(maxsize=100_000)
def _direction(term: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).standard_normal(DIMENSION)
