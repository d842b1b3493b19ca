"""Catalogues: list, remove, and the overlap of one."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from toolrag.api.state import CurrentWorkspace
from toolrag.api.wire.overlap import OverlapMapModel
from toolrag.api.wire.tools import CatalogueList, CatalogueModel
from toolrag.journeys import catalogue as catalogues
from toolrag.journeys.overlap import catalogue_overlap
from toolrag.retrieval.overlap.map import variant_groups
from toolrag.retrieval.overlap.report import BAR

LeastProbability = Annotated[float, Query(ge=0, le=1)]
Variants = Annotated[
    Sequence[str],
    Query(description="Ids, with commas, of tools that are never served together; repeatable."),
]

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
    min_probability: LeastProbability = BAR,
    variants: Variants = (),
) -> OverlapMapModel:
    """Get the overlap map of a catalogue: pairs from the most probable down, groups, clashes."""
    found = await catalogue_overlap(
        workspace, catalogue, min_probability=min_probability, variants=variant_groups(variants)
    )
    return OverlapMapModel.of(found)
