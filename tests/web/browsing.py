"""Pages in a real browser: Chromium of the system, driven by Playwright.

Nothing here is counted in seconds: every wait is for something the page or the table says, by locators (our pages
forbid `eval`), as long as it takes within `PATIENCE`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from compiler.web.table import Table
from tests.web.served import Served, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = float(os.environ.get("LIEGE_PATIENCE", "180"))  # seconds after which something is wrong, not slow
LAPTOP = {"width": 1366, "height": 768}
TABLET = {"width": 820, "height": 1180}
Page = Any
# What goes by itself (a light, dice, a refusal, a note of the desk) stays: a loaded machine may look away for as long.
GOES = (1600, 3200, 9000, 12000)  # ms it stays for people
STAYS = f"""(() => {{
  const wait = window.setTimeout.bind(window), goes = {list(GOES)};
  window.setTimeout = (work, ms, ...more) => wait(work, goes.includes(ms) ? 1000 * ms : ms, ...more);
}})();"""


def launched() -> Iterator[Any]:
    """A browser; skips the tests where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    sync_api.expect.set_options(timeout=PATIENCE * 1000)
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS), timeout=PATIENCE * 1000)
        yield found
        found.close()


class Visit:
    """A page of a server, in a browser of its own or `beside` another; what goes wrong in it is told at the end."""

    def __init__(
        self, browser: Any, host: str, link: str, beside: Visit | None = None, script: str = "", **how: Any
    ) -> None:  # fmt: skip
        # pieces jump instead of walking: nothing under the pointer is on its way
        still = {"viewport": LAPTOP, "reduced_motion": "reduce", **how}
        self.context = browser.new_context(**still) if beside is None else beside.context
        self.page: Page = self.context.new_page()
        self.page.add_init_script(STAYS + script)
        self.host, self.errors, self.frames, self.asked = host, [], [], []
        self.expected: tuple[str, ...] = ()  # errors a test brings about
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.on("websocket", lambda w: w.on("framereceived", lambda text: self.frames.append(text)))
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.goto(link)

    def __enter__(self) -> Page:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.page.close()
        if not self.context.pages:
            self.context.close()
        errors = [error for error in self.errors if not any(known in error for known in self.expected)]
        assert errors == [], errors[:3]
        strangers = [url for url in self.asked if not url.startswith((f"http://{self.host}/", "blob:"))]
        assert strangers == [], strangers  # no request leaves the host


def visit(browser: Any, served: Served, place: str, **how: Any) -> Visit:
    """A page at a place of a table."""
    return Visit(browser, served.host, served.link(place), **how)


@contextlib.contextmanager
def seated(browser: Any, at: Table, place: str, asks: str | None = None, **how: Any) -> Iterator[tuple[Page, Served]]:
    """A table that is served, and a page at a place of it that shows it; with `asks` the question put to that seat."""
    with serving(at.book.game.id, at) as served, visit(browser, served, place, **how) as page:
        ready(page)
        if asks is not None:
            assert asked(page, served, asks)
        yield page, served


def able(at: Table, seat: str) -> list[str]:
    """The pieces a seat may take up."""
    return [str(id) for id in at.session.asks[seat].listed if str(id) in at.session.table.pieces]


def alone(at: Table, seat: str) -> str:
    """One of them that stands by itself."""
    now = at.session.table
    return next(unit for unit in able(at, seat) if len(now.stacks[now.pieces[unit].place]) == 1)


def peeked(served: Served, seat: str, unit: str) -> Any:
    """What is asked after a unit is taken up."""
    at, n = served.table, served.table.n
    option = list(at.session.asks[seat].listed).index(unit)
    found = served.opened.house.engine.submit(lambda: at.peek(seat, n, {"option": option})).result()
    assert found is not None
    return found


