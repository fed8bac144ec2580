"""What hands do to the board in a real browser: pinch, wheel, slider, drag, tap, both themes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from compiler.web.messages import past_of
from compiler.web.seats import SCREEN
from tests.web.browsing import TABLET, Page, asked, launched, middle, ready, spot, there, until, visit
from tests.web.served import serving
from tests.web.tables import table

SKIRMISH = "skirmish"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from launched()


def zoomed(page: Page) -> str:
    return str(page.locator(".mini output").text_content())


def width(page: Page) -> float:
    return float(page.locator(".world").bounding_box()["width"])


def test_a_pinch_zooms_around_the_middle_of_two_fingers(browser: Any) -> None:
    with (
        serving("first_battle", table("first_battle", "human", "link", scenario=SKIRMISH)) as served,
        visit(browser, served, SCREEN, viewport=TABLET, has_touch=True) as page,
    ):
        ready(page)
        assert asked(page, served, "north")
        x, y, place = 400.0, 400.0, next(iter(served.scenery["near"]))
        before, was, wide = spot(page, served, place), zoomed(page), width(page)
        hand = page.context.new_cdp_session(page)

        def touch(kind: str, *far: float) -> None:
            points = [{"x": x + by, "y": y, "id": n} for n, by in enumerate(far)]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -40, 40)
        for far in (50, 60, 70, 80):
            touch("touchMove", -far, far)
        touch("touchEnd")
        until(page, lambda: zoomed(page) != was, "a pinch does nothing")
        grown = width(page) / wide
        assert grown > 1.3
        for one, two, mid in zip(before, spot(page, served, place), (x, y), strict=True):
            assert abs((two - mid) - (one - mid) * grown) < 4  # what lay between the fingers stays there


def test_the_slider_shows_every_moment_as_the_seat_saw_it(browser: Any) -> None:
    at = table("first_battle", "random", scenario=SKIRMISH)
    for _ in range(30):
        at.compute()
    at.seating.kinds.update(dict.fromkeys(at.seats, "link"))
    at._seat_computers()
    with serving("first_battle", at) as served, visit(browser, served, "north") as page:
        ready(page)
        lines = len(at.hearing.lines["north"])
        box, pieces = page.locator(".scrub").bounding_box(), page.locator(".piece[data-id]")
        page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2)
        page.mouse.down()
        for to in (lines * 3 // 4, lines // 4, lines // 2):
            page.mouse.move(box["x"] + box["width"] * to / lines, box["y"] + box["height"] / 2)
            there(page, f"body.past[data-to='{to}']")
            then = past_of(at, "north", to)["table"]["stacks"]
            shown = [(one.get_attribute("data-id"), one.get_attribute("data-at")) for one in pieces.all()]
            on_board = {place for place in then if place in served.scenery["near"]}
            assert {(then[place][-1], place) for place in on_board} <= set(shown)
        page.mouse.up()
        page.keyboard.press("End")
        there(page, "body:not(.past)")


def test_light_and_dark_are_changed_by_a_button_and_kept(browser: Any) -> None:
    with (
        serving("first_battle", table("first_battle", "human", "link", scenario=SKIRMISH)) as served,
        visit(browser, served, SCREEN, color_scheme="light") as page,
    ):
        ready(page)
        there(page, "html[data-theme=light]")
        page.click("[data-tool=sun]")
        there(page, "html[data-theme=dark]")
        page.reload()
        ready(page)
        there(page, "html[data-theme=dark]")
        assert middle(page, "#prompt")[1] > 384
