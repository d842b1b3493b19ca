"""The benchmark journey: on the seed tools always, on the public sets where they lie beside us."""

import json
from collections import Counter
from pathlib import Path

import pytest
import typer
from support.workspaces import memory_workspace

from toolrag.adapters.memory_index import MemoryEngine
from toolrag.adapters.use_encoder import UseEncoder
from toolrag.api.wiring import token_counters
from toolrag.cli.bench_report import document
from toolrag.cli.bench_run import Source, definitions
from toolrag.errors import InvalidInputError, MalformedDocumentError
from toolrag.evaluation.dataset import Dataset, Query, load
from toolrag.journeys.calibrate import samples
from toolrag.journeys.measure import Setting, measure
from toolrag.journeys.workspace import Workspace, index_schema
from toolrag.retrieval.calibration import chances, fitted, outcomes

pytestmark = pytest.mark.anyio


def use_workspace() -> Workspace:
    encoders = (UseEncoder(),)
    return Workspace(
        MemoryEngine(index_schema(encoders)), encoders, token_counters(), clock=lambda: 0.0
    )


def tool(name: str, description: str) -> dict[str, object]:
    return {"id": name, "name": name, "description": description}


async def test_figures_of_a_set_worked_out_by_hand() -> None:
    tools = (
        tool("mail", "Send mail."),
        tool("door", "Lock the door."),
        tool("song", "Play music."),
    )
    queries = (
        Query("1", "send mail", ("mail",), "en"),
        Query("2", "lock the door", ("door",), "en"),
        Query("3", "play music", ("door", "song"), "pt"),
        Query("4", "nothing", (), "en", candidates=("song",)),
    )
    result = await measure(memory_workspace(), Dataset("hand", tools, queries), ks=(1, 3))
    assert result.quality.recall == {1: pytest.approx((1 + 1 + 0.5) / 3, abs=1e-4), 3: 1.0}
    assert result.quality.by_language == {"en": {1: 1.0, 3: 1.0}, "pt": {1: 0.5, 3: 1.0}}
    assert result.quality.all_at_30 == 1.0
    assert result.quality.mrr == 1.0
    assert result.quality.false_offers == 1.0
    assert result.views == ("hash", "hash.name", "bm25")
    row = json.loads(json.dumps(document(result, [], (1, 3))))
    assert set(row) >= {
        "dataset",
        "tools",
        "queries",
        "recall",
        "all_at",
        "ndcg",
        "latency_ms",
        "false_offers",
        "index_seconds",
        "views",
    }


async def test_several_tools_of_one_name_are_all_measured() -> None:
    tools = ({**tool("a", "Send mail."), "id": "a1"}, {**tool("a", "Lock doors."), "id": "a2"})
    queries = (Query("1", "lock doors", ("a2",), "en"), Query("2", "send mail", ("a1",), "en"))
    result = await measure(memory_workspace(), Dataset("x", tools, queries), ks=(1,))
    assert result.quality.recall == {1: 1.0}


async def test_the_seed_queries_find_their_tools_in_three_languages(seed_folder: Path) -> None:
    dataset = load(seed_folder, definitions(seed_folder))
    result = await measure(use_workspace(), dataset)
    assert result.refused == 0
    assert result.quality.recall[30] >= 0.95
    assert min(depths[30] for depths in result.quality.by_language.values()) >= 0.9
    lexical = await measure(use_workspace(), dataset, setting=Setting(views=("bm25",)))
    assert result.quality.recall[5] > lexical.quality.recall[5] + 0.1


@pytest.mark.parametrize(("name", "floor"), [("ultratool_zh", 0.94), ("toolalpaca", 0.97)])
async def test_public_sets_are_found(shared: Path, name: str, floor: float) -> None:
    folder = shared / "bench" / name
    dataset = load(folder, definitions(folder))
    result = await measure(use_workspace(), dataset)
    assert result.quality.recall[30] >= floor
    lexical = await measure(use_workspace(), dataset, setting=Setting(views=("bm25",)))
    assert result.quality.recall[30] >= lexical.quality.recall[30]


async def test_a_pool_adds_distractors(seed_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "tools.jsonl").write_text('{"id": "x", "name": "extra"}\n', encoding="utf-8")
    own = definitions(seed_folder)
    (run,) = Source([seed_folder], [tmp_path], sample=1).runs()
    assert len(run.dataset.tools) == len(own) + 1
    assert run.dataset.tools[-1]["id"] == f"{tmp_path.name}:x"
    sizes = [1, len(own) + 1]
    runs = Source([seed_folder], [tmp_path], sample=1, sizes=sizes).runs()
    assert [len(run.dataset.tools) for run in runs] == [len(own), len(own) + 1]
    with pytest.raises(typer.BadParameter, match="--pool"):
        Source([seed_folder], sizes=[10_000]).runs()


@pytest.mark.parametrize("content", [None, "{", '["a"]', '{"query": "no id"}'])
async def test_a_folder_that_cannot_be_read_says_where(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "queries.jsonl").write_text(content + "\n", encoding="utf-8")
    with pytest.raises(MalformedDocumentError, match=r"queries\.jsonl"):
        load(tmp_path, [])


async def test_other_languages_and_other_words_find_the_seed_tools(seed_folder: Path) -> None:
    tools = definitions(seed_folder)
    foreign = load(seed_folder, tools, queries="queries_languages.jsonl")
    result = (await measure(use_workspace(), foreign)).quality
    assert set(result.by_language) == {"ar", "de", "en", "es", "ja", "pt", "zh"}
    assert result.recall[10] >= 0.85
    assert min(depths[10] for depths in result.by_language.values()) >= 0.75
    words = load(seed_folder, tools, queries="queries_other_words.jsonl")
    assert (await measure(use_workspace(), words)).quality.recall[10] >= 0.8


async def test_any_tool_of_a_group_will_do(tmp_path: Path) -> None:
    row = '{"id": "1", "query": "send mail", "relevant_groups": [["post", "mail"], ["door"]]}'
    (tmp_path / "queries.jsonl").write_text(row, encoding="utf-8")
    tools = (tool("mail", "Send mail."), tool("post", "Letters."), tool("door", "Locks."))
    dataset = load(tmp_path, tools)
    result = await measure(memory_workspace(), dataset, ks=(1, 3))
    assert result.quality.recall == {1: 0.5, 3: 1.0}
    assert result.quality.ndcg_at_10 <= 1.0


async def test_relevance_is_fitted_on_answers_with_and_without_the_right_tool() -> None:
    names = ("mail", "door", "song", "flight", "rain", "invoice")
    tools = tuple(tool(name, f"All about the {name}.") for name in names)
    queries = tuple(
        Query(name, f"something about the {name}", (name,), "en", candidates=(name, names[i - 1]))
        for i, name in enumerate(names)
    )
    found = await samples(use_workspace(), Dataset("hand", tools, queries))
    assert Counter((s.few, s.fits) for s in found) == dict.fromkeys(
        ((few, fits) for few in (True, False) for fits in (True, False)), len(names)
    )
    known = fitted(found)
    assert known.evidence > 0
    assert known.log_rank < 0
    (outcome,) = outcomes(found, known, bars=(0.5,))
    assert outcome.right is not None
    assert outcome.wrong is not None
    assert outcome.right > outcome.wrong
    right = [chance for chance, true in chances(found, known) if true]
    wrong = [chance for chance, true in chances(found, known) if not true]
    assert sum(right) / len(right) > sum(wrong) / len(wrong)
    with pytest.raises(InvalidInputError, match="no tool fits"):
        fitted([s for s in found if s.fits])
