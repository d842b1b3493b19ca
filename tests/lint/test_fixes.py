"""Fixes change what they say and nothing else, however a document is laid out."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.linting import document_of, findings_in

from toolrag.domain.finding import Edit, Finding
from toolrag.lint.fix import fix_document
from toolrag.lint.settings import Settings

ALL = Settings(select=("all",), providers=("openai", "gemini", "llamacpp"), overlap=False)

texts = st.sampled_from(["Finds it.", "Adds\u200b one.", "RÃ©sumÃ©", "", "One of: a, b, c.", "字"])
parameters = st.sampled_from(
    [
        {"type": "float"},
        {"type": "integer", "default": "3"},
        {"type": "string", "const": "x"},
        {"type": "array"},
        {"type": "array", "items": [{"type": "string"}], "additionalItems": False},
        {"type": "integer", "minimum": 1, "exclusiveMinimum": True},
        {"default": 3},
        {"type": "string", "pattern": "\\d+"},
        {"type": "string", "description": "One of: red, green, blue."},
        {"$ref": "#/$defs/A"},
        True,
        {},
    ]
)
names = st.sampled_from(["a", "b c", "d-e", "f/g", "h~i"])
tools = st.fixed_dictionaries(
    {"name": st.sampled_from(["find_it", "find it", "add.one", "x" * 70]), "description": texts},
    optional={
        "inputSchema": st.none()
        | st.fixed_dictionaries(
            {"type": st.just("object")},
            optional={
                "properties": st.dictionaries(names, parameters, max_size=4),
                "required": st.sampled_from([None, ["a", "a"], ["gone"], ["a"]]),
                "$defs": st.just({"A": {"type": "string"}}),
                "anyOf": st.just([{"required": ["a"]}]),
            },
        ),
        "annotations": st.none() | st.just({"readOnlyHint": True}),
        "extra": st.just({"kept": [1.5, {"as": "it is"}]}),
    },
)
layouts = st.sampled_from(["compact", "spaced", "2", "4", "yaml", "yaml flow"])


class Plain(yaml.SafeDumper):
    """YAML without aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 # the library calls it
        return True


def laid_out(value: Any, layout: str) -> tuple[str, str]:
    """Return a value as a text in one of the layouts, and its file's name."""
    if layout.startswith("yaml"):
        flow = layout == "yaml flow"
        text = yaml.dump(value, Dumper=Plain, sort_keys=False, default_flow_style=flow)
        return text, "tools.yaml"
    if layout == "compact":
        return json.dumps(value, separators=(",", ":")), "tools.json"
    return json.dumps(value, indent=None if layout == "spaced" else int(layout)), "tools.json"


def edited(value: Any, findings: tuple[Finding, ...]) -> Any:
    """Return a value with the edits of some findings made, on the value and not on its text."""
    result = json.loads(json.dumps(value))
    edits = [edit for finding in findings if finding.fix for edit in finding.fix.edits]
    renames: dict[str, dict[str, Any]] = {}
    for edit in edits:
        if edit.op == "set":
            holder, key = inside(result, edit)
            holder[key] = edit.value
        elif edit.op == "rename":
            parent, _, _ = edit.pointer.rpartition("/")
            renames.setdefault(parent, {})[inside(result, edit)[1]] = edit.value
    # All names of one object change at once: `additionalItems` may take the one `items` gives up.
    for parent, names in renames.items():
        holder, _ = inside(result, Edit("set", f"{parent}/x"))
        renamed = [(names.get(key, key), held) for key, held in holder.items()]
        holder.clear()
        holder.update(renamed)
    for edit in reversed([edit for edit in edits if edit.op == "remove"]):
        holder, key = inside(result, edit)
        del holder[key]
    return result


def inside(value: Any, edit: Edit) -> tuple[Any, Any]:
    """Return what holds the place of an edit, and the key or index there."""
    *path, last = [p.replace("~1", "/").replace("~0", "~") for p in edit.pointer.split("/")[1:]]
    for part in path:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value, int(last) if isinstance(value, list) else last


@given(st.lists(tools, min_size=1, max_size=3), layouts, st.booleans())
def test_a_text_is_edited_as_its_value_is(value: list[Any], layout: str, unsafe: bool) -> None:
    text, name = laid_out(value, layout)
    document = document_of(text, name)
    fixed = fix_document(document, findings_in(document, ALL), unsafe=unsafe)
    again = document_of(fixed.text, name)
    assert json.dumps(again.root.value) == json.dumps(edited(value, fixed.findings))


@given(st.lists(tools, min_size=1, max_size=3), layouts, st.booleans())
def test_in_a_few_rounds_nothing_is_left_to_fix(
    value: list[Any], layout: str, unsafe: bool
) -> None:
    text, name = laid_out(value, layout)
    for _ in range(10):
        document = document_of(text, name)
        fixed = fix_document(document, findings_in(document, ALL), unsafe=unsafe)
        if not fixed.findings:
            break
        text = fixed.text
    else:
        pytest.fail(f"still fixing: {[f.message for f in fixed.findings]}")
    left = findings_in(document_of(text, name), ALL)
    assert [f.rule for f in left if f.fix and (f.fix.safe or unsafe)] == []


def test_what_an_alias_names_is_not_edited() -> None:
    text = (
        "- &a {name: find_it, description: Finds., inputSchema: null}\n- {server: x, tools: [*a]}\n"
    )
    document = document_of(text, "tools.yaml")
    found = findings_in(document, ALL)
    assert "missing-input-schema" in [f.rule for f in found]
    assert all(f.fix is None for f in found)
