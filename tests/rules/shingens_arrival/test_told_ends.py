"""What ends quietly is told too: investments, peace, forces without a line; and what a march or a replenishment is."""

from __future__ import annotations

from compiler.model.event import Said
from compiler.rules.shingens_arrival.ch09_actions import Extra
from compiler.rules.shingens_arrival.ch14_skirmish import Attack
from compiler.rules.shingens_arrival.ch19_victory import book
from tests.rules.shingens_arrival.campaign import HOME, at, campaign, events, go, legal, scene_of
from tests.rules.shingens_arrival.test_ch03_setup import begin, until
from tests.rules.shingens_arrival.test_told import told

LIFTED, RESTORED = "Futamata is no longer invested", "Futamata has normal morale again"


def test_an_investment_by_too_few_ends_in_words_and_the_morale_of_the_castle_is_back() -> None:
    session = campaign(
        "takeda_act",
        rolls=[1],
        takeda_nobutoyo=at("4328", invested=True),
        amari_nobuyasu=at("4328", acted="takeda", invested=True),
        takeda_shingen="5713",
        marks=[("4328", "morale", -1)],
    )
    words = told(go(session, "takeda_nobutoyo", "assault"))  # he falls, Amari is left
    assert words.count(LIFTED) == words.count(RESTORED) == 1
    assert words.index(LIFTED) < words.index(RESTORED)


def test_an_investment_ends_in_words_when_the_last_who_invests_is_driven_off_or_killed() -> None:
    retreating = campaign(
        "oda_act",
        rolls=[6],
        takeda_nobutoyo=at("4328", invested=True),
        baba_nobuharu="4328",
        honda_tadakatsu="4329",
        oda_nobunaga="2517",
    )
    go(retreating, "honda_tadakatsu", "skirmish", Attack(("takeda_nobutoyo",)), 1)
    assert told(go(retreating, legal(retreating)[0])).count(LIFTED) == 1
    killed = campaign(
        "takeda_act",
        rolls=[1],
        takeda_nobutoyo=at("4328", invested=True),
        amari_nobuyasu=at("4328", acted="takeda"),
        takeda_shingen="5713",
    )
    assert told(go(killed, "takeda_nobutoyo", "assault")).count(LIFTED) == 1


def test_an_investment_that_goes_on_or_ends_with_the_castle_is_not_told_to_end() -> None:
    two = campaign(
        "oda_act",
        rolls=[6],
        takeda_nobutoyo=at("4328", invested=True),
        baba_nobuharu=at("4328", invested=True),
        oyamada_nobushige="4328",
        honda_tadakatsu="4329",
        oda_nobunaga="2517",
    )
    go(two, "honda_tadakatsu", "skirmish", Attack(("takeda_nobutoyo",)), 1)
    assert LIFTED not in told(go(two, legal(two)[0]))
    taken = campaign(
        "takeda_act", rolls=[6], takeda_shingen=at("4328", invested=True), marks=[("4328", "durability", 1)]
    )
    words = told(go(taken, "takeda_shingen", "call_for_surrender"))
    assert any("surrenders" in line or "gates are opened" in line for line in words)
    assert LIFTED not in words


def test_a_lord_makes_peace_in_words() -> None:
    units = {**HOME, "ashikaga_yoshiaki": at("0725", risen=True)}
    found = [campaign("random_event", units, stage="initial", rolls=[4, roll]) for roll in range(1, 7)]
    gone = [s for s in found if s.table.pieces["ashikaga_yoshiaki"].place == "off_map_ashikaga"]
    assert gone
    for session in gone:
        assert "Ashikaga Yoshiaki (Ashikaga) makes peace" in told(session)


def test_a_strategic_march_says_so_once_and_a_tactical_one_does_not() -> None:
    words = "Takeda Shingen (Takeda) marches strategically"
    for action, often in (("strategic_move", 1), ("move", 0)):
        session = campaign("takeda_act", HOME)
        go(session, "takeda_shingen", action)
        way = next(path for path in legal(session) if isinstance(path, tuple) and path[-1] not in ("garrison", "out"))
        assert told(go(session, way)).count(words) == often


def test_the_extra_replenishment_of_the_ikko_has_a_name() -> None:
    session = campaign("anti_oda_act", rolls=[3, 3], shimotsuma_rairen=at("0330", 1), oda_nobunaga="2517")
    go(session, Extra("shimotsuma_rairen"))
    assert any(line.startswith("Shimotsuma Rairen (Ikko-Ikki) has his extra replenishment: ") for line in told(session))


def test_who_starts_in_ejiri_does_so_by_its_rule() -> None:
    session = until(begin(), "anayama_nobukimi")
    go(session, "5425")
    assert next(e for e in events(session) if getattr(e, "piece", "") == "anayama_nobukimi").rule == "3-3(6).5"
    until(session, "amari_nobuyasu")
    go(session, "anayama_nobukimi_1")
    assert next(e for e in events(session) if getattr(e, "piece", "") == "amari_nobuyasu").rule == "3-3(6).5"
    home = until(begin(), "anayama_nobukimi")
    go(home, "5713")
    assert next(e for e in events(home) if getattr(e, "piece", "") == "anayama_nobukimi").rule == "3-3(6).4"


def test_points_that_are_not_there_cannot_be_lost() -> None:
    for before, words in (
        (3, "-3 points for the death of somebody, 0 now"),
        (2, "-2 points for the death of somebody (there are no more to lose), 0 now"),
    ):
        scene = scene_of(campaign("takeda_act", HOME, score=(before, 0)))
        book(scene, "takeda_player", -3, "19-2-3.6", "the death of somebody")
        assert [event.text for event in scene.events if isinstance(event, Said)] == [f"Takeda player: {words}"]


def test_one_hex_and_one_loss_are_one() -> None:
    session = campaign("oda_act", rolls=[6], takeda_nobutoyo="4328", honda_tadakatsu="4329", oda_nobunaga="2517")
    go(session, "honda_tadakatsu", "skirmish")
    assert session.ask().prompt == "1 loss: how many as hexes of retreat?"
    assert go(session, 1).ask().prompt == "Takeda Nobutoyo (Takeda) retreats 1 hex which way?"
