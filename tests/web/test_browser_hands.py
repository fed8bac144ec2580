"""What hands do to the board in a real browser: pinch, wheel, slider, drag, tap, both themes."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.web.messages import past_of
from compiler.web.seats import SCREEN
from tests.web.browsing import (
    TABLET,
    Page,
    alone,
    answering,
    asked,
    box_of,
    middle,
    of_all,
    ready,
    seated,
    shows,
    spot,
    take_from_list,
    there,
    until,
    visit,
)
from tests.web.served import serving
from tests.web.tables import table, with_the_north_to_march

SKIRMISH = "skirmish"


def zoomed(page: Page) -> str:
    return str(page.locator(".mini output").text_content())


def width(page: Page) -> float:
    return box_of(page, ".world")["width"]


def test_a_pinch_zooms_around_the_middle_of_two_fingers(browser: Any) -> None:
    with seated(
        browser,
        table("first_battle", "human", "link", scenario=SKIRMISH),
        SCREEN,
        viewport=TABLET,
        has_touch=True,
        asks="north",
    ) as (page, _):
        x, y, was, wide = 400.0, 400.0, zoomed(page), width(page)
        there(page, ".world[data-sharp]")
        held = under(page, x, y)
        hand = page.context.new_cdp_session(page)

        def touch(kind: str, *far: float) -> None:
            points = [{"x": x + by, "y": y, "id": n} for n, by in enumerate(far)]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -40, 40)
        for far in (50, 60, 70, 80, 83, 91):
            touch("touchMove", -far, far)
        touch("touchEnd")
        until(page, lambda: zoomed(page) != was, "a pinch does nothing")
        there(page, ".world[data-sharp]")
        assert width(page) / wide > 1.3
        assert off(page, held, x, y) <= 1.0  # what lay between the fingers stays there


AT = """([x, y]) => { const box = document.querySelector(".stage").getBoundingClientRect();
  return [(x - box.x) / box.width, (y - box.y) / box.height]; }"""
LIES = """([u, v]) => { const box = document.querySelector(".stage").getBoundingClientRect();
  return [box.x + u * box.width, box.y + v * box.height]; }"""


def under(page: Page, x: float, y: float) -> list[float]:
    """The point of the board that lies at a point of the screen, as shares of the board."""
    found: list[float] = page.evaluate(AT, [x, y])
    return found


def off(page: Page, held: list[float], x: float, y: float) -> float:
    """How many pixels a point of the board lies off a point of the screen."""
    now = page.evaluate(LIES, held)
    return max(abs(now[0] - x), abs(now[1] - y))


def turned(page: Page, turn: float) -> None:
    """Turn the wheel and wait until the board is sharp again."""
    read = "() => document.querySelector('.world').style.transform"
    was = page.evaluate(read)
    page.mouse.wheel(0, turn)
    until(page, lambda: page.evaluate(read) != was, "the wheel does nothing")
    there(page, ".world[data-sharp]")


@pytest.mark.parametrize("scale", [1, 1.5])
def test_the_wheel_keeps_the_point_under_the_pointer_within_a_pixel(browser: Any, scale: float) -> None:
    with seated(
        browser, table("first_battle", "human", "link", scenario=SKIRMISH), SCREEN, device_scale_factor=scale
    ) as (page, _):
        for x, y, turns in ((501, 307, (-300, -120, 90)), (233, 411, (-40, -33, -70, 200)), (777, 222, (150, -500))):
            there(page, ".world[data-sharp]")
            held = under(page, x, y)
            page.mouse.move(x, y)
            for turn in turns:
                turned(page, turn)
                assert off(page, held, x, y) <= 1.0


# turns of the wheel, one a frame; in how many scales the board was drawn meanwhile, and where the picture of all lay
TURNED = """async ([turns, by]) => {
  const at = { bubbles: true, cancelable: true, clientX: 500, clientY: 300 }, drawn = new Set(), found = [];
  const far = document.querySelector(".far"), stage = document.querySelector(".stage");
  for (let n = 0; n < turns; n++) {
    document.querySelector(".view").dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: by }));
    drawn.add(stage.style.transform);
    found.push([getComputedStyle(far).visibility, ...["left", "width"].map((of) => far.getBoundingClientRect()[of])]);
    await new Promise(requestAnimationFrame);
  }
  return [drawn.size, found];
}"""
# which share of the small picture differs around two points of the board
DIFFERS = """(points) => {
  const far = document.querySelector(".far"), k = far.width / document.querySelector(".stage").offsetWidth, by = 20 * k;
  const part = ([x, y]) => far.getContext("2d").getImageData(k * x - by, k * y - by, 2 * by, 2 * by).data;
  const [one, two] = points.map(part);
  return one.filter((value, n) => Math.abs(value - two[n]) > 40).length / one.length;
}"""


def test_a_board_that_is_zoomed_out_is_drawn_once_at_rest_and_a_picture_of_all_shows_meanwhile(browser: Any) -> None:
    """Nothing of five times the size is drawn for what comes into sight on the way."""
    with seated(browser, table("first_battle", "human", "link", scenario=SKIRMISH), SCREEN) as (page, served):
        until(page, lambda: page.locator(".far").evaluate("(far) => far.width") > 100, "a picture of all")
        spaces, stacks = served.scenery["spaces"], served.table.session.table.stacks
        hexes = {place: space["at"] for place, space in spaces.items() if not space.get("size") and space.get("at")}
        held, bare = ([at for place, at in hexes.items() if bool(stacks.get(place)) is so][:2] for so in (True, False))
        assert page.evaluate(DIFFERS, [held[0], bare[0]]) > 0.3
        assert page.evaluate(DIFFERS, bare) < 0.1
        assert page.locator(".far").evaluate("(far) => getComputedStyle(far).visibility") == "hidden"
        page.evaluate(TURNED, [30, -120])
        there(page, ".world[data-sharp]")
        near = width(page)
        drawn, shown = page.evaluate(TURNED, [40, 40])
        assert drawn == 1
        assert {seen for seen, _, _ in shown} == {"visible"}
        there(page, ".world[data-sharp]")
        assert width(page) < near / 3
        box = box_of(page, ".world")  # the picture lay where the board comes to lie
        assert shown[-1][1:] == pytest.approx([box["x"], box["width"]], abs=2)
        assert page.locator(".far").evaluate("(far) => getComputedStyle(far).visibility") == "hidden"
        assert box_of(page, ".stage")["width"] == pytest.approx(box["width"], abs=2)


def test_the_slider_shows_every_moment_as_the_seat_saw_it(browser: Any) -> None:
    at = table("first_battle", "random", scenario=SKIRMISH)
    for _ in range(30):
        at.compute()
    for seat in at.seats:
        at.sit(seat, "human")
    with serving("first_battle", at) as served, visit(browser, served, SCREEN) as page:
        if at.session.is_sealed:
            page.click(".veil.solid .btn.main")
        ready(page)
        seat = served.opened.house.rooms["1"].guests[0].seat
        lines = len(at.hearing.lines[seat])
        box = box_of(page, ".scrub")
        page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2)
        page.mouse.down()
        for to in (lines * 3 // 4, lines // 4, lines // 2):
            page.mouse.move(box["x"] + box["width"] * to / lines, box["y"] + box["height"] / 2)
            there(page, f"body.past[data-to='{to}']")
            then = past_of(at, seat, to)["table"]["stacks"]
            shown = of_all(page, ".piece[data-id]", "data-id", "data-at")
            on_board = {place for place in then if place in served.scenery["near"]}
            assert {(then[place][-1], place) for place in on_board} <= set(shown)
        page.mouse.up()
        page.click("#branch")  # and plays on from there at a new table
        assert str(page.locator(".veil a.btn").get_attribute("href")).startswith("/seat/2/")
        assert len(served.opened.house.rooms["2"].table.session.log) < len(at.session.log)
        page.keyboard.press("Escape")
        page.keyboard.press("End")
        there(page, "body:not(.past)")


def test_light_and_dark_are_changed_by_a_button_and_kept(browser: Any) -> None:
    with seated(browser, table("first_battle", "human", "link", scenario=SKIRMISH), SCREEN, color_scheme="light") as (
        page,
        _,
    ):
        there(page, "html[data-theme=light]")
        page.click("[data-tool=sun]")
        there(page, "html[data-theme=dark]")
        page.reload()
        ready(page)
        there(page, "html[data-theme=dark]")
        assert middle(page, "#prompt")[1] > 384
        # near by the board is drawn finer, in tiles of what is seen, and pieces from their drawings; never before that
        page.click("[data-r=fit]")
        there(page, ".world[data-sharp]")
        assert page.locator(".tiles img[src*='/sharp_']").count() == 0
        assert page.locator(".piece .face[style*='blob:']").count() == 0
        middle_of = middle(page, ".piece[data-id]")
        page.mouse.move(*middle_of)
        for _ in range(12):
            page.mouse.wheel(0, -200)
        there(page, ".tiles img[src*='/sharp_']")
        there(page, ".piece .face[style*='blob:']")
        shown, pieces = page.locator(".piece .face[style*='blob:']").count(), page.locator(".piece .face").count()
        assert shown < pieces  # what is out of sight is not drawn


def test_a_piece_that_is_dragged_goes_where_it_is_let_go_as_by_two_clicks(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        before, ask = at.n, at.session.asks["north"]
        unit = alone(at, "north")
        option = list(ask.listed).index(unit)
        ahead = served.opened.house.engine.submit(lambda: at.peek("north", before, {"option": option})).result()
        assert ahead is not None
        goals = {answer[-1] for answer in ahead.listed if isinstance(answer, tuple)}
        goal = next(g for g in sorted(goals) if g not in at.session.table.stacks)
        world = page.locator(".world").get_attribute("style")
        piece = page.locator(f".piece[data-id='{unit}']")
        piece.hover()
        page.mouse.down()
        page.mouse.move(*spot(page, served, goal), steps=4)
        page.mouse.up()
        shows(page, before + 2)
        assert at.session.table.pieces[unit].place == goal
        assert page.locator(".world").get_attribute("style") == world  # the board was not dragged along
        # let go where it cannot go: why not, at the place, and nothing has changed
        assert asked(page, served, "north")
        n, far = at.n, next(p for p in served.scenery["near"] if p not in goals and on_screen(*spot(page, served, p)))
        page.keyboard.press("u")
        shows(page, n + 1)
        page.keyboard.press("u")
        shows(page, n + 2)
        assert asked(page, served, "north")
        piece.hover()  # it has come back
        page.mouse.down()
        page.mouse.move(*spot(page, served, far), steps=4)
        page.mouse.up()
        there(page, ".bubble")
        assert at.n == n + 2


def on_screen(x: float, y: float) -> bool:
    """Whether a point is in the free part of a laptop's window."""
    return 90 < x < 1000 and 80 < y < 600


def test_one_card_at_a_stack_the_panel_folds_and_a_list_moves_nothing(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        held = next(
            place for place, ids in at.session.table.stacks.items() if len(ids) > 1 and place in served.scenery["near"]
            and at.session.table.pieces[ids[0]].side == "north"
        )  # fmt: skip
        page.mouse.move(*spot(page, served, held))
        there(page, ".place.card")
        page.mouse.click(*spot(page, served, held))
        there(page, ".fan .pick")
        page.mouse.move(*[part + 3 for part in spot(page, served, held)])
        page.wait_for_timeout(400)  # longer than a card takes to come
        assert page.locator(".place").count() == 0
        page.keyboard.press("Escape")
        page.click("[data-r=fit]")  # all that is asked about is seen: nothing has to be brought
        world = page.locator(".world")
        was = world.get_attribute("style")
        answering(page, served, lambda: take_from_list(page))
        assert asked(page, served, "north")
        assert world.get_attribute("style") == was
        shut = box_of(page, "#side")["height"]
        page.click("#side .fold")
        there(page, "#side.shut")
        assert box_of(page, "#side")["height"] < shut / 4
        page.click("[data-tab=rules]")
        there(page, "#side:not(.shut) .rulerow")
