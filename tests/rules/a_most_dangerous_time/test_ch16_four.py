"""Section 16.2: four players, three of them for Oda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.model.event import Moved
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.asking import oda_owner, sphere
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_movement import kyo_bonus
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign
from compiler.rules.a_most_dangerous_time.ch16_four import capital, value_of
from tests.rules.a_most_dangerous_time.table import (
    asked,
    card,
    go,
    piece,
    position,
    refused,
    scene,
    soldiers,
    the_book,
    where,
)
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage", "hamamatsu": "ieyasu"}


def three(step: str, units: Mapping[str, str], **more: Any) -> Session:
    return position(step, {**HEADS, **units}, scenario="three_player", **more)


def four(step: str, units: Mapping[str, str], **more: Any) -> Session:
    return position(step, {**HEADS, **units}, scenario="four_player", **more)


# -- four players ------------------------------------------------------------------------------------------------------
@covers(
    "a_most_dangerous_time",
    "16.2.1.1",
    "16.2.2(2).2",
    "16.2.3(1).1",
    "16.2.3(2).1",
    "16.2.3(3).1",
    "16.2.3(4).1",
    "16.2.3(5).1",
    "16.2.2(5).1",
    "16.2.3.1",
)
def test_the_set_up_of_four() -> None:
    session = Session.begin(the_book(), "four_player", Seeded(1))
    while session.step == "stock.setup":
        options = session.legal()
        session.apply("kanagasaki" if "mitsuhide" in str(session.ask().topic) else options[0])
    assert asked(session) == ["player_katsuie"]
    assert all(piece(session, id).mark("new_daimyo") for id in ("hideyoshi", "katsuie", "ieyasu"))
    marks = [p.mark("led_by") for p in session.table.at("kanagasaki") if p.mark("led_by")]
    assert (marks.count("guard"), marks.count("player_hideyoshi"), marks.count("player_tokugawa")) == (3, 4, 3)
    assert where(session, "chit_turn_end") == "kyo"
    assert where(session, "chit_tokugawa") == "cup"


@covers("a_most_dangerous_time", "16.2.2(3).1", "16.2.2(3).4", "16.2.5(3).1", "16.2.x1", "16.2.6(1).1", "16.2.2(4).1")
def test_spheres_and_whose_units_are() -> None:
    now = scene(
        four("move", {"kiyosu": "1 oda 1 tokugawa", "kyo": "1 oda", "okazaki": "1 tokugawa"}, chit="chit_oda", points=1)
    )
    assert [sphere(now, s) for s in ("himeji", "kiyosu", "hamamatsu", "kyo", "otsu")] == [
        "player_hideyoshi",
        "player_katsuie",
        "player_tokugawa",
        None,
        "player_hideyoshi",
    ]
    owners = {
        p.place: oda_owner(now, p)
        for p in now.table.pieces.values()
        if p.counter in ("oda_soldier", "tokugawa_soldier") and p.place in ("kiyosu", "kyo", "okazaki")
    }
    assert owners == {"kiyosu": "player_katsuie", "kyo": None, "okazaki": "player_tokugawa"}
    built = scene(four("move", {"kiyosu": "1 oda"}, chit="chit_oda_nobunaga", points=1, moved={"azuchi": "kannon_ji"}))
    assert sphere(built, "otsu") is None


@covers("a_most_dangerous_time", "16.2.4(1).1", "16.2.4(2).1", "14.3.x1")
@pytest.mark.parametrize(
    ("space", "seat"), [("takamatsu", "player_hideyoshi"), ("uotsu", "player_katsuie"), ("tottori", "player_tokugawa")]
)
def test_an_oda_player_wins_with_his_target_whoever_takes_it(space: str, seat: str) -> None:
    session = four("control", {space: "2 oda"}, chit="chit_oda", entered=["mori", "uesugi", "takeda"])
    assert session.outcome is not None
    assert session.outcome.winners == (seat,)


@covers("a_most_dangerous_time", "16.2.4(3).1", "16.2.4(3).2", "16.2.4(3).3", "16.2.4(4).1")
def test_anti_oda_win_with_a_great_castle_azuchi_or_at_the_end() -> None:
    for units, more in (({"kiyosu": "2 azai"}, {}), ({"kannon_ji": "2 azai"}, {"moved": {"azuchi": "kannon_ji"}})):
        session = four("control", units, chit="chit_azai_asakura", **more)
        assert session.outcome is not None
        assert session.outcome.winners == ("anti_oda",)
    dead = four("event_cards", {"gifu": "nobunaga 1 oda"}, chit="chit_azai_asakura", cards={"anti_oda": [41, 45]})
    go(dead, Play(card(41), "nobunaga"), (6,), (5,))
    assert dead.outcome is not None
    assert dead.outcome.rule == "16.2.4(3).3"
    end = four("advance_turn", {}, turn=30)
    assert end.outcome is not None
    assert end.outcome.rule == "16.2.4(4).1"


def moving(units: Mapping[str, str], chit: str = "chit_oda", **more: Any) -> Session:
    return four("move", {**units, "ogaki": "1 oda"}, chit=chit, points=6, **more)


@covers(
    "a_most_dangerous_time", "16.2.6(2).1", "16.2.6(2).2", "16.2.6(4).1", "16.2.7(3).1", "16.2.6(3).1", "16.2.7(3).2"
)
def test_who_may_move_which_soldiers() -> None:
    session = moving(
        {"kyo": "hideyoshi 9 oda", "kiyosu": "nobumori katsuie 3 oda", "otsu": "3 oda"},
        marks={"hideyoshi": {"new_daimyo": True}},
    )
    kyo = soldiers(session, "kyo", "oda")
    assert refused(session, March(("kyo", "otsu"), tuple(kyo[:2]))) == "16.2.6(2).1"
    assert refused(session, March(("kyo", "otsu"), ("hideyoshi", *kyo[:7]))) is None
    assert refused(session, March(("kiyosu", "gifu"), tuple(soldiers(session, "kiyosu", "oda")))) == "16.2.6(4).1"
    assert (
        refused(session, March(("kiyosu", "gifu"), ("nobumori", *soldiers(session, "kiyosu", "oda")[:1])))
        == "16.2.7(3).2"
    )
    assert refused(session, March(("kiyosu", "gifu"), ("nobumori",))) is None
    assert refused(session, March(("kiyosu", "gifu"), ("katsuie",))) == "16.2.7(3).1"
    assert refused(session, March(("otsu", "kyo"), tuple(soldiers(session, "otsu", "oda")))) is None
    assert refused(session, March(("gifu", "ogaki"), ("nobunaga",))) is None


@covers("a_most_dangerous_time", "16.2.6(2).1")
def test_soldiers_need_a_leader_in_a_waypoint_they_only_pass() -> None:
    """Kanagasaki is Katsuie's, the Waypoint between it and Odani is not."""
    units = {"kanagasaki": "katsuie 4 oda", "odani": "", "yokoyama": "nagamasa"}
    session = moving(units, "chit_oda_nobunaga", control={"odani": "oda"})
    path, men = ("kanagasaki", "w_yanagase", "odani"), soldiers(session, "kanagasaki", "oda")
    assert refused(session, March(path, tuple(men[:2]))) == "16.2.6(2).1"
    assert refused(session, March(path, ("katsuie", *men[:2]))) is None


