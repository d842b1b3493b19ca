"""Texts with the place of every value: JSON, JSON lines, YAML, literals in modules."""

import json
import math
from itertools import pairwise
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolrag.errors import MalformedDocumentError
from toolrag.formats.json_schema import escape
from toolrag.lint.source.json_text import parse_json, parse_json_lines
from toolrag.lint.source.node import Document, find
from toolrag.lint.source.python_text import parse_python
from toolrag.lint.source.yaml_text import parse_yaml

texts = st.text(st.characters(blacklist_categories=["Cs"]), max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
indents = st.sampled_from([None, 0, 1, 2, 4])


def pointers(value: Any, at: str = "") -> list[tuple[str, Any]]:
    found = [(at, value)]
    if isinstance(value, dict):
        for key, child in value.items():
            found += pointers(child, f"{at}/{escape(key)}")
    elif isinstance(value, list):
        for i, child in enumerate(value):
            found += pointers(child, f"{at}/{i}")
    return found


@given(values, indents, st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value, indent, ascii_only) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert parse_json("x", text).root.value == json.loads(text)


@given(values, indents)
def test_every_value_is_where_its_node_says(value, indent) -> None:
    text = json.dumps(value, indent=indent)
    document = parse_json("x", text)
    for pointer, part in pointers(value):
        node = find(document.root, pointer)
        assert node is not None
        assert json.loads(text[node.start : node.end]) == part


@given(st.text(alphabet='{}[]",:\\ntrue0 1-.eE\u00e9', max_size=40))
def test_what_is_no_json_is_told_with_its_place(text) -> None:
    try:
        expected = json.loads(text, strict=False)
    except ValueError:
        with pytest.raises(MalformedDocumentError, match=r"^x:\d+:\d+: "):
            parse_json("x", text)
    else:
        assert parse_json("x", text).root.value == expected


@given(values.filter(lambda value: isinstance(value, dict | list)), st.booleans())
def test_yaml_is_read_as_the_library_reads_it(value, flow) -> None:
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=True)
    document = parse_yaml("x", text)
    assert document.root.value == yaml.safe_load(text)


def test_a_place_is_a_line_and_a_column_of_code_points() -> None:
    text = '{\r\n  "a": "😀",\n  "b": [1,\n    {"c": null}]\n}'
    document = parse_json("x", text)

    def place(pointer: str) -> tuple[int, int]:
        return document.position(document.locate(pointer)[0])

    assert place("/a") == (2, 3)
    assert place("/b/1/c") == (4, 6)
    # What is not there is told at what is around it.
    assert place("/b/1/missing/deeper") == (4, 5)
    assert document.line(2) == '  "a": "😀",'


def test_keys_with_slashes_and_tildes_are_found() -> None:
    document = parse_json("x", '{"a/b~c": {"d": 1}}')
    node = find(document.root, "/a~1b~0c/d")
    assert node is not None
    assert node.value == 1


def test_what_other_readers_lose_is_kept() -> None:
    document = parse_json("x", '{"a": 1, "b": NaN, "a": 2, "c": -Infinity, "d": "\\ud83d"}')
    assert [twice.key for twice in document.duplicates] == ["a"]
    value: Any = document.root.value
    assert value["a"] == 2
    assert math.isnan(value["b"])
    assert value["c"] == -math.inf
    assert value["d"] == "\ud83d"


def test_nesting_costs_no_stack() -> None:
    depth = 100_000
    parse_json("x", "[" * depth + "]" * depth)
    with pytest.raises(MalformedDocumentError):
        parse_json("x", "[" * depth)
    with pytest.raises(MalformedDocumentError):
        parse_yaml("x", "[" * depth)


def test_aliases_that_stand_for_billions_are_refused() -> None:
    lines = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    names = "abcdefghij"
    for before, name in pairwise(names):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    with pytest.raises(MalformedDocumentError, match="too large"):
        parse_yaml("x", "\n".join(lines))


def test_json_lines_have_the_places_of_their_file() -> None:
    document = parse_json_lines("x", '{"a": 1}\n\n{"a": 2}\n')
    assert document.root.value == [{"a": 1}, {"a": 2}]
    assert document.position(document.locate("/1/a")[0]) == (3, 2)


MODULE = '''"""Tools."""
import os
TOOLS: list = [
    {"name": "füge_an", "description": ("Adds " "two."), "inputSchema": {"type": "object"}},
]
PATH = os.getcwd()
'''


def test_a_literal_in_a_module_is_read_and_not_run() -> None:
    document: Document = parse_python("tools.py", MODULE, "TOOLS")
    value: Any = document.root.value
    assert value[0]["description"] == "Adds two."
    assert document.position(document.locate("/0/inputSchema")[0]) == (
        4,
        MODULE.splitlines()[3].index('"inputSchema"') + 1,
    )
    with pytest.raises(MalformedDocumentError, match=r"tools.py:6:8: this has to be run"):
        parse_python("tools.py", MODULE, "PATH")
    with pytest.raises(MalformedDocumentError, match="assigns nothing to 'OTHER'"):
        parse_python("tools.py", MODULE, "OTHER")
    with pytest.raises(MalformedDocumentError, match="is not Python"):
        parse_python("tools.py", "def", "TOOLS")
