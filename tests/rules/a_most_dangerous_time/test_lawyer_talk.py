"""A rules lawyer's cases: exile, betrayal, negotiation and what follows at once."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
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
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}


def talk(at: dict[str, str], **more: Any) -> Session:
    """Step 3 of an impulse, Oda's unless another chit is named."""
    return position("negotiate", at, **{"chit": "chit_oda", **more})


def play(number: int, target: str, by: str) -> Betray:
    return Betray(card(number), target, by)


# -- 7: exile ----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "7.0.3", "7.0.4", "7.0.5")
def test_whom_each_side_may_exile() -> None:
    oda = position("exile", {"kyo": "katsuie", "otsu": "ieyasu hisahide", **HOME}, chit="chit_oda")
    assert sorted(oda.legal()) == ["done", "hisahide", "ieyasu"]
    anti = position(
        "exile",
        {"odani": "nagamasa kageakira", "ichijo_dani": "yoshikage kagetake", "noda_fukushima": "nagayuki masayasu"},
        chit="chit_azai_asakura",
    )
    assert sorted(anti.legal()) == ["done", "kagetake", "yoshikage"]
    go(anti, "kagetake")
    assert where(anti, "kagetake") == "permanently_eliminated"
    way = position("exile", {"w_gujo": "yoshikage kagetake"}, chit="chit_azai_asakura")
    assert way.step != "exile"  # a Waypoint is no Space; Oda may exile there
    assert "katsuie" in position("exile", {"w_gujo": "katsuie nagahide"}, chit="chit_oda").legal()


# -- 8.3: negotiation --------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.3.5", "8.3.6", "8.3.7", "8.3.8", "8.3.9", "8.3.10", "8.3.11")
@pytest.mark.parametrize(
    ("sawayama", "part", "clan", "need"),
    [
        ("2 azai", "field", "azai", 6),
        ("1 oda (2 azai)", "fort", "azai", 5),
        ("1 oda (yoshikata 1 azai)", "fort", "azai", 6),
        ("1 minor", "field", "neutral_minor", 5),
        ("1 oda (1 minor)", "fort", "neutral_minor", 4),
        ("1 oda (nagaharu 1 bessho)", "fort", "bessho", 5),
    ],
)
def test_the_number_needed(sawayama: str, part: str, clan: str, need: int) -> None:
    for die, won in ((need - 1, False), (need, True)):
        session = talk({"sawayama": sawayama, "kannon_ji": "nobunaga", "odani": "nagamasa", **HOME})
        target = soldiers(session, "sawayama", clan)
        go(session, Negotiate("nobunaga", "sawayama", clan, part), (die,))
        assert any(piece(session, id).side == "oda" for id in target) is won


@covers("a_most_dangerous_time", "8.3.6", "8.3.7", "8.3.x1")
@pytest.mark.parametrize(("leaders", "listed"), [("", True), ("yoshikata", False), ("nagamasa", False)])
def test_a_leader_beside_the_soldier_makes_it_hopeless(leaders: str, listed: bool) -> None:
    places = {"sawayama": f"{leaders} 1 azai", "kannon_ji": "nobunaga", "odani": "1 azai", "obama": "1 minor"}
    session = talk({**places, "kanagasaki": "hideyoshi", **HOME})
    attempt = Negotiate("nobunaga", "sawayama", "azai", "field")
    assert (attempt in session.legal()) is listed
    assert refused(session, attempt) is None
    go(session, attempt)
    assert (asked(session) == ["chance"]) is listed


@covers("a_most_dangerous_time", "8.3.2", "8.3.3", "8.3.1")
def test_how_far_daimyo_and_samurai_reach() -> None:
    """Azai in Sawayama stand next to Kannon-ji, where Oda Soldiers are."""
    session = talk(
        {
            "sawayama": "2 azai",
            "kannon_ji": "1 oda",
            "kyo": "nobunaga hideyoshi",
            "yokoyama": "1 azai",
            "odani": "nagamasa",
        }
    )
    assert refused(session, Negotiate("nobunaga", "sawayama", "azai", "field")) is None
    assert refused(session, Negotiate("nobunaga", "yokoyama", "azai", "field")) is not None
    assert refused(session, Negotiate("hideyoshi", "sawayama", "azai", "field")) is not None
    near = talk({"sawayama": "2 azai", "kannon_ji": "hideyoshi katsuie", "odani": "nagamasa"})
    assert refused(near, Negotiate("hideyoshi", "sawayama", "azai", "field")) is None
    assert refused(near, Negotiate("katsuie", "sawayama", "azai", "field")) is not None
    inside = talk({"sawayama": "2 azai", "kannon_ji": "3 ikko_ikki (hideyoshi)", "odani": "nagamasa"})
    assert refused(inside, Negotiate("hideyoshi", "sawayama", "azai", "field")) is not None


