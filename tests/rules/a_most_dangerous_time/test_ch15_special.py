"""Chapters 14 and 15: set-up, victory of two players, the Shogun, Enryaku-ji, Azuchi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch09_moves import Force, March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch14_victory import great_castles
from compiler.rules.a_most_dangerous_time.ch15_azuchi import Build
from compiler.rules.a_most_dangerous_time.field import fort_value
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    controls,
    go,
    hand,
    known,
    piece,
    position,
    refused,
    rolls,
    scene,
    soldiers,
    the_book,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage", "hamamatsu": "ieyasu"}


# -- set-up ------------------------------------------------------------------------------------------------------------
def set_up(scenario: str = "standard") -> Session:
    """A game whose free placements are made by the first choice offered."""
    return Session.begin(the_book(), scenario, Seeded(1))


@covers("a_most_dangerous_time", "14.1.1", "14.1.4", "14.1.14", "14.1.15", "14.1.20", "14.1.24", "14.1.x1", "1.0.1")
def test_anti_oda_set_up_first_and_only_in_the_spaces_named() -> None:
    session = set_up()
    order = []
    spaces = []
    while session.step == "stock.setup":
        order.append(asked(session)[0])
        spaces.append(frozenset(session.legal()))
        session.apply(session.legal()[0])
    assert order == sorted(order)  # anti_oda before oda
    assert spaces[0] == {"kakogawa", "miki"}
    assert spaces[4] == {"sawayama", "yokoyama", "odani"}
    assert spaces[10] == {"ono", "ichijo_dani", "echizen_fuchu", "kitanosho"}
    assert frozenset({"hamamatsu", "yoshida", "okazaki"}) in spaces
    assert refused(set_up(), "kyo") == "14.1.4"


@covers("a_most_dangerous_time", "14.1.17", "14.1.19", "2.31.3", "2.32.6", "14.1.33", "14.1.34", "15.1.1", "3.2.3")
def test_the_numbers_of_14_1_are_kept() -> None:
    session = set_up()
    while session.step == "stock.setup":
        session.apply(session.legal()[-1])
    oda = {
        p: sum(1 for u in session.table.at(p) if u.side == "oda" and known().kinds[u.id] in ("leader", "soldier"))
        for p in ("kanagasaki", "kyo", "kiyosu", "otsu", "ibaraki", "iwamura")
    }
    assert oda == {"kanagasaki": 16, "kyo": 4, "kiyosu": 4, "otsu": 2, "ibaraki": 2, "iwamura": 2}
    assert {p: known().numerals.oda_numbers[p] for p in oda} == oda  # what four players fill up
    assert all(p.face == 0 for p in session.table.pieces.values() if known().kinds.get(p.id) in ("leader", "soldier"))
    assert hand(session, "oda") == hand(session, "anti_oda") == 0
    assert where(session, "good_fortune") == "fortune_oda"
    assert [where(session, f"chit_{power}") for power in ("takeda", "mori", "uesugi")] == [
        "turn_6",
        "turn_13",
        "turn_15",
    ]
    assert where(session, "chit_oda_nobunaga") == "active_chit"


# -- victory -----------------------------------------------------------------------------------------------------------
def last_turn(scenario: str, turn: int, **more: Any) -> Session:
    return position("advance_turn", HEADS, scenario=scenario, turn=turn, **more)


@covers("a_most_dangerous_time", "14.3(Short).1", "14.3(Short).2", "14.3(Short).6", "14.3(Short).5", "14.3(Short).3")
def test_the_short_game_counts_great_castles_after_turn_10() -> None:
    two_more = {"odani": "oda", "ichijo_dani": "oda"}
    base = great_castles(
        scene(position("move", {**HEADS, "otsu": "1 oda"}, chit="chit_oda", points=1, scenario="short"))
    )
    assert base == 4  # Gifu, Kiyosu, Hamamatsu, Mt. Hiei
    won = last_turn("short", 10, control=two_more, marks={"odani": {"castle_destroyed": True}})
    assert won.outcome is not None
    assert won.outcome.winners == ("oda",)
    lost = last_turn("short", 10, control={"odani": "oda"}, moved={"azuchi": "kannon_ji"})
    assert lost.outcome is not None
    assert lost.outcome.winners == ("anti_oda",)
    lucky = last_turn("short", 10, control={"odani": "oda"}, fortune=True)
    assert lucky.outcome is not None
    assert lucky.outcome.winners == ("oda",)
    unlucky = last_turn("short", 10, fortune=True)  # four and the doll are five
    assert unlucky.outcome is not None
    assert unlucky.outcome.winners == ("anti_oda",)
    assert dict(the_book().game.constants["short_game"].value)["turns"] == 10
    assert last_turn("short", 9).outcome is None


@covers("a_most_dangerous_time", "14.3(Standard).1", "14.3(Standard).2", "4.2(6).1")
@pytest.mark.parametrize(("kyo", "winner"), [("oda", "oda"), ("ikko_ikki", "anti_oda")])
def test_the_standard_game_is_won_with_kyo_after_turn_30(kyo: str, winner: str) -> None:
    session = last_turn("standard", 30, control={"kyo": kyo})
    assert session.outcome is not None
    assert session.outcome.winners == (winner,)
    on = last_turn("standard", 29)
    assert on.outcome is None
    assert on.table.tracks["turn"] == 30


@covers("a_most_dangerous_time", "14.3(Campaign).4", "14.3(Campaign).5")
def test_the_campaign_goes_on_to_turn_60() -> None:
    assert last_turn("campaign", 30).outcome is None
    assert last_turn("campaign", 45).outcome is None
    end = last_turn("campaign", 60)
    assert end.outcome is not None
    assert end.outcome.rule == "14.3(Campaign).5"


@covers("a_most_dangerous_time", "14.3(Campaign).3", "14.3.x1")
def test_one_faction_with_every_space_wins_the_campaign() -> None:
    everything = dict.fromkeys(known().spaces, "oda")
    powers = {p: {"joined": "oda"} for p in ("takeda", "uesugi")}
    session = position(
        "control",
        {"gifu": "nobunaga", "kuroi": "1 oda"},
        chit="chit_oda",
        scenario="campaign",
        control={**everything, "kuroi": "neutral_minor"},
        marks=powers,
        turn=20,
    )
    while session.outcome is None and "falls first" in str(session.ask().topic):
        session.apply(session.legal()[0])  # with their Spaces gone Clans fall one after the other
    assert session.outcome is not None
    assert session.outcome.rule == "14.3(Campaign).3"
    assert session.outcome.winners == ("oda",)


@covers("a_most_dangerous_time", "14.3(Campaign).1", "14.3(Campaign).2", "2.32.7")
@pytest.mark.parametrize(("face", "rule"), [(0, "14.3(Campaign).1"), (1, "14.3(Campaign).2")])
def test_the_death_of_nobunaga_or_nobutada_in_battle_ends_the_campaign(face: int, rule: str) -> None:
    def fight(scenario: str, die: int) -> Session:
        session = position(
            "battle",
            {"w_seta": "nobunaga 5 azai", "gifu": "1 oda"},
            chit="chit_azai_asakura",
            scenario=scenario,
            marks={f"azai_soldier#{n}": {"arrived": True} for n in range(1, 6)},
            faces={"nobunaga": face},
        )
        while "chance" not in session.asks:
            session.apply("stay")
        go(session, (6,), (1,))
        return go(session, (6,) * waits_for_dice(session, "fire"), (die,))

    ended = fight("campaign", 5)
    assert ended.outcome is not None
    assert ended.outcome.rule == rule
    assert fight("campaign", 1).outcome is None
    assert fight("standard", 5).outcome is None


# -- the Shogun --------------------------------------------------------------------------------------------------------
def step1(chit: str, units: Mapping[str, str] | None = None, **more: Any) -> Session:
    return position("event_cards", {**HEADS, "mitsukuri": "yoshikata", **(units or {})}, chit=chit, **more)


@covers("a_most_dangerous_time", "15.1.5", "15.1.6", "15.1.13", "11.4.3", "2.45.7", "2.45.8", "4.1.x2")
def test_oda_exile_the_shogun_and_the_waiting_powers_hurry() -> None:
    session = step1("chit_oda", turn=3)
    assert "exile_the_shogun" in session.legal()
    go(session, "exile_the_shogun", (6,), (2,), (5,))
    assert where(session, "yoshiaki") == "tomo"
    assert [where(session, f"chit_{p}") for p in ("takeda", "mori", "uesugi")] == ["turn_3", "turn_11", "turn_10"]
    again = step1("chit_oda", cards={"oda": [45]}, moved={"yoshiaki": "tomo"})
    assert refused(again, "exile_the_shogun") == "15.1.5"
    assert refused(step1("chit_oda", cards={"oda": [45]}, faces={"yoshiaki": 1}), "exile_the_shogun") == "15.1.5"


@covers("a_most_dangerous_time", "15.1.7", "15.1.9", "15.1.8")
def test_anti_oda_minors_turn_him_in_kyo_for_good() -> None:
    session = step1("chit_anti_oda_minors")
    go(session, "convert_the_shogun")
    assert piece(session, "yoshiaki").face == 1
    assert refused(step1("chit_azai_asakura", cards={"anti_oda": [45]}), "convert_the_shogun") == "15.1.7"
    assert (
        refused(step1("chit_anti_oda_minors", cards={"anti_oda": [45]}, faces={"yoshiaki": 1}), "convert_the_shogun")
        == "15.1.7"
    )


@covers("a_most_dangerous_time", "15.1.10", "15.1.11", "15.1.x1", "15.1.4")
def test_with_oda_in_kyo_he_may_leave_or_fight() -> None:
    session = go(step1("chit_anti_oda_minors", {"kyo": "4 oda"}), "convert_the_shogun")
    assert set(session.legal()) == {"kyo", "mt_hiei", "otsu", "shoryu_ji", "tanba_kameyama"}
    go(session, "kyo")
    assert session.step == "event_cards"
    while "chance" not in session.asks:
        session.apply("stay")
    assert waits_for_dice(session, "initiative") == 1
    away = go(step1("chit_anti_oda_minors", {"kyo": "4 oda"}), "convert_the_shogun", "otsu")
    assert where(away, "yoshiaki") == "otsu"
    assert controls(away, "otsu") == "oda"  # nobody fought: control waits for step 8
    quiet = step1("chit_oda", {"kyo": "4 oda"})
    go(quiet, "done")
    assert at(quiet, "kyo").startswith("yoshiaki")  # as a Samurai he shares Kyo with anybody
    march = position("move", {**HEADS, "otsu": "2 oda"}, chit="chit_oda", points=2)
    two = tuple(soldiers(march, "otsu", "oda"))
    go(march, March(("otsu", "kyo"), two))
    assert refused(march, March(("kyo", "shoryu_ji"), two)) is None  # nobody stops at him
    go(march, "done")
    assert march.step != "battle"


# -- Enryaku-ji --------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.4.2", "15.4.3", "15.4.x1")
def test_enryaku_ji_come_at_the_start_of_turn_2() -> None:
    session = position("turn_start", {**HEADS, "mt_hiei": "2 azai"}, turn=2)
    assert at(session, "mt_hiei") == "2 azai 2 enryaku_ji"
    assert controls(session, "mt_hiei") == "enryaku_ji"
    assert hand(session, "anti_oda") == 0
    assert controls(position("turn_start", HEADS, turn=1), "mt_hiei") == "oda"


@covers("a_most_dangerous_time", "15.4.4", "15.4.7")
def test_they_are_besieged_where_oda_stand_and_that_alone_hurries_nobody() -> None:
    session = position("turn_start", {**HEADS, "mt_hiei": "4 oda"}, turn=2)
    assert at(session, "mt_hiei") == "4 oda (2 enryaku_ji)"
    assert where(session, "chit_takeda") == "turn_6"


@covers("a_most_dangerous_time", "15.4.8", "15.4.7")
def test_storming_mt_hiei_hurries_the_powers() -> None:
    units = {**HEADS, "mt_hiei": "(2 enryaku_ji) 6 oda"}
    session = position(
        "battle",
        units,
        chit="chit_oda",
        marks={"mt_hiei": {"activated": True}},
        entered=["takeda"],
        control={"mt_hiei": "enryaku_ji"},
    )
    go(session, Fort(("enryaku_ji_soldier#1", "enryaku_ji_soldier#2")))
    waits = go(
        position("battle", units, chit="chit_oda", marks={"mt_hiei": {"activated": True}}),
        Fort(("enryaku_ji_soldier#1", "enryaku_ji_soldier#2")),
        "wait",
    )
    assert rolls(waits, "arrival") == []
    go(session, "storm", (1, 1), (1,) * 6, (3,), (4,))
    assert rolls(session, "arrival") == [1, 1]
    assert (where(session, "chit_mori"), where(session, "chit_uesugi")) == ("turn_10", "turn_11")


# -- Azuchi ------------------------------------------------------------------------------------------------------------
def building(turn: int = 10, points: int = 6, **more: Any) -> Session:
    return position("move", {**HEADS, "kuwana": "1 oda"}, chit="chit_oda", points=points, turn=turn, **more)


@covers("a_most_dangerous_time", "15.5.1", "15.5.2", "15.5.3", "15.5.5", "15.5.9")
def test_azuchi_is_built_from_turn_10_for_six_points_away_from_kyo() -> None:
    session = building()
    assert {o.space for o in session.legal() if isinstance(o, Build)} == {
        "kannon_ji",
        "minakuchi",
        "ise_kameyama",
        "kuwana",
        "ogaki",
        "gifu",
        "kiyosu",
        "iwamura",
        "toki",
        "ibaraki",
    }
    assert refused(session, Build("otsu")) == "15.5.1"
    assert refused(session, Build("odani")) == "15.5.1"
    assert refused(building(turn=9), Build("kannon_ji")) == "15.5.1"
    assert refused(building(points=5), Build("kannon_ji")) == "15.5.2"
    go(session, Build("kannon_ji"))
    assert where(session, "azuchi") == "kannon_ji"
    assert session.table.tracks["movement"] == 0
    assert fort_value(scene(session), "kannon_ji") == 2
    gifu = go(building(), Build("gifu"))
    assert fort_value(scene(gifu), "gifu") == 3


@covers("a_most_dangerous_time", "15.5.6", "15.5.4")
def test_it_is_raised_in_a_later_turn_only() -> None:
    fresh = building(points=12, moved={"azuchi": "kannon_ji"}, marks={"azuchi": {"fresh": True}})
    assert refused(fresh, Build("kannon_ji")) == "15.5.6"
    later = building(points=6, turn=11, moved={"azuchi": "kannon_ji"})
    assert refused(later, Build("gifu")) == "15.5.6"
    go(later, Build("kannon_ji"))
    assert fort_value(scene(later), "kannon_ji") == 3
    forced = building(points=4, cards={"oda": [33]})
    assert refused(forced, Build("kannon_ji")) == "15.5.2"
    go(forced, Force("event_33"), (3,), Build("kannon_ji"))
    assert (where(forced, "azuchi"), forced.table.tracks["movement"]) == ("kannon_ji", 1)


@covers("a_most_dangerous_time", "15.5.8", "15.5.x1", "15.5.x2")
def test_azuchi_is_gone_for_good_with_its_space() -> None:
    session = position(
        "control", {**HEADS, "kannon_ji": "2 ikko_ikki"}, chit="chit_ikko_ikki", turn=12, moved={"azuchi": "kannon_ji"}
    )
    assert where(session, "azuchi") == "permanently_eliminated"
    assert refused(building(moved={"azuchi": "permanently_eliminated"}), Build("kannon_ji")) == "15.5.8"
    besieged = position(
        "move", {**HEADS, "kannon_ji": "(1 oda) 1 azai", "kuwana": "1 oda"}, chit="chit_oda", points=6, turn=10
    )
    assert refused(besieged, Build("kannon_ji")) == "15.5.x1"


@covers("a_most_dangerous_time", "9.2.3")
def test_the_answers_of_strangers_are_refused_and_not_broken_by() -> None:
    session = building()
    for nonsense in ("x", 3, (), (1, 2), March(("kuwana",), ("oda_soldier#1",)), March((3, 4), (5,)), Build("nowhere")):
        assert refused(session, nonsense) is not None
    assert soldiers(session, "kuwana", "oda")
