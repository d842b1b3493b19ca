"""confusable-pair: two tools that a model would confuse.

What it does: flags pairs by the probability that the router's overlap report gives them (names,
words, parameters, verbs and both encoders), where each is among the other's nearest and nothing
tells them apart. Over 0.9 it is a warning, over 0.8 information.
Why is this bad: a model that confuses two tools calls the wrong one, and nothing tells it.
Bad: {"server": "chat", "tools": [ {"name": "send_message", "description": "Send a message to a
       channel.", "inputSchema": {"type": "object"}}, {"name": "post_message", "description": "Post
       a message to a channel.", "inputSchema": {"type": "object"}}]}
Good: {"server": "chat", "tools": [ {"name": "send_message", "description": "Send a message to a
       channel.", "inputSchema": {"type": "object"}}]}
How to fix: add the sentence that the finding ends with, to both, or merge them.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.rule import Context, Found, Rule
from toolrag.retrieval.overlap.contrast import foreign

# Tools of two servers that share a name and little else are a collision of names only.
_ALIKE = 0.7
# A sentence in another script cannot say the words of a name, which is what mostly tells two tools
# apart; below this one in four such pairs was wrong when they were read.
_OTHER_SCRIPT = 0.97


def _check(context: Context) -> Iterator[Found]:
    limits = context.settings.thresholds
    told: set[int] = set()
    for near in context.evidence.pairs if context.evidence else ():
        if near.pair.probability < limits.confusable_info:
            return
        first, second = context.definitions[near.a], context.definitions[near.b]
        # A name twice on one server is a duplicate, and told as such. Each tool is told once,
        # beside the one that it is confused with most.
        if not near.mutual or first.id == second.id or near.b in told:
            continue
        if first.server != second.server and near.alike < _ALIKE:
            continue
        if context.told_apart(near.a, near.b) or context.are_variants(first, second):
            continue
        told.add(near.b)
        why = " ".join(reason.text for reason in near.pair.reasons[:2])
        message = (
            f"{second.label} and {first.label} are confused with probability "
            f"{min(near.pair.probability, 0.99):.2f}. {why} {near.pair.advice}"
        )
        bar = limits.confusable_warning
        if foreign(context.features[near.a]) and foreign(context.features[near.b]):
            bar = max(bar, _OTHER_SCRIPT)
        severity: Severity = "warning" if near.pair.probability >= bar else "info"
        yield Found(
            second,
            message,
            f"{second.holder}/description",
            severity=severity,
            related=(first,),
            probability=near.pair.probability,
        )


RULE = Rule("confusable-pair", "overlap", "warning", __doc__, _check, retrieval=True)
