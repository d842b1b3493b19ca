"""OpenAI: chat completions (`{"type": "function", "function": {...}}`) and bare functions."""

from collections.abc import Mapping

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.errors import Problem
from toolrag.formats.fields import examples_in, kind_of, optional_text, require_name
from toolrag.formats.json_schema import tool_schema
from toolrag.formats.reading import DefinitionError

NAME = "openai"


def recognises(entry: JsonObject) -> bool:
    """Tell whether `entry` is a chat completions tool or the bare function inside one."""
    return "function" in entry or ("parameters" in entry and "type" not in entry)


def parse(entry: JsonObject, server: str | None, pointer: str) -> Tool:
    """Return the tool that a chat completions definition describes.

    Raises:
        DefinitionError: naming every place that cannot be used.
    """
    if "function" not in entry:
        return parse_function(entry, server, pointer)
    function = entry["function"]
    if not isinstance(function, Mapping):
        message = f"`function` is {kind_of(function)}, not an object."
        raise DefinitionError(Problem(f"{pointer}/function", "function_invalid", message))
    return parse_function(function, server, f"{pointer}/function")


def parse_function(function: JsonObject, server: str | None, pointer: str) -> Tool:
    """Return the tool that `{name, description, parameters}` describes."""
    return Tool(
        name=require_name(function, pointer),
        description=optional_text(function, "description", pointer),
        input_schema=tool_schema(function, "parameters", pointer),
        server=server,
        examples=examples_in(function, pointer),
    )


def render_function(tool: Tool, name: str) -> dict[str, Json]:
    """Return `{name, description, parameters}`, the part both OpenAI shapes share."""
    rendered: dict[str, Json] = {"name": name}
    if tool.description:
        rendered["description"] = tool.description
    rendered["parameters"] = tool.input_schema
    return rendered


def render(tool: Tool, name: str) -> JsonObject:
    """Return the tool as a chat completions definition under `name`."""
    return {"type": "function", "function": render_function(tool, name)}
