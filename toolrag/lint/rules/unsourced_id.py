"""unsourced-id: a required id, and nothing says where it comes from.

What it does: flags a required string or number whose name ends in id, key, token, ref, uuid, slug
or handle, with no description, format, pattern or example, where no other tool of the catalogue
names or returns it.
Why is this bad: the model invents one, or leaves it out (Regsorm/code-index-mcp#3).
Bad: {"name": "close_board", "description": "Close it.", "inputSchema": {"type": "object",
       "properties": {"board_id": {"type": "string"}}, "required": ["board_id"]}}
Good: {"name": "close_board", "description": "Close it.", "inputSchema": {"type": "object",
       "properties": {"board_id": {"type": "string", "description": "Id from list_boards."}},
       "required": ["board_id"]}}
How to fix: name the tool or the person that it comes from.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.text.words import STOP_WORDS, split_identifier, stem, words

_ID: Final = re.compile(r"(?:^|_)(?:id|ids|key|token|ref|uuid|slug|handle)$")
_HELP: Final = (
    "description",
    "format",
    "pattern",
    "examples",
    "example",
    "enum",
    "const",
    "default",
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for name, schema in definition.parameters.items():
        parts = words(split_identifier(name))
        if name not in definition.required or not _ID.search("_".join(parts)):
            continue
        if any(schema.get(key) for key in _HELP) or "$ref" in schema:
            continue
        if not _is_sourced(definition, parts[:-1], context):
            message = f"{definition.label}: nothing says where the required {shown(name)} is from."
            yield Found(definition, message, definition.parameter_at(name))


def _is_sourced(definition: Definition, thing: list[str], context: Context) -> bool:
    """Tell whether the tool's text, or another tool, speaks of the thing that the id is of."""
    # A bare `id` is that of the tool's own thing.
    own = context.features[context.position[id(definition)]].object
    wanted = {stem(word) for word in thing if word not in STOP_WORDS} or set(own)
    if not wanted:
        # `UpdateAssistant` of a server of assistants names its thing all the same.
        return not thing and len(words(split_identifier(definition.name))) > 1
    if wanted <= {stem(w) for w in words(f"{definition.description} {definition.title}")}:
        return True
    features = context.features
    return any(
        wanted <= (seen.name_terms | seen.object)
        for other, seen in zip(context.definitions, features, strict=True)
        if other is not definition
    )


RULE = Rule("unsourced-id", "parameters", "warning", __doc__, each(_check))
