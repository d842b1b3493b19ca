"""Pages for people."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from toolrag.api.overlap_page import overlap_page
from toolrag.api.routes.catalogues import LeastProbability, Variants
from toolrag.api.state import CurrentWorkspace
from toolrag.journeys.overlap import catalogue_overlap
from toolrag.retrieval.overlap.map import variant_groups
from toolrag.retrieval.overlap.report import BAR

router = APIRouter(tags=["catalogues"])


@router.get("/overlap", response_class=HTMLResponse)
async def show_overlap(
    workspace: CurrentWorkspace,
    catalogue: str = "default",
    min_probability: LeastProbability = BAR,
    variants: Variants = (),
) -> str:
    """Look at the overlap map of a catalogue: the same as `GET /v1/overlap`, as a page."""
    found = await catalogue_overlap(
        workspace, catalogue, min_probability=min_probability, variants=variant_groups(variants)
    )
    return overlap_page(catalogue, found, min_probability)
