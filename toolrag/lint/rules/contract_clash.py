"""contract-clash: one parameter name with two meanings.

What it does: flags two tools of a server that work on the same thing and use one required
parameter name with different types.
Why is this bad: the model learns the form from one tool and sends it to the other.
Bad: {"server": "crm", "tools": [ {"name": "get_order", "description": "Read an order.",
       "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}},
       "required": ["order_id"]}}, {"name": "cancel_order", "description": "Cancel an order.",
       "inputSchema": {"type": "object", "properties": {"order_id": {"type": "integer"}},
       "required": ["order_id"]}}]}
Good: {"server": "crm", "tools": [ {"name": "get_order", "description": "Read an order.",
       "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}},
       "required": ["order_id"]}}, {"name": "cancel_order", "description": "Cancel an order.",
       "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}},
       "required": ["order_id"]}}]}
How to fix: use one form, or two names (`order_uuid`, `order_number`).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule
from toolrag.lint.schema import kinds
from toolrag.text.words import stem


@dataclass(frozen=True, slots=True)
class _Use:
    """How one tool takes a parameter."""

    definition: Definition
    types: frozenset[str]
    form: str


_SAME: Final = ({"integer", "number"},)


def _check(context: Context) -> Iterator[Found]:
    uses: dict[tuple[str, str, str], list[_Use]] = {}
    for definition, found in zip(context.definitions, context.features, strict=True):
        for name, schema in definition.parameters.items():
            asked = name in definition.required or name.lower().endswith("id")
            typed = kinds(schema) - {"null"}
            if asked and typed and _is_specific(name, found.object):
                key = (definition.server or "", name, _thing(found.object, name))
                form = str(schema.get("format", ""))
                uses.setdefault(key, []).append(_Use(definition, typed, form))
    for (_, name, _), found_uses in uses.items():
        yield from _minority(name, found_uses)


def _minority(name: str, uses: list["_Use"]) -> Iterator[Found]:
    """Yield the tools that take a parameter as fewer others do."""
    counts = Counter((use.types, use.form) for use in uses)
    usual, _ = max(counts.items(), key=lambda item: item[1])
    model = next(use for use in uses if (use.types, use.form) == usual)
    told: set[int] = set()
    for use in uses:
        clash = _clash(model.types, use.types, model.form, use.form)
        if clash and id(use.definition) not in told and use.definition.id != model.definition.id:
            told.add(id(use.definition))
            was, now = _said(model.types, model.form), _said(use.types, use.form)
            yield _found(use.definition, model.definition, name, was, now)


def _is_specific(name: str, thing: frozenset[str]) -> bool:
    """Tell whether a parameter is of the tool's own thing: an `order_id` of one about orders."""
    owner = _owner(name)
    return bool(thing) and len(name) > 1 and (not owner or stem(owner) in thing)


def _owner(name: str) -> str:
    """Return what an id names as its owner, "" where it names none."""
    lower = name.lower()
    stripped = lower.removesuffix("_id").removesuffix("id").strip("_")
    return stripped if stripped != lower else ""


def _thing(terms: frozenset[str], name: str) -> str:
    """Return the thing that the parameter is of: an `_id` names it, any other has the tool's."""
    return "" if _owner(name) else " ".join(sorted(terms))


def _clash(a: frozenset[str], b: frozenset[str], form_a: str, form_b: str) -> bool:
    if not a or not b:
        return False
    if a & b or {*a, *b} <= _SAME[0]:
        return bool(form_a and form_b and form_a != form_b and a == b == {"string"})
    return True


def _said(types: frozenset[str], form: str) -> str:
    return " or ".join(sorted(types)) + (f" ({form})" if form else "")


def _found(second: Definition, first: Definition, name: str, was: str, now: str) -> Found:
    message = f"{second.label} takes {shown(name)} as {now}, {first.label} as {was}."
    return Found(second, message, second.parameter_at(name), related=(first,))


RULE = Rule("contract-clash", "overlap", "warning", __doc__, _check)
