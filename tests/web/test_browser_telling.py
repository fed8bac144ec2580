"""What a page tells beside the board, in a real browser: log, headings, who is waited for, cards of units."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from compiler import web
from compiler.web.seats import WATCH
from tests.web.browsing import GOES, answering, bring, of_all, ready, ringed, seated, there, until
from tests.web.tables import table
from tests.web.test_browser_saying import offered, to_act

BROKEN = "(found) => found.filter((one) => one.hasAttribute('src') && !one.getAttribute('src')).length"


def test_the_link_of_a_line_is_the_name_and_not_the_place_it_tells_of(browser: Any) -> None:
    at = table("shingens_arrival", "link", scenario="campaign")
    while "ikko_band#1" in str(at.session.asks[at.waiting[0]].topic) or len(at.session.moments) < 5:
        at.answer(at.waiting[0], at.n, {"option": 0})
    with seated(browser, at, WATCH) as (page, _):
        there(page, ".log .pn[data-see='ikko_band#1']")
        line = page.locator(".log li", has=page.locator(".pn[data-see='ikko_band#1']"))
        assert line.locator(".pn").inner_text() == "Ikko-Ikki 1"
        assert re.search(r"goes to \D+ \(\d{4}\)", line.inner_text())


def test_a_step_in_which_nothing_was_told_has_no_heading(browser: Any) -> None:
    at = table("anegawa", "greedy")
    while len(at.session.moments) < 4:
        assert at.compute()
    for seat in at.seats:
        at.sit(seat, "link")
    with seated(browser, at, WATCH) as (page, _):
        there(page, ".log li.step")
        followed = "(heads) => heads.map((head) => head.nextElementSibling?.matches('li[data-i]') ?? false)"
        heads = page.locator(".log li.step").evaluate_all(followed)
        assert heads
        assert all(heads)


def test_two_clans_at_one_seat_are_thinking(browser: Any) -> None:
    at = table("anegawa", "link")
    seat = at.waiting[0]
    assert " & " in at.book.game.seats[seat].name.en
    with seated(browser, at, WATCH) as (page, _):
        assert page.inner_text("#prompt").startswith(f"{at.book.game.seats[seat].name.en} are thinking")


def test_a_card_of_a_unit_has_no_broken_picture_before_the_drawings_have_come(browser: Any) -> None:
    at = table("anegawa", "link")
    unit = next(
        id for id, piece in at.session.table.pieces.items() if piece.side == "oda" and piece.place in at.book.land
    )
    with seated(browser, at, at.seats[0]) as (page, served):
        held: list[Any] = []
        page.route("**/faces.json", lambda route: held.append(route))
        page.reload()
        ready(page)
        page.mouse.move(*bring(page, served, at.session.table.pieces[unit].place))
        there(page, "#unit:not([hidden]) .pics img")
        assert page.locator("#unit img").evaluate_all(BROKEN) == 0
        until(page, lambda: bool(held), "the drawings were not asked for")
        held[0].continue_()
        there(page, "#unit .pics img[src^='blob:']")


def test_what_pages_of_tests_keep_is_what_goes_by_itself_in_a_page() -> None:
    pages = "".join(path.read_text("utf-8") for path in (Path(web.__file__).parent / "pages").glob("*.js"))
    for ms in GOES:
        assert re.search(rf"\b{ms}\b", pages), f"nothing goes after {ms} ms any more: `GOES` is out of date"


def test_of_several_things_to_do_one_can_be_shown_alone(browser: Any) -> None:
    """Road to Honganji asks for one of five actions: which glow is which is seen by verb, and a click is clear then."""
    at = to_act("akechi")
    with seated(browser, at, "akechi", asks="akechi") as (page, served):
        made = offered(served, "akechi")
        verbs = {verb for (verb,) in of_all(page, "#prompt [data-verb]", "data-verb")}
        assert verbs == {offer.verb for offer in made if offer.verb and offer.verb != "end"}
        everything = places(page)
        for verb in sorted(verbs):
            page.click(f"#prompt [data-verb='{verb}']")
            there(page, f"#prompt [data-verb='{verb}'][aria-pressed=true]")
            taken = {id for offer in made if offer.verb == verb for id in offer.takes or (offer.target,)}
            assert ringed(page) == {
                id for id in taken if id in at.session.table.pieces and page.locator(f".piece[data-id='{id}']").count()
            }
            page.click(f"#prompt [data-verb='{verb}']")
            there(page, f"#prompt [data-verb='{verb}'][aria-pressed=false]")
        assert places(page) == everything
        for verb in dict.fromkeys(offer.verb for offer in made if offer.verb in verbs):
            page.keyboard.press("v")
            there(page, f"#prompt [data-verb='{verb}'][aria-pressed=true] .ic")  # by a sign, and not by colour alone
        page.keyboard.press("Escape")
        there(page, "#prompt:not(:has([aria-pressed=true])) [data-verb]")
        assert places(page) == everything
        page.click("#prompt [data-verb='reinforce']")
        there(page, "#prompt [data-verb='reinforce'][aria-pressed=true]")
        place = next(
            offer.takes[0] for offer in made if offer.verb == "reinforce" and offer.takes[0] in at.book.game.spaces
        )
        answering(page, served, lambda: page.mouse.click(*bring(page, served, place)))  # no list: it is said already


def places(page: Any) -> list[tuple[str, ...]]:
    return of_all(page, ".hx.go", "d")
