"""Battles in the field: a force attacks others beside it, who strike back or roll at the same time.

The command of a piece presses a hidden button, which gathers both sides, refuses what the rules do not allow, rolls,
names what changed the die, and has the losses taken (`battle_losses`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.battle_figures import Blow, Figures, between, read_off
from compiler.emit.automation.battle_losses import RETREAT_TEXT, TAKE_TEXT, Losses
from compiler.emit.automation.battle_sides import AGAINST, BOTH, WITH, Sides
from compiler.emit.automation.lookup import choose, under
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.roll_chain import Link
from compiler.emit.chat import owner, player, ruled, said, with_rules
from compiler.emit.module.dice import roll_key
from compiler.emit.names import YES, counted, shown
from compiler.model.battles import ATTACKERS, Beaten, Fight
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key
from compiler.vassal.traits import GlobalHotkey, RestrictCommands, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

STRIKE_TEXT, BEATEN_TEXT = "Strike back", "Retreat of the beaten"


@dataclass(frozen=True, slots=True)
class Fights:
    """All kinds of battle in the field."""

    sides: Sides

    @property
    def losses(self) -> Losses:
        return Losses(self.sides)

    def fights(self) -> list[Fight]:
        return list(self.sides.battles.fights.values())

    def blow(self, fight: Fight, back: bool) -> Blow:
        """The roll of a side; the strength of those who roll gives the column."""
        table = self.sides.plan.game.tables[fight.table]
        changes = fight.back if back and not fight.at_once else fight.changes
        column = under(table.columns.heads, self.sides.value("strength", back))
        return Blow(Figures(self.sides, back), f"{fight.id}{'_back' if back else ''}", table, changes, column)

    def strengths(self) -> list[Link]:
        return [
            Link(self.sides.name("strength", back), "0", SetValue(ex.braced(self.sides.strength(back))))
            for back in BOTH
        ]

    def beaten(self) -> Beaten | None:
        return next((fight.beaten for fight in self.fights() if fight.beaten is not None), None)

    # -- refusals ------------------------------------------------------------------------------------------------------
    def fault(self, fight: Fight) -> ex.Node:
        """Why a piece does not begin a fight, as it stands; nothing where it does."""
        sides = self.sides
        nobody = f"needs somebody to attack: right-click the enemy, menu {sides.menu}, {sides.attacked_text}"
        rule = ruled(fight.note)
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.not_(sides.some(sides.leads(True))), f"{nobody}{rule}"),
            (ex.equals(sides.seat(), sides.value("seat", True)), f"is not against one's own side{rule}"),
        ]
        for barred in fight.barred:
            test = sides.some(sides.leads(True), sides.marked(barred.mark))
            if barred.who == ATTACKERS:
                test = ex.any_of(sides.marked(barred.mark), sides.beside(sides.marked(barred.mark)))
            cases.append((test, f"{barred.why}{ruled(barred.note)}"))
        if sides.plan.game.map.grid is not None:
            near = ex.equals(sides.away(), ex.if_(sides.marked(sides.battles.inside), 0, 1))
            cases.append((ex.not_(near), said("does not reach ", sides.value("place", True), rule)))
            closed = ex.equals(read_off("Board_closed", between(sides, sides.own_hex())), 1)
            cases.append(
                (closed, said("is not fought across what lies between, at ", sides.value("place", True), rule))
            )
        cases += sides.debts()
        if fight.led_by is not None:
            field, value = fight.led_by
            is_one = ex.equals(ex.prop(field), value)
            led = ex.every(ex.any_of(is_one, sides.beside(is_one)), sides.some(sides.leads(True), is_one))
            cases.append((ex.not_(led), f"needs a {shown(sides.plan.game, value)} on both sides{rule}"))
        if fight.alone is not None:
            several = ex.every(ex.not_(sides.marked(fight.alone.unless)), sides.others())
            text = f"is fought by one force: another that attacks from here leaves first{ruled(fight.alone.note)}"
            cases.append((several, text))
        return choose([*cases, sides.acted_case()], "")

    def strike_fault(self, fight: Fight) -> ex.Node:
        """Why those attacked do not strike back; nothing where they do."""
        sides, due = self.sides, self.losses.due(True)
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.not_equals(sides.value("open"), fight.id), "comes after an attack, once, by those who stayed"),
            (ex.greater(due, 0), said("comes after the losses: ", counted(due, "step", "steps"), " to lose yet")),
            (ex.not_(sides.some(sides.leads(True))), "needs somebody who is left"),
            (ex.not_(sides.some(sides.leads(False))), "finds nobody"),
        ]
        return choose([(test, said(text, ruled(fight.answered))) for test, text in cases], "")

    # -- components ----------------------------------------------------------------------------------------------------
    def answering(self) -> list[Fight]:
        """The fights that are answered."""
        return [fight for fight in self.fights() if not fight.at_once]

    def properties(self) -> Iterator[Component]:
        """What each roll works out; which battle is open, and who is beaten."""
        yield from (link.component() for link in self.strengths())
        for fight in self.fights():
            for back in BOTH:
                yield from self.blow(fight, back).properties()
        opens = {self._key(fight, "opens"): ex.literal(fight.id) for fight in self.answering()}
        closes = {self.sides.key(what): ex.literal("") for what in ("closes", "forgets")}
        yield self.sides.kept("open", {**opens, **closes}, "the battle that those attacked may answer")
        lost = {self._key(fight, "beats"): self._worse(fight) for fight in self.fights() if fight.at_once}
        yield self.sides.kept("beaten", {**lost, **closes}, "who lost more")
        over = {self.sides.key("closes"): ex.literal(YES), self.sides.key("clears"): ex.literal("")}
        yield self.sides.kept("over", over, "nothing but losses is left of the battle")
        yield self.sides.kept("gives_way", {}, "the force that rolls for its retreat")

    def _worse(self, fight: Fight) -> ex.Node:
        """The side that lost more: by the number of its part."""
        mine, theirs = self.blow(fight, False).result, self.blow(fight, True).result
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.greater(theirs, mine), "first"),
            (ex.greater(mine, theirs), "back"),
        ]
        return choose(cases, "")

    def results(self) -> dict[bool, dict[Key, ex.Node]]:
        """What makes losses due: each side suffers what the other rolled, or what a retreat costs."""
        found: dict[bool, dict[Key, ex.Node]] = {False: {}, True: {}}
        for fight in self.fights():
            found[True][self._key(fight, "due")] = self.blow(fight, False).result
            found[False][self._key(fight, "due-back")] = self.blow(fight, True).result
        if self.losses.questions():
            found[True][self.sides.key("pays-retreat")] = self.losses.paid_by_retreat()
        if self.beaten() is not None:
            for back in BOTH:
                more = ex.add(self.losses.due(back), self._steps_rolled())
                found[back][self.sides.key("pays-beaten", back)] = more
        return found

    def spaces(self) -> dict[Key, ex.Node]:
        """How far those go who roll for it."""
        beaten = self.beaten()
        if beaten is None:
            return {}
        die, most = self._die(), int(self.sides.plan.game.constants[beaten.most].value)
        return {self.sides.key("rolled"): ex.if_(ex.greater(die, most), most, die)}

    def _die(self) -> ex.Node:
        return ex.prop(f"{self.sides.battles.dice}_total")

    def _steps_rolled(self) -> ex.Node:
        beaten = self.beaten()
        assert beaten is not None
        steps = self.sides.plan.game.constants[beaten.steps].value
        assert isinstance(steps, dict)
        return choose([(ex.equals(self._die(), int(roll)), int(n)) for roll, n in steps.items()], 0)

    def _key(self, fight: Fight, what: str) -> Key:
        return self.sides.key(f"{fight.id}-{what}")

    def buttons(self) -> Iterator[Component]:
        for fight in self.fights():
            yield from self._fought(fight)
        for fight in self.answering():
            yield from self._answered(fight)
        if self.beaten() is not None:
            yield from self._giving_way()

    def begun(self, name: str, key: Key, *then: Key) -> Component:
        """A button that gathers both sides, and goes on."""
        return component(
            "m.DoActionButton", name=f"{self.sides.menu}: {name}", text="", icon="", hotkey=key, doHotkey=True,
            hotkeys=(*self.sides.gathering(), *(link.key for link in self.strengths()), *then),
        )  # fmt: skip

    def _fought(self, fight: Fight) -> Iterator[Component]:
        sides, losses = self.sides, self.losses
        mine, theirs = self.blow(fight, False), self.blow(fight, True)
        then: tuple[Key, ...] = (sides.key("forgets"), sides.key("act"), *mine.chain())
        if fight.at_once:
            then = (*then, *theirs.chain(), self._key(fight, "says"), self._key(fight, "says-back"))
            then = (*then, self._key(fight, "due"), self._key(fight, "due-back"), self._key(fight, "beats"))
            then = (*then, *((sides.key("points-beaten"),) if sides.battles.points is not None else ()))
            then = (*then, *losses.settling(True), *losses.settling(False), self._key(fight, "over"))
        else:
            then = (*then, self._key(fight, "says"), self._key(fight, "due"), self._key(fight, "opens"))
            then = (*then, self._key(fight, "faced"))
        yield self.begun(fight.name.en, self._key(fight, "begins"), *then)
        yield sides.speaks(f"{fight.name.en} says", self._key(fight, "says"), self.sentence(fight, False))
        if fight.at_once:
            yield sides.speaks(f"{fight.name.en} says", self._key(fight, "says-back"), self.sentence(fight, True))
            yield sides.speaks(f"{fight.name.en} is over", self._key(fight, "over"), self._over(fight))
        else:
            due, name = losses.due(True), sides.value("side", True)
            steps = said(counted(due, "step", "steps"), f" to lose: Lose a step, {TAKE_TEXT}")
            spared = f"{STRIKE_TEXT} (menu {sides.menu} of those attacked)"
            other = f", or {RETREAT_TEXT} (menu {sides.menu})" if fight.retreat is not None else f" (menu {sides.menu})"
            text = said(name, ": ", ex.if_(ex.greater(due, 0), said(steps, other), spared))
            yield sides.speaks(f"{fight.name.en} answered", self._key(fight, "faced"), text, is_applied())

    def _answered(self, fight: Fight) -> Iterator[Component]:
        """Those attacked strike back; the others lose steps, and it is over."""
        sides = self.sides
        then = (*self.blow(fight, True).chain(), self._key(fight, "says-back"), self._key(fight, "due-back"))
        then = (*then, sides.key("closes"), *self.losses.settling(False), sides.key("finishes"))
        yield self.begun(f"{fight.name.en}, {STRIKE_TEXT.lower()}", self._key(fight, "strikes"), *then)
        yield sides.speaks(f"{fight.name.en} says", self._key(fight, "says-back"), self.sentence(fight, True))

    def _over(self, fight: Fight) -> ex.Node:
        """Who lost more retreats; else there is another round."""
        sides, beaten = self.sides, self.sides.value("beaten")
        lost = ex.if_(ex.equals(beaten, "back"), sides.value("side", True), sides.value("side"))
        gives = said(lost, f" lost more and give way: {BEATEN_TEXT}, menu {sides.menu}, for each of their forces")
        note = ruled(fight.beaten.note) if fight.beaten is not None else ""
        again = f"Equal losses: {fight.name.en} once more"
        return ex.if_(ex.equals(beaten, ""), again, said(gives, note))

    def sentence(self, fight: Fight, back: bool) -> ex.Node:
        """Who strikes at whom with what strength, the die with all that changed it, and what the others lose."""
        sides, blow = self.sides, self.blow(fight, back)
        does = " strikes back at " if back and not fight.at_once else " against " if back else " attacks "
        text = said(f"{fight.name.en}: ", sides.who(back), does, sides.who(not back))
        text = said(text, " in ", sides.value("place", not back), ", strength ", sides.value("strength", back))
        text = said(text, ", ", blow.told(), ": <b>", counted(blow.result, "loss", "losses"), "</b>")
        text = said(text, " of ", sides.value("side", not back))
        if back and not fight.at_once:
            return with_rules(said(owner(sides.plan, sides.value("side", True)), ": ", text), fight.answered)
        if not back:
            text = said(player(), ": ", text)
        return with_rules(text, fight.note, cases=blow.rules())

    # -- giving way ----------------------------------------------------------------------------------------------------
    def _giving_way(self) -> Iterator[Component]:
        """A beaten force rolls how far it goes and what that costs."""
        sides, beaten = self.sides, self.beaten()
        assert beaten is not None
        dice = sides.plan.game.dice[sides.battles.dice]
        for back in BOTH:
            pays, says = sides.key("pays-beaten", back), sides.key("beaten-says")
            yield component(
                "m.DoActionButton", name=f"{sides.menu}: gives way", text="", icon="", doHotkey=True,
                hotkey=sides.key("gives-way", back), hotkeys=(roll_key(dice), sides.key("rolled"), pays, says),
            )  # fmt: skip
            yield sides.when("settles", sides.key("settling", back), is_applied(), *self.losses.settling(back))
        spaces, steps = sides.value("hexes"), self._steps_rolled()
        text = said(player(), f": {BEATEN_TEXT}: <b>", sides.value("gives_way"), "</b>, roll ", self._die(), ": ")
        text = said(text, counted(spaces, "hex", "hexes"), ", and as much morale is lost")
        text = said(text, ex.if_(ex.equals(steps, 0), "", said(", ", counted(steps, "step", "steps"), " to lose")))
        yield sides.speaks("gives way", sides.key("beaten-says"), said(text, ruled(beaten.note)))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def begins(self) -> dict[Key, str]:
        """The commands of a piece that begin a fight, with their texts."""
        return {self._key(fight, "fights"): fight.name.en for fight in self.fights()}

    def answers(self) -> dict[Key, str]:
        """Those that come after one."""
        sides = self.sides
        found = {sides.key("strikes"): STRIKE_TEXT} if self.answering() else {}
        if self.losses.questions():
            found[sides.key("retreats")] = RETREAT_TEXT
        found[sides.key("takes")] = TAKE_TEXT
        if self.beaten() is not None:
            found[sides.key("yields")] = BEATEN_TEXT
        return found

    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """To fight, to strike back, to give way."""
        sides = self.sides
        told = PropertyCommand("", sides.key("named"), SetValue(ex.braced(ex.prop("PieceName"))))
        yield SetGlobalProperty(sides.name("gives_way"), Limits(), (told,))
        for fight in self.fights():
            press = self._key(fight, "presses")
            yield GlobalHotkey("", press, self._key(fight, "begins"))
            chain = (*sides.joining(False), press)
            yield from sides.tried(fight.name.en, self._key(fight, "fights"), self.fault(fight), chain)
        for fight in self.answering():
            press = self._key(fight, "strikes-press")
            yield GlobalHotkey("", press, self._key(fight, "strikes"))
            yield from sides.tried(STRIKE_TEXT, sides.key("strikes"), self.strike_fault(fight), (press,))
            never = ex.not_(ex.every(sides.leads(True), ex.equals(sides.value("open"), fight.id)))
            yield RestrictCommands("nothing to answer", "Hide", ex.braced(never), (sides.key("strikes"),))
        if self.losses.questions():
            yield GlobalHotkey("", sides.key("retreats-press"), sides.key("retreats-asked"))
            yield Trigger(RETREAT_TEXT, RETREAT_TEXT, sides.key("retreats"), performed=(sides.key("retreats-press"),))
            may = ex.every(
                sides.leads(True), ex.not_equals(sides.value("open"), ""), ex.greater(self.losses.due(True), 0)
            )
            yield RestrictCommands("no retreat", "Hide", ex.braced(ex.not_(may)), (sides.key("retreats"),))
        yield from self._takes()
        if self.beaten() is not None:
            yield from self._yields()

    def _takes(self) -> Iterator[Trait]:
        sides, takes = self.sides, self.sides.key("takes")
        for back in BOTH:
            press = sides.key("takes-press", back)
            yield GlobalHotkey("", press, sides.key("taking", back))
            yield Trigger("takes", key=sides.key("taken-all"), match=ex.braced(sides.leads(back)), performed=(press,))
        yield Trigger(TAKE_TEXT, TAKE_TEXT, takes, performed=(sides.key("taken-all"),))
        owes = [ex.every(sides.leads(back), ex.greater(self.losses.due(back), 0)) for back in BOTH]
        yield RestrictCommands("owes nothing", "Hide", ex.braced(ex.not_(ex.any_of(*owes))), (takes,))

    def _yields(self) -> Iterator[Trait]:
        """Each force of the beaten once: afterwards it is with them, and leads no more."""
        sides, tests = self.sides, []
        for back, word, part in ((False, "first", WITH), (True, "back", AGAINST)):
            press = sides.key("yields-press", back)
            test = ex.every(sides.leads(back), ex.equals(sides.value("beaten"), word))
            tests.append(test)
            yield GlobalHotkey("", press, sides.key("gives-way", back))
            yield GlobalHotkey("", sides.key("settled", back), sides.key("settling", back))
            chain = (sides.key("named"), press, sides.set(part), sides.key("shaken"), sides.key("settled", back))
            yield Trigger("gives way", key=sides.key("yielded"), match=ex.braced(test), performed=chain)
        yield Trigger(BEATEN_TEXT, BEATEN_TEXT, sides.key("yields"), performed=(sides.key("yielded"),))
        yield RestrictCommands("not beaten", "Hide", ex.braced(ex.not_(ex.any_of(*tests))), (sides.key("yields"),))
