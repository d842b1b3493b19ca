"""What a rule is."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolrag.domain.finding import Finding, Severity
from toolrag.domain.tool import Tool


@dataclass(frozen=True, slots=True)
class Rule:
    """A slug that names the bad thing, how bad it is, and the check of one tool."""

    slug: str
    severity: Severity
    check: Callable[[Tool], Iterator[tuple[str, str]]]

    def findings(self, tool: Tool) -> Iterator[Finding]:
        """Yield a finding for each (pointer, message) of the check."""
        for pointer, message in self.check(tool):
            yield Finding(self.slug, self.severity, message, tool.id, pointer)


def first_matches(tool: Tool, pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield (pointer, first match) for the name and the description, where there is one."""
    for pointer, text in (("/name", tool.name), ("/description", tool.description)):
        found = pattern.search(text)
        if found:
            yield pointer, found