@covers("a_most_dangerous_time", "8.3.3", "8.2.6")
def test_a_samurai_does_not_talk_to_those_his_friends_besiege_elsewhere() -> None:
    session = talk(
        {
            "otsu": "1 oda (2 miyoshi)",
            "kannon_ji": "hideyoshi",
            "kyo": "mitsuhide nobunaga",
            "noda_fukushima": "nagayuki",
        }
    )
    assert refused(session, Negotiate("hideyoshi", "otsu", "miyoshi", "fort")) is not None
    assert refused(session, Negotiate("mitsuhide", "otsu", "miyoshi", "fort")) is None  # Kyo is next to Otsu
    assert refused(session, Negotiate("nobunaga", "otsu", "miyoshi", "fort")) is None


@covers("a_most_dangerous_time", "8.3.4")
def test_one_attempt_for_each_leader() -> None:
    session = talk({"sawayama": "2 azai", "kannon_ji": "nobunaga hideyoshi", "odani": "nagamasa", **HOME})
    attempt = Negotiate("nobunaga", "sawayama", "azai", "field")
    go(session, attempt, (1,))
    assert refused(session, attempt) is not None
    assert refused(session, Negotiate("hideyoshi", "sawayama", "azai", "field")) is None


@covers("a_most_dangerous_time", "15.2.2", "15.2.3", "15.4.5")
def test_monks_do_not_talk() -> None:
    session = talk({"nagashima": "2 ikko_ikki", "kiyosu": "nobunaga", "mt_hiei": "1 enryaku_ji", "kyo": "1 oda"})
    assert refused(session, Negotiate("nobunaga", "nagashima", "ikko_ikki", "field")) is not None
    assert refused(session, Negotiate("nobunaga", "mt_hiei", "enryaku_ji", "field")) is not None


@covers("a_most_dangerous_time", "3.2.10", "3.2.11", "3.2.12", "8.3.14")
@pytest.mark.parametrize(("die", "iga"), [(1, "2 iga_ninja"), (6, "")])
def test_iga_join_the_other_side_whatever_the_die(die: int, iga: str) -> None:
    session = talk({"ueno": "2 iga_ninja", "minakuchi": "nobunaga", **HOME})
    go(session, Negotiate("nobunaga", "ueno", "iga_ninja", "field"), (die,))
    assert session.table.marks["iga_ninja", "joined"] == "anti_oda_minors"
    if die == 1:
        assert at(session, "ueno") == iga
    else:
        assert "inside the fort" in prompt(session)  # one went over, one joined the enemy: 8.4


@covers("a_most_dangerous_time", "8.3.12", "6.2.1", "6.2.2")
@pytest.mark.parametrize(("kyo", "cards"), [("oda", 1), ("azai", 0)])
def test_the_last_soldier_brings_the_space_and_a_card_without_kyo(kyo: str, cards: int) -> None:
    session = position(
        "negotiate",
        {"obama": "1 minor", "kanagasaki": "1 ikko_ikki", "kyo": f"yoshiaki 1 {kyo}", "tanba_kameyama": "1 minor"},
        chit="chit_anti_oda_minors",
        control={"kyo": kyo},
        faces={"yoshiaki": 1} if kyo == "azai" else {},
    )
    go(session, Negotiate("yoshiaki", "tanba_kameyama", "neutral_minor", "field"), (5,))
    if cards:
        go(session, session.legal()[0]) if asked(session) == ["chance"] else None
    assert controls(session, "tanba_kameyama") == "ashikaga"
    assert hand(session, "anti_oda") == cards


