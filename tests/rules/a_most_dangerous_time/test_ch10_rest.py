"""What is left of chapters 8 and 10: orders of things, several players on one side, the guard of Nobunaga."""

from __future__ import annotations

from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort, command
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.field import is_daimyo
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
    scene,
    soldiers,
    to_the_dice,
    volley,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage"}


@covers("a_most_dangerous_time", "2.32.9", "3.1.13", "3.1.15")
def test_the_grade_of_a_leader() -> None:
    now = scene(position("move", {**HEADS, "otsu": "hideyoshi 1 oda"}, chit="chit_oda", points=1))
    assert is_daimyo(now, now.table.pieces["nobunaga"])
    assert not is_daimyo(now, now.table.pieces["hideyoshi"])
    assert not is_daimyo(now, now.table.pieces["yoshiaki"])
    turned = scene(position("move", {**HEADS, "otsu": "1 oda"}, chit="chit_oda", points=1, faces={"yoshiaki": 1}))
    assert is_daimyo(turned, turned.table.pieces["yoshiaki"])
    assert [command(now, now.table.pieces[id]) for id in ("nobunaga", "hideyoshi", "yoshiaki")] == [7, 3, 3]
    assert command(turned, turned.table.pieces["yoshiaki"]) == 7


@covers("a_most_dangerous_time", "3.2.x4")
def test_who_speaks_for_a_minor() -> None:
    units = {**HEADS, "toyama": "1 minor 3 uesugi"}
    four = position(
        "battle",
        units,
        chit="chit_uesugi",
        entered=["uesugi"],
        scenario="four_player",
        marks={"toyama": {"activated": True}},
    )
    assert asked(four) == ["player_katsuie"]
    three = position(
        "battle",
        units,
        chit="chit_uesugi",
        entered=["uesugi"],
        scenario="three_player",
        marks={"toyama": {"activated": True}},
    )
    assert asked(three) == ["oda"]
    two = position(
        "battle", {**HEADS, "himeji": "1 minor 3 oda"}, chit="chit_oda", marks={"himeji": {"activated": True}}
    )
    assert asked(two) == ["anti_oda"]


@covers("a_most_dangerous_time", "4.1(3).1", "8.4.x3", "8.4.x4")
def test_attempts_cards_and_their_combats_alternate_until_done() -> None:
    units = {
        "otsu": "nobunaga 1 oda",
        "mt_hiei": "3 azai",
        "w_seta": "1 asakura",
        "kannon_ji": "hideyoshi",
        "ichijo_dani": "yoshikage",
    }
    session = position("negotiate", {**units, "odani": "nagamasa"}, chit="chit_oda", control={"mt_hiei": "enryaku_ji"})
    go(session, Negotiate("nobunaga", "mt_hiei", "azai", "field"), (6,), "field", "field")
    assert session.step == "negotiate"
    assert "chance" in session.asks or "stay" in session.legal()  # the fight comes before the next attempt
    to_the_dice(session)
    go(session, (1,), (6,))
    volley(session, 6)
    assert any(isinstance(o, Negotiate) and o.leader == "hideyoshi" for o in session.legal())
    assert not any(isinstance(o, Negotiate) and o.leader == "nobunaga" for o in session.legal())


