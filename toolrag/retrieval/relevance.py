"""From a fused score to the probability that a tool is relevant."""

import math
from collections.abc import Mapping
from typing import Final

# A logistic model; see DECISIONS.md for the data it was fitted on. Within one turn it only grows
# with the fused score, so that a better rank never has a lower probability. The best cosine of the
# turn says whether anything fits at all.
INTERCEPT: Final = -6.0
FUSED_WEIGHT: Final = 1.5
BEST_COSINE_WEIGHTS: Final[Mapping[str, float]] = {"minilm": 2.0, "use": 2.0}

# What the default floor lets through: anything that is not hopeless.
DEFAULT_FLOOR: Final = 0.0


def relevance(fused: float, best_cosines: Mapping[str, float]) -> float:
    """Return the probability (0..1, four digits) that a tool of this fused score is relevant.

    `best_cosines` holds the best raw score of the turn for each dense view that was searched.
    """
    known = {v: w for v, w in BEST_COSINE_WEIGHTS.items() if v in best_cosines}
    # A view that was not searched is taken to agree with those that were.
    total = sum(BEST_COSINE_WEIGHTS.values())
    weight = sum(known.values())
    mean = sum(w * best_cosines[v] for v, w in known.items()) / weight if weight else 0.5
    logit = INTERCEPT + FUSED_WEIGHT * fused + total * mean
    return round(1.0 / (1.0 + math.exp(-logit)), 4)
