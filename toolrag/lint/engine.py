"""Runs every rule over some tools."""

from collections.abc import Iterable

from toolrag.domain.finding import Finding
from toolrag.domain.tool import Tool
from toolrag.lint.registry import RULES


def check(tools: Iterable[Tool]) -> tuple[Finding, ...]:
    """Return the findings on `tools`, in their order, then in the order of the rules."""
    return tuple(finding for tool in tools for rule in RULES for finding in rule.findings(tool))
