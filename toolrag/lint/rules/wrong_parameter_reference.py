"""wrong-parameter-reference: a description that names a parameter which is not there.

What it does: flags a name in backticks that is one letter away from a parameter of the tool.
Why is this bad: it misleads readers. The measured effect on models was about nil (AgentGauge), so
the rule is off by default.
Bad: {"name": "get_user", "description": "Read one user by `user_ids`.", "inputSchema": {"type":
       "object", "properties": {"user_id": {"type": "string"}}}}
Good: {"name": "get_user", "description": "Read one user by `user_id`.", "inputSchema": {"type":
       "object", "properties": {"user_id": {"type": "string"}}}}
How to fix: write the parameter's name.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each

_QUOTED: Final = re.compile(r"`([A-Za-z_][A-Za-z0-9_]{2,60})`")


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for found in _QUOTED.finditer(definition.description):
        name = found.group(1)
        if name in definition.properties or name in context.by_name:
            continue
        near = get_close_matches(name, list(definition.properties), n=1, cutoff=0.85)
        if near:
            message = f"{definition.label} names {shown(name)}; its parameter is {shown(near[0])}."
            yield Found(definition, message, f"{definition.holder}/description")


RULE = Rule("wrong-parameter-reference", "description", "info", __doc__, each(_check), on=False)
