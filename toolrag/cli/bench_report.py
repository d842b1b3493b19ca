"""How the figures of `toolrag bench` are written: lines, a Markdown table, JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from toolrag.evaluation.quality import Quality
    from toolrag.journeys.baseline import Compared
    from toolrag.journeys.measure import Measured

    Result: TypeAlias = tuple[Measured, list[Compared]]

_TESTED: Final = (5, 30)
OURS: Final = "toolrag"


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
    names = [OURS, *(other.name for other in results[0][1])] if results else []
    heads = [f"{name} R@{k}" for name in names for k in _TESTED]
    yield f"| set | tools | queries | {' | '.join(heads)} |"
    yield f"|{'---|' * (3 + len(heads))}"
    for result, compared in results:
        qualities = [result.quality, *(other.quality for other in compared)]
        cells = [_percent(quality.recall, k) for quality in qualities for k in _TESTED]
        yield f"| {result.dataset} | {result.tools} | {result.queries} | {' | '.join(cells)} |"
        for language in _languages(result.quality):
            each = [quality.by_language[language] for quality in qualities]
            cells = [_percent(recall, k) for recall in each for k in _TESTED]
            yield f"| {result.dataset}, {language} | | | {' | '.join(cells)} |"


def _percent(recall: Mapping[int, float], k: int) -> str:
    return f"{100 * recall[k]:.1f}" if k in recall else "-"


def _languages(quality: "Quality") -> list[str]:
    """Return the languages of the queries, where there are several."""
    return list(quality.by_language) if len(quality.by_language) > 1 else []


def lines(
    result: "Measured", compared: "Sequence[Compared]", lessons: int, ks: Sequence[int]
) -> Iterator[str]:
    """Yield the lines of one benchmark: its figures, those of each language, and of the others."""
    quality = result.quality
    taught = f"{lessons} lessons, " if lessons else ""
    line = f"{result.dataset}: {taught}{result.tools} tools, {result.queries} queries"
    line += figures(quality, ks)
    line += f"  p50 {result.latency_p50:.1f} ms  p95 {result.latency_p95:.1f} ms"
    line += f"  index {result.index_seconds:.1f} s"
    if quality.false_offers is not None:
        line += f"  false offers {quality.false_offers:.3f}"
    line += f"  offered {quality.offered_p50:.0f}  ECE {quality.calibration_error:.3f}"
    yield line + (f"  ({result.refused} tools refused)" if result.refused else "")
    for language in _languages(quality):
        depths = "  ".join(f"R@{k} {quality.by_language[language][k]:.3f}" for k in ks)
        yield f"  in {language}:  {depths}"
    for other in compared:
        told = against(quality, other.quality)
        yield f"  {other.name}:{figures(other.quality, ks)}{told}"


def document(
    result: "Measured", compared: "Sequence[Compared]", ks: Sequence[int]
) -> dict[str, Any]:
    """Return the figures of one benchmark in the published shape."""
    quality = result.quality
    found: dict[str, Any] = {
        "dataset": result.dataset,
        "tools": result.tools,
        "queries": result.queries,
        **row(quality, ks),
        "latency_ms": {
            "p50": result.latency_p50,
            "p95": result.latency_p95,
            "stages_p50": result.stages_p50,
        },
        "offered_p50": quality.offered_p50,
        "calibration_error": quality.calibration_error,
        "index_seconds": result.index_seconds,
        "views": list(result.views),
        "by_language": {
            code: {str(k): depths[k] for k in ks} for code, depths in quality.by_language.items()
        },
        "refused": result.refused,
    }
    if quality.false_offers is not None:
        found["false_offers"] = quality.false_offers
    if compared:
        found["compared"] = {
            other.name: {**row(other.quality, ks), "p_value": p_values(quality, other.quality)}
            for other in compared
        }
    return found
