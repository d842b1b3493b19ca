"""`toolrag lint` and `toolrag rules`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from toolrag.cli.terminal import counted, err, out, print_json
from toolrag.errors import InvalidInputError

if TYPE_CHECKING:
    from toolrag.adapters.lint_config import LintConfig
    from toolrag.cli.linting import Asked, Linted

_BASELINE = ".toolrag-baseline.json"
Output = Literal["text", "json", "sarif", "github", "junit", "markdown"]


def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, globs, module:attribute, or - for standard input.",
        ),
    ] = None,
    format: Annotated[Output, typer.Option("--format", help="How findings are written.")] = "text",
    select: Annotated[
        list[str] | None, typer.Option(help="Rules, families, default or all; with commas.")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Rules or families to leave out; with commas.")
    ] = None,
    severity: Annotated[
        list[str] | None, typer.Option(metavar="RULE=LEVEL", help="error, warning, info or off.")
    ] = None,
    fail_on: Annotated[
        Literal["error", "warning", "info", "never"] | None,
        typer.Option(help="From which severity the exit code is 1; default: warning."),
    ] = None,
    provider: Annotated[
        list[str] | None, typer.Option(help="Providers the tools must work with; with commas.")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Leave out the findings that this file has.")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help=f"Write one, to --baseline or {_BASELINE}.")
    ] = False,
    diff: Annotated[
        str | None, typer.Option(metavar="REV", help="Only tools changed since a git revision.")
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply safe fixes.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="Apply the others too.")
    ] = False,
    no_overlap: Annotated[
        bool, typer.Option("--no-overlap", help="Compare no texts; loads no model.")
    ] = False,
    config: Annotated[Path | None, typer.Option(help="toolrag.toml or pyproject.toml.")] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="CATALOGUE", help="A data folder or a service; #name for another."),
    ] = None,
    input_format: Annotated[
        str, typer.Option(help="The shape of the definitions; default: told by each.")
    ] = "auto",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write there instead of to stdout.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show infos too.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count by rule, instead of each finding.")
    ] = False,
) -> None:
    """Flag ambiguous, overlapping and broken tool definitions before an agent meets them.

    Exit code 0: nothing as severe as --fail-on; 1: findings; 2: something could not be read.
    """
    from toolrag.cli.lint_text import print_statistics
    from toolrag.cli.linting import fix_files, run

    options = {
        "select": _names(select),
        "ignore": _names(ignore),
        "provider": _names(provider),
        "fail_on": fail_on,
        "overlap": False if no_overlap else None,
        "severity": _levels(severity or []) or None,
    }
    found = _config(config, options)
    kept = baseline or (Path(found.baseline) if found.baseline else None)
    asked = _asked(
        found, paths or ["."], kept if not write_baseline else None, against, diff, input_format
    )
    fixed = fix_files(asked, unsafe=unsafe_fixes) if fix or unsafe_fixes else 0
    done = run(asked)
    if write_baseline:
        _write_baseline(done, kept or Path(_BASELINE))
    elif statistics:
        print_statistics(done.result)
    else:
        _write(done, format, output, verbose=verbose, fixed=fixed)
    if done.failed:
        raise typer.Exit(2)
    if not write_baseline and done.result.fails(found.fail_on):
        raise typer.Exit(1)


def _names(given: list[str] | None) -> tuple[str, ...] | None:
    """Return what an option named, once or several times; None where it was not given."""
    if not given:
        return None
    return tuple(name.strip() for part in given for name in part.split(",") if name.strip())


def _levels(given: list[str]) -> dict[str, str]:
    levels: dict[str, str] = {}
    for pair in given:
        rule, _, level = pair.partition("=")
        if level not in {"error", "warning", "info", "off"}:
            raise InvalidInputError(
                f"--severity {pair!r} is not RULE=LEVEL.",
                hint="As in --severity thin-description=error; or warning, info, off.",
            )
        levels[rule] = level
    return levels


def _config(path: Path | None, options: dict[str, Any]) -> "LintConfig":
    """Return the configuration with what the command line says over it."""
    from toolrag.adapters.lint_config import find_config, load_config

    found = load_config(path or find_config(Path.cwd()))
    given = {key: value for key, value in options.items() if value is not None}
    if "severity" in given:
        given["severity"] = {**found.severity, **given["severity"]}
    return found.model_copy(update=given)


def _asked(
    found: "LintConfig",
    paths: list[str],
    baseline: Path | None,
    against: str | None,
    diff: str | None,
    input_format: str,
) -> "Asked":
    from toolrag.adapters.lint_files import sources
    from toolrag.cli.linting import Asked, read_baseline
    from toolrag.formats.registry import check_format
    from toolrag.lint.selection import check_settings

    check_format(input_format)
    settings = found.settings()
    # A rule that there is not should be told before anything is read.
    check_settings(settings)
    return Asked(
        sources=sources(paths, found.exclude),
        settings=settings,
        format=input_format,
        against=against,
        diff=diff,
        baseline=read_baseline(baseline) if baseline else None,
    )


def _write_baseline(done: "Linted", path: Path) -> None:
    from toolrag.lint.baseline import dump

    path.write_text(dump(done.result.findings, done.definitions), encoding="utf-8")
    count = counted(len(done.result.findings), "finding")
    out().print(f"Wrote {count} to {path.as_posix()}.", markup=False)


def _write(
    done: "Linted", format: Output, output: Path | None, *, verbose: bool, fixed: int
) -> None:
    from toolrag.cli.lint_text import print_result
    from toolrag.lint.report.formats import RENDERERS

    if format == "text" and output is None:
        print_result(done.result, verbose=verbose, fixed=fixed)
        return
    if format == "text":
        raise InvalidInputError("--output needs a --format.", hint="As in --format markdown.")
    text = RENDERERS[format](done.result)
    # A lone surrogate, which a definition may hold, has no UTF-8.
    encoded = text.encode("utf-8", "backslashreplace")
    if output is not None:
        output.write_bytes(encoded)
        err().print(f"Wrote {output.as_posix()}.", markup=False)
    else:
        typer.echo(encoded.decode("utf-8"), nl=False)


def rules(
    slug: Annotated[str | None, typer.Argument(help="A rule.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON for machines.")] = False,
    write: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write every page as Markdown.")
    ] = None,
) -> None:
    """List the linter's rules, or print one rule's page: what, why, examples, how to fix."""
    from toolrag.lint.pages import index, markdown
    from toolrag.lint.registry import RULES

    if write is not None:
        write.mkdir(parents=True, exist_ok=True)
        (write / "README.md").write_text(index(), encoding="utf-8")
        for rule in RULES:
            (write / f"{rule.slug}.md").write_text(markdown(rule), encoding="utf-8")
        out().print(f"Wrote {len(RULES) + 1} files to {write.as_posix()}.", markup=False)
    elif slug is None:
        _list(as_json=as_json)
    else:
        _page(slug, as_json=as_json)


def _list(*, as_json: bool) -> None:
    from rich.table import Table

    from toolrag.lint.pages import page
    from toolrag.lint.registry import RULES

    if as_json:
        print_json([_described(rule) for rule in RULES])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("rule", "family", "severity", "default", ""):
        table.add_column(column, no_wrap=column != "")
    for rule in RULES:
        default = "on" if rule.on else "off"
        table.add_row(rule.slug, rule.family, rule.severity, default, page(rule).title)
    out().print(table)


def _described(rule: Any) -> dict[str, Any]:
    from toolrag.lint.pages import page

    told = page(rule)
    return {
        "slug": rule.slug,
        "family": rule.family,
        "severity": rule.severity,
        "default": rule.on,
        "title": told.title,
        "sections": dict(told.sections),
        "silence": told.silence,
    }


def _page(slug: str, *, as_json: bool) -> None:
    from toolrag.lint.pages import markdown
    from toolrag.lint.registry import RULES
    from toolrag.lint.selection import check_known

    check_known("rule", slug, [rule.slug for rule in RULES])
    rule = next(rule for rule in RULES if rule.slug == slug)
    if as_json:
        print_json(_described(rule))
    else:
        typer.echo(markdown(rule), nl=False)
