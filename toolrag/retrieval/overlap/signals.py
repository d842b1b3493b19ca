"""The signals of a pair: what two tools share, each as a number from 0 to 1 and a sentence."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from toolrag.domain.overlap import Signal
from toolrag.retrieval.overlap.features import Features, same_kind_of_verb

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


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the share of common members, 0 for two empty sets."""
    if not a or not b:
        return 0.0
    common = len(a & b)
    return common / (len(a) + len(b) - common)


def verb_object(a: Features, b: Features) -> float:
    """Return 1 for the same kind of work on the same thing, less where the things differ a bit."""
    if not same_kind_of_verb(a, b):
        return 0.0
    if not a.object and not b.object:
        return 0.5
    return jaccard(a.object, b.object)


def other_work(a: Features, b: Features) -> float:
    """Return 1 when both names say what they do and that is not the same (create, delete)."""
    return float(bool(a.verb and b.verb) and not same_kind_of_verb(a, b))


def same_name(a: Features, b: Features) -> float:
    """Return 1 for one name on two servers."""
    return float(a.name == b.name and a.server != b.server)


def name_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the names share."""
    shared = ", ".join(sorted(a.name_terms & b.name_terms)) or "nothing"
    return Signal("name", value, f"Their names share: {shared}.")


def description_signal(view: str, value: float) -> Signal:
    """Say how alike the definitions read to an encoder."""
    return Signal(f"description:{view}", value, f"Their definitions read {_degree(value)} to the encoder {view!r}.")


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