@covers("a_most_dangerous_time", "8.4.10")
def test_the_field_is_fought_before_the_fort() -> None:
    session = position(
        "negotiate",
        {**HEADS, "iida": "shingen", "iwamura": "hideyoshi katsuie 6 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1]},
    )
    go(session, Betray(card(1), "hideyoshi", "shingen"))
    go(session, Fort(("hideyoshi",)))
    go(session, Fort(("katsuie",)))
    assert at(session, "iwamura") == "6 oda (hideyoshi katsuie)"
    assert asked(session) == ["oda"]  # nobody of the traitors is in the field: the fort is fought in
    go(session, "stay")  # Katsuie's friends hold the field, so he might go; Hideyoshi, with enemies there, is not asked
    assert waits_for_dice(session, "initiative") == 1
    both = position(
        "negotiate",
        {**HEADS, "iida": "shingen", "iwamura": "hideyoshi 6 oda", "toki": "1 tokugawa", "kyo": "1 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1]},
    )
    go(both, Betray(card(1), "hideyoshi", "shingen"))
    assert at(both, "iwamura") == "hideyoshi 6 takeda"


@covers("a_most_dangerous_time", "8.4.10", "8.4.9", "8.4.x3")
def test_traitors_in_both_parts_fight_in_the_field_first_and_no_storm_follows() -> None:
    session = position(
        "negotiate",
        {**HEADS, "iida": "shingen", "iwamura": "hideyoshi 2 oda 2 tokugawa"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda": [1]},
    )
    go(session, Betray(card(1), "hideyoshi", "shingen"))
    go(session, Fort(("hideyoshi",)))
    one, other = soldiers(session, "iwamura", "tokugawa")
    go(session, Fort((one,)))
    assert at(session, "iwamura") == "2 takeda 1 tokugawa (hideyoshi 1 tokugawa)"
    assert prompt(session) == "Iwamura: stay or retreat?"
    to_the_dice(session)
    go(session, (6,), (1,))
    assert waits_for_dice(session, "fire") == 2  # the two in the field, not Hideyoshi inside
    volley(session, 6)
    assert where(session, other) == "regroup_tokugawa"
    assert asked(session) == ["anti_oda"]  # the Tokugawa inside cannot leave: the Takeda hold the field
    go(session, "stay", (6,), (1,), (6,))
    assert at(session, "iwamura") == "hideyoshi 2 takeda"


@covers("a_most_dangerous_time", "15.1.x3")
def test_the_shogun_as_a_samurai_enables_cards_beside_kyo() -> None:
    session = position(
        "negotiate",
        {**HEADS, "otsu": "mitsuhide 2 oda", "mitsukuri": "yoshikata"},
        chit="chit_anti_oda_minors",
        cards={"anti_oda": [2]},
    )
    go(session, Betray(card(2), "mitsuhide", "yoshiaki"))
    assert piece(session, "mitsuhide").side == "ashikaga"
    assert controls(session, "otsu") == "ashikaga"


@covers("a_most_dangerous_time", "3.3.x3")
def test_a_fall_strikes_other_combats_off_the_list() -> None:
    session = position(
        "battle",
        {"gifu": "nobunaga", "ichijo_dani": "yoshikage", "odani": "(nagamasa) 6 oda", "sawayama": "(1 azai) 3 oda"},
        chit="chit_oda",
        marks={"odani": {"activated": True}, "sawayama": {"activated": True}},
    )
    go(session, "odani", Fort(("nagamasa",)), "storm")
    volley(volley(session, 1), 6)
    assert session.table.mark("azai", "fallen") == "oda"
    assert session.step != "battle"
    assert controls(session, "sawayama") == "oda"


@covers("a_most_dangerous_time", "5.1.2", "10.2(1).3", "10.2(1).1")
def test_communications_are_checked_again_before_each_combat_and_last_through_it() -> None:
    session = position(
        "battle",
        {**HEADS, "w_sekigahara": "3 oda 3 azai", "sawayama": "2 azai"},
        chit="chit_oda",
        marks={"w_sekigahara": {"activated": True}},
        entered=["takeda"],
        control={"gifu": "takeda", "kiyosu": "takeda"},
        moved={"nobunaga": "otsu"},
    )
    assert all(piece(session, id).mark("unsupplied") for id in soldiers(session, "w_sekigahara", "oda"))
    to_the_dice(session)
    go(session, (1,), (1,))
    assert all(piece(session, id).mark("unsupplied") for id in soldiers(session, "w_sekigahara", "oda"))


@covers("a_most_dangerous_time", "10.3.x4")
def test_the_active_side_rolls_and_loses_first() -> None:
    session = position(
        "battle",
        {**HEADS, "w_sekigahara": "katsuie 3 oda 5 azai"},
        chit="chit_oda",
        marks={"w_sekigahara": {"activated": True}},
    )
    to_the_dice(session)
    go(session, (1,), (3,))
    assert waits_for_dice(session, "fire") == 4
    volley(session, 6)
    assert waits_for_dice(session, "fire") == 5
    volley(session, 6)
    assert len(soldiers(session, "w_sekigahara", "azai")) == 4


@covers("a_most_dangerous_time", "10.4.x1", "10.4.x2")
def test_survivors_go_into_the_fort_and_can_be_stormed() -> None:
    session = position(
        "battle", {**HEADS, "odani": "nagamasa 3 azai 8 oda"}, chit="chit_oda", marks={"odani": {"activated": True}}
    )
    go(session, "field", "retreat", (6,), (1,))
    volley(session, 6)
    while "storm" not in prompt(session):
        session.apply(next(o for o in session.legal() if str(getattr(o, "to", "")) == "fort"))
    assert at(session, "odani") == "8 oda (nagamasa 2 azai)"  # in their Home Castle: one hit took one


@covers("a_most_dangerous_time", "10.5.4", "10.5.x1")
def test_one_unit_keeps_a_siege_up() -> None:
    session = position(
        "move", {**HEADS, "odani": "(nagamasa 3 azai) 2 oda"}, chit="chit_oda", points=3, control={"yokoyama": "oda"}
    )
    one = soldiers(session, "odani", "oda")[0]
    go(session, March(("odani", "yokoyama"), (one,)))
    assert at(session, "odani") == "1 oda (nagamasa 3 azai)"


@covers("a_most_dangerous_time", "10.1.x3", "10.5.4")
def test_bystanders_keep_up_the_siege_when_those_who_fought_are_lost() -> None:
    """Ikko-Ikki attack the besieged beside Azai; Oda come out, win, and are shut in again."""
    session = position(
        "battle",
        {**HEADS, "kannon_ji": "(3 oda) 2 azai 1 ikko_ikki"},
        chit="chit_ikko_ikki",
        marks={"kannon_ji": {"activated": True}},
        control={"minakuchi": "ikko_ikki"},
    )
    go(session, "field")
    to_the_dice(session)
    go(session, (1,), (6,))
    volley(session, 6)
    assert at(session, "kannon_ji") == "2 azai (3 oda)"


@covers("a_most_dangerous_time", "15.6(2).1", "15.6.x1")
def test_good_fortune_in_a_storm_and_in_a_duel() -> None:
    storm = position(
        "battle",
        {**HEADS, "odani": "(nagamasa 1 azai) 6 oda"},
        chit="chit_oda",
        marks={"odani": {"activated": True}},
        fortune=True,
    )
    go(storm, Fort(("nagamasa", "azai_soldier#1")), "storm", (6, 6))
    assert set(storm.legal()) == {"keep", "reroll_other"}
    go(storm, "keep")
    assert at(storm, "odani") == "4 oda (nagamasa 1 azai)"
    go(storm, (6, 1, 1, 1))
    assert set(storm.legal()) == {"keep", "reroll_active"}
    go(storm, "reroll_active", (1, 1, 1, 1))
    assert at(storm, "odani") == "4 oda (nagamasa 1 azai)"
    assert where(storm, "good_fortune") == "fortune_anti_oda"
    duel = position(
        "battle",
        {**HEADS, "w_seta": "1 oda 1 azai"},
        chit="chit_oda",
        marks={"w_seta": {"activated": True}},
        fortune=True,
    )
    go(duel, (2,), (5,), "reroll_active", (6,))
    assert at(duel, "w_seta") == "1 oda"


@covers("a_most_dangerous_time", "11.2.1", "11.2.2", "2.31.x1")
def test_soldiers_and_leaders_lie_in_the_box_of_their_present_clan() -> None:
    session = position("disband", {**HEADS, "otsu": "hideyoshi 1 azai"}, seat="oda", sides={"azai_soldier#1": "oda"})
    go(session, "hideyoshi", "azai_soldier#1")
    assert where(session, "hideyoshi") == where(session, "azai_soldier#1") == "regroup_oda"


@covers("a_most_dangerous_time", "11.4.x1")
def test_arrivals_stand_in_spaces_of_their_own_clan_only() -> None:
    session = position("reinforcements", HEADS, turn=15, entered=["takeda", "mori"])
    assert set(session.legal()) == {"uotsu", "echigo"}


# -- several Oda players -----------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.2.9(1).4", "16.2.9(2).1")
def test_the_owner_of_the_area_commands_and_takes_the_losses_soldiers_first() -> None:
    units = {"gifu": "nobunaga", "hamamatsu": "ieyasu 2 tokugawa mitsuhide hideyoshi 5 oda 6 takeda"}
    session = position(
        "battle",
        units,
        chit="chit_takeda",
        entered=["takeda"],
        scenario="four_player",
        marks={"hamamatsu": {"activated": True}},
    )
    assert asked(session) == ["player_tokugawa"]
    go(session, "field")
    go(session, Assign((3, 2)))
    assert set(session.legal()) == {"mitsuhide", "hideyoshi"}
    go(session, "hideyoshi")
    to_the_dice(session)
    go(session, (6,), (1,))
    volley(session, 6, 6)
    assert asked(session) == ["player_tokugawa"]
    pair = tuple(soldiers(session, "hamamatsu", "tokugawa"))
    assert refused(session, Lose((pair[0], "mitsuhide"))) == "16.2.9(2).2"
    assert refused(session, Lose(pair)) is None  # in their Home Castle: no more than others
    assert not any({"mitsuhide", "ieyasu"} & set(answer.units) for answer in session.legal())


@covers("a_most_dangerous_time", "16.2.9(3).1")
def test_losses_of_the_guard_send_all_oda_home() -> None:
    session = position(
        "battle",
        {"kuwana": "nobunaga 3 oda 6 ikko_ikki"},
        chit="chit_ikko_ikki",
        scenario="four_player",
        marks={"kuwana": {"activated": True}, **{f"oda_soldier#{n}": {"led_by": "guard"} for n in (1, 2, 3)}},
    )
    go(session, "field")
    to_the_dice(session)
    go(session, (6,), (1,))
    volley(session, 6)
    assert piece(session, "nobunaga").mark("guard_hit")
    assert waits_for_dice(session, "initiative") == 1  # nobody is asked whether to stay


@covers("a_most_dangerous_time", "16.2.x2")
def test_other_oda_players_stand_by_in_an_attack() -> None:
    session = position(
        "battle",
        {"gifu": "nobunaga", "himeji": "1 minor hideyoshi 2 oda nagahide"},
        chit="chit_oda",
        scenario="four_player",
        marks={"himeji": {"activated": True}},
    )
    assert piece(session, "nagahide").mark("standing_by")
    assert piece(session, "hideyoshi").mark("standing_by") is None
    assert rolls(session) == []
