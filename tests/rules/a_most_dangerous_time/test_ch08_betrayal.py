"""Section 8.2: betrayal cards in step 3 and before a combat."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.model.event import Marked
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    drawn,
    go,
    piece,
    position,
    prompt,
    refused,
    rolls,
    soldiers,
    talks,
)
from tests.rules.covering import covers


# -- betrayal in step 3 ------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.2.1", "8.2.8", "8.2.9", "8.2.10", "8.1.2", "Cards1-17.1", "6.1.1")
def test_a_samurai_takes_the_soldiers_of_his_clan_unless_another_leader_is_there() -> None:
    units = {"iida": "shingen", "iwamura": "hideyoshi 3 oda 1 tokugawa"}
    session = talks(units, "chit_takeda", entered=["takeda"], cards={"anti_oda": [1]})
    go(session, Betray(card(1), "hideyoshi", "shingen"))
    assert len(soldiers(session, "iwamura", "takeda")) == 3
    assert len(soldiers(session, "iwamura", "tokugawa")) == 1
    assert piece(session, "hideyoshi").side == "takeda"
    two = talks(
        {"iida": "shingen", "iwamura": "hideyoshi katsuie 3 oda"},
        "chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1]},
    )
    go(two, Betray(card(1), "hideyoshi", "shingen"))
    assert len(soldiers(two, "iwamura", "oda")) == 3
    assert rolls(two, "negotiation") == []
    named = talks(
        {"iida": "shingen", "iwamura": "hideyoshi katsuie"}, "chit_takeda", entered=["takeda"], cards={"anti_oda": [1]}
    )
    assert refused(named, Betray(card(1), "katsuie", "shingen")) == "8.2.21"  # the card names another


@covers("a_most_dangerous_time", "8.2.3", "8.2.4", "8.2.5", "8.2.6", "8.2.21")
def test_a_card_needs_an_active_diplomat_in_reach_and_its_leader_on_the_map() -> None:
    none = talks({"arioka": "1 ikko_ikki", "ibaraki": "hideyoshi"}, "chit_ikko_ikki", cards={"anti_oda": [1]})
    assert none.step == "movement_roll"  # the Ikko-Ikki have no diplomat, so nobody was asked
    units = {"okayama": "takakage", "himeji": "hideyoshi"}
    far = talks(
        {**units, "kyo": "mitsuhide"},
        "chit_mori",
        entered=["mori"],
        cards={"anti_oda": [1, 2]},
        control={"himeji": "oda"},
    )
    assert refused(far, Betray(card(2), "mitsuhide", "takakage")) == "8.2.6"
    near = {"w_mitsuishi": "takakage 1 mori", "himeji": "hideyoshi"}
    session = talks(near, "chit_mori", entered=["mori"], cards={"anti_oda": [1, 3]}, control={"himeji": "oda"})
    assert refused(session, Betray(card(1), "hideyoshi", "takakage")) is None
    assert refused(session, Betray(card(3), "katsuie", "takakage")) == "8.2.21"
    assert refused(session, Betray(card(1), "hideyoshi", "motoharu")) == "8.2.4"


@covers("a_most_dangerous_time", "8.2.12", "8.2.13", "8.2.14", "8.2.x1")
def test_all_cards_come_before_the_immediate_combat_and_control_follows_it() -> None:
    session = talks(
        {"iida": "shingen", "iwamura": "hideyoshi katsuie", "toki": "1 oda 1 tokugawa"},
        "chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1, 3]},
    )
    go(session, Betray(card(1), "hideyoshi", "shingen"), Betray(card(3), "katsuie", "shingen"))
    assert controls(session, "iwamura") == "takeda"
    assert drawn(session, "anti_oda") == 1
    assert (
        any(isinstance(o, Negotiate) and o.leader == "hideyoshi" for o in session.legal())
        or session.step != "negotiate"
    )


@covers("a_most_dangerous_time", "8.2.7", "8.2.23", "8.2.24", "11.0.11", "3.1.16")
def test_the_head_of_a_clan_takes_it_along_whole() -> None:
    units = {"iida": "shingen", "iwamura": "ieyasu", "hamamatsu": "2 tokugawa", "okazaki": "1 oda"}
    session = talks(
        units, "chit_takeda", entered=["takeda"], cards={"anti_oda": [8]}, marks={"ieyasu": {"new_daimyo": True}}
    )
    go(session, Betray(card(8), "ieyasu", "shingen"))
    assert session.table.mark("tokugawa", "joined") == "takeda"
    assert piece(session, "ieyasu").side == "tokugawa"
    assert controls(session, "hamamatsu") == "tokugawa"
    assert controls(session, "okazaki") == "oda"


@covers("a_most_dangerous_time", "Cards1-17.1", "Cards21-25.1", "Card20.1")
@pytest.mark.parametrize(
    ("number", "target", "place", "key", "rule"),
    [
        (12, "kageakira", "kitanosho", "echizen_fuchu", "Cards1-17.1"),
        (20, "naoie", "w_mitsuishi", "himeji", "Card20.1"),
        (24, "motoharu", "w_chizu", "tottori", "Cards21-25.1"),
    ],
)
def test_some_cards_have_a_condition(number: int, target: str, place: str, key: str, rule: str) -> None:
    beside = {"kitanosho": "ichijo_dani", "w_mitsuishi": "himeji", "w_chizu": "kozuki"}[place]
    units = {place: target, beside: "hideyoshi"}
    shut = talks(units, cards={"oda": [number]}, entered=["mori"], control={beside: "oda"} if beside != key else {})
    play = Betray(card(number), target, "hideyoshi")
    if beside != key:
        assert refused(shut, play) == rule
    free = talks(units, cards={"oda": [number]}, entered=["mori"], control={beside: "oda", key: "oda"})
    assert refused(free, play) is None


@covers("a_most_dangerous_time", "Cards21-25.1", "2.32.7")
def test_cards_22_and_23_wait_for_the_death_of_shingen() -> None:
    units = {"iwamura": "hideyoshi", "iida": "masakage nobuharu"}
    alive = talks(units, cards={"oda": [22, 23]}, entered=["takeda"])
    assert refused(alive, Betray(card(23), "masakage", "hideyoshi")) == "Cards21-25.1"
    dead = talks(units, cards={"oda": [22, 23]}, entered=["takeda"], faces={"shingen": 1})
    assert refused(dead, Betray(card(23), "masakage", "hideyoshi")) is None


@covers("a_most_dangerous_time", "Card18.1", "8.2.15", "8.2.x2", "8.2.5")
def test_card_18_wins_all_miyoshi_of_a_place_once_sumoto_is_odas() -> None:
    units = {"gifu": "nobunaga", "noda_fukushima": "(nagayuki masayasu 2 miyoshi) nagahide 3 oda", "kyo": "1 oda"}
    shut = talks(units, cards={"oda": [18]})
    assert refused(shut, Betray(card(18), "nagayuki", "nobunaga")) == "Card18.1"
    session = talks(units, cards={"oda": [18]}, control={"sumoto": "oda"})
    go(session, Betray(card(18), "nagayuki", "nobunaga"))
    while controls(session, "noda_fukushima") != "oda":
        session.apply("field")
    assert at(session, "noda_fukushima") == "masayasu nagahide nagayuki 5 oda"
    assert session.table.mark("noda_fukushima", "castle_destroyed") is None
    assert drawn(session, "oda") == 0


@covers("a_most_dangerous_time", "Card18.1", "8.2.24", "3.3.5")
def test_spaces_of_the_last_miyoshi_go_to_those_who_stand_there() -> None:
    """Nothing stays with a Clan that is no more: empty Spaces follow the card, the others stay with friends in them."""
    units = {
        "gifu": "nobunaga",
        "sogo": "(nagayuki masayasu 4 miyoshi) nagahide 4 oda",
        "noda_fukushima": "5 ikko_ikki",
    }
    session = talks(units, cards={"oda": [18]}, control={"sumoto": "oda"})
    assert controls(session, "noda_fukushima") == controls(session, "shozui") == "miyoshi"
    go(session, Betray(card(18), "nagayuki", "nobunaga"))
    assert session.table.mark("miyoshi", "fallen") == "oda"
    assert controls(session, "noda_fukushima") == "ikko_ikki"
    assert controls(session, "shozui") == "oda"


@covers("a_most_dangerous_time", "3.2.20", "Cards1-17.1", "3.2.11")
def test_a_card_on_a_neutral_leader_drives_the_rest_to_the_other_side() -> None:
    session = talks({"hanakuma": "hideyoshi", "miki": "nagaharu 1 bessho", "kakogawa": "2 bessho"}, cards={"oda": [15]})
    go(session, Betray(card(15), "nagaharu", "hideyoshi"))
    assert at(session, "miki") == "nagaharu 1 oda"
    assert session.table.mark("bessho", "joined") == "anti_oda_minors"
    assert controls(session, "miki") == "oda"


# -- betrayal in combat ------------------------------------------------------------------------------------------------
def tokugawa(force: str, **more: Any) -> Session:
    """The example of 8.2: Takeda attack Ieyasu and hold his card."""
    units = {"iwamura": f"shingen 4 takeda {force}"}
    marks = {f"takeda_soldier#{n}": {"arrived": True} for n in range(1, 5)}
    return position(
        "battle",
        units,
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [8]},
        **{**more, "marks": {**marks, **more.get("marks", {})}},
    )


@covers("a_most_dangerous_time", "8.2.16", "8.2.17", "8.2.18", "8.2.22", "10.2.x3", "10.2(4).1")
def test_alone_ieyasu_takes_everybody_and_there_is_no_combat() -> None:
    session = go(tokugawa("ieyasu 3 tokugawa"), "field", Betray(card(8), "ieyasu", "shingen"))
    assert rolls(session, "initiative") == []
    assert at(session, "iwamura") == "ieyasu shingen 7 takeda"
    named = [entry.what for entry in session.log if isinstance(entry.what, Marked)]
    assert not any(mark.mark == "commander" for mark in named)
    assert session.step != "battle"


@covers("a_most_dangerous_time", "8.2.18", "8.2.22")
def test_beside_an_oda_leader_he_takes_those_under_him() -> None:
    session = go(tokugawa("ieyasu 3 tokugawa hideyoshi 3 oda"), "field", Betray(card(8), "ieyasu", "shingen"))
    assert at(session, "iwamura") == "hideyoshi ieyasu shingen 3 oda 7 takeda"


@covers("a_most_dangerous_time", "8.2.20", "8.2.22", "8.2.24", "8.2.23")
def test_as_a_daimyo_he_takes_his_clan_everywhere() -> None:
    session = tokugawa("ieyasu 3 tokugawa hideyoshi 3 oda", marks={"ieyasu": {"new_daimyo": True}})
    go(session, "field", Betray(card(8), "ieyasu", "shingen"))
    assert session.table.mark("tokugawa", "fallen") == "takeda"
    assert controls(session, "okazaki") == "takeda"
    assert not [p for p in session.table.pieces.values() if p.side == "tokugawa" and p.counter == "tokugawa_soldier"]


@covers("a_most_dangerous_time", "8.2.23")
def test_a_promoted_hideyoshi_is_no_head_of_the_oda() -> None:
    session = position(
        "battle",
        {"iwamura": "shingen 4 takeda hideyoshi katsuie 6 oda", "gifu": "nobunaga 1 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1]},
        marks={"hideyoshi": {"new_daimyo": True}, "shingen": {"arrived": True}},
    )
    go(session, "field", Assign((5, 1)), Betray(card(1), "hideyoshi", "shingen"))
    assert len(soldiers(session, "iwamura", "takeda")) == 9
    assert piece(session, "nobunaga").side == "oda"


@covers("a_most_dangerous_time", "8.2.17", "10.2(4).2", "8.2.19")
def test_the_window_asks_the_active_side_first_and_only_with_a_diplomat_there() -> None:
    session = position(
        "battle",
        {"iwamura": "masakage 4 takeda hideyoshi 3 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1], "oda": [23]},
        faces={"shingen": 1},
        marks={"masakage": {"arrived": True}},
    )
    go(session, "field")
    assert asked(session) == ["oda"]  # no Takeda diplomat is there
    assert set(session.legal()) == {Betray(card(23), "masakage", "hideyoshi"), "pass"}


@covers("a_most_dangerous_time", "8.2.19", "10.2(4).2", "6.1.x2")
def test_betrayals_are_played_in_turn_until_both_pass() -> None:
    """Hisahide, who went over to Takeda before, can tempt for them; Hideyoshi for Oda."""
    session = position(
        "battle",
        {"iwamura": "masakage hisahide 4 takeda hideyoshi katsuie 3 oda", "gifu": "nobunaga"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1, 3], "oda": [23]},
        marks={"masakage": {"arrived": True}},
        faces={"shingen": 1},
        sides={"hisahide": "takeda"},
    )
    go(session, "field", Assign((4, 0)) if Assign((4, 0)) in session.legal() else Assign((3, 1)), Assign((3, 0)))
    assert asked(session) == ["anti_oda"]
    go(session, "pass")
    assert asked(session) == ["oda"]
    go(session, "pass")
    assert "overall commander" in prompt(session)


@covers("a_most_dangerous_time", "10.2(4).1", "Cards1-17.1")
def test_a_traitor_from_the_fort_stands_in_the_field() -> None:
    session = position(
        "battle",
        {"ichijo_dani": "yoshikage kageakira 2 asakura hideyoshi 6 oda", "gifu": "nobunaga", "odani": "nagamasa"},
        chit="chit_oda",
        cards={"oda": [12]},
        control={"echizen_fuchu": "oda"},
        marks={"ichijo_dani": {"activated": True}},
    )
    go(session, Fort(("kageakira", "asakura_soldier#1")))
    assert asked(session) == ["oda"]
    go(session, Betray(card(12), "kageakira", "hideyoshi"))
    assert piece(session, "kageakira").mark("besieged") is None
    assert piece(session, "kageakira").side == "oda"


@covers("a_most_dangerous_time", "15.1.17", "10.1.x1", "8.4.x1", "15.1.12")
def test_who_joins_the_shogun_stands_by_and_fights_when_the_combat_is_over() -> None:
    units = {"daisho_ji": "kenshin 5 uesugi nobunaga hideyoshi 4 oda", "oyama": "1 uesugi"}
    session = position(
        "battle",
        units,
        chit="chit_uesugi",
        entered=["uesugi"],
        cards={"anti_oda": [1]},
        faces={"yoshiaki": 1},
        marks={"kenshin": {"arrived": True}},
        control={"oyama": "uesugi", "daisho_ji": "oda"},
    )
    go(session, "field", Assign((1, 3)), Betray(card(1), "hideyoshi", "yoshiaki"))
    assert piece(session, "hideyoshi").mark("standing_by")
    for answer in ("stay", "retreat"):
        go(session, answer)
    go(session, (6,), (1,))
    while "kenshin" in at(session, "daisho_ji"):
        session.apply(session.legal()[0])
    assert at(session, "daisho_ji") == "hideyoshi nobunaga 3 ashikaga 1 oda"
    assert session.step == "battle"  # they fight at once, without points
    assert asked(session) == ["anti_oda"]
    assert "inside the fort" in prompt(session)