def until(page: Page, come: Callable[[], bool], what: str) -> None:
    """Until something has come about in the server, with the page going on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not come():
        if time.monotonic() > end:
            raise AssertionError(what)
        page.wait_for_timeout(20)


def there(page: Page, selector: str) -> None:
    """Until the page has an element, seen or not."""
    page.locator(selector).first.wait_for(state="attached")


def ready(page: Page) -> None:
    there(page, "body[data-ready]")


def shows(page: Page, n: int) -> None:
    """Until the page shows the table after so many changes."""
    there(page, f"body[data-n='{n}']")


def asked(page: Page, served: Served, seat: str) -> bool:
    """Until the page shows the question that is put to a seat; false once the seat is asked no more."""
    body, found = page.locator("body"), [False]

    def come() -> bool:
        n, waiting, computer = served.now()
        if seat in waiting:
            found[0] = body.get_attribute("data-asked") == str(n)
            return found[0]
        return computer is None

    until(page, come, f"{seat} is not shown its question")
    return found[0]


def answering(page: Page, served: Served, act: Callable[[], None]) -> None:
    """Do what answers a question, and wait until the table has the answer."""
    before = served.now()
    act()
    try:
        until(page, lambda: served.now() != before, "the answer has not come")
    except AssertionError as late:
        focused = page.evaluate("() => document.activeElement?.outerHTML.slice(0, 200)")
        raise AssertionError(f"{late}: {page.inner_text('#prompt')!r}, at {focused!r}") from late


def box_of(page: Page, selector: str, nth: int = 0) -> dict[str, float]:
    """Where an element lies on the screen; asked again while the page is just drawing it anew."""
    found: list[dict[str, float]] = []

    def come() -> bool:
        box = page.locator(selector).nth(nth).bounding_box()  # None for an element replaced while it was looked for
        found.extend([box] if box else [])
        return bool(found)

    until(page, come, f"{selector} is not to be seen")
    return found[-1]


def middle(page: Page, selector: str, nth: int = 0) -> tuple[float, float]:
    """Where the middle of an element is on the screen."""
    box = box_of(page, selector, nth)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(page: Page, selector: str, nth: int = 0) -> None:
    page.mouse.click(*middle(page, selector, nth))


def spot(page: Page, served: Served, place: str) -> tuple[float, float]:
    """Where a place of the board lies on the screen now."""
    x, y = served.scenery["spaces"][place]["at"]
    box = box_of(page, ".world")
    k = box["width"] / served.scenery["board"]["size"][0]
    return box["x"] + x * k, box["y"] + y * k


def bring(page: Page, served: Served, place: str) -> tuple[float, float]:
    """Where a place lies on the screen, once it lies clear of the panels: the board is moved by keys if need be."""
    for _ in range(60):
        there(page, ".world[data-sharp]")  # at rest: a board that still moves shuts what the pointer has opened
        x, y = spot(page, served, place)
        if page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.world'))", [x, y]):
            return x, y
        across, down = ("ArrowRight" if x > 500 else "ArrowLeft"), ("ArrowDown" if y > 300 else "ArrowUp")
        page.keyboard.press(across if abs(x - 500) > abs(y - 300) else down)
    raise AssertionError(f"{place} does not come clear of the panels")


def ringed(page: Page) -> set[str]:
    return {id for id, _ in of_all(page, ".piece.legal", "data-id", "data-at")}


def of_all(page: Page, selector: str, *names: str) -> list[tuple[str, ...]]:
    """Attributes of all elements of a kind, read at one moment: one by one some might be gone meanwhile."""
    read = "(found, names) => found.map((one) => names.map((name) => one.getAttribute(name) ?? ''))"
    return [tuple(row) for row in page.locator(selector).evaluate_all(read, list(names))]


def middles(page: Page, selector: str) -> list[tuple[float, float]]:
    """Where all elements of a kind are on the screen, seen at one moment."""
    read = (
        "(found) => found.map((one) => one.getBoundingClientRect()).map((b) => [b.x + b.width / 2, b.y + b.height / 2])"
    )
    return [(x, y) for x, y in page.locator(selector).evaluate_all(read)]


def take_from_list(page: Page) -> None:
    """Answer with the first choice of the list of all, by keys alone."""
    page.keyboard.press("l")
    there(page, ".list input:focus")
    page.keyboard.press("Tab")
    there(page, ".list .btn:focus")
    page.keyboard.press("Enter")


def answer_anyhow(page: Page) -> None:
    """Answer by keys with what is nearest: the form as it stands, done, the first button, the first of the list."""
    if page.locator("#form:not([hidden]) #seal").count():
        there(page, "#form:not([hidden]) #seal:not(:disabled)")
        page.keyboard.press("Enter")
    elif page.locator("#prompt .btn.main[data-option]").count():
        page.focus("#prompt .btn.main[data-option]")  # without it Enter is for what lies under the pointer
        page.keyboard.press("Enter")
    elif page.locator("#prompt .acts [data-option]").count() and not page.locator(".piece.legal, .hx.go").count():
        while not page.locator("#prompt .acts [data-option]:focus").count():
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        take_from_list(page)
