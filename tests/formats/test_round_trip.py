"""What goes in comes out, in every format; names are always accepted and never two alike."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.definitions import catalogues

from toolrag.domain.tool import Tool
from toolrag.formats.registry import ENTRY_FORMATS, read, render

# Written from the providers' documents, not from the code.
ACCEPTED = {
    "openai": r"[a-zA-Z0-9_-]{1,64}",
    "openai_responses": r"[a-zA-Z0-9_-]{1,64}",
    "anthropic": r"[a-zA-Z0-9_-]{1,128}",
    "gemini": r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}",
    "mcp": r"[A-Za-z0-9_.-]{1,128}",
}
formats = st.sampled_from(sorted(ENTRY_FORMATS))


def name_in(definition: dict) -> str:
    return definition.get("function", definition)["name"]


@given(catalogues(), formats)
def test_description_and_schema_survive(tools: list[Tool], format: str) -> None:
    rendered = render(tools, format)
    reading = read(list(rendered.definitions), format=format)
    assert not reading.refused
    for tool, parsed in zip(tools, reading.parsed, strict=True):
        assert parsed.tool.description == tool.description
        assert parsed.tool.input_schema == tool.input_schema
        assert rendered.name_map[parsed.tool.name] == tool.id


@given(catalogues(), formats)
def test_auto_reads_what_was_rendered(tools: list[Tool], format: str) -> None:
    definitions = list(render(tools, format).definitions)
    explicit = read(definitions, format=format)
    assert [p.tool for p in read(definitions).parsed] == [p.tool for p in explicit.parsed]


@given(catalogues(max_size=30), formats)
def test_names_are_accepted_and_never_two_alike(tools: list[Tool], format: str) -> None:
    rendered = render(tools, format)
    names = [name_in(definition) for definition in rendered.definitions]
    assert len(set(names)) == len(tools)
    assert all(re.fullmatch(ACCEPTED[format], name) for name in names)
    assert [rendered.name_map[name] for name in names] == [tool.id for tool in tools]


@pytest.mark.parametrize("format", sorted(ENTRY_FORMATS))
def test_a_name_that_is_accepted_is_kept(format: str) -> None:
    (definition,) = render([Tool("create_issue", server="github")], format).definitions
    assert name_in(definition) == "github__create_issue"


def test_names_that_come_out_alike_are_told_apart() -> None:
    tools = [Tool("get weather"), Tool("get_weather"), Tool("get.weather"), Tool("x" * 200)]
    rendered = render(tools, "openai")
    names = [name_in(definition) for definition in rendered.definitions]
    assert names[1] == "get_weather"
    assert len(set(names)) == 4
    assert all(len(name) <= 64 for name in names)


def test_the_same_tools_give_the_same_names_in_any_order() -> None:
    tools = [Tool("a b"), Tool("a.b"), Tool("a/b"), Tool("c", server="a b")]
    forwards = render(tools, "anthropic").name_map
    backwards = render(tools[::-1], "anthropic").name_map
    assert forwards == backwards
