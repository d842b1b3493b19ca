"""SARIF 2.1.0: for code scanning, with regions, the rules' pages, fixes and fingerprints."""

import json
from importlib.metadata import version
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Finding, Place
from toolrag.lint.pages import page
from toolrag.lint.registry import RULES
from toolrag.lint.result import Result
from toolrag.lint.rule import Rule
from toolrag.lint.source.edits import replacements
from toolrag.lint.source.node import Document

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVEL: Final = {"error": "error", "warning": "warning", "info": "note"}
# What code scanning sorts security findings by.
_SECURITY: Final = {"error": "8.0", "warning": "5.0", "info": "2.0"}


def render(result: Result) -> str:
    """Return a result as a SARIF log."""
    return json.dumps(log(result), ensure_ascii=False, indent=2) + "\n"


def log(result: Result) -> dict[str, Json]:
    """Return a result as a SARIF log object."""
    found = {finding.rule for finding in result.findings}
    rules = [rule for rule in RULES if rule.slug in found]
    places = {rule.slug: i for i, rule in enumerate(rules)}
    driver: dict[str, Json] = {
        "name": "toolrag",
        "version": version("toolrag"),
        "semanticVersion": version("toolrag"),
        "rules": [_rule(rule) for rule in rules],
    }
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, places[finding.rule], result) for finding in result.findings],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Json]:
    told = page(rule)
    properties: dict[str, Json] = {"tags": [rule.family]}
    if rule.family == "security":
        properties["security-severity"] = _SECURITY[rule.severity]
    return {
        "id": rule.slug,
        "name": "".join(part.capitalize() for part in rule.slug.split("-")),
        "shortDescription": {"text": told.title},
        "fullDescription": {"text": told.sections["What it does"]},
        "help": {
            "text": f"{told.sections['Why is this bad']} {told.sections['How to fix']} "
            f"{told.silence}"
        },
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        "properties": properties,
    }


def _result(finding: Finding, index: int, result: Result) -> dict[str, Json]:
    said: dict[str, Json] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": _LEVEL[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(finding, result)],
        "partialFingerprints": {"toolragFinding/v1": finding.fingerprint},
    }
    related: list[Json] = [_related(i, place) for i, place in enumerate(finding.related, 1)]
    if related:
        said["relatedLocations"] = related
    fixes = _fixes(finding, result)
    if fixes:
        said["fixes"] = fixes
    if finding.probability is not None:
        said["properties"] = {"probability": finding.probability}
    return said


def _location(finding: Finding, result: Result) -> dict[str, Json]:
    logical: list[Json] = [{"name": finding.tool, "fullyQualifiedName": finding.pointer}]
    document = result.documents.get(finding.file or "")
    if document is None:
        return {"logicalLocations": logical}
    start, end = document.locate(finding.pointer)
    physical: dict[str, Json] = {
        "artifactLocation": {"uri": _uri(document.name)},
        "region": _region(document, start, end),
    }
    return {"physicalLocation": physical, "logicalLocations": logical}


def _related(number: int, place: Place) -> dict[str, Json]:
    said: dict[str, Json] = {"id": number, "message": {"text": place.tool}}
    if place.file is not None:
        physical: dict[str, Json] = {"artifactLocation": {"uri": _uri(place.file)}}
        if place.line is not None:
            physical["region"] = {"startLine": place.line, "startColumn": place.column}
        said["physicalLocation"] = physical
    return said


def _region(document: Document, start: int, end: int) -> dict[str, Json]:
    line, column = document.position(start)
    end_line, end_column = document.position(max(end, start))
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _fixes(finding: Finding, result: Result) -> list[Json]:
    document = result.documents.get(finding.file or "")
    if finding.fix is None or document is None:
        return []
    changes = replacements(document, finding.fix.edits)
    if not changes:
        return []
    replaced: list[Json] = [
        {
            "deletedRegion": _region(document, change.start, change.end),
            "insertedContent": {"text": change.text},
        }
        for change in changes
    ]
    change: Json = {
        "artifactLocation": {"uri": _uri(document.name)},
        "replacements": replaced,
    }
    return [{"description": {"text": finding.fix.text}, "artifactChanges": [change]}]


def _uri(name: str) -> str:
    """Return a file's name as a relative reference: what a URI reserves is written out."""
    from urllib.parse import quote

    return quote(name, safe="/")
