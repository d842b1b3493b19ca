"""Turns: which tools an agent gets now."""

from fastapi import APIRouter, Response

from toolrag.api.middleware import StrictRoute
from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire.turns import RouteRequest, RouteResponse
from toolrag.journeys.route import route

router = APIRouter(prefix="/v1", tags=["turns"], route_class=StrictRoute)


@router.post("/route", response_model=RouteResponse)
async def route_turn(body: RouteRequest, workspace: CurrentWorkspace) -> Response:
    """Get at most 30 tools for one turn, rendered, with the report of which can be confused."""
    answer = await route(workspace, body.turn(), tokenizer=body.tokenizer)
    # The model is serialised here: FastAPI would validate the whole answer a second time.
    model = RouteResponse.of(answer, explain=body.explain)
    return Response(model.model_dump_json(), media_type="application/json")
