"""language-mix: a description in another language than the server's others.

What it does: flags descriptions in another language than more than 80 % of the server's.
Why is this bad: retrieval and models work better within one language; where a server speaks two on
purpose there is nothing wrong, so the rule is off by default.
Bad: {"server": "shop", "tools": [ {"name": "a", "description": "List the orders of a customer.",
       "inputSchema": {}}, {"name": "b", "description": "Cancel an order for the customer.",
       "inputSchema": {}}, {"name": "c", "description": "Track the parcel of an order.",
       "inputSchema": {}}, {"name": "d", "description": "Refund what was paid for an order.",
       "inputSchema": {}}, {"name": "e", "description": "Rate the seller of an order.",
       "inputSchema": {}}, {"name": "f", "description": "查询订单的发票。", "inputSchema": {}}]}
Good: {"server": "shop", "tools": [ {"name": "e", "description": "Rate the seller of an order.",
       "inputSchema": {}}, {"name": "f", "description": "Find the invoice of an order.",
       "inputSchema": {}}]}
How to fix: describe all tools of a server in one language.
"""

from collections import Counter
from collections.abc import Iterator

from toolrag.lint.rule import Context, Found, Rule
from toolrag.text.language import language


def _check(context: Context) -> Iterator[Found]:
    for tools in context.servers.values():
        spoken = {id(d): language(d.description) for d in tools if d.description.strip()}
        counts = Counter(spoken.values())
        for definition in tools:
            code = spoken.get(id(definition))
            usual, times = counts.most_common(1)[0] if counts else ("", 0)
            if code and code != usual and times > 0.8 * sum(counts.values()):
                message = f"{definition.label} is described in {code}, the others in {usual}."
                yield Found(definition, message, f"{definition.holder}/description")


RULE = Rule("language-mix", "description", "info", __doc__, _check, on=False)
