"""placeholder-description: a description that was never finished, or was damaged.

What it does: flags TODO and its like, template variables, "add description here", texts cut off in
the middle, half emoji, and UTF-8 that was decoded as Latin-1.
Why is this bad: the model reads it as it stands; so does every user of the public registry.
Bad: {"name": "export_notes", "description": "TODO: describe", "inputSchema": {"type": "object"}}
Good: {"name": "export_notes", "description": "Write all notes of a folder to one Markdown file.",
       "inputSchema": {"type": "object"}}
How to fix: finish the sentence; `--fix` decodes what was decoded wrongly.
"""

import re
from collections.abc import Iterator
from typing import Final

from toolrag.domain.finding import Edit, Fix
from toolrag.lint.definition import Definition, shown
from toolrag.lint.prose import without_quotes
from toolrag.lint.rule import Context, Found, Rule, each

_UNFINISHED: Final = re.compile(
    r"lorem ipsum dolor"
    r"|\b(?:add|insert|enter|write|your) (?:a |the |your )?(?:tool )?"
    r"description(?: here| goes here)?\b"
    r"|^\W*(?:description|placeholder|no description(?: available| provided)?|n/?a|none|\.\.\.)\W*$"
    r"|\{\{[^{}\n]{1,60}\}\}|\[truncated\]",
    re.IGNORECASE,
)
# Small letters are a list of things to do.
_MARKED: Final = re.compile(r"(?:^|[\s(\[])(?:TODO|FIXME|TBD|XXX)(?:$|[\s:.,)\]])")
_CUT: Final = re.compile(r"(?:\.\.\.|…)\s*$")
# Sequences that UTF-8 read as Latin-1 or Windows-1252 gives and no language has.
_MOJIBAKE: Final = re.compile(
    "Ã[\u0080-\u00bf©¨¡³º±¶¼¤]|â€[\u0090-\u009f™œ“”¦\u201d]|Â[\u00a0-\u00bf]"
)


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    text = definition.description
    at = f"{definition.holder}/description"
    what = _unfinished(text)
    if what:
        yield Found(definition, f"{definition.label}: the description {what}.", at)
    elif _MOJIBAKE.search(text):
        message = f"{definition.label}: the description holds UTF-8 that was read as Latin-1."
        yield Found(definition, message, at, fix=_decoded(text, at))


def _unfinished(text: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in text):
        return "holds half of a character"
    if "\ufffd" in text:
        return "holds U+FFFD, the sign of a lost character"
    said = without_quotes(text)
    found = _UNFINISHED.search(said) or _MARKED.search(said)
    if found:
        return f"holds {shown(found.group().strip())}"
    return "is cut off" if _CUT.search(text) else ""


def _decoded(text: str, at: str) -> Fix | None:
    try:
        decoded = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return None
    return Fix("Decode it as UTF-8.", safe=True, edits=(Edit("set", at, decoded),))


RULE = Rule("placeholder-description", "description", "warning", __doc__, each(_check))
