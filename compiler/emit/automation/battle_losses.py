"""Losses of a battle: steps that a side has to lose yet, paid by whatever of it loses one.

Where nobody has a choice they are taken at once; else their player chooses, by the command that loses a step, or has
them taken: from the lowest rank first, and there from the strongest. Who retreats instead is shaken, and a force that
is shaken too much is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.battle_sides import AGAINST, ATTACKS, BOTH, FACES, STEPS_LEFT, WITH, Sides
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.roll_chain import Link
from compiler.emit.chat import REFUSED, player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.marks import property_of, shake_key
from compiler.emit.names import counted
from compiler.model.battles import LeadersApart
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key
from compiler.vassal.traits import GlobalHotkey, GlobalKeyCommand, Report, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

TAKE_TEXT, RETREAT_TEXT = "Take the losses, commanders last", "Retreat instead..."
_RANKED = 100  # between two ranks: more than anybody has steps


@dataclass(frozen=True, slots=True)
class Losses:
    """What the two sides have to lose yet."""

    sides: Sides

    def due(self, back: bool) -> ex.Node:
        return self.sides.value("due", back)

    # -- components ----------------------------------------------------------------------------------------------------
    def properties(self, results: dict[bool, dict[Key, ex.Node]]) -> Iterator[Component]:
        """The debts, with what sets them: `results` by side and by the command that makes them due."""
        for back in BOTH:
            changes: dict[Key, ex.Node] = {
                key: ex.if_(is_applied(), number, 0) for key, number in results[back].items()
            }
            changes[self.sides.key("forgets")] = ex.literal(0)
            buttons = [
                component(
                    "m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(SetValue(ex.braced(v)))
                )
                for key, v in changes.items()
            ]
            yield component(
                "m.properties.GlobalProperty", *buttons, name=self.sides.name("due", back), initialValue="0",
                description="steps to lose yet",
            )  # fmt: skip
            most = choose([(self.sides.some(self.sides.belongs(back), self._has(n)), n) for n in self._steps()], 0)
            yield Link(self.sides.name("most", back), "0", SetValue(ex.braced(most))).component()
        yield from (question.component() for question in self.questions())

    def _has(self, steps: ex.Value) -> ex.Node:
        """Whether a piece is as good to lose as a number says: its steps, and more the lower its rank."""
        ranks = self._ranks()
        left = ex.prop(STEPS_LEFT)
        if not ranks:
            return ex.equals(left, steps)
        worth = choose([(ex.equals(ex.prop(ranks[0]), rank), n * _RANKED) for n, rank in enumerate(ranks[1:])], 0)
        return ex.equals(ex.add(left, worth), steps)

    def _ranks(self) -> tuple[str, ...]:
        """The field with the rank of leaders, and the ranks, the highest first; nothing where none count."""
        causes = (change.cause for change in self.sides.battles.changes())
        leaders = next((cause for cause in causes if isinstance(cause, LeadersApart)), None)
        return () if leaders is None else (leaders.rank, *(rank for ranks in leaders.order for rank in ranks))

    def _steps(self) -> list[int]:
        """All numbers that `_has` knows, those who lose first at the head."""
        sides = self.sides
        most = max(c.steps for c in sides.plan.game.counters.values() if c.kind in sides.battles.kinds)
        ranks = max(1, len(self._ranks()) - 1)
        return [rank * _RANKED + n for rank in reversed(range(ranks)) for n in range(most, 0, -1)]

    def settling(self, back: bool) -> tuple[Key, ...]:
        """What comes after a result: taken at once, or told who has to choose."""
        return self.sides.key("settles", back), self.sides.key("chooses", back)

    def buttons(self) -> Iterator[Component]:
        sides = self.sides
        for back in BOTH:
            due, mine = self.due(back), sides.belongs(back)
            taking, most = sides.key("taking", back), Link(sides.name("most", back), "0", SetValue("")).key
            carried, leading = sides.key("taken-with", back), sides.key("taken", back)
            strongest = self._has(ex.prop(sides.name("most", back)))
            yield sides.gate("takes losses", taking, due, most, carried, leading)
            for pressed, part in ((carried, AGAINST if back else WITH), (leading, FACES if back else ATTACKS)):
                yield sides.sends("loses", pressed, sides.key("loses", back), sides.takes(part), strongest, quiet=False)
            alone = ex.equals(sides.count(mine), 1)
            all_of_it = ex.greater_equal(due, sides.sum_of(STEPS_LEFT, mine))
            forced = ex.every(ex.greater(due, 0), ex.any_of(alone, all_of_it))
            yield sides.when("nobody has a choice", sides.key("settles", back), forced, taking)
            text = said(sides.value("side", back), " have ", counted(due, "step", "steps"), " to lose")
            text = said(text, f": Lose a step on the units, or {TAKE_TEXT}, menu {sides.menu}")
            open_ = ex.every(ex.greater(due, 0), sides.some(mine))
            yield sides.speaks("who loses", sides.key("chooses", back), text, open_)
        yield from self._retreating()

    # -- retreats ------------------------------------------------------------------------------------------------------
    def _most_spaces(self) -> int:
        sides = self.sides
        own = [fight.retreat for fight in sides.battles.fights.values() if fight.retreat is not None]
        return max((int(sides.plan.game.constants[retreat.most].value) for retreat in own), default=0)

    @property
    def _asked(self) -> str:
        return self.sides.name("hexes_asked")

    def questions(self) -> list[Question]:
        """How far; no farther than the losses go."""
        most = self._most_spaces()
        if not most:
            return []
        offered = {str(n): ex.greater_equal(self.due(True), n) for n in range(1, most + 1)}
        return [Question(self._asked, "Retreat how many hexes?", tuple(offered), offered=offered)]

    def _retreating(self) -> Iterator[Component]:
        sides, asked = self.sides, ex.prop(self._asked)
        if not self._most_spaces():
            return
        shakes, told = sides.key("shakes"), sides.key("retreat-told")
        fight = next(f for f in sides.battles.fights.values() if f.retreat is not None)
        assert fight.retreat is not None
        then = (sides.key("hexes"), sides.key("pays-retreat"), told, shakes, sides.key("closes"), sides.key("finishes"))
        yield from asked_buttons(
            f"{sides.menu}: retreat", self.questions(), then, text="", hotkey=sides.key("retreats-asked")
        )
        yield sides.sends("are shaken", shakes, sides.key("shaken"), sides.leads(True), quiet=False)
        text = said(player(), ": ", sides.who(True), ", retreat of ", counted(asked, "hex", "hexes"))
        text = said(text, ", and as much morale is lost; to be moved away from ", sides.value("place"))
        yield sides.speaks("retreats", told, said(text, ruled(fight.retreat.note)))

    def spaces_properties(self, others: dict[Key, ex.Node]) -> Iterator[Component]:
        """How far those who retreat go: as asked for, or as rolled."""
        changes = {self.sides.key("hexes"): ex.prop(self._asked), **others}
        buttons = [
            component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(SetValue(ex.braced(v))))
            for key, v in changes.items()
        ]
        yield component(
            "m.properties.GlobalProperty", *buttons, name=self.sides.name("hexes"), initialValue="0",
            description="spaces of retreat",
        )  # fmt: skip

    def paid_by_retreat(self) -> ex.Node:
        """What is left to lose for those who retreat."""
        return ex.subtract(self.due(True), ex.prop(self._asked))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """A step that is lost is paid; a force that is shaken too much is lost with all it has with it."""
        sides = self.sides
        for back in BOTH:
            due = self.due(back)
            less = ex.if_(ex.every(sides.belongs(back), ex.greater(due, 0)), ex.subtract(due, 1), due)
            # before the piece is turned, or has gone
            paid = PropertyCommand("", keys.LOSE_STEP, SetValue(ex.braced(less)))
            owed = ex.if_(sides.some(sides.belongs(back)), due, 0)
            anew = PropertyCommand("", sides.key("renews", back), SetValue(ex.braced(owed)))
            yield SetGlobalProperty(sides.name("due", back), Limits(), (paid, anew))
            owing = ex.braced(ex.greater(due, 0))
            yield Trigger("loses", key=sides.key("loses", back), match=owing, performed=(keys.LOSE_STEP,))
        # a trigger outside those that turn the piece: with the last step it is still one of them
        yield GlobalHotkey("", sides.key("finishes-press"), sides.key("finishes"))
        yield Trigger("is over", key=keys.LOSE_STEP, performed=(sides.key("finishes-press"),))
        yield Trigger("dies", key=sides.key("dies"), performed=(keys.ELIMINATE,))
        yield from self._shaken()

    def _shaken(self) -> Iterator[Trait]:
        sides, battles = self.sides, self.sides.battles
        least = int(sides.plan.game.constants[battles.least].value)
        now = ex.prop(property_of(battles.shaken))
        after = ex.subtract(ex.if_(ex.equals(now, ""), 0, now), sides.value("hexes"))
        broken, goes = ex.every(is_applied(), ex.less(after, least)), sides.key("breaks")
        mine = ex.equals(sides.carried, f"${COUNTER_ID}$")
        yield GlobalKeyCommand("", sides.key("all-lost"), keys.ELIMINATE, ex.braced(mine), suppress_reports=False)
        text = said(REFUSED, "<b>", ex.prop("newPieceName"), f"</b> falls below {least}: the force breaks up")
        yield Report((goes,), ex.braced(said(text, ruled(battles.breaks))))
        yield Trigger(
            "breaks up", key=sides.key("shaken"), match=ex.braced(broken),
            performed=(goes, sides.key("all-lost"), keys.ELIMINATE),
        )  # fmt: skip
        holds = ex.every(is_applied(), ex.greater_equal(after, least))
        yield Trigger(
            "is shaken", key=sides.key("shaken"), match=ex.braced(holds), performed=(shake_key(battles.shaken),)
        )
