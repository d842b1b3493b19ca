"""unsupported-keyword: a keyword that a provider does not know.

What it does: flags the keywords that the named providers refuse, and lists of types; without a
named provider, those that Gemini's `parameters` refuses, as information.
Why is this bad: Gemini answers 400 to `const` (zed-extensions/mcp-server-brave-search#12), Bedrock
relays to lists of types (hypothesi/mcp-server-tauri#31).
Bad: {"name": "set_mode", "description": "Set the mode.", "inputSchema": {"type": "object",
       "properties": {"mode": {"type": "string", "const": "dark"}}}}
Good: {"name": "set_mode", "description": "Set the mode.", "inputSchema": {"type": "object",
       "properties": {"mode": {"type": "string", "enum": ["dark"]}}}}
How to fix: `const` as an `enum` of one (`--fix` does), a list of types as `anyOf`.
"""

from collections.abc import Iterator

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition
from toolrag.lint.portability import breaches
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import walk


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        for keyword in place.schema:
            refused = breaches(
                context,
                lambda p: (
                    keyword in p.unsupported  # noqa: B023 # called at once
                    or (
                        keyword == "type"  # noqa: B023 # as above
                        and not p.type_lists
                        and isinstance(place.schema[keyword], list)  # noqa: B023 # as above
                    )
                ),
            )
            for title, severity in refused:
                at = definition.within_schema(f"{place.pointer}/{keyword}")
                what = "a list of types" if keyword == "type" else f"`{keyword}`"
                message = f"{definition.label}: {what} is not taken by {title}."
                fix = None
                if keyword == "const" and "enum" not in place.schema:
                    parent = at.rsplit("/", 1)[0]
                    rename = Edit("rename", at, "enum")
                    value = Edit("set", f"{parent}/const", [place.schema["const"]])
                    fix = Fix("Write an enum of one.", safe=True, edits=(rename, value))
                yield Found(definition, message, at, severity=severity, fix=fix)


RULE = Rule("unsupported-keyword", "portability", "info", __doc__, each(_check))
