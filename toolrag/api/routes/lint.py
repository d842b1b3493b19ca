"""Linting tools that are not registered."""

from fastapi import APIRouter

from toolrag.api.middleware import StrictRoute
from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire.lint import LintBody, LintReport
from toolrag.journeys.lint import lint_document

router = APIRouter(prefix="/v1", tags=["lint"], route_class=StrictRoute)


@router.post("/lint")
async def lint_tools(body: LintBody, workspace: CurrentWorkspace) -> LintReport:
    """Flag ambiguous, overlapping and broken definitions; nothing is registered."""
    return LintReport.of(await lint_document(workspace, body.asked()))
