"""Phase C for experienced daimyos: several battles, advances, empty provinces, experience."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_7_garrison import Garrison
from compiler.rules.shogun.ch04_7a_armies import Go
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.ch04_7c_further import Attack, Fight
from compiler.rules.shogun.field import level
from tests.rules.covering import covers
from tests.rules.shogun.table import asked, at, count, declare, go, owner, position, refused, rolls, scene, where

MISS = 12
LANDS = {
    "kai": "pink 1 spearman",
    "shinano": "gray 1 spearman",
    "suruga": "gray 1 spearman",
    "musashi": "gray 1 spearman",
    "totomi": "gray 1 spearman",
    "hida": "gray 1 spearman",
}
ARMIES = {"pink 1": "kai 4 bowman", "pink 2": "sagami 4 bowman", "gray 3": "sado"}


def war(hole: int = 4, **more: Any) -> Session:
    """Pink's army 1 in Kai, at a hole of its track, against lone spearmen of gray."""
    more.setdefault("lands", LANDS)
    more.setdefault("armies", {k: v for k, v in ARMIES.items() if k != "pink 2"})
    return position("declare_first_battles", levels={"pink 1": hole, **more.pop("levels", {})}, **more)


def win(session: Session) -> Session:
    """The first bowman hits."""
    return go(session, (1, MISS, MISS, MISS))


@covers("shogun", "4-7C-Exp.1", "4-7C-Adv.1", "4-7-Exp.2", "4-7C.6")
def test_level_1_makes_one_attack_and_does_not_move_in_phase_c() -> None:
    session = win(go(war(1), Declare("kai", "army", "shinano"), "done"))
    assert session.step == "final_army_move"
    assert where(session, "pink_army_1") == "kai"
    assert where(session, "pink_experience_1") == "a1_hole_2.pink"


@pytest.mark.parametrize(("hole", "attacks"), [(3, 1), (4, 2), (7, 3), (10, 4)])
@covers("shogun", "4-7C-Exp.2", "4-7C-Exp.3", "4-7-Exp.5")
def test_as_many_attacks_as_the_level_and_the_further_ones_without_markers(hole: int, attacks: int) -> None:
    session = war(hole, lands={**LANDS, "sagami": "gray 1 spearman"})
    win(go(session, Declare("kai", "army", "shinano"), "done"))
    for target in ("suruga", "musashi", "sagami")[: attacks - 1]:
        go(session, "stay")
        assert session.step == "battle"
        assert count(session, "battle_marker_supply") == 12
        win(go(session, Attack(target)))
    assert session.step == "final_army_move"
    beaten = [p for p in ("shinano", "suruga", "musashi", "sagami") if owner(session, p) is None]
    assert len(beaten) == attacks


@covers("shogun", "4-7C-Exp.2", "4-4-Box.8")
def test_a_third_attack_of_a_level_2_army_is_refused() -> None:
    session = win(go(war(4), Declare("kai", "army", "shinano"), "done"))
    go(session, "stay")
    assert refused(session, Attack("suruga")) is None
    assert refused(session, Attack("echigo")) == "4-7B.2"
    assert refused(session, "march") == "4-7C-Exp.2"
    win(go(session, Attack("suruga")))
    assert session.step == "final_army_move"


@covers("shogun", "4-7C-Exp.4", "4-7C-Exp.6")
def test_after_a_won_battle_the_army_stays_or_advances_leaving_a_garrison() -> None:
    lands = {k: v for k, v in LANDS.items() if k != "kai"}
    session = win(declare(war(4, lands=lands), Declare("kai", "army", "shinano")))
    assert set(session.legal()) == {"advance", "stay"}
    assert refused(session, "retreat") == "4-7C-Exp.6"
    go(session, "advance", Garrison(1, 0, 0, 0))
    assert where(session, "pink_army_1") == "shinano"
    assert at(session, "kai") == "1 bowman"
    assert where(session, "card_shinano") == "provinces.pink"
    assert Attack("hida") in session.legal()
    assert Attack("suruga") in session.legal()
    stay = win(go(war(4), Declare("kai", "army", "shinano"), "done"))
    go(stay, "stay")
    assert where(stay, "pink_army_1") == "kai"
    assert owner(stay, "shinano") is None
    assert Attack("suruga") in stay.legal()


