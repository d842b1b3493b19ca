"""What a run of the linter is asked to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fnmatch import fnmatch
from typing import Literal, TypeAlias

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition

Level: TypeAlias = Literal["error", "warning", "info", "off"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The numbers that rules compare with; each rule's page says where its number comes from."""

    catalogue_tokens: int = 10_000
    tool_tokens: int = 1_000
    many_tools: int = 20
    too_many_tools: int = 40
    many_parameters: int = 20
    too_many_parameters: int = 40
    required_parameters: int = 8
    nesting: int = 5
    enum_members: int = 50
    enum_members_warning: int = 250
    name_length: int = 64
    confusable_info: float = 0.8
    confusable_warning: float = 0.9
    near_duplicate: float = 0.8
    share_top_1: float = 0.8
    boilerplate_tools: int = 5
    boilerplate_share: float = 0.3


THRESHOLD_NAMES = tuple(f.name for f in fields(Thresholds))


@dataclass(frozen=True, slots=True)
class Override:
    """Other rules for some files or servers, by glob: rules left out, levels changed."""

    files: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Level] = field(default_factory=dict)

    def concerns(self, definition: Definition) -> bool:
        """Tell whether a definition is in one of the files or servers."""
        name = definition.document.name if definition.document else ""
        server = definition.server or ""
        return any(fnmatch(name, glob) for glob in self.files) or any(
            fnmatch(server, glob) for glob in self.servers
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Which rules run and how strictly.

    `select` and `ignore` hold slugs, families, "default" or "all". `providers` are those the tools
    must work with; without any, what breaks a big one is a warning. `variants` are groups of tool
    ids that are never served together. `changed` keeps only findings on these tools (ids).
    """

    select: tuple[str, ...] = ("default",)
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Level] = field(default_factory=dict)
    thresholds: Thresholds = field(default_factory=Thresholds)
    overrides: tuple[Override, ...] = ()
    providers: tuple[str, ...] = ()
    variants: tuple[frozenset[str], ...] = ()
    publish: bool = False
    overlap: bool = True
    changed: frozenset[str] | None = None

    def level(self, slug: str, definition: Definition, severity: Severity) -> Level:
        """Return how a finding is reported, or "off"."""
        level: Level = self.severity.get(slug, severity)
        for override in self.overrides:
            if override.concerns(definition):
                if slug in override.ignore:
                    return "off"
                level = override.severity.get(slug, level)
        return level
