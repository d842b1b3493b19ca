"""What users would pick instead, over the same tools: rankings of whole catalogues.

Each gets the texts of the tools and of the queries, and returns for every query the positions of
the best tools, best first; none of them knows anything of toolrag's views.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from toolrag.errors import InvalidInputError

KEYWORDS: Final = "keywords"
BM25S: Final = "bm25s"
DENSE: Final = "dense"
RRF: Final = "rrf"
BASELINES: Final = (KEYWORDS, BM25S, DENSE, RRF)

# Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion" (2009).
_RRF_K: Final = 60

Ranks = list[list[int]]


def keywords(tools: Sequence[str], queries: Sequence[str], depth: int) -> Ranks:
    """Rank by how many words of the query are among the tool's, as agent frameworks do."""
    known = [frozenset(text.lower().split()) for text in tools]

    def best(query: str) -> list[int]:
        asked = frozenset(query.lower().split())
        shared = [len(asked & words) for words in known]
        return sorted((i for i, n in enumerate(shared) if n), key=lambda i: -shared[i])[:depth]

    return [best(query) for query in queries]


def bm25(tools: Sequence[str], queries: Sequence[str], depth: int) -> Ranks:
    """Rank by BM25 as the library bm25s has it out of the box, with English stop words.

    Raises:
        InvalidInputError: when bm25s is not installed.
    """
    try:
        import bm25s
    except ImportError as error:
        hint = "Install it: pip install 'toolrag[bench]'."
        raise InvalidInputError("The baseline needs bm25s.", hint=hint) from error
    retriever = bm25s.BM25()
    retriever.index(
        bm25s.tokenize(list(tools), stopwords="en", show_progress=False), show_progress=False
    )
    asked = bm25s.tokenize(list(queries), stopwords="en", show_progress=False)
    found, scores = retriever.retrieve(asked, k=min(depth, len(tools)), show_progress=False)
    return [
        [int(i) for i, score in zip(ids, values, strict=True) if score > 0]
        for ids, values in zip(found, scores, strict=True)
    ]


def dense(tools: NDArray[np.float32], queries: NDArray[np.float32], depth: int) -> Ranks:
    """Rank by the cosine of unit vectors, one row for each tool and each query."""
    scores = queries @ tools.T
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    ranks: Ranks = order.tolist()
    return ranks


def reciprocal(rankings: Sequence[Ranks], depth: int) -> Ranks:
    """Fuse rankings by the sum of their reciprocal ranks."""
    fused: Ranks = []
    for of_query in zip(*rankings, strict=True):
        score: defaultdict[int, float] = defaultdict(float)
        for ranking in of_query:
            for rank, tool in enumerate(ranking, 1):
                score[tool] += 1 / (_RRF_K + rank)
        fused.append(sorted(score, key=lambda i: (-score[i], i))[:depth])
    return fused
