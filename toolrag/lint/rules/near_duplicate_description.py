"""near-duplicate-description: two descriptions that say the same.

What it does: flags two tools of a server whose descriptions share at least 80 % of their
four-letter pieces once the words of their own names are taken out, and that nothing tells apart:
no word of one description that is in its own name or parameters and not in the other tool's.
Why is this bad: whatever a user says, both fit equally; the model picks by chance.
Bad: {"server": "notes", "tools": [ {"name": "search_notes", "description": "Finds notes with a
       text and returns their ids.", "inputSchema": {"type": "object"}}, {"name": "find_by_text",
       "description": "Finds notes with a text and returns their ids.", "inputSchema": {"type":
       "object", "properties": {"q": {"type": "string"}}}}]}
Good: {"server": "notes", "tools": [ {"name": "search_notes", "description": "Finds notes with a
       text and returns their ids.", "inputSchema": {"type": "object"}}, {"name": "list_tags",
       "description": "Lists the tags of all notes with their counts.", "inputSchema": {"type":
       "object"}}]}
How to fix: say in each what only it does, or keep one.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition
from toolrag.lint.neighbours import text_pairs
from toolrag.lint.rule import Context, Found, Rule


def _check(context: Context) -> Iterator[Found]:
    def untold(a: int, b: int) -> bool:
        first, second = context.definitions[a], context.definitions[b]
        if first.name == second.name or context.are_variants(first, second):
            return False
        return not context.told_apart(a, b)

    for a, b, alike in text_pairs(context, context.settings.thresholds.near_duplicate, untold):
        first, second = context.definitions[a], context.definitions[b]
        yield _found(first, second, alike, context.advice(a, b))


def _found(first: Definition, second: Definition, alike: float, advice: str) -> Found:
    message = (
        f"{second.label} reads like {first.label} ({100 * alike:.0f} % of the text), and nothing "
        f"says when to use which. {advice}"
    )
    at = f"{second.holder}/description"
    return Found(second, message, at, related=(first,))


RULE = Rule("near-duplicate-description", "overlap", "warning", __doc__, _check)
