"""Tool definitions in files: JSON, JSON lines or YAML, as one document for `formats.read`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from toolrag.errors import MalformedDocumentError
from toolrag.lint.source.yaml_text import JsonLoader

SUFFIXES: Final = frozenset({".json", ".jsonl", ".ndjson", ".yaml", ".yml"})


def find(paths: list[Path]) -> list[Path]:
    """Return the files that `paths` name; of a folder, every definition file below it, sorted.

    Beside the definitions of a benchmark lie its queries, `queries*.jsonl`, which are none.

    Raises:
        MalformedDocumentError: when a path is not there.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.rglob("*") if _holds_definitions(p))
        elif path.exists():
            found.append(path)
        else:
            raise MalformedDocumentError(f"There is no file {str(path)!r}.", hint="Check the path.")
    return found


def _holds_definitions(path: Path) -> bool:
    return path.suffix in SUFFIXES and path.is_file() and not path.match("queries*.jsonl")


def load(path: Path) -> Any:
    """Return the document in a file.

    Raises:
        MalformedDocumentError: when it cannot be read, with the line and the column.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        detail = f"{str(path)!r} cannot be read: {error}."
        raise MalformedDocumentError(detail, hint="Files are UTF-8 text.") from error
    try:
        if path.suffix in {".jsonl", ".ndjson"}:
            return [_json(line) for line in text.splitlines() if line.strip()]
        if path.suffix in {".yaml", ".yml"}:
            return yaml.load(text, Loader=JsonLoader)  # noqa: S506 # a SafeLoader
        return _json(text)
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        detail = f"{str(path)!r} cannot be read: {error}."
        raise MalformedDocumentError(detail, hint="Use JSON, JSON lines or YAML.") from error


def server_of(path: Path, document: Any) -> str | None:
    """Return the file's stem as a server name, None where the document names its own."""
    if isinstance(document, Mapping):
        own = any(key in document for key in ("server", "servers", "openapi", "paths"))
        return None if own else path.stem
    entries = document if isinstance(document, list) else []
    named = any(isinstance(entry, Mapping) and "server" in entry for entry in entries)
    return None if named else path.stem


def _json(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse)


def _refuse(constant: str) -> None:
    message = f"{constant} is not a JSON number"
    raise ValueError(message)
