"""A rules lawyer's cases: combat in the field, retreat, sieges, worked out before the engine was read."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch10_combat import Promote
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
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

PASS = "w_sekigahara"  # roads to Ogaki (Oda) and Sawayama (Azai), a trail to Yokoyama (Azai)
ODANI = {"odani": "1 azai", "gifu": "1 oda"}


def fight(at: dict[str, str], who: str = "nobunaga", **more: Any) -> Session:
    """A combat that somebody brought about by arriving."""
    marks = {**more.pop("marks", {}), who: {"arrived": True}}
    return position("battle", at, marks=marks, **{"chit": "chit_oda", **more})


def commands(session: Session, *sixes: int) -> list[int]:
    """How many dice each command of this round rolls; sixes for the commands named by number, ones for the rest."""
    found: list[int] = []
    while "chance" in asked(session) and session.asks["chance"].purpose == "fire":
        count = waits_for_dice(session, "fire")
        go(session, (6 if len(found) in sixes else 1,) * count)
        found.append(count)
    return found


def fired(session: Session) -> str:
    """Who has been hit by nothing but sixes: `a`ctive, `o`ther or both."""
    rolls = 0
    hit = ""
    while "chance" in asked(session) and session.asks["chance"].purpose == "fire":
        go(session, (6,) * waits_for_dice(session, "fire"))
        rolls += 1
    hit += "o" if not soldiers(session, PASS, "azai") else ""
    hit += "a" if not soldiers(session, PASS, "oda") else ""
    assert rolls
    return hit


# -- 10.2: command -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.2(3).3", "10.2(3).4", "10.2(3).5", "10.2(3).8")
def test_all_soldiers_are_commanded_if_possible() -> None:
    session = fight({PASS: "nobunaga hideyoshi 8 oda 3 azai", **ODANI})
    assert asked(session) == ["oda"]
    for counts, good in (((7, 1), True), ((5, 3), True), ((8, 0), False), ((7, 0), False), ((4, 4), False)):
        assert (refused(session, Assign(counts)) is None) is good
    over = fight({PASS: "hideyoshi 5 oda 3 azai", **ODANI}, "hideyoshi")
    assert commands(to_dice_of_fire(over, 1, 2)) == [4, 2, 3]  # he and three, two without a Leader, then the Azai


def to_dice_of_fire(session: Session, *initiative: int) -> Session:
    first, second = initiative or (1, 1)
    to_the_dice(session)
    return go(session, (first,), (second,))


@covers("a_most_dangerous_time", "10.2(3).4", "10.2(3).7")
def test_a_leader_commands_his_own_clan_only() -> None:
    session = fight({PASS: "ieyasu 4 oda 3 azai", **ODANI}, "ieyasu")
    assert commands(to_dice_of_fire(session)) == [1, 4, 3]


@covers("a_most_dangerous_time", "10.2(5).3", "10.2(5).4", "10.2(5).5")
def test_the_commander_is_of_the_largest_clan_or_nobody() -> None:
    tied = fight({PASS: "nobunaga 2 oda ieyasu 2 tokugawa 3 azai", **ODANI})
    assert sorted(tied.legal()) == ["ieyasu", "nobunaga"]
    small = fight({PASS: "nobunaga 1 oda ieyasu 2 tokugawa 3 azai", **ODANI})
    to_the_dice(small)
    assert piece(small, "ieyasu").mark("commander") is not None
    none = fight({PASS: "nobunaga 2 tokugawa 3 azai", **ODANI})
    to_the_dice(none)
    assert piece(none, "nobunaga").mark("commander") is None


@covers("a_most_dangerous_time", "10.1.9", "10.2(5).3")
def test_bystanders_of_another_alliance_neither_command_nor_fire() -> None:
    session = fight({PASS: "nagamasa 1 azai 6 ikko_ikki 4 oda", **ODANI}, "nagamasa", chit="chit_azai_asakura")
    to_the_dice(session)
    assert piece(session, "nagamasa").mark("commander") is not None
    go(session, (3,), (1,))
    assert commands(session) == [2]  # 3 + 1 + 2 against 1


# -- 10.3: rounds ------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.3(2).7", "10.3(2).8", "10.3(2).9", "10.3(2).2", "10.3(2).3")
@pytest.mark.parametrize(
    ("oda", "azai", "hit"), [(3, 2, "oa"), (3, 3, "a"), (6, 4, "oa"), (6, 3, "o"), (5, 3, "oa"), (1, 1, "a")]
)
def test_who_fires(oda: int, azai: int, hit: str) -> None:
    """Nobunaga adds 2, Nagamasa 3; Nagamasa is the braver."""
    session = fight({PASS: "nobunaga 3 oda nagamasa 3 azai", **ODANI})
    to_dice_of_fire(session, oda, azai)
    assert fired(session) == hit


@covers("a_most_dangerous_time", "5.3.5", "10.3(2).4")
@pytest.mark.parametrize(
    ("odani", "azai", "shots"), [("oda", 1, [4, 2]), ("azai", 1, [4]), ("oda", 2, [2]), ("azai", 2, [4])]
)
def test_a_commander_cut_off_has_one_less(odani: str, azai: int, shots: list[int]) -> None:
    """Nobunaga's 1 + 2 against the die + 3, or + 2 when Odani is lost; one more and the braver fires alone."""
    session = fight(
        {PASS: "nobunaga 3 oda nagamasa 3 azai", "gifu": "1 oda", "odani": f"1 {odani}"}, control={"odani": odani}
    )
    to_dice_of_fire(session, 1, azai)
    assert commands(session) == shots


