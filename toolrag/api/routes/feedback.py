"""Feedback: what models really called teaches the catalogue."""

from typing import Annotated

from fastapi import APIRouter, Query

from toolrag.api.middleware import StrictRoute
from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire.base import CatalogueQuery
from toolrag.api.wire.feedback import FeedbackRequest, FeedbackResponse, LearnedModel
from toolrag.journeys import learn as learning

router = APIRouter(prefix="/v1", tags=["feedback"], route_class=StrictRoute)


@router.post("/feedback")
async def give_feedback(body: FeedbackRequest, workspace: CurrentWorkspace) -> FeedbackResponse:
    """Tell what was called for a request: it leads to these tools from the next turn on."""
    return FeedbackResponse.of(await learning.learn(workspace, body.feedback()))


@router.get("/feedback")
async def read_learned(
    workspace: CurrentWorkspace, catalogue: CatalogueQuery = "default"
) -> LearnedModel:
    """Export everything that was learned."""
    return LearnedModel.of(await learning.learned(workspace, catalogue))


@router.delete("/feedback", status_code=204)
async def forget_learned(
    workspace: CurrentWorkspace,
    tool: Annotated[str, Query(description="The id of the tool.")],
    text: Annotated[str | None, Query(description="One utterance; all without it.")] = None,
    catalogue: CatalogueQuery = "default",
) -> None:
    """Remove what a tool has learned."""
    await learning.forget(workspace, catalogue, tool, text)
