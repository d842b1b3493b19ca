"""Findings as other programs read them: golden files from the real command, and their schemas."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema
from support.published_schemas import published_schema

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
FORMATS = ("text", "json", "sarif", "github", "junit", "markdown")
SCHEMAS = HERE.parents[1] / "schemas"


def lint(*arguments: str, folder: Path = HERE, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command as CI does: no terminal, no colours, no configuration of the user's."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TOOLRAG", "COLUMNS"))}
    return subprocess.run(
        [sys.executable, "-m", "toolrag", "lint", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=folder,
        env={**environment, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        **options,
    )


@pytest.fixture(scope="module", params=FORMATS)
def report(request: pytest.FixtureRequest) -> tuple[str, str]:
    done = lint("files/notes.json", "--no-overlap", "--format", request.param)
    assert done.returncode == 1, done.stderr
    assert done.stderr == ""
    return request.param, done.stdout


def test_the_output_is_the_golden_one(report: tuple[str, str]) -> None:
    format, text = report
    path = GOLDEN / f"notes.{format}"
    if os.environ.get("TOOLRAG_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text("utf-8")


def golden(format: str) -> str:
    return (GOLDEN / f"notes.{format}").read_text("utf-8")


def test_sarif_is_valid_by_the_official_schema() -> None:
    schema = published_schema("https://json.schemastore.org/sarif-2.1.0.json")
    log = json.loads(golden("sarif"))
    jsonschema.Draft7Validator(schema).validate(log)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert (region["endLine"], region["endColumn"]) >= (
            region["startLine"],
            region["startColumn"],
        )
        assert len(result["partialFingerprints"]["toolragFinding/v1"]) == 16
    assert any("fixes" in result for result in run["results"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft7Validator(schema).validate({**log, "version": "2"})


def test_junit_is_valid_by_its_schema() -> None:
    schema = xmlschema.XMLSchema(HERE / "junit.xsd")
    schema.validate(golden("junit"))
    with pytest.raises(xmlschema.XMLSchemaValidationError):
        schema.validate(
            golden("junit").replace("<failure ", "<oops ", 1).replace("</failure>", "</oops>", 1)
        )


def test_json_is_valid_by_the_published_schema() -> None:
    schema = json.loads((SCHEMAS / "lint-report.schema.json").read_text("utf-8"))
    report = json.loads(golden("json"))
    jsonschema.Draft202012Validator(schema).validate(report)
    summary = report["summary"]
    severities = [finding["severity"] for finding in report["findings"]]
    for key, severity in (("errors", "error"), ("warnings", "warning"), ("infos", "info")):
        assert summary[key] == severities.count(severity)


def test_no_finding_can_forge_a_workflow_command() -> None:
    lines = golden("github").splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == len(lines) - 1 == len(json.loads(golden("json"))["findings"])


def test_fingerprints_survive_a_move(tmp_path: Path) -> None:
    document = json.loads((HERE / "files" / "notes.json").read_text("utf-8"))
    moved = {"server": "notes", "tools": [{"name": "new", "inputSchema": {}}, *document["tools"]]}
    (tmp_path / "elsewhere.json").write_text(json.dumps(moved, indent=1), encoding="utf-8")
    done = lint("elsewhere.json", "--no-overlap", "--format", "json", folder=tmp_path)
    before = {f["fingerprint"] for f in json.loads(golden("json"))["findings"]}
    assert before <= {f["fingerprint"] for f in json.loads(done.stdout)["findings"]}
