"""`toolrag calibrate`."""

import asyncio
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolrag.cli.bench_run import Source, calibration_samples
from toolrag.cli.terminal import out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolrag.retrieval.calibration import Sample
    from toolrag.retrieval.relevance import Calibration

_BARS = (0.25, 0.3, 0.34, 0.4)


def calibrate(
    folders: Annotated[list[Path], typer.Argument(help="Folders of tools.jsonl, queries.jsonl.")],
    sample: Annotated[int | None, typer.Option(help="So many queries of each only.")] = 300,
) -> None:
    """Fit the coefficients of relevance on benchmarks, and show them beside those in use.

    Every query is asked with its right tools in the catalogue and without them.
    """
    runs = Source(folders, sample=sample).runs()
    samples = asyncio.run(calibration_samples(runs))
    out().print("\n".join(_report(samples)), soft_wrap=True)


def _report(samples: "Sequence[Sample]") -> "Iterator[str]":
    from toolrag.evaluation.metrics import calibration_error
    from toolrag.retrieval.calibration import chances, fitted
    from toolrag.retrieval.relevance import CALIBRATION

    for name, known in (("in use", CALIBRATION), ("fitted here", fitted(samples))):
        error = calibration_error(chances(samples, known))
        yield f"{name}: expected calibration error {error:.4f}"
        yield from (f"  {key} = {value}" for key, value in dataclasses.asdict(known).items())
        yield from _bars(samples, known)


def _bars(samples: "Sequence[Sample]", known: "Calibration") -> "Iterator[str]":
    from toolrag.retrieval.calibration import outcomes

    yield "  | set | offered when clear | " + " | ".join(f"below {bar}" for bar in _BARS) + " |"
    for outcome in outcomes(samples, known, _BARS):
        right, wrong = _percents(outcome.right), _percents(outcome.wrong)
        cells = " | ".join(f"{r} / {w}" for r, w in zip(right, wrong, strict=True))
        yield f"  | {outcome.dataset} | {outcome.offered_when_clear:.0f} | {cells} |"
    yield "  (per cent withheld of queries that nothing fits / that something fits)"


def _percents(shares: "Sequence[float] | None") -> list[str]:
    return ["-"] * len(_BARS) if shares is None else [f"{100 * share:.1f}" for share in shares]
