"""What goes to the terminal: results on stdout, notes and errors on stderr."""

import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console


@cache
def out() -> "Console":
    """Return the console for results; plain when it is not a terminal or NO_COLOR is set."""
    from rich.console import Console

    return Console(highlight=False)


@cache
def err() -> "Console":
    """Return the console for notes, progress and errors."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    """Print a value as JSON for machines."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def fail(detail: str, hint: str = "", places: Sequence[str] = ()) -> None:
    """Print an error: what, where, and the way out."""
    from rich.text import Text

    err().print(Text.assemble(("error: ", "bold red"), detail))
    for place in places[:20]:
        err().print(Text(f"  {place}"))
    if len(places) > 20:
        err().print(Text(f"  ... and {len(places) - 20} more"))
    if hint:
        err().print(Text.assemble(("hint: ", "bold"), hint))
