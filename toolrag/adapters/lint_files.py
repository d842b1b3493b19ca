"""What the linter is pointed at: files, folders, globs, standard input, literals in modules."""

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from glob import glob
from pathlib import Path
from typing import Final

from toolrag.adapters.tool_files import SUFFIXES, server_of
from toolrag.errors import (
    FormatUnknownError,
    InvalidInputError,
    MalformedDocumentError,
    ToolragError,
)
from toolrag.lint.definition import Definition
from toolrag.lint.reading import definitions
from toolrag.lint.source.json_text import parse_json, parse_json_lines
from toolrag.lint.source.node import Document
from toolrag.lint.source.python_text import parse_python
from toolrag.lint.source.yaml_text import parse_yaml

STDIN: Final = "-"
_MODULE: Final = re.compile(r"(?P<module>[\w./\\-]+?):(?P<attribute>[A-Za-z_]\w*)")
_SKIPPED: Final = frozenset(
    {"node_modules", "__pycache__", "venv", "site-packages", "dist", "build"}
)
# A folder may hold a million lines of locked dependencies; without any of these there are no tools.
_WORTH_READING: Final = (
    "inputSchema",
    "input_schema",
    "parameters",
    "openapi",
    "description",
    "tools",
)


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to read. `named` says that the user named it, and not a folder around it."""

    path: Path
    named: bool
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was read: definitions, the documents they stand in, and what could not be read."""

    definitions: tuple[Definition, ...]
    documents: tuple[Document, ...]
    failures: tuple[ToolragError, ...]


def sources(paths: Sequence[str], exclude: Sequence[str] = ()) -> list[Source]:
    """Return what some arguments name, sorted, each once.

    Raises:
        InvalidInputError: when one names nothing.
    """
    found: dict[tuple[str, str], Source] = {}
    for argument in paths:
        for source in _named(argument):
            name = source.path.as_posix()
            excluded = any(fnmatch(name, pattern) for pattern in exclude)
            if not excluded or source.named:
                known = found.get((name, source.attribute))
                if known is None or not known.named:
                    found[name, source.attribute] = source
    return [found[key] for key in sorted(found)]


def _named(argument: str) -> list[Source]:
    path = Path(argument)
    if argument == STDIN:
        return [Source(path, named=True)]
    if path.is_dir():
        return [Source(p, named=False) for p in _below(path)]
    if path.exists():
        return [Source(path, named=True)]
    module = _MODULE.fullmatch(argument)
    if module is not None:
        return [Source(_module_file(module["module"]), named=True, attribute=module["attribute"])]
    wild = any(c in argument for c in "*?[")
    matches = sorted(glob(argument, recursive=True)) if wild else []  # noqa: PTH207 # absolute too
    if not matches:
        raise InvalidInputError(
            f"There is no file, folder or match for {argument!r}.",
            hint="Name files, folders, globs, module:attribute, or - for standard input.",
        )
    return [source for match in matches for source in _named(match)]


def _below(folder: Path) -> list[Path]:
    kept = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in _SKIPPED for part in parts)
        if path.suffix in SUFFIXES and path.is_file() and not hidden:
            kept.append(path)
    return kept


def _module_file(module: str) -> Path:
    """Return the file of a module by its dotted name, looked for here and under `src`."""
    if module.endswith(".py"):
        candidates = [Path(module)]
    else:
        relative = Path(*module.split("."))
        bases = (Path(), Path("src"))
        candidates = [base / relative.with_suffix(".py") for base in bases]
        candidates += [base / relative / "__init__.py" for base in bases]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise InvalidInputError(
        f"There is no module {module!r} here or under src.",
        hint="Name its file: path.py:attribute.",
    )


