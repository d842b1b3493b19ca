"""The linter on public files, where they lie beside the checkout."""

import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.linting import findings_in, quick_encoder, rules

from toolrag.adapters.lint_files import load, sources
from toolrag.domain.finding import Finding
from toolrag.lint.settings import Settings

# What each definition of the file of eighteen shapes from bug reports is there for, in its order.
SHAPES = (
    {"root-combinator", "array-without-items"},
    {"recursive-ref"},
    {"unresolved-ref"},
    {"invalid-tool-name", "bad-property-key", "invalid-json-schema", "contradictory-value"},
    {"tool-name-too-long"},
    {"missing-description", "boolean-subschema", "untyped-parameter"},
    {"missing-input-schema"},
    {"missing-input-schema"},
    {"contradictory-value", "bad-required"},
    {"duplicate-tool"},
    {"normalised-name-collision"},
    set(),
    {"confusable-pair"},
    {"name-annotation-clash"},
    {"hidden-markup", "exfiltration-instruction"},
    {"hidden-unicode", "unportable-pattern"},
    {"promotional-description"},
    {"invalid-json-schema"},
)


def lint(path: Path, providers: Sequence[str] = ()) -> tuple[Finding, ...]:
    loaded = load(sources([str(path)]))
    assert not loaded.failures
    (document,) = loaded.documents
    return findings_in(document, Settings(providers=tuple(providers)), [quick_encoder()])


def test_every_horror_is_found_and_the_good_ones_are_clean(shared: Path) -> None:
    folder = shared / "lint_corpus" / "horrors"
    with (folder / "EXPECTED.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    by_file: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        by_file[row["file"]].append(row)
    missed = []
    for name, expected in by_file.items():
        if any(row["expected_slug"].startswith("(exit") for row in expected):
            loaded = load(sources([str(folder / name)]))
            assert loaded.failures
            assert not loaded.definitions
            continue
        named = {p for row in expected for p in row["targets_needed"].split(",")} - {"-"}
        found = lint(folder / name, sorted(named))
        wanted = {row["expected_slug"] for row in expected} - {"(none)"}
        if not wanted:
            assert {f.severity for f in found} <= {"info"}
        missed += [(name, slug) for slug in wanted - set(rules(found))]
    assert missed == []


def test_all_eighteen_shapes_are_caught(shared: Path) -> None:
    found = lint(shared / "lint_corpus" / "mcp" / "zz-horrors-from-bug-reports.json")
    told: dict[int, set[str]] = defaultdict(set)
    for finding in found:
        parts = finding.pointer.split("/")
        if len(parts) > 2:
            told[int(parts[2])].add(finding.rule)
    for i, wanted in enumerate(SHAPES):
        assert wanted <= told[i], (i, wanted - told[i])


def test_a_good_server_gets_few_findings(shared: Path) -> None:
    found = lint(shared / "lint_corpus" / "mcp" / "github-mcp-server.json")
    loud = [finding for finding in found if finding.severity != "info"]
    assert len(loud) <= 15
    assert not [finding for finding in loud if finding.severity == "error"]


@pytest.mark.parametrize("folder", ["mcp", "functions", "openapi"])
def test_every_real_file_is_read_or_refused_with_a_sentence(shared: Path, folder: str) -> None:
    loaded = load(sources([str(shared / "lint_corpus" / folder)]))
    assert loaded.definitions
    for document in loaded.documents:
        findings_in(document)
    for failure in loaded.failures:
        assert failure.detail
        assert failure.hint
