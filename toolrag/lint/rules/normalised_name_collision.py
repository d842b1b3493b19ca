"""normalised-name-collision: names that are one to somebody.

What it does: flags two names of a server that differ only in case, `-`, `_`, dots, spaces, or in
letters that look alike, and names that are the same once cut to 64 characters.
Why is this bad: clients clean names up before they send them; then two tools are one
(openai/openai-agents-js#1934).
Bad: {"server": "crm", "tools": [ {"name": "getUser", "description": "Read a user.", "inputSchema":
       {"type": "object"}}, {"name": "get-user", "description": "Read a user by mail.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "crm", "tools": [ {"name": "get_user", "description": "Read a user.",
       "inputSchema": {"type": "object"}}, {"name": "find_user", "description": "Find a user by
       mail.", "inputSchema": {"type": "object"}}]}
How to fix: give one of them another name.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule

_SEPARATORS: Final = re.compile(r"[-_. /:]+")
_CUT: Final = 64
# Cyrillic and Greek letters that look like Latin ones (Unicode UTS 39, the common part).
_LOOK_ALIKE: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαοιρυντκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwABEKMHOPCTYXIJSaoipuvtkABEZHIKMNOPTYX",
)


def _check(context: Context) -> Iterator[Found]:
    for tools in context.servers.values():
        seen: dict[str, Definition] = {}
        for definition in tools:
            if not definition.name:
                continue
            first = seen.setdefault(_normalised(definition.name), definition)
            if first.name != definition.name and not context.are_variants(first, definition):
                message = f"{definition.label} and {first.label} are one name to some clients."
                at = f"{definition.holder}/name"
                yield Found(definition, message, at, related=(first,))


def _normalised(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKE).lower()
    return _SEPARATORS.sub("", plain[:_CUT])


RULE = Rule("normalised-name-collision", "overlap", "warning", __doc__, _check)
