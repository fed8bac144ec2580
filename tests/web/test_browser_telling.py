"""What a page tells beside the board, in a real browser: log, headings, who is waited for, cards of units."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from compiler import web
from compiler.model.event import Rolled, Said
from compiler.web.seats import ONLOOKER, WATCH
from tests.web.browsing import GOES, answering, bring, of_all, ready, ringed, seated, shows, there, until
from tests.web.tables import table
from tests.web.test_browser_asks import onward
from tests.web.test_browser_games import with_hands
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


FACES = """(dice) => dice.map((die) => {
  const { width, height } = die.getBoundingClientRect();
  const figure = die.querySelectorAll("circle").length || Number(die.textContent);
  return [figure, die.getAttribute("aria-label"), width * height > 100];
})"""


@pytest.mark.parametrize(("slug", "scenario", "results"), [("anegawa", "battle", 3), ("shogun", "chapter_7", 0)])
def test_dice_that_fall_lie_beside_the_sentence_that_needs_them_and_stand_in_the_log(
    browser: Any, slug: str, scenario: str, results: int
) -> None:
    """Their pips, or figures where there are none for so many, come to what was rolled."""
    at, luck = table(slug, "link", scenario=scenario), random.Random(slug)  # only which answers are tried
    shown = told = 0
    with seated(browser, at, WATCH) as (page, served):
        while shown < 3:
            since = len(at.session.log)
            ask = at.session.asks[at.waiting[0]]
            served.answers(at.waiting[0], option=luck.choice(onward(ask)))
            rolled = [entry.what for entry in at.session.log[since:] if isinstance(entry.what, Rolled)]
            if not rolled:
                continue
            shows(page, served.now()[0])
            dice = list(rolled[-1].values)
            fallen = page.locator(".toast .die").evaluate_all(FACES)
            assert fallen == [[value, str(value), True] for value in dice]
            sum_of = f"{' + '.join(map(str, dice))} = {sum(dice)}" if len(dice) > 1 else str(dice[0])
            assert sum_of in page.inner_text(".toast")
            row = page.locator(".log li", has=page.locator(".die")).last
            assert row.locator(".die").evaluate_all(FACES) == fallen
            lines = at.hearing.lines[ONLOOKER]
            n = max(n for n, line in enumerate(lines) if isinstance(line.event, Rolled))
            result = next(
                (line.words.split(" [")[0] for line in lines[n + 1 : n + 2] if isinstance(line.event, Said)), None
            )
            needed = result or f"{lines[n].words.split(':')[0]}: {', '.join(map(str, dice))}"
            assert needed.lower() in row.inner_text().lower()
            told += result is not None and result.lower() in page.inner_text(".toast b").lower()
            shown += 1
        assert told == results


WRITTEN = """(ticks) => ticks.filter((tick) => tick.textContent).map((tick) => {
  const text = document.createRange();
  text.selectNodeContents(tick);
  const { left, right } = text.getBoundingClientRect();
  return [left, right];
})"""


def test_names_of_turns_below_the_replay_are_not_written_over_one_another(browser: Any) -> None:
    with seated(browser, with_hands(seed="4"), WATCH) as (page, _):
        there(page, ".scrub .tick")
        written = page.locator(".scrub .tick").evaluate_all(WRITTEN)
        assert len(written) > 1
        assert page.locator(".scrub .tick").count() > len(written)  # each turn has its line, short ones no name
        assert all(one[1] <= two[0] for one, two in pairwise(written))
