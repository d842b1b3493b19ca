"""recursive-ref: a schema that contains itself.

What it does: flags references that lead back to where they stand.
Why is this bad: clients that write references out never end (RecursionError in OpenHands SDK#1955
and fastmcp#4306, a stack overflow in wso2 api-manager#5189), and Gemini refuses them.
Bad: {"name": "save_tree", "description": "Save a tree of notes.", "inputSchema": {"type":
       "object", "properties": {"tree": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {"type":
       "object", "properties": {"children": {"type": "array", "items": {"$ref":
       "#/$defs/Node"}}}}}}}
Good: {"name": "save_tree", "description": "Save a tree of notes.", "inputSchema": {"type":
       "object", "properties": {"nodes": {"type": "array", "items": {"type": "object",
       "properties": {"id": {"type": "string"}, "parent_id": {"type": "string"}}}}}}}
How to fix: pass a flat list whose members name their parents, or write two levels out.
"""

from collections.abc import Iterator

from toolrag.lint.definition import Definition, shown
from toolrag.lint.references import cycles
from toolrag.lint.rule import Context, Found, Rule, each


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    refusing = [p.title for p in context.targets if not p.recursion]
    for pointer, reference in cycles(definition.schema):
        yield Found(
            definition,
            f"{definition.label}: {shown(reference)} contains itself; "
            f"{refusing[0] if refusing else 'some clients'} cannot read it.",
            definition.within_schema(pointer),
            severity="error" if refusing else None,
        )


RULE = Rule("recursive-ref", "schema", "warning", __doc__, each(_check))
