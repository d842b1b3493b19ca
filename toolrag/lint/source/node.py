"""A parsed value that knows where it stands in its text."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from toolrag.domain.canonical import Json


@dataclass(slots=True)
class Member:
    """One key of an object and what stands under it; offsets are of the key as written."""

    key: str
    start: int
    end: int
    node: "Node"


@dataclass(slots=True)
class Node:
    """A value between two offsets of a text: an object with members, a list, or a scalar."""

    start: int
    end: int
    value: Json
    members: list[Member] = field(default_factory=list)
    items: list["Node"] = field(default_factory=list)

    def children(self) -> Iterator[tuple[str, "Node"]]:
        """Yield what is directly inside, by its key or index."""
        yield from ((member.key, member.node) for member in self.members)
        yield from ((str(i), item) for i, item in enumerate(self.items))


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """A key that an object has twice, at the offset of the second."""

    key: str
    offset: int


@dataclass(frozen=True)
class Document:
    """One text, its value, and where everything is. `syntax` says how it can be edited."""

    name: str
    text: str
    root: Node
    syntax: str
    duplicates: tuple[DuplicateKey, ...] = ()

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both from 1, columns in code points."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line, counted from 1, without its end."""
        starts = [*self._line_starts, len(self.text) + 1]
        return self.text[starts[number - 1] : starts[number] - 1].rstrip("\r")

    def locate(self, pointer: str) -> tuple[int, int]:
        """Return the offsets of what a pointer names, or of the nearest thing around it.

        A member's key belongs to it: the place of `/name` begins at the key.
        """
        node = self.root
        span = (node.start, node.end)
        for token in pointer.split("/")[1:]:
            found = step(node, token)
            if found is None:
                break
            node, start = found
            span = (start, node.end)
        return span


def member(node: Node, key: str) -> Member | None:
    """Return the member of that key, the last where there are several, as parsers do."""
    return next((found for found in reversed(node.members) if found.key == key), None)


def step(node: Node, token: str) -> tuple[Node, int] | None:
    """Return what one token of a JSON pointer leads to, and where that begins, its key included."""
    key = token.replace("~1", "/").replace("~0", "~")
    found = member(node, key)
    if found is not None:
        return found.node, found.start
    if key.isdecimal() and int(key) < len(node.items):
        item = node.items[int(key)]
        return item, item.start
    return None


def find(root: Node, pointer: str) -> Node | None:
    """Return the node at a JSON pointer, None where there is nothing."""
    node = root
    for token in pointer.split("/")[1:]:
        found = step(node, token)
        if found is None:
            return None
        node = found[0]
    return node
