"""`toolrag schema`."""

from pathlib import Path
from typing import Annotated

import typer

from toolrag.cli.terminal import out


def schema(
    folder: Annotated[Path, typer.Argument(help="Where to write.")] = Path("schemas"),
) -> None:
    """Write the published contracts: OpenAPI, and a JSON Schema for each body and answer."""
    from toolrag.api.contracts import contracts

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in contracts().items():
        (folder / name).write_text(text, encoding="utf-8")
        out().print(str(folder / name))
