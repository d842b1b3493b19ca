"""How alike unrelated tools are: a cosine alone says nothing, its place among those of others does.

Quantiles over two million random pairs of tools from different servers in each of four public
catalogues (mcp_dump, bfcl, ultratool_en, seal_tools; MiniLM: the first two), their means; for
scripts without spaces over pairs of ultratool_zh.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from toolrag.retrieval.fusion import encoder_of

_LEVELS: Final = (0.0, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999, 1.0)
_COSINES: Final[Mapping[tuple[str, bool], tuple[float, ...]]] = {
    ("use", False): (0.10, 0.16, 0.23, 0.28, 0.36, 0.42, 0.48, 0.57, 0.64, 0.69, 0.81),
    ("use", True): (0.12, 0.19, 0.28, 0.36, 0.46, 0.54, 0.61, 0.71, 0.76, 0.83, 0.92),
    ("minilm", False): (0.08, 0.16, 0.23, 0.29, 0.35, 0.41, 0.47, 0.56, 0.62, 0.68, 0.81),
}


def percentile(view: str, cosine: float, *, unspaced: bool) -> float | None:
    """Return the share of unrelated pairs (0..1) that are less alike; None for unknown encoders.

    `unspaced` says that both are written in a script without spaces.
    """
    known = _COSINES.get((encoder_of(view), unspaced))
    if known is None:
        return None
    return round(float(np.interp(cosine, (-1.0, *known, 1.0), _LEVELS)), 4)
