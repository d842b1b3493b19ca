import pytest

from toolrag.text.language import language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Do I need an umbrella tomorrow?", "en"),
        ("weather Paris", "en"),
        ("Envie um email para a equipe", "pt"),
        ("¿Dónde está el archivo que me enviaste?", "es"),
        ("Wie wird das Wetter morgen in Berlin?", "de"),
        ("Quel temps fait-il dans la ville?", "fr"),
        ("明天的天气怎么样", "zh"),
        ("在 GitHub 上创建 issue", "zh"),
        ("東京の天気を教えて", "ja"),
        ("내일 날씨 알려줘", "ko"),
        ("ما هو الطقس غدا", "ar"),
        ("Какая завтра погода?", "ru"),
        ("מה מזג האוויר מחר", "he"),
        ("", "en"),
        ("12345 !!!", "en"),
    ],
)
def test_language_of_short_texts(text: str, expected: str) -> None:
    assert language(text) == expected


def test_one_foreign_word_does_not_change_the_language() -> None:
    assert language("Translate the word 天气 for me into English, please") == "en"
