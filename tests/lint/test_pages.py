"""The pages of the rules, and the documents made of them."""

import json
from pathlib import Path

import pytest
from support.linting import document_of, findings_in, quick_encoder, rules

from toolrag.lint.pages import SECTIONS, index, markdown, page
from toolrag.lint.registry import RULES
from toolrag.lint.rule import Rule
from toolrag.lint.settings import Settings

DOCS = Path(__file__).parents[2] / "docs" / "rules"
PROVIDERS = ("openai", "openai-strict", "gemini", "llamacpp", "bedrock")
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.slug)


@each_rule
def test_every_page_has_its_sections_and_a_way_to_silence_it(rule: Rule) -> None:
    told = page(rule)
    assert tuple(told.sections) == SECTIONS
    assert all(len(text) > 10 for text in told.sections.values())
    assert rule.slug in told.silence


@each_rule
def test_the_written_page_is_the_rules(rule: Rule) -> None:
    assert (DOCS / f"{rule.slug}.md").read_text("utf-8") == markdown(rule)


def test_the_written_index_lists_every_rule_and_nothing_else() -> None:
    assert (DOCS / "README.md").read_text("utf-8") == index()
    assert {path.stem for path in DOCS.glob("*.md")} == {rule.slug for rule in RULES} | {"README"}
    assert len({rule.slug for rule in RULES}) == len(RULES)


def _examples() -> list[tuple[Rule, str]]:
    """Return what can be run; what is sketched in brackets, tests/rules has in full."""
    pages = [(rule, section) for rule in RULES for section in ("Bad", "Good")]
    kept = [(r, s) for r, s in pages if '"(' not in page(r).sections[s]]
    # It compares with a baseline.
    return [(r, s) for r, s in kept if r.slug != "changed-definition"]


@pytest.mark.parametrize(("rule", "section"), _examples())
def test_the_examples_hold(rule: Rule, section: str) -> None:
    text = page(rule).sections[section]
    json.loads(text)
    providers = PROVIDERS if rule.family == "portability" else ()
    settings = Settings(select=("all",), providers=providers)
    encoders = [quick_encoder()] if rule.retrieval else []
    found = findings_in(document_of(text), settings, encoders)
    assert (rule.slug in rules(found)) == (section == "Bad")
