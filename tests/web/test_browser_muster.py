"""A march of several in a real browser: whom to take along is chosen by mouse, more or fewer than are listed."""

from __future__ import annotations

from typing import Any

from compiler.web.table import Table
from tests.web.browsing import answering, box_of, bring, seated, there
from tests.web.tables import table

START, TO = "kanagasaki", "obama"


def with_a_host_to_march() -> tuple[Table, str]:
    """The first impulse of the short game, a Leader with many Soldiers in one Space."""
    at, n = table("a_most_dangerous_time", "link"), 0
    while "move, activate" not in at.session.asks[at.waiting[0]].prompt:
        count = len(at.session.asks[at.waiting[0]].listed)
        at.answer(at.waiting[0], at.n, {"option": 0 if count < 3 else n * 7 % count})
        n += 1
    return at, at.waiting[0]


def test_a_leader_marches_with_as_many_soldiers_as_one_wants(browser: Any) -> None:
    at, seat = with_a_host_to_march()
    before = at.session.table.stacks[START]
    assert "mitsuhide" in before
    assert len(before) > 8
    with seated(browser, at, seat, asks=seat) as (page, served):
        page.mouse.click(*bring(page, served, START))
        there(page, ".piece.picked[data-id=mitsuhide]")
        page.mouse.click(*bring(page, served, TO))
        there(page, ".muster")
        assert page.inner_text(".muster [data-sort=mitsuhide] output") == "1 of 1"
        assert page.inner_text(".muster [data-sort=oda_soldier] output") == f"7 of {len(before) - 1}"
        page.click(".muster [data-sort=oda_soldier] .btn:last-child")  # nine are too many for one point
        page.click(".muster .btn.main")
        page.locator(".bubble", has_text="9.3").wait_for()
        assert at.session.table.stacks[START] == before
        # refused where it was asked, and what was chosen stands to be changed
        assert page.inner_text(".muster [data-sort=oda_soldier] output") == f"8 of {len(before) - 1}"
        no, asked = box_of(page, ".bubble"), box_of(page, ".muster")
        assert no["y"] < asked["y"] + asked["height"] + 20
        assert asked["y"] < no["y"] + no["height"] + 20
        for _ in range(5):
            page.click(".muster [data-sort=oda_soldier] .btn >> nth=0")
        answering(page, served, lambda: page.click(".muster .btn.main"))
        gone = [id for id in before if at.session.table.pieces[id].place == TO]
        assert "mitsuhide" in gone
        assert len(gone) == 4
