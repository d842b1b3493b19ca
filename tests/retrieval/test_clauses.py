"""Requests for several things are taken apart in four languages; single ones stay whole."""

import pytest

from toolrag.retrieval.clauses import MAX_CLAUSES, clauses


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Book a flight to Porto and email the itinerary to Ana", 2),
        ("List the open invoices; send reminders to every debtor. Then archive the folder.", 3),
        ("1. create a repository 2. open an issue", 2),
        ("- rename the branch\n- delete the old tag", 2),
        ("明天北京的天气怎么样，然后帮我订一张去上海的机票", 2),
        ("Envie o relatório semanal e depois marque uma reunião", 2),
        ("Busca un hotel barato y luego reserva una mesa", 2),
        ("What is the weather in Lisbon?", 0),
        ("rock and roll", 0),
        ("北京天气", 0),
        ("", 0),
    ],
)
def test_clauses_of(text: str, count: int) -> None:
    assert len(clauses(text)) == count


def test_a_document_gives_few() -> None:
    assert len(clauses(". ".join(f"Send letter {i} today" for i in range(99)))) == MAX_CLAUSES
