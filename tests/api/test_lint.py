"""`POST /v1/lint`, and the gate at registration."""

import httpx
import pytest
from support.workspaces import definition

pytestmark = pytest.mark.anyio
TWIN = "Send a message to a channel of the team."


async def lint(http: httpx.AsyncClient, **body: object) -> dict:
    response = await http.post("/v1/lint", json=body)
    assert response.status_code == 200, response.text
    return response.json()


async def test_good_and_bad_definitions_are_linted_and_nothing_is_registered(http) -> None:
    bad = {"name": "a b", "description": None, "inputSchema": {"type": "string"}}
    report = await lint(http, tools=[definition("find_notes"), bad], overlap=False)
    assert report["version"] == "1"
    assert report["summary"]["tools"] == 2
    told = {(f["rule"], f["pointer"]) for f in report["findings"] if f["severity"] == "error"}
    assert told == {
        ("invalid-tool-name", "/1/name"),
        ("missing-description", "/1/description"),
        ("root-not-object", "/1/inputSchema/type"),
        ("missing-description", "/0/description"),
    }
    assert report["findings"][0]["file"] is None
    assert (await http.get("/v1/catalogues")).json()["catalogues"] == []


async def test_rules_and_providers_are_chosen(http) -> None:
    tools = [definition("admin.find", "Find notes by a word in their text.")]
    report = await lint(http, tools=tools, providers=["openai"], select=["naming"], overlap=False)
    assert [f["rule"] for f in report["findings"]] == ["invalid-tool-name"]
    report = await lint(http, tools=tools, ignore=["naming"], select=["naming"], overlap=False)
    assert report["findings"] == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"tools": [], "document": {}}, 422, "request_invalid"),
        ({"tools": []}, 422, "format_unknown"),
        ({"tools": [{"name": "a"}], "select": ["overlop"]}, 422, "invalid_input"),
        ({"tools": [{"name": "a"}], "providers": ["openay"]}, 422, "invalid_input"),
        ({"tools": [{"name": "a"}], "format": "xml"}, 422, "format_unknown"),
        ({"tools": [{"name": "a"}], "against_catalogue": "nowhere"}, 404, "catalogue_not_found"),
    ],
)
async def test_what_cannot_be_linted_is_told(http, body: dict, status: int, code: str) -> None:
    response = await http.post("/v1/lint", json=body)
    assert (response.status_code, response.json()["code"]) == (status, code)


async def test_new_tools_are_linted_beside_a_catalogue(http) -> None:
    known = {"tools": [definition("send_message", TWIN)], "server": "chat"}
    await http.post("/v1/tools", json=known)
    twin = [definition("send_message", TWIN)]
    report = await lint(http, tools=twin, server="talk", against_catalogue="default")
    collision = next(f for f in report["findings"] if f["rule"] == "name-collision-across-servers")
    assert collision["tool"] == "talk/send_message"
    assert collision["related"][0]["tool"] == "chat/send_message"
    alone = await lint(http, tools=twin, server="talk")
    assert "name-collision-across-servers" not in {f["rule"] for f in alone["findings"]}


async def test_the_gate_compares_with_the_catalogue_that_is_entered(http) -> None:
    known = {"tools": [definition("send_message", TWIN)], "server": "chat"}
    first = (await http.post("/v1/tools", json=known)).json()
    assert first["lint"]["errors"] == first["lint"]["warnings"] == 0
    twin = {"tools": [definition("send_message", TWIN)], "server": "talk"}
    receipt = (await http.post("/v1/tools", json=twin)).json()
    assert receipt["registered"][0]["status"] == "created"
    rules = {f["rule"]: f for f in receipt["lint"]["findings"]}
    assert rules["confusable-pair"]["related"][0]["tool"] == "chat/send_message"
    assert rules["name-collision-across-servers"]["severity"] == "warning"
    silent = {**twin, "lint": "off", "server": "third"}
    assert (await http.post("/v1/tools", json=silent)).json()["lint"]["findings"] == []
