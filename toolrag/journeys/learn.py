"""Learn: what the model really called, kept as utterances that lead to its tools."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from toolrag.domain.tool import Learned, StoredTool
from toolrag.journeys.catalogue import open_index, tool_not_found
from toolrag.journeys.workspace import Workspace, encode_tools
from toolrag.ports.index import ToolFilter, ToolIndex, every_tool
from toolrag.retrieval.learning import learn as learned_with
from toolrag.retrieval.learning import same, unlearn, utterance_of
from toolrag.retrieval.query import check_query

Outcome: TypeAlias = Literal["learned", "confirmed", "declared", "too_many_at_once", "taken_back"]


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a model called for a request; `offered` are the tools that it could choose from."""

    request: str
    used: tuple[str, ...]
    offered: tuple[str, ...] = ()
    catalogue: str = "default"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What became of a feedback for one tool, and how many utterances it has learned."""

    tool_id: str
    outcome: Outcome
    utterances: int


async def learn(workspace: Workspace, feedback: Feedback) -> tuple[Lesson, ...]:
    """Keep the request as an utterance of the used tools; what this returns survives a crash.

    Offered tools that learned this very request, and were not used for it, lose it again.

    Raises:
        ToolNotFoundError: for a used tool that is not in the catalogue; nothing is learned.
        QueryInvalidError: for an empty or oversized request.
        CatalogueNotFoundError, EncoderMismatchError, UnavailableError: as `IndexEngine.open`.
    """
    check_query(feedback.request)
    text = utterance_of(feedback.request)
    used = tuple(dict.fromkeys(feedback.used))
    async with workspace.writing[feedback.catalogue]:
        index = await open_index(workspace, feedback.catalogue)
        records = await index.get(list(dict.fromkeys((*used, *feedback.offered))))
        missing = next((tool_id for tool_id in used if tool_id not in records), None)
        if missing is not None:
            raise tool_not_found(missing, feedback.catalogue)
        now = workspace.clock()
        taught = [_taught(records[tool_id].stored, text, now) for tool_id in used]
        others = [r.stored for tool_id, r in records.items() if tool_id not in used]
        taught += [_taken_back(stored, text) for stored in others if _knows(stored, text)]
        await _write(workspace, index, [after for _, after in taught if after is not None])
    return tuple(lesson for lesson, _ in taught)


def _taught(stored: StoredTool, text: str, now: float) -> tuple[Lesson, StoredTool | None]:
    if any(same(example, text) for example in stored.tool.examples):
        return Lesson(stored.tool.id, "declared", len(stored.learned)), None
    outcome: Outcome = "confirmed" if _knows(stored, text) else "learned"
    known = learned_with(stored.learned, text, now)
    if known is None:
        return Lesson(stored.tool.id, "too_many_at_once", len(stored.learned)), None
    return Lesson(stored.tool.id, outcome, len(known)), replace(stored, learned=known)


def _taken_back(stored: StoredTool, text: str) -> tuple[Lesson, StoredTool]:
    known = unlearn(stored.learned, text)
    return Lesson(stored.tool.id, "taken_back", len(known)), replace(stored, learned=known)


def _knows(stored: StoredTool, text: str) -> bool:
    return any(same(learned.text, text) for learned in stored.learned)


async def _write(workspace: Workspace, index: ToolIndex, changed: Sequence[StoredTool]) -> None:
    if changed:
        await index.upsert(await encode_tools(workspace, changed))


async def learned(
    workspace: Workspace, catalogue: str
) -> tuple[tuple[str, tuple[Learned, ...]], ...]:
    """Return what every tool of a catalogue has learned; tools without are left out."""
    index = await open_index(workspace, catalogue)
    return tuple(
        [(s.tool.id, s.learned) async for s in every_tool(index, ToolFilter()) if s.learned]
    )


async def forget(
    workspace: Workspace, catalogue: str, tool_id: str, text: str | None = None
) -> None:
    """Remove what a tool has learned: one utterance, or all where `text` is None.

    Raises:
        ToolNotFoundError: when the tool is not there.
    """
    async with workspace.writing[catalogue]:
        index = await open_index(workspace, catalogue)
        record = (await index.get([tool_id])).get(tool_id)
        if record is None:
            raise tool_not_found(tool_id, catalogue)
        stored = record.stored
        kept = tuple(x for x in stored.learned if text is not None and not same(x.text, text))
        await _write(workspace, index, [replace(stored, learned=kept)])
