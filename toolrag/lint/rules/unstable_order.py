"""unstable-order: the same tools in another order.

What it does: with `--diff`, flags a server whose tools are the same set as before, in another
order.
Why is this bad: prompt caches hold a prefix; another order of the same tools misses all of it. MCP
2026-07-28 asks for a deterministic order.
Bad: [{"server": "notes", "tools": ["(b, a)", "(before: a, b)"]}]
Good: [{"server": "notes", "tools": ["(a, b)", "(before: a, b)"]}]
How to fix: sort the tools by name where the list is made.
"""

from collections.abc import Iterator

from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    if context.before is None:
        return
    for server, tools in context.servers.items():
        now = [d.id for d in tools if not d.registered]
        known = set(now)
        before = [tool for tool in context.before.order if tool in known]
        if now and set(before) == known and before != now and len(before) == len(now):
            moved = next(d for d, was in zip(tools, before, strict=False) if d.id != was)
            message = f"The tools of {server or 'the catalogue'} changed their order only."
            yield Found(moved, message, moved.pointer)


RULE = Rule("unstable-order", "catalogue", "info", __doc__, _check)
