"""YAML with the place of every value, read as JSON has it: a date stays the text it was."""

from typing import Any, Final

import yaml

from toolrag.domain.canonical import Json
from toolrag.errors import MalformedDocumentError
from toolrag.lint.source.node import Document, DuplicateKey, Member, Node

# Aliases repeat what they name; a few lines can stand for billions of values.
_MAX_NODES: Final = 1_000_000
_MAX_DEPTH: Final = 200


class JsonLoader(yaml.SafeLoader):
    """YAML as JSON has it: a date stays the text that was written."""


JsonLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def parse_yaml(name: str, text: str) -> Document:
    """Return the document in a YAML text.

    Raises:
        MalformedDocumentError: when it is not YAML, or its aliases stand for too much.
    """
    loader = JsonLoader(text)
    try:
        composed = loader.get_single_node()
        builder = _Builder(loader, text)
        root = builder.node(composed, 0) if composed is not None else Node(0, 0, None)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        said = " ".join(str(error).split())
        hint = "Use JSON, JSON lines or YAML, in UTF-8."
        raise MalformedDocumentError(f"{name}: {said[:300]}.", hint=hint) from error
    finally:
        loader.dispose()
    # What an alias names stands in several places; to edit it here would change it there.
    syntax = "yaml with aliases" if builder.shared else "yaml"
    return Document(name, text, root, syntax, tuple(builder.duplicates))


class _Builder:
    def __init__(self, loader: JsonLoader, text: str) -> None:
        self._loader = loader
        self._text = text
        self._count = 0
        self._seen: set[int] = set()
        self.shared = False
        self.duplicates: list[DuplicateKey] = []

    def node(self, composed: yaml.Node, depth: int) -> Node:
        """Return a composed node as one of ours."""
        self._count += 1
        if self._count > _MAX_NODES or depth > _MAX_DEPTH:
            message = "the document is too large once its aliases are resolved"
            raise ValueError(message)
        start, end = composed.start_mark.index, composed.end_mark.index
        self.shared |= id(composed) in self._seen or self._text[start : start + 1] == "&"
        self._seen.add(id(composed))
        if isinstance(composed, yaml.MappingNode):
            return self._mapping(composed, start, self._trimmed(start, end), depth)
        if isinstance(composed, yaml.SequenceNode):
            items = [self.node(item, depth + 1) for item in composed.value]
            values = [item.value for item in items]
            return Node(start, self._trimmed(start, end), values, items=items)
        return Node(start, end, self._scalar(composed))

    def _trimmed(self, start: int, end: int) -> int:
        """Return the end without the blank lines that a block takes along."""
        return start + len(self._text[start:end].rstrip())

    def _mapping(self, composed: yaml.MappingNode, start: int, end: int, depth: int) -> Node:
        self._loader.flatten_mapping(composed)
        value: dict[str, Json] = {}
        members: list[Member] = []
        for key_node, value_node in composed.value:
            key = self._key(key_node)
            child = self.node(value_node, depth + 1)
            at = key_node.start_mark.index
            if key in value:
                self.duplicates.append(DuplicateKey(key, at))
            value[key] = child.value
            members.append(Member(key, at, key_node.end_mark.index, child))
        return Node(start, end, value, members=members)

    def _key(self, composed: yaml.Node) -> str:
        """Return a key as JSON has it: `200:` and `true:` are texts."""
        if not isinstance(composed, yaml.ScalarNode):
            message = "a key must be a text"
            raise ValueError(message)  # noqa: TRY004 # told as a fault of the document
        return str(composed.value)

    def _scalar(self, composed: yaml.Node) -> Json:
        value: Any = self._loader.construct_object(composed, deep=True)
        if value is None or isinstance(value, str | bool | int | float):
            return value
        return str(composed.value)
