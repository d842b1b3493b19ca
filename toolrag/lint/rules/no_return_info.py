"""no-return-info: nothing says what comes back.

What it does: flags a tool without an output schema whose description has no word for a result.
Why is this bad: 3,449 of 10,831 servers have wrong or no such information; what was measured is
that completeness moves selection least (arXiv 2602.18914). Off by default.
Bad: {"name": "ping_host", "description": "Pings a host.", "inputSchema": {"type": "object"}}
Good: {"name": "ping_host", "description": "Pings a host; returns the round trip in milliseconds.",
       "inputSchema": {"type": "object"}}
How to fix: name the result in a clause, or give an `outputSchema`.
"""

from collections.abc import Iterator
from typing import Final

from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.text.words import stem, words

_TELLING: Final = frozenset(
    stem(w)
    for w in """
    return list get give show output result response find fetch retrieve read
    """.split()
)
_CJK: Final = ("返回", "获取", "查询", "结果", "取得", "返します")


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    text = definition.description
    if not text.strip() or definition.raw.get("outputSchema"):
        return
    if _TELLING & {stem(w) for w in words(text)} or any(sign in text for sign in _CJK):
        return
    message = f"{definition.label}: nothing says what comes back."
    yield Found(definition, message, f"{definition.holder}/description")


RULE = Rule("no-return-info", "description", "info", __doc__, each(_check), on=False)
