"""What is read of a conversation, in the shapes that agents send."""

import json

import pytest

from toolrag.errors import QueryInvalidError
from toolrag.retrieval.conversation import conversation_of


def openai_call(name: str, call_id: str) -> dict[str, object]:
    call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": "{}"}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def test_the_last_user_message_counts() -> None:
    messages = [
        {"role": "system", "content": "be kind"},
        {"role": "user", "content": "weather in Paris"},
        {"role": "assistant", "content": "sunny"},
        {"role": "user", "content": "and in Rome?"},
        {"role": "assistant", "tool_calls": [], "content": None},
        {"role": "tool", "tool_call_id": "x", "content": "{}"},
    ]
    found = conversation_of(messages)
    assert found.last == "and in Rome?"
    assert found.earlier == ("sunny", "weather in Paris")


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ({"role": "assistant", "content": "Which city?"}, True),
        ({"role": "assistant", "content": "去哪个城市？ "}, True),
        ({"role": "assistant", "content": "Done. Anything else? I can wait."}, False),
        ({"role": "user", "content": "Which one is cheaper?"}, False),
        ({"role": "assistant", "content": None}, False),
    ],
)
def test_an_answer_is_told_from_a_request(before, asked) -> None:
    messages = [{"role": "user", "content": "hello"}, before, {"role": "user", "content": "Paris"}]
    assert conversation_of(messages).asked is asked


def test_the_first_message_answers_nothing() -> None:
    assert not conversation_of([{"role": "user", "content": "Paris"}]).asked


def test_blocks_of_text_are_joined_and_others_ignored() -> None:
    content = [
        {"type": "text", "text": "what is"},
        {"type": "image", "source": {}},
        {"type": "text", "text": "in this picture?"},
    ]
    last = conversation_of([{"role": "user", "content": content}]).last
    assert last == "what is\nin this picture?"


def test_a_tool_result_in_a_user_message_is_no_question() -> None:
    result = [{"type": "tool_result", "tool_use_id": "x", "content": "12 degrees"}]
    messages = [{"role": "user", "content": "how warm?"}, {"role": "user", "content": result}]
    assert conversation_of(messages).last == "how warm?"


@pytest.mark.parametrize("messages", [[], [{"role": "user"}], [{"role": "user", "content": " "}]])
def test_without_a_user_text_there_is_no_query(messages) -> None:
    with pytest.raises(QueryInvalidError):
        conversation_of(messages)


def test_calls_are_read_in_every_shape() -> None:
    use = {"type": "tool_use", "id": "b", "name": "mail__send", "input": {}}
    messages = [
        {"role": "user", "content": "go"},
        openai_call("forge__open", "a"),
        {"role": "assistant", "content": [use]},
        {"role": "assistant", "content": None, "tool_calls": [{"name": "plain", "arguments": {}}]},
    ]
    assert conversation_of(messages).called == ("forge__open", "mail__send", "plain")


def test_a_result_is_reduced_to_its_fields() -> None:
    rows = json.dumps([{"invoice_id": 7, "amount": "secret 99"}])
    messages = [
        {"role": "user", "content": "go"},
        openai_call("find_invoices", "a"),
        {"role": "tool", "tool_call_id": "a", "content": rows},
    ]
    assert conversation_of(messages).result == "invoice_id amount"


def test_a_result_from_before_the_last_request_is_no_news() -> None:
    messages = [
        {"role": "user", "content": "go"},
        openai_call("find", "a"),
        {"role": "tool", "tool_call_id": "a", "content": '{"x": 1}'},
        {"role": "user", "content": "thanks, now something else"},
    ]
    assert conversation_of(messages).result == ""


def test_failures_count_until_the_tool_works_again() -> None:
    def failing(call_id: str, text: str) -> list[dict[str, object]]:
        result = {"role": "tool", "tool_call_id": call_id, "content": text}
        return [openai_call("pay", call_id), result]

    start = [{"role": "user", "content": "go"}]
    wrong = '{"error": "card declined"}'
    twice = [*start, *failing("a", wrong), *failing("b", "Error: card declined")]
    assert conversation_of(twice).failed == {"pay": 2}
    assert conversation_of([*twice, *failing("c", '{"ok": true}')]).failed == {}


def test_an_anthropic_error_counts_as_a_failure() -> None:
    use = {"type": "tool_use", "id": "b", "name": "send", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "b", "content": "no", "is_error": True}
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]
    found = conversation_of(messages)
    assert found.failed == {"send": 1}
    assert found.result == "send no"


def test_open_items_of_the_newest_list_are_the_plan() -> None:
    messages = [
        {"role": "user", "content": "do it all"},
        {"role": "assistant", "content": "- [ ] old one"},
        {"role": "assistant", "content": "1. [x] book the room\n2. [ ] invite the team"},
    ]
    assert conversation_of(messages).plan == ("invite the team",)


@pytest.mark.parametrize(
    "message",
    [
        {"role": 7, "content": 3},
        {"role": "assistant", "tool_calls": "none"},
        {"role": "assistant", "tool_calls": [None, {"function": 1}]},
        {"role": "user", "content": [None, {"type": "tool_result", "content": {"a": 1}}]},
        {"role": "tool", "content": None},
        {},
    ],
)
def test_odd_messages_are_passed_over(message) -> None:
    found = conversation_of([{"role": "user", "content": "go"}, message])
    assert found.last == "go"
