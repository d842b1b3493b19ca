"""MCP: the entries of a `tools/list` reply."""

from collections.abc import Mapping

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.formats.fields import (
    examples_in,
    optional_object,
    optional_text,
    require_name,
    words_in,
)
from toolrag.formats.json_schema import checked_schema, tool_schema

NAME = "mcp"


def recognises(entry: JsonObject) -> bool:
    """Tell whether `entry` is an MCP tool: it has `inputSchema`, or a name and nothing foreign."""
    return "inputSchema" in entry or ("name" in entry and "parameters" not in entry)


def parse(entry: JsonObject, server: str | None, pointer: str) -> Tool:
    """Return the tool that an MCP definition describes.

    Raises:
        DefinitionError: naming every place that cannot be used.
    """
    output = entry.get("outputSchema")
    annotations = optional_object(entry, "annotations", pointer)
    title = optional_text(entry, "title", pointer) or annotations.get("title")
    return Tool(
        name=require_name(entry, pointer),
        description=optional_text(entry, "description", pointer),
        input_schema=tool_schema(entry, "inputSchema", pointer),
        server=server,
        title=title if isinstance(title, str) else None,
        output_schema=None if output is None else checked_schema(output, f"{pointer}/outputSchema"),
        annotations=annotations,
        tags=words_in(entry.get("tags"), f"{pointer}/tags"),
        examples=words_in(entry.get("examples"), f"{pointer}/examples")
        or examples_in(entry, pointer),
    )


def render(tool: Tool, name: str) -> JsonObject:
    """Return the tool as an MCP definition under `name`."""
    rendered: dict[str, Json] = {"name": name}
    optional: Mapping[str, Json] = {
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
    }
    rendered.update((k, v) for k, v in optional.items() if v or k == "inputSchema")
    return rendered
