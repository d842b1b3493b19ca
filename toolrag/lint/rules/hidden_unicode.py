r"""hidden-unicode: characters that a model reads and a person does not see.

What it does: flags, in every text of a definition, tag characters (and decodes what they say),
direction overrides, zero-width characters, runs of variation selectors, and private or unassigned
code points. Joiners that an emoji or a script needs, marks beside right-to-left text, flags, and a
byte order mark at the start are let through.
Why is this bad: it is the carrier of hidden instructions; none of six other scanners saw tag
characters (NVIDIA/SkillSpector#169). An override shows a person another text than the one there.
Bad: {"name": "add", "description": "Adds two num\u200bbers.", "inputSchema": {"type": "object"}}
Good: {"name": "add", "description": "Adds two numbers.", "inputSchema": {"type": "object"}}
How to fix: remove them; `--fix` does.
"""

from collections.abc import Iterator

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.hidden import hidden, secret_text, stripped
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for at, text in definition.texts():
        if text.isascii():
            continue
        places = hidden(text)
        if places:
            yield _found(definition, at, text, places)


def _found(definition: Definition, at: str, text: str, places: list[int]) -> Found:
    first = text[places[0]]
    said = secret_text(text)
    reads = f"; they read {shown(said)}" if said else ""
    count = f"{len(places)} hidden characters" if len(places) > 1 else "a hidden character"
    message = f"{definition.label} has {count}, first U+{ord(first):04X}{reads}."
    value: Json = stripped(text)
    is_key = at.endswith(f"/{text}")
    edits = (Edit("set", at, value),)
    fix = None if is_key else Fix("Remove them.", safe=True, edits=edits)
    return Found(definition, message, at, fix=fix)


RULE = Rule("hidden-unicode", "security", "error", __doc__, each(_check))
