"""Fire of *A Most Dangerous Time* in its module: who stands together, who leads whom, and who storms a fort when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.model.table import Piece
from compiler.play.mechanics.volleys import commanded
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight
from compiler.rules.a_most_dangerous_time.ch10_round import volleys
from compiler.rules.a_most_dangerous_time.ch10_siege import assault, defence
from compiler.rules.a_most_dangerous_time.facts import facts
from tests.emit.inputs import scene_of
from tests.emit.pairs import Pair, make_pair

WAY = "Ask_fire_way"


@pytest.fixture(scope="module")
def it(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair("a_most_dangerous_time", tmp_path_factory.mktemp("games"))


def men(it: Pair, counter: str, count: int, place: str, **marks: object) -> list[Piece]:
    own = it.game.counters[counter]
    return [Piece(id, counter, place, side=own.side, marks=tuple(marks.items())) for id in own.piece_ids[:count]]


def engine(it: Pair, pieces: list[Piece]) -> Scene:
    """The same for the engine, which asks who has not entered yet."""
    waiting = [p for id in ("chit_takeda", "chit_mori", "chit_uesugi") for p in men(it, id, 1, "turn_6")]
    return scene_of(it.book, [*pieces, *waiting])


def fires(it: Pair, pieces: list[Piece], way: str, *dice: int) -> list[str]:
    """All of both sides take part, and fire in a way; what is said."""
    table = it.table
    it.lay(pieces)
    for piece in pieces:
        table.choose(piece.id, "Take part in Fire")
    table.answers[WAY], table.dice = way, list(dice)
    table.chat.clear()
    table.button("Fire")
    assert table.dice == []
    return list(table.chat)


def test_allies_fire_together_on_the_enemy(it: Pair) -> None:
    allies = [*men(it, "hosokawa_soldier", 1, "odani"), *men(it, "oda_soldier", 2, "odani")]
    ours, theirs = fires(it, [*allies, *men(it, "azai_soldier", 1, "odani")], "In the field", 6, 1, 6, 2)
    assert "Oda Faction, in the field: 3 dice at 6 or more: 6 1 6; <b>2 hits</b> against <b>Anti-Oda Faction" in ours
    assert "Anti-Oda Faction, in the field: 1 die at 6 or more: 2; <b>no hits</b> against <b>Oda Faction" in theirs


def test_a_clan_that_joined_fires_with_its_new_friends(it: Pair) -> None:
    pieces = [*men(it, "bessho_soldier", 1, "miki"), *men(it, "oda_soldier", 1, "miki")]
    for joined, sides in (("none", 2), ("oda", 1)):
        it.lay(pieces)
        key = next(k for k in it.table.properties if k.endswith("joined_bessho"))
        it.table.properties[key] = joined
        for piece in pieces:
            it.table.choose(piece.id, "Take part in Fire")
        assert len({it.table.pieces[p.id]["Party_fire"] for p in pieces}) == sides
        it.table.properties[key] = "none"


def test_men_beyond_a_command_fire_without_a_leader(it: Pair) -> None:
    force = [*men(it, "nobunaga", 1, "odani"), *men(it, "oda_soldier", 10, "odani")]
    (said,) = fires(it, force, "In the field", *[5] * 11)
    assert "Oda Nobunaga leading 7 in command, 8 dice at 5 or more: 5 5 5 5 5 5 5 5; 3 dice at 6 or more: 5 5 5" in said
    assert "<b>8 hits</b>" in said


def test_several_leaders_share_the_men(it: Pair) -> None:
    force = [p for id in ("yoshikage", "kagetake", "kageakira") for p in men(it, id, 1, "odani")]
    (said,) = fires(it, [*force, *men(it, "asakura_soldier", 8, "odani")], "In the field", *[5] * 11)
    assert "11 dice at 5 or more" in said


@pytest.mark.parametrize(("oda", "foes"), [(("nobunaga", "katsuie"), 9), (("katsuie", "hideyoshi", "ieyasu"), 12)])
def test_the_engine_fires_the_same_dice(it: Pair, oda: tuple[str, ...], foes: int) -> None:
    """Soldiers put under their Leaders, the bravest first, as the module does it."""
    pieces = [p for id in oda for p in men(it, id, 1, "odani")]
    pieces += [*men(it, "oda_soldier", foes, "odani"), *men(it, "tokugawa_soldier", 2, "odani")]
    scene = engine(it, [*pieces, *men(it, "azai_soldier", 1, "odani")])
    fire = facts(scene).fire
    groups = commanded(scene, fire, fire.ways["field"], pieces)
    under = {man.id: leader.id for leader, own in groups if leader is not None for man in own[1:]}
    led = [replace_marks(p, under=under[p.id]) if p.id in under else p for p in pieces]
    scene = engine(it, [*led, *men(it, "azai_soldier", 1, "odani")])
    wanted: dict[int, int] = {}
    for each in volleys(scene, Fight("odani", "oda"), True):
        wanted[each.hit - each.add] = wanted.get(each.hit - each.add, 0) + each.dice
    (said,) = fires(it, led, "In the field", *[1] * sum(wanted.values()))
    for need, dice in wanted.items():
        assert f"{dice} di{'e' if dice == 1 else 'ce'} at {need} or more" in said


def replace_marks(piece: Piece, **marks: str) -> Piece:
    return piece._replace(marks=(*piece.marks, *marks.items()))


def test_a_fort_is_stormed_one_side_after_the_other(it: Pair) -> None:
    inside = [*men(it, "nagamasa", 1, "odani", besieged=True), *men(it, "azai_soldier", 3, "odani", besieged=True)]
    outside = [*men(it, "nobunaga", 1, "odani"), *men(it, "oda_soldier", 4, "odani")]
    chief = [inside[0]._replace(marks=(*inside[0].marks, ("commander", True)))]
    scene = engine(it, [*chief, *inside[1:], *outside])
    fight = Fight("odani", "oda")
    (wall,) = defence(scene, fight, replace(fight, within=True))
    storm = assault(scene, fight)
    level = it.game.spaces["odani"].values["fort"]
    (said,) = fires(it, [*outside, *inside], f"Inside a fort of value {level}", *[3] * wall.dice)
    assert "Fire, Anti-Oda Faction, inside" in said
    assert "Azai Nagamasa in command" in said
    assert f"{wall.dice} dice at {max(1, wall.hit - wall.add)} or more" in said
    assert "then the others who are left fire: Against a fort" in said
    assert said.rstrip().endswith("10.5</font>")
    # the besiegers follow, when losses are off: a natural 6, whoever leads them
    table = it.table
    table.answers.pop(WAY)
    table.dice = [6] * storm.dice
    table.chat.clear()
    table.button("Fire")
    (said,) = table.chat
    assert f"Oda Faction, against a fort: {storm.dice} dice at {storm.hit} or more" in said
    assert {own["Part_fire"] for own in table.pieces.values() if "Part_fire" in own} == {"1"}


def test_the_rule_told_is_that_of_the_case(it: Pair) -> None:
    (said,) = fires(it, men(it, "oda_soldier", 2, "sea_of_harima"), "At sea", 5, 5)
    assert said.rstrip().endswith("13.3(3)</font>")
    assert "2 dice at 5 or more" in said
