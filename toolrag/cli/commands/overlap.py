"""`toolrag overlap`."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from toolrag.cli.session import Catalogue, Data, Url, run
from toolrag.cli.tables import print_map
from toolrag.cli.terminal import err, print_json
from toolrag.errors import InvalidInputError

if TYPE_CHECKING:
    from toolrag.client import ToolragClient

_Output = Literal["text", "json", "html"]


def overlap(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of definitions, instead of a catalogue.")
    ] = None,
    catalogue: Catalogue = "default",
    min_probability: Annotated[
        float, typer.Option(min=0, max=1, help="0 prints every pair.")
    ] = 0.5,
    format: Annotated[_Output, typer.Option("--format", help="How the map is written.")] = "text",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write there instead of to stdout.")
    ] = None,
    variants: Annotated[
        list[str] | None,
        typer.Option(help="Ids, with commas, of tools never served together; repeatable."),
    ] = None,
    diff: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Tell what files take from each other since a revision."),
    ] = None,
    data: Data = None,
    url: Url = None,
) -> None:
    """Show which tools of a catalogue, or of files, can be confused. Exit code 1 when any can."""
    groups = [*_configured(), *(variants or ())]
    if diff is not None:
        _print_taken(files, diff, groups)
        return
    page, report = _asked(files, catalogue, min_probability, groups, format, data, url)
    if page:
        _write(page, output)
    elif output is not None:
        raise InvalidInputError("--output is for pages.", hint="Add --format html.")
    elif format == "json":
        print_json(report)
    else:
        print_map(report)
    if report["pairs"] or report["clashes"]:
        raise typer.Exit(1)


def _asked(  # the options
    files: list[Path] | None,
    catalogue: str,
    min_probability: float,
    variants: list[str],
    format: _Output,
    data: Path | None,
    url: str | None,
) -> tuple[str, dict[str, Any]]:
    """Return the page ("" unless it is asked for), and the map."""
    from toolrag.adapters.tool_files import find, load, server_of

    documents = [(path, load(path)) for path in find(files or [])]

    async def work(client: "ToolragClient") -> tuple[str, dict[str, Any]]:
        for path, document in documents:
            name = server_of(path, document)
            await client.register(document, server=name, catalogue=catalogue, mode="partial")
        asked = (catalogue, min_probability, variants)
        page = await client.overlap_page(*asked) if format == "html" else ""
        return page, await client.overlap(*asked)

    if not files:
        return run(work, url=url, data=data)
    with tempfile.TemporaryDirectory() as folder:
        return run(work, url=None, data=Path(folder))


def _write(page: str, output: Path | None) -> None:
    if output is None:
        typer.echo(page, nl=False)
        return
    output.write_text(page, encoding="utf-8")
    err().print(f"Wrote {output.as_posix()}.", markup=False)


def _configured() -> list[str]:
    """Return the groups of variants that the linter's configuration declares."""
    from toolrag.adapters.lint_config import find_config, load_config

    return [",".join(group) for group in load_config(find_config(Path.cwd())).variants]


def _print_taken(files: list[Path] | None, revision: str, variants: list[str]) -> None:
    """Print what changed tools take from others since a revision; exit code 1 for any of it."""
    from toolrag.adapters.lint_files import sources
    from toolrag.cli.linting import Asked
    from toolrag.cli.linting import run as lint
    from toolrag.cli.terminal import out
    from toolrag.lint.settings import Settings
    from toolrag.retrieval.overlap.map import variant_groups

    settings = Settings(select=("overlap-regression",), variants=variant_groups(variants))
    paths = [str(path) for path in files or [Path()]]
    done = lint(Asked(sources(paths, ()), settings, diff=revision))
    for finding in done.result.findings:
        out().print(finding.message, markup=False, soft_wrap=True)
    if not done.result.findings:
        out().print(f"No tool takes requests from another since {revision}.", markup=False)
    if done.failed:
        raise typer.Exit(2)
    if done.result.findings:
        raise typer.Exit(1)
