"""Lint: definitions in, findings out; the encoders are asked only where overlap is wanted."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Finding
from toolrag.formats.registry import check_format
from toolrag.journeys.catalogue import open_index
from toolrag.journeys.workspace import (
    Workspace,
    known_vectors,
    quick_encoders,
    vectors_by_text,
    wording_vectors,
)
from toolrag.lint.definition import Definition
from toolrag.lint.engine import check
from toolrag.lint.evidence import Evidence, Theft
from toolrag.lint.overlap import gather, questions
from toolrag.lint.reading import definitions, registered
from toolrag.lint.result import Result
from toolrag.lint.rule import Before, Context
from toolrag.lint.selection import check_settings
from toolrag.lint.settings import Settings
from toolrag.ports.encoder import Encoder
from toolrag.ports.index import Record, ToolFilter, every_tool
from toolrag.retrieval.fusion import encoder_of
from toolrag.retrieval.probe import Vectors
from toolrag.text.card import card


@dataclass(frozen=True, slots=True)
class Earlier:
    """What is compared with: the definitions of another revision, the hashes of a baseline."""

    definitions: tuple[Definition, ...] = ()
    hashes: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class LintRequest:
    """A document to lint, and a catalogue to compare it with."""

    document: Json
    settings: Settings
    format: str = "auto"
    server: str | None = None
    against: str | None = None


async def lint_document(workspace: Workspace, asked: LintRequest) -> Result:
    """Return the findings on a document, beside a catalogue where one is named.

    Raises:
        FormatUnknownError: when the document holds no tools, or the format is none.
        InvalidInputError: for a rule or a provider that there is not.
        CatalogueNotFoundError, EncoderMismatchError: as `IndexEngine.open`.
    """
    check_format(asked.format)
    check_settings(asked.settings)
    own = tuple(definitions(None, asked.document, server=asked.server, format=asked.format))
    known: dict[str, Record] = {}
    if asked.against is not None:
        index = await open_index(workspace, asked.against)
        ids = {definition.id for definition in own}
        stored = [s.tool.id async for s in every_tool(index, ToolFilter())]
        known = dict(await index.get([i for i in stored if i not in ids]))
    findings = await lint(
        (*own, *(registered(record.stored.tool) for record in known.values())),
        asked.settings,
        encoders=quick_encoders(workspace.encoders),
        count_tokens=workspace.counter(None).count,
        stored={tool_id: record.vectors for tool_id, record in known.items()},
    )
    return Result(findings, files=1, tools=len(own))


async def lint(
    found: Sequence[Definition],
    settings: Settings,
    *,
    encoders: Sequence[Encoder],
    count_tokens: Callable[[str], int],
    earlier: Earlier | None = None,
    stored: Mapping[str, Vectors] | None = None,
) -> tuple[Finding, ...]:
    """Return the findings on some definitions.

    Those marked `registered` are compared with and not reported on. Without `settings.overlap` no
    encoder is asked, and the rules that need one stay silent. `stored` are vectors that are known
    already, by tool id.

    Raises:
        InvalidInputError: when the settings name a rule that there is not.
    """
    evidence = None
    if settings.overlap:
        evidence = await evidence_of(found, encoders, stored)
    before = None
    if earlier is not None:
        before = await _before(earlier, found, settings, evidence, encoders)
    context = Context(tuple(found), settings, count_tokens, evidence, before)
    # Thousands of tools take seconds; a service goes on answering meanwhile.
    return await asyncio.to_thread(check, context)


async def evidence_of(
    found: Sequence[Definition],
    encoders: Sequence[Encoder],
    stored: Mapping[str, Vectors] | None = None,
) -> Evidence:
    """Return what retrieval says of some definitions; `stored` as in `lint`."""
    known = stored or {}
    tools = [definition.comparable for definition in found]
    asked = questions(found)
    cards = [card(tool) for tool in tools]
    samples = {
        text: tool.description
        for text, tool in zip(cards, tools, strict=True)
        if tool.id not in known
    }
    samples.update((question.text, question.text) for question in asked)
    by_view = {e.name: await vectors_by_text(e, samples) for e in encoders}
    fresh = [tool for tool in tools if tool.id not in known]
    worded = dict(zip((t.id for t in fresh), await wording_vectors(fresh, encoders), strict=True))
    names = frozenset(by_view)
    vectors = [
        {view: vector for view, vector in known[tool.id].items() if encoder_of(view) in names}
        if tool.id in known
        else {**known_vectors(text, by_view), **worded[tool.id]}
        for text, tool in zip(cards, tools, strict=True)
    ]
    answers = {question.text: known_vectors(question.text, by_view) for question in asked}
    return await asyncio.to_thread(gather, found, vectors, asked, answers)


async def _before(
    earlier: Earlier,
    found: Sequence[Definition],
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
        (found[theft.owner].id, found[theft.thief].id, theft.utterance)
        for theft in evidence.thefts
        if _is_new(theft, found, settings.changed, known, frozenset(order))
    )
    return Before(order, earlier.hashes, thefts)


def _is_new(
    theft: Theft,
    found: Sequence[Definition],
    changed: frozenset[str],
    known: dict[tuple[str, str], Theft],
    order: frozenset[str],
) -> bool:
    """Tell whether a changed tool took what an unchanged one answered first before."""
    owner, thief = found[theft.owner].id, found[theft.thief].id
    unchanged = owner in order and owner not in changed
    return unchanged and thief in changed and (owner, theft.utterance) not in known


def changed_ids(before: Iterable[Definition], now: Iterable[Definition]) -> frozenset[str]:
    """Return the ids of the tools that are new or say something else than before."""
    known: dict[str, set[str]] = {}
    for definition in before:
        known.setdefault(definition.id, set()).add(definition.content)
    return frozenset(d.id for d in now if d.content not in known.get(d.id, set()))
