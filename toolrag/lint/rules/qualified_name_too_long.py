"""qualified-name-too-long: a name that is too long once the client adds the server's.

What it does: adds the server's name as each named client does and compares with its limit; without
a named provider, as Cursor does.
Why is this bad: Cursor leaves out, silently, tools whose server and name have 60 characters or
more together (ComposioHQ/composio#2788); Claude Code sends `mcp__server__tool` to the provider.
Bad: {"server": "company-wide-customer-relationship-manager", "tools": [ {"name":
       "list_open_tickets_by_region", "description": "List open tickets of a region.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "crm", "tools": [ {"name": "list_open_tickets_by_region", "description": "List
       open tickets of a region.", "inputSchema": {"type": "object"}}]}
How to fix: shorten the server's name; it stands before every tool.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition
from toolrag.lint.providers import providers
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if not definition.server or len(definition.name) > context.settings.thresholds.name_length:
        return
    for provider in context.targets or (providers()["cursor"],):
        template, limit = provider.qualified, provider.qualified_length
        if template is None or limit is None:
            continue
        full = template.format(server=definition.server, tool=definition.name)
        if len(full) > limit:
            message = (
                f"{definition.label}: with the server's name {provider.title} counts {len(full)} "
                f"characters and takes {limit}."
            )
            level: Severity = "warning" if context.targets else "info"
            yield Found(definition, message, f"{definition.holder}/name", severity=level)


RULE = Rule("qualified-name-too-long", "naming", "warning", __doc__, each(_check))
