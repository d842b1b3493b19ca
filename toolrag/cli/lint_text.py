"""Findings for people: where, what, the line it stands in, the way out."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from toolrag.cli.terminal import counted, out
from toolrag.domain.finding import Finding
from toolrag.lint.result import Result

_STYLE = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}
_EXCERPT = 90
_RELATED = 4


def print_result(result: Result, *, verbose: bool, fixed: int = 0) -> None:
    """Print the findings and the summary; infos only when asked for, counted otherwise."""
    shown = [f for f in result.findings if verbose or f.severity != "info"]
    for finding in shown:
        _print_finding(finding, result)
    _print_summary(result, verbose=verbose, fixed=fixed)


def _print_finding(finding: Finding, result: Result) -> None:
    where = finding.file or finding.tool
    place = f"{where}:{finding.line}:{finding.column}" if finding.line else where
    head = Text.assemble(
        (visible(place), "bold"),
        ": ",
        (finding.severity, _STYLE[finding.severity]),
        (f"[{finding.rule}]", _STYLE[finding.severity]),
        f" {visible(finding.message)}",
    )
    out().print(head, soft_wrap=True)
    _print_excerpt(finding, result)
    for other in finding.related[:_RELATED]:
        at = f"{other.file}:{other.line}:{other.column}" if other.line else "in the catalogue"
        out().print(
            Text(f"  = see {visible(other.tool)}, {visible(at)}", style="dim"), soft_wrap=True
        )
    if finding.fix:
        how = "--fix" if finding.fix.safe else "--unsafe-fixes"
        text = Text(f"  = {how}: {visible(finding.fix.text)}", style="green")
        out().print(text, soft_wrap=True)


def _print_excerpt(finding: Finding, result: Result) -> None:
    document = result.documents.get(finding.file or "")
    if document is None or finding.line is None or finding.column is None:
        return
    start, end = document.locate(finding.pointer)
    line = document.line(finding.line)
    column = finding.column - 1
    width = max(1, min(end - start, len(line) - column))
    # A document on one line: what is around the place is enough.
    cut = max(0, column - _EXCERPT // 3) if len(line) > _EXCERPT else 0
    excerpt = visible(line[cut : cut + _EXCERPT])
    before = visible(line[cut:column])
    marked = visible(line[column : min(column + width, cut + _EXCERPT)])
    gutter = f"{finding.line:>5} | "
    out().print(Text(gutter, style="dim") + Text(excerpt), no_wrap=True, overflow="crop")
    pad = " " * (len(gutter) + _columns(before))
    carets = "^" * max(1, _columns(marked))
    out().print(
        Text(f"{pad}{carets}", style=_STYLE[finding.severity]), no_wrap=True, overflow="crop"
    )


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def visible(text: str) -> str:
    """Return a text of a definition as a terminal may show it: nothing hidden, no escapes."""
    if text.isascii() and text.isprintable():
        return text
    hidden = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
    return "".join(
        f"<U+{ord(c):04X}>" if unicodedata.category(c) in hidden and c != "\t" else c for c in text
    )


def _print_summary(result: Result, *, verbose: bool, fixed: int) -> None:
    if fixed:
        out().print(f"Fixed {counted(fixed, 'finding')}.")
    counts = [(result.count(s), s) for s in ("error", "warning", "info")]
    told = ", ".join(counted(n, word) for n, word in counts if n)
    looked = f"{counted(result.tools, 'tool')} in {counted(result.files, 'file')}"
    if not told:
        out().print(Text(f"All checks passed: {looked}.", style="green"))
    else:
        out().print(Text(f"Found {told} in {looked}.{_fixable(result.findings)}", style="bold"))
    if not verbose and result.count("info"):
        rules = Counter(f.rule for f in result.findings if f.severity == "info")
        listed = ", ".join(f"{n} {rule}" for rule, n in sorted(rules.items()))
        out().print(Text(f"Infos: {listed}; --verbose shows them.", style="dim"), soft_wrap=True)
    if result.baselined:
        left = counted(result.baselined, "finding")
        out().print(Text(f"{left} of the baseline left out.", style="dim"))


def _fixable(findings: Sequence[Finding]) -> str:
    safe = sum(1 for f in findings if f.fix and f.fix.safe)
    unsafe = sum(1 for f in findings if f.fix and not f.fix.safe)
    told = [f"{safe} fixable with --fix"] if safe else []
    told += [f"{unsafe} with --unsafe-fixes"] if unsafe else []
    return f" {', '.join(told)}." if told else ""


def print_statistics(result: Result) -> None:
    """Print how often each rule found something, and how often that is in a thousand tools."""
    counts = Counter((finding.rule, finding.severity) for finding in result.findings)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("rule", "severity"):
        table.add_column(column, no_wrap=True)
    for column in ("findings", "per 1000 tools"):
        table.add_column(column, justify="right")
    for (rule, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        rate = f"{1000 * count / max(1, result.tools):.1f}"
        table.add_row(rule, Text(severity, style=_STYLE[severity]), str(count), rate)
    out().print(table)
    _print_summary(result, verbose=True, fixed=0)
