"""What a lint rule reports."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolrag.domain.canonical import Json

Severity: TypeAlias = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a document: `set` a value, `remove` a member or item, `rename` a key.

    `pointer` is a JSON pointer into the document; `value` the new value, or the new key.
    """

    op: Literal["set", "remove", "rename"]
    pointer: str
    value: Json = None


@dataclass(frozen=True, slots=True)
class Fix:
    """How a finding can be mended. A safe fix changes no meaning that anything relies on."""

    text: str
    safe: bool
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tool is defined. Lines and columns count from 1; None where there is no file."""

    tool: str
    file: str | None = None
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding on one tool.

    `pointer` is a JSON pointer into the document; `related` are the other tools it is about;
    `probability` is that of a confusion, where it is about one; `fingerprint` stays the same when
    the tool moves within its file or to another.
    """

    rule: str
    severity: Severity
    message: str
    tool: str
    pointer: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    related: tuple[Place, ...] = ()
    fix: Fix | None = None
    probability: float | None = None
    fingerprint: str = ""
