"""The combat roller of the module against the engine: the same dice, the same hits, over all inputs."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from compiler.emit.automation.pools import pool_buttons_of
from compiler.play.scene import Scene
from compiler.rules.shogun.ch04_7c_casualties import Troop, units
from compiler.rules.shogun.ch04_7c_combat import _roll
from compiler.rules.shogun.field import ARMY, FORCE
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.shogun.table import position, scene, the_book, the_game

RANGED, MELEE = "Combat 1-2: Bowman, Gunner", "Combat 4-6: Daimyo, Swordsman, Ronin, Spearman"
ALL = "Combat: all in order"
KINDS = ("bowman", "gunner", "daimyo", "swordsman", "ronin", "spearman")


@pytest.fixture(scope="module")
def table(built: Callable[[str], Built]) -> Tabletop:
    return Tabletop(built("shogun").box)


def troop(**numbers: int) -> tuple[Scene, Troop]:
    """A force of pink in Kai with so many of each kind; a daimyo brings the army of its own."""
    words = " ".join(f"{number} {kind}" for kind, number in numbers.items() if kind != "daimyo" and number)
    if numbers.get("daimyo"):
        return scene(position("allocate", armies={"pink 1": f"kai {words}"})), Troop("pink", "kai", (ARMY,), False)
    return scene(position("allocate", lands={"kai": f"pink {words}"})), Troop("pink", "kai", (FORCE,), False)


def engine(it: Scene, side: Troop, kinds: tuple[str, ...], dice: list[int]) -> int:
    """The hits of the engine for the kinds of one step; dice are taken from the list."""
    count = sum(len(ids) for key, ids in units(it, side).items() if key[1] in kinds)
    rolling = _roll(it, side, kinds, ("", 0))
    try:
        next(rolling)
        rolling.send(tuple(dice.pop(0) for _ in range(count)))
    except StopIteration as over:
        return int(over.value)
    raise AssertionError("the engine rolls once")


def module(table: Tabletop, button: str, dice: list[int], **numbers: int) -> dict[str, int]:
    """The hits of the module, kind by kind."""
    table.answers = {f"Pool_combat_number_{kind}": str(numbers.get(kind, 0)) for kind in KINDS}
    table.dice = list(dice)
    table.chat.clear()
    table.button(button)
    assert table.dice == [], "every unit rolls once"
    return {kind: int(table.properties[f"Pool_combat_hits_{kind}"]) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_every_die_of_every_kind_hits_in_both_or_in_neither(table: Tabletop, kind: str) -> None:
    it, side = troop(**{kind: 1})
    assert [len(ids) for key, ids in units(it, side).items() if key[1] == kind] == [1]
    for die in range(1, 13):
        expected = engine(it, side, (kind,), [die])
        assert module(table, ALL, [die], **{kind: 1})[kind] == expected, die
        assert f"<b>{expected} hit</b>" in table.chat[0]


def test_pools_of_many_hit_as_often_in_the_order_of_the_engine(table: Tabletop) -> None:
    chance = random.Random(4)
    steps = the_book().facts.fires_in
    for _ in range(40):
        numbers = {"bowman": chance.randint(0, 2), "gunner": chance.randint(0, 3), "swordsman": chance.randint(0, 2),
                   "spearman": chance.randint(0, 3), "ronin": chance.randint(0, 4), "daimyo": 1}  # fmt: skip
        it, side = troop(**numbers)
        for button, places in ((RANGED, (1, 2)), (MELEE, (4, 5, 6))):
            kinds = [kind for place in places for kind in steps[place]]
            dice = [chance.randint(1, 12) for kind in kinds for _ in range(numbers[kind])]
            left = list(dice)
            expected = {place: engine(it, side, steps[place], left) for place in places}
            hits = module(table, button, dice, **numbers)
            assert {place: sum(hits[kind] for kind in steps[place]) for place in places} == expected
            assert table.chat[0].endswith(f"<b>{sum(expected.values())} hit</b>")


def test_the_buttons_are_the_parts_of_the_combat_sequence(table: Tabletop) -> None:
    (buttons,) = pool_buttons_of(table.plan)
    steps = the_book().facts.fires_in
    parts = {text: kinds for _, text, kinds in buttons.parts()}
    assert list(parts) == [RANGED, MELEE, ALL]
    assert parts[ALL] == [kind for kinds in steps.values() for kind in kinds]
    assert parts[RANGED] + parts[MELEE] == parts[ALL]
    assert [places for pool in the_game().rolls.pools.values() for part in pool.parts for places in part] == list(steps)


def test_units_are_counted_in_from_the_table_and_forgotten_after_the_roll(table: Tabletop) -> None:
    it, side = troop(daimyo=1, bowman=2, spearman=3)
    ids = [id for found in units(it, side).values() for id in found]
    table.lay(it.table.pieces[id] for id in ids)
    for id in ids:
        table.send(id, "Count in: Combat")
    assert {kind: table.properties[f"Pool_combat_number_{kind}"] for kind in ("bowman", "spearman", "daimyo")} == {
        "bowman": "2",
        "spearman": "3",
        "daimyo": "1",
    }
    table.answers, table.dice = {}, [6, 7]
    table.chat.clear()
    table.button(RANGED)
    assert table.chat == [": Combat [4-7C.7, 4-7C.10], Bowman (6 or less): 6 7, 1 hit; <b>1 hit</b>"]
    assert table.properties["Pool_combat_number_bowman"] == "0"
    assert table.properties["Pool_combat_number_spearman"] == "3", "spearmen have not rolled yet"
