"""What changes a die of a battle, as expressions: each cause of the model, and the table they go to.

The same causes are worked out by the rules of the game; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from compiler.emit.automation.battle_sides import AGAINST, FACES, Sides
from compiler.emit.automation.ground import found_at, kept_words, label_here
from compiler.emit.automation.lookup import cell_text, choose, under
from compiler.emit.automation.roll_chain import Link, signed
from compiler.emit.chat import said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.dice import roll_key
from compiler.emit.module.marks import marker_of, property_of
from compiler.emit.names import plain
from compiler.emit.plan import Plan
from compiler.model.battles import Behind, Change, Crossing, GroundThere, LeadersApart, LowestApart, OfMarked, OfSpace
from compiler.model.common import Note
from compiler.model.rolls import strongest
from compiler.model.tables import ResultTable
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component
from compiler.vassal.keys import Key
from compiler.vassal.values import SetValue


# -- the board as text -------------------------------------------------------------------------------------------------
def _kept(plan: Plan, cause: object) -> tuple[str, dict[str, int | str]] | None:
    """The property that keeps what a cause reads off the board, by the number of the hex or the two of a side."""
    board = plan.game.map
    if isinstance(cause, GroundThere):
        numbers = {label_here(plan, board, id): strongest(board, board.spaces[id], cause.effect) for id in board.land}
        return f"Board_ground_{cause.effect}", {place: n for place, n in numbers.items() if n}
    if isinstance(cause, Crossing):
        return f"Board_side_{cause.effect}", dict(_sides(plan, cause.effect))
    if isinstance(cause, OfSpace):
        return f"Board_space_{cause.field}", spaces_with(plan, cause.field)
    return None


def spaces_with(plan: Plan, field: str) -> dict[str, int | str]:
    """The spaces that have a field, each with what it says."""
    board = plan.game.map
    values = {id: board.spaces[id].values.get(field) for id in board.land}
    return {label_here(plan, board, id): plain(value) for id, value in values.items() if value is not None}


def _sides(plan: Plan, effect: str) -> Iterator[tuple[str, int]]:
    """What lies between two spaces, both ways."""
    board = plan.game.map
    for link in board.links:
        numbers = [int(board.feature_kinds[f].values.get(effect) or 0) for f in link.features]
        number = max(numbers, key=abs, default=0)
        if number:
            yield f"{label_here(plan, board, link.a)}-{label_here(plan, board, link.b)}", number
            yield f"{label_here(plan, board, link.b)}-{label_here(plan, board, link.a)}", number


def closed_sides(plan: Plan) -> dict[str, int | str]:
    """The sides that nothing crosses, both ways."""
    return {pair: 1 for pair, _ in _sides(plan, "closed")}


def read_off(name: str, place: ex.Node) -> ex.Node:
    """The number that a property of the board has for a place, which begins with a bar; 0 without one."""
    return ex.Method(ex.prop("Integer"), "parseInt", (found_at(name, place, "0"),))


def board_properties(sides: Sides) -> Iterator[Component]:
    """All that the causes of a game read."""
    found = dict(kept for change in sides.battles.changes() if (kept := _kept(sides.plan, change.cause)) is not None)
    found["Board_closed"] = closed_sides(sides.plan)
    if sides.battles.siege is not None:
        for field in (sides.battles.siege.owner, sides.battles.siege.invest.level):
            found[f"Board_space_{field}"] = spaces_with(sides.plan, field)
    yield from (kept_words(name, values, "of the board") for name, values in found.items())


def between(sides: Sides, here: ex.Node) -> ex.Node:
    """The two spaces, as sides are kept: from where somebody stands to where those are whom he attacks."""
    there = ex.Method(sides.value("hex", True), "substring", (ex.literal(1),))
    return ex.add(ex.add(here, "-"), there)


# -- causes ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of one roll: whose it is, and whether a space is besieged instead of forces."""

    sides: Sides
    back: bool = False
    walls: bool = False

    def number(self, change: Change) -> ex.Node:
        """What one change comes to."""
        sides, cause = self.sides, change.cause
        kept = _kept(sides.plan, cause)
        match cause:
            case GroundThere():
                assert kept is not None
                return read_off(kept[0], sides.value("hex", not self.walls))
            case Crossing():
                assert kept is not None
                return read_off(kept[0], between(sides, sides.value("hex")))
            case OfSpace(_, times):
                assert kept is not None
                return ex.multiply(read_off(kept[0], sides.value("hex")), times)
            case LeadersApart():
                return ex.subtract(self._leader(cause, self.back), self._leader(cause, not self.back))
            case LowestApart(mark):
                theirs = self.of_space(mark, 0) if self.walls else self._lowest(mark, not self.back)
                return ex.subtract(self._lowest(mark, self.back), theirs)
            case OfMarked(value, mark):
                return ex.if_(sides.some(sides.leads(False), sides.marked(mark)), value, 0)
            case Behind(field, numbers):
                behind = sides.takes(FACES, AGAINST)
                cases = [
                    (sides.some(behind, ex.equals(ex.prop(field), rank)), number) for rank, number in numbers.items()
                ]
                return choose(cases, 0)
            case _:
                assert_never(cause)

    def _leader(self, cause: LeadersApart, back: bool) -> ex.Node:
        """The number of the leader of a side who counts: ranks in their order, the highest number first."""
        sides = self.sides
        counters = [c for c in sides.plan.game.counters.values() if c.kind in sides.battles.kinds]
        known = {(str(c.values.get(cause.rank)), int(c.values.get(cause.number) or 0)) for c in counters}
        cases: list[tuple[ex.Node, ex.Value]] = []
        for ranks in cause.order:
            for number in sorted({n for rank, n in known if rank in ranks}, reverse=True):
                rank_test = ex.any_of(*(ex.equals(ex.prop(cause.rank), rank) for rank in ranks))
                test = sides.some(sides.leads(back), rank_test, ex.equals(ex.prop(cause.number), number))
                cases.append((test, number))
        return choose(cases, 0)

    def _lowest(self, mark: str, back: bool) -> ex.Node:
        """The lowest number of a mark on the forces of a side; without a mark it is 0."""
        sides = self.sides
        values = sorted(int(value) for value in sides.plan.game.marks[mark].values)
        own = ex.prop(property_of(mark))
        return choose([(sides.some(sides.leads(back), ex.equals(own, plain(v))), v) for v in values], 0)

    def of_space(self, mark: str, without: int, place: ex.Node | None = None) -> ex.Node:
        """The number that a marker in the besieged space, or in another, shows."""
        numbers = [int(value) for value in self.sides.plan.game.marks[mark].values]
        return choose([(self.lies(mark, value, place), value) for value in numbers], without)

    def lies(self, mark: str, value: object = None, place: ex.Node | None = None) -> ex.Node:
        """Whether a marker, that shows a value, lies in the besieged space, or in another."""
        made = self.sides.plan.game.marks[mark]
        designs = dict.fromkeys(marker_of(made, own) for own in made.values)
        test = ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in designs))
        if value is not None:
            test = ex.every(test, ex.equals(ex.prop(property_of(mark)), plain(value)))
        return ex.greater(
            ex.call(
                "CountLocation", place or self.sides.value("place"), self.sides.plan.atlas.main.name, ex.quoted(test)
            ),
            0,
        )


