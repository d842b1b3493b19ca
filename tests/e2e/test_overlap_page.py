"""The overlap page in a browser, as people use it."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from toolrag.api.overlap_page import overlap_page
from toolrag.domain.overlap import OverlapMap, Pair, ServerPair, Unmarked
from toolrag.domain.tool import Tool
from toolrag.retrieval.overlap.report import overlap_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


def made(count: int, linked: int) -> OverlapMap:
    """Return a map of `count` tools, of which the first `linked` form pairs in groups of five."""
    text = "Find the notes of a folder by number {}."
    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    tools = tuple(
        Tool(f"find_{i}", text.format(i), server=f"s{i % 7}", input_schema=schema)
        for i in range(count)
    )
    pairs = [
        pair(tools[i], tools[i + 1 + j], 0.99 - (i % 48) / 100)
        for i in range(0, linked, 5)
        for j in range(4)
    ]
    servers = (ServerPair("s0", "s1", 3, 0.9),)
    near = (Unmarked(tools[0].id, tools[7].id, 0.998, ("Say A.", "Say B.")),)
    return OverlapMap(tools, overlap_of(pairs, ()), near, servers, None)


def pair(a: Tool, b: Tool, probability: float) -> Pair:
    one, other = sorted((a, b), key=lambda tool: tool.id)
    return Pair(
        one.id,
        other.id,
        probability,
        probability,
        "sameness",
        0.999,
        (),
        "Tell them apart.",
        None,
        (f"Not for {other.name}.", f"Not for {one.name}."),
        contrasted=False,
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


class Opened:
    """A page, and what went wrong on it."""

    def __init__(self, browser: Browser, file: Path, **options: Any) -> None:
        self.page: Page = browser.new_context(**options).new_page()
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

    def listed(self) -> int:
        return self.page.locator("#pairs li").count()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "map.html"
    path.write_text(overlap_page("notes", made(60, 40), 0.5), encoding="utf-8")
    return path


def test_a_pair_is_chosen_read_and_its_advice_copied(browser: Browser, file: Path) -> None:
    opened = Opened(browser, file, permissions=["clipboard-read", "clipboard-write"])
    page = opened.page
    assert page.text_content("#summary") == "60 tools, 32 pairs shown, 8 groups, 0 clashes."
    page.locator("#pairs button").nth(4).click()
    assert page.locator("#pairs button[aria-current=true]").count() == 1
    assert page.locator("#detail article").count() == 2
    marks = page.locator("#detail article").first.locator("mark").all_text_contents()
    assert len(marks) == 1
    assert marks[0].isdigit()
    page.locator("#detail .advice button").first.click()
    sentence = page.locator("#detail q").first.text_content()
    expect(page.locator("#detail .advice button").first).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == sentence
    assert sentence is not None
    assert sentence.startswith("Not for find_")
    page.locator("#unmarked button").click()
    assert "Say A." in (page.text_content("#detail") or "")
    assert opened.faults == []
    assert opened.requests == [file.as_uri()]


def test_filters_and_the_map_follow_each_other(browser: Browser, file: Path) -> None:
    opened = Opened(browser, file)
    page = opened.page
    before = page.locator("#map").screenshot()
    page.fill("#least", "0.9")
    assert 0 < opened.listed() < 32
    page.select_option("#server", "s3")
    few = opened.listed()
    assert all("s3/" in text for text in page.locator("#pairs li").all_text_contents())
    page.fill("#find", "find_10")
    assert opened.listed() <= few
    page.wait_for_timeout(100)
    assert page.locator("#map").screenshot() != before
    assert opened.faults == []


def test_the_keyboard_is_enough(browser: Browser, file: Path) -> None:
    opened = Opened(browser, file)
    page = opened.page
    page.locator("#pairs button").first.focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    chosen = page.locator("#pairs button").nth(2)
    assert chosen.get_attribute("aria-current") == "true"
    page.locator("#map").focus()
    before = page.locator("#map").screenshot()
    for key in ("+", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    page.wait_for_timeout(100)
    assert page.locator("#map").screenshot() != before
    assert opened.faults == []


def test_a_tool_on_the_map_opens_its_worst_pair(browser: Browser, file: Path) -> None:
    opened = Opened(browser, file)
    page = opened.page
    place = page.evaluate(
        "() => { const node = byId.get(pairsShown()[8].a), box = canvas.getBoundingClientRect();"
        " return { x: box.left + node.x * view.scale + view.x,"
        " y: box.top + node.y * view.scale + view.y, id: node.id }; }"
    )
    page.mouse.click(place["x"], place["y"])
    assert place["id"] in (page.text_content("#detail h2") or "")
    assert opened.faults == []


@pytest.mark.parametrize(
    "options",
    [
        {"color_scheme": "dark"},
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    ],
    ids=["dark", "phone"],
)
def test_dark_and_small_screens_show_all_of_it(
    browser: Browser, file: Path, options: dict[str, Any]
) -> None:
    opened = Opened(browser, file, **options)
    page = opened.page
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert wide
    assert (ground != "rgb(255, 255, 255)") == ("color_scheme" in options)
    page.locator("#pairs button").nth(3).click()
    page.locator("#detail h2").wait_for()
    assert opened.faults == []


def test_two_thousand_tools_stay_fluid(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    path.write_text(overlap_page("large", made(2000, 2000), 0.5), encoding="utf-8")
    opened = Opened(browser, path)
    page = opened.page
    page.check("#lonely")
    started = time.monotonic()
    frames = page.evaluate(
        """() => new Promise((done) => {
            const times = []; let last = performance.now();
            const step = (now) => {
                times.push(now - last); last = now;
                view.x += 3; paint();
                times.length < 30 ? requestAnimationFrame(step) : done(times.slice(1));
            };
            requestAnimationFrame(step);
        })"""
    )
    assert time.monotonic() - started < 30
    # Software rendering on a shared machine: a frame is far from a second.
    assert sorted(frames)[len(frames) // 2] < 250
    assert json.loads(page.text_content("#data") or "")["catalogue"] == "large"
    assert opened.faults == []
