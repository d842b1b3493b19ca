"""name-annotation-clash: a name that says the opposite of the hints.

What it does: flags a name that begins with a writing verb beside `readOnlyHint: true`, and one
that begins with a reading verb beside an explicit `destructiveHint: true`.
Why is this bad: clients run read-only tools without asking. A `delete_user` that calls itself
read-only deletes without a question.
Bad: {"name": "delete_user", "description": "Delete a user for good.", "inputSchema": {"type":
       "object"}, "annotations": {"readOnlyHint": true}}
Good: {"name": "delete_user", "description": "Delete a user for good.", "inputSchema": {"type":
       "object"}, "annotations": {"destructiveHint": true}}
How to fix: correct the hint, or the name.
"""

from collections.abc import Iterator
from typing import Final

from toolrag.formats import openapi
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.text.words import split_identifier, words

_WRITING: Final = frozenset(
    """
    delete remove drop create update write send insert destroy purge erase edit
    """.split()
)
_READING: Final = frozenset(
    """
    get list read search fetch find describe show view lookup
    """.split()
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    if definition.format == openapi.NAME:
        return
    first = next(iter(words(split_identifier(definition.name))), "")
    for hint, verbs in (("readOnlyHint", _WRITING), ("destructiveHint", _READING)):
        if definition.annotations.get(hint) is True and first in verbs:
            message = f"{definition.label} begins with {first!r} but says {hint}: true."
            yield Found(definition, message, f"{definition.holder}/annotations/{hint}")


RULE = Rule("name-annotation-clash", "naming", "error", __doc__, each(_check))
