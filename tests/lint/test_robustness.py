"""No input crashes the linter, and no text makes it slow."""

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.hash_encoder import HashEncoder
from support.linting import document_of, findings_in, findings_on

from toolrag.errors import FormatUnknownError
from toolrag.lint.fix import fix_document
from toolrag.lint.report.formats import RENDERERS
from toolrag.lint.result import Result
from toolrag.lint.settings import Settings

ALL = Settings(select=("all",), providers=("openai-strict", "gemini", "llamacpp", "mcp"))
# Keys that readers and rules look at, so that drawn objects reach them.
keys = st.sampled_from(
    "name description inputSchema parameters function type properties required enum default items "
    "anyOf $ref $defs annotations readOnlyHint title minimum maximum pattern const not "
    "additionalProperties exclusiveMinimum x-toolrag-ignore x-toolrag-examples tools server "
    "input_schema openapi paths outputSchema prefixItems format x-mcp-header".split()
)  # fmt: skip
words = st.sampled_from(
    [
        "object", "string", "array", "#", "#/$defs/A", "#/properties/a", "get_user", "delete_note",
        "", " ", "\u200b", "\ud800", "one of a, b, c", "optional", "default 10", "TODO", "中文",
        "(?=x)", "missing-description: why", "3.1.0", "use list_user",
    ]
)  # fmt: skip
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=6)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=6),
    max_leaves=24,
)
entries = st.fixed_dictionaries(
    {"name": words | scalars},
    optional={
        "description": anything,
        "inputSchema": anything,
        "parameters": anything,
        "annotations": anything,
        "function": anything,
        "x-toolrag-ignore": anything,
    },
)


@settings(max_examples=300)
@given(st.lists(entries, min_size=1, max_size=4) | anything)
def test_any_json_gives_findings_or_a_sentence(value: Any) -> None:
    document = document_of(json.dumps(value))
    try:
        found = findings_in(document, ALL, [HashEncoder("use")])
    except FormatUnknownError:
        return
    result = Result(found, 1, 1, {document.name: document})
    for render in RENDERERS.values():
        assert render(result)
    fix_document(document, found, unsafe=True)


HOSTILE = {
    "quotes": "'" * 4,
    "backticks": "`a_",
    "use": "use a_b ",
    "one of": "one of a, ",
    "alternatives": "a|b, ",
    "default": "default default ",
    "read": "read the id_rsa ",
    "tags": "<important>",
    "blanks": " \n",
    "base64": "QUJD",
    "do not": "do not tell the a b c d ",
    "dots": "... ",
    "braces": "{{a ",
    "best": "the best most reliable ",
    "identifier": "a_b-",
    "cjk": "可选值：甲、",
    "mojibake": "Ã©",
    "selectors": "\ufe0f",
    "tag characters": "\U000e0041",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_text_and_not_faster(name: str) -> None:
    def seconds(size: int) -> float:
        text = HOSTILE[name] * (size // len(HOSTILE[name]))
        schema = {"type": "object", "properties": {"a": {"type": "string", "description": text}}}
        tool = {"name": "a_b", "description": text, "inputSchema": schema}
        tools = {"servers": {"one": [tool], "two": [{**tool, "name": "c_d"}]}}
        started = time.perf_counter()
        findings_on(tools, replace(ALL, overlap=False))
        return time.perf_counter() - started

    seconds(1_000)
    small, large = min(seconds(8_000) for _ in range(2)), min(seconds(64_000) for _ in range(2))
    # Eight times the text: eight times the time and never its square; machines are busy.
    assert large < 40 * max(small, 0.005)
