"""Section 10.5: siege combat, the order of combats, cards before a combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.model.rolls import Number
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    piece,
    position,
    prompt,
    refused,
    rolls,
    said,
    soldiers,
    the_game,
    volley,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers


def attack(
    units: Mapping[str, str], place: str = "odani", chit: str = "chit_oda", *, clan: str = "oda", **more: Any
) -> Session:
    """Units of a Clan have just arrived in a place, paid by their move."""
    probe = position("event_cards", units, chit=chit)
    new = {p.id: {"arrived": True} for p in probe.table.at(place) if p.side == clan and p.mark("besieged") is None}
    return position("battle", units, chit=chit, **{**more, "marks": {**new, **more.get("marks", {})}})


# -- siege -------------------------------------------------------------------------------------------------------------
def besieged(inside: str, outside: str, place: str = "odani", **more: Any) -> Session:
    """A siege that was paid for; the besieged stay inside."""
    session = position(
        "battle",
        {place: f"({inside}) {outside}"},
        chit=more.pop("chit", "chit_oda"),
        marks={place: {"activated": True}, **more.pop("marks", {})},
        **more,
    )
    everybody = tuple(p.id for p in session.table.at(place) if p.mark("besieged"))
    return go(session, Fort(everybody))


@covers("a_most_dangerous_time", "10.5.5", "10.5.2", "10.5.25", "10.1.x2")
def test_a_storm_is_voluntary_and_without_it_nobody_rolls() -> None:
    session = besieged("2 azai", "3 oda")
    assert set(session.legal()) == {"storm", "wait"}
    go(session, "wait")
    assert rolls(session, "fire") == []
    assert at(session, "odani") == "3 oda (2 azai)"
    assert session.step != "battle"


@covers("a_most_dangerous_time", "10.5.8", "10.5.9", "10.5.10", "10.5.11", "10.5.13", "10.5.20", "2.41.5", "10.5.24")
def test_the_besieged_roll_first_with_bravery_and_fort() -> None:
    session = go(besieged("nagamasa 2 azai 1 asakura", "6 oda"), "storm")
    assert waits_for_dice(session, "fire") == 4  # also for the one whom nobody leads
    go(session, (2, 2, 1, 1))
    assert at(session, "odani") == "4 oda (nagamasa 1 asakura 2 azai)"
    assert waits_for_dice(session, "fire") == 4
    go(session, (5, 5, 5, 5))
    assert at(session, "odani") == "4 oda (nagamasa 1 asakura 2 azai)"
    assert session.step != "battle"


@covers("a_most_dangerous_time", "2.41.5", "10.5.10")
@pytest.mark.parametrize(("place", "value"), [("yokoyama", 1), ("odani", 2), ("ishiyama", 3)])
def test_each_fort_adds_its_own_value_to_the_dice_of_those_inside(place: str, value: int) -> None:
    session = go(besieged("2 miyoshi", "6 oda", place), "storm", (6 - value, 5 - value))
    assert at(session, place) == "5 oda (2 miyoshi)"  # the one die hits, the other just misses


@covers("a_most_dangerous_time", "10.5.10", "2.41.5")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_roller_of_the_module_adds_the_value_of_the_fort(level: int) -> None:
    """The same number as the engine adds; a fort worth more is a fort of its own in the roller."""
    rolls = the_game().rolls
    assert rolls.modifiers[f"fort_{level}"].source == Number(level)
    assert f"fort_{level}" in rolls.volleys["fire"].ways[f"fort_{level}"].modifiers


@covers("a_most_dangerous_time", "15.2.5")
def test_ikko_ikki_add_one_more_in_a_fort() -> None:
    session = go(besieged("3 ikko_ikki", "6 oda", "ishiyama"), "storm")
    go(session, (2, 1, 1))
    assert at(session, "ishiyama") == "5 oda (3 ikko_ikki)"


@covers("a_most_dangerous_time", "10.5.14", "10.5.x1")
def test_when_no_besieger_is_left_the_siege_is_over() -> None:
    session = go(besieged("4 azai", "2 oda"), "storm", (6, 6, 1, 1))
    assert at(session, "odani") == "4 azai"


@covers("a_most_dangerous_time", "10.5.15", "10.5.16", "5.3.10", "10.5.17", "10.5.12")
def test_besiegers_hit_on_a_natural_six_and_two_of_the_cut_off_roll_one_die() -> None:
    far = {"control": {"gifu": "takeda", "kiyosu": "takeda"}, "entered": ["takeda"]}
    session = go(besieged("3 azai", "katsuie 4 oda", **far), "storm", (1, 1, 1))
    assert waits_for_dice(session, "fire") == 3
    go(session, (6, 6, 5))
    assert at(session, "odani").endswith("(1 azai)")
    assert all(piece(session, id).mark("unsupplied") for id in soldiers(session, "odani", "azai"))


@covers("a_most_dangerous_time", "10.5.19", "10.5.8")
def test_one_exchange_and_who_is_left_stays_besieged() -> None:
    session = go(besieged("3 azai", "6 oda"), "storm", (1, 1, 1), (6, 1, 1, 1, 1, 1))
    assert at(session, "odani") == "6 oda (2 azai)"
    assert session.step != "battle"


@covers("a_most_dangerous_time", "10.5.21", "2.41.6", "10.5.x4")
@pytest.mark.parametrize(("place", "inside", "marked"), [("oyama", "1 minor", True), ("himeji", "1 minor", None)])
def test_a_fort_of_two_or_three_that_is_stormed_is_one_for_good(place: str, inside: str, marked: bool | None) -> None:
    session = volley(volley(go(besieged(inside, "3 oda", place), "storm"), 1), 6)
    assert session.table.mark(place, "castle_destroyed") == marked


@covers("a_most_dangerous_time", "3.2.16", "3.2.15", "3.2.17")
def test_a_minor_that_falls_joins_the_box_of_the_largest_clan() -> None:
    session = volley(volley(go(besieged("1 minor", "hideyoshi 3 oda", "kuroi"), "storm"), 1), 6)
    assert len([p for p in session.table.at("regroup_oda") if p.counter == "minor_clan_soldier"]) == 1
    tied = volley(volley(go(besieged("1 minor", "2 oda 2 tokugawa", "kuroi"), "storm"), 1), 6)
    assert asked(tied) == ["oda"]
    assert set(tied.legal()) == {"oda", "tokugawa"}


@covers("a_most_dangerous_time", "10.5.18", "10.3(4).5", "10.5.x2")
def test_the_besieged_commander_is_lost_last_and_rolls() -> None:
    session = go(besieged("nagamasa 1 azai", "6 oda", control={"yokoyama": "oda"}), "storm", (1, 1))
    go(session, (6, 1, 1, 1, 1, 1))
    assert at(session, "odani") == "6 oda (nagamasa)"
    lost = go(besieged("nagayuki", "6 oda", "noda_fukushima"), "storm", (1,))
    volley(lost, 6)
    assert waits_for_dice(lost, "leader loss") == 1
    go(lost, (5,))
    assert where(lost, "nagayuki") == "permanently_eliminated"


@covers("a_most_dangerous_time", "10.5.22", "4.1(8).1", "3.3.5", "3.3.6", "3.3.8", "3.3.3", "2.46.4", "10.5.18")
def test_the_fall_of_odani_makes_azai_fall_at_once() -> None:
    session = go(besieged("nagamasa 1 azai", "6 oda"), "storm", (1, 1), (6, 6, 1, 1, 1, 1))
    assert where(session, "nagamasa") == "permanently_eliminated"
    assert rolls(session, "leader loss") == []
    assert session.table.mark("azai", "fallen") == "oda"
    assert len([p for p in session.table.at("regroup_oda") if p.counter == "azai_soldier"]) == 5
    assert {controls(session, s) for s in ("odani", "yokoyama", "sawayama")} == {"oda"}
    assert session.table.mark("odani", "castle_destroyed")


@covers("a_most_dangerous_time", "10.1.4", "10.1.5")
def test_the_active_side_chooses_the_order_of_combats() -> None:
    session = position(
        "battle",
        {"odani": "(1 azai) 3 oda", "nagashima": "(1 ikko_ikki) 3 oda"},
        chit="chit_oda",
        marks={"odani": {"activated": True}, "nagashima": {"activated": True}},
    )
    assert set(session.legal()) == {"odani", "nagashima"}
    go(session, "nagashima", Fort(tuple(soldiers(session, "nagashima", "ikko_ikki"))), "wait")
    assert asked(session) == ["anti_oda"]
    assert "Odani" in prompt(session)


# -- combat cards ------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.2(6).1", "10.2(6).3", "6.1.4", "CardsUnnumbered.1", "10.4.20")
def test_massed_gunnery_adds_two_in_every_round_of_the_combat() -> None:
    session = attack({"w_seta": "3 azai 3 oda"}, "w_seta", cards={"oda": [28, 29, 30, 39, 40, 47, 48]})
    assert set(session.legal()) == {*(card(n) for n in (29, 30, 39, 40, 47, 48)), "pass"}
    go(session, card(29), card(39), "pass")
    for _ in range(2):
        while "chance" not in session.asks:
            session.apply("stay")
        go(session, (1,), (4,))
        assert "initiative: 5 against" in said(session).splitlines()[-1]
        while "chance" in session.asks:
            session.apply((1,) * waits_for_dice(session, "fire"))


@covers("a_most_dangerous_time", "10.2(6).2", "6.1.x2")
def test_two_passes_close_the_window_for_good() -> None:
    session = attack({"w_seta": "3 azai 3 oda"}, "w_seta", cards={"oda": [29], "anti_oda": [39]})
    assert asked(session) == ["oda"]
    go(session, "pass")
    assert asked(session) == ["anti_oda"]
    go(session, card(39))
    assert asked(session) == ["oda"]
    go(session, "pass")
    assert "stay or retreat" in prompt(session)  # Anti-Oda have no card left to play or to pass with


@covers("a_most_dangerous_time", "10.2(6).4", "6.1.5")
def test_before_a_pure_siege_only_card_30_can_be_played() -> None:
    session = go(besieged("2 azai", "3 oda", cards={"oda": [29, 30, 47]}), "storm")
    assert set(session.legal()) == {card(30), "pass"}


@covers("a_most_dangerous_time", "Cards47-48.1")
def test_surprise_fires_alone_in_round_1_and_two_of_them_cancel_out() -> None:
    session = attack({"w_seta": "3 azai 3 oda"}, "w_seta", cards={"oda": [47]})
    go(session, card(47))
    while "chance" not in session.asks:
        session.apply("stay")
    assert waits_for_dice(session, "fire") == 3
    go(session, (1, 1, 1))
    while "chance" not in session.asks:
        session.apply("stay")
    assert waits_for_dice(session, "initiative") == 1
    both = attack({"w_seta": "3 azai 3 oda"}, "w_seta", cards={"oda": [47], "anti_oda": [48]})
    go(both, card(47), card(48))
    while "chance" not in both.asks:
        both.apply("stay" if "stay" in both.legal() else "pass")
    assert waits_for_dice(both, "initiative") == 1


@covers("a_most_dangerous_time", "Card30.1", "10.4.15")
def test_the_emperor_sends_the_attackers_away_before_any_dice() -> None:
    session = go(besieged("2 azai", "3 oda", cards={"anti_oda": [30]}, control={"yokoyama": "oda"}), "storm", card(30))
    while session.step == "battle":
        session.apply("yokoyama")
    assert at(session, "odani") == "2 azai"
    assert at(session, "yokoyama") == "3 oda"
    assert rolls(session, "fire") == []
    lost = attack(
        {"ono": "2 asakura 1 oda", "w_gujo": "1 asakura"},
        "ono",
        cards={"anti_oda": [30]},
        control={"kanagasaki": "asakura"},
    )
    go(lost, "field", card(30))
    assert at(lost, "ono") == "2 asakura"
    assert "oda_soldier#1" in [p.id for p in lost.table.at("gifu")]


@covers("a_most_dangerous_time", "10.3(4).1")
def test_nobody_else_can_be_named_for_losses() -> None:
    session = volley(go(besieged("3 azai", "katsuie hideyoshi 4 oda"), Assign((3, 1)), "storm"), 6)
    assert asked(session) == ["oda"]
    assert refused(session, Lose(("azai_soldier#1",))) == "10.3(4).1"
    assert refused(session, "nonsense") == "10.3(4).1"
