"""`toolrag`: every command, and what an error looks like."""

import sys

import typer

from toolrag.cli.commands import (
    bench,
    calibrate,
    catalogue,
    demo,
    lint,
    overlap,
    route,
    schema,
    serve,
)
from toolrag.cli.terminal import fail
from toolrag.errors import ToolragError

app = typer.Typer(
    name="toolrag",
    help="A router for agents with many tools: at most 30 a turn, the right ones.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    demo.demo,
    serve.serve,
    catalogue.register,
    catalogue.sync,
    catalogue.list_,
    catalogue.show,
    catalogue.remove,
    route.route,
    overlap.overlap,
    lint.lint,
    lint.rules,
    bench.bench,
    calibrate.calibrate,
    schema.schema,
):
    app.command(name=command.__name__.rstrip("_"))(command)


def run() -> None:
    """Run the command line; an error of ours is one sentence, its hint, and exit code 2."""
    try:
        app()
    except ToolragError as error:
        fail(error.detail, error.hint, [f"{p.path}: {p.message}" for p in error.problems])
        sys.exit(2)
