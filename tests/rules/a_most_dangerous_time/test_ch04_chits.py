"""Section 4.1 and 4.2(5): chits, the cup, card 32, Good Fortune, exile, Master of Tactics."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from tests.rules.a_most_dangerous_time.table import asked, at, card, go, hand, piece, position, refused, where
from tests.rules.covering import covers

AT = {"gifu": "nobunaga 2 oda", "odani": "nagamasa 2 azai"}


def drawing(**more: Any) -> Session:
    return position("draw_chit", more.pop("at", AT), **more)


@covers("a_most_dangerous_time", "4.1.3", "2.33.2", "4.1.1", "4.1.8", "4.1.10", "2.33.1")
@pytest.mark.parametrize(
    ("chit", "seat"), [("chit_oda", "oda"), ("chit_ikko_ikki", "anti_oda"), ("chit_azai_asakura", "anti_oda")]
)
def test_a_chit_is_drawn_from_the_cup_and_its_player_acts(chit: str, seat: str) -> None:
    session = drawing(cards={"oda": [64], "anti_oda": [45]})
    assert asked(session) == ["chance"]
    assert {"chit_oda", "chit_ikko_ikki", "chit_turn_end"} <= set(session.legal("chance"))
    go(session, chit)
    assert where(session, chit) == "active_chit"
    assert asked(session) == [seat]


@covers("a_most_dangerous_time", "4.1.4", "2.33.6", "2.33.7", "4.1.12")
def test_turn_end_ends_the_impulses_even_as_the_first() -> None:
    session = go(drawing(), "chit_turn_end")
    assert session.step == "regroup"
    assert where(session, "chit_turn_end") == "active_chit"


@covers("a_most_dangerous_time", "4.1.12", "4.1.4", "2.33.6", "2.33.7")
def test_impulses_follow_each_other_until_turn_end_comes() -> None:
    session = position("master_of_tactics", AT, chit="chit_azai_asakura")
    assert (session.step, asked(session)) == ("draw_chit", ["chance"])
    assert "chit_azai_asakura" not in session.legal("chance")
    go(session, "chit_turn_end")
    assert session.step == "regroup"


@covers("a_most_dangerous_time", "16.2.7(1).1", "16.2.x7")
def test_with_four_players_the_turn_is_over_when_the_cup_is_empty() -> None:
    chits = ("chit_oda", "chit_tokugawa", "chit_azai_asakura", "chit_ikko_ikki", "chit_anti_oda_minors")
    drawn = {**dict.fromkeys(chits, "chits_aside"), "chit_turn_end": "kyo"}
    one_left = {**drawn, "chit_tokugawa": "cup"}
    more = {"chit": "chit_oda_nobunaga", "scenario": "four_player"}
    on = position("master_of_tactics", {**AT, "hamamatsu": "ieyasu 2 tokugawa"}, moved=one_left, **more)
    assert (on.step, set(on.legal("chance"))) == ("draw_chit", {"chit_tokugawa"})
    over = position("master_of_tactics", {**AT, "hamamatsu": "ieyasu 2 tokugawa"}, moved=drawn, **more)
    assert over.step in ("regroup", "disband")


@covers("a_most_dangerous_time", "14.2.1", "2.33.3", "4.1.2")
def test_turn_1_opens_with_nobunaga_without_a_draw() -> None:
    session = position("draw_chit", AT, chit="chit_oda_nobunaga", turn=1, cards={"anti_oda": [32], "oda": [45]})
    assert session.step == "event_cards"
    assert where(session, "chit_oda_nobunaga") == "active_chit"


@covers("a_most_dangerous_time", "4.1.5", "4.1.x1")
@pytest.mark.parametrize(("place", "lies"), [("turn_5", "chits_aside"), ("regroup_oda", "chits_aside")])
def test_a_named_chit_is_set_aside_while_its_leader_is_away(place: str, lies: str) -> None:
    session = drawing(at={"gifu": "2 oda", "odani": "nagamasa"}, moved={"nobunaga": place, "chit_oda_nobunaga": "cup"})
    go(session, "chit_oda_nobunaga")
    assert where(session, "chit_oda_nobunaga") == lies
    assert asked(session) == ["chance"]
    assert session.step == "draw_chit"


@covers("a_most_dangerous_time", "4.1.7", "15.3.3")
def test_a_dead_leaders_chit_leaves_the_game() -> None:
    session = drawing(
        at=AT | {"iida": "2 takeda"}, entered=["takeda"], faces={"shingen": 1}, moved={"chit_takeda_shingen": "cup"}
    )
    go(session, "chit_takeda_shingen")
    assert where(session, "chit_takeda_shingen") == "permanently_eliminated"


@covers("a_most_dangerous_time", "4.2(5).1", "4.2(5).2", "4.2(5).3", "2.33.5", "4.1.6", "2.33.x1", "4.1.2")
def test_the_next_cup() -> None:
    session = position("cup", AT, moved={"chit_oda_nobunaga": "chits_aside", "chit_oda": "chits_aside"})
    assert set(session.table.stacks["cup"]) == {
        "chit_oda",
        "chit_oda_nobunaga",
        "chit_azai_asakura",
        "chit_ikko_ikki",
        "chit_anti_oda_minors",
        "chit_turn_end",
    }
    away = position("cup", {"gifu": "2 oda", "odani": "nagamasa"}, moved={"nobunaga": "turn_5"})
    assert where(away, "chit_oda_nobunaga") == "chits_aside"
    assert where(away, "chit_takeda") == "turn_6"


@covers("a_most_dangerous_time", "4.2(5).4")
@pytest.mark.parametrize(("fallen", "place"), [(["azai"], "cup"), (["azai", "asakura"], "permanently_eliminated")])
def test_an_alliance_without_clans_has_no_chit(fallen: list[str], place: str) -> None:
    session = position(
        "cup",
        {"gifu": "nobunaga"},
        marks={clan: {"fallen": "oda"} for clan in fallen},
        moved=dict.fromkeys(("nagamasa", "yoshikage", "kageakira", "kagetake"), "permanently_eliminated"),
    )
    assert where(session, "chit_azai_asakura") == place


@covers("a_most_dangerous_time", "11.4.2", "4.2(5).2")
def test_both_takeda_chits_are_in_the_cup_after_their_entry() -> None:
    session = position("cup", AT | {"iida": "shingen 2 takeda"}, entered=["takeda"])
    assert {"chit_takeda", "chit_takeda_shingen"} <= set(session.table.stacks["cup"])


# -- card 32 and Good Fortune ------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "4.1.9", "6.1.3", "Card32.1")
def test_brilliant_maneuver_takes_an_own_chit_before_a_draw() -> None:
    session = drawing(cards={"anti_oda": [32]})
    assert asked(session) == ["anti_oda"]
    assert set(session.legal()) == {"azai_asakura", "ikko_ikki", "anti_oda_minors", "pass"}
    assert refused(session, "turn_end") == "4.1.9"
    go(session, "ikko_ikki")
    assert where(session, "chit_ikko_ikki") == "active_chit"
    assert where(session, card(32)) == "removed_cards"
    assert session.step != "draw_chit"  # it stands instead of a draw
    kept = go(drawing(cards={"anti_oda": [32]}), "pass")
    assert (kept.step, asked(kept)) == ("draw_chit", ["chance"])
    away = drawing(
        at={"gifu": "2 oda", "odani": "nagamasa"},
        cards={"oda": [32]},
        moved={"nobunaga": "turn_5", "chit_oda_nobunaga": "cup"},
    )
    assert set(away.legal()) == {"oda", "pass"}


@covers("a_most_dangerous_time", "15.6(1).1", "15.6.2", "15.6.x1", "14.1.34", "15.6.1")
def test_good_fortune_cancels_a_chit_and_fixes_the_rest_of_the_turn_once() -> None:
    session = go(drawing(fortune=True), "chit_turn_end")
    assert asked(session) == ["oda"]
    go(session, "fix_the_order", "oda", "turn_end", "ikko_ikki", "anti_oda_minors")
    assert where(session, "good_fortune") == "fortune_anti_oda"
    assert where(session, "chit_oda") == "active_chit"
    assert session.table.stacks["chit_order"][-1] == "chit_turn_end"
    off = go(drawing(fortune=False), "chit_turn_end")
    assert off.step != "draw_chit"


@covers("a_most_dangerous_time", "15.6(1).1", "Card32.1")
def test_a_named_chit_comes_out_of_the_fixed_order_and_the_order_is_used_before_a_draw() -> None:
    order = {"chit_oda": "chit_order", "chit_ikko_ikki": "chit_order", "chit_turn_end": "chit_order"}
    session = drawing(moved=order)
    assert where(session, "chit_turn_end") != "chit_order"  # the top came out by itself
    named = drawing(moved=order, cards={"anti_oda": [32]})
    go(named, "ikko_ikki")
    assert where(named, "chit_ikko_ikki") == "active_chit"
    assert list(named.table.stacks["chit_order"]) == ["chit_oda", "chit_turn_end"]


def test_choices_among_chits_do_not_tell_in_which_order_they_lie_in_the_cup() -> None:
    chits = ("chit_azai_asakura", "chit_ikko_ikki", "chit_anti_oda_minors", "chit_turn_end", "chit_oda")
    one, two = (dict.fromkeys(order, "cup") for order in (chits, chits[::-1]))
    named = [drawing(cards={"anti_oda": [32]}, moved=lying) for lying in (one, two)]
    assert named[0].table.stacks["cup"] != named[1].table.stacks["cup"]
    assert list(named[0].legal()) == list(named[1].legal())
    fixed = [go(drawing(fortune=True, moved=lying), "chit_turn_end", "fix_the_order") for lying in (one, two)]
    assert len(fixed[0].legal()) > 2
    assert list(fixed[0].legal()) == list(fixed[1].legal())


@covers("a_most_dangerous_time", "15.6(2).1", "15.6.x1")
def test_good_fortune_rolls_one_sides_dice_again() -> None:
    session = position(
        "battle", {"w_seta": "3 azai 3 oda"}, chit="chit_oda", fortune=True, marks={"w_seta": {"activated": True}}
    )
    while "chance" not in session.asks:
        session.apply("stay")
    go(session, (3,), (3,), (1, 1, 1), (6, 6))
    assert asked(session) == ["oda"]
    assert set(session.legal()) == {"keep", "reroll_active", "reroll_other"}
    go(session, "reroll_other", (1, 1))
    assert at(session, "w_seta") == "3 azai 3 oda"
    assert where(session, "good_fortune") == "fortune_anti_oda"


@covers("a_most_dangerous_time", "15.6(3).1", "4.2(1).1", "2.42.4", "2.42.6")
def test_good_fortune_exchanges_a_card_just_drawn() -> None:
    session = position("kyo_card", AT, fortune=True, deck=[1, 2, 3])
    assert asked(session) == ["oda"]
    go(session, "exchange")
    assert asked(session) == ["chance"]
    go(session, (card(3), card(1), card(2)))
    assert where(session, card(2)) == "hand.oda"
    assert session.table.count("event_deck") == 2
    last = position("kyo_card", AT, fortune=True, deck=[1])
    assert where(last, card(1)) == "hand.oda"  # an empty deck offers no exchange


# -- exile -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "7.0.1", "7.0.4", "7.0.2", "4.1(2).1")
def test_oda_exile_a_leader_beside_any_other_of_the_faction() -> None:
    session = position("exile", {"gifu": "nobunaga ieyasu", "otsu": "hideyoshi", "kyo": "1 oda"}, chit="chit_oda")
    assert set(session.legal()) == {"nobunaga", "ieyasu", "done"}
    assert refused(session, "hideyoshi") == "7.0.1"
    go(session, "ieyasu")
    assert where(session, "ieyasu") == "permanently_eliminated"


@covers("a_most_dangerous_time", "7.0.3", "7.0.5", "7.0.x1")
def test_anti_oda_need_another_leader_of_the_same_clan() -> None:
    units = {"ichijo_dani": "yoshikage kageakira", "odani": "nagamasa kagetake", "gifu": "nobunaga"}
    session = position("exile", units, chit="chit_azai_asakura")
    assert set(session.legal()) == {"yoshikage", "kageakira", "done"}


@covers("a_most_dangerous_time", "4.2(3).3")
def test_leaders_may_be_exiled_in_the_end_phase_too() -> None:
    session = position("exile_at_end", {"ichijo_dani": "yoshikage kageakira", "gifu": "nobunaga hideyoshi"}, seat="oda")
    assert set(session.legal()) == {"nobunaga", "hideyoshi", "done"}


# -- step 9 ------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "4.1(9).1", "Card31.1", "6.1.7")
def test_master_of_tactics_gives_one_more_impulse_without_a_draw() -> None:
    session = position("master_of_tactics", AT, chit="chit_azai_asakura", cards={"anti_oda": [31]})
    assert set(session.legal()) == {card(31), "pass"}
    go(session, card(31))
    assert session.step == "movement_roll"
    assert where(session, "chit_azai_asakura") == "active_chit"
    assert piece(session, "chit_azai_asakura").mark("again") is None
    used = position("master_of_tactics", AT, chit="chit_azai_asakura")
    assert where(used, "chit_azai_asakura") == "chits_aside"


@covers("a_most_dangerous_time", "4.1.11", "6.3.1", "6.3.3", "9.1.4")
def test_the_steps_come_in_their_order_and_points_do_not_last() -> None:
    session = position("event_cards", {**AT, "otsu": "1 oda"}, chit="chit_oda", cards={"oda": [45]})
    seen = [session.step]
    assert not any("discard" in str(o) for o in session.legal())
    go(session, "done")
    while session.step not in ("draw_chit", "master_of_tactics", None):
        if seen[-1] != session.step:
            seen.append(session.step)
        session.apply((3,) if "chance" in session.asks else "done")
    assert seen == ["event_cards", "movement_roll", "move"]
    assert session.table.tracks["movement"] == 0
    assert hand(session, "oda") == 1
