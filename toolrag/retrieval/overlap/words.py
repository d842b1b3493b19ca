"""The signals of one pair in words, and the sentence that would separate the two."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from toolrag.domain.overlap import Signal
from toolrag.retrieval.overlap.features import READING, Features


def name_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the names share."""
    shared = ", ".join(_spelt(a, a.name_terms & b.name_terms)) or "nothing"
    return Signal("name", value, f"Their names share: {shared}.")


def _spelt(tool: Features, stems: Iterable[str]) -> list[str]:
    """Return stems as the tool writes them, in the order of the alphabet."""
    return sorted(tool.spelt.get(term, term) for term in stems)


def description_signal(view: str, value: float) -> Signal:
    """Say how alike the definitions read to an encoder."""
    text = f"Their definitions read {_degree(value)} to the encoder {view!r}."
    return Signal(f"description:{view}", value, text)


def terms_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the descriptions share."""
    shared = sorted(a.terms & b.terms, key=lambda term: (-len(term), term))[:6]
    text = ", ".join(_spelt(a, shared)) or "no word"
    return Signal("terms", value, f"Their descriptions share: {text}.")


def parameters_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which parameters they share."""
    shared = len(a.parameters & b.parameters)
    total = len(a.parameters | b.parameters)
    return Signal("parameters", value, f"{shared} of their {total} parameters have one name.")


def verb_signal(a: Features, b: Features, value: float) -> Signal:
    """Say that both do the same kind of work on the same thing."""
    thing = " ".join(_spelt(a, a.object & b.object)) or "the same thing"
    how = a.verb_word if a.verb_word == b.verb_word else f"{a.verb_word} or {b.verb_word}"
    return Signal("verb_object", value, f"Both {how} {thing}.")


def same_name_signal(a: Features, b: Features, value: float) -> Signal:
    """Say that one name stands on two servers."""
    return Signal("same_name", value, f"{a.name!r} is on {a.server!r} and on {b.server!r}.")


# How each signal of names and schemas is said; `other_work` speaks against a pair and is not.
SENTENCES: Final[Mapping[str, Callable[[Features, Features, float], Signal]]] = {
    "name": name_signal,
    "terms": terms_signal,
    "parameters": parameters_signal,
    "verb_object": verb_signal,
    "same_name": same_name_signal,
}


def _degree(value: float) -> str:
    if value >= 0.95:
        return "the same"
    if value >= 0.7:
        return "almost the same"
    return "alike" if value >= 0.4 else "somewhat alike"


def advice(a: Features, b: Features) -> str:
    """Return the sentence that would separate two tools, from what differs between them."""
    if a.name == b.name and a.server != b.server:
        return (
            f"Say in both descriptions which system they work on: {a.server!r} or {b.server!r}, "
            f"or offer only one of the two."
        )
    if a.verb and b.verb and a.verb != b.verb and not {a.verb, b.verb} <= READING:
        return _by_verb(a, b)
    own_a, own_b = sorted(a.parameters - b.parameters), sorted(b.parameters - a.parameters)
    if own_a and own_b:
        return (
            f"Say in each when to use the other: {a.name!r} goes by {own_a[0]!r}, "
            f"{b.name!r} by {own_b[0]!r}."
        )
    if own_a or own_b:
        fuller, plainer = (a, b) if own_a else (b, a)
        return (
            f"Say that {fuller.name!r} is for calls with {(own_a or own_b)[0]!r}, and "
            f"{plainer.name!r} for those without; or merge the two."
        )
    if a.verb != b.verb and a.verb and b.verb:
        return _by_verb(a, b)
    return (
        f"Nothing in names or parameters separates {a.name!r} and {b.name!r}: add to each when to "
        f"use the other instead, or keep one."
    )


def _by_verb(a: Features, b: Features) -> str:
    return (
        f"Say in {a.name!r}: to {b.verb_word}, use {b.name!r} instead; and in {b.name!r}: "
        f"to {a.verb_word}, use {a.name!r} instead."
    )
