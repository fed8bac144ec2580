"""A rules lawyer's second reading: lines, the sea, combats, falls and the End Phase, worked out from the rulebook."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    hand,
    piece,
    position,
    prompt,
    refused,
    soldiers,
    to_the_dice,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}
ARRIVED = {"arrived": True}


def fires(session: Session) -> int:
    """Dice of the next command that fires."""
    return waits_for_dice(session, "fire")


# -- 5, 9, 13: lines and the sea ---------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "5.2.2", "5.2.x1", "5.2.x2", "13.1.5")
@pytest.mark.parametrize(
    ("mitsuishi", "sea", "entered", "out"),
    [
        ("", "", True, False),  # by road to Okayama, a Home Castle of the Faction
        ("1 oda", "", True, False),  # by two seas
        ("1 oda", "1 oda", True, True),
        ("", "", False, True),  # Ukita wait: Okayama is nobody's of the Faction yet
    ],
)
def test_saika_in_himeji_have_their_line_to_okayama(mitsuishi: str, sea: str, entered: bool, out: bool) -> None:
    session = position(
        "communications",
        {"himeji": "magoichi", "w_mitsuishi": mitsuishi, "sea_of_mizushima": sea, **HOME},
        chit="chit_ikko_ikki",
        control={"himeji": "saika", "saika": "oda"},
        entered=["mori"] if entered else [],
        points=3,
    )
    assert (piece(session, "magoichi").mark("unsupplied") is not None) is out


@covers("a_most_dangerous_time", "9.8(1).1", "2.46.3", "4.1(8).2", "6.2.1")
def test_the_last_besieged_sail_away_and_besiegers_gain_the_port_without_a_card() -> None:
    """It is no impulse of theirs: Oda, without Kyo, draw nothing."""
    session = position(
        "move",
        {"kishiwada": "2 oda (1 ikko_ikki)", "saika": "1 saika", "mt_shigi": "1 oda", **HOME},
        chit="chit_ikko_ikki",
        points=1,
        control={"kyo": "ashikaga"},
        deck=[33, 34],
    )
    (monk,) = soldiers(session, "kishiwada", "ikko_ikki")
    go(session, March(("kishiwada", "bay_of_kawachi"), (monk,)))
    while session.step in ("move", "battle"):
        go(session, "done")
    assert controls(session, "kishiwada") == "oda"
    assert (hand(session, "oda"), hand(session, "anti_oda")) == (0, 0)


@covers("a_most_dangerous_time", "3.2.5", "3.2.6", "3.2.x2", "9.8(3).1")
def test_a_landing_brings_the_power_as_a_march_does() -> None:
    """The sea beside Okayama is nobody's; the port is the Ukita's, who stand there before the landing."""
    session = position("move", {"sea_of_harima": "1 oda", **HOME}, chit="chit_oda", points=3)
    (man,) = soldiers(session, "sea_of_harima", "oda")
    go(session, March(("sea_of_harima", "sea_of_mizushima"), (man,)))
    assert where(session, "chit_mori").startswith("turn_")
    go(session, March(("sea_of_mizushima", "okayama"), (man,)))
    assert asked(session) == ["anti_oda"]
    assert "where?" in prompt(session)
    assert not where(session, "chit_mori").startswith("turn_")


@covers("a_most_dangerous_time", "13.3(2).1", "13.3(3).1", "2.31.9")
def test_two_pirates_are_worth_one_in_initiative() -> None:
    """4 + 1 against 4: one more is not two, and Leaders count for nothing: both fire."""
    session = position(
        "battle",
        {"sea_of_harima": "2 murakami katsuie 1 oda", **HOME},
        chit="chit_anti_oda_minors",
        entered=["mori"],
        marks={"murakami_soldier#1": ARRIVED},
    )
    go(session, (4,), (4,), (5, 1))
    assert fires(session) == 2


# -- 10: combat --------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.1.5", "5.1.2", "5.2.7", "10.2(1).1")
@pytest.mark.parametrize(("first", "dice"), [("w_yanagase", 2), ("kanagasaki", 1)])
def test_the_order_of_combats_opens_or_cuts_a_line(first: str, dice: int) -> None:
    """Azai in Kanagasaki: cut off while Oda stand on the road to Odani, not once those are beaten there."""
    session = position(
        "battle",
        {"w_yanagase": "1 oda 1 azai", "kanagasaki": "2 oda 2 azai", "odani": "nagamasa", **HOME},
        chit="chit_oda",
        control={"kanagasaki": "azai"},
        marks={"oda_soldier#1": ARRIVED, "oda_soldier#2": ARRIVED},
    )
    go(session, first)
    if first == "w_yanagase":
        go(session, {"chance": (1,)}, {"chance": (6,)})
        assert at(session, "w_yanagase") == "1 azai"
    go(session, "field")
    to_the_dice(session)
    go(session, (1,), (6,))  # the Azai win the initiative by far
    assert fires(session) == dice


@covers("a_most_dangerous_time", "5.3.5", "5.3.6", "10.3.x1")
def test_cut_off_soldiers_without_a_commander_have_one_less() -> None:
    """6 - 1 against 4: only one more, so both fire; three cut off roll two dice."""
    session = position(
        "battle",
        {"w_sekigahara": "3 oda 3 azai", "odani": "1 oda", **HOME},
        chit="chit_oda",
        control={"odani": "oda"},
        marks={"oda_soldier#1": ARRIVED},
    )
    to_the_dice(session)
    go(session, (4,), (6,))
    assert fires(session) == 3
    go(session, (1, 1, 1))
    assert fires(session) == 2


@covers("a_most_dangerous_time", "10.3.4", "8.41.1")
def test_a_leader_against_a_soldier_is_no_duel() -> None:
    session = position(
        "battle",
        {"w_sekigahara": "katsuie 1 azai", "odani": "1 azai", **HOME},
        chit="chit_oda",
        marks={"katsuie": ARRIVED},
    )
    assert "retreat" in session.legal()
    go(session, "stay", "stay")
    assert session.asks["chance"].purpose == "initiative"


@covers("a_most_dangerous_time", "10.5.10", "10.2(5).3", "10.2(5).5")
@pytest.mark.parametrize(("inside", "hit"), [("nagamasa 3 asakura", False), ("nagamasa 2 azai 1 asakura", True)])
def test_a_lone_daimyo_among_foreign_soldiers_does_not_lead_the_besieged(inside: str, hit: bool) -> None:
    """Odani is level 2. Led by Nagamasa (2) a 2 hits; where the Asakura are most and have no Leader, a 4 does."""
    session = position(
        "battle",
        {"odani": f"katsuie 3 oda ({inside})", "ichijo_dani": "1 asakura", **HOME},
        chit="chit_oda",
        marks={"odani": {"activated": True}},
    )
    while asked(session) != ["chance"]:
        go(session, next(a for a in session.legal() if a in ("storm", "pass") or isinstance(a, Fort)))  # all inside
    go(session, (3, 1, 1, 1))
    assert (asked(session) == ["oda"]) is hit


@covers("a_most_dangerous_time", "10.4.9", "2.43.7", "10.4.21")
def test_six_may_fall_back_to_a_waypoint_and_the_enemy_picks_two_at_the_end() -> None:
    session = position(
        "battle",
        {"odani": "nobunaga 5 oda nagamasa 5 azai", "yokoyama": "1 oda", **HOME},
        chit="chit_oda",
        control={"yokoyama": "oda"},
        marks={"nobunaga": ARRIVED},
        deck=[],
    )
    go(session, "field")
    while "retreat" not in session.legal():
        go(session, "pass")
    go(session, "retreat", (1,), (6,))  # 6 + 3 - 1 against 1 + 2: no shot is fired
    while session.step == "battle":
        everybody = [a for a in session.legal() if getattr(a, "to", "") == "w_yanagase"]
        go(session, max(everybody, key=lambda a: len(getattr(a, "units", ()))) if everybody else session.legal()[0])
    assert at(session, "w_yanagase") == "nagamasa 5 azai"
    assert asked(session) == ["oda"]
    go(session, "nagamasa")  # the second is one of five alike
    assert (at(session, "w_yanagase"), where(session, "nagamasa")) == ("4 azai", "regroup_azai")


@covers("a_most_dangerous_time", "Cards47-48.1")
def test_who_runs_from_a_surprise_is_fired_on_first() -> None:
    session = position(
        "battle",
        {"w_sekigahara": "katsuie 3 oda nagamasa 3 azai", "odani": "1 azai", **HOME},
        chit="chit_oda",
        cards={"oda": [47]},
        marks={"katsuie": ARRIVED},
    )
    while card(47) not in session.legal():
        go(session, session.legal()[0])
    go(session, card(47))
    while "retreat" not in session.legal():
        go(session, "pass")
    go(session, "retreat")
    assert fires(session) == 4


# -- 3: falls ----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.3.3", "3.3.5", "3.3.6", "2.46.4")
def test_a_wounded_leader_on_the_track_neither_saves_his_clan_nor_comes_back() -> None:
    session = position(
        "control",
        {"ichijo_dani": "nobunaga 2 oda", "ono": "3 asakura", **HOME},
        chit="chit_oda",
        moved={"kageakira": "turn_5"},
    )
    assert where(session, "kageakira") == "permanently_eliminated"
    assert at(session, "ono") == ""
    assert controls(session, "ono") == "oda"
    assert {piece(session, f"asakura_soldier#{n}").side for n in (1, 2, 3)} == {"oda"}


@covers("a_most_dangerous_time", "3.3.9", "3.3.6", "11.0.9", "11.0.10")
def test_azai_who_fall_to_the_tokugawa_raise_nobodys_regroup() -> None:
    """Most in Odani are Tokugawa; only Oda gain by the Azai."""
    session = position(
        "control", {"odani": "ieyasu 3 tokugawa 2 oda", "yokoyama": "2 azai", **HOME}, chit="chit_oda", deck=[]
    )
    assert (controls(session, "odani"), controls(session, "yokoyama")) == ("tokugawa", "tokugawa")
    assert piece(session, "azai_soldier#1").side == "tokugawa"
    assert where(session, "azai_soldier#1") == "regroup_tokugawa"
    later = position("regroup", {}, seat="oda", marks={"azai": {"fallen": "tokugawa"}})
    for number, space in enumerate(("kyo", "gifu", "kiyosu", "ogaki"), 1):
        go(later, Regroup(f"oda_soldier#{number}", space))
    assert refused(later, Regroup("oda_soldier#5", "toki")) is not None
    go(later, Regroup("tokugawa_soldier#1", "yoshida"))
    assert refused(later, Regroup("tokugawa_soldier#2", "okazaki")) is not None


# -- 11: the End Phase -------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.0.9", "11.0.10")
def test_tokugawa_who_conquered_takeda_regroup_two() -> None:
    session = position("regroup", {}, seat="oda", marks={"takeda": {"fallen": "tokugawa"}})
    go(session, Regroup("tokugawa_soldier#1", "yoshida"), Regroup("tokugawa_soldier#2", "okazaki"))
    assert refused(session, Regroup("tokugawa_soldier#3", "hamamatsu")) is not None


@covers("a_most_dangerous_time", "11.1.2", "11.2.3")
def test_the_healed_come_where_no_line_leads_and_the_regrouping_do_not() -> None:
    """Iwamura is Oda's and cut off: Toki and Asuke are held by Takeda."""
    session = position(
        "wounded_return",
        {"toki": "1 takeda", "w_asuke": "1 takeda", **HOME},
        seat="oda",
        turn=6,
        control={"toki": "takeda"},
        entered=["takeda"],
        moved={"katsuie": "turn_6"},
    )
    go(session, "iwamura")
    assert where(session, "katsuie") == "iwamura"
    assert refused(session, Regroup("oda_soldier#2", "iwamura")) is not None
    assert refused(session, Regroup("oda_soldier#2", "kiyosu")) is None


