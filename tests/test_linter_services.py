"""The linter's ways into CI: the action, the hooks, the GitLab job."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import yaml
from support.published_schemas import published_schema

ROOT = Path(__file__).parent.parent
GITLAB = (
    "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"
)


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def test_the_action_is_valid_and_runs_a_script_that_is_there() -> None:
    action = read("action.yml")
    schema = published_schema("https://json.schemastore.org/github-action.json")
    jsonschema.Draft7Validator(schema).validate(action)
    scripts = [step.get("run", "") for step in action["runs"]["steps"]]
    assert any("services/linter/action.sh" in script for script in scripts)
    # Inputs reach scripts through the environment only: an input may hold anything.
    assert not any("${{" in script for script in scripts)


def test_the_gitlab_job_is_valid() -> None:
    jsonschema.Draft7Validator(published_schema(GITLAB)).validate(
        read("services/linter/gitlab-ci.yml")
    )


def test_the_hooks_call_commands_that_are_there() -> None:
    hooks = read(".pre-commit-hooks.yaml")
    assert {hook["id"] for hook in hooks} == {"toolrag-lint", "toolrag-lint-fast"}
    for hook in hooks:
        assert hook["entry"].startswith("toolrag lint")
        assert hook["language"] == "python"


def action(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's script as a runner does."""
    wrapper = folder / "toolrag"
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m toolrag "$@"\n')
    wrapper.chmod(0o755)
    given = {
        "RUNNER_TEMP": str(folder),
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
        "TOOLRAG": str(wrapper),
        **inputs,
    }
    return subprocess.run(
        ["bash", str(ROOT / "services" / "linter" / "action.sh")],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=folder,
        env={**os.environ, **given},
    )


def test_the_action_annotates_summarises_and_writes_sarif(tmp_path: Path) -> None:
    bad = [{"name": "a b", "description": "", "inputSchema": {"type": "object"}}]
    (tmp_path / "tools.json").write_text(json.dumps(bad), encoding="utf-8")
    done = action(tmp_path, LINT_PATHS="tools.json", LINT_ARGS="--no-overlap")
    assert done.returncode == 1
    assert "::error file=tools.json,line=1," in done.stdout
    assert "missing-description" in (tmp_path / "summary").read_text("utf-8")
    sarif = (tmp_path / "output").read_text("utf-8").strip().removeprefix("sarif-file=")
    assert json.loads(Path(sarif).read_text("utf-8"))["version"] == "2.1.0"
    quiet = action(
        tmp_path, LINT_PATHS="tools.json", LINT_ARGS="--no-overlap", LINT_FAIL_ON="never"
    )
    assert quiet.returncode == 0
    missing = action(tmp_path, LINT_PATHS="nowhere.json", LINT_ARGS="--no-overlap")
    assert missing.returncode == 2
