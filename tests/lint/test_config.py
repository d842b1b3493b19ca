"""What a project writes down about its linting."""

from pathlib import Path

import pytest
from support.linting import document_of, findings_in, findings_on, rules

from toolrag.adapters.lint_config import find_config, load_config
from toolrag.errors import InvalidInputError
from toolrag.lint.baseline import dump, parse
from toolrag.lint.selection import selected
from toolrag.lint.settings import Override, Settings

TOOL = {"name": "find_notes", "description": "", "inputSchema": {"type": "object"}}


def written(folder: Path, text: str, name: str = "toolrag.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_every_key_reaches_the_settings(tmp_path: Path) -> None:
    config = load_config(
        written(
            tmp_path,
            """
            select = ["default", "no-usage-guidance"]
            ignore = "catalogue"
            provider = ["openai", "gemini"]
            fail-on = "error"
            publish = true
            overlap = false
            exclude = ["old/*"]
            variants = [["a/x", "a/y"]]
            severity = { thin-description = "error" }
            thresholds = { many-tools = 5, near-duplicate = 0.7 }

            [per-file."legacy/*.json"]
            ignore = ["missing-description"]

            [per-server.crm]
            severity = { generic-name = "off" }
            """,
        )
    )
    settings = config.settings()
    assert settings.select == ("default", "no-usage-guidance")
    assert settings.ignore == ("catalogue",)
    assert settings.providers == ("openai", "gemini")
    assert settings.publish
    assert not settings.overlap
    assert settings.variants == (frozenset({"a/x", "a/y"}),)
    assert settings.severity == {"thin-description": "error"}
    assert (settings.thresholds.many_tools, settings.thresholds.near_duplicate) == (5, 0.7)
    assert settings.overrides == (
        Override(files=("legacy/*.json",), ignore=("missing-description",)),
        Override(servers=("crm",), severity={"generic-name": "off"}),
    )
    assert (config.fail_on, config.exclude) == ("error", ("old/*",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ignor = []", "There is no key 'ignor'; did you mean 'ignore'?"),
        ("[per-file.'*']\nselect = []", "There is no key 'per-file.*.select'"),
        ("thresholds = { many-tool = 3 }", "Did you mean 'many-tools'?"),
        ("severity = { thin-description = 'loud' }", "severity.thin-description: "),
        ("fail-on = 'sometimes'", "fail-on: "),
        ("select = [", "It is a TOML file in UTF-8."),
    ],
)
def test_what_cannot_be_used_is_named_with_the_way_out(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        load_config(written(tmp_path, text)).settings()
    told = [caught.value.hint, *(p.message for p in caught.value.problems)]
    assert any(said in sentence for sentence in told), told


@pytest.mark.parametrize("name", ["no-such-rule", "missing-descripton"])
def test_a_rule_that_there_is_not_is_an_error(name: str) -> None:
    for settings in (
        Settings(select=(name,)),
        Settings(ignore=(name,)),
        Settings(severity={name: "off"}),
    ):
        with pytest.raises(InvalidInputError, match=name):
            selected(settings)


def test_the_nearest_file_counts_and_one_without_the_table_does_not(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    written(tmp_path, "[tool.toolrag.lint]\nignore = ['tokens']", "pyproject.toml")
    written(tmp_path / "a", "[project]\nname = 'x'", "pyproject.toml")
    assert find_config(inner) == tmp_path / "pyproject.toml"
    nearest = written(tmp_path / "a", "[lint]\nignore = ['naming']")
    assert find_config(inner) == nearest
    assert load_config(nearest).ignore == ("naming",)
    assert load_config(tmp_path / "pyproject.toml").ignore == ("tokens",)
    (inner / ".git").mkdir()
    assert find_config(inner) is None


def test_families_slugs_and_levels_choose_the_rules() -> None:
    assert rules(findings_on([TOOL])) == ["missing-description"]
    assert rules(findings_on([TOOL], Settings(ignore=("description",), overlap=False))) == []
    assert rules(findings_on([TOOL], Settings(select=("naming",), overlap=False))) == []
    quiet = Settings(severity={"missing-description": "info"}, overlap=False)
    assert [f.severity for f in findings_on([TOOL], quiet)] == ["info"]
    off = Settings(severity={"missing-description": "off"}, overlap=False)
    assert findings_on([TOOL], off) == ()


def test_overrides_hold_for_their_files_only() -> None:
    document = document_of('[{"name": "a", "inputSchema": {"type": "object"}}]', "legacy/a.json")
    override = Override(files=("legacy/*",), ignore=("missing-description",))
    assert findings_in(document, Settings(overrides=(override,), overlap=False)) == ()
    other = Override(files=("new/*",), ignore=("missing-description",))
    assert findings_in(document, Settings(overrides=(other,), overlap=False)) != ()


def test_a_suppression_silences_its_rule_on_its_tool_and_no_other() -> None:
    silent = {**TOOL, "x-toolrag-ignore": ["missing-description: known, see the manual"]}
    assert findings_on([silent]) == ()
    found = findings_on([silent, {**TOOL, "name": "other_tool"}])
    assert [(f.rule, f.tool) for f in found] == [("missing-description", "other_tool")]


def test_a_suppression_that_matches_nothing_is_a_finding() -> None:
    told = {**TOOL, "description": "Finds notes by a word in their text."}
    unused = {**told, "x-toolrag-ignore": ["missing-description", "no-such-rule"]}
    found = findings_on([unused])
    assert rules(found) == ["unused-suppression", "unused-suppression"]
    assert [f.pointer for f in found] == ["/0/x-toolrag-ignore/0", "/0/x-toolrag-ignore/1"]
    # A rule that did not run may still have something to silence.
    assert findings_on([{**told, "x-toolrag-ignore": ["no-usage-guidance"]}]) == ()


def test_a_baseline_leaves_out_what_was_there_and_no_more() -> None:
    document = document_of('[{"name": "a", "inputSchema": {"type": "object"}}]')
    before = findings_in(document)
    baseline = parse(dump(before, []), "baseline")
    assert baseline.without_known(before) == ()
    assert baseline.without_known((*before, *before)) == before
    for text in ("", "[]", '{"version": 0, "findings": {}, "tools": {}}', '{"version": 1}'):
        with pytest.raises(InvalidInputError, match="no baseline"):
            parse(text, "x")
