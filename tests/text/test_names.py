"""A tool that is named is found, however its name is written, with one letter wrong."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolrag.text.names import mention_keys, name_keys, names

WRITTEN = [
    "please run create_issue for this",
    "Create issue about the login page",
    "createIssue",
    "use github.create_issue now",
    "call create-issue",
    "create_isue, title: crash",
    "craete issue for the crash",
    "`creat_issue`",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_mention_is_found(text: str) -> None:
    assert names(text, "create_issue")
    assert mention_keys(text) & set(name_keys("create_issue"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("create an issue", "create_issue"),
        ("translate this letter", "translate"),
        ("search for flights", "search"),
        ("close issue 7", "create_issue"),
        ("what is on my agenda", "get_agenda_items"),
    ],
)
def test_no_mention(text: str, name: str) -> None:
    assert not names(text, name)


@pytest.mark.parametrize("text", ["translate", "run `translate` on it"])
def test_a_name_of_one_word_counts_as_code(text: str) -> None:
    assert names(text, "translate")


@given(
    st.lists(st.text("abcdefghij", min_size=4, max_size=9), min_size=2, max_size=4),
    st.data(),
)
def test_one_typing_error_is_always_found(parts: list[str], data: st.DataObject) -> None:
    name = "_".join(parts)
    place = data.draw(st.integers(0, len(name) - 1).filter(lambda i: name[i] != "_"))
    letter = data.draw(st.sampled_from("klmnop"))
    wrong = data.draw(
        st.sampled_from(
            [
                name[:place] + name[place + 1 :],
                name[:place] + letter + name[place:],
                name[:place] + letter + name[place + 1 :],
            ]
        )
    )
    assert names(f"please use {wrong}", name)
    assert mention_keys(f"please use {wrong}") & set(name_keys(name))


def test_a_long_text_is_looked_through_in_linear_time() -> None:
    started = time.perf_counter()
    assert not names("a" * 32_768, "translate")
    # Ten seconds with a pattern that backtracked; a few milliseconds without.
    assert time.perf_counter() - started < 2
