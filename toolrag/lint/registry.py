"""Every rule, one line each."""

from typing import Final

from toolrag.lint.rule import Rule
from toolrag.lint.rules import hidden_text, invisible_characters, missing_description

RULES: Final[tuple[Rule, ...]] = (
    hidden_text.RULE,
    invisible_characters.RULE,
    missing_description.RULE,
)
