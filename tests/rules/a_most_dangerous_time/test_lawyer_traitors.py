"""A rules lawyer's cases: who goes over before a combat, whom he takes along, and who can be bought."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    piece,
    position,
    refused,
    rolls,
    said,
    soldiers,
    talks,
    to_the_dice,
    volley,
    waits_for_dice,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}
PASSING = ("pass", "stay")


def fight(at: dict[str, str], who: str, **more: Any) -> Session:
    marks = {**more.pop("marks", {}), who: {"arrived": True}}
    return position("battle", {**HOME, **at}, marks=marks, **{"chit": "chit_oda", **more})


def betrayals(session: Session) -> list[Betray]:
    """The betrayals of the window, once it is open; none if the combat goes on without it."""
    while "chance" not in session.asks and session.asks:
        found = [answer for answer in session.legal() if isinstance(answer, Betray)]
        if found or any(word in session.legal() for word in PASSING):
            return found
        go(session, session.legal()[0])
    return []


# -- those who follow him ----------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.2.18", "10.2.x2", "10.3(3).5")
def test_who_goes_over_with_his_leader_fights_under_him() -> None:
    """Mitsuhide and his three turn on Nagahide in Kyo: four dice at 5, and two of Enryaku-ji at 6."""
    session = fight(
        {"kyo": "mitsuhide nagahide 3 oda 2 enryaku_ji"},
        "enryaku_ji_soldier#1",
        chit="chit_anti_oda_minors",
        cards={"anti_oda": [2]},
        control={"mt_hiei": "enryaku_ji"},
    )
    go(session, Assign((3, 0)), Betray(card(2), "mitsuhide", "yoshiaki"))
    to_the_dice(session)
    go(session, (6,), (1,))
    assert waits_for_dice(session, "fire") == 4
    volley(session, 5)
    assert "the command of Akechi Mitsuhide, 4 dice at 5 or more: 1 hit against Oda" in said(session)
    assert waits_for_dice(session, "fire") == 2


@covers("a_most_dangerous_time", "8.2.20", "10.2.x2")
def test_a_clan_that_goes_over_keeps_its_commands() -> None:
    session = fight(
        {"okazaki": "ieyasu 3 tokugawa katsuie 2 oda shingen 4 takeda"},
        "shingen",
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [8]},
        marks={"ieyasu": {"new_daimyo": True}},
    )
    go(session, "field")
    betrayals(session)
    go(session, Betray(card(8), "ieyasu", "shingen"))
    led = [u for u in soldiers(session, "okazaki", "takeda") if piece(session, u).mark("under") == "ieyasu"]
    assert len(led) == 3


# -- who may be bought, and by whom ------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.2.17", "15.1.12", "15.1.15")
@pytest.mark.parametrize(("where", "buys"), [("tomo", True), ("kyo", True), ("regroup_ashikaga", False)])
def test_the_shogun_buys_from_the_map_and_from_tomo_and_not_from_his_box(where: str, buys: bool) -> None:
    session = fight(
        {"iwamura": "masakage 3 takeda hideyoshi 2 oda"},
        "masakage",
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1]},
        faces={"yoshiaki": 1},
        moved={"yoshiaki": where},
    )
    go(session, "field")
    assert [b.by for b in betrayals(session)] == ["yoshiaki"] * buys


@covers("a_most_dangerous_time", "8.2.17", "10.1.9")
def test_a_bystander_is_not_bought_in_the_combat_of_others() -> None:
    """Kageakira stands by while the monks attack: card 12 has to wait for an Oda impulse, or for his own combat."""
    session = fight(
        {"kuwana": "2 oda hideyoshi nobunaga 3 ikko_ikki kageakira 2 asakura"},
        "ikko_ikki_soldier#1",
        chit="chit_ikko_ikki",
        cards={"oda": [12]},
        control={"echizen_fuchu": "oda"},
    )
    go(session, "field")
    assert betrayals(session) == []


@covers("a_most_dangerous_time", "8.2.17", "10.2(4).1")
def test_a_traitor_from_the_fort_of_bystanders_fights_for_the_besiegers() -> None:
    """Monks come to relieve Ono; Kageakira inside it goes over to Nobunaga, comes out and fires with him."""
    session = fight(
        {"ono": "nobunaga 4 oda 5 ikko_ikki (kageakira 1 asakura)"},
        "ikko_ikki_soldier#1",
        chit="chit_ikko_ikki",
        cards={"oda": [12]},
        control={"echizen_fuchu": "oda"},
    )
    assert [b.by for b in betrayals(session)] == ["nobunaga"]
    go(session, Betray(card(12), "kageakira", "nobunaga"))
    assert at(session, "ono") == "kageakira nobunaga 5 ikko_ikki 5 oda"
    to_the_dice(go(session, "nobunaga"))
    go(session, (1,), (6,))
    dice = []
    while "chance" in session.asks and session.asks["chance"].purpose == "fire":
        dice.append(waits_for_dice(session, "fire"))
        volley(session)
    assert sorted(dice) == [1, 1, 5]  # Kageakira, his Soldier who has no Leader yet, Nobunaga with four


# -- riots where a siege goes on ---------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.2.13", "15.2.14", "8.4.x2")
def test_rioters_may_rise_inside_a_fort_that_friends_besiege() -> None:
    def riot() -> Session:
        session = position(
            "event_cards",
            {"okazaki": "1 takeda (1 oda)", **HOME},
            chit="chit_ikko_ikki",
            cards={"anti_oda": [54]},
            entered=["takeda"],
        )
        go(session, Riot(card(54), "okazaki", 1))
        assert asked(session) == ["anti_oda"]
        return session

    outside = go(riot(), "field")
    assert at(outside, "okazaki") == "1 ikko_ikki 1 takeda (1 oda)"
    assert rolls(outside, "duel") == []
    inside = riot()
    go(inside, Fort(tuple(soldiers(inside, "okazaki", "ikko_ikki"))), (6,), (1,))
    assert (at(inside, "okazaki"), controls(inside, "okazaki")) == ("1 ikko_ikki 1 takeda", "ikko_ikki")


# -- neutrals and the Shogun's buying ----------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.2.20", "Cards1-17.1", "8.2.8")
def test_nagaharu_bought_by_mori_drives_his_clan_to_oda() -> None:
    session = talks(
        {"himeji": "takakage 1 mori", "kakogawa": "nagaharu 1 bessho", "miki": "2 bessho", **HOME},
        "chit_mori",
        entered=["mori"],
        cards={"anti_oda": [15]},
        control={"himeji": "mori"},
    )
    go(session, Betray(card(15), "nagaharu", "takakage"))
    assert session.table.mark("bessho", "joined") == "oda"
    assert (at(session, "kakogawa"), controls(session, "kakogawa")) == ("nagaharu 1 mori", "mori")
    assert controls(session, "miki") == "bessho"


@covers("a_most_dangerous_time", "Card20.1", "8.2.8", "3.3.3", "3.3.6")
def test_ukita_fall_when_their_only_leader_opens_okayama() -> None:
    """Naoie brings Okayama; without a Leader and a Home Castle the rest of his Clan is Oda's to regroup."""
    session = talks(
        {"himeji": "nobunaga 2 oda", "w_mitsuishi": "1 oda", "okayama": "naoie 3 ukita", "takada": "1 ukita", **HOME},
        cards={"oda": [20]},
        control={"himeji": "oda"},
        entered=["mori"],
    )
    go(session, Betray(card(20), "naoie", "nobunaga"))
    assert (at(session, "okayama"), controls(session, "okayama")) == ("naoie 3 oda", "oda")
    assert at(session, "takada") == ""
    assert session.table.mark("ukita", "fallen") == "oda"


