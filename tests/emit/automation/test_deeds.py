"""What a check comes to is done to the piece it concerns, and nothing is done that may not be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.bars import AIM
from compiler.emit.automation.preference import OFF, TELL_ONLY
from compiler.emit.chat import REFUSED
from compiler.model.setup import fresh
from compiler.vassal.traits import DynamicProperty
from compiler.vassal.values import Choose
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop

# Anegawa: Nobunaga at 2012, an enemy beside him, one two hexes away, a friend
ODA, NEAR, FAR, FRIEND = "oda_nobunaga", "azai_nagamasa", "akao_kiyotsuna", "mori_yoshinari"


def field(built: Callable[[str], Built], faces: dict[str, int] | None = None) -> Tabletop:
    made = built("anegawa")
    table = Tabletop(made.box)
    places = {ODA: "2012", NEAR: "2013", FAR: "2015", FRIEND: "2112"}
    turned = faces or {}
    table.lay([fresh(made.game, id, place)._replace(face=turned.get(id, 0)) for id, place in places.items()])
    return table


def attack(table: Tabletop, target: str, *dice: int) -> str:
    table.send(target, AIM)
    table.dice = [*dice]
    table.send(ODA, "Attack")
    return "\n".join(table.chat)


def test_a_heavy_hit_disorders_the_target(built: Callable[[str], Built]) -> None:
    table = field(built)
    assert "heavy damage" in attack(table, NEAR, 2, 3)
    assert table.faces()[NEAR] == 1
    assert table.faces()[ODA] == 0
    assert table.properties["Target_name"] == ""


def test_an_attack_and_the_check_it_brings_about_are_one_go(built: Callable[[str], Built]) -> None:
    """A disordered unit that is hit hard checks at once, at morale 1 lower, and nobody is asked what hit it."""
    table = field(built, {NEAR: 1})
    table.answers["Ask_damage"] = "none of these"
    said = attack(table, NEAR, 2, 11)
    assert "kill check (with morale -1)" in said
    assert "Kill check" in said
    assert "Damage -1" in said
    assert table.dice == []
    assert table.offered["Ask_damage"] == []
    assert table.pieces[NEAR]["CurrentZone"] == built("anegawa").box.plan.atlas.spaces["leaders.oda_tokugawa"].location


def test_who_rolls_a_check_by_hand_is_asked_what_brought_it(built: Callable[[str], Built]) -> None:
    table = field(built, {NEAR: 1})
    attack(table, NEAR, 12)
    table.dice = [11]
    table.send(NEAR, "Kill check")
    assert table.offered["Ask_damage"] == ["none of these", "kill check (with morale -1)"]


def test_a_miss_does_nothing(built: Callable[[str], Built]) -> None:
    table = field(built)
    assert "miss" in attack(table, NEAR, 12)
    assert table.faces()[NEAR] == 0


@pytest.mark.parametrize(
    ("target", "why"),
    [(FRIEND, "one's own side"), (ODA, "one's own side"), (FAR, "does not reach"), (None, "needs a target")],
)
def test_whom_one_may_not_attack_is_not_rolled_for(built: Callable[[str], Built], target: str | None, why: str) -> None:
    table = field(built)
    if target is not None:
        table.send(target, AIM)
    table.dice = [2]
    table.send(ODA, "Attack")
    assert table.chat[-1].startswith(REFUSED)
    assert why in table.chat[-1]
    assert table.dice == [2]
    assert set(table.faces().values()) == {0}


@pytest.mark.parametrize(("off", "face"), [(None, 1), (TELL_ONLY, 0), (OFF, 0)])
def test_a_result_is_carried_out_unless_the_player_wants_it_told_only(
    built: Callable[[str], Built], off: str | None, face: int
) -> None:
    table = field(built)
    if off is not None:
        table.properties[off] = "true"
    attack(table, NEAR, 2, 3)
    assert table.faces()[NEAR] == face
    assert table.dice == ([] if off is None else [3])  # only what is carried out brings a check about


def test_a_kill_check_removes_recovers_or_counts_twice(built: Callable[[str], Built]) -> None:
    game = built("anegawa").game
    spaces = built("anegawa").box.plan.atlas.spaces
    for dice, face, box in (
        (2, 0, None),
        (3, 1, None),
        (11, 1, "leaders.oda_tokugawa"),
        (12, 1, "doubled.oda_tokugawa"),
    ):
        table = field(built, {NEAR: 1})
        table.properties["Ask_damage"] = "none of these"
        table.dice = [dice]
        table.send(NEAR, game.rolls.checks["kill"].name.en)
        assert table.faces()[NEAR] == face
        zone = table.pieces[NEAR]["CurrentZone"]
        assert zone == (spaces[box].location if box else "")


def test_a_leader_is_laid_on_the_turn_he_comes_back(built: Callable[[str], Built]) -> None:
    made = built("a_most_dangerous_time")
    game, atlas = made.game, made.box.plan.atlas
    for dice, wanted in (
        (1, atlas.tracks["turn", 4]),
        (4, atlas.tracks["turn", 5]),
        (6, atlas.spaces["permanently_eliminated"]),
    ):
        table = Tabletop(made.box)
        table.properties["Turn"] = "3"
        table.lay([fresh(game, "nagamasa", "odani")])
        table.dice = [dice]
        table.send("nagamasa", game.rolls.checks["leader_loss"].name.en)
        assert table.pieces["nagamasa"]["CurrentZone"] == wanted.location


def test_yoshiaki_goes_to_tomo_whatever_befalls_him(built: Callable[[str], Built]) -> None:
    made = built("a_most_dangerous_time")
    for dice in range(1, 7):
        table = Tabletop(made.box)
        table.properties["Turn"] = "3"
        table.lay([fresh(made.game, "yoshiaki", "kyo")])
        table.dice = [dice]
        table.send("yoshiaki", made.game.rolls.checks["leader_loss"].name.en)
        assert table.pieces["yoshiaki"]["CurrentZone"] == made.box.plan.atlas.spaces["tomo"].location, dice


@pytest.mark.parametrize(
    ("answers", "needed"),
    [
        (("none", "no", "no"), 6),
        (("none", "yes", "no"), 5),
        (("Daimyo", "no", "yes"), 7),
        (("Samurai", "yes", "yes"), 5),
    ],
)
def test_negotiation_needs_what_the_rules_say(
    built: Callable[[str], Built], answers: tuple[str, str, str], needed: int
) -> None:
    made = built("a_most_dangerous_time")
    for dice in range(1, 7):
        table = Tabletop(made.box)
        table.lay([fresh(made.game, "nobunaga", "kyo")])
        names = ("with_leader", "is_neutral", "is_besieged")
        table.answers = {f"Ask_{name}": answer for name, answer in zip(names, answers, strict=True)}
        table.dice = [dice]
        table.send("nobunaga", "Negotiation")
        assert any("the Soldier goes over to his Clan" in line for line in table.chat) == (dice >= needed), dice


@pytest.mark.parametrize("off", [TELL_ONLY, OFF])
def test_a_leader_stays_where_he_is_if_the_player_wants_it_told_only(built: Callable[[str], Built], off: str) -> None:
    made = built("a_most_dangerous_time")
    for dice, told in ((1, "wounded"), (6, "killed")):
        table = Tabletop(made.box)
        table.properties |= {"Turn": "3", off: "true"}
        table.lay([fresh(made.game, "nagamasa", "odani")])
        before = dict(table.pieces["nagamasa"])
        table.dice = [dice]
        table.send("nagamasa", made.game.rolls.checks["leader_loss"].name.en)
        assert table.pieces["nagamasa"]["CurrentZone"] == before["CurrentZone"]
        assert any(told in line for line in table.chat), "what came of it is still told"


def test_a_general_dies_or_flees_spent(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    check = made.game.rolls.checks["death"]
    spaces = made.box.plan.atlas.spaces
    # who flees goes to another area of his clan, and is lost where it has none
    for dice, held, face, goes in ((2, ("tango",), 0, "removed"), (3, ("tango",), 1, "tango"), (3, (), 1, "removed")):
        table = Tabletop(made.box)
        table.lay(fresh(made.game, id, at) for id, at in (("akechi_mitsuhide", "tanba"), ("akechi_army#1", "tango")))
        for area in ("tanba", *held):
            spot = spaces[area]
            plate = {"CounterId": "control/mark", "Shows": "Akechi", "LocationName": spot.location}
            table.put(f"plate of {area}", {**plate, "CurrentMap": spot.map})
        table.dice = [dice]
        table.send("akechi_mitsuhide", check.name.en)
        assert table.faces()["akechi_mitsuhide"] == face
        assert table.pieces["akechi_mitsuhide"]["CurrentZone"] == spaces[goes].location


def test_who_may_flee_to_several_areas_is_asked(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    design = made.box.shelf.expand(made.box.designs["akechi_mitsuhide"].traits)
    (asked,) = [t for t in design if isinstance(t, DynamicProperty) and t.name == "asked_flight"]
    (choice,) = [c.change for c in asked.commands if isinstance(c.change, Choose)]
    assert len(choice.choices) == len(made.game.map.land)
    assert all(c.startswith("{") for c in choice.choices), "each only where it may go"


def test_the_last_step_is_the_end(built: Callable[[str], Built]) -> None:
    made = built("shingens_arrival")
    table = Tabletop(made.box)
    table.lay([fresh(made.game, "takeda_shingen", "2012")])
    faces = len(made.game.counters["takeda_shingen"].faces)
    for lost in range(1, faces):
        table.send("takeda_shingen", "Lose a step")
        assert table.faces()["takeda_shingen"] == lost
        assert table.pieces["takeda_shingen"]["CurrentZone"] == ""
    table.send("takeda_shingen", "Lose a step")
    assert table.pieces["takeda_shingen"]["CurrentZone"] == made.box.plan.atlas.spaces["fallen"].location
