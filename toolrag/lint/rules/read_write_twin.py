"""read-write-twin: a reader and a writer that read alike.

What it does: flags two tools of a server among each other's nearest where one reads and one
changes, going by verbs and hints, and the first sentence of the reader has no reading verb or that
of the writer no changing one.
Why is this bad: mistaking one for the other does harm. The worst pair of the Azure catalogue is of
this kind: a getter of vault items lost 18 utterances to a creator of secrets.
Bad: {"server": "vault", "tools": [ {"name": "get_items", "description": "Items of the vault, keys
       and secrets.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
       {"name": "create_items", "description": "Items of the vault, keys and secrets.",
       "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}}]}
Good: {"server": "vault", "tools": [ {"name": "get_items", "description": "Reads keys and secrets
       of the vault.", "inputSchema": {"type": "object"}}, {"name": "create_items", "description":
       "Creates a key or a secret in the vault.", "inputSchema": {"type": "object"}}]}
How to fix: begin the descriptions with what is done: "Reads ...", "Creates ...".
"""

from collections.abc import Iterator

from toolrag.lint.contrast import changes, reads, says_its_work
from toolrag.lint.rule import Context, Found, Rule
from toolrag.retrieval.overlap.contrast import foreign


def _check(context: Context) -> Iterator[Found]:
    for near in context.evidence.pairs if context.evidence else ():
        first, second = context.definitions[near.a], context.definitions[near.b]
        if not near.mutual or first.server != second.server or context.are_variants(first, second):
            continue
        for reader, writer in ((near.a, near.b), (near.b, near.a)):
            if not (reads(context, reader) and changes(context, writer)):
                continue
            silent = [i for i in (reader, writer) if _is_silent(context, i)]
            if silent:
                one, other = context.definitions[reader], context.definitions[writer]
                quiet = context.definitions[silent[0]]
                message = (
                    f"{one.label} reads and {other.label} changes the same, and the first sentence "
                    f"of {quiet.label} does not say so."
                )
                at = f"{quiet.holder}/description"
                related = other if quiet is one else one
                yield Found(quiet, message, at, related=(related,))


def _is_silent(context: Context, i: int) -> bool:
    """Tell whether a first sentence could say what its tool does, and does not."""
    seen = context.features[i]
    return bool(seen.lead) and not foreign(seen) and not says_its_work(context, i)


RULE = Rule("read-write-twin", "overlap", "info", __doc__, _check, retrieval=True)
