import pytest

from toolrag.errors import QueryInvalidError
from toolrag.retrieval.query import query_of


def test_the_last_user_message_counts() -> None:
    messages = [
        {"role": "system", "content": "be kind"},
        {"role": "user", "content": "weather in Paris"},
        {"role": "assistant", "content": "sunny"},
        {"role": "user", "content": "and in Rome?"},
        {"role": "assistant", "tool_calls": [], "content": None},
        {"role": "tool", "tool_call_id": "x", "content": "{}"},
    ]
    assert query_of(messages) == "and in Rome?"


def test_blocks_of_text_are_joined_and_others_ignored() -> None:
    content = [
        {"type": "text", "text": "what is"},
        {"type": "image", "source": {}},
        {"type": "text", "text": "in this picture?"},
    ]
    assert query_of([{"role": "user", "content": content}]) == "what is\nin this picture?"


def test_a_tool_result_in_a_user_message_is_no_question() -> None:
    result = [{"type": "tool_result", "tool_use_id": "x", "content": "12 degrees"}]
    messages = [{"role": "user", "content": "how warm?"}, {"role": "user", "content": result}]
    assert query_of(messages) == "how warm?"


@pytest.mark.parametrize("messages", [[], [{"role": "user"}], [{"role": "user", "content": " "}]])
def test_without_a_user_text_there_is_no_query(messages) -> None:
    with pytest.raises(QueryInvalidError):
        query_of(messages)
