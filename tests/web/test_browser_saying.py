"""What the page says before and after a click: which verb it stands for, why not and where, what a unit may do."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from compiler.commands.table import _kinds_of
from compiler.play.ask import Refusal
from compiler.play.offers import offers, refusal
from compiler.play.view import redacted
from compiler.rules.road_to_honganji.ch06_actions import ChooseAction
from compiler.web.messages import zones_of
from compiler.web.seats import ONLOOKER, WATCH
from compiler.web.table import Table
from tests.web.browsing import (
    alone,
    answering,
    asked,
    box_of,
    bring,
    middle,
    middles,
    ready,
    seated,
    shows,
    spot,
    there,
    visit,
)  # fmt: skip
from tests.web.served import Served, serving
from tests.web.tables import table, with_the_north_to_march

TO_SAWAYAMA = r" by [\d-]*-1619"  # a place with a name, told by its number


def offered(served: Served, seat: str) -> list[Any]:
    """What a seat may choose now."""
    at = served.table
    seen = redacted(at.book, at.session.table, seat, at.session.state.scenario)
    return offers(at.book, at.session.asks[seat], seen)


def to_act(seat: str) -> Table:
    """Road to Honganji, with a seat to choose its action."""
    at = table("road_to_honganji", "link")
    while at.waiting[0] != seat or not isinstance(at.session.asks[seat].topic, ChooseAction):
        at.answer(at.waiting[0], at.n, {"option": 0})
    return at


def test_a_click_on_a_place_says_what_it_does_before_it_is_done(browser: Any) -> None:
    at = to_act("akechi")
    with seated(browser, at, "akechi", asks="akechi") as (page, served):
        made = offered(served, "akechi")
        assert len({offer.verb for offer in made}) > 3
        begun = [place for offer in made for place in offer.takes]
        alone = [
            o for o in made if o.target is None and begun.count(o.takes[0]) == 1 and o.takes[0] in at.book.game.spaces
        ]
        place, text = alone[0].takes[0], alone[0].text
        before = served.now()
        page.mouse.move(*bring(page, served, place))
        page.locator(".place .does", has_text=text[1:]).wait_for()
        page.mouse.click(*bring(page, served, place))
        page.locator(".choice .btn", has_text=text[1:]).wait_for()
        assert page.locator(".choice .btn").count() == 1
        there(page, ".hx.go")  # the others can still be seen
        assert served.now() == before
        page.keyboard.press("Escape")
        page.locator(".choice").wait_for(state="detached")
        assert served.now() == before
        page.mouse.click(*bring(page, served, place))
        answering(page, served, lambda: page.click(".choice .btn"))


def test_a_place_that_leads_on_names_the_verb_in_the_question(browser: Any) -> None:
    at = to_act("akechi")
    with seated(browser, at, "akechi", asks="akechi") as (page, served):
        page.mouse.click(*bring(page, served, "tanba"))
        page.locator("#prompt b", has_text="Move, Tanba: where?").wait_for()
        assert "Reinforce" in page.inner_text("#prompt .acts")
        # one thing alone can be done to where it leads: what can be done to the place itself is not offered there
        answering(page, served, lambda: page.mouse.click(*bring(page, served, "gifu")))
        assert str(at.session.record[-1].answer) == "Move(origin='tanba', to='gifu')"


@pytest.mark.parametrize("viewport", [{"width": 1366, "height": 768}, {"width": 820, "height": 1180}])
def test_a_card_of_the_hand_is_refused_at_the_card_and_the_board_stays_clear(browser: Any, viewport: Any) -> None:
    with seated(browser, to_act("akechi"), "hashiba", viewport=viewport) as (page, _):
        page.click("[data-tab=hand]")
        page.locator(".hand .pick").first.click()
        page.locator(".bubble", has_text="not your turn").wait_for()
        bubble, panel = box_of(page, ".bubble"), box_of(page, "#side")
        assert panel["x"] <= bubble["x"]
        assert bubble["x"] + bubble["width"] <= panel["x"] + panel["width"]
        assert bubble["y"] >= panel["y"] - 1 or viewport["width"] < 900
        text, shut = box_of(page, ".bubble b.no > span"), box_of(page, ".bubble .shut")
        assert text["x"] + text["width"] <= shut["x"] + 4  # the cross lies on no word
        page.click(".bubble .shut")
        page.locator(".bubble").wait_for(state="detached")


def test_a_refusal_lies_where_it_covers_least_of_what_can_be_chosen(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        enemies = [p for p in at.session.table.pieces.values() if p.side == "south" and p.place.isdigit()]
        free = 0
        for enemy in enemies[:6]:
            page.mouse.click(*bring(page, served, enemy.place))
            there(page, ".bubble")
            box = box_of(page, ".bubble")
            lies = [
                (x, y) for x, y in middles(page, ".piece.legal")
                if box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
            ]  # fmt: skip
            free += not lies
            page.keyboard.press("Escape")
        assert free == len(enemies[:6])


GOLD = """() => { const stage = document.querySelector(".stage");
  for (const part of stage.querySelectorAll("img.sheet, .tiles, .pieces")) part.style.visibility = "hidden";
  stage.style.background = "#E8B83A"; }"""


def test_places_that_can_be_chosen_are_ringed_twice_with_teeth_on_ground_of_the_same_gold(browser: Any) -> None:
    at = table("a_most_dangerous_time", "link")
    with seated(browser, at, at.seats[0]) as (page, served):
        seat = at.seats[0]
        while not all(o.target for o in offered(served, at.waiting[0])) or at.waiting[0] != seat:
            served.answers(at.waiting[0])
        assert asked(page, served, seat)
        places = {offer.target for offer in offered(served, seat)}
        assert page.locator(".tooth").count() == len(places)
        page.evaluate(GOLD)
        place = next(p for p in sorted(places) if page.evaluate(CLEAR, list(spot(page, served, p))))
        page.mouse.move(*spot(page, served, place))
        page.mouse.wheel(0, -700)
        there(page, ".world[data-sharp]")
        x, y = spot(page, served, place)
        k = box_of(page, ".world")["width"] / served.scenery["board"]["size"][0]
        picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
        # obliquely, between two teeth
        ray = [picture.getpixel((round(x + far * 0.707), round(y + far * 0.707))) for far in range(round(60 * k))]
        ground = Image.new("RGB", (1, 1), "#E8B83A").convert("L").getpixel((0, 0))
        light = [n for n, grey in enumerate(ray) if grey > ground + 35]  # type: ignore[operator]
        dark = [n for n, grey in enumerate(ray) if grey < ground - 90]  # type: ignore[operator]
        assert light
        assert any(n < light[0] for n in dark)
        assert any(n > light[-1] for n in dark)


CLEAR = """([x, y]) => [[0, 0], [40, 40], [-40, -40]].every(([a, b]) =>
  document.elementFromPoint(x + a, y + b)?.closest(".world"))"""


def test_the_card_of_a_unit_says_what_it_can_do_or_why_not_as_the_question_is_now(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        ask, seen = at.session.asks["north"], at.session.table
        mine = alone(at, "north")
        bring(page, served, seen.pieces[mine].place)
        page.mouse.move(*middle(page, f".piece[data-id='{mine}']"))
        page.locator("#unit .why.ok", has_text=f"Can be chosen: {ask.prompt}".rstrip("?")).wait_for()
        enemy = next(p for p in seen.pieces.values() if p.side == "south" and p.place.isdigit())
        no = refusal(at.book, ask, seen, enemy.id)
        assert isinstance(no, Refusal)
        bring(page, served, enemy.place)
        page.mouse.move(*middle(page, f".piece[data-id='{enemy.id}']"))
        there(page, "#unit .why:not(.ok)")
        assert str(no.rule) in page.inner_text("#unit .why")
        assert page.locator("#unit .why.ok").count() == 0
        # a unit that has marched can go no more: its card says so as soon as it is told
        bring(page, served, seen.pieces[mine].place)
        page.mouse.move(*middle(page, f".piece[data-id='{mine}']"))
        there(page, "#unit .why.ok")
        page.evaluate("() => document.querySelector('#unit').dataset.before = 'yes'")
        served.answers("north", option=list(ask.listed).index(mine))
        served.answers("north", option=0)
        shows(page, served.now()[0])
        page.locator("#unit .why.ok").wait_for(state="detached")


def test_an_onlooker_has_neither_dots_nor_buttons_of_players(browser: Any) -> None:
    at = table("first_battle", "link", "random", scenario="skirmish")
    with seated(browser, at, WATCH) as (page, _):
        page.locator("#prompt", has_text="You look on").wait_for()
        assert page.locator("#prompt button, #prompt .dot3").count() == 0


def test_a_question_about_places_under_the_bar_brings_them_into_view(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        for _ in range(30):  # everything that can be chosen is pushed out of the window
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowRight")
        assert not [1 for x, y in middles(page, ".piece.legal") if 76 < y < 640 and 80 < x < 1000]
        served.answers("north")
        served.takes_back("north")
        shows(page, served.now()[0])
        assert asked(page, served, "north")
        assert [1 for x, y in middles(page, ".piece.legal") if 70 < y < 660 and 64 < x < 1040]


def test_a_table_taken_up_again_has_its_seats_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "t.journal"
    at = table("road_to_honganji", "link", journal=path)
    at.close()
    given = dict.fromkeys(at.seats, "human")
    assert list(_kinds_of(path, given, None).items()) == [(seat, "link") for seat in at.seats]


def test_reinforcements_are_offered_clear_of_the_bar(browser: Any) -> None:
    at = table("first_battle", "link", scenario="bridge")
    with seated(browser, at, "north") as (page, served):
        while not (at.waiting[0] == "north" and at.session.asks["north"].rule == "11.1"):
            seat = at.waiting[0]
            ask = at.session.asks[seat]
            served.answers(seat, option=0 if ask.stop is None else list(ask.listed).index(ask.stop))
        assert asked(page, served, "north")
        bar = box_of(page, ".top")
        for offer in offered(served, "north"):
            if offer.target:
                x, y = spot(page, served, offer.target)
                assert y > bar["y"] + bar["height"] + 30
                assert page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.world'))", [x, y])


def test_an_answer_that_gives_the_game_up_is_asked_about_first(browser: Any) -> None:
    at = table("anegawa", "link")
    with serving("anegawa", at) as served, visit(browser, served, at.waiting[0]) as page:
        seat = at.waiting[0]
        ready(page)
        assert asked(page, served, seat)
        assert "withdraw" in at.session.asks[seat].listed
        before = served.now()
        page.locator("#prompt .acts .btn", has_text="Withdraw").click()
        page.locator(".veil", has_text="gives the game up").wait_for()
        page.click(".veil [data-sure=no]")
        page.locator(".veil").wait_for(state="detached")
        assert served.now() == before
        page.locator("#prompt .acts .btn", has_text="Withdraw").click()
        answering(page, served, lambda: page.click(".veil [data-sure=yes]"))
        assert at.session.table.mark(seat, "withdrew")


def test_a_region_of_hexes_has_a_rim_around_it_and_none_through_it(browser: Any) -> None:
    at = table("shingens_arrival", "link")  # middles of hexes are rounded: sides two of them share differ by a little
    seat = at.waiting[0]
    places = {str(one) for one in at.session.asks[seat].listed}
    assert len(places) == 7
    with seated(browser, at, seat, asks=seat) as (page, served):
        near = served.scenery["near"]
        there(page, ".hx.rim")
        rim = page.get_attribute(".hx.rim", "d")
        assert rim.count("M") == 6 * len(places) - sum(len(places & set(near[place])) for place in places)


def test_rings_are_as_wide_on_the_screen_from_afar(browser: Any) -> None:
    at = table("shogun", "link")
    seat = at.waiting[0]
    with seated(browser, at, seat) as (page, served):
        page.keyboard.press("0")
        there(page, ".world[data-sharp]")
        while not page.locator(".hx.rim").count():
            served.answers(at.waiting[0])
            shows(page, served.now()[0])
            if at.waiting[0] == seat:
                assert asked(page, served, seat)
        k = box_of(page, ".world")["width"] / served.scenery["board"]["size"][0]
        assert k < 0.5
        widths = [
            float(page.locator(f".hx.{part}").evaluate("(made) => parseFloat(getComputedStyle(made).strokeWidth)")) * k
            for part in ("rim", "seam", "glow", "case")
        ]
        assert widths[0] > 2.5
        assert all(two - one > 1.2 for one, two in pairwise(widths))


@pytest.mark.parametrize("slug", ["first_battle", "anegawa"])
def test_zones_of_enemies_are_hatched_as_the_rules_have_them(browser: Any, slug: str) -> None:
    at = table(slug, "link")
    seat = at.seats[0]
    with seated(browser, at, seat) as (page, served):
        page.keyboard.press("z")
        there(page, ".hx.zone")
        told = zones_of(at, seat)["spaces"]
        assert len(told) > 6
        drawn = page.locator(".hx.zone").get_attribute("d")
        assert drawn.count("M") == sum(bool(served.scenery["spaces"][place].get("at")) for place in told)
        # each lies beside an enemy
        beside, pieces = at.book.game.map.beside, at.session.table.pieces.values()
        mine = at.book.sides_of(seat, at.book.game.scenarios[at.session.state.scenario])
        enemies = {piece.place for piece in pieces if piece.side not in (None, *mine)}
        assert all(enemies & set(beside[place]) for place in told)
        page.keyboard.press("z")
        page.locator(".hx.zone").wait_for(state="detached")


def test_a_game_without_zones_and_an_onlooker_have_no_button_for_them(browser: Any) -> None:
    at = table("shogun", "link")
    with seated(browser, at, at.seats[0]) as (page, _):
        assert not page.locator("[data-r=zones]").is_visible()
    at = table("first_battle", "link")
    assert zones_of(at, "") == {"t": "zones", "n": at.n, "spaces": []}


def test_the_first_question_is_shown_at_a_size_that_can_be_read(browser: Any) -> None:
    at = table("shingens_arrival", "link")
    seat = at.waiting[0]
    with seated(browser, at, seat) as (page, served):
        assert asked(page, served, seat)
        k = box_of(page, ".world")["width"] / served.scenery["board"]["size"][0]
        assert k >= 0.6
        for offer in offered(served, seat):
            x, y = spot(page, served, offer.target)
            assert page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.world'))", [x, y])


def test_the_first_question_shows_all_that_can_be_chosen_though_it_lies_far_from_ones_own(browser: Any) -> None:
    at = table("road_to_honganji", "link", seed="3")
    seat = at.waiting[0]
    with seated(browser, at, seat, asks=seat) as (page, served):
        places = [offer.takes[0] for offer in offered(served, seat)]
        assert len(places) == 3
        there(page, ".world[data-sharp]")
        for place in places:
            assert page.evaluate(CLEAR, list(spot(page, served, place))), place


@pytest.mark.parametrize(
    ("of", "way"),
    [
        (("anegawa", "greedy", "battle", "7"), r" by .*\)-\d{4}"),
        (("shingens_arrival", "random", "deployed", "3"), TO_SAWAYAMA),
    ],
)
def test_a_way_is_drawn_and_not_told_place_by_place_in_the_log(browser: Any, of: tuple[str, ...], way: str) -> None:
    """Named places too, by name or by number: the log says where a march ended."""
    slug, kind, scenario, seed = of
    at = table(slug, kind, scenario=scenario, seed=seed)
    while not any(re.search(way, line.words) for line in at.hearing.lines[ONLOOKER]):
        assert at.compute()
    for seat in at.seats:
        at.sit(seat, "link")
    with seated(browser, at, WATCH) as (page, _):
        there(page, ".log li[data-i]")
        told = page.locator(".log").text_content()
        assert " goes to " in told
        assert not re.search(r" by [^.]*?-\d{4}", told)
