"""Bad input: a clear 4xx that names the place and the way out, and nothing half-registered."""

import json
from typing import Any

import httpx
import pytest
from support.workspaces import definition

pytestmark = pytest.mark.anyio
FINE = definition("fine", "A fine tool.")
PROBLEM_KEYS = {"type", "title", "status", "detail", "code", "hint", "errors"}


def check_problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    problem: dict[str, Any] = response.json()
    assert (response.status_code, problem["code"]) == (status, code), problem
    assert response.headers["content-type"] == "application/problem+json"
    assert set(problem) >= PROBLEM_KEYS
    assert problem["status"] == status
    assert problem["detail"]
    assert problem["hint"]
    return problem


async def nothing_registered(http: httpx.AsyncClient) -> bool:
    return (await http.get("/v1/catalogues")).json() == {"catalogues": []}


def nested(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


RAW_BODIES = {
    "not json": (b"tools: yes", 400, "malformed_document"),
    "half a document": (b'{"tools": [', 400, "malformed_document"),
    "not utf-8": (b'{"tools": ["\xff"]}', 400, "malformed_document"),
    "NaN": (
        b'{"tools": [{"name": "x", "inputSchema": {"minimum": NaN}}]}',
        400,
        "malformed_document",
    ),
    "infinity": (b'{"tools": [Infinity]}', 400, "malformed_document"),
    "deep beyond reading": (
        b'{"tools":[' + nested(100_000)[:190_000].encode(),
        400,
        "malformed_document",
    ),
    "empty": (b"", 422, "request_invalid"),
    "a list": (b"[]", 422, "request_invalid"),
    "unknown field": (b'{"tools": [], "toolz": 1}', 422, "request_invalid"),
    "neither tools nor document": (b"{}", 422, "request_invalid"),
    "too large": (b'{"tools": "' + b"x" * 300_000 + b'"}', 413, "body_too_large"),
}


@pytest.mark.parametrize("case", RAW_BODIES)
async def test_bodies_that_cannot_be_read(http: httpx.AsyncClient, case: str) -> None:
    body, status, code = RAW_BODIES[case]
    response = await http.post(
        "/v1/tools", content=body, headers={"content-type": "application/json"}
    )
    check_problem(response, status, code)
    assert await nothing_registered(http)


async def test_a_body_that_does_not_say_its_length_is_limited_too(http: httpx.AsyncClient) -> None:
    async def chunks():
        for _ in range(10):
            yield b"x" * 50_000

    response = await http.post(
        "/v1/tools", content=chunks(), headers={"content-type": "application/json"}
    )
    check_problem(response, 413, "body_too_large")


REGISTRATIONS: dict[str, tuple[dict[str, Any], int, str, str]] = {
    "two of one name": (
        {"tools": [definition("a"), FINE, definition("a")]},
        422,
        "schema_invalid",
        "/2",
    ),
    "schema is a string": (
        {"tools": [FINE, {"name": "x", "inputSchema": "str"}]},
        422,
        "schema_invalid",
        "/1/inputSchema",
    ),
    "schema is a boolean": (
        {"tools": [FINE, {"name": "x", "inputSchema": True}]},
        422,
        "schema_invalid",
        "/1/inputSchema",
    ),
    "a tool is a number": ({"tools": [FINE, 7]}, 422, "schema_invalid", "/1"),
    "description is a list": (
        {"tools": [{**FINE, "description": []}]},
        422,
        "schema_invalid",
        "/0/description",
    ),
    "empty name": ({"tools": [definition("")]}, 422, "schema_invalid", "/0/name"),
    "unknown format": ({"tools": [FINE], "format": "soap"}, 422, "format_unknown", ""),
    "no tools in the document": ({"document": {"a": 1}}, 422, "format_unknown", ""),
    "server with a slash": ({"tools": [FINE], "server": "a/b"}, 422, "name_invalid", "/server"),
    "catalogue with a space": (
        {"tools": [FINE], "catalogue": "a b"},
        422,
        "name_invalid",
        "/catalogue",
    ),
    "examples of nobody": (
        {"tools": [FINE], "examples": {"nobody": ["x"]}},
        422,
        "schema_invalid",
        "/examples/nobody",
    ),
    "lint mode": ({"tools": [FINE], "lint": "maybe"}, 422, "request_invalid", "/lint"),
    "200 levels deep": (
        {"tools": [{"name": "x", "inputSchema": json.loads(nested(200))}]},
        422,
        "schema_invalid",
        "/0/inputSchema" + "/a" * 64,
    ),
    "broken reference": (
        {
            "document": {
                "openapi": "3.0.0",
                "info": {"title": "x"},
                "paths": {
                    "/a": {"get": {"parameters": [{"$ref": "#/components/parameters/Gone"}]}}
                },
            }
        },
        422,
        "schema_invalid",
        "/paths/~1a/get/parameters/0/$ref",
    ),
}


@pytest.mark.parametrize("case", REGISTRATIONS)
async def test_registrations_that_are_refused(http: httpx.AsyncClient, case: str) -> None:
    body, status, code, path = REGISTRATIONS[case]
    problem = check_problem(await http.post("/v1/tools", json=body), status, code)
    if path:
        assert problem["errors"][0]["path"] == path
    assert await nothing_registered(http)


async def test_a_refused_registration_carries_its_receipt(http: httpx.AsyncClient) -> None:
    body = {"tools": [FINE, {"name": "bad", "inputSchema": 1}]}
    problem = (await http.post("/v1/tools", json=body)).json()
    assert problem["registered"] == []
    assert problem["refused"][0]["index"] == 1
    assert problem["refused"][0]["name"] == "bad"
    assert [f for f in problem["lint"]["findings"] if f["severity"] == "error"] == []


async def test_ten_thousand_tools_at_once(http: httpx.AsyncClient) -> None:
    tools = [{"name": f"t{i}"} for i in range(10_000)]
    compact = json.dumps({"tools": tools}, separators=(",", ":")).encode()
    assert len(compact) < 200_000
    response = await http.post(
        "/v1/tools", content=compact, headers={"content-type": "application/json"}
    )
    check_problem(response, 413, "batch_too_large")
    assert await nothing_registered(http)


UNUSUAL = {
    "empty": "",
    "null": None,
    "5000 characters": "Sends it. " * 500,
    "zero-width": "Sends\u200b mail\u200d.",
    "right to left": "שולח הודעה לערוץ",
    "emoji": "📨 sends 👩‍👩‍👧 mail 🎉",
}
NAMES = ["send mail", "mail.send", "v1/send", "x" * 200, "发送邮件", "send-mail!"]


@pytest.mark.parametrize("case", UNUSUAL)
async def test_unusual_descriptions_are_registered_and_found(http, case: str) -> None:
    body = {"tools": [{**definition("send_mail"), "description": UNUSUAL[case]}]}
    receipt = (await http.post("/v1/tools", json=body)).json()
    assert [r["status"] for r in receipt["registered"]] == ["created"]
    found = receipt["lint"]["findings"]
    rules = {finding["rule"] for finding in found if finding["severity"] == "error"}
    expected = {"empty": {"missing-description"}, "null": {"missing-description"}}
    expected["zero-width"] = {"hidden-unicode"}
    assert rules == expected.get(case, set())
    answer = (await http.post("/v1/route", json={"query": "send mail"})).json()
    assert [tool["id"] for tool in answer["tools"]] == ["send_mail"]


@pytest.mark.parametrize("name", NAMES)
async def test_unusual_names_are_registered_read_and_rendered(http, name: str) -> None:
    receipt = (await http.post("/v1/tools", json={"tools": [definition(name, "Mail.")]})).json()
    (registered,) = receipt["registered"]
    read = await http.get(
        f"/v1/tools/{httpx.URL('http://x').copy_with(path='/' + name).raw_path.decode()[1:]}"
    )
    assert read.json()["name"] == name
    answer = await http.post("/v1/route", json={"query": "mail", "format": "openai"})
    assert list(answer.json()["name_map"].values()) == [registered["id"]]


ROUTES: dict[str, tuple[dict[str, Any], int, str]] = {
    "k 0": ({"query": "x", "k": 0}, 422, "cap_exceeded"),
    "k 31": ({"query": "x", "k": 31}, 422, "cap_exceeded"),
    "k ten": ({"query": "x", "k": "ten"}, 422, "request_invalid"),
    "k as text": ({"query": "x", "k": "10"}, 422, "request_invalid"),
    "k true": ({"query": "x", "k": True}, 422, "request_invalid"),
    "budget 0": ({"query": "x", "token_budget": 0}, 422, "budget_too_small"),
    "budget below the pinned": (
        {"query": "x", "token_budget": 1, "pinned": ["fine"]},
        422,
        "budget_too_small",
    ),
    "no query": ({}, 422, "request_invalid"),
    "query and messages": ({"query": "x", "messages": []}, 422, "request_invalid"),
    "empty query": ({"query": ""}, 422, "query_invalid"),
    "blank query": ({"query": " \n\t"}, 422, "query_invalid"),
    "huge query": ({"query": "a" * 100_000}, 422, "query_invalid"),
    "messages without a user": (
        {"messages": [{"role": "system", "content": "x"}]},
        422,
        "query_invalid",
    ),
    "unknown catalogue": ({"query": "x", "catalogue": "nowhere"}, 404, "catalogue_not_found"),
    "unknown pinned tool": ({"query": "x", "pinned": ["nobody"]}, 404, "tool_not_found"),
    "unknown format": ({"query": "x", "format": "soap"}, 422, "request_invalid"),
    "unknown order": ({"query": "x", "order": "random"}, 422, "request_invalid"),
    "unknown tokenizer": ({"query": "x", "tokenizer": "gpt-9"}, 422, "invalid_input"),
    "relevance 2": ({"query": "x", "min_relevance": 2}, 422, "request_invalid"),
    "unknown field": ({"query": "x", "top_k": 3}, 422, "request_invalid"),
}


@pytest.mark.parametrize("case", ROUTES)
async def test_turns_that_cannot_be_answered(http: httpx.AsyncClient, case: str) -> None:
    await http.post("/v1/tools", json={"tools": [FINE]})
    body, status, code = ROUTES[case]
    check_problem(await http.post("/v1/route", json=body), status, code)


@pytest.mark.parametrize("query", ["ᚠᚢᚦᚨᚱᚲ", "𓀀𓁐", "🦊🦊", "؟", "\u200b\u200bx", "\ufffd"])
async def test_a_query_in_any_script_is_answered(http: httpx.AsyncClient, query: str) -> None:
    await http.post("/v1/tools", json={"tools": [FINE]})
    response = await http.post("/v1/route", json={"query": query})
    assert response.status_code == 200
    assert [tool["id"] for tool in response.json()["tools"]] == ["fine"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/tools/nobody", 404, "catalogue_not_found"),
        ("GET", "/v1/tools?catalogue=A", 422, "name_invalid"),
        ("GET", "/v1/tools?limit=0", 422, "request_invalid"),
        ("DELETE", "/v1/tools/nobody", 404, "catalogue_not_found"),
        ("DELETE", "/v1/catalogues/nowhere", 404, "catalogue_not_found"),
        ("GET", "/v1/overlap?min_probability=7", 422, "request_invalid"),
        ("GET", "/nowhere", 404, "not_found"),
        ("PATCH", "/v1/tools", 405, "method_not_allowed"),
    ],
)
async def test_calls_that_lead_nowhere(
    http, method: str, path: str, status: int, code: str
) -> None:
    check_problem(await http.request(method, path), status, code)
