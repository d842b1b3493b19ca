"""invalid-tool-name: a name that a provider refuses.

What it does: flags a name that is missing or empty, or has characters outside `A-Z a-z 0-9 _ . -`
(MCP); for each named provider also what that one refuses. Without a named provider, a name that
not all of them take (a dot, a leading digit) is information.
Why is this bad: one bad name makes the provider refuse the request with all its tools
(github/copilot-cli#1879, modelcontextprotocol/csharp-sdk#679, BerriAI/litellm#24668). Letters of
other scripts that look like Latin ones also deceive people.
Bad: {"name": "list apps", "description": "List the installed apps.", "inputSchema": {"type":
       "object"}}
Good: {"name": "list_apps", "description": "List the installed apps.", "inputSchema": {"type":
       "object"}}
How to fix: use letters, digits, `_` and `-`, a letter first. `--unsafe-fixes` renames, which
callers have to follow.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.domain.finding import Edit, Fix, Severity
from toolrag.formats import openapi
from toolrag.formats.fields import kind_of
from toolrag.lint.definition import Definition
from toolrag.lint.providers import PORTABLE_NAME
from toolrag.lint.rule import Context, Found, Rule, each

_MCP: Final = re.compile(r"[A-Za-z0-9_.-]+")
_MCP_LENGTH: Final = 128


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    at = f"{definition.holder}/name"
    name = definition.raw.get("name")
    if not isinstance(name, str) or not name.strip():
        what = "empty" if isinstance(name, str) else kind_of(name)
        if "name" not in definition.raw:
            what = "missing"
        yield Found(definition, f"{definition.label}: its name is {what}.", at)
        return
    problem = _problem(name, context)
    if problem is not None:
        message, severity = problem
        if definition.format == openapi.NAME:
            # What makes tools of operations renames them; toolrag's own formats do.
            severity = "info"
        text = f"{definition.label}: {message}"
        yield Found(definition, text, at, severity=severity, fix=_fix(definition, at))


def _problem(name: str, context: Context) -> tuple[str, Severity] | None:
    if not _MCP.fullmatch(name):
        odd = next(c for c in name if not _MCP.fullmatch(c))
        said = f"U+{ord(odd):04X}" if not odd.isascii() or not odd.isprintable() else repr(odd)
        return f"names may not hold {said}; use A-Z a-z 0-9 _ and -.", "error"
    if len(name) > _MCP_LENGTH:
        return f"names have at most {_MCP_LENGTH} characters.", "error"
    for provider in context.targets:
        if provider.name and not re.fullmatch(provider.name, name):
            return f"{provider.title} takes only {provider.name}.", "error"
    if not context.targets and not PORTABLE_NAME.fullmatch(name):
        return "not every provider takes dots or a leading digit in names.", "info"
    return None


def _fix(definition: Definition, at: str) -> Fix | None:
    portable = re.sub(r"[^A-Za-z0-9_-]+", "_", definition.name).strip("_")
    if not portable or portable == definition.name:
        return None
    if not PORTABLE_NAME.fullmatch(portable):
        portable = f"_{portable}"
    return Fix(f"Rename it to {portable!r}.", safe=False, edits=(Edit("set", at, portable),))


RULE = Rule("invalid-tool-name", "naming", "error", __doc__, each(_check))
