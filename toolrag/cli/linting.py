"""What `toolrag lint` does between its options and its output."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from toolrag.cli.terminal import err, fail
from toolrag.errors import InvalidInputError
from toolrag.lint.baseline import Baseline, parse
from toolrag.lint.definition import Definition
from toolrag.lint.fix import fix_document
from toolrag.lint.reading import registered
from toolrag.lint.result import Result
from toolrag.lint.settings import Settings
from toolrag.lint.source.node import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolrag.adapters.lint_files import Loaded, Source
    from toolrag.domain.finding import Finding
    from toolrag.journeys.lint import Earlier
    from toolrag.ports.encoder import Encoder

# Each round mends what the round before laid bare; real files need two.
_MAX_ROUNDS = 10
# Below this nobody waits for the bar.
_BAR_FROM = 200


@dataclass(frozen=True)
class Asked:
    """What one call of the command asks for."""

    sources: Sequence["Source"]
    settings: Settings
    format: str = "auto"
    against: str | None = None
    diff: str | None = None
    baseline: Baseline | None = None


@dataclass(frozen=True)
class Linted:
    """What came of it. `definitions` are those that were read, `failed` that not all could be."""

    result: Result
    definitions: tuple[Definition, ...]
    failed: bool


def run(asked: Asked) -> Linted:
    """Read, check and compare; what cannot be read is told on stderr.

    Raises:
        ToolragError: when nothing can be linted.
    """
    from toolrag.adapters.lint_files import load
    from toolrag.journeys.lint import Earlier

    loaded = load(asked.sources, asked.format)
    for failure in loaded.failures:
        fail(failure.detail, failure.hint)
    if not loaded.definitions:
        if loaded.failures:
            return Linted(Result((), 0, 0), (), failed=True)
        raise InvalidInputError(
            "No tool was found in what was named.",
            hint='Name files that hold a list of definitions, {"tools": [...]} or OpenAPI.',
        )
    before = _before(asked, loaded)
    settings = _settings(asked, loaded, before)
    earlier = Earlier(before or (), asked.baseline.tools if asked.baseline else None)
    known = _registered(asked.against, loaded.definitions) if asked.against else ()
    findings = _check((*loaded.definitions, *known), settings, earlier)
    result = _result(findings, loaded.definitions, loaded.documents, asked.baseline)
    return Linted(result, loaded.definitions, failed=bool(loaded.failures))


def _before(asked: Asked, loaded: "Loaded") -> tuple[Definition, ...] | None:
    """Return the definitions at the revision to compare with, None where none is named."""
    from toolrag.adapters.lint_files import load_revision

    return None if asked.diff is None else load_revision(loaded.documents, asked.diff)


def _settings(asked: Asked, loaded: "Loaded", before: tuple[Definition, ...] | None) -> Settings:
    """Return the settings, with a revision only for what changed since."""
    from toolrag.journeys.lint import changed_ids

    if before is None:
        return asked.settings
    return replace(asked.settings, changed=changed_ids(before, loaded.definitions))


def _result(
    findings: Sequence["Finding"],
    definitions: Sequence[Definition],
    documents: Sequence[Document],
    baseline: Baseline | None,
) -> Result:
    kept = tuple(findings) if baseline is None else baseline.without_known(findings)
    return Result(
        findings=kept,
        files=len(documents),
        tools=len(definitions),
        documents={document.name: document for document in documents},
        baselined=len(findings) - len(kept),
    )


def _check(
    definitions: Sequence[Definition], settings: Settings, earlier: "Earlier | None"
) -> tuple["Finding", ...]:
    from toolrag.adapters.tiktoken_counter import TiktokenCounter
    from toolrag.journeys.lint import lint

    encoders = encoders_for(settings)
    with _progress(encoders, len(definitions)) as ticking:
        work = lint(
            definitions,
            settings,
            encoders=ticking,
            count_tokens=TiktokenCounter().count,
            earlier=earlier,
        )
        return asyncio.run(work)


def encoders_for(settings: Settings) -> list["Encoder"]:
    """Return the encoders that overlap is measured with: the quick one unless others are set."""
    if not settings.overlap:
        return []
    from toolrag.api.settings import Settings as ServiceSettings
    from toolrag.api.wiring import encoder
    from toolrag.journeys.workspace import QUICK_ENCODER

    service = ServiceSettings()
    chosen = "encoders" in service.model_fields_set
    names = service.encoder_names if chosen else (QUICK_ENCODER,)
    return [encoder(name, alone=len(names) == 1) for name in names]


class _Ticking:
    """An encoder that tells how far it is."""

    def __init__(self, encoder: "Encoder", tick: Callable[[int, int], None]) -> None:
        self._encoder = encoder
        self._tick = tick
        self.name = encoder.name
        self.dimension = encoder.dimension
        self.fingerprint = encoder.fingerprint
        self.speaks = encoder.speaks

    async def encode(self, texts: Sequence[str]) -> list[object]:
        vectors: list[object] = []
        for start in range(0, len(texts), 128):
            vectors += await self._encoder.encode(texts[start : start + 128])
            self._tick(len(vectors), len(texts))
        return vectors


@contextmanager
def _progress(encoders: list["Encoder"], tools: int) -> "Iterator[list[Encoder]]":
    """Show a bar on a terminal while many tools are encoded."""
    if not encoders or tools < _BAR_FROM or not err().is_terminal:
        yield encoders
        return
    from rich.progress import Progress

    with Progress(console=err(), transient=True) as bar:
        task = bar.add_task(f"Comparing {tools} tools", total=None)

        def tick(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield [_Ticking(encoder, tick) for encoder in encoders]  # type: ignore[misc] # the port


def _registered(against: str, own: Sequence[Definition]) -> tuple[Definition, ...]:
    """Return the tools of a catalogue, those left out that are linted themselves.

    `against` is a data folder or the address of a service, `#name` the catalogue.
    """
    from toolrag.cli.session import run as session
    from toolrag.client import ToolragClient
    from toolrag.domain.tool import tool_from_json

    place, _, catalogue = against.partition("#")
    is_url = place.startswith(("http://", "https://"))
    if not is_url and not Path(place).is_dir():
        detail = f"There is no data folder {place!r}."
        raise InvalidInputError(detail, hint="Name a folder, or the address of a service.")

    async def work(client: ToolragClient) -> list[Definition]:
        listed = await client.tools(catalogue or "default", definitions=True)
        return [registered(tool_from_json(tool["tool"])) for tool in listed]

    found = session(work, url=place if is_url else None, data=None if is_url else Path(place))
    ids = {definition.id for definition in own}
    return tuple(definition for definition in found if definition.id not in ids)


def fix_files(asked: Asked, *, unsafe: bool) -> int:
    """Write the files with their fixes made, round by round; return how many were made."""
    from toolrag.adapters.lint_files import load

    total = 0
    for _ in range(_MAX_ROUNDS):
        loaded = load(asked.sources, asked.format)
        settings = _settings(asked, loaded, _before(asked, loaded))
        # No rule that asks the encoder has a fix.
        settings = replace(settings, overlap=False)
        findings = _check(loaded.definitions, settings, None) if loaded.definitions else ()
        made = sum(_fix_file(document, findings, unsafe=unsafe) for document in loaded.documents)
        if not made:
            break
        total += made
    return total


def _fix_file(document: Document, findings: Sequence["Finding"], *, unsafe: bool) -> int:
    own = [finding for finding in findings if finding.file == document.name]
    fixed = fix_document(document, own, unsafe=unsafe)
    if not fixed.findings or document.name == "<stdin>":
        return 0
    path = Path(document.name)
    raw = path.read_bytes()
    mark = "\ufeff" if raw.startswith(b"\xef\xbb\xbf") else ""
    path.write_bytes((mark + fixed.text).encode("utf-8"))
    return len(fixed.findings)


def read_baseline(path: Path) -> Baseline:
    """Return the baseline in a file.

    Raises:
        InvalidInputError: when it is not there, or is none.
    """
    try:
        return parse(path.read_text("utf-8"), path.as_posix())
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(
            f"The baseline {path.as_posix()} cannot be read: {error}.",
            hint="Write one with --write-baseline.",
        ) from error