@covers("a_most_dangerous_time", "10.3(3).2", "5.3.6", "5.3.7", "10.3(4).2")
def test_three_cut_off_roll_two_dice_and_fall_two_by_two() -> None:
    session = fight(
        {PASS: "nobunaga 3 oda nagamasa 2 azai", "gifu": "1 oda", "odani": "2 oda"}, control={"odani": "oda"}
    )
    to_dice_of_fire(session, 3, 3)
    assert commands(session) == [4, 2]
    to_dice_of_fire(session, 3, 3)
    go(session, (6, 1, 1, 1), (1, 1))
    assert at(session, PASS) == "nagamasa nobunaga 3 oda"


@covers("a_most_dangerous_time", "10.3(3).4", "10.3(3).5", "10.3(3).6")
def test_what_hits() -> None:
    """Bravery 2 makes a 4 a hit, the monks' own +1 a 5."""
    session = fight({"w_gojo": "katsuie 3 oda 4 ikko_ikki", "gifu": "1 oda", "negoro_ji": "1 ikko_ikki"}, "katsuie")
    to_dice_of_fire(session, 1, 3)
    go(session, (3, 3, 3, 4), (4, 4, 4, 5))
    assert len(soldiers(session, "w_gojo", "ikko_ikki")) == 3
    assert len(soldiers(session, "w_gojo", "oda")) == 2


@covers("a_most_dangerous_time", "10.3(4).1", "10.3(4).4", "10.3(4).5")
def test_the_owner_picks_losses_and_the_commander_is_last() -> None:
    session = fight({PASS: "nobunaga hideyoshi 1 oda nagamasa 4 azai", **ODANI})
    go(session, Assign((1, 0)), "nobunaga")
    to_dice_of_fire(session, 1, 3)  # only the Azai: 6 against 3
    go(session, (6, 6, 1, 1, 1))
    assert asked(session) == ["oda"]
    assert refused(session, Lose(("nobunaga", "hideyoshi"))) is not None
    assert refused(session, Lose(("hideyoshi",))) is not None
    go(session, Lose(("hideyoshi", "oda_soldier#1")))
    assert where(session, "oda_soldier#1") == "regroup_oda"


@covers("a_most_dangerous_time", "10.3(5).1", "10.3(5).2", "10.3(5).3", "10.3(5).4", "10.3(5).7")
@pytest.mark.parametrize(("die", "place"), [(2, "turn_7"), (3, "turn_8"), (5, "permanently_eliminated")])
def test_the_fate_of_a_leader(die: int, place: str) -> None:
    session = fight({PASS: "katsuie nagamasa 3 azai", **ODANI}, "katsuie", turn=6)
    to_dice_of_fire(session, 1, 6)
    go(session, (6,) * waits_for_dice(session, "fire"), (die,))
    assert where(session, "katsuie") == place


