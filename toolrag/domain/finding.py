"""What a lint rule reports."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding on one tool. `pointer` is a JSON pointer into its definition."""

    rule: str
    severity: Severity
    message: str
    tool: str
    pointer: str
