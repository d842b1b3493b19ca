"""Calibrate: answered queries and labelled pairs as what is fitted sees them."""

from collections.abc import Callable, Iterator, Sequence

from toolrag.domain.overlap import LabelledPair
from toolrag.domain.turn import HARD_CAP
from toolrag.evaluation.dataset import Dataset, Query
from toolrag.journeys.measure import CATALOGUE, Definitions, indexed, turn_of
from toolrag.journeys.retrieve import encode, search
from toolrag.journeys.workspace import Workspace, wording_vectors
from toolrag.ports.index import ToolFilter
from toolrag.retrieval.calibration import Sample
from toolrag.retrieval.overlap.fitting import PairSample, sampled


async def samples(
    workspace: Workspace,
    dataset: Dataset,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> list[Sample]:
    """Return the answers that relevance is fitted on.

    Queries with candidates are asked among these alone as well.
    """
    definitions = Definitions.of(dataset)
    index = await indexed(workspace, definitions, progress)
    found: list[Sample] = []
    for done, query in enumerate(dataset.queries, 1):
        turn = turn_of(query)
        asked = await encode(workspace, turn)
        for which in _filters(query, definitions):
            if await index.count(which):
                retrieved = await search(index, turn, asked, which)
                ranked = retrieved.ranked[:HARD_CAP]
                right = tuple(definitions.ids[s.tool_id] in query.relevant for s, _ in ranked)
                scores = tuple(scored.score for scored, _ in ranked)
                sample = Sample(
                    dataset.name,
                    retrieved.seen,
                    scores,
                    right,
                    wanted=len(query.relevant),
                    single=len(retrieved.searches) == 1,
                    few=which.only is not None,
                )
                found.append(sample)
        progress("queries", done, len(dataset.queries))
    await workspace.engine.drop(CATALOGUE)
    return found


def _filters(query: Query, definitions: Definitions) -> Iterator[ToolFilter]:
    """Yield all tools, and a query's candidates, each with and without the right ones."""
    right = definitions.named(query.relevant)
    scopes: list[frozenset[str] | None] = [None] if query.relevant else []
    if query.candidates is not None:
        scopes.append(definitions.named(query.candidates))
    for only in scopes:
        yield ToolFilter(only=only)
        if right:
            yield ToolFilter(only=only, exclude=right)


async def pair_samples(workspace: Workspace, pairs: Sequence[LabelledPair]) -> list[PairSample]:
    """Return what sameness is fitted on."""
    tools = {tool.content_hash: tool for pair in pairs for tool in (pair.a, pair.b)}
    vectors = await wording_vectors(list(tools.values()), workspace.encoders)
    known = dict(zip(tools, vectors, strict=True))
    return sampled(pairs, [(known[p.a.content_hash], known[p.b.content_hash]) for p in pairs])
