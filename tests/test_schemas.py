"""The published contracts are in step with the models, and real answers obey them."""

import json
from pathlib import Path

import httpx
import jsonschema
import pytest
from support.workspaces import definition, memory_workspace

from toolrag.api.app import create_app
from toolrag.api.contracts import contracts
from toolrag.api.settings import Settings

SCHEMAS = Path(__file__).parent.parent / "schemas"


def test_every_contract_is_written_and_nothing_else() -> None:
    written = {path.name: path.read_text("utf-8") for path in SCHEMAS.glob("*.json")}
    generated = contracts()
    assert set(written) == set(generated)
    stale = [name for name, text in generated.items() if written[name] != text]
    assert not stale, "run `toolrag schema` (make gen)"


@pytest.mark.anyio
async def test_answers_obey_their_contracts() -> None:
    app = create_app(Settings(), lambda _: memory_workspace())
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            twins = [definition("send_mail", "Send mail."), definition("post_mail", "Send mail.")]
            answers = {
                "register-response": await http.post("/v1/tools", json={"tools": twins}),
                "route-response": await http.post("/v1/route", json={"query": "mail"}),
                "overlap-map": await http.get("/v1/overlap?min_probability=0"),
                "tool": await http.get("/v1/tools/send_mail"),
                "problem": await http.get("/v1/tools/nobody"),
            }
    for name, answer in answers.items():
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(answer.json(), schema)
