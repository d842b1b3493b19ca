from pathlib import Path

import pytest

from toolrag.adapters.tool_files import find, load, server_of
from toolrag.errors import MalformedDocumentError
from toolrag.formats.registry import read

YAML = """
openapi: 3.0.0
info: {title: Dates, version: "1"}
paths:
  /days:
    get:
      operationId: list_days
      parameters:
        - {name: from, in: query, schema: {type: string, default: 2026-01-01}}
"""


def test_json_lines_and_yaml_are_read(tmp_path: Path) -> None:
    lines = tmp_path / "tools.jsonl"
    lines.write_text('{"name": "a"}\n\n{"name": "b"}\n', encoding="utf-8")
    assert [p.tool.name for p in read(load(lines)).parsed] == ["a", "b"]
    yaml = tmp_path / "dates.yaml"
    yaml.write_text(YAML, encoding="utf-8")
    (parsed,) = read(load(yaml)).parsed
    assert parsed.tool.id == "dates/list_days"
    assert parsed.tool.input_schema["properties"]["from"]["default"] == "2026-01-01"
    assert find([tmp_path]) == [yaml, lines]


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "bom.json"
    file.write_bytes(b'\xef\xbb\xbf[{"name": "a"}]')
    assert load(file) == [{"name": "a"}]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.json", b"{"),
        ("x.json", b'{"a": NaN}'),
        ("x.yaml", b"a: [b"),
        ("x.jsonl", b"{}\n{"),
        ("x.json", b"\xff\xfe"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(MalformedDocumentError, match=name):
        load(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MalformedDocumentError, match=r"gone\.json"):
        find([tmp_path / "gone.json"])


def test_the_files_stem_names_the_server_unless_the_document_does() -> None:
    path = Path("mail.json")
    assert server_of(path, [{"name": "a"}]) == "mail"
    assert server_of(path, {"tools": []}) == "mail"
    assert server_of(path, {"server": "x", "tools": []}) is None
    assert server_of(path, [{"name": "a", "server": "x"}]) is None
    assert server_of(path, {"openapi": "3.0.0"}) is None
