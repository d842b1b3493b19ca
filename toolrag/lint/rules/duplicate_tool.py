"""duplicate-tool: one tool twice.

What it does: flags a name that a server lists twice, and two tools of a server that differ in
nothing but their names.
Why is this bad: Anthropic answers 400 "Tool names must be unique" (anthropics/claude-code#10687),
Vertex refuses the request; between twins a model picks by chance.
Bad: {"server": "net", "tools": [ {"name": "ping", "description": "Ping a host.", "inputSchema":
       {"type": "object"}}, {"name": "ping", "description": "Ping a host.", "inputSchema": {"type":
       "object"}}]}
Good: {"server": "net", "tools": [ {"name": "ping", "description": "Ping a host.", "inputSchema":
       {"type": "object"}}]}
How to fix: keep one; `--fix` removes an exact copy.
"""

from collections.abc import Iterator, Mapping

from toolrag.domain.canonical import Json, canonical_json
from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.rule import Context, Found, Rule
from toolrag.text.words import words


def _check(context: Context) -> Iterator[Found]:
    by_name: dict[tuple[str, str], Definition] = {}
    by_content: dict[tuple[str, str, str], Definition] = {}
    for definition in context.definitions:
        server = definition.server or ""
        first = by_name.setdefault((server, definition.name), definition)
        if first is not definition and definition.name:
            yield _twice(first, definition)
            continue
        told = " ".join(words(definition.description))
        twin = by_content.setdefault((server, told, _contract(definition)), definition)
        if twin is not definition and told and not context.are_variants(twin, definition):
            message = f"{definition.label} and {twin.label} differ only in their names."
            yield Found(definition, message, definition.holder, related=(twin,))


def _twice(first: Definition, second: Definition) -> Found:
    same = _all(first) == _all(second)
    fix = None
    if same and first.document is second.document:
        edits = (Edit("remove", second.pointer),)
        fix = Fix("Remove the copy.", safe=True, edits=edits)
    how = "the same again" if same else "with another text or schema"
    message = f"{second.label} is defined twice, {how}."
    return Found(second, message, f"{second.holder}/name", related=(first,), fix=fix)


def _contract(definition: Definition) -> str:
    try:
        return _canonical(_without_titles(definition.raw_schema))
    except RecursionError:
        return f"object {id(definition)}"


def _all(definition: Definition) -> str:
    return _canonical(definition.entry)


def _canonical(value: Json) -> str:
    try:
        return canonical_json(value)
    except (ValueError, RecursionError):
        # NaN, or nested beyond use: no such definition is the copy of another.
        return f"object {id(value)}"


def _without_titles(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {k: _without_titles(v) for k, v in value.items() if k not in {"title", "$schema"}}
    return [_without_titles(item) for item in value] if isinstance(value, list) else value


RULE = Rule("duplicate-tool", "overlap", "error", __doc__, _check)
