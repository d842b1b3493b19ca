"""What each provider gets, to the letter."""

import json

import pytest

from toolrag.domain.tool import Tool
from toolrag.formats.registry import render

SCHEMA = {
    "type": "object",
    "properties": {"to": {"type": "string"}, "at": {"type": ["string", "null"]}},
    "required": ["to"],
}
TOOL = Tool(
    name="send mail",
    description="Send it.",
    input_schema=SCHEMA,
    server="post",
    title="Mail",
    annotations={"readOnlyHint": False},
)
WRITTEN = (
    '{"type": "object", "properties": {"to": {"type": "string"}, '
    '"at": {"type": ["string", "null"]}}, "required": ["to"]}'
)
GOLDEN = {
    "openai": '{"type": "function", "function": {"name": "post__send_mail", '
    f'"description": "Send it.", "parameters": {WRITTEN}}}}}',
    "openai_responses": '{"type": "function", "name": "post__send_mail", '
    f'"description": "Send it.", "parameters": {WRITTEN}, "strict": false}}',
    "anthropic": '{"name": "post__send_mail", "description": "Send it.", '
    f'"input_schema": {WRITTEN}}}',
    "gemini": '{"name": "post__send_mail", "description": "Send it.", '
    f'"parametersJsonSchema": {WRITTEN}}}',
    "mcp": '{"name": "post__send_mail", "title": "Mail", "description": "Send it.", '
    f'"inputSchema": {WRITTEN}, "annotations": {{"readOnlyHint": false}}}}',
}


@pytest.mark.parametrize("format", GOLDEN)
def test_a_rendered_definition_to_the_letter(format: str) -> None:
    rendered = render([TOOL], format)
    assert json.dumps(rendered.definitions[0]) == GOLDEN[format]
    assert rendered.name_map == {"post__send_mail": "post/send mail"}
