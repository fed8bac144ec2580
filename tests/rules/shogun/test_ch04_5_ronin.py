"""Action 5, hire ronin: hidden on face-down cards, limited by the units they join, shown when they fight or move."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.play.telling import Teller
from compiler.play.view import view
from compiler.rules.shogun.ch04_5_ronin import Hide, camps, hidden
from compiler.rules.shogun.ch04_7b_declare import Declare
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, count, go, position, refused, scene, where

KAI = {"kai": "pink 5 spearman"}


def hire(koku: int, lands: dict[str, str] | None = None, **more: Any) -> Session:
    return position("hire_ronin", lands=KAI if lands is None else lands, bins={"pink": (0, 0, 0, koku, 0)}, **more)


@covers("shogun", "4-5.1", "4-5.4", "4-5.5", "4-5.18", "2-Ronin.1")
def test_two_ronin_for_a_koku_several_on_one_card() -> None:
    session = hire(2)
    go(session, Hide("kai", 4))
    assert len(hidden(scene(session), "pink", "kai")) == 4
    assert {session.table.pieces[id].side for id in hidden(scene(session), "pink", "kai")} == {"pink"}
    assert count(session, "pink_hire_ronin") == 0
    assert count(session, "ronin_supply") == 21
    assert where(session, "card_kai") == "camp_1.pink"


@covers("shogun", "4-5.5")
def test_the_koku_are_gone_though_the_master_tray_runs_out_of_ronin() -> None:
    full = dict.fromkeys(("kai", "sagami", "musashi", "kazusa", "suruga", "totomi", "mikawa"), "pink 5 spearman")
    session = hire(13, full)  # 26 for 13 koku, and there are 25
    while session.step == "hire_ronin":
        session.apply(max((o for o in session.legal() if isinstance(o, Hide)), key=lambda hide: hide.number))
    assert count(session, "ronin_supply") == 0
    assert count(session, "pink_hire_ronin") == 0


@covers("shogun", "4-5.3", "4-5.12", "4-5.9")
def test_ronin_join_a_force_of_the_hirer_and_stay_one_below_its_units() -> None:
    session = hire(3, {"kai": "pink 4 spearman", "sagami": "pink 1 spearman", "hida": "gray 5 spearman"})
    assert refused(session, Hide("hida", 1)) == "4-5.3"
    assert refused(session, Hide("suruga", 1)) == "4-5.3"
    assert refused(session, Hide("sagami", 1)) == "4-5.12"
    assert refused(session, Hide("kai", 4)) == "4-5.12"
    assert refused(session, Hide("kai", 3)) is None
    assert refused(session, Hide("kai", 7)) == "4-5.4"


@covers("shogun", "4-5.14", "2-Daimyo.3")
def test_the_daimyo_counts_for_the_limit() -> None:
    session = hire(2, {}, armies={"pink 1": "kai 1 bowman 2 gunner"})
    assert refused(session, Hide("kai", 4)) == "4-5.12"
    assert refused(session, Hide("kai", 3)) is None


@covers("shogun", "4-5.15", "4-3.13")
def test_castles_do_not_count_for_the_limit() -> None:
    session = hire(1, {"kai": "pink 2 spearman", "sagami": "pink 2 spearman"}, castles=["kai"])
    assert refused(session, Hide("kai", 2)) == "4-5.12"
    assert refused(session, Hide("kai", 1)) is None


@pytest.mark.parametrize(
    ("lands", "armies", "most"),
    [
        ({}, {"pink 1": "kai 4 bowman 5 gunner"}, 9),
        ({"kai": "pink 5 spearman"}, {}, 4),
        ({"kai": "pink 3 spearman"}, {"pink 1": "kai 4 bowman 6 gunner"}, 12),
        ({}, {"pink 1": "kai 2 bowman 2 swordsman 5 gunner 5 spearman"}, 14),
    ],
)
@covers("shogun", "4-5.16", "4-5.12", "4-5.8")
def test_each_force_of_a_province_has_its_own_limit(lands: dict[str, str], armies: dict[str, str], most: int) -> None:
    session = hire(10, lands, armies={"gray 1": "sado", **armies})
    assert refused(session, Hide("kai", most + 1)) == "4-5.12"
    assert refused(session, Hide("kai", most)) is None


@covers("shogun", "4-5.6")
def test_when_ronin_run_short_the_lower_sword_is_served_first() -> None:
    lands = {
        "kai": "pink 5 spearman",
        "hida": "gray 5 spearman",
        "aki": "green 5 spearman 4 ronin",
        "suo": "green 5 spearman 4 ronin",
        "bingo": "green 5 spearman 4 ronin",
        "iwami": "green 5 spearman 4 ronin",
        "nagato": "green 5 spearman 4 ronin",
        "iyo": "orange 5 spearman 3 ronin",
    }
    paid = {"pink": (0, 0, 0, 2, 0), "gray": (0, 0, 0, 1, 0)}
    session = position("hire_ronin", lands=lands, bins=paid, swords="gray pink green orange")
    assert count(session, "ronin_supply") == 2
    assert asked(session) == ["gray"]
    go(session, Hide("hida", 2))
    assert hidden(scene(session), "pink", "kai") == ()
    assert count(session, "pink_hire_ronin") == 0
    session = position("hire_ronin", lands=lands, bins=paid)
    go(session, Hide("kai", 2))
    assert len(hidden(scene(session), "pink", "kai")) == 2
    assert count(session, "gray_hire_ronin") == 0


@covers("shogun", "4-5.2", "4.2")
def test_all_hire_before_anybody_hides_and_nobody_sees_where() -> None:
    lands = {"kai": "pink 5 spearman", "hida": "gray 5 spearman"}
    session = position("hire_ronin", lands=lands, bins={"pink": (0, 0, 0, 1, 0), "gray": (0, 0, 0, 1, 0)})
    assert asked(session) == ["pink", "gray"]
    session.apply(Hide("kai", 2), "pink")
    assert where(session, "card_kai") == "provinces.pink"
    session.apply(Hide("hida", 2), "gray")
    assert where(session, "card_kai") == "camp_1.pink"


@covers("shogun", "4-5.7")
def test_opponents_see_how_many_ronin_but_not_where() -> None:
    session = hire(2, {"kai": "pink 5 spearman", "sagami": "pink 5 spearman"})
    go(session, Hide("kai", 4))
    own, other = view(session, "pink").table, view(session, "gray").table
    assert "card_kai" in own.stacks["camp_1.pink"]
    assert "card_kai" not in other.pieces
    assert len(other.stacks["camp_1.pink"]) == 5
    assert not any("Kai" in line for line in Teller.of(session, "gray", loud=True).lines(session))
    assert any("Kai goes to Hidden ronin: Pink: 1" in line for line in Teller.of(session, "pink").lines(session))


@covers("shogun", "4-5.7")
def test_the_view_of_others_is_the_same_wherever_ronin_hide() -> None:
    lands = {"kai": "pink 5 spearman", "sagami": "pink 5 spearman"}
    views = []
    for province in lands:
        session = go(hire(1, lands), Hide(province, 2))
        views.append(view(session, "gray").to_json())
    assert views[0] == views[1]


def test_ronin_that_fit_nowhere_go_back() -> None:
    session = hire(5, {"kai": "pink 2 spearman"}, armies={"pink 1": "sagami", "gray 1": "sado"})
    assert len(hidden(scene(session), "pink", "kai")) == 1  # forced: nothing else was possible
    assert count(session, "ronin_supply") == 24
    assert count(session, "pink_hire_ronin") == 0


def test_more_cards_than_camps_lie_in_one_pile() -> None:
    many = (
        "kai",
        "sagami",
        "musashi",
        "suruga",
        "izu",
        "shinano",
        "kozuke",
        "shimosa",
        "hitachi",
        "kazusa",
        "mikawa",
        "owari",
        "mino",
    )
    session = hire(7, dict.fromkeys(many, "pink 2 spearman"))
    go(session, *(Hide(p, 1) for p in many[:12]))
    found = {camp.card: len(camp.ronin) for camp in camps(scene(session), "pink")}
    assert found == {f"card_{p}": 1 for p in many}


# -- shown when they attack or defend ----------------------------------------------------------------------------------
@covers("shogun", "4-5.13", "4-7C.3")
def test_hidden_ronin_fight_with_the_force_that_attacks_from_their_province() -> None:
    session = position(
        "declare_first_battles", lands={"kai": "pink 3 spearman", "shinano": "gray 5 spearman"}, hidden={"kai": 2}
    )
    go(session, Declare("kai", "provincial", "shinano"), "done")
    assert at(session, "kai") == "3 spearman 2 ronin"
    assert where(session, "card_kai") == "provinces.pink"
    assert session.ask().prompt.startswith("roll 2d12")


@covers("shogun", "4-5.13")
def test_in_a_double_troop_province_the_owner_says_how_many_join_the_attack() -> None:
    session = position(
        "declare_first_battles",
        hidden={"kai": 4},
        armies={"pink 1": "kai 3 gunner", "gray 1": "sado"},
        lands={"kai": "pink 3 spearman", "shinano": "gray 5 spearman"},
    )
    go(session, Declare("kai", "army", "shinano"), "done")
    assert asked(session) == ["pink"]
    assert session.legal() == (0, 1, 2, 3)
    assert refused(session, 4) == "4-5.12"
    session.apply(3)
    assert army(session, "pink", 1) == "3 gunner 3 ronin"
    assert len(hidden(scene(session), "pink", "kai")) == 1


@covers("shogun", "4-5.13", "4-7C.4")
def test_hidden_ronin_of_an_attacked_province_are_shown_and_fight() -> None:
    session = position(
        "declare_first_battles", hidden={"shinano": 2}, lands={"kai": "pink 3 spearman", "shinano": "gray 3 spearman"}
    )
    go(session, Declare("kai", "provincial", "shinano"), "done")
    assert at(session, "shinano") == "3 spearman 2 ronin"
    assert session.ask().prompt == "roll 2d12 for battle"


@covers("shogun", "4-5.13")
def test_the_defender_says_which_of_two_forces_the_ronin_join() -> None:
    session = position(
        "declare_first_battles",
        hidden={"shinano": 2},
        armies={"gray 1": "shinano 2 gunner", "pink 1": "tsushima"},
        lands={"kai": "pink 3 spearman", "shinano": "gray 3 spearman"},
    )
    go(session, Declare("kai", "provincial", "shinano"), "done")
    assert asked(session) == ["gray"]
    session.apply(1)
    assert army(session, "gray", 1) == "2 gunner 1 ronin"
    assert at(session, "shinano") == "3 spearman 1 ronin"


@covers("shogun", "4-5.13")
def test_above_the_limit_at_the_end_of_a_phase_hidden_ronin_leave() -> None:
    session = position("declare_first_battles", lands={"kai": "pink 2 spearman"}, hidden={"kai": 3})
    assert len(hidden(scene(session), "pink", "kai")) == 1
    assert count(session, "ronin_supply") == 24
