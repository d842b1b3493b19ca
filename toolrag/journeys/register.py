"""Register: read, check, encode what changed, write. All or nothing unless asked otherwise."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from toolrag.domain.canonical import Json
from toolrag.domain.finding import Finding
from toolrag.domain.tool import StoredTool
from toolrag.errors import (
    BatchTooLargeError,
    LintRefusedError,
    Problem,
    SchemaInvalidError,
    ToolragError,
)
from toolrag.formats.reading import Parsed, Reading, Refused
from toolrag.formats.registry import read
from toolrag.journeys.catalogue import check_catalogue_name
from toolrag.journeys.gate import findings_among, findings_on
from toolrag.journeys.workspace import Workspace, encode_tools
from toolrag.ports.index import IndexEntry, Record, ToolFilter, ToolIndex, every_tool

MAX_BATCH: Final = 5_000


@dataclass(frozen=True, slots=True)
class Registration:
    """What to register, and how strictly. `examples` and `tags` are by tool name."""

    document: Json
    catalogue: str = "default"
    server: str | None = None
    format: str = "auto"
    lint: Literal["enforce", "warn", "off"] = "warn"
    mode: Literal["all", "partial"] = "all"
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Registered:
    """One tool that is in the catalogue now."""

    id: str
    status: Literal["created", "updated", "unchanged"]
    revision: int
    hash: str


@dataclass(frozen=True, slots=True)
class RefusedTool:
    """One definition that is not; `problems` are pointers into what was sent."""

    index: int
    name: str | None
    problems: tuple[Problem, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The outcome of a registration."""

    registered: tuple[Registered, ...]
    refused: tuple[RefusedTool, ...]
    findings: tuple[Finding, ...]
    removed: tuple[str, ...] = ()


class RefusedRegistrationError(ToolragError):
    """Nothing was registered; `receipt` says why for each tool. Subclasses carry the code."""

    receipt: Receipt


class _SchemaRefusedError(RefusedRegistrationError, SchemaInvalidError):
    code = SchemaInvalidError.code
    title = SchemaInvalidError.title


class _LintRefusedError(RefusedRegistrationError, LintRefusedError):
    code = LintRefusedError.code
    title = LintRefusedError.title


async def register(workspace: Workspace, registration: Registration) -> Receipt:
    """Register or update tools; what this returns survives a crash.

    Raises:
        RefusedRegistrationError: mode "all" and a tool cannot be used; nothing was registered.
        BatchTooLargeError: more tools than one call takes.
        FormatUnknownError, MalformedDocumentError, NameInvalidError: as `formats.registry.read`.
        EncoderMismatchError, UnavailableError: as `IndexEngine.open`.
    """
    return await _register(workspace, registration, exactly=False)


async def sync(workspace: Workspace, registration: Registration) -> Receipt:
    """Make a server's tools exactly those of the registration; raises as `register`."""
    return await _register(workspace, registration, exactly=True)


async def _register(workspace: Workspace, asked: Registration, *, exactly: bool) -> Receipt:
    check_catalogue_name(asked.catalogue)
    reading = _read(asked)
    # The rules take a second for a thousand tools; turns go on meanwhile.
    wanted, refused, findings = await asyncio.to_thread(_checked, reading, asked)
    if asked.mode == "all":
        _raise_if_any(refused, findings)
    async with workspace.writing[asked.catalogue]:
        index = await workspace.engine.open(asked.catalogue, create=True)
        before = await index.get([parsed.tool.id for parsed in wanted])
        taken = [_collision(parsed, before) for parsed in wanted]
        collided = tuple(problem for problem in taken if problem is not None)
        if asked.mode == "all":
            _raise_if_any(collided, findings)
        kept = [parsed for parsed, bad in zip(wanted, taken, strict=True) if bad is None]
        registered, changed = _compared(kept, before, workspace.clock())
        entries = await encode_tools(workspace, changed) if changed else ()
        if asked.lint != "off" and entries:
            near = await findings_among(kept, entries, index)
            findings = tuple(dict.fromkeys((*findings, *near)))
        await _write(workspace, asked.catalogue, index, entries, before)
        removed = await _remove_others(workspace, asked, index, registered) if exactly else ()
    return Receipt(registered, (*refused, *collided), findings, removed)


def _read(asked: Registration) -> Reading:
    reading = read(asked.document, format=asked.format, server=asked.server)
    count = len(reading.parsed) + len(reading.refused)
    if count > MAX_BATCH:
        detail = f"{count} tools were sent at once; one call takes {MAX_BATCH}."
        hint = f"Send them in batches of at most {MAX_BATCH}; `toolrag register` does."
        raise BatchTooLargeError(detail, hint=hint)
    names = {parsed.tool.name for parsed in reading.parsed}
    names |= {refused.name for refused in reading.refused if refused.name}
    for field_name, given in (("examples", asked.examples), ("tags", asked.tags)):
        unknown = sorted(given.keys() - names)
        if unknown:
            problem = Problem(f"/{field_name}/{unknown[0]}", "tool_not_found", "Not in this batch.")
            detail = f"`{field_name}` names {unknown[0]!r}, which is not among the tools sent."
            raise SchemaInvalidError(detail, hint="Use the tools' names.", problems=(problem,))
    return reading


