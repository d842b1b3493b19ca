"""mixed-naming-style: a name written unlike the others of its server.

What it does: flags the names in a case style that less than a fifth of the server's tools have.
Why is this bad: it is untidy. No effect on selection was measured, so the rule is off by default.
Bad: {"server": "notes", "tools": [ {"name": "add_note", "description": "Add a note.",
       "inputSchema": {"type": "object"}}, {"name": "find_note", "description": "Find notes.",
       "inputSchema": {"type": "object"}}, {"name": "pin_note", "description": "Pin a note.",
       "inputSchema": {"type": "object"}}, {"name": "move_note", "description": "Move a note.",
       "inputSchema": {"type": "object"}}, {"name": "copy_note", "description": "Copy a note.",
       "inputSchema": {"type": "object"}}, {"name": "dropNote", "description": "Drop a note.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "notes", "tools": [ {"name": "add_note", "description": "Add a note.",
       "inputSchema": {"type": "object"}}, {"name": "drop_note", "description": "Drop a note.",
       "inputSchema": {"type": "object"}}]}
How to fix: write all names in one style.
"""

from collections import Counter
from collections.abc import Iterator

from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    for tools in context.servers.values():
        styles = {id(d): _style(d.name) for d in tools}
        counts = Counter(style for style in styles.values() if style)
        for definition in tools:
            style = styles[id(definition)]
            if style and counts[style] * 5 < sum(counts.values()):
                usual = counts.most_common(1)[0][0]
                message = f"{definition.label} is written in {style}, the others in {usual}."
                yield Found(definition, message, f"{definition.holder}/name")


def _style(name: str) -> str:
    if "_" in name:
        return "snake_case"
    if "-" in name:
        return "kebab-case"
    if name[:1].isupper():
        return "PascalCase"
    return "camelCase" if name.lower() != name else ""


RULE = Rule("mixed-naming-style", "naming", "info", __doc__, _check, on=False)
