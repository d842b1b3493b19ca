"""From definitions and their vectors to the evidence that overlap rules look at."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolrag.lint.definition import Definition, clean
from toolrag.lint.evidence import Evidence, Theft
from toolrag.lint.prose import first_sentence
from toolrag.retrieval.fusion import SPARSE_VIEW
from toolrag.retrieval.overlap.features import features
from toolrag.retrieval.overlap.neighbours import neighbours
from toolrag.retrieval.probe import Probe, Vectors, rankings


@dataclass(frozen=True, slots=True)
class Question:
    """A text that should lead to its owner (a position); `declared` by the tool's author."""

    owner: int
    text: str
    declared: bool


def questions(definitions: Sequence[Definition]) -> tuple[Question, ...]:
    """Return what each tool should be found by: its utterances, else its own first sentence."""
    asked: list[Question] = []
    for i, definition in enumerate(definitions):
        declared = [clean(text) for text in definition.examples if text.strip()]
        asked += [Question(i, text, declared=True) for text in declared]
        lead = first_sentence(clean(definition.description))[:300]
        if not declared and lead and not definition.registered:
            asked.append(Question(i, lead, declared=False))
    return tuple(asked)


def gather(
    definitions: Sequence[Definition],
    vectors: Sequence[Vectors],
    asked: Sequence[Question],
    answers: Mapping[str, Vectors],
) -> Evidence:
    """Return the evidence on some definitions.

    `vectors[i]` are those of the card of `definitions[i]`, `answers` those of each question's text,
    by encoder.
    """
    tools = [definition.comparable for definition in definitions]
    pairs = neighbours([features(tool) for tool in tools], vectors)
    probes = [Probe(question.text, answers[question.text]) for question in asked]
    ranked = rankings(tools, vectors, probes, sparse=SPARSE_VIEW)
    thefts = [
        theft
        for question, order in zip(asked, ranked, strict=True)
        if (theft := _theft(definitions, question, order)) is not None
    ]
    counts = Counter(question.owner for question in asked if question.declared)
    return Evidence(pairs, tuple(thefts), counts)


def _theft(
    definitions: Sequence[Definition], question: Question, order: Sequence[int]
) -> Theft | None:
    """Return who answers a question first, None where the owner does, or a tool of its name."""
    if not order or order[0] == question.owner:
        return None
    owner, thief = definitions[question.owner], definitions[order[0]]
    if owner.name == thief.name:
        return None
    rank = order.index(question.owner) + 1 if question.owner in order else len(order) + 1
    return Theft(question.owner, order[0], question.text, rank, question.declared)
