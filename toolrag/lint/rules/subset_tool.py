"""subset-tool: a tool that another can replace.

What it does: flags a tool whose work, parameters and words another tool of the server has too,
with more besides: the same verb, its thing within the other's, what it requires within what the
other takes with the same types, and no word of its description that the other's lacks.
Why is this bad: the model cannot know when the smaller one is better, because nothing says so. On
real catalogues about one in four was told apart well enough by its name, so it is information.
Bad: {"server": "git", "tools": [ {"name": "get_tag", "description": "Get a tag.", "inputSchema":
       {"type": "object", "properties": {"tag": {"type": "string"}}, "required": ["tag"]}},
       {"name": "get_release_tag", "description": "Get the release of a tag.", "inputSchema":
       {"type": "object", "properties": {"tag": {"type": "string"}, "assets": {"type": "boolean"}},
       "required": ["tag"]}}]}
Good: {"server": "git", "tools": [ {"name": "get_tag", "description": "Get the commit that a tag
       points to.", "inputSchema": {"type": "object", "properties": {"tag": {"type": "string"}},
       "required": ["tag"]}}, {"name": "get_release_tag", "description": "Get the release notes and
       files of a tag.", "inputSchema": {"type": "object", "properties": {"tag": {"type":
       "string"}}, "required": ["tag"]}}]}
How to fix: merge them, or say what the smaller one is for.
"""

from collections.abc import Iterator

from toolrag.lint.contrast import mentions, subsets
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    for small, large in subsets(context):
        lesser, greater = context.definitions[small], context.definitions[large]
        named = mentions(lesser, greater.name) or mentions(greater, lesser.name)
        if named or context.are_variants(lesser, greater):
            continue
        message = (
            f"{lesser.label} says and takes nothing that {greater.label} does not. "
            f"{context.advice(small, large)}"
        )
        at = f"{lesser.holder}/description"
        yield Found(lesser, message, at, related=(greater,))


RULE = Rule("subset-tool", "overlap", "info", __doc__, _check)
