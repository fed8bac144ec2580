"""A board of 2,100 hexes and 500 pieces in Chromium: painted, panned, zoomed; frame times of the browser itself."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from field import write_field
from measure import Row

PIECES, FRAMES = 500, 90
SIZES = {"1366 x 768": (1366, 768), "3840 x 2160": (3840, 2160)}
GOAL = 17.0  # ms: sixty frames a second, as the browser rounds them
# when the page stands, and the board is decoded: noted by the page's own clock
NOTED = """
addEventListener("DOMContentLoaded", () => new MutationObserver(async () => {
  const sheet = document.querySelector("img.sheet");
  if (!document.body.dataset.ready || !sheet || window.painted) return;
  window.painted = -1;
  await sheet.decode();
  window.painted = performance.now();
}).observe(document.body, { attributes: true, childList: true }));
"""
# what a hand does, once a frame; how long each frame took
MOVED = """async ([kind, frames]) => {
  const view = document.querySelector(".view"), x = innerWidth / 3, y = innerHeight / 2, taken = [];
  const sent = (kind, name, more) => view.dispatchEvent(new kind(name, { bubbles: true, cancelable: true, ...more }));
  const hand = (name, by) => sent(PointerEvent, name, { pointerId: 7, clientX: x + by, clientY: y + by / 2 });
  const turn = (n) => sent(WheelEvent, "wheel", { clientX: x, clientY: y, deltaY: n % 60 < 30 ? -40 : 40 });
  if (kind === "pan") hand("pointerdown", 0);
  let last = await new Promise(requestAnimationFrame);
  for (let n = 1; n <= frames; n++) {
    kind === "pan" ? hand("pointermove", 120 * Math.sin(n / 12)) : turn(n);
    const now = await new Promise(requestAnimationFrame);
    taken.push(now - last);
    last = now;
  }
  if (kind === "pan") hand("pointerup", 0);
  return taken;
}"""
# one picture that fills the window and is moved: nothing can be faster than that in this browser
FLOOR = """<body style="margin:0;overflow:hidden">
<div class="view" style="position:absolute;inset:0;overflow:hidden">
<div style="position:absolute;inset:-25%;background:linear-gradient(135deg,#dcd3be,#1f5a7a);will-change:transform">
</div></div>
<script>
  const made = document.querySelector(".view > div"), near = (v) => Math.round(v / 4);
  const moved = (e) => { made.style.transform = `translate(${near(e.clientX)}px,${near(e.clientY)}px)`; };
  addEventListener("pointermove", moved);
</script>"""
# one turn of the wheel; until the board has come to rest and its tiles are there
SHARP = """async () => {
  const world = document.querySelector(".world"), x = innerWidth / 3, y = innerHeight / 2;
  const turn = { bubbles: true, cancelable: true, clientX: x, clientY: y, deltaY: -120 };
  document.querySelector(".view").dispatchEvent(new WheelEvent("wheel", turn));
  const begun = performance.now();
  while (!world.dataset.sharp) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}"""


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
            bare = browser.new_page(viewport={"width": width, "height": height})
            bare.set_content(FLOOR)
            bare.wait_for_timeout(500)
            yield from _told(f"{name}: one bare picture panned", bare.evaluate(MOVED, ["pan", FRAMES]), goals=False)
            bare.close()
            for kind in ("pan", "zoom"):
                page.wait_for_timeout(500)
                yield from _told(f"{name}: {kind}", page.evaluate(MOVED, [kind, FRAMES]))
            yield str(Row(f"{name}: sharp again after a zoom", page.evaluate(SHARP), 200, " ms"))
            page.close()
        browser.close()


def _told(name: str, taken: list[float], goals: bool = True) -> Iterator[str]:
    ordered, goal = sorted(taken), GOAL if goals else None
    yield str(Row(f"{name}, median of {len(taken)} frames", statistics.median(ordered), goal, " ms"))
    yield str(Row(f"{name}, 95 % of them under", ordered[int(len(ordered) * 0.95)], goal and 2 * goal, " ms"))


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
