"""A board of 2,100 hexes and 500 pieces in Chromium: painted, panned, zoomed; frame times of the browser itself."""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from field import write_field
from measure import Row
from moving import FLOOR, LAID, LIES, MOVED, NOTED, SHARP

PIECES, FRAMES, ROUNDS = 500, 90, 3
SHARPENED = 5  # times
NEARER = 30  # turns of the wheel that bring the board near, and far again
SIZES = {"1366 x 768": (1366, 768), "3840 x 2160": (3840, 2160)}
GOAL = 17.0  # ms: sixty frames a second, as the browser rounds them
NEAR = 1.25  # times what one bare picture takes: panels and 500 pieces are not for nothing
DRAWN = "DirectRenderer::DrawFrame"  # what the browser calls drawing a frame, in its own trace


def rows() -> Iterator[str]:
    """Frame times, and the time to the first picture; nothing where there is no browser."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        chromium = None
    if chromium is None:
        yield "  not measured: Playwright or Chromium is missing"
        return
    with tempfile.TemporaryDirectory() as home, _served(Path(home)) as (link, table), sync_playwright() as playwright:
        assert len(table.session.table.pieces) >= PIECES
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for name, (width, height) in SIZES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.add_init_script(NOTED)
            page.goto(link)
            page.locator("body[data-ready]").wait_for(state="attached", timeout=120_000)
            painted = -1.0
            while painted < 0:
                painted = page.evaluate("() => window.painted ?? -1")
            yield str(Row(f"{name}: board painted, from the first byte", painted, 1000, " ms"))
            page.locator(".world[data-sharp]").wait_for(state="attached", timeout=120_000)
            moved = _Moved(browser, page, {"width": width, "height": height})
            for kind in ("pan", "zoom", "zoom out"):
                yield from moved.rows(f"{name}: {kind}", kind)
            again = statistics.median(moved.sharp() for _ in range(SHARPENED))
            yield str(Row(f"{name}: sharp again after a zoom, median of {SHARPENED}", again, 150, " ms"))
            moved.bare.close()
            page.close()
        browser.close()


class _Moved:
    """The board, and a bare picture as large where it lies: moved by the same hand, in turns."""

    def __init__(self, browser: Any, page: Any, size: dict[str, int]) -> None:
        self.browser, self.page, self.bare = browser, page, browser.new_page(viewport=size)
        page.keyboard.press("0")
        self._rests(page)
        self.whole = page.locator(".world").evaluate(LIES)

    def rows(self, name: str, kind: str) -> Iterator[str]:
        """Frames of both; then what drawing one costs the browser, with both."""
        taken: dict[Any, list[float]] = {self.bare: [], self.page: []}
        for _ in range(ROUNDS):
            for each, frames in taken.items():
                frames += self._moves(each, kind)
        ordered, bare = sorted(taken[self.page]), taken[self.bare]
        yield str(Row(f"{name}, median of {len(ordered)} frames", statistics.median(ordered), GOAL, " ms"))
        yield str(Row(f"{name}, 95 % of them under", ordered[int(len(ordered) * 0.95)], 2 * GOAL, " ms"))
        yield str(Row(f"{name}, one bare picture as large, median", statistics.median(bare), None, " ms"))
        yield str(Row(f"{name}, all frames / the bare picture's", sum(ordered) / sum(bare), NEAR))
        cost, bare_cost = (self._drawing(each, kind) for each in (self.page, self.bare))
        yield str(Row(f"{name}, drawing a frame, processor", cost, None, " ms"))
        yield str(Row(f"{name}, drawing a frame / the bare picture's", cost / bare_cost))

    def sharp(self) -> float:
        """How long it takes from a turn of the wheel until the board, at rest before, is sharp again."""
        self.page.bring_to_front()
        self.page.keyboard.press("0")
        self._rests(self.page)
        taken: float = self.page.evaluate(SHARP)
        return taken

    def _moves(self, page: Any, kind: str, traced: bool = False) -> list[float]:
        """How long frames take; all of the board is in sight at first, and it is near if it is to be zoomed out."""
        page.bring_to_front()
        if page is self.page:
            page.keyboard.press("0")
        else:
            page.set_content(FLOOR)
            page.evaluate(LAID, self.whole)
        if kind == "zoom out":
            self._rests(page)
            page.evaluate(MOVED, ["zoom in", NEARER])
        self._rests(page)
        if traced:
            self.browser.start_tracing(page=page, categories=["viz"])
        found: list[float] = page.evaluate(MOVED, [kind, NEARER if kind == "zoom out" else FRAMES])
        return found

    def _rests(self, page: Any) -> None:
        page.wait_for_timeout(600)
        if page is self.page:
            page.locator(".world[data-sharp]").wait_for(state="attached", timeout=120_000)

    def _drawing(self, page: Any, kind: str) -> float:
        """Milliseconds of a processor the browser takes to draw one frame: what else runs there is not in it."""
        self._moves(page, kind, traced=True)
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        return statistics.median(event["tdur"] / 1000 for event in events if event["name"] == DRAWN and "tdur" in event)


class _served:
    """A table of the large field, served from a thread."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __enter__(self) -> tuple[str, Any]:
        import uvicorn

        from compiler import pipeline
        from compiler.diagnostics import Sink
        from compiler.registry import rulebook_or_fail
        from compiler.web.opening import draw, open_table
        from compiler.web.seats import SCREEN, Seating
        from compiler.web.serving import open_door
        from compiler.web.table import Table

        read = pipeline.read(write_field(self.home / "field", PIECES, PIECES), Sink())
        assert read is not None
        book = rulebook_or_fail(read.game)
        seats = book.game.scenarios["field"].seats
        table = Table.begin(book, "field", Seating.of(dict.fromkeys(seats, "link")), "7")
        self.door = open_door(0, lan=False)
        pictures = draw(read, "field", None)
        pictures.cut_ahead()  # as it is done while people look at the board for the first time
        opened = open_table(read, table, pictures, self.door.hosts)
        self.server = uvicorn.Server(uvicorn.Config(opened.app, log_level="critical", ws="websockets-sansio"))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.door.listening]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)
        return f"{self.door.home}/seat/1/{table.seating.tokens[SCREEN]}", table

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        self.door.listening.close()
