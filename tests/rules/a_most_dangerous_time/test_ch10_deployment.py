"""Sections 9.7, 10.2 and 10.4: deployment, command, retreat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    go,
    piece,
    position,
    prompt,
    refused,
    said,
    soldiers,
    waits_for_dice,
)
from tests.rules.covering import covers


def attack(
    units: Mapping[str, str], place: str = "odani", chit: str = "chit_oda", *, clan: str = "oda", **more: Any
) -> Session:
    """Units of a Clan have just arrived in a place, paid by their move."""
    probe = position("event_cards", units, chit=chit)
    new = {p.id: {"arrived": True} for p in probe.table.at(place) if p.side == clan and p.mark("besieged") is None}
    return position("battle", units, chit=chit, **{**more, "marks": {**new, **more.get("marks", {})}})


# -- field or fort -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.7.1", "9.7.2", "9.7.3", "2.41.4", "10.2(2).2", "10.2(2).4")
def test_the_inactive_side_says_who_is_inside_up_to_twice_the_fort() -> None:
    session = attack({"odani": "5 azai nagamasa 8 oda"})
    assert asked(session) == ["anti_oda"]
    five = tuple(soldiers(session, "odani", "azai"))
    assert refused(session, Fort(five)) == "2.41.4"
    go(session, Fort(five[:4]))
    assert at(session, "odani") == "nagamasa 1 azai 8 oda (4 azai)"


@covers("a_most_dangerous_time", "2.42.2", "10.2(2).1")
def test_kyo_has_no_fort() -> None:
    session = attack({"kyo": "3 azai 3 oda"}, "kyo", "chit_azai_asakura", clan="azai")
    assert "stay or retreat" in prompt(session)


@covers("a_most_dangerous_time", "10.4.19", "10.2.x5", "10.2(1).1")
def test_a_fort_with_a_third_clan_inside_is_closed_to_both() -> None:
    session = attack(
        {"daisho_ji": "(2 ikko_ikki) 5 oda 3 uesugi"},
        "daisho_ji",
        "chit_uesugi",
        clan="uesugi",
        entered=["uesugi"],
        control={"oyama": "uesugi"},
    )
    assert "stay or retreat" in prompt(session)
    assert all(piece(session, id).mark("unsupplied") is None for id in soldiers(session, "daisho_ji", "ikko_ikki"))


@covers("a_most_dangerous_time", "10.2(2).5", "10.2(2).6", "10.2(2).7", "10.2.x4", "10.4.10")
def test_relief_lets_the_besieged_come_out_and_only_a_field_combat_is_fought() -> None:
    session = attack({"kannon_ji": "(2 oda) 3 azai 3 tokugawa"}, "kannon_ji", clan="tokugawa")
    assert asked(session) == ["oda"]
    inside = soldiers(session, "kannon_ji", "oda")
    go(session, Fort((inside[0],)))
    assert at(session, "kannon_ji") == "3 azai 1 oda 3 tokugawa (1 oda)"
    while "stay" in session.legal():
        go(session, "retreat" if asked(session) == ["oda"] else "stay")
        if "chance" in session.asks:
            break
    go(session, (6,), (1,))
    relievers = tuple(soldiers(session, "kannon_ji", "tokugawa"))
    assert refused(session, Withdraw("fort", relievers[:1])) == "10.4.10"
    assert refused(session, Withdraw("fort", (inside[1],))) is None


@covers("a_most_dangerous_time", "10.2(2).10", "10.4.10", "10.4.11", "10.4.12")
def test_who_made_a_sortie_may_go_back_up_to_the_room() -> None:
    session = position("event_cards", {"odani": "(2 azai) 3 azai 8 oda"}, chit="chit_azai_asakura")
    out = [p.id for p in session.table.at("odani") if p.side == "azai" and p.mark("besieged") is None]
    session = position(
        "battle",
        {"odani": "(2 azai) 3 azai 8 oda"},
        chit="chit_azai_asakura",
        marks={id: {"sortied": True} for id in out},
        control={"yokoyama": "oda"},
    )
    go(session, "stay", "retreat", (6,), (1,))
    assert refused(session, Withdraw("fort", tuple(out))) == "10.4.11"
    assert refused(session, Withdraw("fort", tuple(out[:2]))) is None


@covers("a_most_dangerous_time", "10.2(2).12", "10.2(2).13", "10.5.1", "10.1.3", "10.1.7", "10.1.8")
def test_the_besieged_may_come_out_go_back_and_be_stormed_after_the_field_is_won() -> None:
    session = position("battle", {"odani": "(3 azai) 8 oda"}, chit="chit_oda", marks={"odani": {"activated": True}})
    assert asked(session) == ["anti_oda"]
    three = soldiers(session, "odani", "azai")
    go(session, Fort(tuple(three[:1])))
    go(session, "retreat", (1,), (6,))
    assert refused(session, Withdraw("fort", tuple(three[1:]))) is None
    go(session, Withdraw("fort", tuple(three[1:])))
    assert prompt(session) == "storm Odani?"
    assert at(session, "odani") == "8 oda (3 azai)"


# -- command -----------------------------------------------------------------------------------------------------------
@covers(
    "a_most_dangerous_time", "10.2(3).1", "10.2(3).3", "10.2(3).4", "10.2(3).5", "10.2(3).9", "10.2(3).8", "10.2(3).6"
)
def test_a_daimyo_commands_seven_a_samurai_three_and_all_that_can_be_must_be() -> None:
    seven = attack({"w_seta": "nobunaga hideyoshi 7 oda 3 azai"}, "w_seta")
    assert refused(seven, Assign((7, 0))) is None
    assert refused(seven, Assign((3, 4))) == "10.2(3).5"
    eight = attack({"w_seta": "nobunaga hideyoshi 8 oda nagamasa 3 azai"}, "w_seta")
    assert asked(eight) == ["oda"]
    assert refused(eight, Assign((8, 0))) == "10.2(3).4"
    assert refused(eight, Assign((7, 0))) == "10.2(3).3"
    go(eight, Assign((7, 1)))
    assert sum(1 for p in eight.table.at("w_seta") if p.mark("under") == "nobunaga") == 7
    assert sum(1 for p in eight.table.at("w_seta") if p.mark("under") == "nagamasa") == 3


@covers("a_most_dangerous_time", "10.2(3).4", "10.2.x1")
def test_a_leader_commands_his_own_clan_and_only_where_he_is() -> None:
    session = attack(
        {"odani": "nagamasa 5 azai ieyasu 4 oda 5 tokugawa"},
        clan="oda",
        marks={f"tokugawa_soldier#{n}": {"arrived": True} for n in range(1, 6)},
    )
    go(session, Fort(("nagamasa",)))
    under = [p for p in session.table.at("odani") if p.mark("under")]
    assert {p.side for p in under} == {"tokugawa"}


@covers("a_most_dangerous_time", "10.2(5).1", "10.2(5).3", "10.2(5).4")
def test_the_commander_is_of_the_largest_clan() -> None:
    session = attack({"w_seta": "nobunaga 2 oda ieyasu 4 tokugawa 3 azai"}, "w_seta")
    assert piece(session, "ieyasu").mark("commander")
    tied = attack({"w_seta": "nobunaga 4 oda ieyasu 4 tokugawa 3 azai"}, "w_seta")
    assert set(tied.legal()) == {"nobunaga", "ieyasu"}
    assert refused(tied, "nagahide") == "10.2(5).3"


@covers("a_most_dangerous_time", "10.2(5).5")
def test_a_leader_of_a_smaller_clan_does_not_command() -> None:
    session = attack(
        {"w_uji": "4 miyoshi yoshikata 6 oda"},
        "w_uji",
        "chit_anti_oda_minors",
        clan="miyoshi",
        marks={"yoshikata": {"arrived": True}},
    )
    while "chance" not in session.asks:
        session.apply("stay")
    go(session, (3,), (3,))
    assert "initiative: 2 against 3" in said(session)  # no commander, and cut off
    assert piece(session, "yoshikata").mark("commander") is None


@covers("a_most_dangerous_time", "10.1.9", "10.1.10", "10.1.x3", "13.3(2).2")
def test_other_alliances_of_the_faction_stand_by() -> None:
    session = attack({"w_seta": "3 azai 4 ikko_ikki 3 oda"}, "w_seta", "chit_azai_asakura", clan="azai")
    while "chance" not in session.asks:
        session.apply("stay")
    go(session, (6,), (1,))
    assert waits_for_dice(session, "fire") == 2  # three Azai, cut off; the Ikko-Ikki look on
    go(session, (1, 1))
    assert at(session, "w_seta") == "3 azai 4 ikko_ikki 3 oda"


# -- retreat -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.4.4", "10.4.5", "10.4.6", "10.4.13")
def test_a_retreat_may_be_split_over_friendly_neighbours_only() -> None:
    session = attack({"w_seta": "5 azai 8 oda"}, "w_seta", control={"minakuchi": "rokkaku", "kannon_ji": "rokkaku"})
    go(session, "retreat", (1,), (6,))
    five = tuple(soldiers(session, "w_seta", "azai"))
    assert refused(session, Withdraw("otsu", five)) == "10.4.6"
    assert refused(session, Withdraw("minakuchi", ("oda_soldier#1",))) == "10.4.4"
    go(session, Withdraw("minakuchi", five[:3]), Withdraw("kannon_ji", five[3:]))
    assert (at(session, "minakuchi"), at(session, "kannon_ji")) == ("3 azai", "2 azai")


@covers("a_most_dangerous_time", "10.4.14", "10.4.21", "10.4.6")
def test_without_a_place_for_all_there_is_no_retreat() -> None:
    session = attack({"w_seta": "5 azai 8 oda"}, "w_seta")
    assert asked(session) == ["oda"]  # the Azai are not asked
    neutral = attack({"tanba_kameyama": "2 azai 8 oda"}, "tanba_kameyama", control={"tanba_kameyama": "azai"})
    go(neutral, "field")
    assert "stay or retreat" in prompt(neutral)  # its own fort takes the two
    crowded = attack({"tanba_kameyama": "5 azai 8 oda"}, "tanba_kameyama", control={"tanba_kameyama": "azai"})
    go(crowded, "field")
    assert asked(crowded) == ["oda"]


@covers("a_most_dangerous_time", "10.4.x3", "3.2.15")
def test_a_minor_falls_back_into_its_own_fort_only() -> None:
    session = attack({"himeji": "1 minor 4 oda"}, "himeji", control={"kakogawa": "bessho"})
    assert asked(session) == ["anti_oda"]
    go(session, "field", "retreat", (1,), (6,))
    assert at(session, "himeji") == "4 oda (1 neutral_minor)"


@covers("a_most_dangerous_time", "10.4.7", "10.4.8", "10.5.x3")
def test_who_fell_back_to_besiegers_takes_no_part_and_is_lost_with_them() -> None:
    at_odani = {"odani": "(4 azai) 1 oda 2 tokugawa"}
    fled = {f"tokugawa_soldier#{n}": {"retreated": True} for n in (1, 2)}
    session = position("battle", at_odani, chit="chit_oda", marks={"odani": {"activated": True}, **fled})
    go(session, Fort(tuple(soldiers(session, "odani", "azai"))), "storm")
    assert waits_for_dice(session, "fire") == 4
    go(session, (6, 1, 1, 1))
    assert at(session, "odani") == "4 azai"
    assert len(soldiers(session, "regroup_tokugawa", "tokugawa")) == 5
