"""Turns: which tools an agent gets now."""

from fastapi import APIRouter

from toolrag.api.middleware import StrictRoute
from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire import RouteRequest, RouteResponse
from toolrag.journeys.route import route

router = APIRouter(prefix="/v1", tags=["turns"], route_class=StrictRoute)


@router.post("/route")
async def route_turn(body: RouteRequest, workspace: CurrentWorkspace) -> RouteResponse:
    """Get at most 30 tools for one turn, rendered, with the report of which can be confused."""
    answer = await route(workspace, body.turn(), tokenizer=body.tokenizer)
    return RouteResponse.of(answer, explain=body.explain)
