"""Answers and overlap reports as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from toolrag.cli.terminal import counted, out

_LEVEL_STYLE = {"clear": "green", "some": "yellow", "high": "red"}


def print_answer(answer: Mapping[str, Any], *, explain: bool = False, rows: int = 30) -> None:
    """Print the offered tools, what they cost, and what can be confused."""
    table = Table(box=None, pad_edge=False, expand=True, header_style="bold")
    table.add_column("#", justify="right", min_width=2, no_wrap=True)
    table.add_column("score", justify="right", min_width=5, no_wrap=True)
    table.add_column("tool", min_width=28, no_wrap=True)
    table.add_column("tokens", justify="right", min_width=6, no_wrap=True)
    told = "why" if explain else "description"
    table.add_column(told, ratio=1, overflow="ellipsis", no_wrap=True)
    for tool in answer["tools"][:rows]:
        said = _why(tool["why"]) if explain else _description(tool["definition"])
        name = Text(tool["id"] + (" (pinned)" if tool["pinned"] else ""))
        table.add_row(
            str(tool["rank"]), f"{tool['score']:.2f}", name, str(tool["tokens"]), Text(said)
        )
    out().print(table)
    left = len(answer["tools"]) - rows
    if left > 0:
        out().print(f"... and {left} more", style="dim")
    _print_usage(answer)
    print_pairs(answer["overlap"], rows=5)


def _why(views: Mapping[str, float] | None) -> str:
    return "  ".join(f"{view} {score:.2f}" for view, score in (views or {}).items())


def _description(definition: Mapping[str, Any]) -> str:
    holder = definition.get("function", definition)
    return " ".join(str(holder.get("description", "")).split())


def _print_usage(answer: Mapping[str, Any]) -> None:
    usage, decision = answer["usage"], answer["decision"]
    before, after = usage["catalogue_tokens"], usage["offered_tokens"]
    share = f" ({100 * (before - after) / before:.0f} % less)" if before else ""
    out().print(
        f"{decision['policy']}: {decision['reason']} "
        f"{before} -> {after} tokens{share}, {answer['timings_ms']['total']:.0f} ms",
        style="dim",
    )


def print_pairs(overlap: Mapping[str, Any], *, rows: int) -> None:
    """Print the confusable pairs, why, and what to do."""
    pairs: Sequence[Mapping[str, Any]] = overlap["pairs"]
    level = overlap.get("level")
    if level:
        style = _LEVEL_STYLE[level]
        out().print(Text.assemble("overlap: ", (level, style), f", {counted(len(pairs), 'pair')}"))
    for pair in pairs[:rows]:
        line = Text.assemble(
            (f"  {pair['probability']:.2f} ", "bold"), f"{pair['a']} ~ {pair['b']}"
        )
        out().print(line)
        for reason in pair["reasons"][:2]:
            out().print(Text(f"       {reason['text']}", style="dim"))
        out().print(Text(f"       -> {pair['advice']}"))
    for clash in overlap["clashes"][:rows]:
        out().print(Text(f"  clash: {clash['text']}"))
