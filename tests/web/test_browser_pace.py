"""How fast it goes, in a real browser: never in seconds alone, for the machine may be busy with other things.

A bare picture as large as the board is moved by the same hand at the same time: what that takes longer than a frame
lasts, the machine takes, and all that is promised for a machine at leisure may take longer by as much.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

import pytest

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.registry import rulebook_or_fail
from compiler.web.seats import SCREEN, Seating
from compiler.web.table import Table
from tests.bench.field import write_field
from tests.bench.moving import FLOOR, LAID, LIES, MOVED, NOTED, SHARP
from tests.web.browsing import Page, Visit, ready, there, until, visit
from tests.web.served import Served, blank_pictures, serving

PIECES, FRAMES, ROUNDS = 500, 60, 3
FRAME = 1000 / 60  # ms
PROMISED = 34.0  # ms: 95 % of the frames of a pan
TIMES = 3.0  # as long as fetching what is needed takes by itself: until the board is painted
SOON = 200.0  # ms after the last movement it is sharp


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table with 500 pieces on 2,100 hexes."""
    folder = write_field(tmp_path_factory.mktemp("pace") / "field", PIECES, PIECES)
    found = pipeline.read(folder, Sink())
    assert found is not None
    book = rulebook_or_fail(found.game)
    at = Table.begin(book, "field", Seating.of(dict.fromkeys(book.game.scenarios["field"].seats, "link")), "7")
    assert len(at.session.table.pieces) >= PIECES
    with serving("field", at, own=(found, blank_pictures(found))) as served:
        yield served


def moved(page: Page, kind: str) -> list[float]:
    page.bring_to_front()
    taken: list[float] = page.evaluate(MOVED, [kind, FRAMES])
    return taken


def late(frames: list[float]) -> float:
    """What 95 % of the frames take at most."""
    return sorted(frames)[int(len(frames) * 0.95)]


def test_a_board_of_500_pieces_is_panned_as_fast_as_a_bare_picture_and_sharp_soon_after(
    browser: Any, field: Served
) -> None:
    seat = visit(browser, field, SCREEN)
    with seat as page:
        ready(page)
        page.keyboard.press("0")
        there(page, ".world[data-sharp]")
        bare = page.context.new_page()
        bare.set_content(FLOOR)
        bare.evaluate(LAID, page.locator(".world").evaluate(LIES))
        tries = []
        for _ in range(ROUNDS):
            floor = moved(bare, "pan")
            frames = moved(page, "pan")
            sharp = page.evaluate(SHARP)
            slow = max(1.0, statistics.median(floor) / FRAME, late(floor) / PROMISED)
            tries.append((late(frames) / slow, sharp / slow))
            page.keyboard.press("0")
            there(page, ".world[data-sharp]")
        bare.close()
        assert min(pan for pan, _ in tries) < PROMISED, tries
        assert min(soon for _, soon in tries) < SOON, tries


# what was loaded until the board was painted; how long it takes to fetch the same again and no more
LOADED = """() => performance.getEntriesByType("resource")
  .filter(({ responseEnd }) => responseEnd <= window.painted).map(({ name }) => name)"""
FETCHED = """async (names) => {
  const begun = performance.now();
  await Promise.all(names.map(async (name) => (await fetch(name, { cache: "reload" })).arrayBuffer()));
  return performance.now() - begun;
}"""
LATER = ("faces.json", "cardback_", "board_main_", "sharp_main_")  # seen when one comes near, or has looked around


def test_the_board_is_painted_soon_and_waits_for_nothing_that_is_not_seen_at_once(browser: Any, field: Served) -> None:
    tries = []
    for _ in range(ROUNDS):
        with visit(browser, field, SCREEN, script=NOTED) as page:
            painted = shown(page)
            tries.append(painted / page.evaluate(FETCHED, page.evaluate(LOADED)))
    assert min(tries) < TIMES, tries
    with Visit(browser, field.host, "about:blank") as page:
        for part in LATER:
            page.route(f"**/{part}*", lambda route: None)  # they never come
        page.add_init_script(NOTED)
        page.goto(field.link(SCREEN))
        assert shown(page) > 0
        assert page.locator(".piece .face").count() >= PIECES


def shown(page: Page) -> float:
    """When the page stood and the board was painted, by its own clock."""
    ready(page)
    until(page, lambda: page.evaluate("() => window.painted ?? -1") > 0, "it is not painted")
    when: float = page.evaluate("() => window.painted")
    return when
