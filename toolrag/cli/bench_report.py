"""How the figures of `toolrag bench` are written: lines, a Markdown table, a plot."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import typer

if TYPE_CHECKING:
    from toolrag.evaluation.quality import Quality
    from toolrag.journeys.baseline import Compared
    from toolrag.journeys.measure import Measured

    Result: TypeAlias = tuple[Measured, list[Compared]]

_TESTED: Final = (5, 30)
_OURS: Final = "toolrag"


def figures(quality: "Quality", ks: Sequence[int]) -> str:
    """Return the figures of a line; empty where nothing fits any query."""
    if not quality.recall:
        return ""
    depths = "  ".join(f"R@{k} {quality.recall[k]:.3f}" for k in ks)
    rest = f"nDCG@10 {quality.ndcg_at_10:.3f}  MRR {quality.mrr:.3f}"
    return f"  {depths}  all@30 {quality.all_at_30:.3f}  {rest}"


def p_values(ours: "Quality", theirs: "Quality") -> dict[str, float]:
    """Return the p-values of the differences in recall, by depth."""
    from toolrag.evaluation.comparison import p_value

    depths = [k for k in _TESTED if k in ours.recalls]
    return {str(k): round(p_value(ours.recalls[k], theirs.recalls[k]), 4) for k in depths}


def against(ours: "Quality", theirs: "Quality") -> str:
    """Return how far ours is ahead in recall, in points, with the p-value of each depth."""
    return "".join(
        f"  ours {100 * (ours.recall[int(k)] - theirs.recall[int(k)]):+.1f} at {k} (p {p:.4f})"
        for k, p in p_values(ours, theirs).items()
    )


def row(quality: "Quality", ks: Sequence[int]) -> dict[str, Any]:
    """Return the figures as the published shape has them."""
    return {
        "recall": {str(k): quality.recall[k] for k in ks if k in quality.recall},
        "all_at": {"30": quality.all_at_30},
        "ndcg": {"10": quality.ndcg_at_10},
        "mrr": quality.mrr,
    }


def table(results: "Sequence[Result]") -> Iterator[str]:
    """Yield the lines of a Markdown table: recall at 5 and 30 in per cent, each way a column."""
    names = [_OURS, *(other.name for other in results[0][1])] if results else []
    heads = [f"{name} R@{k}" for name in names for k in _TESTED]
    yield f"| set | tools | queries | {' | '.join(heads)} |"
    yield f"|{'---|' * (3 + len(heads))}"
    for result, compared in results:
        qualities = [result.quality, *(other.quality for other in compared)]
        cells = [_percent(quality, k) for quality in qualities for k in _TESTED]
        yield f"| {result.dataset} | {result.tools} | {result.queries} | {' | '.join(cells)} |"


def _percent(quality: "Quality", k: int) -> str:
    return f"{100 * quality.recall[k]:.1f}" if k in quality.recall else "-"


def plot(results: "Sequence[Result]", path: Path) -> None:
    """Write recall over k as a PNG, a panel for each set and a line for each way.

    Raises:
        typer.BadParameter: when matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "plots need matplotlib: pip install 'toolrag[bench]'"
        raise typer.BadParameter(message, param_hint="--plot") from error
    shown = [(result, compared) for result, compared in results if result.quality.recall]
    figure = Figure(figsize=(4.2 * max(1, len(shown)), 3.6), layout="constrained")
    panels = figure.subplots(1, max(1, len(shown)), squeeze=False)[0]
    for panel, (result, compared) in zip(panels, shown, strict=False):
        for name, quality in [(_OURS, result.quality), *((o.name, o.quality) for o in compared)]:
            panel.plot(list(quality.recall), list(quality.recall.values()), label=name)
        panel.set(title=result.dataset, xlabel="tools offered", ylabel="recall", ylim=(0, 1))
        panel.legend()
    figure.savefig(path, dpi=120, format="png")
