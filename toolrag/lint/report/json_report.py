"""JSON: the report as a contract; `schemas/lint-report.schema.json` is its schema."""

import json
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Finding, Fix, Place
from toolrag.lint.result import Result

VERSION: Final = "1"


def as_json(result: Result) -> dict[str, Json]:
    """Return a result as a JSON object."""
    return {
        "version": VERSION,
        "summary": dict(result.summary()),
        "findings": [finding_as_json(finding) for finding in result.findings],
    }


def render(result: Result) -> str:
    """Return a result as JSON text."""
    return json.dumps(as_json(result), ensure_ascii=False, indent=2) + "\n"


def finding_as_json(finding: Finding) -> dict[str, Json]:
    """Return a finding as a JSON object."""
    said: dict[str, Json] = {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "pointer": finding.pointer,
        "tool": finding.tool,
        "related": [_place(place) for place in finding.related],
        "fix": _fix(finding.fix) if finding.fix else None,
        "fingerprint": finding.fingerprint,
    }
    if finding.probability is not None:
        said["probability"] = finding.probability
    return said


def _place(place: Place) -> dict[str, Json]:
    return {"file": place.file, "line": place.line, "column": place.column, "tool": place.tool}


def _fix(fix: Fix) -> dict[str, Json]:
    edits: list[Json] = [
        {"op": edit.op, "pointer": edit.pointer, "value": edit.value} for edit in fix.edits
    ]
    return {"text": fix.text, "safe": fix.safe, "edits": edits}
