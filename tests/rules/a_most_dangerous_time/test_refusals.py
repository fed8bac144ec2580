"""What players try and may not: each refusal with the rule that makes it, beside what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, March, Sortie
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign, Fort
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from tests.rules.a_most_dangerous_time.table import card, go, position, refused, soldiers, volley
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage"}
NONSENSE: tuple[Any, ...] = (3, None, (), Fort(("nobunaga",)))


@covers("a_most_dangerous_time", "4.1(1).1", "4.1(3).1", "4.1(6).1", "6.1.2")
@pytest.mark.parametrize(
    ("step", "rule"), [("event_cards", "4.1(1).1"), ("negotiate", "4.1(3).1"), ("move", "4.1(6).1")]
)
def test_a_step_is_answered_by_what_belongs_to_it(step: str, rule: str) -> None:
    session = position(step, {**HEADS, "otsu": "hideyoshi 1 oda"}, chit="chit_oda", points=1, cards={"oda": [59]})
    for nonsense in NONSENSE:
        assert refused(session, nonsense) == rule
    assert refused(session, "done") is None


@covers("a_most_dangerous_time", "6.1.6")
@pytest.mark.parametrize("step", ["event_cards", "negotiate", "move"])
def test_only_cards_are_played_at_any_time(step: str) -> None:
    session = position(step, {**HEADS, "otsu": "hideyoshi 1 oda"}, chit="chit_oda", points=1, cards={"oda": [57, 59]})
    assert refused(session, "gifu") == "6.1.6"
    assert refused(session, card(57)) is None


@covers("a_most_dangerous_time", "4.1(1).2")
def test_a_truce_waits_for_an_oda_impulse_whoever_holds_it() -> None:
    def held(chit: str) -> Session:
        return position(
            "event_cards",
            {**HEADS, "arioka": "1 ikko_ikki", "hamamatsu": "ieyasu"},
            chit=chit,
            cards={"anti_oda_b": [45, 57], "oda": [41]},
            scenario="three_player",
        )

    assert refused(held("chit_ikko_ikki"), card(57)) == "4.1(1).2"
    assert refused(go(held("chit_oda"), "done"), card(57)) is None


# -- movement ----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.6.1", "9.4.x2")
def test_only_the_besieged_of_one_space_make_a_sortie() -> None:
    units = {**HEADS, "odani": "(2 azai) 2 oda", "sawayama": "(1 azai) 2 oda", "yokoyama": "1 azai"}
    session = position("move", units, chit="chit_azai_asakura", points=2)
    two, one = soldiers(session, "odani", "azai"), soldiers(session, "sawayama", "azai")
    assert refused(session, Sortie((two[0], one[0]))) == "9.6.1"
    assert refused(session, Sortie(tuple(soldiers(session, "yokoyama", "azai")))) == "9.6.1"
    assert refused(session, Sortie(())) == "9.6.1"
    assert refused(session, Sortie(tuple(two))) is None


@covers("a_most_dangerous_time", "9.5.x1", "2.45.x1")
def test_strategic_movement_stays_on_the_land_of_the_map() -> None:
    session = position(
        "move",
        {**HEADS, "toyama": "2 uesugi"},
        chit="chit_uesugi",
        points=3,
        entered=["uesugi"],
        control={"toyama": "uesugi"},
    )
    two = tuple(soldiers(session, "toyama", "uesugi"))
    assert refused(session, March(("toyama", "uotsu", "echigo"), two)) == "9.5.x1"
    go(session, March(("toyama", "uotsu"), two))
    assert refused(session, March(("uotsu", "echigo"), two)) is None


@covers("a_most_dangerous_time", "9.5.2", "9.5.1")
def test_eight_go_by_two_roads_and_nine_do_not() -> None:
    session = position("move", {**HEADS, "kannon_ji": "9 oda"}, chit="chit_oda", points=3)
    nine = tuple(soldiers(session, "kannon_ji", "oda"))
    path = ("kannon_ji", "w_seta", "otsu")
    assert refused(session, March(path, nine)) == "9.3.1"
    assert refused(session, March(path, nine[:8])) is None
    go(session, March(path, nine[:8]))
    assert session.table.tracks["movement"] == 2


@covers("a_most_dangerous_time", "10.2(2).11", "9.3.4")
def test_without_a_point_besiegers_do_not_fight() -> None:
    units = {**HEADS, "odani": "(nagamasa) 3 oda", "otsu": "hideyoshi"}
    for points, rule in ((0, "10.2(2).11"), (1, None)):
        session = position("move", units, chit="chit_oda", points=points, cards={"oda": [33]})
        assert refused(session, Activate("odani")) == rule


# -- diplomacy ---------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.45.x1")
def test_nobody_negotiates_off_the_board() -> None:
    units = {**HEADS, "uotsu": "hideyoshi", "toyama": "1 uesugi", "echigo": "2 uesugi"}
    session = position("negotiate", units, chit="chit_oda", entered=["uesugi"], control={"uotsu": "oda"})
    assert refused(session, Negotiate("hideyoshi", "echigo", "uesugi", "field")) == "8.3.3"
    assert refused(session, Negotiate("hideyoshi", "toyama", "uesugi", "field")) is None


# -- combat ------------------------------------------------------------------------------------------------------------
def fight(units: dict[str, str], place: str, chit: str = "chit_oda", **more: Any) -> Session:
    return position("battle", {**HEADS, **units}, chit=chit, marks={place: {"activated": True}}, **more)


@covers("a_most_dangerous_time", "10.2(3).1")
def test_soldiers_are_put_under_leaders_by_numbers() -> None:
    session = fight({"w_seta": "hideyoshi katsuie 4 oda 3 azai"}, "w_seta")
    for nonsense in ("katsuie", 3, Assign((4,)), Assign((-1, 5)), Fort(("hideyoshi",))):
        assert refused(session, nonsense) == "10.2(3).1"
    assert refused(session, Assign((2, 2))) is None


@covers("a_most_dangerous_time", "5.3.8", "10.3(4).2")
def test_who_is_in_communication_is_not_lost_before_the_cut_off() -> None:
    session = fight(
        {"w_sekigahara": "3 oda 2 tokugawa hisahide 5 azai", "gifu": "nobunaga"},
        "w_sekigahara",
        entered=["takeda"],
        control={"hamamatsu": "takeda"},
    )
    while "chance" not in session.asks:
        session.apply("stay")
    go(session, (1,), (6,))
    volley(session, 6, 6)
    cut = soldiers(session, "w_sekigahara", "tokugawa")
    whole = soldiers(session, "w_sekigahara", "oda")
    assert refused(session, Lose(tuple(whole[:2]))) == "5.3.8"
    assert refused(session, Lose((*cut, "hisahide"))) is None


@covers("a_most_dangerous_time", "10.4.10", "10.4.11", "10.4.6")
def test_the_fort_is_for_its_defenders_and_for_as_many_as_fit() -> None:
    """Five come out of Odani, which takes four; the roads about are shut but for Yokoyama."""
    shut = {"control": {"sawayama": "oda", "kanagasaki": "oda"}}
    session = fight({"odani": "5 azai 8 oda", "sawayama": "1 oda"}, "odani", **shut)
    go(session, "field", "retreat", (1,), (6,))
    five = tuple(soldiers(session, "odani", "azai"))
    assert refused(session, Withdraw("fort", five)) == "10.4.11"
    assert refused(session, Withdraw("fort", five[:4])) is None
    assert refused(session, Withdraw("sawayama", five[:1])) == "10.4.6"
    invaders = fight({"odani": "5 azai 2 oda", "otsu": "1 oda"}, "odani", control={"yokoyama": "oda"})
    go(invaders, "field")
    while "retreat" not in invaders.legal() or "oda" not in invaders.asks:
        invaders.apply("stay")
    go(invaders, "retreat", (6,), (1,))
    oda = tuple(soldiers(invaders, "odani", "oda"))
    assert refused(invaders, Withdraw("fort", oda)) == "10.4.10"


@covers("a_most_dangerous_time", "10.4.21", "10.4.x3")
def test_nobody_is_left_behind_without_a_place() -> None:
    """A minor falls back only into the fort of Himeji, which takes two: those who can go to Kakogawa leave it room."""
    session = position(
        "battle",
        {**HEADS, "himeji": "1 minor 2 bessho 8 oda", "kakogawa": "1 bessho"},
        chit="chit_oda",
        marks={"himeji": {"activated": True}, "bessho": {"joined": "anti_oda_minors"}},
    )
    go(session, "field", "retreat", (1,), (6,))
    two = tuple(soldiers(session, "himeji", "bessho"))
    (minor,) = soldiers(session, "himeji", "neutral_minor")
    assert refused(session, Withdraw("fort", two)) == "10.4.21"
    assert refused(session, Withdraw("fort", (two[0], minor))) is None
    assert refused(session, Withdraw("kakogawa", two)) is None
    assert refused(session, Withdraw("kakogawa", (minor,))) == "10.4.6"
