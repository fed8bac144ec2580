"""The table in a real browser: Chromium of the system, driven by Playwright. Skipped where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.ask import Refusal
from compiler.play.offers import refusal
from compiler.web.seats import SCREEN, WATCH
from tests.web.browsing import (
    Page,
    answer_anyhow,
    answering,
    asked,
    box_of,
    of_all,
    point,
    ready,
    ringed,
    seated,
    shows,
    take_from_list,
    there,
    visit,
)  # fmt: skip
from tests.web.served import serving
from tests.web.tables import table


def pick_first(page: Page) -> None:
    """Pick up the first unit that may go, out of its stack if need be."""
    point(page, ".piece.legal")
    there(page, ".costs text, .fan .pick")
    if page.locator(".fan .pick").count():
        page.locator(".fan .pick").first.click()
    there(page, ".costs text")


SKIRMISH = {"scenario": "skirmish"}


def test_a_march_by_mouse_its_refusals_undo_and_replay(browser: Any) -> None:
    with serving("first_battle", table("first_battle", "human", "link", **SKIRMISH)) as served:
        at = served.table
        with visit(browser, served, SCREEN) as page:
            ready(page)
            at.answer("south", at.n, {"option": 0})  # the other bids low: we march first
            page.click("#prompt .acts [data-option='3']")
            assert asked(page, served, "north")
            there(page, ".piece.legal")
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
            bubble = page.locator(".bubble").inner_text()
            assert at.book.game.ledger is not None
            assert no.rule is not None
            assert no.rule in bubble
            assert at.book.game.ledger.rows[no.rule].says in bubble
            page.keyboard.press("Escape")  # the bubble goes
            # a unit is picked up: its reach and what each hex costs; one click and it goes
            before = at.n
            pick_first(page)
            assert page.locator(".costs text").count() > 3
            assert at.n == before  # looking changes nothing
            point(page, ".costs text", 2)
            shows(page, before + 2)  # the unit, and where it goes
            assert at.n == before + 2
            there(page, "#undo")
            lines = page.locator(".log li").count()
            page.keyboard.press("u")
            shows(page, before + 3)
            page.keyboard.press("u")
            shows(page, before + 4)
            assert page.locator(".log li").count() < lines
            # looking back and on
            page.keyboard.press("Home")
            there(page, "body.past")
            assert "Looking back" in page.inner_text("#prompt")
            page.keyboard.press("End")
            there(page, "body:not(.past)")


WATCHED = """() => {
  const bar = document.querySelector(".lost");
  const look = () => { if (!bar.hidden) document.body.dataset.wasLost = "yes"; };
  new MutationObserver(look).observe(bar, { attributes: true });
}"""


def test_a_whole_game_of_first_battle_by_keyboard_with_reload_and_reconnection(browser: Any) -> None:
    with seated(browser, table("first_battle", "human", "random", **SKIRMISH), SCREEN) as (page, served):
        answers = 0
        while asked(page, served, "north"):
            answers += 1
            assert answers < 200
            if answers == 4:
                page.reload()
                ready(page)
                assert asked(page, served, "north")
            if answers == 6:
                page.evaluate(WATCHED)
                served.cut()
                there(page, "body[data-was-lost]")
                assert asked(page, served, "north")
            answering(page, served, lambda: answer_anyhow(page))
        there(page, ".veil .hall h1")
        assert served.table.session.outcome is not None
        winner = served.table.session.outcome.winners[0]
        assert served.table.name(winner) in page.inner_text(".hall")
        disc = page.locator(".hall .big").first.evaluate("(at) => getComputedStyle(at).backgroundColor")
        assert disc != "rgba(0, 0, 0, 0)"  # the crest lies on the colour of its side


def test_the_curtain_leaves_nothing_and_onlookers_see_no_secret(browser: Any) -> None:
    with serving("amber_strait", table("amber_strait", "human", "human")) as served:
        at = served.table
        with visit(browser, served, SCREEN) as page, visit(browser, served, WATCH) as watch:
            there(page, ".veil.solid")
            assert page.locator(".piece, .log li, .pick").count() == 0
            page.click(".veil.solid .btn.main")
            ready(page)
            names = [at.book.piece_name(piece) for piece in at.session.table.at("hand.crown")]
            there(page, ".hand .pick.legal")
            assert sorted(alt for (alt,) in of_all(page, ".hand img", "alt")) == sorted(names)
            ready(watch)
            assert not any(name in watch.inner_text("body") for name in names)
            while asked(page, served, "crown"):
                answering(page, served, lambda: take_from_list(page))
            there(page, ".veil.solid")
            left = page.inner_text("body")
            held = [at.book.piece_name(piece) for piece in at.session.table.at("hand.crown")]
            assert held
            assert not any(name in left for name in held)
            assert page.locator(".piece, .pick, .log li").count() == 0


@pytest.mark.parametrize(
    ("width", "height", "theme"), [(1366, 768, "dark"), (1920, 1200, "light"), (820, 1180, "light")]
)
def test_panels_fit_at_every_size_and_in_both_themes(browser: Any, width: int, height: int, theme: str) -> None:
    how = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
    with seated(browser, table("first_battle", "human", "link", **SKIRMISH), SCREEN, **how) as (page, _):
        there(page, f"html[data-theme={theme}]")
        for part in (".top", "#side", "#prompt", "#ribbon"):
            box = box_of(page, part)
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width + 1
            assert box["y"] + box["height"] <= height + 1
