"""Catalogues: list, remove, and the overlap of one."""

from typing import Annotated

from fastapi import APIRouter, Query

from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire.overlap import OverlapMapModel
from toolrag.api.wire.tools import CatalogueList, CatalogueModel
from toolrag.journeys import catalogue as catalogues
from toolrag.retrieval.overlap.report import BAR

router = APIRouter(prefix="/v1", tags=["catalogues"])


@router.get("/catalogues")
async def list_catalogues(workspace: CurrentWorkspace) -> CatalogueList:
    """List every catalogue with its size and its encoders."""
    views = await catalogues.list_catalogues(workspace)
    return CatalogueList(catalogues=[CatalogueModel.of(view) for view in views])


@router.delete("/catalogues/{name}", status_code=204)
async def remove_catalogue(name: str, workspace: CurrentWorkspace) -> None:
    """Remove a catalogue with all its tools."""
    await catalogues.remove_catalogue(workspace, name)


@router.get("/overlap")
async def overlap_map(
    workspace: CurrentWorkspace,
    catalogue: str = "default",
    min_probability: Annotated[float, Query(ge=0, le=1)] = BAR,
) -> OverlapMapModel:
    """Get the overlap map of a catalogue: pairs from the most probable down, groups, clashes."""
    tools, overlap = await catalogues.overlap_map(
        workspace, catalogue, min_probability=min_probability
    )
    return OverlapMapModel.of(tools, overlap)
