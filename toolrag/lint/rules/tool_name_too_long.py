"""tool-name-too-long: a name over a provider's limit.

What it does: flags names over 128 characters (MCP), over a named provider's limit, and over 64,
the limit of OpenAI, Bedrock and Mistral, as a warning.
Why is this bad: one name of 67 characters broke every Bedrock call of a server (awslabs/mcp#3181).
Bad: {"name": "list_all_of_the_open_customer_support_tickets_of_a_region_and_quarter",
       "description": "List open tickets.", "inputSchema": {"type": "object"}}
Good: {"name": "list_open_tickets", "description": "List open tickets of a region and quarter.",
       "inputSchema": {"type": "object"}}
How to fix: say in the name what it does to what, and the rest in the description.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each

_MCP_LIMIT = 128


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    length = len(definition.name)
    at = f"{definition.holder}/name"
    limits = [(p.name_length, p.title) for p in context.targets if p.name_length]
    over = [(limit, title) for limit, title in limits if length > limit]
    usual = context.settings.thresholds.name_length
    if length > _MCP_LIMIT:
        over.append((_MCP_LIMIT, "MCP"))
    if over:
        limit, title = min(over)
        message = f"{definition.label} has {length} characters; {title} takes {limit}."
        yield Found(definition, message, at, severity="error")
    elif length > usual and not limits:
        message = f"{definition.label} has {length} characters; several providers take {usual}."
        yield Found(definition, message, at)


RULE = Rule("tool-name-too-long", "naming", "warning", __doc__, each(_check))
