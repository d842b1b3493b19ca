import pytest
from support.workspaces import definition

from toolrag.formats.registry import read
from toolrag.lint.engine import check
from toolrag.lint.registry import RULES

CASES = [
    ("missing-description", "", True),
    ("missing-description", " \u200b ", True),
    ("missing-description", "发", False),
    ("hidden-text", "Adds.\U000e0041\U000e0042", True),
    ("hidden-text", "Adds \u202egnidda", True),
    ("hidden-text", "שלום عليكم", False),
    ("invisible-characters", "for\u200bcast", True),
    ("invisible-characters", "\ufeffStart", True),
    ("invisible-characters", "join\u200ded", True),
    ("invisible-characters", "👩\u200d👩\u200d👧", False),
    ("invisible-characters", "می\u200cخواهم", False),
]


@pytest.mark.parametrize(("rule", "description", "expected"), CASES)
def test_rules_find_what_they_name_and_nothing_else(rule: str, description: str, expected) -> None:
    (parsed,) = read([definition("t", description)]).parsed
    found = [f for f in check([parsed.tool]) if f.rule == rule]
    assert bool(found) == expected
    assert all(f.pointer == "/description" and f.tool == "t" for f in found)


def test_every_rule_has_a_slug_of_its_own() -> None:
    slugs = [rule.slug for rule in RULES]
    assert slugs == sorted(set(slugs))
