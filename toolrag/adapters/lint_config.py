"""The linter's configuration: `[tool.toolrag.lint]` of pyproject.toml, or toolrag.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from toolrag.errors import InvalidInputError, Problem
from toolrag.lint.result import FailOn
from toolrag.lint.selection import check_known
from toolrag.lint.settings import THRESHOLD_NAMES, Level, Override, Settings, Thresholds

FILES: Final = ("toolrag.toml", "pyproject.toml")


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]


def _kebab(name: str) -> str:
    return name.replace("_", "-")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=_kebab, frozen=True)


class ScopeModel(_Model):
    """Other rules for some files or one server."""

    ignore: Names = ()
    severity: dict[str, Level] = Field(default_factory=dict)


class LintConfig(_Model):
    """What a project writes down about its linting."""

    select: Names = ("default",)
    ignore: Names = ()
    severity: dict[str, Level] = Field(default_factory=dict)
    thresholds: dict[str, float] = Field(default_factory=dict)
    per_file: dict[str, ScopeModel] = Field(default_factory=dict)
    per_server: dict[str, ScopeModel] = Field(default_factory=dict)
    provider: Names = ()
    variants: tuple[tuple[str, ...], ...] = ()
    exclude: Names = ()
    publish: bool = False
    overlap: bool = True
    fail_on: FailOn = "warning"
    baseline: str | None = None

    def settings(self) -> Settings:
        """Return what the rules look at.

        Raises:
            InvalidInputError: for a threshold that there is not.
        """
        for name in self.thresholds:
            check_known("threshold", name, [_kebab(known) for known in THRESHOLD_NAMES])
        overrides = [
            Override(files=(glob,), ignore=scope.ignore, severity=scope.severity)
            for glob, scope in self.per_file.items()
        ] + [
            Override(servers=(glob,), ignore=scope.ignore, severity=scope.severity)
            for glob, scope in self.per_server.items()
        ]
        return Settings(
            select=self.select,
            ignore=self.ignore,
            severity=self.severity,
            thresholds=_thresholds(self.thresholds),
            overrides=tuple(overrides),
            providers=self.provider,
            variants=tuple(frozenset(group) for group in self.variants),
            publish=self.publish,
            overlap=self.overlap,
        )


def _thresholds(given: Mapping[str, float]) -> Thresholds:
    usual = Thresholds()
    changed: dict[str, Any] = {}
    for name, value in given.items():
        field = name.replace("-", "_")
        changed[field] = type(getattr(usual, field))(value)
    return replace(usual, **changed)


def find_config(start: Path) -> Path | None:
    """Return the nearest configuration file at or above a folder, None where there is none.

    A pyproject.toml without a `[tool.toolrag.lint]` table is passed over.
    """
    for folder in (start, *start.parents):
        for name in FILES:
            path = folder / name
            if path.is_file() and (name == FILES[0] or _table(path) is not None):
                return path
        if (folder / ".git").exists():
            return None
    return None


def load_config(path: Path | None) -> LintConfig:
    """Return the configuration in a file, the default one for None.

    Raises:
        InvalidInputError: when it cannot be read, or has a key that there is not.
    """
    if path is None:
        return LintConfig()
    if not path.is_file():
        raise InvalidInputError(f"There is no file {str(path)!r}.", hint="Check --config.")
    table = _table(path)
    try:
        return LintConfig.model_validate(table or {})
    except ValidationError as error:
        problems = tuple(_problem(fault) for fault in error.errors())
        detail = f"The configuration in {path.as_posix()} cannot be used."
        raise InvalidInputError(detail, hint=problems[0].message, problems=problems) from None


def _table(path: Path) -> dict[str, Any] | None:
    """Return the linter's table of a TOML file, None where it has none."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        detail = f"{path.as_posix()} cannot be read: {error}."
        raise InvalidInputError(detail, hint="It is a TOML file in UTF-8.") from error
    tool = document.get("tool", {}).get("toolrag", {}).get("lint")
    if path.name == FILES[1] or tool is not None:
        return tool if isinstance(tool, dict) else None
    own = document.get("lint", document)
    return own if isinstance(own, dict) else None


def _problem(fault: Any) -> Problem:
    """Return a fault of the configuration as a sentence, with the nearest name for a wrong key."""
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] != "extra_forbidden":
        return Problem(where, "config_invalid", f"{where}: {fault['msg']}.")
    scoped = str(fault["loc"][0]) in {"per-file", "per-server"}
    model: type[BaseModel] = ScopeModel if scoped else LintConfig
    known = [_kebab(name) for name in model.model_fields]
    near = get_close_matches(str(fault["loc"][-1]), known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}."
    return Problem(where, "config_invalid", f"There is no key {where!r}; {hint}")