@covers("a_most_dangerous_time", "10.3.4", "8.41.1", "8.41.2")
@pytest.mark.parametrize(("dice", "left"), [((3, 4), "1 azai"), ((4, 3), "1 oda"), ((2, 2), "")])
def test_one_soldier_against_one(dice: tuple[int, int], left: str) -> None:
    session = fight({PASS: "1 oda 1 azai", **ODANI}, "oda_soldier#1")
    go(session, dice[:1], dice[1:])
    assert at(session, PASS) == left


@covers("a_most_dangerous_time", "10.3.4")
def test_a_duel_also_ends_a_longer_combat() -> None:
    session = fight({PASS: "2 oda 1 azai", **ODANI}, "oda_soldier#1")
    to_dice_of_fire(session, 1, 6)
    go(session, (6,))
    assert session.asks["chance"].purpose == "duel"


@covers("a_most_dangerous_time", "10.3(1).1", "10.4.2")
def test_only_one_side_retreats() -> None:
    session = fight({PASS: "nobunaga 3 oda nagamasa 3 azai", **ODANI})
    assert asked(session) == ["anti_oda"]
    go(session, "retreat")
    assert asked(session) == ["chance"]  # Oda are not asked any more


@covers("a_most_dangerous_time", "10.3(2).10", "10.3(2).11", "10.3(2).12", "10.3(2).5", "10.4.3")
@pytest.mark.parametrize(("oda", "azai", "shots"), [(1, 3, 0), (2, 2, 1), (2, 3, 0), (3, 2, 1), (6, 1, 1)])
def test_fire_on_those_who_leave(oda: int, azai: int, shots: int) -> None:
    """Nagamasa goes: die + 3 - 1 against die + 2, and he is the braver; he never fires."""
    session = fight({PASS: "nobunaga 3 oda nagamasa 3 azai", **ODANI})
    go(session, "retreat", (oda,), (azai,))
    assert commands(session) == [4] * shots
    assert asked(session) == ["anti_oda"]
    assert piece(session, "nagamasa").mark("commander") is not None
    go(session, Withdraw("sawayama", ("nagamasa",)))
    assert piece(session, "nagamasa").mark("commander") is None  # he has left the fight, the others still go
    go(session, Withdraw("sawayama", tuple(soldiers(session, PASS, "azai"))))
    assert at(session, PASS) == "nobunaga 3 oda"


@covers("a_most_dangerous_time", "10.4.5", "10.4.6", "10.4.13", "10.4.14")
def test_where_a_retreat_may_lead() -> None:
    session = fight({PASS: "nobunaga 3 oda nagamasa 2 azai", "yokoyama": "2 azai (1 oda)", **ODANI})
    go(session, "retreat", (1,), (6,))
    units = soldiers(session, PASS, "azai")
    assert refused(session, Withdraw("ogaki", ("nagamasa",))) is not None
    assert refused(session, Withdraw("odani", ("nagamasa",))) is not None
    go(session, Withdraw("yokoyama", ("nagamasa",)), Withdraw("sawayama", tuple(units)))
    assert at(session, "yokoyama") == "nagamasa 2 azai (1 oda)"
    caught = fight(
        {PASS: "nobunaga 3 oda nagamasa 3 azai", "yokoyama": "1 oda", **ODANI},
        control={"yokoyama": "oda", "sawayama": "oda"},
    )
    assert asked(caught) == ["oda"]  # the Azai have nowhere to go and are not asked
    for monks, asks in ((2, "anti_oda"), (3, "oda")):  # a minor stands in Yagami, and the fort takes two
        neutral = fight(
            {"tanba_kameyama": f"nobunaga 3 oda {monks} ikko_ikki", "yagami": "1 minor", "gifu": "1 oda"},
            control={"tanba_kameyama": "ikko_ikki", "yagami": "ikko_ikki"},
        )
        go(neutral, "field")
        assert (asked(neutral), prompt(neutral)) == ([asks], "Tanba Kameyama: stay or retreat?")


