"""JSON as it is found: with the place of every value, duplicate keys, NaN and lone surrogates.

The standard library's parser gives values without places, drops the first of two equal keys, and
recurses; a linter has to show all three. Tokens come from one regular expression without nested
repetition, and the parser keeps its own stack, so that hostile text costs linear time.
"""

import json
import re
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.errors import MalformedDocumentError
from toolrag.lint.source.node import Document, DuplicateKey, Member, Node

_SPACE: Final = " \t\r\n"
_TOKEN: Final = re.compile(
    r'[ \t\r\n]*(?:(?P<punctuation>[{}\[\],:])|(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")'
    r"|(?P<number>-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>-?[A-Za-z]+))",
    re.DOTALL,
)
_WORDS: Final[dict[str, Json]] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
# What may come next.
_VALUE, _FIRST_ITEM, _FIRST_KEY, _KEY, _COLON, _AFTER = range(6)


def parse_json(name: str, text: str) -> Document:
    """Return the document in a JSON text.

    Raises:
        MalformedDocumentError: with the line and the column, when it is not JSON.
    """
    parser = _Parser(name, text)
    end = parser.value_at(0)
    rest = _skip(text, end)
    if rest < len(text):
        raise parser.fault(rest, "the document ends before this")
    return Document(name, text, parser.root(), "json", tuple(parser.duplicates))


def parse_json_lines(name: str, text: str) -> Document:
    """Return a document of JSON lines as a list; raises as `parse_json`."""
    parser = _Parser(name, text)
    items: list[Node] = []
    at = _skip(text, 0)
    while at < len(text):
        at = _skip(text, parser.value_at(at))
        items.append(parser.root())
    root = Node(0, len(text), [item.value for item in items], items=items)
    return Document(name, text, root, "jsonl", tuple(parser.duplicates))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


class _Parser:
    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._text = text
        self._open: list[Node] = []
        self._keys: list[tuple[str, int, int]] = []
        self._root: Node | None = None
        self.duplicates: list[DuplicateKey] = []

    def root(self) -> Node:
        """Return the value that was parsed last."""
        if self._root is None:
            raise self.fault(len(self._text), "a value is missing")
        return self._root

    def fault(self, offset: int, problem: str) -> MalformedDocumentError:
        """Return the error for a place of the text."""
        document = Document(self._name, self._text, Node(0, 0, None), "json")
        line, column = document.position(offset)
        return MalformedDocumentError(
            f"{self._name}:{line}:{column}: {problem}.",
            hint="Use JSON, JSON lines or YAML, in UTF-8.",
        )

    def value_at(self, at: int) -> int:
        """Parse one value; return the offset behind it."""
        self._root = None
        expected = _VALUE
        while True:
            match = _TOKEN.match(self._text, at)
            if match is None:
                offset = _skip(self._text, at)
                missing = offset >= len(self._text)
                raise self.fault(offset, "the text ends too early" if missing else "not JSON")
            kind = match.lastgroup or ""
            expected = self._step(kind, match.start(kind), match.end(), expected)
            at = match.end()
            if not self._open and expected == _AFTER:
                return at

    def _step(self, kind: str, start: int, end: int, expected: int) -> int:
        sign = self._text[start:end]
        if kind == "punctuation":
            return self._punctuation(sign, start, end, expected)
        if expected in {_KEY, _FIRST_KEY}:
            if kind != "string":
                raise self.fault(start, "a key in quotes is needed")
            self._keys.append((self._string(sign, start), start, end))
            return _COLON
        if expected not in {_VALUE, _FIRST_ITEM}:
            raise self.fault(start, "a comma or a bracket is missing")
        return self._add(Node(start, end, self._scalar(kind, sign, start)))

    def _punctuation(self, sign: str, start: int, end: int, expected: int) -> int:
        if sign in "{[" and expected in {_VALUE, _FIRST_ITEM}:
            value: Json = {} if sign == "{" else []
            self._open.append(Node(start, end, value))
            return _FIRST_KEY if sign == "{" else _FIRST_ITEM
        if sign == ":" and expected == _COLON:
            return _VALUE
        inside_object = bool(self._open) and isinstance(self._open[-1].value, dict)
        if sign == "," and expected == _AFTER:
            return _KEY if inside_object else _VALUE
        closing = "}" if inside_object else "]"
        if sign == closing and expected in {_AFTER, _FIRST_KEY, _FIRST_ITEM}:
            node = self._open.pop()
            node.end = end
            return self._add(node)
        raise self.fault(start, f"{sign!r} is not expected here")

    def _add(self, node: Node) -> int:
        if not self._open:
            self._root = node
            return _AFTER
        parent = self._open[-1]
        if isinstance(parent.value, dict):
            key, start, end = self._keys.pop()
            if key in parent.value:
                self.duplicates.append(DuplicateKey(key, start))
            parent.value[key] = node.value
            parent.members.append(Member(key, start, end, node))
        elif isinstance(parent.value, list):
            parent.value.append(node.value)
            parent.items.append(node)
        return _AFTER

    def _scalar(self, kind: str, token: str, start: int) -> Json:
        if kind == "string":
            return self._string(token, start)
        if kind == "word":
            if token not in _WORDS:
                raise self.fault(start, f"{token[:20]!r} is not JSON")
            return _WORDS[token]
        if token.lstrip("-").isdigit():
            if len(token) > 400:
                raise self.fault(start, "the number is too long")
            return int(token)
        return float(token)

    def _string(self, token: str, start: int) -> str:
        try:
            return str(json.loads(token, strict=False))
        except ValueError:
            raise self.fault(start, "a backslash escape is not valid") from None
