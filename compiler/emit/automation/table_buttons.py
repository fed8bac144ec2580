"""Tables that work: a button asks for what the table needs, rolls, and reports the cell with its rule.

The chain of a button: choose or compute the column, give shift and modifier, roll, find column and row, look the cell
up, say it. Each link is a hidden button on a property of the module, so that nothing is kept anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.battle_totals import ATTACKERS, DEFENDERS, compared
from compiler.emit.automation.lookup import by_label, by_odds, cell_text, choose, meaning, under
from compiler.emit.automation.modifiers import boxes_of
from compiler.emit.automation.preference import OFF
from compiler.emit.module.boards import listed
from compiler.emit.module.charts import modifier_text
from compiler.emit.module.dice import roll_key
from compiler.emit.module.tracks import track_property
from compiler.emit.names import cited
from compiler.emit.plan import Plan
from compiler.model.tables import ResultTable, TableAxis
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import Ask, Change, Choose, SetValue

BY_TOTALS = "by the totals of attackers and defenders"
_OF_TOTALS = {"the attackers' total": ATTACKERS, "the defenders' total": DEFENDERS}
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

    def links(self) -> Iterator[_Link]:
        """The asking links first, then those that compute."""
        id, table = self.table.id, self.table
        for name, axis in (("column", table.columns), ("row", table.rows)):
            asked = self._asked(axis)
            if asked is not None:
                start = asked.choices[0] if isinstance(asked, Choose) else "0"
                yield _Link(id, name, start, asked)
        if self._has("shift"):
            yield _Link(id, "shift", "0", Ask(self._prompt("Columns to shift, left is negative", "column")))
        if self._has("modifier"):
            yield _Link(id, "modifier", "0", Ask(self._prompt("Modifier of the roll", "roll")))
        yield _Link(id, "c", "1", SetValue(ex.braced(self._place(table.columns, "column"))))
        yield _Link(id, "r", "1", SetValue(ex.braced(self._place(table.rows, "row"))))
        yield _Link(id, "result", "", SetValue(ex.braced(self._cell())))

    def resets(self) -> Iterator[_Link]:
        """Shift and modifier go back to nothing after every use."""
        for link in self.links():
            if link.name in ("shift", "modifier"):
                yield _Link(self.table.id, f"no_{link.name}", "0", SetValue("0"))

    def _asked(self, axis: TableAxis) -> Change | None:
        labels = tuple(head.label for head in axis.heads)
        title = axis.title.en or self.table.title.en
        if axis.track is not None or axis.tracks is not None or (axis.by == "die" and axis.dice):
            return None
        if axis.total is not None:
            return Choose(title, (*_OF_TOTALS, *labels))
        if axis.by in ("odds", "difference"):
            return Choose(title, (BY_TOTALS, *labels))
        if axis.by != "name":
            return Ask(f"{title}?")
        return Choose(title, labels) if len(labels) > 1 else None

    def _prompt(self, what: str, on: str) -> str:
        own = [m for m in self.table.modifiers if m.on == on]
        return f"{what} ({'; '.join(modifier_text(m) for m in own)})"

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
            totals = [(ex.equals(given, said), under(axis.heads, ex.prop(p))) for said, p in _OF_TOTALS.items()]
            return choose(totals, by_label(axis, given, 1))
        if axis.by == "die" and axis.dice:
            value: ex.Node = ex.prop(f"{axis.dice}_total")
            if self._has("modifier"):
                value = ex.add(value, self.property("modifier"))
            found = under(axis.heads, value)
        elif axis.by == "number":
            found = under(axis.heads, self.property(name))
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
        on = "column" if name == "shift" else "roll"
        return any(m.on == on for m in self.table.modifiers) and (name == "shift" or self.dice is not None)

    def _named(self, axis: TableAxis, name: str) -> ex.Node:
        own = self.property(name)
        found: ex.Node = ex.literal(1)
        if len(axis.heads) == 1:
            return found
        if axis.by == "odds":
            found = by_odds(axis.heads, ex.prop(ATTACKERS), ex.prop(DEFENDERS))
        elif axis.by == "difference":
            found = under(axis.heads, ex.subtract(ex.prop(ATTACKERS), ex.prop(DEFENDERS)))
        return by_label(axis, own, found)

    def _cell(self) -> ex.Node:
        """The text of the cell in the row and column found; none off the table."""
        found = cell_text(self.table, self.property("r"), self.property("c"))
        return ex.if_(ex.any_of(*self._off()), "", found) if self._off() else found

    def _off(self) -> list[ex.Node]:
        """The tests whether a track stands where the table has no head."""
        axes = (("c", self.table.columns), ("r", self.table.rows))
        return [ex.equals(self.property(place), 0) for place, axis in axes if axis.track is not None]

    # -- what is said ------------------------------------------------------------------------------------------------
    def sentence(self) -> ex.Node:
        """Title and rule, column, roll, result and its meaning."""
        table = self.table
        text: ex.Node = ex.literal(f"{table.title.en}{cited(table.note)}: ")
        text = ex.add(text, self._heads(table.columns, "c", "column"))
        text = ex.add(text, self._heads(table.rows, "r", "row"))
        result = self.property("result")
        gives = ex.add(ex.add(" gives <b>", ex.add(result, "</b>")), meaning(table, result))
        return ex.add(text, ex.if_(ex.any_of(*self._off()), " is not on the table", gives) if self._off() else gives)

    def _heads(self, axis: TableAxis, place: str, name: str) -> ex.Node:
        joint = "" if name == "column" else ", "
        if axis.track is not None:
            boxes = boxes_of(self.plan, axis.track)
            labels = {box.value: box.label.en for box in self.plan.game.tracks[axis.track].boxes}
            here = choose([(test, labels[value]) for value, test in boxes.items()], "")
            return ex.add(f"{joint}{_lower(axis.title.en or name)} ", here)
        label: ex.Node = ex.literal(axis.heads[-1].label)
        for n, head in reversed(list(enumerate(axis.heads[:-1], 1))):
            label = ex.if_(ex.equals(self.property(place), n), head.label, label)
        if axis.by != "die" or not axis.dice:
            return ex.add(f"{joint}{_lower(axis.title.en or name)} ", self._with_totals(axis, name, label))
        said: ex.Node = ex.add(f"{joint}roll ", ex.prop(f"{axis.dice}_total"))
        needed = self._needs_dice()
        if needed is not None:
            said = ex.if_(needed, said, f"{joint}no roll")
        if self._has("modifier"):
            modifier = self.property("modifier")
            signed = ex.add(ex.if_(ex.greater(modifier, 0), " +", " "), modifier)
            said = ex.add(said, ex.if_(ex.equals(modifier, 0), "", signed))
        return said

    def _with_totals(self, axis: TableAxis, name: str, label: ex.Node) -> ex.Node:
        if axis.tracks is not None:
            return ex.add(ex.add(self._difference(axis), ", column "), label)
        if axis.total is not None:
            own = [(ex.equals(self.property(name), s), ex.add(ex.prop(p), " is ")) for s, p in _OF_TOTALS.items()]
            return ex.add(choose(own, ""), label)
        if axis.by not in ("odds", "difference"):
            return label
        sums = ex.add(ex.prop(ATTACKERS), ex.add(" against ", ex.add(ex.prop(DEFENDERS), " is ")))
        return ex.add(ex.if_(ex.equals(self.property(name), BY_TOTALS), sums, ""), label)

    def buttons(self) -> Iterator[Component]:
        """The button players press, and the one that speaks."""
        id, says = self.table.id, named(f"liege-table-{self.table.id}-says")
        links = list(self.links())
        asked = [link.key for link in links if link.name not in ("c", "r", "result")]
        rolled = [roll_key(self.plan.game.dice[self.dice])] if self.dice is not None else []
        needed = self._needs_dice()
        if needed is not None:
            yield component(
                "m.DoActionButton", name=f"Table {id} rolls", text="", icon="", hotkey=_rolls_key(id), doHotkey=True,
                hotkeys=tuple(rolled), doLoop=True, loopType="counted", loopCount=ex.braced(ex.if_(needed, 1, 0)),
            )  # fmt: skip
            rolled = [_rolls_key(id)]
        found = [link.key for link in links if link.name in ("c", "r", "result")]
        forgotten = [link.key for link in self.resets()]
        yield component(
            "m.DoActionButton",
            name=f"Table {id}",
            text=self.table.title.en,
            icon="",
            tooltip=f"{self.table.title.en}: roll and look up",
            doHotkey=True,
            hotkeys=(*asked, *rolled, *found, says, *forgotten),
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
        made = {link.holder: link.component() for link in self.links()}
        for reset in self.resets():
            target = made[reset.holder.replace("_no_", "_", 1)]
            target.add(
                component("m.properties.ChangePropertyButton", text="", hotkey=reset.key, propChanger=str(reset.change))
            )
        yield from made.values()


def automata(plan: Plan) -> list[_Automaton]:
    """One for every table that is looked up, but for those that a command of a piece looks up."""
    read = {check.reading.table for check in plan.game.rolls.checks.values() if check.reading is not None}
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
            icon="",
            menuItems=listed(texts),
        )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
