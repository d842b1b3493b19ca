"""Sameness fitted on labelled pairs, and how it does on services that it has not seen."""

import asyncio
import json
from functools import lru_cache
from pathlib import Path

import pytest

from toolrag.adapters.use_encoder import UseEncoder
from toolrag.domain.overlap import DISTINCT, SAME, LabelledPair
from toolrag.domain.tool import Tool
from toolrag.errors import InvalidInputError
from toolrag.evaluation.metrics import area_under_curve, best_f1
from toolrag.evaluation.pairs import load_pairs
from toolrag.journeys.workspace import wording_vectors
from toolrag.retrieval.overlap.fitting import PairSample, fitted, sampled, unseen_logits
from toolrag.retrieval.overlap.model import SAMENESS, probability

SHARED = Path(__file__).parents[3] / "shared" / "bench" / "overlap" / "pairs.jsonl"


def samples_of(pairs: tuple[LabelledPair, ...]) -> list[PairSample]:
    tools = {tool.content_hash: tool for pair in pairs for tool in (pair.a, pair.b)}
    vectors = asyncio.run(wording_vectors(list(tools.values()), [UseEncoder()]))
    known = dict(zip(tools, vectors, strict=True))
    return sampled(pairs, [(known[p.a.content_hash], known[p.b.content_hash]) for p in pairs])


@lru_cache(1)
def small() -> list[PairSample]:
    """Pairs of our own: the same in other words, and two things of one service."""
    said = {
        "alarm": ("AddAlarm", "Set a new alarm.", "CreateAlert", "Make an alarm for a time."),
        "bank": ("CheckBalance", "Get the balance.", "ShowBalance", "See the money in an account."),
        "bus": ("BuyTicket", "Buy a bus ticket.", "OrderSeat", "Purchase a ticket for the bus."),
        "film": ("FindFilms", "Search for films.", "LookUpMovies", "Find movies by genre."),
        "home": ("FindHome", "Search for a house.", "GetHouses", "Look for a home to buy."),
        "music": ("PlaySong", "Play a song.", "StartTrack", "Play the track that was asked for."),
    }
    other = {
        "alarm": ("GetAlarms", "List the alarms that are set."),
        "bank": ("TransferMoney", "Send money to another account."),
        "bus": ("FindBus", "Search for a bus between two cities."),
        "film": ("BuyFilmTicket", "Buy a ticket for a film."),
        "home": ("ScheduleVisit", "Book a visit to a house."),
        "music": ("LookupSong", "Search for songs by artist."),
    }
    pairs: list[LabelledPair] = []
    for server, (name, text, name2, text2) in said.items():
        one = Tool(name, text, server=server)
        pairs.append(LabelledPair(SAME, "paraphrase", one, Tool(name2, text2, server=f"{server}2")))
        pairs.append(LabelledPair(DISTINCT, "hard", one, Tool(*other[server], server=server)))
        pairs += [
            LabelledPair(DISTINCT, "other domain", one, Tool(*made, server=elsewhere))
            for elsewhere, made in other.items()
            if elsewhere != server
        ]
    return samples_of(tuple(pairs))


def logits(samples: list[PairSample], label: str, values: list[float]) -> list[float]:
    return [x for s, x in zip(samples, values, strict=True) if s.pair.label == label]


def test_a_fit_tells_the_same_from_the_rest() -> None:
    found = fitted(small())
    assert found.wording > 0 > found.intercept
    told = [sample.logit(found) for sample in small()]
    same, distinct = (logits(small(), label, told) for label in (SAME, DISTINCT))
    assert area_under_curve(same, distinct) > 0.95


def test_unseen_services_are_told_too() -> None:
    told = unseen_logits(small())
    same, distinct = (logits(small(), label, told) for label in (SAME, DISTINCT))
    assert area_under_curve(same, distinct) > 0.9


def test_one_kind_of_pairs_is_no_lesson() -> None:
    same = [sample for sample in small() if sample.pair.label == SAME]
    with pytest.raises(InvalidInputError, match="both kinds"):
        fitted(same)


def test_a_line_that_is_no_pair_is_told(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    tool = {"name": "a", "description": "A.", "inputSchema": {}}
    good = json.dumps({"label": SAME, "kind": "x", "a": tool, "b": tool})
    file.write_text(f'{good}\n\n{{"label": "same"}}\n', encoding="utf-8")
    with pytest.raises(InvalidInputError, match="Line 3 of pairs"):
        load_pairs(file)
    file.write_text(good, encoding="utf-8")
    (pair,) = load_pairs(file)
    assert (pair.label, pair.a.name, pair.hard) == (SAME, "a", False)


@pytest.mark.skipif(not SHARED.exists(), reason="the labelled pairs are not beside the project")
def test_what_is_in_use_does_as_well_as_documented() -> None:
    samples = samples_of(load_pairs(SHARED))
    for told in ([sample.logit(SAMENESS) for sample in samples], unseen_logits(samples)):
        same, distinct = (logits(samples, label, told) for label in (SAME, DISTINCT))
        hard = [x for s, x in zip(samples, told, strict=True) if s.pair.hard]
        assert area_under_curve(same, hard) >= 0.98
        assert best_f1(same, distinct) >= 0.96
    farthest = [s for s in samples if s.pair.kind == "paraphrase v5"]
    found = sum(probability(s.logit(SAMENESS)) >= 0.5 for s in farthest)
    assert found >= 0.85 * len(farthest)
