"""Tools: register, list, read, remove, and a server's tools as a whole."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query

from toolrag.api.middleware import StrictRoute
from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire.base import CatalogueQuery
from toolrag.api.wire.registration import ReceiptModel, RegisterRequest, SyncRequest
from toolrag.api.wire.tools import ToolDetail, ToolList, ToolSummary
from toolrag.journeys import catalogue as catalogues
from toolrag.journeys.register import register, sync

router = APIRouter(prefix="/v1", tags=["tools"], route_class=StrictRoute)

ToolId = Annotated[
    str, Path(description="`server/name`, or `name`.", examples=["weather/get_forecast"])
]


@router.post("/tools")
async def register_tools(body: RegisterRequest, workspace: CurrentWorkspace) -> ReceiptModel:
    """Register or update tools. What this acknowledges survives a crash."""
    return ReceiptModel.of(await register(workspace, body.registration()))


@router.put("/servers/{server}/tools")
async def sync_server(
    server: str,
    body: SyncRequest,
    workspace: CurrentWorkspace,
    catalogue: CatalogueQuery = "default",
) -> ReceiptModel:
    """Make the server's tools exactly these: adds, updates, removes."""
    asked = replace(body.registration(), server=server, catalogue=catalogue)
    return ReceiptModel.of(await sync(workspace, asked))


@router.get("/tools")
async def list_tools(
    workspace: CurrentWorkspace,
    catalogue: CatalogueQuery = "default",
    server: str | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: str | None = None,
    definitions: Annotated[bool, Query(description="With every tool whole.")] = False,  # noqa: FBT002 # a query
) -> ToolList:
    """List a catalogue's tools, page by page, in a stable order."""
    page = await catalogues.list_tools(
        workspace, catalogue, server=server, limit=limit, cursor=cursor
    )
    tools = [ToolSummary.of(stored, whole=definitions) for stored in page.tools]
    return ToolList(tools=tools, cursor=page.cursor)


@router.get("/tools/{tool_id:path}")
async def read_tool(
    tool_id: ToolId, workspace: CurrentWorkspace, catalogue: CatalogueQuery = "default"
) -> ToolDetail:
    """Read one tool: its definition as registered, the text it is found by, its cost."""
    return ToolDetail.of_view(await catalogues.read_tool(workspace, catalogue, tool_id))


@router.delete("/tools/{tool_id:path}", status_code=204)
async def remove_tool(
    tool_id: ToolId, workspace: CurrentWorkspace, catalogue: CatalogueQuery = "default"
) -> None:
    """Remove one tool."""
    await catalogues.remove_tool(workspace, catalogue, tool_id)
