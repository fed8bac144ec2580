"""A game twice, for engine and module to be compared; any game that declares rolls or upkeep, and one made up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compiler.diagnostics import Sink
from compiler.emit.automation.modifiers import option_property
from compiler.emit.module.marks import NONE, marker_of, seat_property
from compiler.emit.module.pieces import make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.module.seatmarks import seat_marks
from compiler.emit.names import plain
from compiler.emit.plan import make_plan
from compiler.model.game import Game
from compiler.model.table import Piece
from compiler.pipeline import read
from compiler.play.book import Rulebook
from compiler.play.scene import Scene
from compiler.registry import rulebook_or_fail
from tests.emit.conftest import ALL
from tests.emit.inputs import NO_MARKS, Marks, scene_of
from tests.emit.tabletop import Tabletop
from tests.faulty import copy, home

# What no game uses yet, in a game that has what it takes.
MADE_UP = "first_battle"
YAML = """
modifiers:
  orders: {name: Orders, ask: {none: 0, to hold: 2, to break off: -1}}
  brought: {name: Blow, result: {table: combat, value: attacker_hits}}
  ground: {name: Ground, ground: shift, of: target}
  south: {name: South wind, value: 1, seats: [south], turns: [2, 4]}
  tired: {name: Tired, value: -1, marked: {fought: true}}
  fresh: {name: Fresh target, value: -2, of: target, unmarked: [fought]}
  fog: {name: Fog, value: 1.5, option: fog}
  captain:
    name: Captain
    lent: {number: bonus, within: move, face: fresh, by: [{field: worth, is: 2}, {field: worth, is: 3}]}
  comrades: {name: Comrades, lent: {number: attack, within: range, face: fresh, by: [{field: zone, is: true}]}}
  stubborn: {name: Stubborn, constant: stubborn, of: target}
checks:
  courage:
    name: Courage
    on: [infantry, cavalry, guns, leader]
    dice: d6
    modifiers: [orders, brought, ground, south, tired, fresh, fog, captain, comrades, stubborn]
    outcomes: [{roll: 6, gives: flees}, {up_to: morale, gives: stands}, {gives: shaken}]
"""
CONSTANTS = """
constants: {stubborn: {value: {north: 1}}}
options: {fog: {name: Fog, text: Nobody sees far.}}
"""


class Pair:
    """A game twice: bound to the engine, and as a module on a table."""

    def __init__(self, game: Game, table: Tabletop) -> None:
        self.game, self.table = game, table
        self.book: Rulebook = rulebook_or_fail(game)
        self.plan = table.plan

    def lay(self, pieces: list[Piece], turn: Any = None, chosen: Any = (), marks: Marks = NO_MARKS) -> Scene:
        """The same on both tables."""
        self.table.lay([*pieces, *self._markers(marks)])
        for mark, holder in seat_marks(self.plan):
            self.table.properties[seat_property(mark, holder)] = plain(marks.get((holder, mark.id))) or NONE
        self.table.properties["Turn"] = plain(turn)
        self.table.properties |= {option_property(id): "true" if on else "false" for id, on in chosen}
        self.table.chat.clear()
        return scene_of(self.book, pieces, turn, chosen, marks)

    def _markers(self, marks: Marks) -> Iterator[Piece]:
        """The markers that show marks on spaces."""
        for n, ((space, mark), value) in enumerate(marks.items()):
            if space in self.game.spaces:
                design = marker_of(self.game.marks[mark], value)
                yield Piece(f"marker {n}", design, space, marks=((mark, value),))


def make_pair(name: str, to: Path) -> Pair:
    """A game by name, from a copy in a folder."""
    folder, sink = copy(name, to), Sink()
    if name == MADE_UP:
        (folder / "rolls.yaml").write_text(YAML, encoding="utf-8")
        path = folder / "game.yaml"
        path.write_text(path.read_text(encoding="utf-8") + CONSTANTS, encoding="utf-8")
    found = read(folder, sink)
    assert found is not None, sink.sorted()
    plan = make_plan(found.game, found.bundle, sink, None)
    return Pair(found.game, Tabletop(make_box(plan, make_shelf(plan))))


def declaring(file: str, key: str, word: str = "") -> list[str]:
    """The games that declare something, with a word in it."""
    texts = {g: (home(g) / file).read_text("utf-8") for g in ALL if (home(g) / file).exists()}
    found = [g for g, text in texts.items() if f"\n{key}:" in text and word in text]
    return [*found, MADE_UP] if f"\n{key}:" in YAML and file == "rolls.yaml" else found
