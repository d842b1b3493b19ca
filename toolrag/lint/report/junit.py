"""JUnit: a test suite for each file, a test case for each rule that found something."""

from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

from toolrag.domain.finding import Finding
from toolrag.lint.result import Result

# What XML 1.0 has no way to write.
_NOT_XML = {
    *range(0x09),
    0x0B,
    0x0C,
    *range(0x0E, 0x20),
    *range(0xD800, 0xE000),
    0xFFFE,
    0xFFFF,
}
_REPLACED = dict.fromkeys(_NOT_XML, "\ufffd")


def render(result: Result) -> str:
    """Return a result as JUnit XML; errors and warnings are failures, infos are skipped."""
    report = JUnitXml("toolrag lint")
    by_file: dict[str, list[Finding]] = {name: [] for name in sorted(result.documents)}
    for finding in result.findings:
        by_file.setdefault(finding.file or "", []).append(finding)
    for name, findings in by_file.items():
        suite = TestSuite(_xml(name or "catalogue"))
        for finding in findings:
            suite.add_testcase(_case(finding))
        if not findings:
            suite.add_testcase(TestCase("toolrag lint", _xml(name)))
        report.add_testsuite(suite)
    text: bytes = report.tostring()  # type: ignore[no-untyped-call] # ships no types for it
    return text.decode("utf-8") + "\n"


def _case(finding: Finding) -> TestCase:
    place = f"{finding.file}:{finding.line}:{finding.column}: " if finding.line else ""
    case = TestCase(_xml(f"{finding.rule}: {finding.tool}"), _xml(finding.file or finding.tool))
    message = _xml(finding.message)
    if finding.severity == "info":
        case.result = [Skipped(message)]
    else:
        failure = Failure(message, finding.severity)
        failure.text = _xml(f"{place}{finding.severity}[{finding.rule}] {finding.message}")
        case.result = [failure]
    return case


def _xml(text: str) -> str:
    return text.translate(_REPLACED)