@covers("shogun", "4-7C-Exp.4", "4-7A.13")
def test_the_garrison_of_an_advance_is_chosen_when_there_is_a_choice() -> None:
    session = position(
        "declare_first_battles",
        lands={"shinano": "gray 1 spearman", "hida": "gray 1 spearman"},
        armies={"pink 1": "kai 2 bowman 1 gunner", "gray 3": "sado"},
        levels={"pink 1": 4},
    )
    go(declare(session, Declare("kai", "army", "shinano")), (1, MISS), "advance")
    assert refused(session, Garrison(0, 0, 0, 0)) == "4-7-Gar.1"
    session.apply(Garrison(0, 0, 1, 0))
    assert at(session, "kai") == "1 gunner"


@covers("shogun", "4-7C-Exp.7", "4-7C-Exp.8", "4-7-Exp.1", "4-7C.6")
def test_a_declared_empty_province_uses_up_a_battle_whether_entered_or_not() -> None:
    for move, place in (("advance", "musashi"), ("stay", "kai")):
        lands = {k: v for k, v in LANDS.items() if k != "musashi"} | {"kozuke": "gray 1 spearman"}
        session = go(war(4, lands=lands), Declare("kai", "army", "musashi"), "done", move)
        assert where(session, "pink_army_1") == place
        assert owner(session, "musashi") == ("pink" if move == "advance" else None)
        win(go(session, Attack("shinano")))
        assert session.step == "final_army_move"  # one attack was left, no more
        assert where(session, "pink_experience_1") == "a1_hole_5.pink"
    entered = go(
        war(4, lands={k: v for k, v in LANDS.items() if k != "musashi"}),
        Declare("kai", "army", "musashi"),
        "done",
        "advance",
        "finish",
    )
    assert where(entered, "pink_experience_1") == "a1_hole_4.pink"
    assert rolls(entered) == []


@covers("shogun", "4-7C.6", "4-7C-Exp.7")
def test_a_level_1_army_is_not_offered_the_move() -> None:
    lands = {k: v for k, v in LANDS.items() if k != "musashi"}
    session = go(war(1, lands=lands), Declare("kai", "army", "musashi"), "done")
    assert session.step == "final_army_move"
    assert owner(session, "musashi") is None


@covers("shogun", "4-7C-Exp.4")
def test_entering_an_empty_province_as_a_further_attack_needs_a_battle_after_it() -> None:
    lands = {k: v for k, v in LANDS.items() if k != "musashi"}
    session = win(go(war(4, lands=lands), Declare("kai", "army", "shinano"), "done"))
    go(session, "stay")
    assert refused(session, Attack("musashi")) == "4-7C-Exp.4"
    session = win(go(war(7, lands=lands), Declare("kai", "army", "shinano"), "done"))
    go(session, "stay", Attack("musashi"))
    assert owner(session, "musashi") == "pink"
    assert where(session, "pink_army_1") == "musashi"


@covers("shogun", "4-7C-Exp.9", "4-7C-Adv.3", "4-7C-Res.5")
def test_a_called_off_battle_counts_as_a_battle_but_not_as_a_success() -> None:
    session = go(war(4), Declare("kai", "army", "shinano"), "done")
    go(session, (MISS,) * 4, (MISS,), (MISS,), "call_off")
    assert refused(session, Attack("shinano")) == "4-7C-Exp.9"  # elsewhere, not there again
    assert Attack("shinano") not in session.legal()
    assert refused(session, Attack("suruga")) is None
    session.apply(Attack("suruga"))
    go(session, (MISS,) * 4, (MISS,), (MISS,), "call_off")
    assert session.step == "final_army_move"
    assert where(session, "pink_experience_1") == "a1_hole_4.pink"