@covers("a_most_dangerous_time", "11.0.5", "11.0.6")
def test_each_clan_of_the_minors_regroups_one() -> None:
    session = position("regroup", {"sawayama": "1 azai"}, seat="anti_oda")
    go(session, Regroup("miyoshi_soldier#1", "shozui"))
    assert refused(session, Regroup("miyoshi_soldier#2", "sogo")) is not None
    go(session, Regroup("rokkaku_soldier", "mitsukuri"))


@covers("a_most_dangerous_time", "16.1.4(2).1", "16.1.8(1).1")
@pytest.mark.parametrize("kyo", ["oda", "azai", "ikko_ikki"])
def test_with_three_players_oda_draw_whoever_has_kyo(kyo: str) -> None:
    session = position(
        "kyo_card", {"kyo": f"1 {kyo}", **HOME}, scenario="three_player", control={"kyo": kyo}, deck=[33, 34]
    )
    assert tuple(hand(session, seat) for seat in ("oda", "anti_oda_a", "anti_oda_b")) == (1, 0, 0)


@covers("a_most_dangerous_time", "Card32.1")
def test_brilliant_maneuver_takes_neither_turn_end_nor_the_chit_of_an_absent_leader() -> None:
    chits = dict.fromkeys(("chit_oda", "chit_oda_nobunaga", "chit_turn_end", "chit_ikko_ikki"), "cup")
    session = position("draw_chit", {"kyo": "katsuie"}, moved={**chits, "nobunaga": "regroup_oda"}, cards={"oda": [32]})
    assert list(session.legal()) == ["oda", "pass"]
    go(session, "oda")
    assert session.table.stacks["active_chit"] == ("chit_oda",)
