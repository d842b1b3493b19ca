"""GitHub workflow commands: findings as annotations on the changed lines."""

from toolrag.domain.finding import Finding
from toolrag.lint.result import Result

_COMMAND = {"error": "error", "warning": "warning", "info": "notice"}


def render(result: Result) -> str:
    """Return a result as workflow commands, one a line, with the summary as the last."""
    told = [_annotation(finding) for finding in result.findings]
    summary = result.summary()
    counts = ", ".join(f"{summary[key]} {key}" for key in ("errors", "warnings", "infos"))
    last = f"{counts} in {summary['tools']} tools of {summary['files']} files"
    return "".join(f"{line}\n" for line in (*told, last))


def _annotation(finding: Finding) -> str:
    properties = {"file": finding.file, "line": finding.line, "col": finding.column}
    given = {key: str(value) for key, value in properties.items() if value is not None}
    given["title"] = f"toolrag {finding.rule}"
    listed = ",".join(f"{key}={_property(value)}" for key, value in given.items())
    return f"::{_COMMAND[finding.severity]} {listed}::{_data(finding.message)}"


def _data(text: str) -> str:
    """Escape a message: a line break in it would end the command and could begin another."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
