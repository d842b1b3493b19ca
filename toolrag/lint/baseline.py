"""A baseline: the findings that a catalogue had when the linter was adopted."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolrag.domain.finding import Finding
from toolrag.errors import InvalidInputError
from toolrag.lint.definition import Definition

VERSION = 1


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often each fingerprint was there, and what each tool said (by id, a hash)."""

    findings: Counter[str]
    tools: dict[str, str]

    def without_known(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Return the findings that are not in the baseline, or more often than there."""
        left = Counter(self.findings)
        fresh: list[Finding] = []
        for finding in findings:
            if left[finding.fingerprint] > 0:
                left[finding.fingerprint] -= 1
            else:
                fresh.append(finding)
        return tuple(fresh)


def dump(findings: Iterable[Finding], definitions: Iterable[Definition]) -> str:
    """Return a baseline as the text of its file; the same for the same findings."""
    counts = Counter(finding.fingerprint for finding in findings)
    tools = {d.id: d.comparable.content_hash for d in definitions if not d.registered}
    content = {
        "version": VERSION,
        "findings": dict(sorted(counts.items())),
        "tools": dict(sorted(tools.items())),
    }
    return json.dumps(content, ensure_ascii=True, indent=2) + "\n"


def parse(text: str, name: str) -> Baseline:
    """Return the baseline in a text.

    Raises:
        InvalidInputError: when it is none.
    """
    try:
        content = json.loads(text)
        known = content["version"] == VERSION
        found = Baseline(Counter(content["findings"]), dict(content["tools"]))
    except (ValueError, KeyError, TypeError):
        known, found = False, Baseline(Counter(), {})
    if not known:
        hint = "Write one with --write-baseline."
        raise InvalidInputError(f"{name} is no baseline of this version.", hint=hint)
    return found
