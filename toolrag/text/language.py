"""Which language a text is in, as far as choosing an encoder needs to know it.

Scripts are told by code points. Latin-script languages are told by their function words: the
language with the most of them wins, and a text with none of any counts as English, so that a
bare "weather Paris" is read by the English encoder.
"""

import unicodedata
from collections import Counter
from typing import Final

from toolrag.text.words import words

# Words that English does not share, for the languages the packaged multilingual encoder reads.
_FUNCTION_WORDS: Final = {
    "en": """the of and to in is for that with on are this be at by from what how can you my me
        please show find get all which when where would could want need have do does it i""",
    "pt": """o os as um uma de do da dos das em no na nos nas para por com sem que qual quais como
        quando onde meu minha meus minhas eu voce quero preciso mostre liste crie envie esta este
        essa esse ao aos pelo pela e ou foi sao tem ate sobre entre mais todos todas""",
    "es": """el los las un una unos unas de del en para por con sin que cual cuales como cuando
        donde mi mis yo quiero necesito muestra muestrame crea envia esta este esa ese al y o fue
        son tiene hasta sobre entre mas todos todas hay cuanto""",
    "fr": """le les un une des du de au aux en dans pour par avec sans que qui quel quelle quels
        comment quand ou mon ma mes je vous veux montre cree envoie ce cette ces et est sont sur
        entre plus tous toutes combien""",
    "de": """der die das den dem des ein eine einen einem einer und oder ist sind war fur mit ohne
        von zu zum zur im am auf wie wann wo mein meine meinen ich du sie mir mich bitte zeige
        zeig erstelle nicht alle welche welcher wieviel""",
    "it": """il lo gli un uno una di del della dei delle in nel nella per con senza che quale
        quali come quando dove mio mia miei io voglio mostra crea invia questo questa e ed sono
        su tra piu tutti tutte quanto""",
    "nl": """de het een en of is zijn was voor met zonder van naar in op aan hoe wanneer waar mijn
        ik jij u wil toon maak stuur dit deze niet alle welke hoeveel""",
    "pl": """i w na z do dla bez nie jest sa byl jak kiedy gdzie moj moja moje ja chce pokaz
        utworz wyslij ten ta to wszystkie ktory ktora ile""",
    "tr": """ve bir bu su icin ile nasil ne zaman nerede benim ben istiyorum goster olustur gonder
        tum hangi kac mi da""",
}
_VOTERS: Final = {language: frozenset(text.split()) for language, text in _FUNCTION_WORDS.items()}
_SCRIPTS: Final = {
    "CJK": "zh",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "ARABIC": "ar",
    "CYRILLIC": "ru",
    "THAI": "th",
    "GREEK": "el",
    "HEBREW": "he",
    "DEVANAGARI": "hi",
}
# A sign of these stands for about as much as three letters.
_UNSPACED: Final = frozenset({"zh", "ja", "ko", "th"})
_LETTERS_PER_SIGN: Final = 3
# Below this share of letters, a foreign word in an English sentence does not change its language.
_SCRIPT_SHARE: Final = 0.3


def language(text: str) -> str:
    """Return a two-letter code; "en" for a text without any evidence.

    >>> language("Envie um email para a equipe"), language("明天的天气"), language("weather Paris")
    ('pt', 'zh', 'en')
    """
    script = None if text.isascii() else _dominant_script(text)
    return script or _by_function_words(text)


def _dominant_script(text: str) -> str | None:
    """Return the language of a non-Latin script that makes up enough of the letters."""
    found: Counter[str] = Counter()
    for letter in text[:2000]:
        if letter.isalpha():
            script = unicodedata.name(letter, "?").split()[0].split("-")[0]
            code = _SCRIPTS.get(script, "latin" if script == "LATIN" else "other")
            found[code] += _LETTERS_PER_SIGN if code in _UNSPACED else 1
    total = sum(found.values())
    del found["latin"]
    if not found or sum(found.values()) < _SCRIPT_SHARE * total:
        return None
    # Japanese writes most of its nouns in Han characters; one kana is enough to tell.
    return "ja" if found["ja"] else found.most_common(1)[0][0]


def _by_function_words(text: str) -> str:
    found = words(text[:2000])
    votes = {code: sum(word in voters for word in found) for code, voters in _VOTERS.items()}
    best = max(votes, key=lambda code: (votes[code], code == "en"))
    return best if votes[best] > votes["en"] else "en"
