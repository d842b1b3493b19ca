"""The calls of the service, as a client makes them."""

import re
from dataclasses import replace

import httpx
import pytest
from support.workspaces import definition, memory_workspace
from typing_extensions import override

from toolrag.adapters.memory_index import MemoryEngine
from toolrag.api.app import create_app
from toolrag.api.settings import Settings
from toolrag.journeys.workspace import index_schema
from toolrag.ports.index import CatalogueInfo

pytestmark = pytest.mark.anyio

STRING = {"type": "string"}
MAIL = [
    definition("send_email", "Send an e-mail.", to=STRING, text=STRING),
    definition("search_email", "Search the mailbox.", query=STRING),
]
CHAT = [
    definition("send_message", "Send a message to a channel.", channel=STRING, text=STRING),
    definition("post_message", "Send a message to a channel.", channel=STRING, message=STRING),
]


async def fill(http: httpx.AsyncClient) -> None:
    for server, tools in (("mail", MAIL), ("chat", CHAT)):
        response = await http.post("/v1/tools", json={"server": server, "tools": tools})
        assert response.status_code == 200, response.text


async def test_register_list_read_remove(http: httpx.AsyncClient) -> None:
    await fill(http)
    first = (await http.get("/v1/tools", params={"limit": 3})).json()
    rest = (await http.get("/v1/tools", params={"limit": 3, "cursor": first["cursor"]})).json()
    assert [tool["id"] for tool in first["tools"] + rest["tools"]] == [
        "chat/post_message",
        "chat/send_message",
        "mail/search_email",
        "mail/send_email",
    ]
    assert rest["cursor"] is None
    only = (await http.get("/v1/tools", params={"server": "mail"})).json()
    assert {tool["server"] for tool in only["tools"]} == {"mail"}

    tool = (await http.get("/v1/tools/mail/send_email")).json()
    assert tool["definition"] == MAIL[0]
    assert tool["format"] == "mcp"
    assert tool["card"] == "mail: send email. Send an e-mail. Parameters: to, text"
    assert tool["tokens"] > 10
    assert tool["revision"] == 1

    assert (await http.delete("/v1/tools/mail/send_email")).status_code == 204
    gone = await http.get("/v1/tools/mail/send_email")
    assert (gone.status_code, gone.json()["code"]) == (404, "tool_not_found")


async def test_put_makes_a_servers_tools_exactly_these(http: httpx.AsyncClient) -> None:
    await fill(http)
    body = {"tools": [MAIL[0], definition("archive_email", "Archive mail.")]}
    receipt = (await http.put("/v1/servers/mail/tools", json=body)).json()
    assert [(r["id"], r["status"]) for r in receipt["registered"]] == [
        ("mail/send_email", "unchanged"),
        ("mail/archive_email", "created"),
    ]
    assert receipt["removed"] == ["mail/search_email"]
    elsewhere = await http.put("/v1/servers/mail/tools?catalogue=other", json=body)
    assert [r["status"] for r in elsewhere.json()["registered"]] == ["created", "created"]


async def test_route_answers_as_the_contract_says(http: httpx.AsyncClient) -> None:
    await fill(http)
    body = {"query": "post a message to the channel", "k": 3, "format": "openai", "explain": True}
    answer = (await http.post("/v1/route", json=body)).json()
    assert set(answer) == {
        "tools",
        "rendered",
        "name_map",
        "overlap",
        "decision",
        "dropped",
        "usage",
        "timings_ms",
    }
    top = answer["tools"][0]
    assert top["id"] == "chat/post_message"
    assert set(top["why"]) == {"bm25", "hash", "hash.name", "request"}
    assert top["definition"] == answer["rendered"][0]
    assert answer["name_map"][top["definition"]["function"]["name"]] == top["id"]
    assert answer["overlap"]["level"] == "high"
    pair = answer["overlap"]["pairs"][0]
    assert {pair["a"], pair["b"]} == {"chat/post_message", "chat/send_message"}
    assert answer["decision"]["sub_queries"] == [body["query"]]
    assert [d["reason"] for d in answer["dropped"]] == ["cap"]
    assert {"encode", "search", "select", "overlap", "total"} <= set(answer["timings_ms"])


async def test_messages_of_either_provider_are_understood(http: httpx.AsyncClient) -> None:
    await fill(http)
    messages = [
        {"role": "user", "content": "post a message"},
        {"role": "assistant", "content": "done"},
        {"role": "user", "content": [{"type": "text", "text": "search the mailbox"}]},
    ]
    answer = (await http.post("/v1/route", json={"messages": messages, "k": 1})).json()
    assert answer["decision"]["sub_queries"] == [
        "search the mailbox",
        "search the mailbox | done | post a message",
    ]
    assert answer["decision"]["used_history"] is True
    assert answer["tools"][0]["id"] == "mail/search_email"


async def test_the_same_turn_gets_the_same_bytes(http: httpx.AsyncClient) -> None:
    await fill(http)
    body = {"query": "send", "format": "anthropic", "order": "edges"}
    answers = [(await http.post("/v1/route", json=body)).json() for _ in range(3)]
    for answer in answers:
        answer.pop("timings_ms")
    assert answers[0] == answers[1] == answers[2]


