"""A step of the tracker is one thing done, however it is pressed: one undo takes all of it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.chat import REFUSED
from compiler.emit.module import keys
from compiler.emit.module.again import again_text, pass_property
from compiler.emit.module.passing import empty_lines, is_empty
from compiler.emit.module.stepping import STEPPING
from compiler.model.setup import set_up
from compiler.vassal.expression import braced
from tests.emit.conftest import SHIPPED, Built
from tests.emit.turntable import Turntable


def opened(made: Built, hands: dict[str, int] | None = None) -> Turntable:
    """The largest setup with its markers, and so many cards in some hands."""
    scenario = max(made.game.scenarios.values(), key=lambda s: len(s.seats))
    table, shown = Turntable(made.box), set_up(made.game, scenario)
    spaces = made.box.plan.atlas.spaces
    table.lay(piece for piece in shown.pieces.values() if piece.place in spaces)
    for seat, count in (hands or {}).items():
        window = made.box.plan.atlas.piles[f"hand.{seat}"].map
        for n in range(count):
            table.put(f"card {seat} {n}", {"CounterId": "levy", "LocationName": window, "CurrentMap": window})
    return table


def pressed(table: Turntable, press: Callable[[], None]) -> None:
    """Once, and undone once, and once again: nothing is left behind but the step."""
    before, told = table.table(), len(table.chat)
    press()
    after, said = table.table(), [line for line in table.chat[told:] if line.startswith("It is now")]
    assert len(table.log) == 1, "one press, one undo"
    assert after[0] != before[0]
    assert len(said) == 1, said
    assert table.properties[STEPPING] == ""
    table.undo()
    assert table.table() == before
    press()
    assert table.table() == after
    table.log.clear()


@pytest.mark.parametrize("slug", SHIPPED)
def test_one_undo_takes_a_whole_step_back(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    hands = {"akechi": 1, "tokugawa": 2} if slug == "road_to_honganji" else {}
    table = opened(made, hands)
    for n in range(len(table.labels) + 3):
        pressed(table, table.plus if n % 2 else lambda: table.press(str(keys.NEXT_STEP)))
    for n in range(6):
        pressed(table, table.minus if n % 2 else lambda: table.press(str(keys.PREVIOUS_STEP)))


def test_a_step_ends_where_players_have_something_to_do(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1, "tokugawa": 2})
    stopped = []
    for _ in range(8):
        table.plus()
        stopped.append(table.labels[table.at[1]])
        assert table._value(braced(is_empty(made.box.plan)), {}) is not True
    assert set(empty_lines(made.box.plan)) > set()
    assert stopped[:5] == ["Combat card draw", "Petition", "Action turn 1", "Action turn 3", "Action turn 1"]
    assert table.properties[pass_property("rotation")] == "3"
    table.undo()
    table.undo()
    assert (table.labels[table.at[1]], table.properties[pass_property("rotation")]) == ("Action turn 3", "2")
    table.minus()
    table.minus()
    assert table.labels[table.at[1]] == "Petition", "back over what has nothing for anybody"


def test_a_loop_said_again_is_one_step_and_refused_outside(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1, "tokugawa": 2})
    for _ in range(4):
        table.plus()
    table.log.clear()
    pressed(table, lambda: table.button(again_text("Rotation")))
    assert table.labels[table.at[1]] == "Action turn 1"
    table = opened(made, {"akechi": 1})
    table.plus()
    before = table.table()
    table.button(again_text("Rotation"))
    assert table.table() == before
    assert table.chat[-1].startswith(REFUSED)


def test_nobody_goes_back_beyond_the_beginning(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1})
    first = table.at
    table.plus()
    table.minus()
    assert table.at == first, "though the first line has nothing for anybody"
