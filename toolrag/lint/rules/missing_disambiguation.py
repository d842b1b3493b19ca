"""missing-disambiguation: two neighbours, and no word about when to use which.

What it does: flags two tools of a server that are among each other's nearest and speak of the same
things, where not both name the other and neither says "only", "existing", "instead", "unlike" or
their like. It is information: about half of such findings were useful when they were read.
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

from toolrag.lint.contrast import has_contrast, mentions, speak_of_each_other
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    bar = context.settings.thresholds.confusable_info
    for near in context.evidence.pairs if context.evidence else ():
        first, second = context.definitions[near.a], context.definitions[near.b]
        if near.pair.probability >= bar or not near.mutual or first.server != second.server:
            continue
        if context.are_variants(first, second) or not speak_of_each_other(context, near.a, near.b):
            continue
        sided = [mentions(first, second.name), mentions(second, first.name)]
        if all(sided) or has_contrast(first) or has_contrast(second):
            continue
        message = f"{second.label} and {first.label} are neighbours. {near.pair.advice}"
        if any(sided):
            told, silent = (first, second) if sided[0] else (second, first)
            message = f"{told.label} says when to use {silent.label}, and not the other way round."
        at = f"{second.holder}/description"
        yield Found(second, message, at, related=(first,))


RULE = Rule("missing-disambiguation", "overlap", "info", __doc__, _check, retrieval=True)
