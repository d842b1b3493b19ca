"""What use teaches: deduplicated, capped, slow in a burst, fading, and taken back."""

from toolrag.domain.tool import Learned
from toolrag.retrieval.learning import (
    MOST_AT_ONCE,
    MOST_LEARNED,
    learn,
    strength,
    unlearn,
    utterance_of,
)

HOUR, DAY = 3600.0, 86_400.0


def taught(texts: list[str], step: float = HOUR) -> tuple[Learned, ...]:
    known: tuple[Learned, ...] = ()
    for i, text in enumerate(texts):
        known = learn(known, text, i * step) or known
    return known


def test_the_same_request_is_kept_once_and_counted() -> None:
    known = taught(["Do I need an umbrella?", "do I need an UMBRELLA", "Do I need an umbrella ?"])
    assert [(learned.text, learned.count) for learned in known] == [("Do I need an umbrella?", 3)]
    assert known[0].first_at == 0.0
    assert known[0].last_at == 2 * HOUR


def test_a_burst_teaches_little() -> None:
    assert len(taught([f"wrong {i}" for i in range(500)], step=0.1)) == MOST_AT_ONCE


def test_there_are_never_more_than_the_cap() -> None:
    known = taught([f"request {i}" for i in range(300)])
    assert len(known) == MOST_LEARNED
    assert known[-1].text == "request 299"


def test_what_is_confirmed_outlives_a_stream_of_new_ones() -> None:
    good = taught(["the usual request"] * 20)
    for i in range(200):
        good = learn(good, f"odd {i}", 20 * HOUR + i * HOUR) or good
    assert good[0].text == "the usual request"


def test_what_is_not_confirmed_fades() -> None:
    learned = Learned("x", 8, 0.0, 0.0)
    assert strength(learned, 0.0) == 8
    assert strength(learned, 30 * DAY) == 4
    assert strength(learned, 90 * DAY) == 1


def test_what_turns_out_otherwise_is_taken_back() -> None:
    known = taught(["a request", "a request", "another one"])
    known = unlearn(known, "A request!")
    assert (known[0].text, known[0].count) == ("a request", 1)
    assert [learned.text for learned in unlearn(known, "a request")] == ["another one"]


def test_an_utterance_is_one_short_line() -> None:
    assert utterance_of("  a\n  b ") == "a b"
    assert len(utterance_of("word " * 1000)) == 500
