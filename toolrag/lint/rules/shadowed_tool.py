"""shadowed-tool: a tool whose own words lead to another.

What it does: asks the router for each declared utterance of a tool (`x-toolrag-examples`,
`examples`), and for the first sentence of its description. It is a warning where another tool
comes first for more than a fifth of the declared ones, or the tool is not among the first three
for one of them, and information where only its own first sentence finds another tool first.
Why is this bad: in Microsoft's Azure catalogue one tool lost 18 utterances to another; there every
tool has to be among the first three for its utterances before it is merged.
Bad: {"server": "vault", "tools": [ {"name": "get_keys", "description": "Creates a secret.",
       "inputSchema": {"type": "object"}}, {"name": "create_secret", "description": "Lists keys.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "vault", "tools": [ {"name": "get_keys", "description": "Lists keys.",
       "inputSchema": {"type": "object"}}, {"name": "create_secret", "description": "Creates a
       secret.", "inputSchema": {"type": "object"}}]}
How to fix: begin the description with what only this tool does, in the words that users have for
it.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.definition import shown
from toolrag.lint.evidence import Evidence, Theft
from toolrag.lint.prose import first_sentence
from toolrag.lint.rule import Context, Found, Rule
from toolrag.retrieval.intervals import wilson
from toolrag.retrieval.overlap.contrast import crossed

_TOP = 3


def _check(context: Context) -> Iterator[Found]:
    evidence = context.evidence
    if evidence is None:
        return
    yield from _crossed(context, evidence)
    by_owner: dict[int, list[Theft]] = {}
    for theft in evidence.thefts:
        by_owner.setdefault(theft.owner, []).append(theft)
    for owner, thefts in sorted(by_owner.items()):
        definition = context.definitions[owner]
        if context.are_variants(definition, context.definitions[thefts[0].thief]):
            continue
        declared = [theft for theft in thefts if theft.declared]
        asked = evidence.asked.get(owner, 0)
        if declared:
            yield _by_utterances(context, owner, declared, asked)
        elif not asked:
            theft = thefts[0]
            thief = context.definitions[theft.thief]
            message = (
                f"{definition.label}: its first sentence, {shown(theft.utterance)}, finds "
                f"{thief.label} first."
            )
            at = f"{definition.holder}/description"
            yield Found(definition, message, at, severity="info", related=(thief,))


def _crossed(context: Context, evidence: Evidence) -> Iterator[Found]:
    for near in evidence.pairs:
        for a, b in ((near.a, near.b), (near.b, near.a)):
            one, other = context.definitions[a], context.definitions[b]
            if not near.mutual or one.server != other.server or context.are_variants(one, other):
                continue
            if crossed(context.features[a], context.features[b]):
                swapped = crossed(context.features[b], context.features[a])
                severity: Severity = "warning" if swapped else "info"
                message = (
                    f"{one.label}: {shown(first_sentence(one.description))} has the words of "
                    f"{other.label}, and not its own."
                )
                at = f"{one.holder}/description"
                yield Found(one, message, at, severity=severity, related=(other,))


def _by_utterances(context: Context, owner: int, thefts: list[Theft], asked: int) -> Found:
    definition = context.definitions[owner]
    worst = max(thefts, key=lambda theft: theft.rank)
    thief = context.definitions[worst.thief]
    share = context.settings.thresholds.share_top_1
    loud = worst.rank > _TOP or wilson(asked - len(thefts), asked)[1] < share
    message = (
        f"{definition.label}: {len(thefts)} of its {asked} utterances find another tool first; "
        f"{shown(worst.utterance)} finds {thief.label}, and this one at place {worst.rank}."
    )
    severity: Severity = "warning" if loud else "info"
    at = f"{definition.holder}/description"
    return Found(definition, message, at, severity=severity, related=(thief,))


RULE = Rule("shadowed-tool", "overlap", "warning", __doc__, _check, retrieval=True)
