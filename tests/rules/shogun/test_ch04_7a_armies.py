"""Action 7, phase A: armies march among friendly provinces, pick up units, leave garrisons, make room."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_7_garrison import Garrison, March, Pick
from compiler.rules.shogun.ch04_7a_armies import Go, bad_move
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.ch04_7d_final import Shift
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, go, owner, position, refused, scene, where

# kai - sagami - musashi - shinano all touch; kai - suruga - totomi is a chain to the west
CHAIN = {
    "kai": "pink 1 spearman",
    "sagami": "pink 2 spearman",
    "musashi": "pink 2 spearman",
    "shimosa": "pink 2 spearman",
    "kazusa": "pink 2 spearman",
}


def cannot(session: Session, answer: Any, army: int = 1) -> str | None:
    """The rule that keeps an army from doing something at its start (one that can only halt is not asked)."""
    no = bad_move(scene(session), March("pink", army, False), answer)
    return None if no is None else no.rule


def phase_a(lands: dict[str, str] | None = None, armies: dict[str, str] | None = None, **more: Any) -> Session:
    return position(
        "move_army",
        lands=CHAIN if lands is None else lands,
        armies={"gray 1": "sado", **(armies or {"pink 1": "kai 1 bowman 1 gunner"})},
        **more,
    )


@covers("shogun", "4-7A.1", "4-7A.5", "4-7.1")
def test_none_some_or_all_armies_may_move() -> None:
    three = {"pink 1": "kai 1 gunner", "pink 2": "musashi 1 gunner", "pink 3": "kazusa 1 gunner"}
    session = phase_a(armies=three)
    assert set(session.legal()) == {"pink_army_1", "pink_army_2", "pink_army_3", "done"}
    assert go(phase_a(armies=three), "done").step == "declare_first_battles"
    go(session, "pink_army_1", Go("sagami"), "halt")
    assert set(session.legal()) == {"pink_army_2", "pink_army_3", "done"}
    assert refused(session, "pink_army_1") == "4-7D.1"
    assert refused(session, "gray_army_1") == "4-7A.1"
    go(session, "pink_army_2", "halt", "pink_army_3", "halt")
    assert session.step == "declare_first_battles"


@covers("shogun", "4-7.1")
def test_a_turn_of_war_goes_from_a_to_d() -> None:
    session = position(
        "next_sword",
        lands={"kai": "pink 2 spearman", "shinano": "gray 2 spearman"},
        armies={"pink 1": "kai 1 bowman 1 gunner", "gray 1": "sado"},
    )
    steps = [str(session.step)]
    for answer in (
        "done",
        Declare("kai", "provincial", "shinano"),
        "done",
        (12, 12),
        (12, 12),
        "call_off",
        "done",
        "done",
    ):
        go(session, answer)
        steps.append(str(session.step))
    war = ["move_army", "declare_first_battles", "battle", "final_army_move", "final_force_move"]
    assert [step for step in dict.fromkeys(steps) if step in war] == war


@covers("shogun", "4-7A.2")
def test_provincial_forces_do_not_move_in_phase_a() -> None:
    assert refused(phase_a(), Shift("sagami", "musashi", "provincial", 0, 0, 0, 1)) == "4-7A.2"


@covers("shogun", "2-Adj.1", "4-7A.9", "4-7-Own.7", "4-7A.3")
def test_only_to_adjacent_friendly_provinces_by_land_or_sea() -> None:
    lands = {**CHAIN, "suruga": "gray 1 spearman", "awa_honshu": "pink 1 spearman"}
    session = go(phase_a(lands), "pink_army_1")
    assert refused(session, Go("shimosa")) == "2-Adj.1"
    assert refused(session, Go("nowhere")) == "2-Adj.1"
    assert refused(session, Go("shinano")) == "4-7A.9"  # empty
    assert refused(session, Go("suruga")) == "4-7-Own.7"
    assert refused(session, Go("sagami")) is None
    session = go(phase_a(lands, {"pink 1": "sagami 1 gunner"}), "pink_army_1")
    assert refused(session, Go("awa_honshu")) is None  # over a sea line


@pytest.mark.parametrize(("hole", "steps"), [(1, 1), (4, 2), (7, 3), (10, 4)])
@covers("shogun", "4-7A.6", "4-7-Exp.5", "4-7-Exp.4")
def test_as_many_provinces_as_the_level(hole: int, steps: int) -> None:
    session = go(phase_a(levels={"pink 1": hole}), "pink_army_1")
    way = ["sagami", "musashi", "shimosa", "kazusa"]
    for to in way[:steps]:
        assert refused(session, Go(to)) is None
        session.apply(Go(to))
    assert refused(session, Go(way[steps] if steps < 4 else "shimosa")) == "4-7A.6"
    assert where(session, "pink_army_1") == way[steps - 1]


@covers("shogun", "2-Marker.2", "2-Daimyo.2", "4-4-Box.1", "4-7A.8")
def test_only_the_marker_moves() -> None:
    session = go(phase_a(), "pink_army_1", Go("sagami"), "halt")
    assert where(session, "pink_army_1") == "sagami"
    assert where(session, "pink_daimyo_1") == "a1_daimyo.pink"
    assert army(session, "pink", 1) == "1 bowman 1 gunner"
    assert at(session, "kai") == "1 spearman"


# -- garrisons ---------------------------------------------------------------------------------------------------------
@covers("shogun", "4-7A.13", "4-7-Gar.1", "4-7-Gar.3", "4-7-Gar.2")
def test_an_army_that_leaves_nobody_else_behind_drops_one_to_five_units() -> None:
    lands = {"sagami": "pink 1 spearman"}
    armies = {"pink 1": "kai 1 bowman 7 gunner 1 ronin"}
    session = go(phase_a(lands, armies), "pink_army_1", Go("sagami"))
    assert refused(session, Garrison(0, 0, 0, 0)) == "4-7-Gar.1"
    assert refused(session, Garrison(0, 0, 6, 0)) == "4-4-Lim.2"
    assert refused(session, Garrison(0, 1, 0, 0)) == "4-7A.13"
    assert refused(session, "ronin") == "4-7A.13"
    for garrison in (Garrison(1, 0, 0, 0), Garrison(0, 0, 5, 0), Garrison(1, 0, 2, 0)):
        assert refused(session, garrison) is None
    session.apply(Garrison(0, 0, 2, 0))
    assert at(session, "kai") == "2 gunner"
    assert army(session, "pink", 1) == "1 bowman 5 gunner 1 ronin"
    assert owner(session, "kai") == "pink"


@covers("shogun", "4-7A.14")
def test_an_army_splits_for_no_other_reason() -> None:
    session = go(phase_a(), "pink_army_1")
    assert refused(session, Garrison(0, 0, 1, 0)) == "4-7A.14"
    session.apply(Go("sagami"))
    assert at(session, "kai") == "1 spearman"  # the provincial force stays; nobody is asked for a garrison
    assert refused(session, Garrison(0, 0, 1, 0)) == "4-7A.14"


@covers("shogun", "4-7A.15")
def test_a_daimyo_alone_cannot_leave_a_province_without_a_provincial_force() -> None:
    session = phase_a({"sagami": "pink 1 spearman"}, {"pink 1": "kai"})
    assert cannot(session, Go("sagami")) == "4-7A.15"
    session = go(phase_a({"sagami": "pink 1 spearman", "kai": "pink 1 spearman"}, {"pink 1": "kai"}), "pink_army_1")
    assert refused(session, Go("sagami")) is None


@covers("shogun", "4-5.9", "4-5.12")
def test_a_garrison_must_leave_the_army_enough_units_for_its_ronin() -> None:
    armies = {"pink 1": "kai 1 gunner 1 ronin"}
    assert cannot(phase_a({"sagami": "pink 1 spearman"}, armies), Go("sagami")) == "4-5.12"
    armies = {"pink 1": "kai 1 bowman 2 gunner 2 ronin"}
    session = go(phase_a({"sagami": "pink 1 spearman"}, armies), "pink_army_1", Go("sagami"))
    assert refused(session, Garrison(0, 0, 2, 0)) == "4-5.12"
    assert refused(session, Garrison(0, 0, 1, 0)) is None


# -- picking up --------------------------------------------------------------------------------------------------------
@covers("shogun", "4-7A.16", "4-4-Dbl.1")
def test_an_army_may_stay_apart_or_pick_up_units_while_the_card_has_room() -> None:
    lands = {"kai": "pink 1 spearman", "sagami": "pink 1 bowman 1 swordsman 1 spearman"}
    session = go(phase_a(lands, {"pink 1": "kai 3 bowman 1 gunner"}), "pink_army_1", Go("sagami"))
    assert refused(session, Pick("gunner")) == "4-7A.16"
    assert refused(session, Pick("ronin")) == "4-5.9"
    go(session, Pick("bowman"))
    assert refused(session, Pick("swordsman")) == "3-Army.8"
    go(session, Pick("spearman"))
    assert army(session, "pink", 1) == "4 bowman 1 gunner 1 spearman"
    assert at(session, "sagami") == "1 swordsman"
    apart = go(phase_a(lands, {"pink 1": "kai 1 gunner"}), "pink_army_1", Go("sagami"), "halt")
    assert at(apart, "sagami") == "1 bowman 1 swordsman 1 spearman"


@covers("shogun", "4-7A.17")
def test_units_are_picked_up_on_the_way_but_one_must_stay() -> None:
    session = go(phase_a(levels={"pink 1": 4}), "pink_army_1", Go("sagami"), Pick("spearman"))
    assert refused(session, Go("musashi")) is None
    both = go(phase_a(levels={"pink 1": 4}), "pink_army_1", Go("sagami"), Pick("spearman"), Pick("spearman"))
    assert both.step == "declare_first_battles"  # it could only halt
    assert where(both, "pink_army_1") == "sagami"
    go(session, Go("musashi"), Pick("spearman"), Pick("spearman"))
    assert army(session, "pink", 1) == "1 bowman 1 gunner 3 spearman"
    assert (at(session, "sagami"), at(session, "musashi")) == ("1 spearman", "")


@covers("shogun", "4-7A.17")
def test_an_army_picks_up_the_force_of_the_province_where_it_starts() -> None:
    session = go(phase_a(), "pink_army_1", Pick("spearman"))
    stripped = March("pink", 1, False, stripped=True)
    no = bad_move(scene(session), stripped, Go("sagami"))
    assert no is not None
    assert no.rule == "4-7A.17"
    assert session.step == "declare_first_battles"
    assert army(session, "pink", 1) == "1 bowman 1 gunner 1 spearman"
    assert owner(session, "kai") == "pink"


# -- two armies --------------------------------------------------------------------------------------------------------
PAIR = {"pink 1": "kai 1 bowman", "pink 2": "sagami 1 gunner"}


@covers("shogun", "4-7A.10")
def test_an_army_passes_through_a_province_of_another_but_does_not_end_there() -> None:
    lands = {"kai": "pink 1 spearman", "sagami": "pink 1 spearman", "musashi": "pink 1 spearman"}
    session = phase_a(lands, PAIR, levels={"pink 1": 4})
    go(session, "pink_army_2", "halt", "pink_army_1")  # the other army has done its march
    assert refused(session, Go("sagami")) is None
    session.apply(Go("sagami"))
    assert refused(session, "halt") == "4-7A.10"
    go(session, Go("musashi"), "halt")
    assert where(session, "pink_army_1") == "musashi"
    stuck = phase_a(lands, PAIR)
    go(stuck, "pink_army_2", "halt", "pink_army_1")
    assert refused(stuck, Go("sagami")) == "4-7A.10"  # level 1: it would have to end there


@covers("shogun", "4-7A.11", "4-7A.12")
def test_an_army_may_end_where_another_one_then_moves_out() -> None:
    lands = {"kai": "pink 1 spearman", "sagami": "pink 1 spearman", "musashi": "pink 1 spearman"}
    session = phase_a(lands, PAIR)
    go(session, "pink_army_1", Go("sagami"))
    assert refused(session, Pick("gunner")) == "4-7A.12"
    session.apply("halt")
    assert refused(session, "halt") == "4-7A.10"  # the other one must go now
    assert refused(session, "done") is not None
    session.apply(Go("kai"))
    session.apply("halt")
    assert (where(session, "pink_army_1"), where(session, "pink_army_2")) == ("sagami", "kai")
    assert (army(session, "pink", 1), army(session, "pink", 2)) == ("1 bowman", "1 gunner")


@covers("shogun", "4-7A.11")
def test_an_army_that_cannot_make_room_is_not_pushed_out() -> None:
    lands = {"kai": "pink 1 spearman", "sagami": "pink 1 spearman"}
    session = go(phase_a(lands, PAIR, dead={"pink 2": "gray"}), "pink_army_1")
    assert refused(session, Go("sagami")) == "4-7A.10"


@covers("shogun", "4-7A.10", "4-7A.11")
def test_an_army_that_was_pushed_out_pushes_nobody_back_to_where_the_other_stands() -> None:
    lands = {"ise": "pink 1 spearman", "shima": "pink 1 spearman", "kii": "pink 1 spearman"}  # shima touches ise alone
    three = {"pink 1": "ise 1 gunner", "pink 2": "shima 1 gunner", "pink 3": "kii 2 gunner"}
    session = go(phase_a(lands, three), "pink_army_3", Go("ise"), "halt")
    assert refused(session, Go("shima")) == "4-7A.10"  # army 2 could only go to ise, where army 3 stays
    assert refused(session, Go("kii")) is None
    alone = go(phase_a(lands, {"pink 1": "ise 1 gunner", "pink 3": "kii 2 gunner"}), "pink_army_3", Go("ise"), "halt")
    assert refused(alone, Go("shima")) is None


# -- hidden ronin ------------------------------------------------------------------------------------------------------
@covers("shogun", "4-5.13", "4-5.9")
def test_hidden_ronin_stay_or_are_shown_and_go_along() -> None:
    lands = {"kai": "pink 3 spearman", "sagami": "pink 1 spearman"}
    session = go(phase_a(lands, hidden={"kai": 2}), "pink_army_1")
    assert refused(session, Go("sagami", 3)) == "4-5.12"
    session.apply(Go("sagami", 2))
    assert army(session, "pink", 1) == "1 bowman 1 gunner 2 ronin"
    assert where(session, "card_kai") == "provinces.pink"
    session = go(phase_a(lands, hidden={"kai": 2}), "pink_army_1", Go("sagami"), "halt")
    assert where(session, "card_kai") == "camp_1.pink"


@covers("shogun", "4-7.2", "4.1")
def test_turns_come_in_sword_order() -> None:
    session = position(
        "next_sword",
        swords="gray orange pink green",
        armies={"pink 1": "kai", "gray 1": "hida"},
        lands={"noto": "orange 1 spearman"},
    )
    seen: list[str] = []
    for _ in range(60):
        (seat,) = asked(session)
        if not seen or seen[-1] != seat:
            seen.append(seat)
        if len(seen) == 4:
            break
        session.apply("done")
    assert seen == ["gray", "orange", "pink", "green"]
