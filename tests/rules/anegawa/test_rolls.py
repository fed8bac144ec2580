"""The rolls of the module against the engine: the same dice, the same pieces, the same results."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from compiler.emit.names import plain
from compiler.model.table import Piece
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.anegawa.ch05_initiative import balance_modifier, movement_points, turn_modifier
from compiler.rules.anegawa.ch08_morale import morale, outcome
from compiler.rules.anegawa.ch12_terrain import effects
from compiler.rules.anegawa.ch13_attack import damage_of, factors
from compiler.rules.anegawa.ch15_command import leadership
from compiler.rules.anegawa.ch17_recovery import recovery_figure
from compiler.rules.anegawa.ch21_surprise import surprise_morale
from compiler.rules.anegawa.facts import FIGHT, KILL, RECOVERY, REMOVAL, ROUT_WEAR, WEAR
from compiler.rules.anegawa.field import Field
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.anegawa.battle import AA, OT, battle, off, on, the_book, the_game

CHECKS = {FIGHT: "Fight check", WEAR: "Wear check", KILL: "Kill check", REMOVAL: "Removal check",
          ROUT_WEAR: "Rout wear check", RECOVERY: "Recovery check in command"}  # fmt: skip
TELL, TARGET = "57348,0,liege-tell-roller", "Target of the next roll"


@pytest.fixture(scope="module")
def table(built: Callable[[str], Built]) -> Tabletop:
    return Tabletop(built("anegawa").box)


def scene_of(session: Session) -> Scene:
    """As it was laid: a session goes on by itself where nobody can attack."""
    start = session.start
    assert start.cursor is not None
    return Scene(session.book, start, start.table, start.cursor)


def laid(table: Tabletop, session: Session, turn: int) -> Scene:
    """The module's table as the engine's."""
    land, pieces = session.book.land, session.start.table.pieces
    table.lay(p for id in session.book.facts.units if (p := pieces.get(id)) and p.place in land)
    table.properties["Turn"] = str(turn)
    table.chat.clear()
    return scene_of(session)


def told(table: Tabletop, check: str, **roller: Any) -> None:
    """As if a piece with these numbers had told of itself, nothing else counting."""
    table.properties |= {name: "0" for name in table.properties if name.startswith(("Roller_", "Target_"))}
    table.properties |= {name: "" for name in table.properties if "_mark_" in name or name.endswith(("side", "name"))}
    table.properties |= {f"Roller_{name}": str(value) for name, value in roller.items()}
    table.properties["Turn"] = "5"


def rolled(table: Tabletop, check: str, total: int) -> tuple[str, str]:
    """Outcome and result of the button of a check."""
    table.dice = [total]
    table.press(f"57348,0,liege-check-{check}")
    return table.properties[f"Roll_{check}_outcome"], table.properties[f"Roll_{check}_result"]


# -- every number that can come up -------------------------------------------------------------------------------------
def test_every_attack_does_the_same_damage_with_the_same_effect(table: Tabletop) -> None:
    for check, face in product(("attack", "counterattack"), ("normal", "disordered")):
        for roll, first, second, bonus in product(range(2, 13), range(7), range(5, 13), (-3, 0, 2)):
            told(table, check, first=first, second=second, command=bonus)
            table.properties["Target_face"] = face
            damage = damage_of(roll, first + bonus, second + bonus)
            effect = "" if damage == "miss" else plain(the_game().tables["attack"].cell(face, damage))
            assert rolled(table, check, roll) == (damage, effect), (check, face, roll, first, second, bonus)


def test_every_check_comes_out_the_same(table: Tabletop) -> None:
    for kind, roll, own, bonus in product(CHECKS, range(2, 13), range(2, 13), (-2, 0, 3)):
        told(table, kind, morale=own, command=bonus)
        expected = plain(outcome(the_book().facts, kind, roll, own + bonus).code)
        assert rolled(table, kind, roll)[1] == expected, (kind, roll, own, bonus)


def test_every_recovery_out_of_command_comes_out_the_same(table: Tabletop) -> None:
    for roll, own, ground in product(range(2, 13), range(2, 13), (-1, 0, 2)):
        # leaders do not count here
        told(table, "recovery_alone", recovery=own, ground_morale=ground, command=3, morale=12)
        expected = plain(outcome(the_book().facts, RECOVERY, roll, own + ground).code)
        assert rolled(table, "recovery_alone", roll)[1] == expected, (roll, own, ground)


def test_damage_that_lowers_morale_is_asked_for_before_a_kill_check(table: Tabletop) -> None:
    for result in the_game().tables["attack"].results.values():
        for roll, own in product(range(2, 13), range(2, 13)):
            told(table, KILL, morale=own)
            table.answers = {"Ask_damage": result.code if result.values["modifier"] else "none of these"}
            lowered = own + int(result.values["modifier"])
            assert rolled(table, KILL, roll)[1] == plain(outcome(the_book().facts, KILL, roll, lowered).code)
    table.answers = {}


# -- what a piece tells ------------------------------------------------------------------------------------------------
def test_every_side_of_every_unit_tells_its_own_numbers(table: Tabletop) -> None:
    units = [the_game().counters[id] for id in the_book().facts.units]
    for n, counter in product((0, 1), units):
        piece = Piece(counter.id, counter.id, "1019", face=n, side=counter.side)
        table.lay([piece])
        table.send(piece.id, TELL)
        for name in ("first", "second", "morale", "recovery"):
            assert table.properties[f"Roller_{name}"] == str(counter.faces[n].values.get(name, 0)), (counter.id, name)
        assert table.properties["Roller_name"] == table.plan.names[counter.id]


def test_every_hex_has_the_effects_of_its_ground(table: Tabletop) -> None:
    ground = effects(the_book())
    for space, effect in ground.items():
        table.lay([Piece("oda_nobunaga", "oda_nobunaga", space, side="oda")])
        table.send("oda_nobunaga", TELL)
        table.send("oda_nobunaga", TARGET)
        assert int(table.properties["Roller_ground_morale"]) == effect["morale"], space
        assert int(table.properties["Roller_ground_attack_from"]) == effect["attack_from"], space
        assert int(table.properties["Target_ground_attack_into"]) == effect["attack_into"], space


@pytest.mark.parametrize("seed", range(6))
def test_every_unit_has_the_best_leader_in_range(table: Tabletop, seed: int) -> None:
    """All units in a small part of the field, in order or not: crests, stripes, ranges and faces all matter."""
    chance = random.Random(seed)
    hexes = [id for id in the_book().land if 12 <= int(id[:2]) <= 27 and 8 <= int(id[2:]) <= 17]
    places = chance.sample(hexes, len(the_book().facts.units))
    setup = {
        id: (on if chance.random() < 0.8 else off)(place)
        for id, place in zip(the_book().facts.units, places, strict=True)
    }
    scene = laid(table, battle("attack", OT, **setup), 5)
    field, found = Field.of(scene), set()
    for unit in field.units:
        table.send(unit.id, TELL)
        assert table.properties["Roller_command"] == str(leadership(field, unit)), unit
        found.add(leadership(field, unit))
    assert len(found) > 2


def test_a_leader_off_the_map_leads_nobody(table: Tabletop) -> None:
    """The boxes of the removed lie near the edge of the field."""
    scene = laid(table, battle("attack", OT, sakai_company_1="1019", oda_nobunaga="1020"), 5)
    pieces = scene.table.pieces
    for place in ("1020", "leaders.asakura_azai"):
        table.lay([pieces["sakai_company_1"], Piece("oda_nobunaga", "oda_nobunaga", place, side="oda")])
        table.pieces["oda_nobunaga"] |= {key: table.pieces["sakai_company_1"][key] for key in ("CurrentX", "CurrentY")}
        table.send("sakai_company_1", TELL)
        assert (table.properties["Roller_command"] != "0") == (place == "1020")


# -- the whole way -----------------------------------------------------------------------------------------------------
ATTACKERS = {"oda": "sakai_masahisa", "tokugawa": "tokugawa_ieyasu", "azai": "azai_nagamasa",
             "asakura": "asakura_kagetake"}  # fmt: skip


@pytest.mark.parametrize("turn", [1, 2, 11])
@pytest.mark.parametrize("side", list(ATTACKERS))
def test_attacks_have_the_factors_of_the_engine(table: Tabletop, side: str, turn: int) -> None:
    unit, mine = ATTACKERS[side], side in ("oda", "tokugawa")
    target = "azai_company_1" if mine else "sakai_company_1"
    for momentum, back, (here, there) in product((None, "breakthrough", "impetus"), (False, True), _fields()):
        setup = {unit: on(here, **({"momentum": momentum} if momentum else {})), target: (off if back else on)(there)}
        scene = laid(table, battle("attack", OT if mine else AA, turn=turn, **setup), turn)
        pieces = scene.table.pieces
        for check, answering in (("attack", False), ("counterattack", True)):
            table.dice = [7]
            table.send(target, TARGET)
            assert table.properties["Target_face"] == ("disordered" if back else "normal")
            table.send(unit, check.capitalize())
            first, second = factors(scene, pieces[unit], pieces[target], answering=answering)
            bonus = int(table.properties[f"Roll_{check}_bonus"])
            assert int(table.properties["Roller_first"]) + bonus == first, (momentum, here, there, check)
            assert int(table.properties["Roller_second"]) + bonus == second
            assert table.properties[f"Roll_{check}_outcome"] == damage_of(7, first, second)


def _fields() -> list[tuple[str, str]]:
    """Pairs of hexes with every two kinds of ground that touch."""
    ground, found = effects(the_book()), {}
    for here in the_book().land:
        for there in the_game().map.beside[here]:
            if there in ground:
                found.setdefault((ground[here]["attack_from"], ground[there]["attack_into"]), (here, there))
    assert len(found) > 3
    return list(found.values())


@pytest.mark.parametrize("turn", [1, 5])
def test_checks_have_the_morale_of_the_engine(table: Tabletop, turn: int) -> None:
    for unit, back, battled in product(("sakai_company_1", "azai_company_1"), (False, True), (None, "defended")):
        marks = {"battled": battled} if battled else {}
        leader = "sakai_masahisa" if unit.startswith("sakai") else "azai_nagamasa"
        for place in ("1020", "0101"):  # in command and out of it
            setup: dict[str, Any] = {unit: (off if back else on)("1019", **marks), leader: place}
            scene = laid(table, battle("attack", OT, turn=turn, **setup), turn)
            field, piece = Field.of(scene), scene.table.pieces[unit]
            for kind, menu in CHECKS.items():
                table.dice = [7]
                table.send(unit, menu)
                surprise = surprise_morale(scene, piece) if kind in (WEAR, KILL) else 0
                against = int(table.properties["Roller_morale"]) + int(table.properties[f"Roll_{kind}_bonus"])
                assert against == morale(field, piece) + surprise, (unit, kind, place)
            if back:
                in_command = leadership(field, piece) > 0
                check, number = ("recovery", "morale") if in_command else ("recovery_alone", "recovery")
                table.dice = [7]
                table.send(unit, "Recovery check " + ("in command" if in_command else "out of command"))
                against = int(table.properties[f"Roller_{number}"]) + int(table.properties[f"Roll_{check}_bonus"])
                assert against == recovery_figure(field, piece)


def test_the_report_tells_roll_modifiers_outcome_and_rules(table: Tabletop) -> None:
    laid(table, battle("attack", AA, turn=1, azai_nagamasa=on("1019", momentum="impetus"), sakai_company_1="1020"), 1)
    table.dice = [4]
    table.send("sakai_company_1", TARGET)
    table.send("azai_nagamasa", "Attack")
    first, second = (table.properties[f"Roller_{name}"] for name in ("first", "second"))
    said = (
        f"Azai Nagamasa: Attack [13-1.1] on Sakai company 1, roll 4 against {first}/{second}, Impetus +1 [13-8-1.1], "
        "Surprise +1 [21.0(2).5]: <b>heavy damage</b> [13-1(1).1], <b>disorder + kill check</b> [ATTACK.1] "
        "The unit becomes disordered and takes a kill check."
    )
    assert table.chat == [said]


def test_a_target_is_forgotten_after_the_roll(table: Tabletop) -> None:
    laid(table, battle("attack", AA, azai_nagamasa="1019", sakai_company_1="1020"), 5)
    table.send("sakai_company_1", TARGET)
    for aimed in (True, False):
        table.dice = [2]
        table.send("azai_nagamasa", "Attack")
        assert ("on Sakai company 1" in table.chat[-1]) == aimed
        assert ("nobody is aimed at" in table.chat[-1]) != aimed
        assert (table.properties["Roll_attack_result"] != "") == aimed


# -- initiative ------------------------------------------------------------------------------------------------------
NAMES = {OT: "Oda & Tokugawa", AA: "Asakura & Azai"}


def initiative(table: Tabletop, turn: int, dice: tuple[int, int], points: tuple[int, int], help: bool) -> None:
    table.properties |= {"Turn": str(turn), "Track_initiative": "?", "Track_waiting": "?"}
    for option in ("help_asakura_azai", "help_oda_tokugawa"):
        table.properties[f"Option_{option}"] = "yes" if help else "no"
    table.answers = {f"Roll_initiative_losses_given_{seat}": str(n) for seat, n in zip((OT, AA), points, strict=True)}
    table.dice = list(dice)
    table.chat.clear()
    table.button("Initiative")


@pytest.mark.parametrize("turn", range(2, 26))
def test_every_initiative_roll_gives_the_same_totals_winner_and_movement(table: Tabletop, turn: int) -> None:
    for help in (False, True):
        options = {"help_asakura_azai": help, "help_oda_tokugawa": help}
        scene = scene_of(battle("roll_initiative", turn=turn, options=options))
        for dice, points in product(product((2, 5, 7, 12), repeat=2), ((0, 0), (3, 1), (2, 6))):
            initiative(table, turn, dice, points, help)
            totals = {
                seat: dice[n] + turn_modifier(scene, seat) + balance_modifier(scene, seat)
                + max(0, points[n] - points[1 - n]) for n, seat in enumerate((OT, AA))
            }  # fmt: skip
            first = max((OT, AA), key=lambda seat: totals[seat])
            for seat in (OT, AA):
                assert float(table.properties[f"Roll_initiative_total_{seat}"]) == totals[seat]
                given = table.properties[f"Roll_initiative_gives_{seat}"]
                assert given == str(movement_points(scene, totals[seat], seat == first))
            assert table.properties["Track_initiative"] == NAMES[first]
            assert table.properties["Track_waiting"] == NAMES[AA if first == OT else OT]
            assert f"<b>{NAMES[first]}</b> win" in table.chat[0]


def test_the_button_plays_the_initiative_as_the_engine_does(table: Tabletop) -> None:
    """The points of last turn are counted by the players; here those that the engine counts."""
    session = battle("roll_initiative", rolls=(8, 6), turn=5)
    initiative(table, 5, (8, 6), (0, 0), help=False)
    won = session.table.tracks["initiative"]
    assert table.properties["Track_initiative"] == NAMES[str(won)]
    for seat in (OT, AA):
        assert table.properties[f"Roll_initiative_gives_{seat}"] == str(session.table.tracks[f"movement_{seat}"])


def test_nobody_rolls_on_the_turn_whose_box_has_no_modifiers(table: Tabletop) -> None:
    initiative(table, 1, (2, 12), (0, 0), help=False)
    assert table.chat == ["Initiative: No roll: the initiative is with Asakura & Azai. [21.0(1).1]"]
    assert table.properties["Track_initiative"] == "?"
