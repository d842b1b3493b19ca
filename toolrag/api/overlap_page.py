"""The overlap map as one page that needs nothing from the network."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from toolrag.api.wire.overlap import OverlapMapModel
from toolrag.domain.overlap import OverlapMap
from toolrag.domain.tool import Tool

_PLACE: Final = re.compile(r"\{\{(\w+)\}\}")


def overlap_page(catalogue: str, found: OverlapMap, min_probability: float) -> str:
    """Return the page of a map; definitions are there for the tools that it tells of."""
    told = {i for pair in found.overlap.pairs for i in (pair.a, pair.b)}
    told |= {i for pair in found.unmarked for i in (pair.a, pair.b)}
    data = {
        **OverlapMapModel.of(found).model_dump(mode="json"),
        "catalogue": catalogue,
        "least": min_probability,
        "tools": [_tool(tool, whole=tool.id in told) for tool in found.tools],
    }
    parts = {**_assets(), "catalogue": html.escape(catalogue), "data": _embedded(data)}
    return _PLACE.sub(lambda place: parts[place[1]], _asset("overlap.html"))


def _tool(tool: Tool, *, whole: bool) -> dict[str, Any]:
    known: dict[str, Any] = {"id": tool.id, "server": tool.server or ""}
    if not whole:
        return known
    parameters = [
        {"name": name, "type": _type(schema), "required": name in tool.required}
        for name, schema in tool.parameters.items()
    ]
    return {**known, "description": tool.description, "parameters": parameters}


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "")
    return " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)


def _embedded(data: Mapping[str, Any]) -> str:
    """Return JSON that no text in it can end the element of."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


@cache
def _assets() -> dict[str, str]:
    """Return style and script, with the hashes by which alone the page may run them."""
    style, script = _asset("overlap.css"), _asset("overlap.js")
    return {
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "style": style,
        "script": script,
    }


@cache
def _asset(name: str) -> str:
    return (files("toolrag.api") / "page" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
