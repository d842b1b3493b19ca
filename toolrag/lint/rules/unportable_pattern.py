r"""unportable-pattern: a pattern that grammars cannot be made of.

What it does: flags patterns that do not begin with ^ and end with $, use look-around or \d \w \s
\b, and nested texts of 2,000 characters or more, for llama.cpp and what is built on it.
Why is this bad: llama.cpp turns all tools into one grammar and refuses the request as a whole
(ggml-org/llama.cpp#22314, #25746; containers/kubernetes-mcp-server#758).
Bad: {"name": "get_issue", "description": "Read an issue.", "inputSchema": {"type": "object",
       "properties": {"number": {"type": "string", "pattern": "\\d+"}}}}
Good: {"name": "get_issue", "description": "Read an issue.", "inputSchema": {"type": "object",
       "properties": {"number": {"type": "string", "pattern": "^[0-9]+$"}}}}
How to fix: anchor it and write the characters out; `--unsafe-fixes` does for plain patterns.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.portability import breaches
from toolrag.lint.providers import Provider
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import Place, walk

_LOOK_AROUND: Final = re.compile(r"\(\?(?:[=!]|<[=!])")
_CLASSES: Final = re.compile(r"\\[dDwWsSbB]")
_WRITTEN_OUT: Final = {r"\d": "[0-9]", r"\w": "[A-Za-z0-9_]", r"\s": "[ \\t\\n]"}


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for place in walk(definition.schema):
        pattern = place.schema.get("pattern")
        if isinstance(pattern, str):
            yield from _pattern(definition, context, place, pattern)
        length = place.schema.get("maxLength")
        if isinstance(length, int) and place.depth > 1:
            at = definition.within_schema(f"{place.pointer}/maxLength")
            for title, severity in breaches(context, partial(_too_long, length)):
                message = (
                    f"{definition.label}: a nested maxLength of {length} is too much for {title}."
                )
                yield Found(definition, message, at, severity=severity)


def _too_long(length: int, provider: Provider) -> bool:
    return provider.nested_max_length is not None and length >= provider.nested_max_length


def _pattern(
    definition: Definition, context: Context, place: Place, pattern: str
) -> Iterator[Found]:
    what = _problem(pattern)
    if not what:
        return
    at = definition.within_schema(f"{place.pointer}/pattern")
    for title, severity in breaches(context, lambda p: p.anchored_patterns):
        said = shown(pattern, 40)
        message = f"{definition.label}: the pattern {said} is no grammar for {title}: {what}."
        yield Found(definition, message, at, severity=severity, fix=_fix(pattern, at))


def _problem(pattern: str) -> str:
    if _LOOK_AROUND.search(pattern):
        return "it looks around"
    if not (pattern.startswith("^") and pattern.endswith("$")):
        return "it is not anchored"
    return "it uses character classes" if _CLASSES.search(pattern) else ""


def _fix(pattern: str, at: str) -> Fix | None:
    if _LOOK_AROUND.search(pattern) or "[" in pattern or "|" in pattern:
        return None
    written = pattern
    for short, long in _WRITTEN_OUT.items():
        written = written.replace(short, long)
    if _CLASSES.search(written):
        return None
    anchored = f"^{written.removeprefix('^').removesuffix('$')}$"
    return Fix(f"Write {anchored}", safe=False, edits=(Edit("set", at, anchored),))


RULE = Rule("unportable-pattern", "portability", "info", __doc__, each(_check))
