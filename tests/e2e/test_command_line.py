"""The command line as its users meet it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.service import Service, environment
from support.workspaces import definition


def toolrag(*arguments: str, data: Path | None = None) -> subprocess.CompletedProcess[str]:
    changes = {} if data is None else {"TOOLRAG_DATA": str(data)}
    return subprocess.run(
        [sys.executable, "-m", "toolrag", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment(**changes),
        check=False,
    )


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    file = tmp_path / "mail.json"
    definitions = [
        definition("send_email", "Send an e-mail.", to={"type": "string"}),
        definition("post_email", "Send an e-mail message.", to={"type": "string"}),
        definition("lock_door", "Lock the front door."),
    ]
    file.write_text(json.dumps(definitions), encoding="utf-8")
    return file


def test_register_route_list_show_remove(tools: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert "3 created" in toolrag("register", str(tools), data=data).stdout
    assert "3 unchanged" in toolrag("register", str(tools), data=data).stdout
    listed = toolrag("list", data=data).stdout.splitlines()
    assert [line.split()[0] for line in listed] == [
        "mail/lock_door",
        "mail/post_email",
        "mail/send_email",
    ]
    answer = json.loads(toolrag("route", "lock the door", "-k", "1", "--json", data=data).stdout)
    assert [tool["id"] for tool in answer["tools"]] == ["mail/lock_door"]
    text = toolrag("route", "send an email", "--explain", data=data).stdout
    assert "one of two: mail/" in text
    kept = toolrag("route", "send an email", "--keep-duplicates", data=data).stdout
    assert "mail/post_email ~ mail/send_email" in kept
    rendered = json.loads(toolrag("route", "lock", "--format", "openai", data=data).stdout)
    assert {tool["type"] for tool in rendered} == {"function"}
    assert json.loads(toolrag("show", "mail/lock_door", data=data).stdout)["revision"] == 1
    assert toolrag("remove", "mail/lock_door", data=data).returncode == 0
    gone = toolrag("show", "mail/lock_door", data=data)
    assert gone.returncode == 2
    assert "no tool 'mail/lock_door'" in gone.stderr


def test_sync_and_overlap(tools: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert "3 created" in toolrag("sync", "mail", str(tools), data=data).stdout
    tools.write_text(json.dumps([definition("lock_door", "Lock the front door.")]))
    assert "2 removed" in toolrag("sync", "mail", str(tools), data=data).stdout
    clear = toolrag("overlap", data=data)
    assert (clear.returncode, clear.stdout) == (0, "1 tool, 0 pairs, 0 groups\n")


def test_a_partial_registration_names_what_it_refused(tmp_path: Path) -> None:
    file = tmp_path / "mixed.json"
    file.write_text(json.dumps([definition("good"), {"name": "bad", "inputSchema": 1}]))
    data = tmp_path / "data"
    whole = toolrag("register", str(file), data=data)
    assert (whole.returncode, whole.stdout) == (2, "")
    assert "/1/inputSchema" in whole.stderr
    part = toolrag("register", str(file), "--partial", data=data)
    assert (part.returncode, part.stdout.split(":")[0]) == (0, "1 tool")
    assert "refused: /1/inputSchema" in part.stderr


def test_overlap_of_files_needs_no_catalogue(tools: Path) -> None:
    found = toolrag("overlap", str(tools), "--format", "json")
    assert found.returncode == 1
    report = json.loads(found.stdout)
    assert [(p["a"], p["b"]) for p in report["pairs"]] == [("mail/post_email", "mail/send_email")]


def test_the_map_is_text_or_a_page(tools: Path, tmp_path: Path) -> None:
    text = toolrag("overlap", str(tools))
    assert text.returncode == 1
    assert "3 tools, 1 pair, 1 group" in text.stdout
    page = tmp_path / "map.html"
    written = toolrag("overlap", str(tools), "--format", "html", "-o", str(page))
    assert (written.returncode, written.stdout) == (1, "")
    assert "mail/post_email" in page.read_text("utf-8")
    both = toolrag("overlap", str(tools), "--variants", "mail/post_email,mail/send_email")
    assert (both.returncode, both.stdout) == (0, "3 tools, 0 pairs, 0 groups\n")
    refused = toolrag("overlap", str(tools), "-o", str(page))
    assert refused.returncode == 2
    assert "--format html" in refused.stderr


def test_overlap_tells_what_a_change_takes(tools: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
        subprocess.run(["git", *identity, *arguments], cwd=tools.parent, check=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "before")
    same = toolrag("overlap", str(tools), "--diff", "HEAD")
    assert (same.returncode, same.stdout) == (
        0,
        "No tool takes requests from another since HEAD.\n",
    )
    before = json.loads(tools.read_text("utf-8"))
    thief = definition("close_up", "Lock the front door of the house.")
    asked = definition("lock_door", "Bolt it.")
    asked["x-toolrag-examples"] = ["lock the front door of the house"]
    tools.write_text(json.dumps([*before[:2], asked]), encoding="utf-8")
    git("commit", "-qam", "with an utterance")
    tools.write_text(json.dumps([*before[:2], asked, thief]), encoding="utf-8")
    taken = toolrag("overlap", str(tools), "--diff", "HEAD")
    assert taken.returncode == 1
    assert taken.stdout.startswith("'mail/close_up' takes an utterance from 'mail/lock_door'")
    unknown = toolrag("overlap", str(tools), "--diff", "nowhere")
    assert unknown.returncode == 2
    assert "nowhere" in unknown.stderr


def test_sameness_is_fitted_on_labelled_pairs(tmp_path: Path) -> None:
    def pair(label: str, kind: str, *said: tuple[str, str, str]) -> str:
        tools = [dict(zip(("name", "description", "server"), tool, strict=True)) for tool in said]
        return json.dumps({"label": label, "kind": kind, "a": tools[0], "b": tools[1]})

    things = ["alarm", "ticket", "house", "song", "car", "film", "bank card"]
    lines = []
    for i, thing in enumerate(things):
        find = ("find_" + thing.replace(" ", "_"), f"Find a {thing}.", f"s{i}")
        other = ("search_" + thing.replace(" ", "_"), f"Look for a {thing}.", f"t{i}")
        remove = ("delete_" + thing.replace(" ", "_"), f"Delete a {thing}.", f"s{i}")
        far = ("weather", "Tell the weather.", f"s{(i + 1) % len(things)}")
        lines += [pair("same", "other words", find, other), pair("distinct", "hard", find, remove)]
        lines.append(pair("distinct", "other domain", find, far))
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = toolrag("calibrate", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "on services that the fit has not seen: AUC against hard pairs" in done.stdout


def test_a_running_service_is_used_by_its_url(service: Service, tools: Path) -> None:
    assert "3 created" in toolrag("register", str(tools), "--url", service.url).stdout
    assert service.get("/v1/tools/mail/lock_door").is_success
    answer = toolrag("route", "lock the door", "--url", service.url, "--json")
    assert json.loads(answer.stdout)["tools"][0]["id"] == "mail/lock_door"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("register", "gone.json"), "gone.json"),
        (("route", "x", "-k", "31"), "k is 31"),
        (("route", "x", "--catalogue", "nowhere"), "no catalogue 'nowhere'"),
        (("list", "--url", "http://127.0.0.1:9"), "no service at"),
        (("overlap", "--format", "soap"), "'soap'"),
        (("overlap", "--min-probability", "2"), "less than or equal to"),
        (("bench", "gone"), "'gone'"),
        (("route",), "Missing argument"),
    ],
)
def test_what_cannot_run_says_why_and_exits_with_2(tmp_path: Path, arguments, told: str) -> None:
    result = toolrag(*arguments, data=tmp_path / "data")
    assert result.returncode == 2
    assert told in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_help_is_there_for_every_command() -> None:
    names = ["demo", "serve", "register", "sync", "list", "show", "remove", "route", "overlap"]
    text = toolrag("--help").stdout
    for name in [*names, "bench", "calibrate", "schema"]:
        assert name in text
        assert toolrag(name, "--help").returncode == 0


def test_bench_prints_the_published_shape(seed_folder: Path) -> None:
    result = toolrag("bench", str(seed_folder), "--sample", "30", "--json", "--views", "bm25")
    row = json.loads(result.stdout)
    assert row["queries"] == 30
    assert row["views"] == ["bm25"]
    assert set(row["recall"]) == {"1", "5", "10", "30"}
    assert set(row["all_at"]) == {"30"}
    assert set(row["ndcg"]) == {"10"}
    assert set(row["latency_ms"]) >= {"p50", "p95"}


def test_a_running_service_is_measured_like_the_engine(
    service: Service, seed_folder: Path, tmp_path: Path
) -> None:
    arguments = ("bench", str(seed_folder), "--sample", "20", "--json")
    over_http = json.loads(toolrag(*arguments, "--http", service.url).stdout)
    inside = json.loads(toolrag(*arguments, data=tmp_path / "data").stdout)
    assert over_http["recall"] == inside["recall"]
    assert over_http["latency_ms"]["p50"] > 0
    assert service.get("/v1/catalogues").json()["catalogues"] == []
    refused = toolrag(*arguments, "--http", service.url, "--compare", "bm25s")
    assert refused.returncode == 2
    assert "--compare" in refused.stderr


def test_bench_draws_what_it_measured(seed_folder: Path, tmp_path: Path) -> None:
    larger = ("--pool", str(tmp_path), "--sizes", "208,209")
    (tmp_path / "tools.jsonl").write_text('{"id": "x", "name": "extra"}\n', encoding="utf-8")
    arguments = ("bench", str(seed_folder), "--sample", "5", "--views", "bm25", "--markdown")
    for name, more in (("recall.png", ()), ("size.png", larger)):
        plot = tmp_path / name
        result = toolrag(*arguments, "--plot", str(plot), "--compare", "keywords", *more)
        assert result.returncode == 0, result.stderr
        assert plot.read_bytes().startswith(b"\x89PNG")
        assert "| seed_tools, pt |" in result.stdout


def test_the_demo_shows_ten_turns(tmp_path: Path) -> None:
    result = toolrag("demo", data=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "208 tools of 24 servers over REST" in result.stdout
    assert "10. Tell me a joke" in result.stdout
    assert result.stdout.count("overlap:") == 10
    assert "shangcheng/track_package" in result.stdout
