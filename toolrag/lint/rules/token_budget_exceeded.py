"""token-budget-exceeded: definitions that cost too much of every request.

What it does: counts the tokens of each server's definitions as they are sent (a warning over
10,000) with the most expensive tools, of each tool (information over 1,000), and the members of
each enum (information over 50, a warning over 250).
Why is this bad: every request pays for all of it, before the user has said a word.
Bad: {"name": "set_color", "description": "Set a colour.", "inputSchema": {"type": "object",
       "properties": {"color": {"type": "string", "enum": ["(three hundred names)"]}}}}
Good: {"name": "set_color", "description": "Set a colour.", "inputSchema": {"type": "object",
       "properties": {"color": {"type": "string", "description": "CSS name or #rrggbb."}}}}
How to fix: shorten what is longest, take lists out of schemas, or let a router choose the tools of
a turn.
"""

import json
from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule
from toolrag.lint.schema import walk

_TOP = 5


def _check(context: Context) -> Iterator[Found]:
    costs: dict[str, list[tuple[int, Definition]]] = {}
    for definition in context.own:
        tokens = context.count_tokens(_sent(definition))
        costs.setdefault(definition.server or "", []).append((tokens, definition))
        limit = context.settings.thresholds.tool_tokens
        if tokens > limit:
            message = f"{definition.label} costs {tokens} tokens in every request."
            yield Found(definition, message, definition.holder, severity="info")
        yield from _enums(definition, context)
    for server, spent in costs.items():
        total = sum(tokens for tokens, _ in spent)
        if total > context.settings.thresholds.catalogue_tokens:
            top = sorted(spent, key=lambda cost: (-cost[0], cost[1].id))[:_TOP]
            listed = ", ".join(f"{d.name[:40]} {tokens}" for tokens, d in top)
            who = shown(server) if server else "The catalogue"
            message = (
                f"{who}: {len(spent)} definitions cost {total} tokens in every request; "
                f"most: {listed}."
            )
            yield Found(spent[0][1], message, spent[0][1].pointer.rsplit("/", 1)[0])


def _sent(definition: Definition) -> str:
    sent = {
        "name": definition.name,
        "description": definition.description,
        "parameters": definition.raw_schema,
    }
    try:
        return json.dumps(sent, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        # Nested beyond use, which is an error of its own; the text is as long as it is written.
        document = definition.document
        start, end = document.locate(definition.pointer) if document else (0, 0)
        return document.text[start:end] if document else definition.description


def _enums(definition: Definition, context: Context) -> Iterator[Found]:
    limits = context.settings.thresholds
    for place in walk(definition.schema):
        members = place.schema.get("enum")
        count = len(members) if isinstance(members, list) else 0
        if count > limits.enum_members:
            severity: Severity = "warning" if count > limits.enum_members_warning else "info"
            name = shown(place.name) if place.name else "it"
            message = f"{definition.label}: the enum of {name} has {count} members."
            at = definition.within_schema(f"{place.pointer}/enum")
            yield Found(definition, message, at, severity=severity)


RULE = Rule("token-budget-exceeded", "tokens", "warning", __doc__, _check)
