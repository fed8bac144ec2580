"""Tables that work: a button asks for what the table needs, rolls, and reports the cell with its rule.

The chain of a button: ask for column, row, shift and modifier, roll, find column and row, look the cell up, say it.
Each link is a hidden button on a property of the module, so that nothing is kept anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.battle_totals import ATTACKERS, DEFENDERS, compared
from compiler.emit.automation.lookup import by_odds, cell_text, choose, meaning, rules_of, under
from compiler.emit.automation.modifiers import boxes_of
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.table_questions import OF_TOTALS, Group, groups_of, parts_of
from compiler.emit.chat import player, said, with_rules
from compiler.emit.module.boards import listed
from compiler.emit.module.dice import roll_key
from compiler.emit.module.icons import icon
from compiler.emit.module.tracks import track_property
from compiler.emit.plan import Plan
from compiler.load.speech import ENGLISH
from compiler.model.tables import ResultTable, TableAxis
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import Change, SetValue

MENU = "Tables"


@dataclass(frozen=True, slots=True)
class _Link:
    """One property of a table and the change its hidden button makes."""

    table: str
    name: str
    start: str
    change: Change

    @property
    def holder(self) -> str:
        return f"Table_{self.table}_{self.name}"

    @property
    def key(self) -> Key:
        return named(f"liege-table-{self.table}-{self.name}")

    def component(self) -> Component:
        button = component("m.properties.ChangePropertyButton", text="", hotkey=self.key, propChanger=str(self.change))
        return component("m.properties.GlobalProperty", button, name=self.holder, initialValue=self.start)


class _Automaton:
    """Everything one table needs."""

    def __init__(self, plan: Plan, table: ResultTable) -> None:
        self.plan = plan
        self.table = table
        self.dice = next((axis.dice for axis in (table.rows, table.columns) if axis.by == "die" and axis.dice), None)

    def property(self, name: str) -> ex.Node:
        return ex.prop(f"Table_{self.table.id}_{name}")

    @cached_property
    def groups(self) -> list[Group]:
        """The dialogs that come before the roll."""
        return groups_of(self.table, list(parts_of(self.table, rolls=self.dice is not None, plan=self.plan)))

    def questions(self) -> list[Question]:
        return [group.question(self.table.title.en) for group in self.groups]

    def links(self) -> Iterator[_Link]:
        """What was answered, as numbers; then where they fall, and what stands there."""
        id, table = self.table.id, self.table
        for group in self.groups:
            for part in group.parts:
                yield _Link(id, part.name, "0", SetValue(ex.braced(group.number(part))))
        yield _Link(id, "c", "1", SetValue(ex.braced(self._place(table.columns, "column"))))
        yield _Link(id, "r", "1", SetValue(ex.braced(self._place(table.rows, "row"))))
        yield _Link(id, "result", "", SetValue(ex.braced(self._cell())))

    # -- where a value falls -----------------------------------------------------------------------------------------
    def _place(self, axis: TableAxis, name: str) -> ex.Node:
        """The number of the head, from 1, that the asked or rolled value falls under, shifted where need be.

        A box of a track that no head covers has the number 0.
        """
        if axis.track is not None:
            boxes = boxes_of(self.plan, axis.track).items()
            return choose([(test, n + 1) for value, test in boxes if (n := axis.index(value)) is not None], 0)
        if axis.tracks is not None:
            return under(axis.heads, self._difference(axis))
        if axis.total is not None:
            given = self.property(name)
            totals = [(ex.equals(given, n), under(axis.heads, ex.prop(p))) for _, n, p in OF_TOTALS]
            return choose(totals, given)
        if axis.by == "die" and axis.dice:
            value: ex.Node = ex.prop(f"{axis.dice}_total")
            if self._has("modifier"):
                value = ex.add(value, self.property("modifier"))
            found = under(axis.heads, value)
        else:
            found = self._named(axis, name)
        if name == "column" and self._has("shift"):
            shifted = ex.add(found, self.property("shift"))
            last = len(axis.heads)
            found = ex.if_(ex.less(shifted, 1), 1, ex.if_(ex.greater(shifted, last), last, shifted))
        return found

    def _difference(self, axis: TableAxis) -> ex.Node:
        """Two numbers read off tracks, the one less the other; several tracks are digits."""
        numbers: list[ex.Node] = []
        for digits in axis.tracks or ():
            number: ex.Node = ex.literal(0)
            for id in digits:
                shown = ex.prop(track_property(self.plan.game.tracks[id]))
                number = ex.add(ex.multiply(number, 10), shown) if id != digits[0] else shown
            numbers.append(number)
        return ex.subtract(*numbers)

    def _needs_dice(self) -> ex.Node | None:
        """Whether the dice decide anything: not where the track stands off the table, or in a row all alike."""
        rows = self.table.rows
        if rows.track is None or self.dice is None or self.table.columns.by != "die":
            return None
        open_rows = [n for n, row in enumerate(self.table.cells) if len(set(row)) > 1]
        boxes = boxes_of(self.plan, rows.track).items()
        tests = [test for value, test in boxes if rows.index(value) in open_rows]
        return ex.any_of(*tests) if len(tests) < len(boxes) else None

    def _has(self, name: str) -> bool:
        return any(part.name == name for group in self.groups for part in group.parts)

    def _named(self, axis: TableAxis, name: str) -> ex.Node:
        """The head that was chosen; or the one the totals fall under."""
        own = self.property(name)
        if len(axis.heads) == 1:
            return ex.literal(1)
        if axis.by == "odds":
            return ex.if_(ex.equals(own, 0), by_odds(axis.heads, ex.prop(ATTACKERS), ex.prop(DEFENDERS)), own)
        if axis.by == "difference":
            found = under(axis.heads, ex.subtract(ex.prop(ATTACKERS), ex.prop(DEFENDERS)))
            return ex.if_(ex.equals(own, 0), found, own)
        return own

    def _cell(self) -> ex.Node:
        """The text of the cell in the row and column found; none off the table."""
        found = cell_text(self.table, self.property("r"), self.property("c"))
        return ex.if_(ex.any_of(*self._off()), "", found) if self._off() else found

    def _off(self) -> list[ex.Node]:
        """The tests whether a track stands where the table has no head, or a total is none."""
        axes = (("c", self.table.columns), ("r", self.table.rows))
        off: list[ex.Node] = [ex.equals(self.property(place), 0) for place, axis in axes if axis.track is not None]
        for name, axis in (("column", self.table.columns), ("row", self.table.rows)):
            if axis.total is not None:  # nobody was added
                off += (ex.every(ex.equals(self.property(name), n), ex.equals(ex.prop(p), 0)) for _, n, p in OF_TOTALS)
        return off

    # -- what is said ------------------------------------------------------------------------------------------------
    def sentence(self) -> ex.Node:
        """Title and rule, column, roll, result and its meaning."""
        table = self.table
        text: ex.Node = said(player(), f": {table.title.en}, ")
        text = ex.add(text, self._heads(table.columns, "c", "column"))
        text = ex.add(text, self._heads(table.rows, "r", "row"))
        result = self.property("result")
        gives = ex.add(ex.add(" gives <b>", ex.add(result, "</b>")), meaning(table, result))
        text = ex.add(
            text,
            ex.if_(ex.any_of(*self._off()), ": nothing to look up, the table has no such line", gives)
            if self._off()
            else gives,
        )
        return with_rules(text, table.note, cases=rules_of(table, result))

    def _lower(self, text: str) -> str:
        """A title within a sentence; one that begins with the name of a side keeps its capital."""
        sides = (side.name.en for side in self.plan.game.sides.values())
        return text if text.startswith(tuple(sides)) or self.plan.game.lang != ENGLISH else text[:1].lower() + text[1:]

    def _heads(self, axis: TableAxis, place: str, name: str) -> ex.Node:
        joint = "" if name == "column" else ", "
        if axis.track is not None:
            boxes = boxes_of(self.plan, axis.track)
            labels = {box.value: box.label.en for box in self.plan.game.tracks[axis.track].boxes}
            here = choose([(test, labels[value]) for value, test in boxes.items()], "")
            return ex.add(f"{joint}{self._lower(axis.title.en or name)} ", here)
        label: ex.Node = ex.literal(axis.heads[-1].label)
        for n, head in reversed(list(enumerate(axis.heads[:-1], 1))):
            label = ex.if_(ex.equals(self.property(place), n), head.label, label)
        if axis.by != "die" or not axis.dice:
            return ex.add(f"{joint}{self._lower(axis.title.en or name)} ", self._with_totals(axis, name, label))
        rolled: ex.Node = ex.add(f"{joint}roll ", ex.prop(f"{axis.dice}_total"))
        needed = self._needs_dice()
        if needed is not None:
            rolled = ex.if_(needed, rolled, f"{joint}no roll")
        if self._has("modifier"):
            modifier = self.property("modifier")
            signed = ex.add(ex.if_(ex.greater(modifier, 0), " +", " "), modifier)
            rolled = ex.add(rolled, ex.if_(ex.equals(modifier, 0), "", signed))
        return rolled

    def _with_totals(self, axis: TableAxis, name: str, label: ex.Node) -> ex.Node:
        if axis.tracks is not None:
            return ex.add(ex.add(self._difference(axis), ", column "), label)
        if axis.total is not None:
            own = [(ex.equals(self.property(name), n), ex.add(ex.prop(p), " is ")) for _, n, p in OF_TOTALS]
            return ex.add(choose(own, ""), label)
        if axis.by not in ("odds", "difference"):
            return label
        sums = ex.add(ex.prop(ATTACKERS), ex.add(" against ", ex.add(ex.prop(DEFENDERS), " is ")))
        return ex.add(ex.if_(ex.equals(self.property(name), 0), sums, ""), label)

    def buttons(self) -> Iterator[Component]:
        """The button players press, what it does when all is answered, and the one that speaks."""
        id, says = self.table.id, named(f"liege-table-{self.table.id}-says")
        rolled = [roll_key(self.plan.game.dice[self.dice])] if self.dice is not None else []
        needed = self._needs_dice()
        if needed is not None:
            yield component(
                "m.DoActionButton", name=f"Table {id} rolls", text="", icon="", hotkey=_rolls_key(id), doHotkey=True,
                hotkeys=tuple(rolled), doLoop=True, loopType="counted", loopCount=ex.braced(ex.if_(needed, 1, 0)),
            )  # fmt: skip
            rolled = [_rolls_key(id)]
        yield from asked_buttons(
            f"Table {id}",
            self.questions(),
            (*rolled, *(link.key for link in self.links()), says),
            text=self.table.title.en,
            tooltip=f"{self.table.title.en}: roll and look up",
            canDisable=True,
            propertyGate=OFF,
        )
        yield component(
            "m.DoActionButton",
            name=f"Table {id} says",
            text="",
            icon="",
            hotkey=says,
            doReport=True,
            reportFormat=ex.braced(self.sentence()),
        )

    def properties(self) -> Iterator[Component]:
        """The properties of the table, each with its hidden buttons."""
        yield from (question.component() for question in self.questions())
        yield from (link.component() for link in self.links())


def automata(plan: Plan) -> list[_Automaton]:
    """One for every table that is looked up, but for those that a command of a piece looks up."""
    read = {check.reading.table for check in plan.game.rolls.checks.values() if check.reading is not None}
    read |= {table for battles in plan.game.rolls.battles.values() for table in battles.tables()}
    tables = (table for table in plan.game.tables.values() if table.use == "look_up" and table.id not in read)
    return [_Automaton(plan, table) for table in tables]


def table_properties(plan: Plan) -> Iterator[Component]:
    """The properties the tables work with, and the totals of a battle."""
    for automaton in automata(plan):
        yield from automaton.properties()
    if compared(plan):
        for total in (ATTACKERS, DEFENDERS):
            clear = component(
                "m.properties.ChangePropertyButton", text="", hotkey=_clear_key(total), propChanger=str(SetValue("0"))
            )
            yield component(
                "m.properties.GlobalProperty",
                clear,
                name=total,
                initialValue="0",
                isNumeric=True,
                min="0",
                max="9999",
                description="total of a battle",
            )


def _rolls_key(table: str) -> Key:
    return named(f"liege-table-{table}-rolls")


def _clear_key(total: str) -> Key:
    return named(f"liege-clear-{total.lower()}")


NEW_BATTLE = "New battle"


def table_buttons(plan: Plan) -> Iterator[Component]:
    """The buttons of all tables, gathered in a menu."""
    texts = []
    for automaton in automata(plan):
        texts.append(automaton.table.title.en)
        yield from automaton.buttons()
    if compared(plan):
        texts.append(NEW_BATTLE)
        yield component(
            "m.DoActionButton",
            name=NEW_BATTLE,
            text=NEW_BATTLE,
            icon="",
            doHotkey=True,
            tooltip="Set the totals of attackers and defenders to 0",
            hotkeys=(_clear_key(ATTACKERS), _clear_key(DEFENDERS)),
            doReport=True,
            reportFormat="A new battle: the totals are 0",
            canDisable=True,
            propertyGate=OFF,
        )
    if texts:
        yield component(
            "m.ToolbarMenu",
            description=MENU,
            text=MENU,
            tooltip="Roll on a table and read the result",
            icon=icon("check"),
            menuItems=listed(texts),
        )
