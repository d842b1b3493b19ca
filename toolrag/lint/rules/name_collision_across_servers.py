"""name-collision-across-servers: one name on two servers.

What it does: flags a name that tools of two servers share. It goes by names, not by similarity:
the descriptions of such tools are often quite unlike.
Why is this bad: a client that does not prefix names calls one for the other; a query for
ClickHouse ran on OceanBase (samanhappy/mcphub#139).
Bad: [{"server": "clickhouse", "tools": [{"name": "execute_sql", "description": "Run SQL on
       ClickHouse.", "inputSchema": {"type": "object"}}]}, {"server": "oceanbase", "tools":
       [{"name": "execute_sql", "description": "Run SQL on OceanBase.", "inputSchema": {"type":
       "object"}}]}]
Good: [{"server": "clickhouse", "tools": [{"name": "clickhouse_sql", "description": "Run SQL on
       ClickHouse.", "inputSchema": {"type": "object"}}]}, {"server": "oceanbase", "tools":
       [{"name": "oceanbase_sql", "description": "Run SQL on OceanBase.", "inputSchema": {"type":
       "object"}}]}]
How to fix: put the system into the name, or let the client prefix it.
"""

from collections.abc import Iterator

from toolrag.lint.definition import shown
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    if len(context.servers) == 1:
        return
    for name, tools in context.by_name.items():
        one_each = list({d.server: d for d in tools}.values())
        if not name or len(one_each) == 1 or context.are_variants(*one_each):
            continue
        first, *others = one_each
        servers = ", ".join(shown(d.server or "no server", 40) for d in one_each[:4])
        more = f" and {len(one_each) - 4} more" if len(one_each) > 4 else ""
        message = f"{shown(name)} is on {len(one_each)} servers: {servers}{more}."
        yield Found(first, message, f"{first.holder}/name", related=tuple(others[:10]))


RULE = Rule("name-collision-across-servers", "overlap", "warning", __doc__, _check)
