"""`toolrag calibrate`."""

import asyncio
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from toolrag.cli.bench_run import Source, calibration_samples, labelled_samples
from toolrag.cli.terminal import out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolrag.retrieval.calibration import Sample
    from toolrag.retrieval.overlap.fitting import PairSample
    from toolrag.retrieval.relevance import Calibration

_BARS = (0.25, 0.3, 0.34, 0.4)


def calibrate(
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders of tools.jsonl and queries.jsonl, or of pairs.jsonl."),
    ],
    sample: Annotated[int | None, typer.Option(help="So many queries of each only.")] = 300,
) -> None:
    """Fit coefficients, and show them beside those in use.

    Those of relevance are fitted on benchmarks, of which every query is asked with its right tools
    in the catalogue and without them; those of overlap on labelled pairs.
    """
    from toolrag.evaluation.pairs import PAIRS

    pairs = [folder / PAIRS for folder in folders if (folder / PAIRS).exists()]
    for path in pairs:
        out().print("\n".join(_of_pairs(asyncio.run(labelled_samples(path)))), soft_wrap=True)
    asked = [folder for folder in folders if folder / PAIRS not in pairs]
    if asked:
        runs = Source(asked, sample=sample).runs()
        samples = asyncio.run(calibration_samples(runs))
        out().print("\n".join(_report(samples)), soft_wrap=True)


def _of_pairs(samples: "Sequence[PairSample]") -> "Iterator[str]":
    from toolrag.retrieval.overlap.fitting import fitted, unseen_logits
    from toolrag.retrieval.overlap.model import SAMENESS

    for name, known in (("in use", SAMENESS), ("fitted here", fitted(samples))):
        yield f"{name}: {_how_well(samples, [sample.logit(known) for sample in samples])}"
        yield from (f"  {key} = {value}" for key, value in dataclasses.asdict(known).items())
    yield f"on services that the fit has not seen: {_how_well(samples, unseen_logits(samples))}"


def _how_well(samples: "Sequence[PairSample]", logits: "Sequence[float]") -> str:
    from toolrag.domain.overlap import DISTINCT, SAME
    from toolrag.evaluation.metrics import area_under_curve, best_f1, calibration_error
    from toolrag.retrieval.overlap.model import probability

    told = list(zip(samples, logits, strict=True))
    same = [x for s, x in told if s.pair.label == SAME]
    distinct = [x for s, x in told if s.pair.label == DISTINCT]
    hard = [x for s, x in told if s.pair.hard]
    error = calibration_error(
        [(probability(x), True) for x in same] + [(probability(x), False) for x in distinct]
    )
    areas = f"{area_under_curve(same, hard):.3f} (all: {area_under_curve(same, distinct):.3f})"
    return f"AUC against hard pairs {areas}, F1 {best_f1(same, distinct):.3f}, ECE {error:.3f}"


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
