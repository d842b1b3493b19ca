"""Logistic regression: weighted, with a prior that holds back what chance separated."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Numbers = NDArray[np.float64]
# Log-odds beyond these were separated by chance (a Gaussian prior of this deviation).
_DEVIATION: Final = 10.0


def logistic_fit(
    rows: Numbers, true: Numbers, weights: Numbers, known: Numbers | None = None
) -> tuple[float, ...]:
    """Return the coefficients (three digits) of a logistic regression, the intercept last.

    `rows` (n, m) are inputs, `true` (n,) 0 or 1, `weights` (n,) any positive numbers; `known` (n,)
    are log-odds that are not fitted.
    """
    inputs = np.column_stack([rows, np.ones(len(rows))])
    share = weights * (len(rows) / weights.sum())
    given = np.zeros(len(rows)) if known is None else known

    def loss(at: Numbers) -> tuple[float, Numbers]:
        odds = inputs @ at + given
        chance = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
        value = share @ (np.logaddexp(0, odds) - true * odds) + at @ at / (2 * _DEVIATION**2)
        return float(value), inputs.T @ (share * (chance - true)) + at / _DEVIATION**2

    found = minimize(loss, np.zeros(inputs.shape[1]), jac=True, method="L-BFGS-B")
    return tuple(round(float(x), 3) for x in found.x)
