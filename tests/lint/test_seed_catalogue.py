"""Our own catalogue is as clean as we ask of others."""

from pathlib import Path

import pytest
from support.linting import findings_in, quick_encoder

from toolrag.adapters.lint_files import load, sources
from toolrag.lint.settings import Settings

FILES = sorted((Path(__file__).parents[2] / "seed_tools").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_server_has_an_error_or_a_warning(file: Path) -> None:
    loaded = load(sources([str(file)]))
    (document,) = loaded.documents
    found = findings_in(document, Settings(), [quick_encoder()])
    assert [f"{f.rule}: {f.message}" for f in found if f.severity != "info"] == []
