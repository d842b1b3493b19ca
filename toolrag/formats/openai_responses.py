"""OpenAI Responses API: `{"type": "function", "name", "description", "parameters"}`, flat."""

from toolrag.domain.canonical import JsonObject
from toolrag.domain.tool import Tool
from toolrag.errors import Problem
from toolrag.formats.openai import parse_function, render_function
from toolrag.formats.reading import DefinitionError

NAME = "openai_responses"


def recognises(entry: JsonObject) -> bool:
    """Tell whether `entry` is a flat function, or a tool that OpenAI runs itself."""
    return isinstance(entry.get("type"), str) and "function" not in entry and _own_keys(entry)


def _own_keys(entry: JsonObject) -> bool:
    return entry["type"] == "function" or "name" not in entry


def parse(entry: JsonObject, server: str | None, pointer: str) -> Tool:
    """Return the tool that a Responses definition describes.

    Raises:
        DefinitionError: naming every place that cannot be used; a tool that the provider hosts
            (`web_search`, `file_search`) has no definition to route by.
    """
    if entry.get("type", "function") != "function":
        message = f"{entry['type']!r} is run by the provider and has no schema; send it yourself."
        raise DefinitionError(Problem(f"{pointer}/type", "tool_hosted", message))
    return parse_function(entry, server, pointer)


def render(tool: Tool, name: str) -> JsonObject:
    """Return the tool as a Responses definition under `name`.

    `strict` is said because the API's default would refuse schemas with optional arguments.
    """
    return {"type": "function", **render_function(tool, name), "strict": False}
