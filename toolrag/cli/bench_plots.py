"""The plots of `toolrag bench`: recall over what is offered, over size, and its probabilities."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from toolrag.cli.bench_report import OURS

if TYPE_CHECKING:
    from toolrag.cli.bench_report import Result
    from toolrag.evaluation.quality import Quality

_DEPTHS: Final = (5, 30)
_STYLES: Final = {5: "--", 30: "-"}
_PANEL: Final = (4.2, 3.6)


def plot(results: "Sequence[Result]", path: Path) -> None:
    """Write a PNG, a column for each set.

    A set of one size has its recall over k and, below, how often an offered tool is the right one
    over how likely it was said to be; a set of several sizes has its recall over the size.

    Raises:
        typer.BadParameter: when matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "plots need matplotlib: pip install 'toolrag[bench]'"
        raise typer.BadParameter(message, param_hint="--plot") from error
    columns = _by_set(results)
    rows = 1 if all(len(of_set) > 1 for of_set in columns.values()) else 2
    width, height = _PANEL
    figure = Figure(figsize=(width * max(1, len(columns)), height * rows), layout="constrained")
    panels = figure.subplots(rows, max(1, len(columns)), squeeze=False)
    for column, of_set in enumerate(columns.values()):
        if len(of_set) > 1:
            _over_size(panels[0][column], of_set)
        else:
            _over_depth(panels[0][column], of_set[0])
            _reliability(panels[1][column], of_set[0][0].quality)
    figure.savefig(path, dpi=120, format="png")


def _by_set(results: "Sequence[Result]") -> "dict[str, list[Result]]":
    found: dict[str, list[Result]] = {}
    for result in results:
        if result[0].quality.recall:
            found.setdefault(result[0].dataset, []).append(result)
    return found


def _ways(result: "Result") -> "Iterator[tuple[str, Quality]]":
    ours, others = result
    yield OURS, ours.quality
    yield from ((other.name, other.quality) for other in others)


def _over_depth(panel: Any, result: "Result") -> None:
    for name, quality in _ways(result):
        panel.plot(list(quality.recall), list(quality.recall.values()), label=name)
    panel.set(title=result[0].dataset, xlabel="tools offered", ylabel="recall", ylim=(0, 1))
    panel.legend()


def _over_size(panel: Any, of_set: "Sequence[Result]") -> None:
    """Plot recall at 5 (dashed) and 30 over the number of tools, which doubles evenly."""
    sizes = [result.tools for result, _ in of_set]
    for place, (name, _) in enumerate(_ways(of_set[0])):
        for k in _DEPTHS:
            values = [list(_ways(result))[place][1].recall[k] for result in of_set]
            panel.plot(
                sizes, values, _STYLES[k], color=f"C{place}", marker=".", label=f"{name} @{k}"
            )
    panel.set(title=of_set[0][0].dataset, xlabel="tools in the catalogue", ylabel="recall")
    panel.set(xscale="log", ylim=(0, 1))
    panel.set_xticks(sizes, labels=[str(size) for size in sizes])
    panel.minorticks_off()
    panel.legend()


def _reliability(panel: Any, quality: "Quality") -> None:
    from toolrag.evaluation.metrics import reliability

    bins = reliability(quality.chances)
    most = max((size for _, _, size in bins), default=1)
    panel.plot((0, 1), (0, 1), color="0.7", linewidth=1)
    for said, true, size in bins:
        panel.plot(said, true, "o", color="C0", markersize=3 + 9 * (size / most) ** 0.25)
    panel.set(xlabel="relevance as said", ylabel="were the right tool", xlim=(0, 1), ylim=(0, 1))
    panel.set(title=f"ECE {quality.calibration_error:.3f}")
