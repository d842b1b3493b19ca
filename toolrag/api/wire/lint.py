"""Linting: the request, and the report, which the command line writes in the same shape."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from toolrag.api.wire.base import CatalogueName, Definitions
from toolrag.domain.finding import Finding, Severity
from toolrag.journeys.lint import LintRequest
from toolrag.lint.report.json_report import as_json, finding_as_json
from toolrag.lint.result import Result
from toolrag.lint.settings import Settings


class PlaceModel(BaseModel):
    """Where another tool is that a finding is about."""

    file: str | None
    line: int | None
    column: int | None
    tool: str


class EditModel(BaseModel):
    """One change of the document: set a value, remove a member or item, rename a key."""

    op: Literal["set", "remove", "rename"]
    pointer: str
    value: Any


class FixModel(BaseModel):
    """How a finding can be mended; a safe fix changes no meaning that anything relies on."""

    text: str
    safe: bool
    edits: list[EditModel]


class FindingModel(BaseModel):
    """A finding of the linter. `pointer` is a JSON pointer into the document."""

    rule: str
    severity: Severity
    message: str
    file: str | None
    line: int | None = Field(description="From 1; null where there is no file.")
    column: int | None
    pointer: str
    tool: str
    related: list[PlaceModel]
    fix: FixModel | None
    fingerprint: str = Field(description="The same as long as rule, tools and place within stay.")
    probability: float | None = Field(default=None, description="That a model confuses the tools.")

    @classmethod
    def of(cls, finding: Finding) -> "FindingModel":
        """Return the model of a finding."""
        return cls.model_validate(finding_as_json(finding))


class LintModel(BaseModel):
    """What the linter found on the tools that were sent."""

    errors: int
    warnings: int
    infos: int
    findings: list[FindingModel]

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> "LintModel":
        """Return the model of some findings."""
        counts = Counter(finding.severity for finding in findings)
        return cls(
            errors=counts["error"],
            warnings=counts["warning"],
            infos=counts["info"],
            findings=[FindingModel.of(finding) for finding in findings],
        )


class SummaryModel(BaseModel):
    """The counts of a report."""

    files: int
    tools: int
    errors: int
    warnings: int
    infos: int


class LintReport(BaseModel):
    """What `toolrag lint --format json` writes and `POST /v1/lint` answers."""

    version: str
    summary: SummaryModel
    findings: list[FindingModel]

    @classmethod
    def of(cls, result: Result) -> "LintReport":
        """Return the model of a result."""
        return cls.model_validate(as_json(result))


class LintBody(Definitions):
    """Tools to lint: `tools` or `document`, in any accepted shape, good or bad."""

    server: str | None = Field(default=None, description="Where the tools come from.")
    select: list[str] = Field(
        default_factory=lambda: ["default"], description="Rules, families, default or all."
    )
    ignore: list[str] = Field(default_factory=list, description="Rules or families to leave out.")
    providers: list[str] = Field(
        default_factory=list, description="Providers the tools must work with."
    )
    overlap: bool = Field(default=True, description="false compares no texts.")
    against_catalogue: CatalogueName | None = Field(
        default=None, description="Compare with the tools of this catalogue too."
    )

    def asked(self) -> LintRequest:
        """Return the request as a journey takes it."""
        return LintRequest(
            document=self.source,
            settings=Settings(
                select=tuple(self.select),
                ignore=tuple(self.ignore),
                providers=tuple(self.providers),
                overlap=self.overlap,
            ),
            format=self.format,
            server=self.server,
            against=self.against_catalogue,
        )