@covers("a_most_dangerous_time", "16.2.5(6).1", "16.2.5(6).2", "16.2.7(4).1", "16.2.5(1).1")
def test_any_oda_player_moves_nobunaga_with_up_to_seven_but_not_by_sea() -> None:
    session = moving({"gifu": "nobunaga 8 oda"}, "chit_tokugawa")
    men = soldiers(session, "gifu", "oda")
    assert refused(session, March(("gifu", "kiyosu"), ("nobunaga", *men[:7]))) is None
    assert refused(session, March(("gifu", "kiyosu"), ("nobunaga", *men))) == "16.2.5(6).1"
    sea = moving({"ishiyama": "nobunaga", "gifu": ""}, control={"ishiyama": "oda"})
    assert refused(sea, March(("ishiyama", "bay_of_kawachi"), ("nobunaga",))) == "16.2.7(4).1"


@covers("a_most_dangerous_time", "16.2.7(3).3", "16.2.6.1")
def test_soldiers_are_dropped_in_another_players_sphere() -> None:
    session = moving({"kiyosu": "nagahide 3 oda"}, "chit_oda_nobunaga")
    men = tuple(soldiers(session, "kiyosu", "oda"))
    go(session, March(("kiyosu", "gifu"), ("nagahide", *men)))
    assert refused(session, March(("gifu", "ogaki"), ("nagahide", men[0]))) == "9.4.4"
    assert refused(session, March(("gifu", "ogaki"), ("nagahide",))) is None
    assert oda_owner(scene(session), piece(session, men[0])) == "player_hideyoshi"


@covers("a_most_dangerous_time", "5.3.2", "16.2.6(2).1")
def test_men_out_of_communication_are_offered_as_two_each() -> None:
    """Hideyoshi and Nobumori in a neutral castle without a line: a road takes four of them, a trail two."""
    units = {"obama": "hideyoshi nobumori 8 oda"}
    ids = ["hideyoshi", "nobumori", *soldiers(moving(units), "obama", "oda")]
    session = moving(units, marks={id: {"unsupplied": True, "led_by": "player_hideyoshi"} for id in ids})
    (ask,) = session.asks.values()
    marches = [one for one in ask.listed if isinstance(one, March) and one.path[0] == "obama"]
    assert max(len(march.units) for march in marches) == 4
    assert [march for march in marches if refused(session, march) is not None] == []


