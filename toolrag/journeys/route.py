"""Route: query, encode, search, fuse, select, overlap, deliver."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from toolrag.domain.canonical import JsonObject
from toolrag.domain.overlap import Overlap
from toolrag.domain.selection import Banner, Decision, Dropped
from toolrag.domain.tool import Tool
from toolrag.domain.turn import HARD_CAP, Turn
from toolrag.errors import FormatUnknownError
from toolrag.formats.registry import ENTRY_FORMATS, Rendered, render
from toolrag.journeys.catalogue import open_index
from toolrag.journeys.choose import Choice, choose, overlap_in_turn
from toolrag.journeys.produce import with_producers
from toolrag.journeys.retrieve import Retrieved, encode, search
from toolrag.journeys.tokens import named_tokens, shape
from toolrag.journeys.workspace import Workspace
from toolrag.ports.index import ToolFilter
from toolrag.ports.tokens import TokenCounter
from toolrag.retrieval.combine import FAILURES
from toolrag.retrieval.order import ordered
from toolrag.retrieval.query import checked_turn

# How far down the ranking a cheaper tool is looked for where the best do not fit the budget.
_CONSIDERED: Final = 2 * HARD_CAP


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool of the answer; `rank` counts from 1 by relevance, whatever the order."""

    tool: Tool
    rank: int
    score: float
    definition: JsonObject
    tokens: int
    views: Mapping[str, float]
    pinned: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as `tokenizer` counts them: everything, what is offered, and the difference."""

    tokenizer: str
    catalogue_tokens: int
    offered_tokens: int
    saved_tokens: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything a turn gets. `timings_ms` by stage, in milliseconds."""

    tools: tuple[OfferedTool, ...]
    rendered: tuple[JsonObject, ...] | None
    name_map: Mapping[str, str]
    overlap: Overlap
    decision: Decision
    dropped: tuple[Dropped, ...]
    usage: Usage
    timings_ms: Mapping[str, float]


async def route(workspace: Workspace, turn: Turn, *, tokenizer: str | None = None) -> Answer:
    """Return the tools for one turn.

    Raises:
        InvalidInputError: as `checked_turn`, and for a budget below what is pinned.
        ToolNotFoundError: for a pinned tool that is not in the catalogue.
        CatalogueNotFoundError, EncoderMismatchError, UnavailableError: as `IndexEngine.open`.
    """
    checked_turn(turn)
    _check_format(turn.format)
    counter = workspace.counter(tokenizer)
    clock = _Stopwatch()
    index = await open_index(workspace, turn.catalogue)
    asked = await encode(workspace, turn)
    clock.lap("encode")
    which = _filter_of(turn)
    retrieved = await search(index, turn, asked, which)
    retrieved = await with_producers(index, turn, retrieved, which)
    clock.lap("search")
    choice = await choose(index, turn, retrieved, which, counter)
    clock.lap("select")
    overlap = overlap_in_turn(choice, retrieved)
    clock.lap("overlap")
    tools, rendered = _delivered(choice, turn, counter)
    total = await workspace.totals.tokens(turn.catalogue, index, shape(turn.format), counter)
    clock.lap("deliver")
    offered = sum(tool.tokens for tool in tools)
    return Answer(
        tools=tools,
        rendered=None if turn.format == "none" else rendered.definitions,
        name_map=rendered.name_map,
        overlap=overlap,
        decision=_decision(choice, retrieved),
        dropped=_dropped(choice, turn),
        usage=Usage(counter.name, total, offered, max(0, total - offered)),
        timings_ms=clock.laps(),
    )


def _decision(choice: Choice, retrieved: Retrieved) -> Decision:
    return Decision(
        policy=choice.policy,
        reason=" ".join((choice.reason, *_reasons(retrieved))),
        catalogue_size=retrieved.allowed,
        banner=banner(retrieved.allowed),
        used_history=retrieved.history_share > 0,
        sub_queries=tuple(search.text for search in retrieved.searches),
        confidence=retrieved.fit,
    )


def _reasons(retrieved: Retrieved) -> Iterator[str]:
    """Yield what the conversation and the request's own names changed."""
    if retrieved.history_share:
        share, words = round(100 * retrieved.history_share), retrieved.specificity
        yield f"History counts {share} %: {words:.1f} rare words of the request are some tool's."
    failed = [s.tool_id for s, _ in retrieved.ranked if "failed" in s.why]
    if failed:
        yield f"Demoted after {FAILURES} failures: {', '.join(failed)}."
    for found in retrieved.produced:
        yield f"{found.tool_id} finds the {found.parameter} of {found.consumer}."
    if retrieved.named:
        yield f"Named in the request: {', '.join(retrieved.named[:HARD_CAP])}."


def _check_format(format: str) -> None:
    if format != "none" and format not in ENTRY_FORMATS:
        hint = f"Use one of {', '.join(sorted(ENTRY_FORMATS))}, none."
        raise FormatUnknownError(f"Tools cannot be rendered as {format!r}.", hint=hint)


def _filter_of(turn: Turn) -> ToolFilter:
    return ToolFilter(
        servers=None if turn.servers is None else frozenset(turn.servers),
        tags=None if turn.tags is None else frozenset(turn.tags),
        exclude=frozenset(turn.exclude),
    )


def banner(size: int) -> Banner:
    """Return what a catalogue of this size needs: nothing, routing, or routing without fail."""
    return "ok" if size <= HARD_CAP else "route" if size <= 100 else "must_route"


def _delivered(
    choice: Choice, turn: Turn, counter: TokenCounter
) -> tuple[tuple[OfferedTool, ...], Rendered]:
    """Render the offered tools in the order asked for."""
    ranks = {c.tool_id: i for i, c in enumerate(choice.selection.offered, 1)}
    tool_of = {i: choice.records[i].stored.tool for i in ranks}
    written = ordered(
        choice.selection.offered,
        turn.order,
        lambda c: (tool_of[c.tool_id].server or "", tool_of[c.tool_id].name),
    )
    format = shape(turn.format)
    rendered = render([tool_of[c.tool_id] for c in written], format)
    tools = tuple(
        OfferedTool(
            tool=tool_of[candidate.tool_id],
            rank=ranks[candidate.tool_id],
            score=candidate.relevance,
            definition=definition,
            tokens=named_tokens(tool_of[candidate.tool_id], name, format, counter),
            views=candidate.views,
            pinned=candidate.pinned,
        )
        for candidate, definition, name in zip(
            written, rendered.definitions, rendered.name_map, strict=True
        )
    )
    return tools, rendered


def _dropped(choice: Choice, turn: Turn) -> tuple[Dropped, ...]:
    offered = {candidate.tool_id for candidate in choice.selection.offered}
    dropped = [d for d in choice.selection.dropped if d.tool_id not in offered]
    excluded = (Dropped(tool_id, "excluded") for tool_id in dict.fromkeys(turn.exclude))
    return (*dropped, *excluded)[:HARD_CAP]


class _Stopwatch:
    """Times the stages of one turn."""

    def __init__(self) -> None:
        self._started = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self._laps[stage] = round((now - self._last) * 1000, 3)
        self._last = now

    def laps(self) -> Mapping[str, float]:
        total = round((time.perf_counter() - self._started) * 1000, 3)
        return {**self._laps, "total": total}
