"""Action 1, plan, with the ninja as a spy."""

from __future__ import annotations

import json
import re

from compiler.model.event import Moved
from compiler.play.telling import Teller
from compiler.play.view import view
from compiler.rules.shogun.ch04_1_plan import Plan
from tests.rules.covering import covers
from tests.rules.shogun.table import asked, count, go, position, refused, said, where

EACH = {"pink": 5, "gray": 5, "green": 5, "orange": 5}


@covers("shogun", "4-1.1", "4-1.4", "4-1.6", "2-Koku.1", "2-Tray.2")
def test_all_koku_go_into_the_five_bins() -> None:
    session = position("allocate", koku=EACH)
    assert refused(session, Plan(1, 0, 3, 0, 0), "pink") == "4-1.1"
    assert refused(session, Plan(1, 0, 5, 0, 0), "pink") == "4-1.1"
    assert refused(session, Plan(-1, 0, 6, 0, 0), "pink") == "4-1.1"
    assert refused(session, "keep", "pink") == "4-1.1"
    for plan in (
        Plan(1, 0, 4, 0, 0),
        Plan(5, 0, 0, 0, 0),
        Plan(0, 0, 0, 0, 5),
        Plan(0, 0, 0, 5, 0),
        Plan(1, 2, 0, 1, 1),
    ):
        assert refused(session, plan, "pink") is None
    go(session, dict.fromkeys(EACH, Plan(0, 2, 1, 0, 2)))
    assert count(session, "treasury.pink") == 0


@covers("shogun", "4-1.5")
def test_the_build_bin_takes_two_koku_or_none() -> None:
    session = position("allocate", koku=EACH)
    assert refused(session, Plan(0, 1, 4, 0, 0), "pink") == "4-1.5"
    assert refused(session, Plan(0, 3, 2, 0, 0), "pink") == "4-1.5"
    assert refused(session, Plan(0, 0, 5, 0, 0), "pink") is None
    assert refused(session, Plan(0, 2, 3, 0, 0), "pink") is None


@covers("shogun", "4-1.2", "4-1.8", "4.2")
def test_plans_are_secret_until_all_are_made_then_open() -> None:
    session = position("allocate", koku=EACH)
    blank = {seat: json.dumps(view(session, seat).to_json()["table"]) for seat in EACH}
    session.apply(Plan(0, 0, 0, 0, 5), "pink")
    assert asked(session) == ["gray", "green", "orange"]
    for seat in ("gray", "green", "orange"):
        assert json.dumps(view(session, seat).to_json()["table"]) == blank[seat]
    for seat in ("gray", "green", "orange"):
        session.apply(Plan(0, 0, 0, 5, 0), seat)
    chips = [e.what.piece for e in session.log if isinstance(e.what, Moved) and e.what.to == "pink_hire_ninja"]
    assert len(chips) == 5
    told = Teller.of(session, "gray").lines(session)
    (line,) = [line for line in told if "Pink: hire ninja" in line]  # all five in one line
    assert {chip.rsplit("#", 1)[1] for chip in chips} <= set(re.findall(r"\d+", line))


@covers("shogun", "6.2", "6.3")
def test_each_colour_of_a_player_plans_by_itself() -> None:
    session = position("allocate", scenario="two_players", koku=EACH, swords=None)
    assert asked(session) == ["pink", "gray"]
    go(session, {"pink": Plan(5, 0, 0, 0, 0), "gray": Plan(0, 0, 5, 0, 0)})
    go(session, {"pink": Plan(0, 2, 3, 0, 0), "gray": Plan(0, 0, 0, 0, 5)})
    moved = [e.what.to for e in session.log if isinstance(e.what, Moved) and e.step == "allocate"]
    assert moved.count("pink_take_swords") == 5
    assert moved.count("green_build") == 2
    assert moved.count("green_levy_units") == 3
    assert moved.count("orange_hire_ninja") == 5


# -- the spy -----------------------------------------------------------------------------------------------------------
@covers("shogun", "4-6-Spy.1", "4-6-Spy.2", "4-6-Spy.4")
def test_the_spy_waits_for_all_others_and_the_prey_cannot_change() -> None:
    session = position("allocate", koku=EACH, ninja="gray")
    assert asked(session) == ["pink", "green", "orange"]
    go(session, dict.fromkeys(("pink", "green"), Plan(0, 0, 5, 0, 0)))
    assert asked(session) == ["orange"]
    go(session, {"orange": Plan(0, 0, 0, 5, 0)})
    assert asked(session) == ["gray"]
    assert set(session.legal()) == {"pink", "green", "orange", "nobody"}
    assert refused(session, "gray") == "4-6-Spy.2"
    session.apply("orange")
    assert session.why_not(Plan(5, 0, 0, 0, 0), "orange") is not None
    assert asked(session) == ["gray"]  # nobody else is asked again
    go(session, {"gray": Plan(0, 0, 5, 0, 0)})
    assert session.step != "allocate"
    assert count(session, "orange_hire_ronin") == 5
    assert count(session, "pink_levy_units") == 5


@covers("shogun", "4-6-Spy.3")
def test_the_tray_is_shown_to_the_spy_alone() -> None:
    session = position("allocate", koku=EACH, ninja="gray")
    go(session, {"pink": Plan(1, 0, 1, 1, 2), "green": Plan(5, 0, 0, 0, 0), "orange": Plan(0, 0, 5, 0, 0)}, "pink")
    secret = "take_swords 1, build 0, levy_units 1, hire_ronin 1, hire_ninja 2"
    assert secret in said(session)
    for seat in ("pink", "gray", "green", "orange"):
        told = any(secret in line for line in Teller.of(session, seat).lines(session))
        assert told == (seat == "gray")


@covers("shogun", "4-6-Spy.5", "4-6-Spy.6", "4-6.4", "4-1.7")
def test_after_the_spy_has_planned_the_ninja_is_for_hire_again() -> None:
    for prey in ("pink", "nobody"):
        session = position("allocate", koku=EACH, ninja="gray")
        go(session, dict.fromkeys(("pink", "green", "orange"), Plan(0, 0, 0, 5, 0)), prey)
        assert where(session, "ninja") == "ninja_hired.gray"
        go(session, Plan(0, 0, 0, 5, 0))
        assert where(session, "ninja") == "ninja_supply"


@covers("shogun", "6.13")
def test_with_two_players_the_ninja_spies_on_the_other_player_only() -> None:
    session = position("allocate", scenario="two_players", koku=EACH, ninja="green", swords=None)
    go(session, {"pink": Plan(0, 0, 5, 0, 0), "gray": Plan(0, 0, 5, 0, 0)}, Plan(0, 0, 5, 0, 0))
    assert asked(session) == ["pink"]
    assert set(session.legal()) == {"gray", "orange", "nobody"}
    assert refused(session, "pink") == "6.13"


def test_many_koku_are_listed_in_part_and_accepted_in_full() -> None:
    session = position("allocate", koku={**EACH, "pink": 16})
    assert len(session.legal("pink")) <= 600
    assert refused(session, Plan(16, 0, 0, 0, 0), "pink") is None