@covers("a_most_dangerous_time", "10.4.10", "10.4.11", "10.4.12", "10.4.21")
def test_the_fort_takes_what_fits() -> None:
    """Odani holds four; with two inside three more cannot all go in, but Yokoyama is open."""
    session = fight({"odani": "nobunaga 5 oda nagamasa 4 azai", "gifu": "1 oda", "yokoyama": "1 azai"})
    assert refused(session, Fort(("nagamasa", *soldiers(session, "odani", "azai")))) is not None
    go(session, Fort(("azai_soldier#1", "azai_soldier#2")), "retreat", (1,), (6,))
    field = ("nagamasa", "azai_soldier#3", "azai_soldier#4")
    assert refused(session, Withdraw("fort", field)) is not None
    go(session, Withdraw("fort", field[:2]), Withdraw("yokoyama", field[2:]))
    assert at(session, "odani") == "nobunaga 5 oda (nagamasa 3 azai)"


# -- 10.5: sieges ------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.5.9", "10.5.10", "10.5.11", "10.5.13", "10.5.15", "10.5.16")
def test_the_besieged_roll_first_and_besiegers_need_a_natural_six() -> None:
    session = fight({"odani": "nobunaga 3 oda nagamasa 2 azai", "gifu": "1 oda", "ichijo_dani": "yoshikage"})
    go(session, Fort(("nagamasa", "azai_soldier#1", "azai_soldier#2")), "storm")
    assert waits_for_dice(session, "fire") == 3
    go(session, (1, 2, 2))  # +4: two hits
    go(session, Lose(("oda_soldier#1", "oda_soldier#2")))
    assert waits_for_dice(session, "fire") == 2
    go(session, (5, 6))
    assert at(session, "odani") == "nobunaga 1 oda (nagamasa 1 azai)"


@covers("a_most_dangerous_time", "10.5.10", "15.2.5")
def test_monks_in_a_temple_without_a_leader() -> None:
    """Ishiyama, level 3, +1 for the monks: a 2 hits."""
    session = fight({"ishiyama": "nobunaga 5 oda 2 ikko_ikki", "gifu": "1 oda", "ibaraki": "1 oda"})
    go(session, Fort(tuple(soldiers(session, "ishiyama", "ikko_ikki"))), "storm", (2, 1))
    assert asked(session) == ["oda"]
    assert refused(session, Lose(("oda_soldier#1",))) is None
    assert refused(session, Lose(("oda_soldier#1", "oda_soldier#2"))) is not None


@covers("a_most_dangerous_time", "10.5.21", "10.5.12", "2.41.7", "10.5.17")
def test_a_stormed_fort_is_level_one_and_cut_off_defenders_roll_in_full() -> None:
    session = fight({"nagashima": "nobunaga 5 oda 2 ikko_ikki", "gifu": "1 oda"}, control={"ishiyama": "ikko_ikki"})
    go(session, Fort(tuple(soldiers(session, "nagashima", "ikko_ikki"))), "storm")
    assert waits_for_dice(session, "fire") == 2
    go(session, (1, 1), (6, 6, 1, 1, 1, 1))
    assert session.table.marks["nagashima", "castle_destroyed"]
    assert controls(session, "nagashima") == "oda"


@covers("a_most_dangerous_time", "10.5.21", "10.1.7", "10.1.8")
def test_a_fort_nobody_held_is_not_destroyed_by_a_field_combat() -> None:
    session = fight({"nagashima": "nobunaga 5 oda 1 ikko_ikki", "gifu": "1 oda"})
    go(session, "field")
    to_dice_of_fire(session, 6, 1)
    go(session, (6,) * 6)
    assert controls(session, "nagashima") == "oda"
    assert ("nagashima", "castle_destroyed") not in session.table.marks


@covers("a_most_dangerous_time", "10.5.5", "10.5.25", "10.5.2")
def test_a_siege_without_a_storm_rolls_no_dice() -> None:
    session = fight({"nagashima": "nobunaga 5 oda 2 ikko_ikki", "gifu": "1 oda"})
    go(session, Fort(tuple(soldiers(session, "nagashima", "ikko_ikki"))), "wait")
    assert at(session, "nagashima") == "nobunaga 5 oda (2 ikko_ikki)"
    assert controls(session, "nagashima") == "ikko_ikki"


