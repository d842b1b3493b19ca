"""A benchmark: tools, and the labelled queries of `queries.jsonl`."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolrag.errors import MalformedDocumentError


@dataclass(frozen=True, slots=True)
class Query:
    """One labelled query. `relevant` is empty where nothing fits.

    `equals` are other tools that are as good as a relevant one, each with that one. `candidates`
    restricts what may be offered, where nothing fits. `history` are the messages before the query,
    oldest first.
    """

    id: str
    text: str
    relevant: tuple[str, ...]
    language: str
    candidates: tuple[str, ...] | None = None
    history: tuple[Mapping[str, Any], ...] = ()
    equals: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dataset:
    """A folder's tools, as MCP definitions with an `id`, and its queries."""

    name: str
    tools: tuple[Mapping[str, Any], ...]
    queries: tuple[Query, ...]


def load(
    folder: Path,
    tools: Sequence[Mapping[str, Any]],
    sample: int | None = None,
    queries: str = "queries.jsonl",
) -> Dataset:
    """Return a benchmark: these tools, and the queries of the folder or a `sample` of them.

    Raises:
        MalformedDocumentError: when the queries are missing or a line cannot be read.
    """
    found = load_queries(folder / queries)
    if sample is not None and sample < len(found):
        # The same sample every time, so that two runs can be compared.
        found = tuple(random.Random(0).sample(found, sample))  # noqa: S311 # no secret
    return Dataset(folder.name, tuple(tools), found)


def load_queries(path: Path) -> tuple[Query, ...]:
    """Return the labelled queries of a file; raises as `load`."""
    return tuple(_query(row) for row in _lines(path))


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        detail = f"{str(path)!r} cannot be read: {error.strerror}."
        hint = "A benchmark folder holds tools.jsonl and queries.jsonl."
        raise MalformedDocumentError(detail, hint=hint) from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _row(line, path, number)


def _row(line: str, path: Path, number: int) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        detail = f"{str(path)!r}, line {number}: {error}."
        raise MalformedDocumentError(detail, hint="One JSON object a line.") from error
    if not isinstance(row, Mapping) or "id" not in row:
        detail = f"{str(path)!r}, line {number}: an object with an `id` is needed."
        raise MalformedDocumentError(detail, hint="One JSON object a line.")
    return row


def _query(row: Mapping[str, Any]) -> Query:
    candidates = row.get("candidates")
    groups = [group for group in row.get("relevant_groups") or () if group]
    return Query(
        id=str(row["id"]),
        text=str(row.get("query", "")),
        # Any tool of a group will do: its first one stands for the others.
        relevant=tuple(group[0] for group in groups) if groups else tuple(row.get("relevant", ())),
        language=str(row.get("lang", "en")),
        candidates=None if candidates is None else tuple(candidates),
        history=tuple(row.get("history") or ()),
        equals={other: group[0] for group in groups for other in group[1:]},
    )