@covers("a_most_dangerous_time", "8.2.x1", "15.1.15", "8.3.4")
def test_a_leader_just_won_negotiates_in_the_same_step() -> None:
    session = talks(
        {"mt_shigi": "hisahide", "yamato_koriyama": "1 miyoshi", "ishiyama": "2 oda", "ibaraki": "1 oda", **HOME},
        "chit_anti_oda_minors",
        cards={"anti_oda": [9]},
        faces={"yoshiaki": 1},
        moved={"yoshiaki": "tomo"},
        control={"ishiyama": "oda"},
    )
    assert refused(session, Negotiate("hisahide", "ishiyama", "oda", "field")) == "8.3.1"
    go(session, Betray(card(9), "hisahide", "yoshiaki"))
    assert refused(session, Negotiate("hisahide", "ishiyama", "oda", "field")) is None
    assert refused(session, Negotiate("hisahide", "ibaraki", "oda", "field")) == "8.3.3"


@covers("a_most_dangerous_time", "8.4.3", "8.3.x2", "13.3(3).1")
def test_a_soldier_won_at_sea_fights_his_old_friends_there() -> None:
    session = talks({"himeji": "nobunaga 2 oda", "sea_of_harima": "3 miyoshi", **HOME}, control={"himeji": "oda"})
    go(session, Negotiate("nobunaga", "sea_of_harima", "miyoshi", "field"), (6,), (6,), (1,))
    assert waits_for_dice(session, "fire") == 1
    go(session, (5,))
    assert session.asks["chance"].purpose == "duel"  # one Soldier is left against one


