import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolrag.text.words import fold, split_identifier, terms, words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("createIssue", "create Issue"),
        ("create_issue", "create issue"),
        ("getHTTPStatus_v2", "get HTTP Status v2"),
        ("github.create-issue", "github create issue"),
        ("/v1/databaseStatus", "v1 database Status"),
        ("创建日程", "创建日程"),
    ],
)
def test_identifiers_are_split_into_words(name: str, expected: str) -> None:
    assert split_identifier(name) == expected


def test_spellings_of_one_name_have_the_same_terms() -> None:
    spellings = ["create_issue", "createIssue", "create issue", "Create-Issues", "CREATE ISSUE"]
    assert {tuple(terms(spelling)) for spelling in spellings} == {("creat", "issu")}


def test_accents_and_width_do_not_matter() -> None:
    assert terms("Você PRECISA de reunião") == terms("voce precisa de reuniao")
    assert terms("ＡＢＣ") == terms("abc")


def test_text_without_spaces_becomes_characters_and_bigrams() -> None:
    assert terms("明天天气") == ["明", "天", "天", "气", "明天", "天天", "天气"]
    assert set(terms("予約する")) & set(terms("ホテルを予約")) == {"予", "約", "予約"}


def test_a_japanese_voicing_mark_stays() -> None:
    assert fold("ガ") == "ガ"
    assert fold(unicodedata.normalize("NFD", "ガ")) == "ガ"


def test_invisible_characters_do_not_split_words() -> None:
    assert terms("for\u200bcast") == terms("forcast")


@given(st.text())
def test_any_text_has_terms_that_are_stable(text: str) -> None:
    assert terms(text) == terms(text)
    assert all(word and not word.isspace() for word in words(text))


@given(st.text(alphabet="一二三四五六七八九十", min_size=2))
def test_unspaced_text_is_never_one_term(text: str) -> None:
    assert len(terms(text)) == 2 * len(text) - 1
