"""Answers and overlap reports as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from toolrag.cli.terminal import counted, out

_LEVEL_STYLE = {"clear": "green", "some": "yellow", "high": "red"}

# The worst that anyone reads at once.
_PAIRS = 20
_UNMARKED = 5
_SERVERS = 5


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
    for dropped in answer["dropped"]:
        if dropped["reason"] == "duplicate":
            out().print(Text(f"one of two: {dropped['duplicate_of']} is in for {dropped['id']}"))
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


def print_map(report: Mapping[str, Any]) -> None:
    """Print the overlap map of a catalogue: pairs, clashes, neighbours, servers, and news."""
    sizes = (report["tools"], len(report["pairs"]), len(report["groups"]))
    told = (counted(n, word) for n, word in zip(sizes, ("tool", "pair", "group"), strict=True))
    out().print(", ".join(told))
    print_pairs(report, rows=_PAIRS)
    left = len(report["pairs"]) - _PAIRS
    if left > 0:
        out().print(Text(f"  and {counted(left, 'pair')} more; --format html shows them all."))
    for near in report["unmarked"][:_UNMARKED]:
        out().print(Text(f"  no word on which to use: {near['a']} ~ {near['b']}"))
        out().print(Text(f"       -> {near['a']}: {near['sentences']['a']}"))
    for servers in report["servers"][:_SERVERS] if len(report["servers"]) > 1 else ():
        names = dict.fromkeys((servers["a"], servers["b"]))
        line = f"  {' ~ '.join(names)}: {counted(servers['pairs'], 'pair')}"
        out().print(Text(f"{line}, the worst {servers['worst']:.2f}", style="dim"))
    trend = report["trend"]
    if trend and trend["tools"] < report["tools"]:
        news = f"{counted(trend['tools'], 'tool')}, {counted(trend['pairs'], 'pair')}"
        out().print(Text(f"the last registration: {news}", style="dim"))
