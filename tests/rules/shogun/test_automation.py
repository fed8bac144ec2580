"""The combat roller of the module: its buttons, and units counted in. Its hits are compared for all games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.pools import pool_buttons_of
from compiler.play.scene import Scene
from compiler.rules.shogun.ch04_7c_casualties import Troop, units
from compiler.rules.shogun.field import ARMY, FORCE
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.shogun.table import position, scene, the_book, the_game

RANGED, MELEE = "Combat 1-2: Bowman, Gunner", "Combat 4-6: Daimyo, Swordsman, Ronin, Spearman"
ALL = "Combat: all in order"


@pytest.fixture(scope="module")
def table(built: Callable[[str], Built]) -> Tabletop:
    return Tabletop(built("shogun").box)


def troop(**numbers: int) -> tuple[Scene, Troop]:
    """A force of pink in Kai with so many of each kind; a daimyo brings the army of its own."""
    words = " ".join(f"{number} {kind}" for kind, number in numbers.items() if kind != "daimyo" and number)
    if numbers.get("daimyo"):
        return scene(position("allocate", armies={"pink 1": f"kai {words}"})), Troop("pink", "kai", (ARMY,), False)
    return scene(position("allocate", lands={"kai": f"pink {words}"})), Troop("pink", "kai", (FORCE,), False)


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
        table.send_all(id, "Count in: Combat")
    assert {kind: table.properties[f"Pool_combat_number_{kind}"] for kind in ("bowman", "spearman", "daimyo")} == {
        "bowman": "2",
        "spearman": "3",
        "daimyo": "1",
    }
    table.answers, table.dice = {}, [6, 7]
    table.chat.clear()
    table.button(RANGED)
    (told,) = table.chat
    assert "Combat, Pink, " in told
    assert ", Bowman (6 or less): 6 7, 1 hit; <b>1 hit</b> <font" in told
    assert told.endswith(">4-7C</font>")
    assert table.properties["Pool_combat_number_bowman"] == "0"
    assert table.properties["Pool_combat_number_spearman"] == "3", "spearmen have not rolled yet"


def test_all_of_a_side_are_counted_at_once_and_another_side_begins_anew(table: Tabletop) -> None:
    it, side = troop(daimyo=0, bowman=2, spearman=3)
    pink = [it.table.pieces[id] for found in units(it, side).values() for id in found]
    gray = [piece._replace(id=f"other {n}", side="gray") for n, piece in enumerate(pink[:2])]
    table.lay([*pink, *gray])
    table.send_all(pink[0].id, "Count in all of this side here: Combat")
    assert counted(table) == {"bowman": "2", "spearman": "3"}
    table.send_all(gray[0].id, "Count in: Combat")
    assert sum(int(number) for number in counted(table).values()) == 1
    assert table.properties["Pool_combat_side"] == "Gray"


def counted(table: Tabletop) -> dict[str, str]:
    return {kind: table.properties[f"Pool_combat_number_{kind}"] for kind in ("bowman", "spearman")}
