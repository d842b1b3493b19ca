"""What goes to the terminal: results on stdout, notes and errors on stderr."""

import json
import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

# A pipe has no width; this one is read well in a log and in a README.
_PIPE_WIDTH: Final = 110


@cache
def out() -> "Console":
    """Return the console for results; plain when it is not a terminal or NO_COLOR is set."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = _PIPE_WIDTH
    return console


@cache
def err() -> "Console":
    """Return the console for notes, progress and errors."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def counted(number: int, word: str) -> str:
    """Return a number with its noun: "1 pair", "2 pairs"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


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
