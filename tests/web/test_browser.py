"""The table in a real browser: Chromium of the system, driven by Playwright. Skipped where there is none.

Two pages seal their plans; `LIEGE_BROWSER=5` opens one for each of five seats.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from compiler.play.ask import Refusal
from compiler.play.offers import refusal
from compiler.web.seats import SCREEN, WATCH
from tests.web.served import Served, serving
from tests.web.tables import table

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
Page = Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield found
        found.close()


class Visit:
    """A page at a place of a table; what goes wrong in it is told at the end."""

    def __init__(self, browser: Any, served: Served, place: str, **how: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1366, "height": 768}, **how})
        self.page: Page = self.context.new_page()
        self.served, self.errors, self.frames, self.asked = served, [], [], []
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.on("websocket", lambda w: w.on("framereceived", lambda text: self.frames.append(text)))
        self.page.set_default_timeout(60_000)
        self.page.goto(served.link(place))

    def __enter__(self) -> Page:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert self.errors == []
        strangers = [url for url in self.asked if not url.startswith((f"http://{self.served.host}/", "blob:"))]
        assert strangers == []  # no request leaves the host


def ready(page: Page) -> None:
    page.wait_for_selector("body[data-ready]")


def settled(page: Page, served: Served) -> None:
    """Until the page shows the table as it is now."""
    page.wait_for_function("n => document.body.dataset.n === String(n)", arg=served.table.n)


def asked(page: Page, served: Served, seat: str) -> bool:
    """Until the page shows the question that is put to a seat; false once the seat is asked no more."""
    for _ in range(600):
        if seat in served.table.waiting:
            if page.evaluate("document.body.dataset.asked") == str(served.table.n):
                return True
        elif served.table.computer is None:
            return False
        page.wait_for_timeout(50)
    raise AssertionError(f"{seat} is not shown its question")


def shows(page: Page, n: int) -> None:
    """Until the page shows the table after so many changes."""
    page.wait_for_function("n => document.body.dataset.n === String(n)", arg=n)


def point(page: Page, selector: str, nth: int = 0) -> None:
    box = page.query_selector_all(selector)[nth].bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def ringed(page: Page) -> set[str]:
    found = page.eval_on_selector_all(".piece.legal", "all => all.map(one => one.dataset.id)")
    return set(found)


def pick_first(page: Page) -> None:
    point(page, ".piece.legal")
    page.wait_for_selector(".costs text, .fan .pick")
    if page.query_selector(".fan .pick"):
        page.click(".fan .pick")
    page.wait_for_selector(".costs text")


SKIRMISH = {"scenario": "skirmish"}


def test_a_march_by_mouse_its_refusals_undo_and_replay(browser: Any) -> None:
    with serving("first_battle", table("first_battle", "human", "link", **SKIRMISH)) as served:
        at = served.table
        with Visit(browser, served, SCREEN) as page:
            ready(page)
            at.answer("south", at.n, {"option": 0})  # the other bids low: we march first
            page.click("#prompt .acts [data-option='3']")
            page.wait_for_selector(".piece.legal")
            ask = at.session.asks["north"]
            legal = {answer for answer in ask.listed if answer != ask.stop}
            tops = {at.session.table.stacks[at.session.table.pieces[str(id)].place][-1] for id in legal}
            assert ringed(page) <= legal
            assert tops & legal <= ringed(page)
            # what may not act says why, with the rule and its gist
            enemy = next(p for p in at.session.table.pieces.values() if p.side == "south" and p.place.isdigit())
            no = refusal(at.book, ask, at.session.table, enemy.id)
            assert isinstance(no, Refusal)
            page.dispatch_event(f".piece[data-at='{enemy.place}']", "pointerdown", {"pointerId": 1, "clientX": 1})
            page.dispatch_event(f".piece[data-at='{enemy.place}']", "pointerup", {"pointerId": 1, "clientX": 1})
            bubble = page.wait_for_selector(".bubble").inner_text()
            assert at.book.game.ledger is not None
            assert no.rule is not None
            assert no.rule in bubble
            assert at.book.game.ledger.rows[no.rule].says in bubble
            # a unit is picked up: its reach and what each hex costs; one click and it goes
            before = at.n
            pick_first(page)
            costs = page.eval_on_selector_all(".costs text", "all => all.length")
            assert costs > 3
            assert at.n == before  # looking changes nothing
            point(page, ".costs text", 2)
            page.wait_for_selector("#undo")
            shows(page, before + 2)  # the unit, and where it goes
            assert at.n == before + 2
            lines = len(page.query_selector_all(".log li"))
            page.keyboard.press("u")
            shows(page, before + 3)
            page.keyboard.press("u")
            shows(page, before + 4)
            assert len(page.query_selector_all(".log li")) < lines
            # looking back and on
            page.keyboard.press("Home")
            page.wait_for_selector("body.past")
            assert "Looking back" in page.inner_text("#prompt")
            page.keyboard.press("End")
            page.wait_for_selector("body:not(.past)")


def test_a_whole_game_of_first_battle_by_keyboard_with_reload_and_reconnection(browser: Any) -> None:
    with (
        serving("first_battle", table("first_battle", "human", "random", **SKIRMISH)) as served,
        Visit(browser, served, SCREEN) as page,
    ):
        ready(page)
        answers = 0
        while asked(page, served, "north"):
            answers += 1
            assert answers < 200
            if answers == 4:
                page.reload()
                ready(page)
                assert asked(page, served, "north")
            if answers == 6:
                served.cut()
                page.wait_for_selector(".lost:not([hidden])")
                page.wait_for_selector(".lost", state="hidden")
            n, sealed = served.table.n, len(served.table.sealed)
            if page.query_selector("#prompt .btn.main[data-option]"):
                page.keyboard.press("Enter")
            elif page.query_selector("#prompt .acts [data-option]"):
                page.click("#prompt .acts [data-option]")
            else:
                page.keyboard.press("l")
                page.click(".list .btn")
            while (served.table.n, len(served.table.sealed)) == (n, sealed):
                page.wait_for_timeout(20)
        page.wait_for_selector(".veil .hall h1")
        assert served.table.session.outcome is not None
        winner = served.table.session.outcome.winners[0]
        assert served.table.name(winner) in page.inner_text(".hall")


PAGES = int(os.environ.get("LIEGE_BROWSER", "2"))


def test_pages_seal_their_plans_and_no_frame_tells(browser: Any) -> None:
    at = table("shogun", "link", scenario="five_players")
    while not at.session.is_sealed:  # provinces and armies are placed by whoever is asked
        seat = at.waiting[0]
        at.answer(seat, at.n, {"option": 0})
    seats = at.seats[-PAGES:]
    for seat in at.seats[:-PAGES]:
        at.answer(seat, at.n, {"option": 0})
    with serving("shogun", at) as served:
        visits = [Visit(browser, served, seat) for seat in seats]
        try:
            for visit, seat in zip(visits, seats, strict=True):
                ready(visit.page)
                koku = int(re.findall(r"\d+", visit.page.inner_text("#form header"))[0])
                for _ in range(koku):
                    visit.page.click("[data-field=ninja] .btn:last-child")
                visit.page.wait_for_selector("#seal:not(:disabled)")
                if seat != seats[-1]:
                    visit.page.click("#seal")
                    visit.page.wait_for_selector(".seal-stamp")
                    assert seat in at.sealed
            frames = "".join(str(frame) for frame in visits[-1].frames)
            assert json.dumps({"plan": [0, 0, 0, 0, 5]}, separators=(",", ":")) not in frames
            assert "封" in visits[-1].page.inner_text("#seats")
            n = at.n
            visits[-1].page.click("#seal")
            visits[0].page.wait_for_function("n => Number(document.body.dataset.n) > n", arg=n)
            assert not at.sealed
        finally:
            for visit in visits:
                visit.__exit__()


def test_the_curtain_leaves_nothing_and_onlookers_see_no_secret(browser: Any) -> None:
    with serving("amber_strait", table("amber_strait", "human", "human")) as served:
        at = served.table
        visit = Visit(browser, served, SCREEN)
        with visit as page, Visit(browser, served, WATCH) as watch:
            page.wait_for_selector(".veil.solid")
            assert page.query_selector_all(".piece, .log li, .pick") == []
            page.click(".veil.solid .btn.main")
            ready(page)
            names = [at.book.piece_name(piece) for piece in at.session.table.at("hand.crown")]
            page.wait_for_selector(".hand .pick.legal")
            assert sorted(page.eval_on_selector_all(".hand img", "all => all.map(i => i.alt)")) == sorted(names)
            ready(watch)
            assert not any(name in watch.inner_text("body") for name in names)
            while asked(page, served, "crown"):
                n = at.n
                page.keyboard.press("l")
                page.click(".list .btn")
                while at.n == n:
                    page.wait_for_timeout(20)
            page.wait_for_selector(".veil.solid")
            left = page.inner_text("body")
            held = [at.book.piece_name(piece) for piece in at.session.table.at("hand.crown")]
            assert held
            assert not any(name in left for name in held)
            assert page.query_selector_all(".piece, .pick, .log li") == []


@pytest.mark.parametrize(
    ("width", "height", "theme"), [(1366, 768, "dark"), (1920, 1200, "light"), (820, 1180, "light")]
)
def test_panels_fit_at_every_size_and_in_both_themes(browser: Any, width: int, height: int, theme: str) -> None:
    how = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
    with (
        serving("first_battle", table("first_battle", "human", "link", **SKIRMISH)) as served,
        Visit(browser, served, SCREEN, **how) as page,
    ):
        ready(page)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        for part in (".top", "#side", "#prompt", "#ribbon"):
            box = page.query_selector(part).bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width + 1
            assert box["y"] + box["height"] <= height + 1
        # the wheel keeps the point under the pointer
        at = """([x, y]) => {
              const world = document.querySelector(".world"), box = world.getBoundingClientRect();
              const k = box.width / world.offsetWidth;
              return [(x - box.left) / k, (y - box.top) / k];
            }"""
        before = page.evaluate(at, [500, 300])
        page.mouse.move(500, 300)
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(300)
        after = page.evaluate(at, [500, 300])
        assert abs(before[0] - after[0]) < 2
        assert abs(before[1] - after[1]) < 2
