"""Which tool finds the identifier that another one needs."""

from dataclasses import replace
from typing import Any

import pytest

from toolrag.domain.tool import Tool
from toolrag.retrieval.producers import Need, best_producer, needs, produces


def tool(name: str, *required: str, server: str = "shop", output: Any = None) -> Tool:
    properties = {parameter: {"type": "string"} for parameter in required}
    schema = {"type": "object", "properties": properties, "required": [*required]}
    text = f"{name.replace('_', ' ')}."
    return Tool(name, text, schema, server=server, output_schema=output)


REFUND = tool("refund_payment", "order_id")


def need_of(consumer: Tool) -> Need:
    return next(needs([consumer]))


def test_a_required_identifier_is_a_need() -> None:
    need = need_of(REFUND)
    assert (need.consumer, need.parameter, need.thing) == (
        "shop/refund_payment",
        "order_id",
        frozenset({"order"}),
    )


def test_a_bare_id_is_that_of_the_tools_own_thing() -> None:
    assert need_of(tool("cancel_booking", "id")).thing == frozenset({"book"})


@pytest.mark.parametrize(
    "parameter", ["query", "amount", "api_key", "access_token", "identity", "valid"]
)
def test_what_is_no_identifier_is_no_need(parameter: str) -> None:
    assert list(needs([tool("refund_payment", parameter)])) == []


def test_what_is_offered_already_is_no_need() -> None:
    assert list(needs([REFUND, tool("find_orders", "customer")])) == []


@pytest.mark.parametrize(
    ("name", "required"), [("find_orders", ()), ("list_orders", ("day",)), ("getOrder", ("date",))]
)
def test_reading_tools_produce(name: str, required: tuple[str, ...]) -> None:
    assert produces(tool(name, *required), need_of(REFUND))


@pytest.mark.parametrize(
    ("name", "required"),
    [("get_order", ("order_id",)), ("cancel_order", ()), ("find_customers", ()), ("refund", ())],
)
def test_others_do_not(name: str, required: tuple[str, ...]) -> None:
    assert not produces(tool(name, *required), need_of(REFUND))


def test_an_output_that_has_the_parameter_produces() -> None:
    row = {"type": "object", "properties": {"order_id": {"type": "string"}}}
    rows = {"type": "object", "properties": {"items": {"type": "array", "items": row}}}
    assert produces(tool("checkout", output=rows), need_of(REFUND))


def test_the_own_server_and_a_search_come_first() -> None:
    foreign = tool("search_orders", server="depot")
    listed, searched = tool("list_orders"), tool("search_orders")
    assert best_producer(need_of(REFUND), [foreign, listed, searched]) == searched
    assert best_producer(need_of(REFUND), [foreign]) is None
    assert best_producer(need_of(REFUND), []) is None


def test_a_bare_id_among_the_results_is_that_of_the_tools_thing() -> None:
    result = {"type": "object", "properties": {"id": {"type": "string"}}}
    need = need_of(tool("cancel_booking", "id"))
    assert produces(tool("new_booking", output=result), need)
    assert not produces(tool("new_customer", output=result), need)


def test_the_name_of_a_result_may_be_written_otherwise() -> None:
    checkout = Tool("checkout", server="shop", returns=("orderId",))
    assert produces(checkout, need_of(REFUND))


def test_a_link_says_for_which_operation() -> None:
    checkout = Tool("checkout", server="shop", returns=("refund_payment#order_id",))
    assert produces(checkout, need_of(REFUND))
    assert not produces(checkout, need_of(tool("track", "order_id")))
    assert not produces(replace(checkout, server="depot"), need_of(REFUND))
