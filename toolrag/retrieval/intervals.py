"""Intervals of shares that were counted."""

from math import sqrt
from typing import Final

# 95 %.
_Z: Final = 1.96


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson, 1927); `count` is at least 1.

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    share = hits / count
    middle = share + _Z * _Z / (2 * count)
    spread = _Z * sqrt((share * (1 - share) + _Z * _Z / (4 * count)) / count)
    scale = 1 + _Z * _Z / count
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