@covers("a_most_dangerous_time", "16.2.7(3).3", "16.2.6(4).1", "16.2.2(4).1")
@pytest.mark.parametrize(
    ("space", "holder", "arrived", "owner"),
    [
        ("ibaraki", "oda", True, "player_hideyoshi"),  # relieved: dropped once the enemies are gone
        ("tanba_kameyama", "oda", True, "player_tokugawa"),  # carried into the player's own sphere
        ("sawayama", "azai", False, "player_hideyoshi"),  # taken: whoever takes it, it is of the sphere
        ("kanagasaki", "oda", False, "player_tokugawa"),  # as set up (16.2.3(2))
    ],
)
def test_soldiers_are_dropped_when_the_fight_for_the_space_is_over(
    space: str, holder: str, arrived: bool, owner: str
) -> None:
    units = {space: "mitsuhide 2 oda"}
    men = soldiers(four("control", units, chit="chit_tokugawa"), space, "oda")
    marks = {id: {"led_by": "player_tokugawa", **({"arrived": True} if arrived else {})} for id in men}
    session = four("control", units, chit="chit_tokugawa", control={space: holder}, marks=marks)
    assert {oda_owner(scene(session), piece(session, id)) for id in men} == {owner}


@covers("a_most_dangerous_time", "16.2.7(1).1", "16.2.7(1).2", "16.2.7(1).3", "16.2.x7")
def test_turn_end_lies_on_kyo_while_oda_hold_it() -> None:
    lost = four("control", {"kyo": "3 ikko_ikki"}, chit="chit_ikko_ikki", moved={"chit_turn_end": "kyo"})
    assert where(lost, "chit_turn_end") in ("cup", "active_chit")
    back = four(
        "control", {"kyo": "3 oda"}, chit="chit_oda", control={"kyo": "ikko_ikki"}, moved={"chit_turn_end": "cup"}
    )
    assert where(back, "chit_turn_end") == "kyo"


@covers("a_most_dangerous_time", "16.2.7(2).1")
@pytest.mark.parametrize("chit", ["chit_oda", "chit_oda_nobunaga", "chit_tokugawa"])
def test_each_oda_player_has_the_bonus_of_kyo(chit: str) -> None:
    assert kyo_bonus(scene(moving({"kiyosu": "katsuie 1 oda", "okazaki": "1 tokugawa"}, chit))) == 2


@covers("a_most_dangerous_time", "16.2.8(1).1", "16.2.8(3).1", "16.2.8(2).1")
def test_the_hand_is_shared_and_only_own_leaders_and_nobunaga_negotiate() -> None:
    session = four(
        "negotiate",
        {"otsu": "hideyoshi mitsuhide", "gifu": "nobunaga", "w_seta": "1 azai", "kannon_ji": "1 oda"},
        chit="chit_oda_nobunaga",
        cards={"player_katsuie": [57]},
    )
    assert asked(session) == ["player_katsuie"]
    assert card(57) in session.legal()
    assert refused(session, Negotiate("hideyoshi", "w_seta", "azai", "field")) == "8.3.1"
    assert refused(session, Negotiate("nobunaga", "w_seta", "azai", "field")) is None


@covers("a_most_dangerous_time", "16.2.8(4).1", "16.2.8.2")
def test_oda_players_do_not_turn_oda_leaders_unless_agreed() -> None:
    units = {"otsu": "mitsuhide", "kyo": "hideyoshi 1 oda"}
    play = Betray(card(2), "mitsuhide", "hideyoshi")
    shut = four("negotiate", units, chit="chit_oda", cards={"player_hideyoshi": [2, 57]})
    assert refused(shut, play) == "16.2.8(4).1"
    free = four(
        "negotiate", units, chit="chit_oda", cards={"player_hideyoshi": [2, 57]}, options={"oda_betrayal_by_oda": True}
    )
    assert refused(free, play) is None


@covers("a_most_dangerous_time", "16.2.9(1).1", "16.2.9(1).2", "16.2.9(1).3", "16.2.9(1).5", "16.2.x3")
def test_the_sphere_directs_the_defence_and_nobunaga_commands() -> None:
    session = four(
        "battle",
        {"kuwana": "nobunaga ieyasu 4 tokugawa 6 ikko_ikki", "gifu": "1 oda", "hamamatsu": ""},
        chit="chit_ikko_ikki",
        marks={"kuwana": {"activated": True}},
    )
    assert asked(session) == ["player_katsuie"]
    go(session, "field")
    assert piece(session, "nobunaga").mark("commander")


