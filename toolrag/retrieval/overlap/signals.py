"""The signals of a pair: what two tools share, each as a number from 0 to 1 and a sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from toolrag.domain.overlap import Signal
from toolrag.retrieval.overlap.features import READING, READING_KIND, Features

Matrix = NDArray[np.float64]

# Cosines of two unrelated tools and of two wordings of one tool, per encoder: the medians over the
# paraphrased schemas of SGD-X. An encoder's similarity is told on this scale.
COSINE_RANGE: Final[Mapping[str, tuple[float, float]]] = {
    "minilm": (0.25, 0.85),
    "use": (0.2, 0.8),
}
_ANY_RANGE: Final = (0.25, 0.85)


def description_similarity(
    vectors: Sequence[Mapping[str, NDArray[np.float32]]], view: str
) -> Matrix:
    """Return how alike all pairs of cards are to one encoder, 0..1; NaN where one has no vector."""
    size = next((len(v[view]) for v in vectors if view in v), 1)
    missing = np.full(size, np.nan, dtype=np.float32)
    stacked = np.stack([v.get(view, missing) for v in vectors])
    low, high = COSINE_RANGE.get(view, _ANY_RANGE)
    cosine = (stacked @ stacked.T).astype(np.float64)
    return np.clip((cosine - low) / (high - low), 0.0, 1.0)


def jaccard(sets: Sequence[frozenset[str]]) -> Matrix:
    """Return the share of common members of all pairs of sets, 0 where one is empty."""
    column = {member: i for i, member in enumerate(dict.fromkeys(m for s in sets for m in s))}
    incidence = np.zeros((len(sets), max(1, len(column))), dtype=np.float32)
    for row, members in enumerate(sets):
        incidence[row, [column[member] for member in members]] = 1.0
    common = (incidence @ incidence.T).astype(np.float64)
    sizes = incidence.sum(axis=1)
    union = sizes[:, None] + sizes[None, :] - common
    either_empty = (sizes[:, None] == 0) | (sizes[None, :] == 0)
    shares: Matrix = np.where(either_empty, 0.0, common / np.maximum(union, 1.0))
    return shares


def same_work(tools: Sequence[Features]) -> tuple[Matrix, Matrix]:
    """Return who does the same kind of work, and whose verbs say that they do not; 0 or 1."""
    kinds = np.array([READING_KIND if t.verb in READING else t.verb for t in tools])
    known = kinds != ""
    both = known[:, None] & known[None, :]
    same = kinds[:, None] == kinds[None, :]
    return (both & same).astype(np.float64), (both & ~same).astype(np.float64)


def verb_object(tools: Sequence[Features], same: Matrix) -> Matrix:
    """Return how much the same work is on the same thing; a half where names tell of none."""
    things = jaccard([t.object for t in tools])
    untold = np.array([not t.object for t in tools])
    told: Matrix = np.where(untold[:, None] & untold[None, :], 0.5, things)
    return same * told


def same_name(tools: Sequence[Features]) -> Matrix:
    """Return 1 for one name on two servers."""
    names = np.array([t.name for t in tools])
    servers = np.array([t.server for t in tools])
    alike = (names[:, None] == names[None, :]) & (servers[:, None] != servers[None, :])
    shared: Matrix = alike.astype(np.float64)
    return shared


def name_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the names share."""
    shared = ", ".join(sorted(a.name_terms & b.name_terms)) or "nothing"
    return Signal("name", value, f"Their names share: {shared}.")


def description_signal(view: str, value: float) -> Signal:
    """Say how alike the definitions read to an encoder."""
    return Signal(
        f"description:{view}",
        value,
        f"Their definitions read {_degree(value)} to the encoder {view!r}.",
    )


def terms_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the descriptions share."""
    shared = sorted(a.terms & b.terms, key=lambda term: (-len(term), term))[:6]
    text = ", ".join(sorted(shared)) or "no word"
    return Signal("terms", value, f"Their descriptions share: {text}.")


def parameters_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which parameters they share."""
    shared = len(a.parameters & b.parameters)
    total = len(a.parameters | b.parameters)
    return Signal("parameters", value, f"{shared} of their {total} parameters have one name.")


def verb_signal(a: Features, b: Features, value: float) -> Signal:
    """Say that both do the same kind of work on the same thing."""
    thing = " ".join(sorted(a.object & b.object)) or "the same thing"
    how = a.verb_word if a.verb_word == b.verb_word else f"{a.verb_word} or {b.verb_word}"
    return Signal("verb_object", value, f"Both {how} {thing}.")


def same_name_signal(a: Features, b: Features, value: float) -> Signal:
    """Say that one name stands on two servers."""
    return Signal("same_name", value, f"{a.name!r} is on {a.server!r} and on {b.server!r}.")


def _degree(value: float) -> str:
    if value >= 0.95:
        return "the same"
    if value >= 0.7:
        return "almost the same"
    return "alike" if value >= 0.4 else "somewhat alike"


# How each signal of names and schemas is said; `other_work` speaks against a pair and is not.
SENTENCES: Final[Mapping[str, Callable[[Features, Features, float], Signal]]] = {
    "name": name_signal,
    "terms": terms_signal,
    "parameters": parameters_signal,
    "verb_object": verb_signal,
    "same_name": same_name_signal,
}
