"""The gate: the linter's rules over tools that are registered, beside those that are there."""

import asyncio
from collections.abc import Sequence
from typing import Final

from toolrag.domain.finding import Finding
from toolrag.formats.reading import Parsed
from toolrag.lint.definition import Definition
from toolrag.lint.engine import check
from toolrag.lint.evidence import Evidence
from toolrag.lint.overlap import gather
from toolrag.lint.reading import definition_of, registered
from toolrag.lint.rule import Context
from toolrag.lint.settings import Settings
from toolrag.ports.encoder import Vector
from toolrag.ports.index import IndexEntry, ToolFilter, ToolIndex
from toolrag.retrieval.fusion import is_name_view

# How many tools are too many and what they cost is what the router is there for.
_SETTINGS: Final = Settings(ignore=("catalogue", "tokens"))
_AMONG: Final = Settings(select=("overlap",))
# So many of a tool's nearest in the catalogue are looked at beside it.
_NEAREST: Final = 5


def findings_on(parsed: Sequence[Parsed]) -> tuple[Finding, ...]:
    """Return what the rules say of the tools themselves; pointers are into what was sent."""
    return check(Context(_definitions(parsed), _SETTINGS, len))


async def findings_among(
    parsed: Sequence[Parsed], entries: Sequence[IndexEntry], index: ToolIndex
) -> tuple[Finding, ...]:
    """Return what the overlap rules say of new or changed tools beside those of the catalogue.

    `entries` are the ones that were encoded; the others have not changed and were told before.
    """
    fresh = {entry.stored.tool.id: entry for entry in entries}
    own = _definitions([item for item in parsed if item.tool.id in fresh])
    near: dict[str, None] = {}
    which = ToolFilter(exclude=frozenset(fresh))
    for entry in entries:
        hits = (await index.search([entry.card], which, _NEAREST))[0]
        near.update(dict.fromkeys(i for view in hits.values() for i in view.scores))
    known = await index.get(list(near))
    beside = tuple(registered(record.stored.tool) for record in known.values())
    vectors = [_of_tool(fresh[definition.id]) for definition in own]
    vectors += [dict(record.vectors) for record in known.values()]
    together = (*own, *beside)
    found = await asyncio.to_thread(gather, together, vectors, (), {})
    return await asyncio.to_thread(_check, together, found)


def _of_tool(entry: IndexEntry) -> dict[str, Vector]:
    """Return the vectors that tools are compared by: names alone are no basis."""
    return {view: x for view, x in entry.card.dense.items() if not is_name_view(view)}


def _check(together: tuple[Definition, ...], evidence: Evidence) -> tuple[Finding, ...]:
    return check(Context(together, _AMONG, len, evidence))


def _definitions(parsed: Sequence[Parsed]) -> tuple[Definition, ...]:
    return tuple(definition_of(item) for item in parsed)