@covers("a_most_dangerous_time", "10.2(2).5", "10.2(2).6", "10.2(2).7")
def test_relief_from_outside() -> None:
    session = fight(
        {"yokoyama": "nagamasa 1 azai 3 oda (1 azai)", "odani": "1 azai", "gifu": "1 oda"},
        "nagamasa",
        chit="chit_azai_asakura",
    )
    (inside,) = (id for id in soldiers(session, "yokoyama", "azai") if piece(session, id).mark("besieged") is not None)
    assert asked(session) == ["anti_oda"]
    assert refused(session, Fort(("nagamasa",))) is not None
    go(session, "field")
    go(session, "stay", "retreat", (6,), (1,))
    assert refused(session, Withdraw("fort", ("nagamasa",))) is not None
    assert refused(session, Withdraw("fort", (inside,))) is None


@covers("a_most_dangerous_time", "10.2(2).8", "10.2(2).10", "10.4.10")
def test_besiegers_do_not_slip_into_the_fort_their_enemies_left() -> None:
    session = position(
        "battle",
        {"otsu": "katsuie 1 oda 2 ikko_ikki", "gifu": "1 oda"},
        chit="chit_oda",
        marks={unit: {"sortied": True, "stopped": True} for unit in ("katsuie", "oda_soldier#1")},
    )
    assert prompt(session) == "Otsu: stay or retreat?"
    go(session, "stay", "retreat", (6,), (1,))
    if asked(session) == ["oda"]:
        go(session, Withdraw("fort", ("katsuie", "oda_soldier#1")))
    assert at(session, "otsu") == "2 ikko_ikki (katsuie 1 oda)"


@covers("a_most_dangerous_time", "10.2(2).12", "10.2(2).13")
def test_the_besieged_may_come_out_against_those_who_pay() -> None:
    session = position(
        "battle",
        {"nagashima": "nobunaga 2 oda (3 ikko_ikki)", "gifu": "1 oda"},
        chit="chit_oda",
        marks={"nagashima": {"activated": True}},
    )
    monks = soldiers(session, "nagashima", "ikko_ikki")
    go(session, Fort(tuple(monks[:1])), "retreat", (1,), (6,))
    go(session, (1, 1, 1))  # 6 - 1 - 1 against 3: only one more, and they have no commander
    assert sorted(session.legal()) == ["storm", "wait"]  # back inside, and the besiegers are asked
    assert at(session, "nagashima") == "nobunaga 2 oda (3 ikko_ikki)"


@covers("a_most_dangerous_time", "10.1.11", "Cards59-64.1")
def test_promotion_before_soldiers_are_assigned() -> None:
    session = fight(
        {PASS: "hideyoshi 7 oda kageakira 7 asakura", **ODANI}, "hideyoshi", cards={"oda": [59], "anti_oda": [60]}
    )
    go(session, Promote("event_59", "hideyoshi"))
    assert piece(session, "hideyoshi").mark("new_daimyo") is not None
    assert hand(session, "oda") == 0


# -- 13.3: at sea ------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "13.3(1).1", "13.3(2).1", "13.3(3).1", "13.3.3")
def test_combat_at_sea() -> None:
    """No retreat, no commander, no bravery; Murakami +1; 5 and 6 hit."""
    session = fight(
        {"sea_of_harima": "2 murakami katsuie 2 oda", "gifu": "1 oda"},
        "murakami_soldier#1",
        chit="chit_anti_oda_minors",
        entered=["mori"],
    )
    assert session.asks["chance"].purpose == "initiative"
    go(session, (3,), (2,))  # 4 against 2: only the pirates fire
    assert waits_for_dice(session, "fire") == 2
    go(session, (4, 5))
    assert asked(session) == ["oda"]
    go(session, Lose(("katsuie",)))
    go(session, (1,))
    assert where(session, "katsuie") == "turn_4"
