"""Applies the fixes of findings to documents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolrag.domain.finding import Finding, Fix
from toolrag.lint.source.edits import Replacement, apply, replacements
from toolrag.lint.source.node import Document


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text with some findings mended, and which."""

    text: str
    findings: tuple[Finding, ...]


def can_apply(fix: Fix | None, *, unsafe: bool) -> bool:
    """Tell whether a fix may be applied."""
    return fix is not None and (fix.safe or unsafe)


def fix_document(document: Document, findings: Sequence[Finding], *, unsafe: bool) -> Fixed:
    """Return a document's text with the fixes of its findings made, as far as they do not meet.

    Two fixes that touch the same text are not made together; the next round makes the other one.
    """
    made: list[Replacement] = []
    mended: list[Finding] = []
    for finding in findings:
        fix = finding.fix
        if fix is None or not can_apply(fix, unsafe=unsafe):
            continue
        changes = replacements(document, fix.edits)
        if changes and not _meets(made, changes):
            made.extend(changes)
            mended.append(finding)
    return Fixed(apply(document.text, made), tuple(mended))


def _meets(made: Iterable[Replacement], changes: Iterable[Replacement]) -> bool:
    """Tell whether any two replacements touch: even side by side, commas may be shared."""
    return any(a.start <= b.end and b.start <= a.end for a in made for b in changes)