@covers("shogun", "4-7C.5")
def test_an_army_settles_all_its_battles_before_another_begins() -> None:
    session = war(4, armies=ARMIES, levels={"pink 2": 4})
    go(session, Declare("kai", "army", "shinano"), Declare("sagami", "army", "suruga"), "done", Fight("kai", "army"))
    win(session)
    go(session, "stay")
    assert refused(session, Fight("sagami", "army")) == "4-7C.5"
    go(session, "finish")
    win(session)  # now the other one, unasked
    assert owner(session, "suruga") is None


@covers("shogun", "4-7C-Adv.2", "4-7-Exp.2")
def test_several_successes_give_one_hole() -> None:
    session = win(go(war(7), Declare("kai", "army", "shinano"), "done"))
    win(go(session, "stay", Attack("suruga")))
    win(go(session, "stay", Attack("musashi")))
    assert where(session, "pink_experience_1") == "a1_hole_8.pink"


@covers("shogun", "4-7-Exp.3", "4-7-Exp.4")
def test_three_advances_reach_level_2_and_the_last_hole_is_the_end() -> None:
    session = win(go(war(3), Declare("kai", "army", "shinano"), "done"))
    assert where(session, "pink_experience_1") == "a1_hole_4.pink"
    assert level(scene(session), "pink", 1) == 2
    top = win(go(war(10), Declare("kai", "army", "shinano"), "done"))
    go(top, "stay", "finish")
    assert where(top, "pink_experience_1") == "a1_hole_10.pink"


@covers("shogun", "4-7C-Adv.4")
def test_a_daimyo_that_rises_attacks_no_more_but_moves_farther_in_phase_d() -> None:
    session = win(go(war(3), Declare("kai", "army", "shinano"), "done"))
    assert session.step == "final_army_move"
    go(session, "pink_army_1", Go("shinano"))
    assert where(session, "pink_army_1") == "shinano"
    assert refused(session, Go("echigo")) is None  # level 2 now: a second province


@covers("shogun", "4-7-Exp.1")
def test_a_won_defence_gives_no_experience() -> None:
    session = position(
        "declare_first_battles",
        swords="gray pink green orange",
        lands={"shinano": "gray 1 spearman"},
        armies={"pink 1": "kai 4 bowman", "gray 3": "sado"},
    )
    go(session, Declare("shinano", "provincial", "kai"), "done", (1, MISS, MISS, MISS))
    assert owner(session, "shinano") is None
    assert where(session, "pink_experience_1") == "a1_hole_1.pink"


@covers("shogun", "4-7C-Adv.3")
def test_no_success_when_another_army_has_emptied_the_target() -> None:
    session = war(
        4,
        armies={"pink 1": "kai 4 bowman", "pink 2": "musashi 4 bowman", "gray 3": "sado"},
        lands={k: v for k, v in LANDS.items() if k != "musashi"},
    )
    go(session, Declare("kai", "army", "shinano"), Declare("musashi", "army", "shinano"), "done")
    go(session, Fight("musashi", "army"))
    win(session)
    assert where(session, "pink_experience_2") == "a2_hole_2.pink"
    assert session.legal() == ("advance", "stay")  # army 1 finds Shinano empty: one battle is used up
    go(session, "stay", "finish")
    assert where(session, "pink_experience_1") == "a1_hole_4.pink"


@covers("shogun", "4-7C-Exp.1")
def test_a_provincial_force_makes_one_attack() -> None:
    session = position("declare_first_battles", lands={**LANDS, "kai": "pink 4 bowman"})
    win(go(session, Declare("kai", "provincial", "shinano"), "done"))
    assert session.step == "final_army_move"
    assert asked(session) == ["pink"]


@covers("shogun", "4-7C.12")
def test_more_than_twelve_dice_all_count() -> None:
    session = position(
        "declare_first_battles",
        lands={"kai": "pink 3 spearman", "shinano": "gray 5 spearman"},
        armies={"gray 1": "shinano 10 spearman"},
    )
    go(session, Declare("kai", "provincial", "shinano"), "done", (12,), (12, 12, 12))
    assert session.ask().prompt == "roll 15d12 for battle"
    go(session, (12,) * 12 + (1, 1, 1))
    assert owner(session, "kai") is None
