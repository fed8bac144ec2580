"""Section 10.3: rounds of field combat: initiative, fire, losses, Leaders; 13.3 at sea."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.loyalty import alliance_of
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    go,
    piece,
    position,
    prompt,
    refused,
    rolls,
    said,
    scene,
    soldiers,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

SEKI = "w_sekigahara"


def fight(units: Mapping[str, str], chit: str = "chit_oda", place: str = SEKI, **more: Any) -> Session:
    """A combat in a Waypoint that the active side has paid for."""
    marks = {place: {"activated": True}, **more.pop("marks", {})}
    return position("battle", units, chit=chit, marks=marks, **more)


def stay(session: Session) -> Session:
    """Answer retreat questions by staying, until dice are wanted."""
    while "retreat" in session.legal() if "chance" not in session.asks else False:
        session.apply("stay")
    return session


def initiative(session: Session, mine: int, theirs: int) -> Session:
    stay(session)
    return go(session, (mine,), (theirs,))


@covers("a_most_dangerous_time", "10.3.1", "10.3.2", "2.43.2", "10.2(2).1", "4.1(7).1")
def test_enemies_in_a_waypoint_must_fight_without_a_question_of_forts() -> None:
    session = fight({SEKI: "2 oda 2 azai"})
    assert session.step == "battle"
    assert "stay or retreat" in prompt(session)
    assert asked(session) == ["anti_oda"]


@covers("a_most_dangerous_time", "10.3(1).1", "10.4.1", "10.4.2")
def test_the_other_side_is_asked_first_and_only_one_goes() -> None:
    session = fight({SEKI: "2 oda 2 azai"})
    go(session, "stay")
    assert asked(session) == ["oda"]
    gone = fight({SEKI: "2 oda 2 azai"})
    go(gone, "retreat")
    assert waits_for_dice(gone, "initiative") == 1


@covers("a_most_dangerous_time", "10.3(2).1", "10.3(2).2", "10.3(2).3", "10.3(2).6", "10.3.x1")
@pytest.mark.parametrize(
    ("force", "total"), [("nobunaga 2 oda", 5), ("hideyoshi 2 oda", 4), ("katsuie 2 oda", 5), ("3 oda", 3)]
)
def test_a_die_bravery_and_one_for_a_daimyo(force: str, total: int) -> None:
    session = initiative(fight({SEKI: f"{force} 3 azai"}), 3, 6)
    assert f"initiative: {total} against 6" in said(session)


@covers("a_most_dangerous_time", "5.3.5", "10.3(2).4", "10.3(2).5", "10.3(2).6")
def test_out_of_communication_and_retreat_cost_one_each() -> None:
    session = fight(
        {SEKI: "katsuie 2 oda 3 azai", "gifu": "3 takeda"},
        entered=["takeda"],
        control={"gifu": "takeda", "kiyosu": "takeda"},
    )
    go(session, "stay", "retreat", (4,), (1,))
    assert "initiative: 4 against 1" in said(session)  # 4 + 2 for bravery, less one each
    leaderless = initiative(
        fight(
            {SEKI: "3 oda 3 azai", "gifu": "3 takeda"},
            entered=["takeda"],
            control={"gifu": "takeda", "kiyosu": "takeda"},
        ),
        4,
        1,
    )
    assert "initiative: 3 against 1" in said(leaderless)


@covers("a_most_dangerous_time", "10.3(2).7", "10.3(2).8", "10.3(2).9", "10.3.x1")
@pytest.mark.parametrize(
    ("mine", "dice"), [((5, 2), [4]), ((1, 2), [4]), ((1, 3), [4, 3]), ((1, 4), [4, 3]), ((1, 5), [3])]
)
def test_two_ahead_or_one_with_the_braver_commander_fires_alone(mine: tuple[int, int], dice: list[int]) -> None:
    """Katsuie (bravery 2) against nobody: his total is his die and two."""
    session = initiative(fight({SEKI: "katsuie 3 oda 3 azai"}), *mine)
    found = []
    while "chance" in session.asks:
        found.append(waits_for_dice(session, "fire"))
        session.apply((1,) * found[-1])
    assert found == dice


@covers("a_most_dangerous_time", "10.3(2).10", "10.3(2).12")
def test_who_flees_and_wins_the_initiative_is_not_fired_on_and_does_not_fire() -> None:
    session = fight({SEKI: "3 oda 3 azai"})
    go(session, "retreat", (1,), (4,))
    assert rolls(session, "fire") == []
    assert "retreats where" in prompt(session)


@covers("a_most_dangerous_time", "10.3(2).11", "10.3(6).1", "10.4.3")
def test_else_he_takes_fire_before_he_goes() -> None:
    session = fight({SEKI: "3 oda 3 azai"})
    go(session, "retreat", (3,), (3,))
    assert waits_for_dice(session, "fire") == 3
    go(session, (6, 1, 1))
    assert at(session, SEKI) == "2 azai 3 oda"
    assert "retreats where" in prompt(session)


@covers("a_most_dangerous_time", "10.3(3).1", "10.3(3).2", "10.3(3).3", "10.3(3).5", "10.2(3).7", "5.3.6", "2.32.3")
def test_dice_by_commands_the_braver_first_and_half_for_the_cut_off() -> None:
    """Katsuie (bravery 2) with two, Nobunaga (1) with seven."""
    session = fight({SEKI: "nobunaga katsuie 9 oda 5 azai"})
    go(session, Assign((7, 2)), "nobunaga")
    initiative(session, 6, 1)
    assert waits_for_dice(session, "fire") == 3  # Katsuie is the braver
    go(session, (4, 3, 3))
    assert waits_for_dice(session, "fire") == 8
    go(session, (5, 4, 4, 4, 4, 4, 4, 4))
    assert at(session, SEKI) == "katsuie nobunaga 3 azai 9 oda"


@covers("a_most_dangerous_time", "10.3(3).2", "5.3.1", "5.3.11")
def test_three_cut_off_units_roll_two_dice() -> None:
    session = fight(
        {SEKI: "3 oda 4 azai", "gifu": "1 takeda"}, entered=["takeda"], control={"gifu": "takeda", "kiyosu": "takeda"}
    )
    initiative(session, 6, 1)
    assert waits_for_dice(session, "fire") == 2


@covers("a_most_dangerous_time", "10.3(3).4", "10.3(4).1", "10.3(4).4", "10.3(7).1", "10.4.1")
def test_sixes_hit_and_both_roll_before_losses_are_taken() -> None:
    session = initiative(fight({SEKI: "3 oda 3 azai"}), 3, 3)
    go(session, (6, 5, 1))
    assert waits_for_dice(session, "fire") == 3
    assert at(session, SEKI) == "3 azai 3 oda"
    go(session, (6, 6, 1))
    assert at(session, SEKI) == "2 azai 1 oda"
    assert len(soldiers(session, "regroup_azai", "azai")) == 3
    assert asked(session) == ["anti_oda"]  # a second round begins with the question of retreat


@covers("a_most_dangerous_time", "10.3(3).6", "15.2.4", "2.31.4")
def test_ikko_ikki_hit_on_five_by_their_present_clan() -> None:
    session = initiative(fight({SEKI: "3 oda 3 ikko_ikki"}, control={"yokoyama": "ikko_ikki"}), 1, 6)
    go(session, (5, 5, 4))
    assert at(session, SEKI) == "3 ikko_ikki 1 oda"
    turned = fight(
        {SEKI: "3 oda 3 azai"},
        control={"yokoyama": "ikko_ikki"},
        sides={f"azai_soldier#{n}": "ikko_ikki" for n in (1, 2, 3)},
    )
    go(initiative(turned, 1, 6), (5, 5, 4))
    assert at(turned, SEKI) == "3 ikko_ikki 1 oda"


@covers("a_most_dangerous_time", "15.2.1")
def test_saika_are_of_the_alliance_but_fire_as_others_do() -> None:
    session = initiative(fight({SEKI: "3 oda 1 saika 2 ikko_ikki"}, control={"yokoyama": "ikko_ikki"}), 1, 6)
    go(session, (5, 4))  # the Ikko-Ikki hit on five
    assert waits_for_dice(session, "fire") == 1
    go(session, (5,))  # the Saika do not
    assert at(session, SEKI) == "2 ikko_ikki 2 oda 1 saika"
    assert alliance_of(scene(session), "saika") == "ikko_ikki"
    talk = position("negotiate", {"gifu": "nobunaga", "negoro_ji": "1 oda", "saika": "1 saika"}, chit="chit_oda")
    assert refused(talk, Negotiate("nobunaga", "saika", "saika", "field")) is None


@covers("a_most_dangerous_time", "10.3(3).5", "10.2.x2")
def test_bravery_counts_for_the_command_only_while_the_leader_is_there() -> None:
    session = initiative(fight({SEKI: "katsuie 3 oda 5 azai"}), 6, 1)
    assert waits_for_dice(session, "fire") == 4
    go(session, (4, 4, 3, 3))
    assert at(session, SEKI) == "katsuie 3 azai 3 oda"


@covers("a_most_dangerous_time", "5.3.7", "5.3.8", "5.3.9", "10.3(4).2", "10.3(4).3", "10.3.x2", "5.3.11")
def test_the_cut_off_are_lost_first_two_for_a_hit_and_a_single_one_takes_a_whole_one() -> None:
    cut = {"tokugawa_soldier#1": {"unsupplied": True}}
    at_seki = {SEKI: "3 oda 4 tokugawa 5 azai", "hamamatsu": "1 takeda"}
    session = fight(at_seki, entered=["takeda"], control={"hamamatsu": "takeda"}, marks=cut)
    initiative(session, 1, 6)
    go(session, (6, 6, 1, 1, 1))
    assert at(session, SEKI) == "5 azai 3 oda"
    single = fight({SEKI: "3 oda 1 tokugawa 5 azai"}, control={"hamamatsu": "takeda"}, entered=["takeda"])
    go(initiative(single, 1, 6), (6, 1, 1, 1, 1))
    assert at(single, SEKI) == "5 azai 3 oda"
    chief = fight({SEKI: "ieyasu 1 tokugawa 1 oda 5 azai"}, control={"hamamatsu": "takeda"}, entered=["takeda"])
    go(initiative(chief, 1, 6), (6, 6, 1, 1, 1))
    assert at(chief, SEKI) == "ieyasu 5 azai"  # cut off like his man, and lost last of all


@covers("a_most_dangerous_time", "5.3.7", "10.3.x2", "10.3(4).5")
@pytest.mark.parametrize(
    ("men", "hits", "left"), [(3, 1, "ieyasu 5 azai 1 tokugawa"), (3, 2, "5 azai"), (2, 1, "ieyasu 5 azai")]
)
def test_a_hit_on_a_single_cut_off_man_takes_the_cut_off_commander_too(men: int, hits: int, left: str) -> None:
    """A hit is two of those who are cut off, and the commander is one of them when nobody else is left."""
    places = {SEKI: f"ieyasu {men} tokugawa 5 azai"}
    session = fight(places, control={"hamamatsu": "takeda"}, entered=["takeda"])
    go(initiative(session, 1, 6), (*(6,) * hits, *(1,) * (5 - hits)))
    assert at(session, SEKI) == left


@covers("a_most_dangerous_time", "10.3(4).5", "10.3(4).1")
def test_the_commander_goes_last_and_the_owner_picks_the_others() -> None:
    session = fight({SEKI: "nobunaga hideyoshi 1 oda 5 azai"})
    go(session, Assign((1, 0)), "nobunaga")
    initiative(session, 1, 6)
    go(session, (6, 1, 1, 1, 1))
    assert asked(session) == ["oda"]
    assert refused(session, Lose(("nobunaga",))) == "10.3(4).5"
    assert refused(session, Lose(("hideyoshi", "oda_soldier#1"))) == "10.3(4).1"
    go(session, Lose(("hideyoshi",)))
    assert waits_for_dice(session, "leader loss") == 1


@covers("a_most_dangerous_time", "10.3(5).1", "10.3(5).2", "10.3(5).3", "10.3(5).4", "10.3(5).7")
@pytest.mark.parametrize(
    ("die", "place"),
    [
        (1, "turn_7"),
        (2, "turn_7"),
        (3, "turn_8"),
        (4, "turn_8"),
        (5, "permanently_eliminated"),
        (6, "permanently_eliminated"),
    ],
)
def test_the_fate_of_a_leader(die: int, place: str) -> None:
    session = initiative(fight({SEKI: "hideyoshi 5 azai"}, turn=6), 1, 6)
    go(session, (6, 1, 1, 1, 1), (die,))
    assert where(session, "hideyoshi") == place


@covers("a_most_dangerous_time", "15.1.14", "2.45.7", "10.3(5).1")
def test_the_shogun_goes_to_tomo_without_a_die() -> None:
    session = fight({SEKI: "5 oda"}, moved={"yoshiaki": SEKI}, faces={"yoshiaki": 1})
    initiative(session, 6, 1)
    go(session, (6, 1, 1, 1, 1))
    assert where(session, "yoshiaki") == "tomo"
    assert rolls(session, "leader loss") == []


@covers("a_most_dangerous_time", "10.3.3", "10.3(7).1", "10.2(5).2")
def test_rounds_go_on_and_the_commander_stays() -> None:
    session = fight({SEKI: "hideyoshi katsuie 2 oda 4 azai"})
    go(session, Assign((2, 0)), "katsuie")
    for _ in range(11):
        initiative(session, 1, 3)
        while "chance" in session.asks:
            session.apply((1,) * waits_for_dice(session, "fire"))
    assert len(rolls(session, "initiative")) == 22
    assert piece(session, "katsuie").mark("commander")
    assert said(session).count("initiative: 3 against 3") == 11  # his bravery in every round


@covers("a_most_dangerous_time", "10.3.4", "8.41.1", "8.41.2")
@pytest.mark.parametrize(("mine", "theirs", "left"), [(3, 3, ""), (4, 3, "1 oda"), (2, 3, "1 azai")])
def test_one_soldier_against_one_is_a_die_each(mine: int, theirs: int, left: str) -> None:
    session = go(fight({SEKI: "1 oda 1 azai"}), (mine,), (theirs,))
    assert at(session, SEKI) == left
    assert rolls(session, "initiative") == []


@covers("a_most_dangerous_time", "10.3.4")
def test_a_leader_is_no_soldier_for_a_duel() -> None:
    session = stay(fight({SEKI: "katsuie 1 azai"}))
    assert waits_for_dice(session, "initiative") == 1


@covers("a_most_dangerous_time", "10.3.x3")
def test_when_both_sides_fall_nobody_holds_the_field() -> None:
    session = initiative(fight({SEKI: "2 oda 2 azai"}), 3, 3)
    go(session, (6, 6), (6, 6))
    assert at(session, SEKI) == ""


# -- at sea ------------------------------------------------------------------------------------------------------------
SEA = "sea_of_harima"


@covers("a_most_dangerous_time", "13.3.1", "13.3(1).1", "13.3(3).1", "13.3(3).2", "13.3.3", "13.3.x1")
def test_at_sea_nobody_retreats_leaders_count_for_nothing_and_fives_hit() -> None:
    session = fight(
        {SEA: "nobunaga 2 oda 3 saika"} | {SEA: "nobunaga 2 oda 2 mori motoharu"}, place=SEA, entered=["mori"]
    )
    assert waits_for_dice(session, "initiative") == 1
    go(session, (3,), (3,))
    assert "initiative: 3 against 3" in said(session)
    go(session, (5, 4, 4))
    assert at(session, SEA) == "motoharu nobunaga 2 mori 2 oda"
    go(session, (4, 4, 4))
    assert asked(session) == ["anti_oda"]
    assert refused(session, Lose(("motoharu",))) is None  # no commander, so anybody may be taken
    cut = fight({SEA: "hideyoshi 3 oda 3 mori"}, "chit_mori", place=SEA, entered=["mori"])
    assert piece(cut, "hideyoshi").mark("unsupplied")
    go(cut, (6,), (1,), (5, 1, 1))
    assert refused(cut, Lose(("hideyoshi",))) is None  # one Unit for a hit, cut off or not
    assert refused(cut, Lose(tuple(soldiers(cut, SEA, "oda")[:2]))) == "10.3(4).1"


@covers("a_most_dangerous_time", "13.3(2).1", "13.3(2).2", "2.31.9")
def test_murakami_add_one_to_initiative_once_and_not_as_bystanders() -> None:
    session = go(fight({SEA: "3 oda 2 murakami"}, place=SEA, entered=["mori"]), (3,), (3,))
    assert "initiative: 3 against 4" in said(session)
    idle = go(fight({SEA: "3 oda 2 murakami 3 mori"}, "chit_mori", place=SEA, entered=["mori"]), (3,), (3,))
    assert "initiative: 3 against 3" in said(idle)
    land = go(fight({SEKI: "3 oda 2 murakami"}, entered=["mori"]), "stay")
    initiative(land, 3, 3)
    assert "initiative: 3 against 3" in said(land)
    fire = go(
        fight({SEA: "3 oda 2 murakami"}, place=SEA, entered=["mori"], options={"murakami_fire_bonus": True}), (1,), (5,)
    )
    go(fire, (4, 3))
    assert at(fire, SEA) == "2 murakami 2 oda"


@covers("a_most_dangerous_time", "13.3.2", "Card45.1")
def test_the_iron_ship_adds_two_for_its_faction_at_sea() -> None:
    ship = {"event_45": "lasting_oda"}
    session = go(fight({SEA: "3 oda 3 ikko_ikki"}, place=SEA, moved=ship), (3,), (3,))
    assert "initiative: 5 against 3" in said(session)
    land = initiative(fight({SEKI: "3 oda 3 azai"}, moved=ship), 3, 3)
    assert "initiative: 3 against 3" in said(land)


@covers("a_most_dangerous_time", "15.2.4")
def test_ikko_ikki_have_no_bonus_at_sea() -> None:
    session = go(fight({SEA: "3 oda 3 ikko_ikki"}, place=SEA), (1,), (6,))
    go(session, (4, 4, 4))
    assert at(session, SEA) == "3 ikko_ikki 3 oda"
