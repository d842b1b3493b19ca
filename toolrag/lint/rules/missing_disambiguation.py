"""missing-disambiguation: two neighbours, and no word about when to use which.

What it does: flags two tools of a server that are among each other's nearest and do one kind of
work, of which one speaks of what the other is about, where not both name the other and neither says
"only", "instead", "unlike" or their like. Each tool is told once, beside the nearest. It is
information: about half of such findings were useful when they were read.
Why is this bad: with one sentence on each of six such tools the right one was called in 100
instead of 80 % of the cases, and strictly right calls rose from 62 to 96 %
(modelcontextprotocol/servers PR 4519).
Bad: {"server": "memory", "tools": [ {"name": "create_entities", "description": "Create entities in
       the graph with observations.", "inputSchema": {"type": "object"}}, {"name":
       "add_observations", "description": "Add observations to entities in the graph.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "memory", "tools": [ {"name": "create_entities", "description": "Create new
       entities in the graph. To add facts to an existing one use add_observations.",
       "inputSchema": {"type": "object"}}, {"name": "add_observations", "description": "Add
       observations to existing entities. To make a new one use create_entities.", "inputSchema":
       {"type": "object"}}]}
How to fix: say in each when the other is the right one.
"""

from collections.abc import Iterator

from toolrag.lint.contrast import has_contrast, mentions
from toolrag.lint.rule import Context, Found, Rule
from toolrag.retrieval.overlap.contrast import could_be_meant
from toolrag.retrieval.overlap.map import NEAR
from toolrag.retrieval.overlap.neighbours import Neighbours


def _check(context: Context) -> Iterator[Found]:
    told_of: set[int] = set()
    for near in _alike(context):
        first, second = context.definitions[near.a], context.definitions[near.b]
        sided = [mentions(first, second.name), mentions(second, first.name)]
        if near.a in told_of or near.b in told_of or all(sided):
            continue
        if has_contrast(first) or has_contrast(second):
            continue
        told_of |= {near.a, near.b}
        message = f"{second.label} and {first.label} are neighbours. {near.pair.advice}"
        if any(sided):
            told, silent = (first, second) if sided[0] else (second, first)
            message = f"{told.label} says when to use {silent.label}, and not the other way round."
        yield Found(second, message, f"{second.holder}/description", related=(first,))


def _alike(context: Context) -> Iterator[Neighbours]:
    """Yield neighbours of one server, one of which speaks of the other's thing, nearest first."""
    bar = context.settings.thresholds.confusable_info
    pairs = context.evidence.pairs if context.evidence else ()
    for near in sorted(pairs, key=lambda pair: -pair.alike):
        first, second = context.definitions[near.a], context.definitions[near.b]
        far = near.pair.percentile is not None and near.pair.percentile < NEAR
        if far or not near.mutual or near.pair.probability >= bar or first.server != second.server:
            continue
        if context.are_variants(first, second):
            continue
        if could_be_meant(context.features[near.a], context.features[near.b]):
            yield near


RULE = Rule("missing-disambiguation", "overlap", "info", __doc__, _check, retrieval=True)
