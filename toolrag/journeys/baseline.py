"""Measure what users would pick instead, on the same benchmark."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toolrag.domain.turn import HARD_CAP
from toolrag.evaluation import baselines
from toolrag.evaluation.dataset import Dataset
from toolrag.evaluation.quality import Quality, quality
from toolrag.journeys.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Compared:
    """Another way to rank, by name, and its figures."""

    name: str
    quality: Quality


async def measure_baseline(
    workspace: Workspace, dataset: Dataset, name: str, ks: Sequence[int]
) -> Compared:
    """Return the figures of a baseline of `toolrag.evaluation.baselines`.

    It reads name and description of the tools; the dense one uses the workspace's first encoder.
    """
    tools = [f"{tool['name']} {tool.get('description') or ''}" for tool in dataset.tools]
    queries = [query.text for query in dataset.queries]
    ranks = await _ranks(workspace, name, tools, queries)
    ids = [str(tool["id"]) for tool in dataset.tools]
    offered = [
        (query, tuple((ids[i], 0.0) for i in found))
        for query, found in zip(dataset.queries, ranks, strict=True)
    ]
    return Compared(name, quality(offered, ks))


async def _ranks(
    workspace: Workspace, name: str, tools: Sequence[str], queries: Sequence[str]
) -> baselines.Ranks:
    if name == baselines.KEYWORDS:
        return baselines.keywords(tools, queries, HARD_CAP)
    if name == baselines.BM25S:
        return baselines.bm25(tools, queries, HARD_CAP)
    encoder = workspace.encoders[0]
    depth = HARD_CAP if name == baselines.DENSE else 100
    rows, asked = await encoder.encode(list(tools)), await encoder.encode(list(queries))
    dense = baselines.dense(np.stack(rows), np.stack(asked), depth)
    if name == baselines.DENSE:
        return dense
    return baselines.reciprocal([dense, baselines.bm25(tools, queries, depth)], HARD_CAP)
