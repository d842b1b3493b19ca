"""What the contract suite cannot show: two processes, a crash, a folder that cannot be used."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.workspaces import definition, edge_workspace

from toolrag.domain.turn import Turn
from toolrag.errors import DataInUseError, UnavailableError
from toolrag.journeys.register import Registration, register
from toolrag.journeys.route import route
from toolrag.ports.index import ToolFilter

pytestmark = pytest.mark.anyio

# Registers one tool after the other, and says so after each acknowledgement.
WRITER = """
import asyncio, sys
from pathlib import Path
from support.workspaces import definition, edge_workspace
from toolrag.journeys.register import Registration, register

async def main():
    workspace = edge_workspace(Path(sys.argv[1]))
    number = 0
    while True:
        asked = Registration([definition(f"tool_{number}", f"does {number}")])
        await register(workspace, asked)
        print(number, flush=True)
        number += 1

asyncio.run(main())
"""


def writer(folder: Path) -> subprocess.Popen[str]:
    tests = str(Path(__file__).parent.parent)
    program = f"import sys; sys.path.insert(0, {tests!r})\n{WRITER}"
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE, text=True
    )


async def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    for _ in range(3):
        process = writer(tmp_path)
        assert process.stdout is not None
        acknowledged = 0
        deadline = time.monotonic() + 60
        while acknowledged < 20 and time.monotonic() < deadline:
            acknowledged = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
        process.wait()
        process.stdout.close()
        last = int(rest[-1]) if rest else acknowledged
        assert last >= 20
        workspace = edge_workspace(tmp_path)
        index = await workspace.engine.open("default")
        wanted = [f"tool_{i}" for i in range(last + 1)]
        assert set(await index.get(wanted)) == set(wanted)
        answer = await route(workspace, Turn("does 7", k=5))
        assert "tool_7" in {tool.tool.id for tool in answer.tools}
        await workspace.engine.close()


async def test_a_second_process_is_told_who_has_the_folder(tmp_path: Path) -> None:
    process = writer(tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        with pytest.raises(DataInUseError, match="Another process is using") as caught:
            edge_workspace(tmp_path)
        assert "--qdrant-url" in caught.value.hint
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    await edge_workspace(tmp_path).engine.close()


async def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    with pytest.raises(UnavailableError, match="file"):
        edge_workspace(file / "data")


async def test_the_data_is_there_after_a_restart(tmp_path: Path) -> None:
    first = edge_workspace(tmp_path)
    tools = [definition(f"t{i}", f"does {i}") for i in range(40)]
    await register(first, Registration(tools, examples={"t3": ("open sesame",)}))
    before = await route(first, Turn("open sesame", k=3))
    await first.engine.close()
    second = edge_workspace(tmp_path)
    after = await route(second, Turn("open sesame", k=3))
    assert [t.tool.id for t in after.tools] == [t.tool.id for t in before.tools]
    assert after.tools[0].tool.id == "t3"
    assert after.usage == before.usage
    await second.engine.drop("default")
    await second.engine.close()
    assert not list(tmp_path.glob("catalogues/*"))


async def test_a_catalogue_dropped_half_way_is_not_served(tmp_path: Path) -> None:
    first = edge_workspace(tmp_path)
    await register(first, Registration([definition("a")]))
    await first.engine.close()
    pointer = tmp_path / "catalogues" / "default" / "CURRENT"
    assert json.loads(pointer.read_text())["fingerprint"].startswith("hash-1")
    pointer.unlink()
    second = edge_workspace(tmp_path)
    assert await second.engine.catalogues() == ()
    receipt = await register(second, Registration([definition("a")]))
    assert receipt.registered[0].status == "created"
    await second.engine.close()


async def test_reads_go_on_while_tools_are_written_and_removed(tmp_path: Path) -> None:
    workspace = edge_workspace(tmp_path)
    tools = [{**definition(f"t{i}", f"does {i}"), "tags": ["x"]} for i in range(300)]
    await register(workspace, Registration(tools[:50]))
    index = await workspace.engine.open("default")
    done = False

    async def write() -> None:
        nonlocal done
        for start in range(0, 300, 20):
            await register(workspace, Registration(tools[start : start + 20]))
            await index.delete([f"t{start}"])
        done = True

    async def read() -> None:
        while not done:
            assert await index.count(ToolFilter(tags=frozenset(["x"]))) > 0
            page = await index.page(ToolFilter(tags=frozenset(["x"])), limit=30)
            assert len({stored.tool.id for stored in page.tools}) == len(page.tools)
            answer = await route(workspace, Turn("does 7", tags=("x",)))
            assert answer.tools

    await asyncio.gather(write(), *(read() for _ in range(4)))
    assert await index.count(ToolFilter()) == 285
    await workspace.engine.close()