@covers("a_most_dangerous_time", "16.2.9(4).1", "16.2.9(4).2", "16.2.9(4).3")
def test_oda_players_retreat_apart() -> None:
    session = four(
        "battle",
        {"kuwana": "katsuie 2 oda nobumori 6 ikko_ikki", "gifu": "nobunaga 1 oda"},
        chit="chit_ikko_ikki",
        marks={"kuwana": {"activated": True}, "katsuie": {"new_daimyo": True}},
    )
    go(session, "field", Assign((2, 0)), "katsuie")
    assert asked(session) == ["player_katsuie"]
    go(session, "retreat")
    assert asked(session) == ["player_hideyoshi"]
    go(session, "stay")
    assert piece(session, "katsuie").mark("standing_by")


@covers("a_most_dangerous_time", "16.2.5(2).1", "16.2.5(2).2", "16.2.5(2).3", "16.2.x8")
def test_azuchi_of_four_players_grows_and_becomes_the_capital() -> None:
    built = four("late_falls", {"odani": "3 oda"}, control={"odani": "oda"}, moved={"nagamasa": "regroup_azai"})
    assert where(built, "azuchi") == "kannon_ji"
    taken = {"odani": "3 oda", "kannon_ji": "1 ikko_ikki"}
    wait = four("late_falls", taken, control={"odani": "oda"}, moved={"nagamasa": "regroup_azai"})
    assert where(wait, "azuchi") == "azuchi_box"
    grown = four("turn_start", {}, turn=9, moved={"azuchi": "kannon_ji"})
    assert piece(grown, "azuchi").face == 1
    assert capital(scene(grown)) == "kannon_ji"
    assert capital(scene(moving({}))) == "kyo"


@covers("a_most_dangerous_time", "16.2.5(4).1", "16.2.5(5).1", "16.2.x9")
def test_nobunaga_goes_home_with_three_soldiers_if_he_has_a_line() -> None:
    session = four("nobunaga_returns", {"gifu": "", "ogaki": "nobunaga 5 oda"})
    assert where(session, "nobunaga") == "kyo"
    assert sum(1 for p in session.table.at("kyo") if p.mark("led_by") == "guard") == 3
    assert len(soldiers(session, "ogaki", "oda")) == 2
    cut = four("nobunaga_returns", {"gifu": "", "kitanosho": "nobunaga 2 oda"})
    assert where(cut, "nobunaga") == "kitanosho"


@covers(
    "a_most_dangerous_time",
    "16.2.10(1).1",
    "16.2.10(2).1",
    "16.2.10(3).1",
    "16.2.10(4).1",
    "16.2.x4",
    "16.2.x5",
    "16.2.10(4).2",
)
def test_the_regroup_of_the_oda_players() -> None:
    full = four("regroup", {"kyo": "nobunaga 3 oda", "gifu": ""}, seat="player_hideyoshi", marks={})
    assert len(soldiers(full, "kyo", "oda")) == 5  # his own two come first
    assert {entry.what.rule for entry in full.log if isinstance(entry.what, Moved)} == {"16.2.10(2).1"}
    assert asked(full)[0] in ("player_katsuie", "player_tokugawa", "player_hideyoshi")
    now = scene(moving({}))
    assert value_of(now, "player_hideyoshi") == 2
    short = four("regroup", {"gifu": "nobunaga"}, seat="player_hideyoshi")
    assert len(soldiers(short, "gifu", "oda")) == 3
    lord = four("regroup", {"gifu": "1 oda"}, seat="player_hideyoshi", moved={"nobunaga": "regroup_oda"})
    assert where(lord, "nobunaga") == "kyo"


@covers("a_most_dangerous_time", "16.2.11(1).1", "16.2.11(3).1", "16.2.x6")
def test_exile_and_disbanding_by_sphere() -> None:
    exile = four("exile", {"gifu": "nobunaga hideyoshi katsuie"}, chit="chit_oda_nobunaga")
    assert set(exile.legal()) == {"katsuie", "done"}
    disband = four("disband", {"kiyosu": "2 oda", "kyo": "2 oda"}, seat="player_tokugawa")
    assert not any(where(disband, str(o)) in ("kiyosu", "kyo") for o in disband.legal() if o != "done")
    assert any(o == "ieyasu" for o in disband.legal())


@covers("a_most_dangerous_time", "16.2.11(2).1", "16.2.x10", "16.2.8(3).2")
def test_a_betraying_oda_leader_takes_only_his_own_men() -> None:
    units = {"iwamura": "shingen 4 takeda nobumori murashige 5 oda"}
    session = four(
        "battle",
        units,
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [6]},
        marks={"shingen": {"arrived": True}},
    )
    go(session, "field")
    while not any(isinstance(o, Betray) for o in session.legal()):
        session.apply(session.legal()[0])
    under = sum(1 for p in session.table.at("iwamura") if p.mark("under") == "nobumori")
    go(session, Betray(card(6), "nobumori", "shingen"))
    assert len(soldiers(session, "iwamura", "takeda")) == 4 + under