# -- a roll ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Blow:
    """One die with all that changes it, and the cell it comes to; `column` is the number of the head, from 1."""

    figures: Figures
    id: str
    table: ResultTable
    changes: tuple[Change, ...]
    column: ex.Node

    @property
    def sides(self) -> Sides:
        return self.figures.sides

    def value(self, what: str) -> ex.Node:
        return self.sides.value(f"{self.id}_{what}")

    @property
    def result(self) -> ex.Node:
        return self.value("result")

    def links(self) -> list[Link]:
        """The die that fell, each change, the sum, the cell."""
        dice = self.sides.battles.dice
        found = [self._link("die", ex.prop(f"{dice}_total"))]
        total: ex.Node = self.value("die")
        for n, change in enumerate(self.changes):
            found.append(self._link(f"change{n}", self.figures.number(change)))
            total = ex.add(total, self.value(f"change{n}"))
        found.append(self._link("total", total))
        found.append(self._link("column", self.column))
        row = under(self.table.rows.heads, self.value("total"))
        found.append(self._link("result", cell_text(self.table, row, self.value("column")), ""))
        return found

    def _link(self, what: str, value: ex.Node, start: str = "0") -> Link:
        return Link(self.sides.name(f"{self.id}_{what}"), start, SetValue(ex.braced(value)))

    def chain(self) -> tuple[Key, ...]:
        """Roll, and work it all out."""
        dice = self.sides.plan.game.dice[self.sides.battles.dice]
        return (roll_key(dice), *(link.key for link in self.links()))

    def properties(self) -> Iterator[Component]:
        yield from (link.component() for link in self.links())

    def told(self) -> ex.Node:
        """The die and every change by its name."""
        text: ex.Node = said("roll ", self.value("die"))
        for n, change in enumerate(self.changes):
            own = self.value(f"change{n}")
            text = said(text, ex.if_(ex.equals(own, 0), "", said(f", {change.name.en} ", signed(own))))
        return text

    def rules(self) -> list[tuple[ex.Node, Note]]:
        """The rule of every change that counts, with its test."""
        return [(ex.not_equals(self.value(f"change{n}"), 0), c.note) for n, c in enumerate(self.changes)]
