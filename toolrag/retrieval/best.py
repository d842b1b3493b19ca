"""The positions of the best of many scores."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def best(scores: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Return the positions of the `count` best scores, best first, ties in their order."""
    if count < len(scores):
        # Everything that ties with the last is kept, so that chance cuts nothing off.
        edge = np.partition(scores, len(scores) - count)[len(scores) - count]
        chosen = np.flatnonzero(scores >= edge)
    else:
        chosen = np.arange(len(scores))
    return chosen[np.argsort(-scores[chosen], kind="stable")][:count]
