"""too-many-tools: more tools than a model chooses well from.

What it does: counts the tools of each server, and of all of them together: information over 20 and
over 40, and an error over the limit of a named provider (128 for OpenAI).
Why is this bad: past about 30 definitions descriptions begin to overlap. From 4 to 51 tools the
share of right calls fell from 43 to 2 % on a public benchmark; 128 is where OpenAI answers 400
(zed-industries/zed#32946). A router makes the number harmless, so without a provider it is only
information.
Bad: {"server": "everything", "tools": ["(129 tools)"]}
Good: {"server": "notes", "tools": ["(twelve tools)"]}
How to fix: route, split the server, or leave tools out by default.
"""

from collections.abc import Iterator, Sequence

from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    groups = [(shown(s) if s else "The catalogue", d) for s, d in context.servers.items()]
    if len(context.servers) > 1:
        groups.append(("Together the servers", list(context.definitions)))
    for who, tools in groups:
        yield from _count(context, who, tools)


def _count(context: Context, who: str, tools: Sequence[Definition]) -> Iterator[Found]:
    own = [d for d in tools if not d.registered]
    if not own:
        return
    count, limits = len(tools), context.settings.thresholds
    at = own[0].pointer.rsplit("/", 1)[0]
    over = [p for p in context.targets if p.tools is not None and count > p.tools]
    if over:
        worst = min(over, key=lambda p: p.tools or 0)
        message = f"{who} have {count} tools; {worst.title} takes {worst.tools} in a request."
        yield Found(
            own[0],
            message.replace("have", "has") if who[0] == "'" else message,
            at,
            severity="error",
        )
    elif count > limits.many_tools:
        bar = limits.too_many_tools if count > limits.too_many_tools else limits.many_tools
        message = f"{who}: {count} tools; models choose worse past {bar}."
        yield Found(own[0], message, at)


RULE = Rule("too-many-tools", "catalogue", "info", __doc__, _check)
