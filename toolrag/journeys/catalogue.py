"""What is in a catalogue: list, read, remove."""

import re
from dataclasses import dataclass
from typing import Final

from toolrag.domain.tool import StoredTool
from toolrag.errors import EncoderMismatchError, NameInvalidError, Problem, ToolNotFoundError
from toolrag.journeys.tokens import NEUTRAL_FORMAT, tool_tokens
from toolrag.journeys.workspace import Workspace
from toolrag.ports.index import CatalogueInfo, Page, ToolFilter, ToolIndex
from toolrag.text.card import card

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")


@dataclass(frozen=True, slots=True)
class ToolView:
    """A stored tool with the text that stands for it and what it costs."""

    stored: StoredTool
    card: str
    tokens: int


@dataclass(frozen=True, slots=True)
class CatalogueView:
    """A catalogue and how many tools it has."""

    info: CatalogueInfo
    tools: int | None


def check_catalogue_name(name: str) -> None:
    """Raise `NameInvalidError` unless a catalogue may have this name."""
    if not _NAME.fullmatch(name):
        raise NameInvalidError(
            f"The catalogue name {name[:80]!r} cannot be used.",
            hint="Use 1 to 63 lower-case letters, digits, '-' and '_', a letter or digit first.",
            problems=(Problem("/catalogue", "name_invalid", "Not a catalogue name."),),
        )


async def open_index(workspace: Workspace, catalogue: str) -> ToolIndex:
    """Return the index of a catalogue that must exist; raises as `IndexEngine.open`."""
    check_catalogue_name(catalogue)
    return await workspace.engine.open(catalogue)


async def list_tools(
    workspace: Workspace, catalogue: str, *, server: str | None, limit: int, cursor: str | None
) -> Page:
    """Return one page of a catalogue's tools."""
    index = await open_index(workspace, catalogue)
    which = ToolFilter(servers=None if server is None else frozenset((server,)))
    return await index.page(which, limit=limit, cursor=cursor)


async def read_tool(workspace: Workspace, catalogue: str, tool_id: str) -> ToolView:
    """Return one tool.

    Raises:
        ToolNotFoundError: when it is not there.
    """
    index = await open_index(workspace, catalogue)
    record = (await index.get([tool_id])).get(tool_id)
    if record is None:
        raise tool_not_found(tool_id, catalogue)
    tool = record.stored.tool
    counter = workspace.counter(None)
    return ToolView(record.stored, card(tool), tool_tokens(tool, NEUTRAL_FORMAT, counter))


def tool_not_found(tool_id: str, catalogue: str) -> ToolNotFoundError:
    """Return the error for a tool that is not there."""
    hint = "An id is 'server/name', or 'name' where there is no server; GET /v1/tools lists them."
    return ToolNotFoundError(f"There is no tool {tool_id!r} in {catalogue!r}.", hint=hint)


async def remove_tool(workspace: Workspace, catalogue: str, tool_id: str) -> None:
    """Remove one tool; raises as `read_tool`."""
    async with workspace.writing[catalogue]:
        index = await open_index(workspace, catalogue)
        record = (await index.get([tool_id])).get(tool_id)
        if record is None:
            raise tool_not_found(tool_id, catalogue)
        await index.delete([tool_id])
        workspace.totals.replace(catalogue, [record.stored.tool], [])


async def list_catalogues(workspace: Workspace) -> tuple[CatalogueView, ...]:
    """Return every catalogue; `tools` is None where it was written with other encoders."""
    views = []
    for info in await workspace.engine.catalogues():
        views.append(CatalogueView(info, await _size(workspace, info)))
    return tuple(views)


async def _size(workspace: Workspace, info: CatalogueInfo) -> int | None:
    try:
        index = await workspace.engine.open(info.name)
    except EncoderMismatchError:
        return None
    return await index.count(ToolFilter())


async def remove_catalogue(workspace: Workspace, catalogue: str) -> None:
    """Remove a catalogue with all its tools.

    Raises:
        CatalogueNotFoundError: when there is none.
    """
    check_catalogue_name(catalogue)
    async with workspace.writing[catalogue]:
        await workspace.engine.drop(catalogue)
        workspace.totals.forget(catalogue)
        workspace.overlaps.forget(catalogue)
