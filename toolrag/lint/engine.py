"""Runs the rules over some definitions: who is asked, how loudly it is said, what is silenced."""

import hashlib
from collections.abc import Callable, Iterable

from toolrag.domain.finding import Finding, Severity
from toolrag.formats import openapi
from toolrag.lint.definition import Definition
from toolrag.lint.registry import RULES
from toolrag.lint.rule import Context, Found, Rule
from toolrag.lint.selection import selected
from toolrag.lint.source.edits import EDITABLE
from toolrag.lint.suppress import Suppressions


def check(context: Context) -> tuple[Finding, ...]:
    """Return the findings, by file, place and rule: the same for the same definitions.

    Suppressed ones are left out; a suppression that silenced nothing is a finding itself.
    """
    rules = selected(context.settings)
    suppressions = Suppressions(context.own)
    findings = [
        finding
        for rule in RULES
        if rule.slug in rules and (context.evidence is not None or not rule.retrieval)
        for finding in _findings(rule, context, suppressions)
    ]
    if "unused-suppression" in rules:
        unused = suppressions.unused(rules)
        findings += [f for f in map(_reporter("unused-suppression", context), unused) if f]
    return tuple(sorted(_unique(findings), key=_order))


def _findings(rule: Rule, context: Context, suppressions: Suppressions) -> Iterable[Finding]:
    report = _reporter(rule.slug, context)
    for found in rule.check(context):
        owner = _owner(found)
        if owner is None or not _concerns_a_change(found, context):
            continue
        finding = report(owner)
        if finding and not suppressions.silence(rule.slug, (owner.definition, *owner.related)):
            yield finding


def _owner(found: Found) -> Found | None:
    """Return what was found as a finding on a definition of this run, None where none is in it."""
    if not found.definition.registered:
        return found
    own = next((d for d in found.related if not d.registered), None)
    if own is None:
        return None
    others = (found.definition, *(d for d in found.related if d is not own))
    return Found(own, found.message, own.holder, found.severity, others, None, found.probability)


def _concerns_a_change(found: Found, context: Context) -> bool:
    changed = context.settings.changed
    return changed is None or any(
        d.id in changed for d in (found.definition, *found.related) if not d.registered
    )


def _reporter(slug: str, context: Context) -> Callable[[Found], Finding | None]:
    """Return how something found by a rule is reported, None where it is switched off."""
    rule = next(rule for rule in RULES if rule.slug == slug)

    def report(found: Found) -> Finding | None:
        severity: Severity = found.severity or rule.severity
        level = context.settings.level(slug, found.definition, severity)
        return None if level == "off" else _finding(slug, found, level)

    return report


def _finding(slug: str, found: Found, severity: Severity) -> Finding:
    definition = found.definition
    document = definition.document
    pointer = definition.written(found.pointer)
    line = column = None
    if document is not None:
        line, column = document.position(document.locate(pointer)[0])
    return Finding(
        rule=slug,
        severity=severity,
        message=found.message,
        tool=definition.id,
        pointer=pointer,
        file=document.name if document else None,
        line=line,
        column=column,
        related=tuple(other.place for other in found.related),
        fix=found.fix if _is_editable(definition) else None,
        probability=found.probability,
        fingerprint=_fingerprint(slug, found),
    )


def _is_editable(definition: Definition) -> bool:
    """Tell whether fixes can be made: not in what several operations may share, nor in aliases."""
    document = definition.document
    plain = document is None or document.syntax in EDITABLE
    return plain and definition.format != openapi.NAME


def _fingerprint(slug: str, found: Found) -> str:
    """Return what stays the same when a tool moves: rule, tools, and the place within the tool."""
    definition = found.definition
    tools = sorted(d.id for d in (definition, *found.related))
    within = found.pointer.removeprefix(definition.pointer)
    text = "\n".join([slug, *tools, within])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _unique(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Yield each thing once: one definition may be found twice, through a file and its folder."""
    seen: set[tuple[object, ...]] = set()
    for finding in findings:
        key = (finding.rule, finding.file, finding.pointer, finding.tool, finding.message)
        if key not in seen:
            seen.add(key)
            yield finding


def _order(finding: Finding) -> tuple[str, int, int, str, str, str]:
    return (
        finding.file or "",
        finding.line or 0,
        finding.column or 0,
        finding.rule,
        finding.tool,
        finding.message,
    )
