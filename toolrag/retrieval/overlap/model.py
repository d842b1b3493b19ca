"""From what two definitions share to the probability that they are of one capability.

A logistic model of nine numbers, which anyone can read. `toolrag calibrate` fits the first three
on labelled pairs and tells how well it does on services that it has not seen; the others were set
by reading the nearest pairs of real catalogues, where the labelled pairs have none of the kind.
DECISIONS.md, 27, has the figures.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sameness:
    """The coefficients, all of log-odds.

    `wording` is for each unit of `signals.Alike.wording`, from unrelated (0) to the same in other
    words (1). `told_across` is for two tools of two servers that words tell apart
    (`contrast.told_apart`), `told_within` for two of one server; `work_across` and `work_within`
    where the verbs of their names are of two kinds, and `named_within` where within one server each
    name has a word of its own. `contract` is for parameters that are the same, against half of
    them. `contrasted` is for each side that says when to use the other.
    """

    intercept: float
    wording: float
    told_across: float
    told_within: float = -9.0
    named_within: float = -2.0
    work_across: float = -1.5
    work_within: float = -4.0
    contract: float = 3.0
    contrasted: float = -5.0


SAMENESS: Final = Sameness(intercept=-6.9, wording=11.1, told_across=-2.7)

# So many parameters have to agree until that says all it can.
_MANY_PARAMETERS: Final = 4


def agreement(contract: Numbers, parameters: Numbers) -> Numbers:
    """Return how far contracts agree (-0.5..0.5), 0 where there is nothing to agree on.

    `contract` is the share of parameters that agree, `parameters` the larger number of them.
    """
    known: Numbers = np.minimum(1.0, parameters / _MANY_PARAMETERS) * (contract - 0.5)
    return known


def upper_logit(wording: Numbers, agreed: Numbers) -> Numbers:
    """Return the log-odds without what speaks against a pair, which is looked at pair by pair.

    `agreed` is the `agreement` of the contracts.
    """
    logit: Numbers = SAMENESS.intercept + SAMENESS.wording * wording + SAMENESS.contract * agreed
    return logit


@dataclass(frozen=True, slots=True)
class Against:
    """What speaks against one pair.

    `by_names` says that names have to be taken at their word: both tools are of one server, whose
    author chose them to differ, or one of them says nothing but its name.
    """

    by_names: bool
    told_apart: bool
    named_apart: bool
    other_work: bool
    contrasted: int

    def logit(self, by: Sameness = SAMENESS) -> float:
        """Return the log-odds that it takes."""
        within = self.by_names
        marks = (
            (self.told_apart, by.told_within if within else by.told_across),
            (self.other_work, by.work_within if within else by.work_across),
            (self.named_apart and within, by.named_within),
        )
        found = sum(weight for applies, weight in marks if applies)
        return found + self.contrasted * by.contrasted


def probability(logit: float) -> float:
    """Return a probability (four digits) from log-odds."""
    return round(float(1.0 / (1.0 + np.exp(-logit))), 4)


def least_logit(probability: float) -> float:
    """Return the log-odds that a probability (0..1, four digits) is rounded from at the least."""
    least = min(1.0, probability) - 0.00005
    if least <= 0:
        return -np.inf
    return float(np.log(least / (1.0 - least)))
