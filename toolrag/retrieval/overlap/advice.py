"""The sentences that would separate two tools, from what differs between them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from toolrag.retrieval.overlap.contrast import other_work, own_name_words, points_to
from toolrag.retrieval.overlap.features import READING, Features, verb_class

# When one of two tools is the right one, and when the other.
_Cases: TypeAlias = tuple[str, str]
_PLACE: Final = "on `{}`"


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do about a pair: when each is right, and the sentence to add to each ("" for none).

    `cases` is None where nothing differs.
    """

    text: str
    cases: _Cases | None
    sentences: tuple[str, str]


def advice(a: Features, b: Features) -> Advice:
    """Return how to separate two tools.

    Who does so already is told nothing; where nothing at all differs, one is enough.
    """
    cases = _cases(a, b)
    if cases is None:
        return Advice(
            f"Nothing in names, parameters or servers separates {a.tool_id!r} and {b.tool_id!r}: "
            f"keep one, or say in each when the other is the right one.",
            None,
            ("", ""),
        )
    for_a = "" if points_to(a, b) else _sentence(b, cases, a)
    for_b = "" if points_to(b, a) else _sentence(a, cases[::-1], b)
    told = [f"to {tool.tool_id!r}: “{s}”" for tool, s in ((a, for_a), (b, for_b)) if s]
    text = f"Add {', and '.join(told)}" if told else "Each says when to use the other."
    return Advice(text, cases, (for_a, for_b))


def _sentence(other: Features, cases: _Cases, own: Features) -> str:
    where = f" of `{other.server}`" if other.name == own.name and other.server else ""
    return f"Use this {cases[0]}; {cases[1]}, use `{other.name}`{where} instead."


def _cases(a: Features, b: Features) -> _Cases | None:
    """Return when each is right by the first thing that differs, and on which server."""
    found = next((cases for differ in _DIFFERENCES if (cases := differ(a, b))), None)
    if a.server == b.server or not (a.server and b.server):
        return found
    places = (_PLACE.format(a.server), _PLACE.format(b.server))
    if found is None:
        return places
    return f"{found[0]} {places[0]}", f"{found[1]} {places[1]}"


def _by_work(a: Features, b: Features) -> _Cases | None:
    return (_doing(a), _doing(b)) if other_work(a, b) else None


def _doing(tool: Features) -> str:
    """Say what a tool does, by the verb of its name and the words beside it."""
    things = [word for word in tool.name_order if word != tool.verb_word]
    return " ".join(("to", tool.verb_word, *things))


def _by_access(a: Features, b: Features) -> _Cases | None:
    if a.reads is None or b.reads is None or a.reads == b.reads:
        return None
    reading, writing = "to look without changing anything", "to change something"
    return (reading, writing) if a.reads else (writing, reading)


def _by_words(a: Features, b: Features) -> _Cases | None:
    own_a, own_b = (_things(own_name_words(*both)) for both in ((a, b), (b, a)))
    return (f"for {' '.join(own_a)}", f"for {' '.join(own_b)}") if own_a and own_b else None


def _things(own: list[str]) -> list[str]:
    """Return words without those for looking something up, which tell nobody what for."""
    return [word for word in own if verb_class(word) not in READING]


def _by_more_words(a: Features, b: Features) -> _Cases | None:
    """Go by words that only one name has."""
    own_a, own_b = (_things(own_name_words(*both)) for both in ((a, b), (b, a)))
    if bool(own_a) == bool(own_b):
        return None
    more = " ".join(own_a or own_b)
    cases = (f"for {more}", f"for anything but {more}")
    return cases if own_a else cases[::-1]


def _by_parameters(a: Features, b: Features) -> _Cases | None:
    """Go by required parameters that only one has, else by any."""
    for own_a, own_b in _own_parameters(a, b):
        if own_a and own_b:
            return f"with `{own_a[0]}`", f"with `{own_b[0]}`"
        if own_a or own_b:
            name = (own_a or own_b)[0]
            cases = (f"with `{name}`", f"without `{name}`")
            return cases if own_a else cases[::-1]
    return None


def _own_parameters(a: Features, b: Features) -> Iterator[tuple[list[str], list[str]]]:
    yield sorted(a.required - b.types.keys()), sorted(b.required - a.types.keys())
    yield sorted(a.types.keys() - b.types.keys()), sorted(b.types.keys() - a.types.keys())


# From the plainest to the least telling.
_DIFFERENCES: Final[tuple[Callable[[Features, Features], _Cases | None], ...]] = (
    _by_work,
    _by_access,
    _by_words,
    _by_parameters,
    _by_more_words,
)
