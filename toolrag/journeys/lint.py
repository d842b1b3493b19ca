"""Lint: definitions in, findings out; the encoders are asked only where overlap is wanted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from toolrag.domain.finding import Finding
from toolrag.journeys.workspace import known_vectors, vectors_by_text
from toolrag.lint.definition import Definition
from toolrag.lint.engine import check
from toolrag.lint.evidence import Evidence, Theft
from toolrag.lint.overlap import gather, questions
from toolrag.lint.rule import Before, Context
from toolrag.lint.settings import Settings
from toolrag.ports.encoder import Encoder
from toolrag.text.card import card


@dataclass(frozen=True, slots=True)
class Earlier:
    """What is compared with: the definitions of another revision, the hashes of a baseline."""

    definitions: tuple[Definition, ...] = ()
    hashes: dict[str, str] | None = None


async def lint(
    definitions: Sequence[Definition],
    settings: Settings,
    *,
    encoders: Sequence[Encoder],
    count_tokens: Callable[[str], int],
    earlier: Earlier | None = None,
) -> tuple[Finding, ...]:
    """Return the findings on some definitions.

    Those marked `registered` are compared with and not reported on. Without `settings.overlap` no
    encoder is asked, and the rules that need one stay silent.

    Raises:
        InvalidInputError: when the settings name a rule that there is not.
    """
    evidence = await evidence_of(definitions, encoders) if settings.overlap else None
    before = None
    if earlier is not None:
        before = await _before(earlier, definitions, settings, evidence, encoders)
    context = Context(tuple(definitions), settings, count_tokens, evidence, before)
    return check(context)


async def evidence_of(definitions: Sequence[Definition], encoders: Sequence[Encoder]) -> Evidence:
    """Return what retrieval says of some definitions."""
    tools = [definition.comparable for definition in definitions]
    asked = questions(definitions)
    cards = [card(tool) for tool in tools]
    samples = {text: tool.description for text, tool in zip(cards, tools, strict=True)}
    samples.update((question.text, question.text) for question in asked)
    by_view = {e.name: await vectors_by_text(e, samples) for e in encoders}
    vectors = [known_vectors(text, by_view) for text in cards]
    answers = {question.text: known_vectors(question.text, by_view) for question in asked}
    return gather(definitions, vectors, asked, answers)


async def _before(
    earlier: Earlier,
    definitions: Sequence[Definition],
    settings: Settings,
    evidence: Evidence | None,
    encoders: Sequence[Encoder],
) -> Before:
    order = tuple(definition.id for definition in earlier.definitions)
    if evidence is None or settings.changed is None:
        return Before(order, earlier.hashes)
    old = await evidence_of(earlier.definitions, encoders)
    known = {(earlier.definitions[theft.owner].id, theft.utterance): theft for theft in old.thefts}
    thefts = tuple(
        (definitions[theft.owner].id, definitions[theft.thief].id, theft.utterance)
        for theft in evidence.thefts
        if _is_new(theft, definitions, settings.changed, known, frozenset(order))
    )
    return Before(order, earlier.hashes, thefts)


def _is_new(
    theft: Theft,
    definitions: Sequence[Definition],
    changed: frozenset[str],
    known: dict[tuple[str, str], Theft],
    order: frozenset[str],
) -> bool:
    """Tell whether a changed tool took what an unchanged one answered first before."""
    owner, thief = definitions[theft.owner].id, definitions[theft.thief].id
    unchanged = owner in order and owner not in changed
    return unchanged and thief in changed and (owner, theft.utterance) not in known


def changed_ids(before: Iterable[Definition], now: Iterable[Definition]) -> frozenset[str]:
    """Return the ids of the tools that are new or say something else than before."""
    known: dict[str, set[str]] = {}
    for definition in before:
        known.setdefault(definition.id, set()).add(definition.content)
    return frozenset(d.id for d in now if d.content not in known.get(d.id, set()))
