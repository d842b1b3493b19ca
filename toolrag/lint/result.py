"""What a run of the linter comes to."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from toolrag.domain.finding import Finding, Severity
from toolrag.lint.source.node import Document

FailOn: TypeAlias = Literal["error", "warning", "info", "never"]
_RANK: Final[Mapping[str, int]] = {"error": 0, "warning": 1, "info": 2}


@dataclass(frozen=True)
class Result:
    """The findings, what was looked at, and the documents that findings point into, by name.

    `baselined` counts findings left out because the baseline has them.
    """

    findings: tuple[Finding, ...]
    files: int
    tools: int
    documents: Mapping[str, Document] = field(default_factory=dict)
    baselined: int = 0

    def count(self, severity: Severity) -> int:
        """Return how many findings have a severity."""
        return Counter(finding.severity for finding in self.findings)[severity]

    def summary(self) -> dict[str, int]:
        """Return the counts, by the names of the wire."""
        return {
            "files": self.files,
            "tools": self.tools,
            "errors": self.count("error"),
            "warnings": self.count("warning"),
            "infos": self.count("info"),
        }

    def fails(self, bar: FailOn) -> bool:
        """Tell whether any finding is as severe as `bar`."""
        return bar != "never" and any(
            _RANK[finding.severity] <= _RANK[bar] for finding in self.findings
        )