def load(found: Sequence[Source], format: str = "auto") -> Loaded:
    """Return the definitions of some sources; what cannot be read is told, and the rest is read.

    A file that was named and holds no tool is a failure; one below a folder is passed over.
    """
    read: list[Definition] = []
    documents: list[Document] = []
    failures: list[ToolragError] = []
    for source in found:
        try:
            text = _text(source)
            if not source.named and not any(mark in text for mark in _WORTH_READING):
                continue
            document = read_document(source, text)
            read += _definitions(source, document, format)
            documents.append(document)
        except FormatUnknownError as error:
            if source.named:
                detail = f"{_name(source)}: {error.detail}"
                failures.append(FormatUnknownError(detail, hint=error.hint))
        except MalformedDocumentError as error:
            if source.named or _may_hold_tools(source):
                failures.append(error)
    return Loaded(tuple(read), tuple(documents), tuple(failures))


def load_revision(documents: Sequence[Document], revision: str) -> tuple[Definition, ...]:
    """Return the definitions that the same files held at a git revision; new files hold none.

    Raises:
        InvalidInputError: when git does not know the revision, or there is no repository.
    """
    _git(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], revision)
    read: list[Definition] = []
    for document in documents:
        source = Source(Path(document.name), named=False)
        text = _git_show(revision, source.path)
        if text is None or document.syntax == "python":
            continue
        try:
            read += _definitions(source, read_document(source, text), "auto")
        except (FormatUnknownError, MalformedDocumentError):
            continue
    return tuple(read)


def _git(arguments: list[str], revision: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 # git, with arguments of our own
            ["git", *arguments],  # noqa: S607 # the user's git
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise InvalidInputError(
            f"git knows no revision {revision!r} here.",
            hint="Run it inside the repository; in CI fetch the branch to compare with.",
        ) from error
    return done.stdout.decode("utf-8", "replace")


def _git_show(revision: str, path: Path) -> str | None:
    done = subprocess.run(  # noqa: S603 # as above
        ["git", "show", f"{revision}:./{path.name}"],  # noqa: S607 # as above
        capture_output=True,
        check=False,
        cwd=path.parent,
    )
    return done.stdout.decode("utf-8-sig", "replace") if done.returncode == 0 else None


def _name(source: Source) -> str:
    if str(source.path) == STDIN:
        return "<stdin>"
    return source.path.as_posix()


@cache
def _stdin() -> bytes:
    """Return standard input, which can be read only once."""
    return sys.stdin.buffer.read()


def _text(source: Source) -> str:
    try:
        raw = _stdin() if str(source.path) == STDIN else source.path.read_bytes()
        return raw.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        detail = f"{_name(source)} cannot be read: {error}."
        raise MalformedDocumentError(detail, hint="Files are UTF-8 text.") from error


def read_document(source: Source, text: str) -> Document:
    """Return the document in a text, by the name it comes from.

    Raises:
        MalformedDocumentError: when it is none.
    """
    name, suffix = _name(source), source.path.suffix
    if source.attribute:
        return parse_python(name, text, source.attribute)
    if suffix == ".py":
        raise MalformedDocumentError(
            f"{name} is Python.", hint=f"Name the literal that holds the tools: {name}:TOOLS."
        )
    if suffix in {".jsonl", ".ndjson"}:
        return parse_json_lines(name, text)
    if suffix in {".yaml", ".yml"}:
        return parse_yaml(name, text)
    if suffix == ".json" or text.lstrip()[:1] in {"{", "["}:
        return _json_or_lines(name, text)
    return parse_yaml(name, text)


def _json_or_lines(name: str, text: str) -> Document:
    """Read JSON; a text that goes on after its first line's value may be JSON lines."""
    try:
        return parse_json(name, text)
    except MalformedDocumentError:
        try:
            document = parse_json_lines(name, text)
        except MalformedDocumentError:
            document = None
        if document is None or len(document.root.items) < 2:  # one line is JSON
            raise
        return document


def _definitions(source: Source, document: Document, format: str) -> list[Definition]:
    value = document.root.value
    stem = None if str(source.path) == STDIN else server_of(source.path, value)
    found = list(definitions(document, value, server=stem, format=format, named=source.named))
    if not found:
        raise FormatUnknownError("No tool was found in it.", hint="It describes no operation.")
    return found


def _may_hold_tools(source: Source) -> bool:
    """Tell whether a file that cannot be read was meant to hold tools."""
    try:
        raw = source.path.read_bytes()
    except OSError:
        return True
    return b"inputSchema" in raw or b"input_schema" in raw