@covers("a_most_dangerous_time", "15.1.12", "15.1.4")
def test_the_shogun_as_samurai_and_as_daimyo() -> None:
    """As a Samurai he talks to his neighbours; as a Daimyo to any Oda Soldier next to any enemy of Oda."""
    places = {"kyo": "yoshiaki", "otsu": "1 oda", "kiyosu": "1 oda", "nagashima": "1 ikko_ikki"}
    samurai = talk(places, chit="chit_anti_oda_minors")
    assert refused(samurai, Negotiate("yoshiaki", "otsu", "oda", "field")) is None
    assert refused(samurai, Negotiate("yoshiaki", "kiyosu", "oda", "field")) is not None
    daimyo = talk(places, chit="chit_anti_oda_minors", faces={"yoshiaki": 1})
    assert refused(daimyo, Negotiate("yoshiaki", "kiyosu", "oda", "field")) is None
    other = talk(places, chit="chit_ikko_ikki", faces={"yoshiaki": 1})
    assert refused(other, Negotiate("yoshiaki", "kiyosu", "oda", "field")) is not None


@covers("a_most_dangerous_time", "15.1.15", "15.1.12")
def test_a_daimyo_in_tomo_talks_for_any_alliance_and_a_samurai_there_for_none() -> None:
    places = {"otsu": "1 oda", "kiyosu": "1 oda", "nagashima": "1 ikko_ikki"}
    daimyo = talk(places, chit="chit_ikko_ikki", faces={"yoshiaki": 1}, moved={"yoshiaki": "tomo"})
    assert refused(daimyo, Negotiate("yoshiaki", "kiyosu", "oda", "field")) is None
    samurai = position("event_cards", places, chit="chit_anti_oda_minors", moved={"yoshiaki": "tomo"})
    assert "convert_the_shogun" not in samurai.legal()


# -- 8.2: betrayal in step 3 -------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.2.8", "8.2.9", "8.2.10", "Cards1-17.1")
@pytest.mark.parametrize(("others", "taken"), [("", 3), ("nagahide", 0), ("ieyasu", 3)])
def test_a_samurai_takes_the_soldiers_unless_another_leader_of_his_clan_is_there(others: str, taken: int) -> None:
    session = talk(
        {"kannon_ji": f"katsuie {others} 3 oda", "sawayama": "1 azai", **HOME},
        chit="chit_anti_oda_minors",
        faces={"yoshiaki": 1},
        cards={"anti_oda": [3]},
    )
    go(session, play(3, "katsuie", "yoshiaki"))
    assert piece(session, "katsuie").side == "ashikaga"
    if "done" in session.legal():
        go(session, "done")
    assert len(soldiers(session, "kannon_ji", "ashikaga")) == taken


@covers("a_most_dangerous_time", "8.2.5", "8.2.4", "8.2.3")
def test_a_betrayal_card_wants_an_active_diplomat_in_reach() -> None:
    places = {"kannon_ji": "katsuie 3 oda", "sawayama": "nagamasa", "kiyosu": "1 oda", **HOME}
    none = talk(places, chit="chit_azai_asakura", cards={"anti_oda": [3]})
    assert play(3, "katsuie", "nagamasa") not in none.legal()
    far = talk({**places, "sawayama": ""}, chit="chit_anti_oda_minors", faces={"yoshiaki": 1}, cards={"anti_oda": [3]})
    assert play(3, "katsuie", "yoshiaki") not in far.legal()
    good = talk(places, chit="chit_anti_oda_minors", faces={"yoshiaki": 1}, cards={"anti_oda": [3]})
    assert play(3, "katsuie", "yoshiaki") in good.legal()


@covers("a_most_dangerous_time", "8.2.21", "Cards1-17.1")
@pytest.mark.parametrize(
    ("number", "target", "space"), [(12, "kageakira", "echizen_fuchu"), (13, "magoichi", "kishiwada")]
)
def test_conditions_of_cards_12_and_13(number: int, target: str, space: str) -> None:
    beside = {"kageakira": ("ono", "w_gujo"), "magoichi": ("saika", "negoro_ji")}[target]
    for control in ({}, {space: "oda"}):
        session = talk({beside[0]: target, beside[1]: "nobunaga", **HOME}, control=control, cards={"oda": [number]})
        assert (refused(session, play(number, target, "nobunaga")) is None) is bool(control)
    dead = talk(
        {beside[1]: "nobunaga", **HOME},
        control={space: "oda"},
        cards={"oda": [number]},
        moved={target: "permanently_eliminated"},
    )
    assert refused(dead, play(number, target, "nobunaga")) is not None