async def test_catalogues_are_apart(http: httpx.AsyncClient) -> None:
    await fill(http)
    await http.post("/v1/tools", json={"catalogue": "other", "tools": [definition("alone")]})
    listed = (await http.get("/v1/catalogues")).json()["catalogues"]
    assert {c["name"]: c["tools"] for c in listed} == {"default": 4, "other": 1}
    answer = (await http.post("/v1/route", json={"query": "send", "catalogue": "other"})).json()
    assert [tool["id"] for tool in answer["tools"]] == ["alone"]
    assert (await http.delete("/v1/catalogues/other")).status_code == 204
    listed = (await http.get("/v1/catalogues")).json()["catalogues"]
    assert [c["name"] for c in listed] == ["default"]


async def test_the_overlap_map_of_a_catalogue(http: httpx.AsyncClient) -> None:
    await fill(http)
    found = (await http.get("/v1/overlap")).json()
    assert (found["version"], found["tools"]) == (1, 4)
    assert found["groups"] == [["chat/post_message", "chat/send_message"]]
    every = (await http.get("/v1/overlap", params={"min_probability": 0})).json()
    assert len(every["pairs"]) == 6


async def test_health_and_readiness(http: httpx.AsyncClient) -> None:
    assert (await http.get("/healthz")).json()["status"] == "ok"
    for _ in range(200):
        ready = await http.get("/readyz")
        if ready.status_code == 200:
            break
        assert ready.headers["retry-after"]
        assert ready.json()["reason"]
    assert ready.json() == {"status": "ok", "reason": "", "encoders": ["hash"]}


async def test_a_request_id_comes_back_or_is_made(http: httpx.AsyncClient) -> None:
    given = await http.get("/healthz", headers={"X-Request-Id": "abc-123"})
    assert given.headers["x-request-id"] == "abc-123"
    made = await http.get("/nowhere", headers={"X-Request-Id": "bad id\\n"})
    assert len(made.headers["x-request-id"]) == 32


async def test_the_documents_of_the_api_have_examples_that_work(http: httpx.AsyncClient) -> None:
    schemas = (await http.get("/openapi.json")).json()["components"]["schemas"]
    (registration,) = schemas["RegisterRequest"]["examples"]
    (turn,) = schemas["RouteRequest"]["examples"]
    assert (await http.post("/v1/tools", json=registration)).status_code == 200
    answer = (await http.post("/v1/route", json=turn)).json()
    assert answer["tools"][0]["id"] == "weather/get_forecast"


async def test_the_documents_need_no_network(http: httpx.AsyncClient) -> None:
    page = (await http.get("/docs")).text
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert sources
    for source in sources:
        assert source.startswith("/")
        assert (await http.get(source)).status_code == 200


async def test_an_unexpected_error_is_logged_under_its_request_id(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(MemoryEngine):
        @override
        async def catalogues(self) -> tuple[CatalogueInfo, ...]:
            raise RuntimeError("the engine broke")

    workspace = memory_workspace()
    broken = replace(workspace, engine=Broken(index_schema(workspace.encoders)))
    app = create_app(Settings(), lambda _: broken)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            answer = await http.get("/v1/catalogues", headers={"X-Request-Id": "abc"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.headers["x-request-id"] == "abc"
    assert "Request abc failed." in caplog.text
    assert "the engine broke" in caplog.text


async def test_feedback_is_learned_read_and_forgotten(http: httpx.AsyncClient) -> None:
    await fill(http)
    body = {"query": "tell the crew that lunch is ready", "used": ["chat/send_message"]}
    answer = (await http.post("/v1/feedback", json=body)).json()
    assert answer == {
        "lessons": [{"id": "chat/send_message", "outcome": "learned", "utterances": 1}]
    }
    again = (await http.post("/v1/feedback", json=body)).json()
    assert again["lessons"][0]["outcome"] == "confirmed"
    [known] = (await http.get("/v1/feedback")).json()["utterances"]
    assert (known["id"], known["text"], known["count"]) == ("chat/send_message", body["query"], 2)
    detail = (await http.get("/v1/tools/chat/send_message")).json()
    assert detail["learned"] == [body["query"]]
    turn = {"query": "lunch is ready, tell the crew", "k": 1}
    assert (await http.post("/v1/route", json=turn)).json()["tools"][0]["id"] == "chat/send_message"
    gone = await http.delete("/v1/feedback", params={"tool": "chat/send_message"})
    assert gone.status_code == 204
    assert (await http.get("/v1/feedback")).json() == {"utterances": []}


async def test_bad_feedback_says_what_is_wrong(http: httpx.AsyncClient) -> None:
    await fill(http)
    unknown = await http.post("/v1/feedback", json={"query": "x", "used": ["chat/none"]})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "tool_not_found")
    nothing = await http.post("/v1/feedback", json={"query": "x", "used": []})
    assert nothing.status_code == 422
    both = await http.post("/v1/feedback", json={"used": ["chat/send_message"]})
    assert "either" in both.text
    empty = await http.post("/v1/feedback", json={"query": " ", "used": ["chat/send_message"]})
    assert empty.json()["code"] == "query_invalid"
