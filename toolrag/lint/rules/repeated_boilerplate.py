"""repeated-boilerplate: sentences that many descriptions repeat.

What it does: flags, once a server, sentences that five or more tools have and that make up more
than 30 % of all descriptions.
Why is this bad: they cost tokens in every request and make all tools look alike to retrieval.
Bad: {"server": "api", "tools": ["(five tools that all begin: This endpoint is part of the Acme
       API.)"]}
Good: {"server": "api", "tools": ["(five tools that say what each does)"]}
How to fix: say it once, in the server's instructions.
"""

from collections import Counter
from collections.abc import Iterator

from toolrag.lint.definition import shown
from toolrag.lint.prose import sentences
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    limits = context.settings.thresholds
    for tools in context.servers.values():
        told = [(d, list(dict.fromkeys(sentences(d.description)))) for d in tools]
        counts = Counter(sentence for _, said in told for sentence in said if len(sentence) > 20)
        shared = {s: n for s, n in counts.items() if n >= limits.boilerplate_tools}
        total = sum(len(d.description) for d in tools)
        spent = sum(len(sentence) * times for sentence, times in shared.items())
        if shared and spent > limits.boilerplate_share * total:
            worst = max(shared, key=lambda s: (len(s) * shared[s], s))
            first = next(d for d, said in told if worst in said)
            message = (
                f"{shared[worst]} tools repeat {shown(worst)}; repeated sentences are "
                f"{100 * spent // total} % of the descriptions."
            )
            yield Found(first, message, f"{first.holder}/description")


RULE = Rule("repeated-boilerplate", "tokens", "info", __doc__, _check)
