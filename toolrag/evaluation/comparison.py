"""Whether one configuration finds more than another on the same queries, or by chance."""

from collections.abc import Sequence
from typing import Final

import numpy as np

_RESAMPLES: Final = 9_999


def p_value(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the two-sided p-value of a paired randomisation test on the mean difference.

    Under the null hypothesis the two values of a query are exchangeable: Fisher's randomisation
    test, as Smucker, Allan and Carterette (2007) advise it for retrieval. The sign flips are
    seeded: the same input gives the same value. 1.0 where nothing differs.

    Raises:
        ValueError: when the two are not of the same queries.
    """
    apart = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    apart = apart[apart != 0]
    if apart.size == 0:
        return 1.0
    signs = np.random.default_rng(0).choice((-1.0, 1.0), size=(_RESAMPLES, apart.size))
    extreme = np.abs(signs @ apart) >= abs(apart.sum()) - 1e-12
    return float((extreme.sum() + 1) / (_RESAMPLES + 1))
