"""Markdown: for a comment on a pull request or a job's summary."""

from toolrag.domain.finding import Finding
from toolrag.lint.result import Result

# A job's summary takes a megabyte, a comment 65,536 characters.
_SHOWN = 100
_SIGN = {"error": "🔴", "warning": "🟡", "info": "🔵"}


def render(result: Result) -> str:
    """Return a result as Markdown: the counts, then a table of the findings, infos folded away."""
    summary = result.summary()
    looked = f"{summary['tools']} tools in {summary['files']} files"
    loud = [finding for finding in result.findings if finding.severity != "info"]
    quiet = [finding for finding in result.findings if finding.severity == "info"]
    lines = ["## toolrag lint", ""]
    if not result.findings:
        return "\n".join([*lines, f"All checks passed: {looked}.", ""])
    counts = f"{summary['errors']} errors, {summary['warnings']} warnings, {summary['infos']} infos"
    lines += [f"{counts} in {looked}.", ""]
    if loud:
        lines += _table(loud)
    if quiet:
        lines += ["<details><summary>Infos</summary>", "", *_table(quiet), "</details>", ""]
    return "\n".join(lines)


def _table(findings: list[Finding]) -> list[str]:
    rows = [_row(finding) for finding in findings[:_SHOWN]]
    more = [f"... and {len(findings) - _SHOWN} more", ""] if len(findings) > _SHOWN else []
    return ["| | rule | where | what |", "|---|---|---|---|", *rows, "", *more]


def _row(finding: Finding) -> str:
    where = f"{finding.file}:{finding.line}" if finding.line else finding.tool
    cells = (_SIGN[finding.severity], f"`{finding.rule}`", _cell(where), _cell(finding.message))
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Return a text that cannot leave its cell, link, mention or load anything."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("\\", "\\\\")
    for sign in "|`*_[]@#!":
        escaped = escaped.replace(sign, f"\\{sign}")
    return " ".join(escaped.split())