@covers("a_most_dangerous_time", "Cards21-25.1", "Card20.1")
def test_conditions_of_the_later_betrayals() -> None:
    for shingen in ("tsutsujigasaki", "permanently_eliminated"):
        session = talk(
            {"iida": "nobuharu 2 takeda", "iwamura": "hideyoshi nobunaga", **HOME},
            entered=["takeda"],
            cards={"oda": [22]},
            moved={"shingen": shingen},
        )
        assert (play(22, "nobuharu", "hideyoshi") in session.legal()) is (shingen == "permanently_eliminated")
    for himeji in ("neutral_minor", "oda"):
        session = talk(
            {"w_mitsuishi": "naoie 1 ukita", "himeji": "nobunaga", **HOME},
            entered=["mori"],
            cards={"oda": [20]},
            control={"himeji": himeji},
        )
        assert (play(20, "naoie", "nobunaga") in session.legal()) is (himeji == "oda")


@covers("a_most_dangerous_time", "8.2.13", "8.2.12", "8.2.14")
def test_several_cards_before_the_immediate_combat() -> None:
    session = talk(
        {"kannon_ji": "katsuie nagahide 2 oda", "sawayama": "1 azai", **HOME},
        chit="chit_anti_oda_minors",
        faces={"yoshiaki": 1},
        cards={"anti_oda": [3, 4]},
    )
    go(session, play(3, "katsuie", "yoshiaki"))
    assert play(4, "nagahide", "yoshiaki") in session.legal()
    assert refused(session, Negotiate("yoshiaki", "kannon_ji", "oda", "field")) == "8.2.13"  # the combat comes first
    go(session, play(4, "nagahide", "yoshiaki"))
    assert at(session, "kannon_ji") == "katsuie nagahide 2 ashikaga"
    assert controls(session, "kannon_ji") == "ashikaga"


@covers("a_most_dangerous_time", "8.4.4", "8.4.6", "8.4.7", "8.4.8")
def test_fort_or_field_after_a_betrayal() -> None:
    """The traitor chooses first; one side inside and the other outside is a siege."""
    session = talk(
        {"kannon_ji": "katsuie nagahide 2 oda", "sawayama": "1 azai", **HOME},
        chit="chit_anti_oda_minors",
        faces={"yoshiaki": 1},
        cards={"anti_oda": [3]},
    )
    go(session, play(3, "katsuie", "yoshiaki"))
    while asked(session) == ["anti_oda"] and "inside" not in prompt(session):
        go(session, "done")
    assert asked(session) == ["anti_oda"]
    go(session, Fort(("katsuie",)))
    assert asked(session) == ["oda"]
    assert refused(session, Fort(("nagahide", "oda_soldier#1"))) is not None  # room for one more
    go(session, "field")
    assert at(session, "kannon_ji") == "nagahide 2 oda (katsuie)"


# -- 8.2: betrayal before a combat -------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.2.17", "10.2(4).1", "15.1.17")
def test_before_a_combat_the_diplomat_must_be_there() -> None:
    places = {"w_sekigahara": "nagamasa 3 azai hideyoshi 3 oda", "odani": "1 azai", **HOME}
    marks = {"nagamasa": {"arrived": True}}
    none = position("battle", places, chit="chit_azai_asakura", marks=marks, cards={"anti_oda": [1]})
    assert "betrayal" not in prompt(none)
    shogun = position(
        "battle", places, chit="chit_azai_asakura", marks=marks, cards={"anti_oda": [1]}, faces={"yoshiaki": 1}
    )
    go(shogun, play(1, "hideyoshi", "yoshiaki"))
    assert piece(shogun, "hideyoshi").side == "ashikaga"
    assert len(soldiers(shogun, "w_sekigahara", "ashikaga")) == 3
    assert at(shogun, "w_sekigahara") == "hideyoshi nagamasa 3 ashikaga 3 azai"


@covers("a_most_dangerous_time", "8.2.18", "8.2.20")
def test_before_a_combat_only_his_command_goes_with_a_samurai() -> None:
    places = {"w_sekigahara": "shingen 3 takeda ieyasu 4 tokugawa nagahide 2 oda", "tsutsujigasaki": "1 takeda", **HOME}
    session = position(
        "battle",
        places,
        chit="chit_takeda",
        marks={"shingen": {"arrived": True}},
        cards={"anti_oda": [8]},
        entered=["takeda"],
    )
    go(session, play(8, "ieyasu", "shingen"))
    assert len(soldiers(session, "w_sekigahara", "takeda")) == 6
    assert len(soldiers(session, "w_sekigahara", "tokugawa")) == 1
