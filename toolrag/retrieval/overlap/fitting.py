"""Fit the coefficients of `toolrag.retrieval.overlap.model` on labelled pairs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import networkx as nx
import numpy as np

from toolrag.domain.overlap import DISTINCT, SAME, LabelledPair
from toolrag.errors import InvalidInputError
from toolrag.retrieval.logistic import logistic_fit
from toolrag.retrieval.overlap import signals
from toolrag.retrieval.overlap.features import features
from toolrag.retrieval.overlap.model import SAMENESS, Against, Sameness
from toolrag.retrieval.overlap.pairs import against
from toolrag.retrieval.overlap.signals import Vectors

_FOLDS: Final = 5
# Pairs of one field are what is hard; of easy ones there are always more.
_HARD: Final = 3.0


@dataclass(frozen=True, slots=True)
class PairSample:
    """A labelled pair as the model sees it: see `signals.Alike`."""

    pair: LabelledPair
    wording: float
    agreed: float
    against: Against

    def logit(self, by: Sameness) -> float:
        """Return the log-odds that both are one capability."""
        return by.wording * self.wording + by.intercept + self.given(by)

    def given(self, by: Sameness) -> float:
        """Return the part of the log-odds that lies in contracts and in what speaks against."""
        return by.contract * self.agreed + self.against.logit(by)


def sampled(
    pairs: Sequence[LabelledPair], vectors: Sequence[tuple[Vectors, Vectors]]
) -> list[PairSample]:
    """Return pairs as the model sees them; `vectors[i]` are those of both tools of `pairs[i]`."""
    return [_sample(pair, of) for pair, of in zip(pairs, vectors, strict=True)]


def _sample(pair: LabelledPair, vectors: tuple[Vectors, Vectors]) -> PairSample:
    a, b = features(pair.a), features(pair.b)
    both = signals.prepare([a, b], list(vectors))
    alike = signals.alike(both.rows(slice(0, 1)), both.rows(slice(1, 2)))
    wording, agreed = float(alike.wording[0, 0]), float(alike.agreed[0, 0])
    return PairSample(pair, wording, agreed, against(a, b))


def fitted(samples: Iterable[PairSample]) -> Sameness:
    """Return the model whose first three coefficients maximise the likelihood.

    Raises:
        InvalidInputError: when the pairs are not of both kinds.
    """
    used = [s for s in samples if s.pair.label in (SAME, DISTINCT)]
    same = np.array([s.pair.label == SAME for s in used], dtype=np.float64)
    if not 0 < same.sum() < len(same):
        hint = "Give pairs with the labels 'same' and 'distinct'."
        raise InvalidInputError("There are not pairs of both kinds.", hint=hint)
    without = replace(SAMENESS, told_across=0.0)
    told = [float(s.against.told_apart and not s.against.by_names) for s in used]
    rows = np.column_stack([[s.wording for s in used], told])
    weights = np.array([_HARD if s.pair.hard else 1.0 for s in used])
    known = np.array([s.given(without) for s in used])
    wording, told_across, intercept = logistic_fit(rows, same, weights, known)
    return replace(SAMENESS, intercept=intercept, wording=wording, told_across=told_across)


def unseen_logits(samples: Sequence[PairSample]) -> list[float]:
    """Return the log-odds of every pair, by a model that knows neither of its services.

    Services that are paraphrases of each other are one, and a fifth of them is left out at a time.
    """
    fold = _folds(samples)
    found = [0.0] * len(samples)
    for left_out in range(_FOLDS):
        known = fitted(s for s, folds in zip(samples, fold, strict=True) if left_out not in folds)
        for i, (sample, folds) in enumerate(zip(samples, fold, strict=True)):
            if folds[0] == left_out:
                found[i] = sample.logit(known)
    return found


def _folds(samples: Sequence[PairSample]) -> list[tuple[int, int]]:
    """Return the folds of both tools of each pair."""
    graph: nx.Graph[str] = nx.Graph()
    for sample in samples:
        servers = (sample.pair.a.server or "", sample.pair.b.server or "")
        graph.add_nodes_from(servers)
        if sample.pair.label != DISTINCT:
            graph.add_edge(*servers)
    groups = sorted(sorted(group) for group in nx.connected_components(graph))
    fold = {server: i % _FOLDS for i, group in enumerate(groups) for server in group}
    return [(fold[s.pair.a.server or ""], fold[s.pair.b.server or ""]) for s in samples]
