"""The overlap map as a page."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import httpx
import pytest
from support.workspaces import definition

pytestmark = pytest.mark.anyio

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> {{style}}"
TWINS = [
    definition("send_message", f"Send a message. {HOSTILE}", text={"type": "string"}),
    definition("post_message", f"Send a message. {HOSTILE}", body={"type": ["string", "null"]}),
]


class Parts(HTMLParser):
    """Collects the elements of a page, and the text of each kind."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._within:
            self.texts.setdefault(self._within[-1], []).append(data)


@pytest.fixture
async def page(http: httpx.AsyncClient) -> str:
    await http.post("/v1/tools", json={"tools": TWINS, "server": "chat", "lint": "off"})
    answer = await http.get("/overlap")
    assert answer.headers["content-type"].startswith("text/html")
    return answer.text


async def test_the_page_has_the_map_and_the_definitions(page: str, http: httpx.AsyncClient) -> None:
    data = json.loads(Parts(page).texts["script"][0])
    found = (await http.get("/v1/overlap")).json()
    assert {key: data[key] for key in found if key != "tools"} == {
        key: value for key, value in found.items() if key != "tools"
    }
    assert data["catalogue"] == "default"
    shown = {tool["id"]: tool for tool in data["tools"]}
    assert shown["chat/send_message"]["description"] == f"Send a message. {HOSTILE}"
    assert shown["chat/post_message"]["parameters"] == [
        {"name": "body", "type": "string or null", "required": False}
    ]


async def test_no_definition_becomes_part_of_the_page(page: str) -> None:
    parts = Parts(page)
    assert [tag for tag, _ in parts.tags].count("script") == 2
    assert "img" not in [tag for tag, _ in parts.tags]


async def test_the_page_needs_nothing_from_the_network(page: str) -> None:
    parts = Parts(page)
    assert not [tag for tag, found in parts.tags if {"src", "href", "srcset"} & found.keys()]
    assert "url(" not in "".join(parts.texts["style"])
    policy = next(found["content"] or "" for tag, found in parts.tags if "http-equiv" in found)
    assert "default-src 'none'" in policy
    for kind, text in (("script", parts.texts["script"][-1]), ("style", parts.texts["style"][0])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert re.search(rf"{kind}-src '(\S+)'", policy)[1] == f"sha256-{digest}"  # type: ignore[index]


async def test_a_catalogue_that_is_not_there_is_a_problem(http: httpx.AsyncClient) -> None:
    answer = await http.get("/overlap", params={"catalogue": "nowhere"})
    assert (answer.status_code, answer.json()["code"]) == (404, "catalogue_not_found")


async def test_variants_are_groups_of_ids(page: str, http: httpx.AsyncClient) -> None:
    assert page
    groups = {"variants": ["chat/send_message, chat/post_message", "x,y"]}
    assert (await http.get("/v1/overlap")).json()["pairs"]
    assert not (await http.get("/v1/overlap", params=groups)).json()["pairs"]
