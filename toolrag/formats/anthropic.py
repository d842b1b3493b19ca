"""Anthropic Messages API: client tools with `input_schema`."""

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.errors import Problem
from toolrag.formats.fields import examples_in, optional_text, require_name
from toolrag.formats.json_schema import tool_schema
from toolrag.formats.reading import DefinitionError

NAME = "anthropic"


def recognises(entry: JsonObject) -> bool:
    """Tell whether `entry` is an Anthropic tool, one that Anthropic runs itself included."""
    return "input_schema" in entry or _hosted(entry)


def _hosted(entry: JsonObject) -> bool:
    kind = entry.get("type")
    return isinstance(kind, str) and kind not in {"custom", "function"} and "name" in entry


def parse(entry: JsonObject, server: str | None, pointer: str) -> Tool:
    """Return the tool that an Anthropic definition describes.

    Raises:
        DefinitionError: naming every place that cannot be used; a tool that the provider hosts
            (`web_search_...`) has no definition to route by.
    """
    if _hosted(entry) and "input_schema" not in entry:
        message = f"{entry['type']!r} is run by the provider and has no schema; send it yourself."
        raise DefinitionError(Problem(f"{pointer}/type", "tool_hosted", message))
    return Tool(
        name=require_name(entry, pointer),
        description=optional_text(entry, "description", pointer),
        input_schema=tool_schema(entry, "input_schema", pointer),
        server=server,
        examples=examples_in(entry, pointer),
    )


def render(tool: Tool, name: str) -> JsonObject:
    """Return the tool as an Anthropic definition under `name`."""
    rendered: dict[str, Json] = {"name": name}
    if tool.description:
        rendered["description"] = tool.description
    rendered["input_schema"] = tool.input_schema
    return rendered
