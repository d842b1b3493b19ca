"""OpenAPI: an operation is a tool."""

from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from toolrag.domain.tool import tool_from_json
from toolrag.errors import FormatUnknownError
from toolrag.formats.registry import read


def document(paths: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {
        "openapi": "3.0.3",
        "info": {"title": "Pet Shop", "version": "1"},
        "paths": paths,
    } | rest


def only(paths: dict[str, Any], **rest: Any) -> Any:
    (parsed,) = read(document(paths, **rest)).parsed
    jsonschema.Draft202012Validator.check_schema(dict(parsed.tool.input_schema))
    return parsed.tool


PETS = {
    "/pets/{id}": {
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
        ],
        "put": {
            "operationId": "updatePet",
            "summary": "Change a pet.",
            "description": "Only what is sent is changed.",
            "tags": ["pets"],
            "parameters": [
                {"name": "dry", "in": "query", "schema": {"type": "boolean"}},
                {"$ref": "#/components/parameters/Trace"},
                {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
            ],
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
            },
        },
    }
}
COMPONENTS = {
    "parameters": {
        "Trace": {
            "name": "X-Trace",
            "in": "header",
            "description": "Trace id.",
            "schema": {"type": "string"},
        }
    },
    "schemas": {
        "Pet": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string", "example": "Rex"},
                "id": {"type": "string", "nullable": True},
                "age": {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
            },
        }
    },
}


def test_parameters_of_every_place_and_the_body_are_merged() -> None:
    tool = only(PETS, components=COMPONENTS)
    assert tool.id == "pet_shop/updatePet"
    assert tool.description == "Change a pet.\nOnly what is sent is changed."
    assert tool.tags == ("pets",)
    assert tool.input_schema["properties"] == {
        "id": {"type": "integer"},
        "dry": {"type": "boolean"},
        "X-Trace": {"description": "Trace id.", "type": "string"},
        "name": {"type": "string"},
        "body_id": {"type": ["string", "null"]},
        "age": {"type": "integer", "minimum": 0, "exclusiveMinimum": 0},
    }
    assert tool.input_schema["required"] == ["id", "name"]


def test_an_operation_without_an_id_is_named_by_its_method_and_path() -> None:
    assert only({"/v1/pets/{id}": {"get": {}}}).name == "get_v1_pets_id"


def test_reading_operations_say_so() -> None:
    assert only({"/pets": {"get": {"operationId": "a"}}}).annotations == {"readOnlyHint": True}
    assert only({"/pets": {"post": {"operationId": "a"}}}).annotations == {}


def test_a_cycle_survives_as_a_definition() -> None:
    node = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
        },
    }
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}}
    tool = only(
        {"/trees": {"post": {"operationId": "plant", "requestBody": body}}},
        components={"schemas": {"Node": node}},
    )
    jsonschema.validate(
        {"body": {"name": "a", "children": [{"name": "b", "children": []}]}},
        dict(tool.input_schema),
    )
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"body": {"children": [{"name": 5}]}}, dict(tool.input_schema))


def test_two_schemas_whose_references_end_alike_stay_apart() -> None:
    def ring(kind: str, place: str) -> dict[str, Any]:
        reference = {"$ref": f"#/components/{place}/Node"}
        return {"type": "object", "properties": {"value": {"type": kind}, "next": reference}}

    parameters = [
        {"name": place, "in": "query", "schema": {"$ref": f"#/components/{place}/Node"}}
        for place in ("schemas", "others")
    ]
    tool = only(
        {"/rings": {"get": {"operationId": "rings", "parameters": parameters}}},
        components={
            "schemas": {"Node": ring("string", "schemas")},
            "others": {"Node": ring("integer", "others")},
        },
    )
    schema = dict(tool.input_schema)
    fine = {"schemas": {"next": {"value": "a"}}, "others": {"next": {"value": 1}}}
    jsonschema.validate(fine, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"others": {"next": {"value": "a"}}}, schema)


def test_a_body_that_is_no_object_is_one_argument() -> None:
    schema = {"type": "array", "items": {"type": "string"}}
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    tool = only({"/tags": {"post": {"operationId": "tag", "requestBody": body}}})
    assert tool.input_schema["properties"] == {"body": schema}
    assert tool.input_schema["required"] == ["body"]


@pytest.mark.parametrize(
    "reference",
    ["#/components/schemas/Gone", "other.json#/Pet", "#/components/schemas/Loop"],
)
def test_a_broken_reference_refuses_its_operation_only(reference: str) -> None:
    bad = {"name": "x", "in": "query", "schema": {"$ref": reference}}
    if reference.endswith("Loop"):
        bad = {"$ref": reference}
    loop = {"schemas": {"Loop": {"$ref": "#/components/schemas/Loop"}}}
    paths = {
        "/bad": {"get": {"operationId": "bad", "parameters": [bad]}},
        "/good": {"get": {"operationId": "good"}},
    }
    reading = read(document(paths, components=loop))
    assert [p.tool.name for p in reading.parsed] == ["good"]
    (refused,) = reading.refused
    assert refused.name == "bad"
    assert refused.problems[0].code == "reference_unresolved"
    assert refused.problems[0].path.startswith("/paths/~1bad/get/parameters/0")


def test_the_names_in_results_and_links_are_read() -> None:
    order = {"allOf": [{"properties": {"orderId": {}, "rows": {"items": {"$ref": "#/x/Row"}}}}]}
    linked = {"refund": {"operationId": "refundOrder", "parameters": {"path.id": "$response..."}}}
    created = {"content": {"application/json": {"schema": order}}, "links": linked}
    responses = {"201": created, "404": {"content": {"application/json": {"schema": {}}}}}
    paths = {"/orders": {"post": {"operationId": "createOrder", "responses": responses}}}
    row = {"properties": {"sku": {}, "parent": {"$ref": "#/x/Row"}, "lost": {"$ref": "#/gone"}}}
    (parsed,) = read(document(paths, x={"Row": row})).parsed
    expected = ("lost", "orderId", "parent", "refundOrder#id", "rows", "sku")
    assert parsed.tool.returns == expected
    assert tool_from_json(parsed.tool.as_json()) == parsed.tool
    assert replace(parsed.tool, returns=()) != parsed.tool


def test_swagger_2_is_refused_with_the_way_out() -> None:
    with pytest.raises(FormatUnknownError, match=r"2\.0") as caught:
        read({"swagger": "2.0", "info": {"title": "x"}, "paths": {}})
    assert "OpenAPI 3.0 and 3.1" in caught.value.hint


def test_real_documents_are_read(shared: Any) -> None:
    from toolrag.adapters.tool_files import load

    read_documents = 0
    for file in sorted((shared / "lint_corpus" / "openapi").glob("*.json")):
        content = load(file)
        if "swagger" in content:
            continue
        reading = read(content)
        # One document has a parameter of the type "float", which JSON Schema does not know.
        assert all("'float' is no" in t.problems[0].message for t in reading.refused), file.name
        read_documents += 1
        for parsed in reading.parsed:
            jsonschema.Draft202012Validator.check_schema(dict(parsed.tool.input_schema))
    assert read_documents > 10
