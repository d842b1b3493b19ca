"""The encoder port: text to unit vectors."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into unit vectors of one view of the index."""

    @property
    def name(self) -> str:
        """The view's name: lower-case letters, digits, `-` and `_`."""

    @property
    def dimension(self) -> int:
        """The length of its vectors."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same text could get another vector: model and weights."""

    def speaks(self, text: str) -> bool:
        """Tell whether the encoder knows the language of `text`."""

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """Return a unit vector for each text, in order; the same text always gets the same one."""