def _checked(
    reading: Reading, asked: Registration
) -> tuple[list[Parsed], tuple[RefusedTool, ...], tuple[Finding, ...]]:
    """Return what can be registered, what is refused, and every finding of the linter."""
    parsed = [_completed(item, asked) for item in reading.parsed]
    refused = [_refused(item) for item in reading.refused]
    unique: dict[str, Parsed] = {}
    for item in parsed:
        first = unique.setdefault(item.tool.id, item)
        if first is not item:
            refused.append(_duplicate(item, first))
    findings = () if asked.lint == "off" else findings_on(list(unique.values()))
    if asked.lint == "enforce":
        bad = {finding.tool for finding in findings if finding.severity == "error"}
        for item in [unique.pop(tool_id) for tool_id in sorted(bad)]:
            own = tuple(f for f in findings if f.tool == item.tool.id)
            refused.append(RefusedTool(item.index, item.tool.name, (), own))
    refused.sort(key=lambda item: item.index)
    return list(unique.values()), tuple(refused), findings


def _completed(parsed: Parsed, asked: Registration) -> Parsed:
    """Add the examples and tags that came beside the definitions."""
    tool = parsed.tool
    examples = (*tool.examples, *asked.examples.get(tool.name, ()))
    tags = (*tool.tags, *asked.tags.get(tool.name, ()))
    whole = replace(tool, examples=tuple(dict.fromkeys(examples)), tags=tuple(dict.fromkeys(tags)))
    return replace(parsed, tool=whole)


def _refused(item: Refused) -> RefusedTool:
    return RefusedTool(item.index, item.name, item.problems)


def _duplicate(item: Parsed, first: Parsed) -> RefusedTool:
    message = f"{item.tool.id!r} is in this batch twice, the first time at {first.pointer}."
    problem = Problem(item.pointer, "duplicate_name", message)
    return RefusedTool(item.index, item.tool.name, (problem,))


def _collision(parsed: Parsed, before: Mapping[str, Record]) -> RefusedTool | None:
    """Tell of another stored tool with this id: `a/b` may be a name, or a server and a name."""
    known = before.get(parsed.tool.id)
    if known is None or known.stored.tool.name == parsed.tool.name:
        return None
    other = known.stored.tool
    message = (
        f"The id {parsed.tool.id!r} belongs to the tool {other.name!r} of server {other.server!r}."
    )
    problem = Problem(f"{parsed.pointer}/name", "id_taken", message)
    return RefusedTool(parsed.index, parsed.tool.name, (problem,))


def _raise_if_any(refused: Sequence[RefusedTool], findings: tuple[Finding, ...]) -> None:
    if not refused:
        return
    problems = tuple(problem for tool in refused for problem in tool.problems)
    kind = _SchemaRefusedError if problems else _LintRefusedError
    names = ", ".join(repr(tool.name) if tool.name else f"#{tool.index}" for tool in refused[:5])
    more = f" and {len(refused) - 5} more" if len(refused) > 5 else ""
    error = kind(
        f"{len(refused)} of the tools cannot be registered ({names}{more}); nothing was.",
        hint='Mend them, or send mode="partial" to register the others.',
        problems=problems,
    )
    error.receipt = Receipt((), tuple(refused), findings)
    raise error


def _compared(
    wanted: Sequence[Parsed], before: Mapping[str, Record], now: float
) -> tuple[tuple[Registered, ...], list[StoredTool]]:
    """Say of each tool what happens to it, and return those that change."""
    changed: list[StoredTool] = []
    outcome: list[Registered] = []
    for parsed in wanted:
        known = before.get(parsed.tool.id)
        if known is not None and known.stored.tool == parsed.tool:
            outcome.append(_registered(known.stored, "unchanged"))
            continue
        stored = _next(parsed, known.stored if known else None, now)
        changed.append(stored)
        outcome.append(_registered(stored, "created" if known is None else "updated"))
    return tuple(outcome), changed


async def _write(
    workspace: Workspace,
    catalogue: str,
    index: ToolIndex,
    entries: Sequence[IndexEntry],
    before: Mapping[str, Record],
) -> None:
    if not entries:
        return
    await index.upsert(entries)
    written = [entry.stored.tool for entry in entries]
    old = [before[tool.id].stored.tool for tool in written if tool.id in before]
    workspace.totals.replace(catalogue, old, written)


def _next(parsed: Parsed, known: StoredTool | None, now: float) -> StoredTool:
    return StoredTool(
        tool=parsed.tool,
        revision=known.revision + 1 if known else 1,
        created_at=known.created_at if known else now,
        updated_at=now,
        format=parsed.format,
        source=parsed.source,
        learned=known.learned if known else (),
    )


def _registered(
    stored: StoredTool, status: Literal["created", "updated", "unchanged"]
) -> Registered:
    return Registered(stored.tool.id, status, stored.revision, stored.tool.content_hash)


async def _remove_others(
    workspace: Workspace, asked: Registration, index: ToolIndex, kept: Iterable[Registered]
) -> tuple[str, ...]:
    """Remove the server's tools that were not sent."""
    ids = {registered.id for registered in kept}
    which = ToolFilter(servers=frozenset((asked.server or "",)), exclude=frozenset(ids))
    gone = [stored async for stored in every_tool(index, which)]
    await index.delete([stored.tool.id for stored in gone])
    workspace.totals.replace(asked.catalogue, [stored.tool for stored in gone], [])
    return tuple(sorted(stored.tool.id for stored in gone))
