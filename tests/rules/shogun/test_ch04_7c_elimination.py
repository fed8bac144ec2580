"""Losing the last daimyo: who takes over what, recovered daimyos, both colours, the count of provinces."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.play.view import view
from compiler.rules.shogun.ch04_4_levy import Levy, Post
from compiler.rules.shogun.ch04_5_ronin import hidden
from compiler.rules.shogun.ch04_7_garrison import Pick
from compiler.rules.shogun.ch04_7a_armies import Go
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.ch04_7d_final import Shift
from compiler.rules.shogun.field import alive, holdings, sword
from tests.rules.covering import covers
from tests.rules.shogun.table import (
    army,
    asked,
    at,
    count,
    declare,
    go,
    owner,
    position,
    refused,
    said,
    scene,
    where,
    winner,
)

MISS = 12
LANDS = {
    "kai": "pink 3 bowman",
    "hida": "gray 2 spearman",
    "noto": "gray 1 swordsman 2 spearman",
    "izu": "pink 1 spearman",
}


def last_stand(**more: Any) -> Session:
    """Pink is about to remove the last daimyo of gray, alone in Shinano."""
    more.setdefault("lands", LANDS)
    more.setdefault("armies", {"pink 1": "tsushima", "gray 1": "shinano"})
    session = position("declare_first_battles", **more)
    return declare(session, Declare("kai", "provincial", "shinano"), "done")


def fall(**more: Any) -> Session:
    return go(last_stand(**more), (1, MISS, MISS))


@covers("shogun", "4-7C-Elim.1", "4-7C-Elim.2")
def test_the_player_who_removes_the_last_daimyo_owns_everything_at_once() -> None:
    session = fall(hidden={"hida": 1})
    assert "gray has lost the last daimyo" in said(session)
    assert session.table.mark("gray", "taken_by") == "pink"
    assert (owner(session, "hida"), owner(session, "noto")) == ("pink", "pink")
    assert where(session, "card_noto") == "provinces.pink"
    assert owner(session, "shinano") is None
    assert alive(scene(session)) == ["pink", "green", "orange"]
    assert len(hidden(scene(session), "pink", "hida")) == 1  # hired ronin pass too, still hidden
    assert "card_hida" not in view(session, "green").table.pieces


@covers("shogun", "4-7C-Elim.2")
def test_a_held_ninja_returns_and_the_rest_of_the_turn_is_skipped() -> None:
    session = position(
        "declare_first_battles", lands=LANDS, ninja="gray", armies={"pink 1": "tsushima", "gray 1": "shinano"}
    )
    go(session, "wait", Declare("kai", "provincial", "shinano"), "done", "wait", "wait", (1, MISS, MISS))
    assert where(session, "ninja") == "ninja_supply"
    assert sword(scene(session), "gray") is None
    go(session, "izu", "halt", "hida", "halt", "done", "done")
    assert asked(session) == ["green"]  # gray held the second sword


@covers("shogun", "4-7C-Elim.1", "4-7C-Elim.2")
def test_the_defender_takes_over_an_attacker_who_loses_his_last_daimyo() -> None:
    session = position(
        "declare_first_battles",
        armies={"pink 1": "kai", "gray 1": "shinano 4 bowman"},
        lands={"izu": "pink 2 spearman", "suruga": "pink 1 spearman"},
    )
    declare(session, Declare("kai", "army", "shinano"), Declare("suruga", "provincial", "totomi"))
    go(session, (1, MISS, MISS, MISS), "izu", "halt")  # the third daimyo has one place only
    while session.step == "battle":
        session.apply("halt")
    assert session.table.mark("pink", "taken_by") == "gray"
    assert owner(session, "izu") == "gray"
    assert owner(session, "kai") is None
    assert asked(session) == ["gray"]  # pink's turn is over: no final movement for it
    assert session.step in ("move_army", "final_army_move", "next_sword", "declare_first_battles")
    assert count(session, "battle_marker_supply") == 12


@covers("shogun", "4-7C-Elim.3", "4-7C-Elim.4", "4-7C-Elim.5", "4-7C-Elim.6")
def test_the_winner_recovers_his_own_lost_daimyos() -> None:
    session = fall()
    assert asked(session) == ["pink"]
    assert where(session, "pink_experience_2") == "a2_hole_1.pink"
    assert refused(session, "tsushima") == "3-Mark.2"
    assert refused(session, "shinano") == "3-Mark.1"
    assert refused(session, "aki") == "3-Mark.1"
    go(session, "noto")
    assert refused(session, "march") == "4-7C-Elim.6"
    go(session, Pick("spearman"), Pick("spearman"), Pick("swordsman"))  # all of them may come along
    assert army(session, "pink", 2) == "1 swordsman 2 spearman"
    assert owner(session, "noto") == "pink"
    go(session, "hida", "halt")
    assert where(session, "pink_army_3") == "hida"
    assert where(session, "pink_daimyo_3") == "a3_daimyo.pink"
    assert where(session, "gray_daimyo_1") == "set_aside.gray"
    assert session.step == "final_army_move"


@covers("shogun", "4-7C-Elim.6", "3-Army.8")
def test_a_recovered_daimyo_picks_up_only_what_his_card_holds() -> None:
    lands = {**LANDS, "noto": "gray 5 bowman"}
    session = fall(lands=lands)
    go(session, "noto", *([Pick("bowman")] * 4))
    assert army(session, "pink", 2) == "4 bowman"  # a fifth does not fit: nothing more was asked
    assert at(session, "noto") == "1 bowman"


@covers("shogun", "4-7C-Elim.7")
def test_the_units_gained_move_in_phase_d_of_the_same_turn() -> None:
    session = fall()
    go(session, "izu", "halt", "hida", "halt", "done")
    assert session.step == "final_force_move"
    assert refused(session, Shift("noto", "etchu", "provincial", 0, 0, 0, 1)) is None
    go(session, Shift("noto", "etchu", "provincial", 0, 0, 0, 1))
    assert owner(session, "etchu") == "pink"


@covers("shogun", "4-7C-Elim.8")
def test_later_levies_come_from_both_trays_and_colours_mix() -> None:
    from dataclasses import replace

    from compiler.model.event import Marked

    session = position(
        "buy_units",
        lands={"kai": "pink 1 spearman", "izu": "pink 1 spearman"},
        armies={"pink 1": "sagami 4 bowman", "pink 2": "musashi 4 bowman", "pink 3": "suruga 1 bowman"},
        bins={"pink": (0, 0, 1, 0, 0)},
    )
    assert refused(session, Levy(1, 0, 0, 0)) == "4-4.8"
    state = session.start
    taken = Session(replace(state, table=Marked("gray", "taken_by", "pink").on(state.table)))
    assert holdings(scene(taken), "pink") == ("pink", "gray")
    go(taken, Levy(1, 0, 0, 0), Post("kai", "provincial"))
    (bowman,) = [p for p in taken.table.at("kai") if p.counter == "gray_bowman"]
    assert bowman.side == "pink"
    assert at(taken, "kai") == "1 bowman 1 spearman"


@covers("shogun", "4-7C-Elim.9", "5.5", "Object.1")
def test_after_a_takeover_35_provinces_win_at_once() -> None:
    many = (
        "aki",
        "bingo",
        "bitchu",
        "bizen",
        "harima",
        "hoki",
        "inaba",
        "iwami",
        "izumo",
        "mimasaka",
        "nagato",
        "suo",
        "tajima",
        "tamba",
        "iyo",
        "tosa",
        "sanuki",
        "awaji",
        "bungo",
        "buzen",
        "chikuzen",
        "chikugo",
        "hizen",
        "higo",
        "hyuga",
        "osumi",
        "satsuma",
        "kii",
        "yamato",
        "izumi",
    )
    lands = {**LANDS, **dict.fromkeys(many, "gray 1 spearman")}
    session = go(last_stand(lands=lands), (1, MISS, MISS))
    assert winner(session) is None  # 2 + 2 + 30 + Tsushima: 35 would be enough, and the daimyos come back first
    go(session, "izu", "halt", "hida", "halt")
    assert winner(session) == ("pink", "5.1")


@covers("shogun", "4-7C-Elim.2")
def test_when_both_lose_their_last_daimyo_the_attacker_is_served_first() -> None:
    session = position(
        "declare_first_battles",
        lands={"hida": "gray 2 spearman", "izu": "pink 1 spearman"},
        armies={"pink 1": "kai", "gray 1": "shinano"},
    )
    declare(session, Declare("kai", "army", "shinano"))
    go(session, (1,), (1,))
    assert session.table.mark("gray", "taken_by") == "pink"
    assert session.table.mark("pink", "taken_by") is None
    assert asked(session) == ["pink"]
    assert refused(session, "hida") is None


@covers("shogun", "4-7C-Castle.4", "4-7C-Elim.2")
def test_bonus_defenders_of_the_fallen_go_back_when_the_province_changes_hands() -> None:
    lands = {**LANDS, "mino": "pink 1 spearman"}
    session = position(
        "declare_first_battles", lands=lands, castles=["hida"], armies={"pink 1": "tsushima", "gray 1": "shinano"}
    )
    declare(session, Declare("mino", "provincial", "hida"), Declare("kai", "provincial", "shinano"))
    first = next(o for o in session.legal() if "mino" in str(o))
    go(session, first, (MISS,), (MISS,) * 6, "call_off", (1, MISS, MISS))
    assert at(session, "hida") == "2 spearman"
    assert owner(session, "hida") == "pink"


@covers("shogun", "4-6-Killed.6", "4-7C-Elim.1")
def test_the_attacker_who_wipes_out_a_disrupted_last_army_is_the_eliminator() -> None:
    session = position(
        "declare_first_battles",
        lands=LANDS,
        dead={"gray 1": "orange"},
        armies={"pink 1": "tsushima", "gray 1": "shinano 1 gunner"},
    )
    declare(session, Declare("kai", "provincial", "shinano"), "done")
    go(session, (1, MISS, MISS), *([] if "chance" not in session.asks else [(MISS,)]))
    assert session.table.mark("gray", "taken_by") == "pink"


@covers("shogun", "6.12", "4-7C-Elim.1")
def test_with_two_players_a_colour_falls_to_the_colour_that_beat_it_and_the_player_goes_on() -> None:
    session = position(
        "declare_first_battles",
        scenario="two_players",
        lands=LANDS,
        armies={"pink 1": "tsushima", "gray 1": "shinano", "green 3": "oki", "orange 3": "mutsu"},
    )
    declare(session, Declare("kai", "provincial", "shinano"), "done")
    go(session, (1, MISS, MISS))
    assert session.table.mark("gray", "taken_by") == "pink"
    assert session.outcome is None
    assert alive(scene(session)) == ["pink", "green", "orange"]
    assert where(session, "card_noto") == "provinces.pink"
    go(session, "izu", "halt", "hida", "halt", "done", "done")
    assert session.step != "final_force_move"


def test_a_recovered_army_marches_in_phase_d() -> None:
    session = fall()
    go(session, "noto", Pick("spearman"), "halt", "hida", "halt")
    go(session, "pink_army_2")
    assert refused(session, Go("etchu")) is None
