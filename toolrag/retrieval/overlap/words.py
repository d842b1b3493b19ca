"""The signals of one pair in words."""

from collections.abc import Iterable, Iterator
from typing import Final

from toolrag.domain.overlap import Signal
from toolrag.retrieval.fusion import encoder_of
from toolrag.retrieval.overlap.contrast import other_work, points_to
from toolrag.retrieval.overlap.features import Features

# More names than these are not told.
_SOME: Final = 6


def name_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the names share."""
    shared = ", ".join(_spelt(a, a.name_terms & b.name_terms)) or "nothing"
    return Signal("name", value, f"Their names share: {shared}.")


def _spelt(tool: Features, stems: Iterable[str]) -> list[str]:
    """Return stems as the tool writes them, in the order of the alphabet."""
    return sorted(tool.spelt.get(term, term) for term in stems)


def wording_signal(view: str, value: float) -> Signal:
    """Say how alike two wordings are to an encoder; `value` is a percentile of unrelated pairs."""
    text = (
        f"To the encoder {encoder_of(view)!r} they read more alike than {100 * value:.2f} % of "
        f"unrelated pairs."
    )
    return Signal(f"wording:{encoder_of(view)}", value, text)


def contract_signal(a: Features, b: Features, value: float) -> Signal:
    """Say how much of what a call looks like is the same."""
    shared, total = len(a.contract & b.contract), len(a.contract | b.contract)
    text = f"{shared} of their {total} parameters are of one type and as necessary."
    return Signal("contract", value, text)


def choices_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which values both let a call choose from."""
    return Signal("choices", value, f"Both let choose: {_some(a.choices & b.choices)}.")


def results_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which names are in the results of both."""
    return Signal("results", value, f"Both return: {_some(a.results & b.results)}.")


def _some(names: Iterable[str]) -> str:
    ordered = sorted(names)
    return ", ".join(ordered[:_SOME]) + (", ..." if len(ordered) > _SOME else "")


def terms_signal(a: Features, b: Features, value: float) -> Signal:
    """Say which words the descriptions share."""
    shared = sorted(a.terms & b.terms, key=lambda term: (-len(term), term))[:_SOME]
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


def told_apart_signal(a: Features, b: Features) -> Signal:
    """Say that words tell the two apart all the same."""
    text = "Names and descriptions say which is which."
    if points_to(a, b) or points_to(b, a):
        sides = [tool.name for tool, other in ((a, b), (b, a)) if points_to(tool, other)]
        text = f"{' and '.join(repr(name) for name in sides)} says when to use the other."
    return Signal("told_apart", 1.0, text)


def signals_of(a: Features, b: Features) -> Iterator[Signal]:
    """Yield what names, descriptions and schemas of two tools share."""
    yield name_signal(a, b, _share(a.name_terms, b.name_terms))
    yield terms_signal(a, b, _share(a.terms, b.terms))
    yield parameters_signal(a, b, _share(a.parameters, b.parameters))
    yield contract_signal(a, b, _share(a.contract, b.contract))
    yield choices_signal(a, b, _share(a.choices, b.choices))
    yield results_signal(a, b, _share(a.results, b.results))
    if a.verb and b.verb and not other_work(a, b):
        # A half where neither name tells of a thing.
        told = a.object or b.object
        yield verb_signal(a, b, _share(a.object, b.object) if told else 0.5)
    if a.name == b.name and a.server != b.server:
        yield same_name_signal(a, b, 1.0)


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b) if a and b else 0.0
