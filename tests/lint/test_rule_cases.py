"""Every rule on cases that are data: `tests/rules/<slug>.yml`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.linting import document_of, findings_in, quick_encoder

from toolrag.lint.fix import fix_document
from toolrag.lint.registry import RULES
from toolrag.lint.rule import Rule
from toolrag.lint.settings import Settings
from toolrag.lint.source.node import Document

FOLDER = Path(__file__).parents[1] / "rules"
# Told in tests of their own: they compare two revisions, count to 129, or report for the engine.
ELSEWHERE = {
    "overlap-regression",
    "unstable-order",
    "changed-definition",
    "too-many-tools",
    "unused-suppression",
}


def _cases() -> Iterator[Any]:
    for rule in RULES:
        path = FOLDER / f"{rule.slug}.yml"
        if path.exists():
            for case in yaml.safe_load(path.read_text("utf-8")):
                yield pytest.param(rule, case, id=f"{rule.slug}: {case['case']}")


CASES = list(_cases())


def settings(rule: Rule, case: dict[str, Any]) -> Settings:
    return Settings(select=(rule.slug,), providers=tuple(case.get("providers", ())))


def encoders(rule: Rule) -> list[Any]:
    return [quick_encoder()] if rule.retrieval else []


def written(case: dict[str, Any]) -> Document:
    text = case["text"] if "text" in case else json.dumps(case.get("bad", case.get("good")))
    return document_of(text)


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_a_rule_finds_what_its_cases_say(rule: Rule, case: dict[str, Any]) -> None:
    found = findings_in(written(case), settings(rule, case), encoders(rule))
    told = [{"pointer": f.pointer, "severity": f.severity, "says": f.message} for f in found]
    assert told == case.get("finds", [])


@pytest.mark.parametrize(("rule", "case"), [c for c in CASES if "fixed" in c.values[1]])
@pytest.mark.parametrize("layout", ["compact", "indented", "yaml"])
def test_a_fix_mends_it_and_loses_nothing(rule: Rule, case: dict[str, Any], layout: str) -> None:
    document = written(case)
    value = document.root.value
    if layout == "indented":
        document = document_of(json.dumps(value, indent=4))
    elif layout == "yaml":
        text = yaml.safe_dump(json.loads(json.dumps(value)), sort_keys=False, allow_unicode=False)
        document = document_of(text, "tools.yaml")
    found = findings_in(document, settings(rule, case), encoders(rule))
    fixed = fix_document(document, found, unsafe=case["fix"] == "unsafe")
    again = document_of(fixed.text, document.name)
    assert json.dumps(again.root.value) == json.dumps(case["fixed"])
    assert len(fixed.findings) == sum(f.fix is not None for f in found)
    left = findings_in(again, settings(rule, case), encoders(rule))
    assert [f for f in left if f.fix is not None] == []


def test_every_rule_has_cases_good_and_bad() -> None:
    names = {path.stem for path in FOLDER.glob("*.yml")}
    assert names | ELSEWHERE == {rule.slug for rule in RULES}
    for name in names:
        kinds = {"bad" if "finds" in case else "good" for case in read(name)}
        assert "bad" in kinds, name


def read(name: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return listed


@pytest.mark.parametrize(("count", "providers", "severity"), [(20, (), None), (21, (), "info"),
                         (128, ("openai",), "info"), (129, ("openai",), "error")])  # fmt: skip
def test_too_many_tools(count: int, providers: tuple[str, ...], severity: str | None) -> None:
    tools = [{"name": f"t{i}", "inputSchema": {"type": "object"}} for i in range(count)]
    asked = Settings(select=("too-many-tools",), providers=providers, overlap=False)
    found = findings_in(document_of(json.dumps(tools)), asked)
    assert [f.severity for f in found] == ([] if severity is None else [severity])