# -- a betrayal in a combat that a betrayal or a riot brought about ----------------------------------------------------
SHARED = {"ise_kameyama": "1 oda 1 tokugawa"}  # friends, until Ieyasu is bought
BOUGHT: dict[str, Any] = {
    "faces": {"yoshiaki": 1},
    "moved": {"yoshiaki": "tomo"},
    "marks": {"ieyasu": {"new_daimyo": True}},
}


def bought(session: Session) -> Session:
    """Ieyasu goes over in the window of a combat, and takes his Clan along; on to what comes after that combat."""
    buy = Betray(card(8), "ieyasu", "yoshiaki")
    while buy not in session.legal():
        go(session, "pass" if "pass" in session.legal() else session.legal()[0])
    go(session, buy)
    while session.asks and "duel" not in [ask.purpose for ask in session.asks.values()]:
        assert session.step in ("negotiate", "event_cards"), "nobody has fought in Ise-Kameyama"
        legal = [answer for answer in session.legal() if not isinstance(answer, Negotiate)]
        go(session, next((word for word in ("stay", "pass", "keep") if word in legal), legal[-1]))
    return session


@covers("a_most_dangerous_time", "10.1.x1", "8.2.20", "8.4.1", "8.41.1")
def test_a_clan_bought_in_the_combat_after_a_betrayal_fights_where_it_stands_too() -> None:
    session = talks(
        {"yamato_koriyama": "nagahide ieyasu mitsuhide 2 oda", "w_gojo": "1 mori", **SHARED, **HOME},
        "chit_mori",
        entered=["mori"],
        cards={"anti_oda": [4, 8]},
        **BOUGHT,
    )
    go(session, Betray(card(4), "nagahide", "yoshiaki"), "done", "field", "field")
    assert at(bought(session), "ise_kameyama") == "1 ashikaga 1 oda"
    go(session, (6,), (1,))
    assert at(session, "ise_kameyama") == "1 ashikaga"


@covers("a_most_dangerous_time", "10.1.x1", "8.2.20", "15.2.13")
def test_a_clan_bought_in_the_combat_of_rioters_fights_where_it_stands_too() -> None:
    session = position(
        "event_cards",
        {"okazaki": "ieyasu katsuie 2 oda", **SHARED, **HOME},
        chit="chit_ikko_ikki",
        cards={"anti_oda": [8, 54]},
        **BOUGHT,
    )
    go(session, Riot(card(54), "okazaki", 2), "field", "field")
    assert at(bought(session), "ise_kameyama") == "1 ashikaga 1 oda"
