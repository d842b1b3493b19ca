"""The shapes that are read, and what is said of those that cannot be."""

from typing import Any

import pytest
from support.workspaces import definition

from toolrag.errors import FormatUnknownError, MalformedDocumentError, NameInvalidError
from toolrag.formats.registry import read

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
MCP = {"name": "forecast", "description": "Weather.", "inputSchema": SCHEMA}
SHAPES: dict[str, tuple[str, Any]] = {
    "mcp-list": ("mcp", [MCP]),
    "mcp-object": ("mcp", {"tools": [MCP]}),
    "json-rpc": ("mcp", {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP]}}),
    "pages": ("mcp", [{"tools": [MCP], "nextCursor": "x"}]),
    "one": ("mcp", MCP),
    "openai": (
        "openai",
        [
            {
                "type": "function",
                "function": {"name": "forecast", "description": "Weather.", "parameters": SCHEMA},
            }
        ],
    ),
    "openai-functions": (
        "openai",
        {"functions": [{"name": "forecast", "description": "Weather.", "parameters": SCHEMA}]},
    ),
    "responses": (
        "openai_responses",
        [
            {
                "type": "function",
                "name": "forecast",
                "description": "Weather.",
                "parameters": SCHEMA,
                "strict": True,
            }
        ],
    ),
    "anthropic": (
        "anthropic",
        [{"name": "forecast", "description": "Weather.", "input_schema": SCHEMA}],
    ),
    "gemini": (
        "gemini",
        {
            "functionDeclarations": [
                {
                    "name": "forecast",
                    "description": "Weather.",
                    "parameters": {
                        "type": "OBJECT",
                        "properties": {"city": {"type": "STRING"}},
                        "required": ["city"],
                    },
                }
            ]
        },
    ),
    "gemini-tools": (
        "gemini",
        [
            {
                "function_declarations": [
                    {"name": "forecast", "description": "Weather.", "parametersJsonSchema": SCHEMA}
                ]
            }
        ],
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_recognised_and_read_alike(shape: str) -> None:
    format, document = SHAPES[shape]
    for asked in ("auto", format):
        (parsed,) = read(document, format=asked).parsed
        assert parsed.format == format
        assert parsed.tool.name == "forecast"
        assert parsed.tool.description == "Weather."
        assert parsed.tool.input_schema == SCHEMA


def test_mcp_keeps_all_that_it_says() -> None:
    whole = {
        **MCP,
        "title": "Forecast",
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True},
    }
    tool = read([whole]).parsed[0].tool
    assert tool.title == "Forecast"
    assert tool.output_schema == {"type": "object"}
    assert tool.annotations == {"readOnlyHint": True}


def test_a_server_is_taken_from_the_nearest_place_that_names_one() -> None:
    document = [
        {"server": "a", "tools": [definition("one"), {**definition("two"), "server": "b"}]},
        {"tools": [definition("three")]},
    ]
    assert [p.tool.id for p in read(document).parsed] == ["a/one", "b/two", "three"]
    assert [p.tool.id for p in read(document, server="x").parsed] == ["x/one", "x/two", "x/three"]


BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "no name": ({"inputSchema": SCHEMA, "name": None}, "/0/name", "null"),
    "empty name": (definition(""), "/0/name", "empty"),
    "blank name": (definition("  "), "/0/name", "empty"),
    "long name": (definition("x" * 300), "/0/name", "300 characters"),
    "control in name": (definition("a\nb"), "/0/name", "control"),
    "number as description": (
        {"name": "x", "description": 5, "inputSchema": SCHEMA},
        "/0/description",
        "a number",
    ),
    "half a surrogate": (definition("x", "bad \ud800"), "/0/description", "surrogate"),
    "schema null": ({"name": "x", "inputSchema": None}, "/0/inputSchema", "null"),
    "schema boolean": ({"name": "x", "inputSchema": True}, "/0/inputSchema", "a boolean"),
    "schema list": ({"name": "x", "inputSchema": []}, "/0/inputSchema", "a list"),
    "schema string": ({"name": "x", "inputSchema": "{}"}, "/0/inputSchema", "a string"),
    "not an object": (
        {"name": "x", "inputSchema": {"type": "string"}},
        "/0/inputSchema/type",
        "Arguments are an object",
    ),
    "unknown type": (
        definition("x", a={"type": "float"}),
        "/0/inputSchema/properties/a/type",
        "float",
    ),
    "required null": (
        {"name": "x", "inputSchema": {"type": "object", "required": None}},
        "/0/inputSchema/required",
        "null",
    ),
    "property that is a number": (definition("x", a=3), "/0/inputSchema/properties/a", "3"),
    "dangling reference": (
        definition("x", a={"$ref": "#/$defs/gone"}),
        "/0/inputSchema/properties/a/$ref",
        "Nothing is at",
    ),
    "hosted by openai": ({"type": "web_search"}, "/0/type", "run by the provider"),
    "hosted by anthropic": (
        {"type": "bash_20250124", "name": "bash"},
        "/0/type",
        "run by the provider",
    ),
    "function is a string": ({"type": "function", "function": "f"}, "/0/function", "a string"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_used_is_refused_with_its_place(case: str) -> None:
    raw, path, told = BAD[case]
    reading = read([raw, definition("fine")])
    assert [p.tool.name for p in reading.parsed] == ["fine"]
    (refused,) = reading.refused
    assert refused.index == 0
    assert refused.problems[0].path == path
    assert told in refused.problems[0].message


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def test_a_schema_nested_too_deeply_is_refused() -> None:
    (refused,) = read([{"name": "deep", "inputSchema": nested(50)}]).refused
    assert "nested deeper than 64" in refused.problems[0].message
    with pytest.raises(MalformedDocumentError, match="nested deeper"):
        read([{"name": "deep", "inputSchema": nested(200)}])


def test_a_cyclic_schema_is_fine() -> None:
    schema = {
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Node"}},
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            }
        },
    }
    assert read([{"name": "walk", "inputSchema": schema}]).parsed[0].tool.input_schema == schema


@pytest.mark.parametrize(
    "description", ["", None, "x" * 5000, "שלום", "🎉🎉", "a\u200bb", "\u202eabc"]
)
def test_unusual_descriptions_are_kept(description: str | None) -> None:
    raw = {**definition("x"), "description": description}
    assert read([raw]).parsed[0].tool.description == (description or "")


@pytest.mark.parametrize(
    "document",
    [42, "tools", None, True, {}, {"hello": "world"}, {"swagger": "2.0", "paths": {}}],
    ids=str,
)
def test_a_document_without_tools_says_what_is_needed(document: Any) -> None:
    with pytest.raises(FormatUnknownError) as caught:
        read(document)
    assert caught.value.hint


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(FormatUnknownError, match="'soap'") as caught:
        read([MCP], format="soap")
    assert "anthropic" in caught.value.hint


@pytest.mark.parametrize("server", ["a/b", " ", "x" * 200, "a\nb"])
def test_a_server_name_that_cannot_be_used_is_refused(server: str) -> None:
    with pytest.raises(NameInvalidError, match="server name"):
        read([MCP], server=server)


def test_real_definition_files_are_read(shared: Any) -> None:
    """Every tool of the public MCP files is read, or refused with a place."""
    from toolrag.adapters.tool_files import load

    files = sorted((shared / "lint_corpus" / "mcp").glob("*.json"))
    assert files
    for file in files:
        reading = read(load(file))
        assert reading.parsed or reading.refused
        assert all(problem.message for tool in reading.refused for problem in tool.problems)


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "a", "inputSchema": {"type": "object"}},
        {"name": "a", "input_schema": {"type": "object"}},
        {"name": "a", "parameters": {"type": "object"}},
        {"type": "function", "name": "a", "parameters": {"type": "object"}},
        {"name": "a", "parametersJsonSchema": {"type": "object"}},
    ],
)
def test_utterances_are_read_from_every_shape(entry: dict[str, Any]) -> None:
    asked = ["open the door"]
    (parsed,) = read([{**entry, "x-toolrag-examples": asked}]).parsed
    assert parsed.tool.examples == ("open the door",)
    (refused,) = read([{**entry, "x-toolrag-examples": "open"}]).refused
    assert refused.problems[0].path == "/0/x-toolrag-examples"


def test_several_servers_in_one_object() -> None:
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    reading = read({"servers": {"one": [tool], "two": {"tools": [tool]}}})
    assert [(p.tool.id, p.pointer) for p in reading.parsed] == [
        ("one/a", "/servers/one/0"),
        ("two/a", "/servers/two/tools/0"),
    ]
