"""The example catalogue is what the documents say it is."""

import json
from collections import Counter
from pathlib import Path

from toolrag.adapters.tool_files import load, server_of
from toolrag.formats.reading import Parsed
from toolrag.formats.registry import read
from toolrag.text.language import language


def seed_tools(folder: Path) -> list[Parsed]:
    parsed: list[Parsed] = []
    for file in sorted(folder.glob("*.json")):
        document = load(file)
        reading = read(document, server=server_of(file, document))
        assert not reading.refused, file.name
        parsed += reading.parsed
    return parsed


def test_enough_tools_servers_shapes_and_languages(seed_folder: Path) -> None:
    tools = seed_tools(seed_folder)
    servers = {parsed.tool.server for parsed in tools}
    assert len(tools) >= 160
    assert len(servers) >= 16
    assert {parsed.format for parsed in tools} == {"mcp", "openai", "anthropic", "openapi"}
    spoken = Counter(
        language(" ".join(p.tool.description for p in tools if p.tool.server == server))
        for server in servers
    )
    assert spoken["zh"] == 3
    assert spoken["pt"] == 2
    assert len({parsed.tool.id for parsed in tools}) == len(tools)


def test_enough_labelled_queries_and_every_label_is_a_tool(seed_folder: Path) -> None:
    lines = (seed_folder / "queries.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    ids = {parsed.tool.id for parsed in seed_tools(seed_folder)}
    assert len(rows) >= 120
    assert {row["lang"] for row in rows} == {"en", "zh", "pt"}
    assert {len(row["relevant"]) for row in rows} >= {0, 1, 2, 3}
    assert {label for row in rows for label in row["relevant"]} <= ids
    assert len({row["id"] for row in rows}) == len({row["query"] for row in rows}) == len(rows)
