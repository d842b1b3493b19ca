"""`python -m toolrag`."""

from toolrag.cli.main import run

run()
