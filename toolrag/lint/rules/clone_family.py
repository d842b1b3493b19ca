"""clone-family: many tools that are one with a parameter.

What it does: flags four or more tools of a server whose descriptions are equal but for one word
and whose schemas are equal.
Why is this bad: each costs tokens in every request, and copies drift apart into bugs
(open-metadata/OpenMetadata#32076). Such families are easy to choose from, so it is information.
Bad: {"server": "crm", "tools": [ {"name": "create_lead", "description": "Create a lead.",
       "inputSchema": {"type": "object"}}, {"name": "create_deal", "description": "Create a deal.",
       "inputSchema": {"type": "object"}}, {"name": "create_task", "description": "Create a task.",
       "inputSchema": {"type": "object"}}, {"name": "create_note", "description": "Create a note.",
       "inputSchema": {"type": "object"}}]}
Good: {"server": "crm", "tools": [ {"name": "create_record", "description": "Create a lead, deal,
       task or note.", "inputSchema": {"type": "object", "properties": {"kind": {"type": "string",
       "enum": ["lead", "deal", "task", "note"]}}, "required": ["kind"]}}]}
How to fix: make one tool with an enum.
"""

from collections.abc import Iterator

from toolrag.domain.canonical import canonical_json
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, grouped
from toolrag.text.words import split_identifier, stem, words

_FAMILY = 4


def _check(context: Context) -> Iterator[Found]:
    for tools in context.servers.values():
        named = [d for d in tools if d.name and d.description]
        for pattern, family in grouped(named, _pattern).items():
            if pattern and len(family) >= _FAMILY and not context.are_variants(*family):
                names = ", ".join(shown(d.name, 40) for d in family[:5])
                more = f" and {len(family) - 5} more" if len(family) > 5 else ""
                message = f"{len(family)} tools differ in one word: {names}{more}."
                at = family[0].holder
                yield Found(family[0], message, at, related=tuple(family[1:11]))


def _pattern(definition: Definition) -> str:
    """Return the description with the words of the name's thing cut out, and the schema."""
    name = [stem(w) for w in words(split_identifier(definition.name))]
    thing = set(name[1:])
    told = ["_" if stem(w) in thing else w for w in words(definition.description)]
    if "_" not in told:
        return ""
    try:
        schema = canonical_json(definition.comparable.input_schema)
    except ValueError:
        return ""
    blanked = " ".join(w for w in told if w not in {"a", "an"})
    for word in thing:
        schema = schema.replace(word, "_")
    return f"{' '.join(name[:1])}|{blanked}|{schema}"


RULE = Rule("clone-family", "overlap", "info", __doc__, _check)
