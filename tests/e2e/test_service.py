"""The service as its users meet it: another process, over HTTP."""

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support.service import Service, environment, serving
from support.workspaces import definition

from toolrag.adapters.tool_files import find, load, server_of


def register_seed(service: Service, folder: Path) -> int:
    count = 0
    for file in find([folder]):
        if file.suffix == ".json":
            document = load(file)
            body = {"document": document, "server": server_of(file, document)}
            response = service.post("/v1/tools", body)
            assert response.status_code == 200, response.text
            count += len(response.json()["registered"])
    return count


def top(service: Service, query: str, k: int = 3) -> list[str]:
    answer = service.post("/v1/route", {"query": query, "k": k}).json()
    return [tool["id"] for tool in answer["tools"]]


def test_the_right_tools_come_back_in_three_languages(service: Service, seed_folder: Path) -> None:
    assert register_seed(service, seed_folder) >= 160
    assert "travel/search_flights" in top(service, "Flights from Berlin to Porto on 3 May")
    assert "shangcheng/track_package" in top(service, "我的包裹到哪里了？")
    assert "banco/bloquear_cartao" in top(service, "Perdi meu cartão, bloqueia por favor")
    answer = service.post("/v1/route", {"query": "send a message", "format": "anthropic"}).json()
    assert len(answer["tools"]) == len(answer["rendered"]) == 30
    assert answer["decision"]["banner"] == "must_route"
    assert answer["usage"]["saved_tokens"] > 0
    rooms = service.post("/v1/route", {"query": "Reserve a meeting room for tomorrow"}).json()
    confusable = {frozenset((pair["a"], pair["b"])) for pair in rooms["overlap"]["pairs"]}
    assert frozenset(("agenda/reserve_room", "bangong/reserve_meeting_room")) in confusable


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path, unused_port: int) -> None:
    data = tmp_path / "data"
    with serving(data, unused_port) as service:
        for number in range(10):
            body = {"tools": [definition(f"tool_{number}", f"does {number}")]}
            assert service.post("/v1/tools", body).status_code == 200
        service.process.send_signal(signal.SIGKILL)
        service.process.wait()
    with serving(data, unused_port) as again:
        listed = again.get("/v1/tools").json()["tools"]
        assert {tool["id"] for tool in listed} == {f"tool_{n}" for n in range(10)}
        assert top(again, "does 7", 1) == ["tool_7"]


def test_sixteen_clients_at_once_lose_nothing(service: Service) -> None:
    def work(client: int) -> list[int]:
        statuses = []
        for number in range(6):
            body = {"server": f"s{client}", "tools": [definition(f"t{number}", f"does {number}")]}
            statuses.append(service.post("/v1/tools", body).status_code)
            statuses.append(service.post("/v1/route", {"query": f"does {client}"}).status_code)
        return statuses

    with ThreadPoolExecutor(16) as pool:
        statuses = [status for found in pool.map(work, range(16)) for status in found]
    assert set(statuses) == {200}
    (catalogue,) = service.get("/v1/catalogues").json()["catalogues"]
    assert catalogue["tools"] == 96


def test_a_second_service_on_the_same_folder_is_refused(service: Service) -> None:
    command = [sys.executable, "-m", "toolrag", "serve", "--port", "0", "--data", str(service.data)]
    second = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=environment(), check=False
    )
    assert second.returncode == 2
    assert "Another process is using the data folder" in second.stderr
    assert "Traceback" not in second.stderr
    assert service.get("/healthz").is_success


def test_a_port_that_is_taken_is_named(service: Service, tmp_path: Path) -> None:
    port = service.url.rsplit(":", 1)[1]
    command = [sys.executable, "-m", "toolrag", "serve", "--port", port]
    second = subprocess.run(
        [*command, "--data", str(tmp_path / "other")],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(),
        check=False,
    )
    assert second.returncode == 2
    assert f"127.0.0.1:{port}" in second.stderr
    assert "Traceback" not in second.stderr


def test_another_encoder_on_the_same_data_is_refused(tmp_path: Path, unused_port: int) -> None:
    data = tmp_path / "data"
    with serving(data, unused_port) as service:
        service.post("/v1/tools", {"tools": [definition("a", "does a")]})
    with serving(data, unused_port, TOOLRAG_ENCODERS="minilm") as other:
        for response in (
            other.post("/v1/route", {"query": "a"}),
            other.post("/v1/tools", {"tools": [definition("b")]}),
            other.get("/v1/tools"),
        ):
            assert (response.status_code, response.json()["code"]) == (409, "encoder_mismatch")
        (catalogue,) = other.get("/v1/catalogues").json()["catalogues"]
        assert catalogue["tools"] is None
    with serving(data, unused_port) as back:
        assert top(back, "does a", 1) == ["a"]
