"""Edits of a document that leave everything else as it was written."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Edit
from toolrag.lint.source.node import Document, Member, Node, find, member

EDITABLE: Final = frozenset({"json", "jsonl", "yaml"})


@dataclass(frozen=True, slots=True)
class Replacement:
    """The text between two offsets becomes `text`."""

    start: int
    end: int
    text: str


def replacements(document: Document, edits: Iterable[Edit]) -> tuple[Replacement, ...]:
    """Return edits as replacements of text, in the order of the text; () when one cannot be made.

    All or nothing: half a fix is none.
    """
    made: list[Replacement] = []
    for edit in edits:
        replacement = _replacement(document, edit)
        if replacement is None:
            return ()
        made.append(replacement)
    made.sort(key=lambda r: (r.start, r.end))
    overlapping = any(a.end > b.start for a, b in pairwise(made))
    return () if overlapping else tuple(made)


def apply(text: str, changes: Sequence[Replacement]) -> str:
    """Return `text` with non-overlapping replacements made."""
    parts: list[str] = []
    at = 0
    for change in sorted(changes, key=lambda c: c.start):
        parts += [text[at : change.start], change.text]
        at = change.end
    return "".join([*parts, text[at:]])


def _replacement(document: Document, edit: Edit) -> Replacement | None:
    parent_pointer, _, token = edit.pointer.rpartition("/")
    parent = find(document.root, parent_pointer)
    if parent is None:
        return None
    key = token.replace("~1", "/").replace("~0", "~")
    if edit.op == "set":
        return _set(document, parent, key, edit.value)
    if edit.op == "rename":
        found = member(parent, key)
        text = _dumped(document, edit.value)
        return Replacement(found.start, found.end, text) if found else None
    return _remove(document, parent, key)


def _set(document: Document, parent: Node, key: str, value: Json) -> Replacement | None:
    found = member(parent, key)
    node = found.node if found else None
    if node is None and key.isdecimal() and int(key) < len(parent.items):
        node = parent.items[int(key)]
    if node is None:
        return _insert(document, parent, key, value)
    if found is not None and not _is_flow(document, node):
        # A block in YAML begins on the line below its key; what replaces it stands behind the key.
        return Replacement(found.end, node.end, f": {_dumped(document, value)}")
    text = _dumped(document, value, _indent_of(document, node.start))
    return Replacement(node.start, node.end, text)


def _insert(document: Document, parent: Node, key: str, value: Json) -> Replacement | None:
    if not isinstance(parent.value, dict):
        return None
    if not parent.members:
        text = f"{{{_dumped(document, key)}: {_dumped(document, value)}}}"
        return Replacement(parent.start, parent.end, text)
    last = parent.members[-1]
    line_start = document.text.rfind("\n", 0, last.start) + 1
    before = document.text[line_start : last.start]
    end = last.node.end
    if not _is_flow(document, parent):
        column = last.start - line_start
        return Replacement(end, end, f"\n{' ' * column}{key}: {_dumped(document, value)}")
    separator = f",\n{before}" if not before.strip() else ", "
    written = _dumped(document, value, before if not before.strip() else None)
    colon = ":" if document.text[last.end : last.node.start] == ":" else ": "
    return Replacement(end, end, f"{separator}{_dumped(document, key)}{colon}{written}")


def _remove(document: Document, parent: Node, key: str) -> Replacement | None:
    spans: list[tuple[int, int]]
    found: Member | None = member(parent, key)
    if found is not None:
        spans = [(m.start, m.node.end) for m in parent.members]
        index = parent.members.index(found)
    elif key.isdecimal() and int(key) < len(parent.items):
        spans = [(item.start, item.end) for item in parent.items]
        index = int(key)
    else:
        return None
    if document.syntax == "jsonl" and parent is document.root:
        return _whole_line(document, *spans[index])
    if document.syntax == "yaml" and not _is_flow(document, parent):
        return _without_block_entry(document, parent, spans, index)
    if index + 1 < len(spans):
        return Replacement(spans[index][0], spans[index + 1][0], "")
    if index > 0:
        return Replacement(spans[index - 1][1], spans[index][1], "")
    return Replacement(spans[index][0], spans[index][1], "")


def _without_block_entry(
    document: Document, parent: Node, spans: list[tuple[int, int]], index: int
) -> Replacement | None:
    """Remove a block entry with its dash; the only entry leaves an empty collection."""
    if len(spans) == 1:
        empty = "{}" if parent.members else "[]"
        return Replacement(parent.start, parent.end, empty)
    if index + 1 < len(spans):
        return Replacement(spans[index][0], spans[index + 1][0], "")
    start = document.text.rfind("\n", 0, spans[index][0])
    return Replacement(start, spans[index][1], "")


def _whole_line(document: Document, start: int, end: int) -> Replacement:
    newline = document.text.find("\n", end)
    return Replacement(start, len(document.text) if newline < 0 else newline + 1, "")


def _is_flow(document: Document, node: Node) -> bool:
    """Tell whether a node is written in braces, brackets or as a scalar."""
    if not isinstance(node.value, dict | list):
        return True
    return document.text[node.start : node.start + 1] in {"{", "["}


def _indent_of(document: Document, offset: int) -> str | None:
    """Return the white space that a line begins with."""
    start = document.text.rfind("\n", 0, offset) + 1
    line = document.text[start:offset]
    return line[: len(line) - len(line.lstrip())]


def _dumped(document: Document, value: Json, indent: str | None = None) -> str:
    """Return a value as JSON text, which is YAML too; large ones on lines of their own."""
    plain = json.dumps(value, ensure_ascii=False)
    if any("\ud800" <= c <= "\udfff" for c in plain):
        plain = json.dumps(value)
    if indent is None or len(plain) <= 60 or "\n" not in document.text:
        return plain
    pretty = json.dumps(value, ensure_ascii=False, indent=2)
    return pretty.replace("\n", f"\n{indent}")
