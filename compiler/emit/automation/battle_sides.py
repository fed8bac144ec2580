"""Who is in a battle: forces that attack from one space, those they face in another, and all whom each has with it.

The part of a piece is a number of its own, which a sign on it follows. Whoever is carried takes the part of his carrier
when a roll begins, so the strength is always that of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.emit.automation.carrying import carried_by, leave_key
from compiler.emit.automation.ground import place_here
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import OFF, is_applied
from compiler.emit.chat import REFUSED, player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.art import REDUCED
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import acts_key, property_of, serving
from compiler.emit.names import YES, counted
from compiler.emit.plan import Plan
from compiler.model.battles import Battles
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    Layer,
    Report,
    RestrictCommands,
    SetGlobalProperty,
    Trait,
    Trigger,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue

NO, ATTACKS, FACES, WITH, AGAINST = range(1, 6)  # the last two: carried by those who attack, by those they face
_SIGNS = (("attacks", "A"), ("attacked", "T"))
_SEAT, _HEX = "Seat", "Hex"  # of a piece: whom it serves, where it stands
ALL_LEAVE = "Everybody leaves the battle"
STEPS_LEFT = "StepsLeft"  # of a piece that has steps to lose
BOTH = (False, True)  # who attacks, who faces them


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of the battles of a game."""

    plan: Plan
    id: str
    battles: Battles

    def name(self, what: str, back: bool = False) -> str:
        """A property of the module."""
        return f"Battle_{self.id}_{what}{'_back' if back else ''}"

    def kept(self, what: str, changes: Mapping[Key, ex.Node], about: str) -> Component:
        """A property of the module that keys set to something each."""
        buttons = [
            component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(SetValue(ex.braced(v))))
            for key, v in changes.items()
        ]
        return component(
            "m.properties.GlobalProperty", *buttons, name=self.name(what), initialValue="", description=about
        )

    def value(self, what: str, back: bool = False) -> ex.Node:
        return ex.prop(self.name(what, back))

    def key(self, what: str, back: bool = False) -> Key:
        return named(f"liege-battle-{self.id}-{what}{'-back' if back else ''}")

    @property
    def held(self) -> str:
        """The property with the part of a piece."""
        return f"Part_{self.id}"

    @property
    def carried(self) -> ex.Node:
        """By whom a piece is carried."""
        return ex.prop(carried_by(self.plan.game.upkeep.carries[self.battles.carry]))

    # -- tests of pieces -----------------------------------------------------------------------------------------------
    def takes(self, *numbers: int) -> ex.Node:
        return ex.any_of(*(ex.equals(ex.prop(self.held), n) for n in numbers))

    def leads(self, back: bool) -> ex.Node:
        """Whether a piece stands on the map for a force of a side."""
        return self.takes(FACES if back else ATTACKS)

    def belongs(self, back: bool) -> ex.Node:
        """Whether a piece fights on a side, carried or not."""
        return self.takes(*((FACES, AGAINST) if back else (ATTACKS, WITH)))

    def seat(self) -> ex.Node:
        """The seat that a piece serves, by name."""
        return ex.prop(_SEAT)

    def _serves(self) -> ex.Node:
        holder, sides = ex.prop(holder_property(self.plan)), self.plan.game.sides
        cases = [
            (ex.any_of(*(ex.equals(holder, sides[side].name.en) for side in seat.sides)), seat.name.en)
            for seat in self.plan.game.seats.values()
        ]
        return choose(cases, "")

    def marked(self, mark: str) -> ex.Node:
        return ex.not_equals(ex.prop(property_of(mark)), "")

    @property
    def phase(self) -> str:
        """The property with the value that a piece bears once it has acted."""
        return f"Phase_{self.id}"

    def has_acted(self) -> ex.Node:
        """Whether a piece, or another that attacks from where it stands, has acted in its part of the turn."""
        acted = ex.equals(ex.prop(property_of(self.battles.acted.mark)), f"${self.phase}$")
        own = ex.equals(ex.prop(property_of(self.battles.acted.mark)), ex.prop(self.phase))
        return ex.any_of(ex.every(ex.not_equals(ex.prop(self.phase), ""), own), self.beside(acted))

    # -- counting ------------------------------------------------------------------------------------------------------
    def count(self, *tests: ex.Node) -> ex.Node:
        """How many pieces on the map fit."""
        return ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(ex.every(*tests)))

    def some(self, *tests: ex.Node) -> ex.Node:
        return ex.greater(self.count(*tests), 0)

    def beside(self, *tests: ex.Node) -> ex.Node:
        """Whether somebody who attacks from where a piece stands, and serves the same player, fits; maybe itself."""
        here = ex.equals(ex.prop("LocationName"), "$LocationName$")
        mine = ex.every(self.takes(ATTACKS), here, ex.equals(self.seat(), f"${_SEAT}$"), *tests)
        return ex.greater(ex.call("CountMap", self.plan.atlas.main.name, ex.quoted_now(mine)), 0)

    def others(self) -> ex.Node:
        """Whether somebody else attacks from where a piece stands."""
        here = ex.every(ex.equals(ex.prop("LocationName"), "$LocationName$"), ex.equals(self.seat(), f"${_SEAT}$"))
        count = ex.call("CountMap", self.plan.atlas.main.name, ex.quoted_now(ex.every(self.takes(ATTACKS), here)))
        return ex.greater(count, ex.if_(self.takes(ATTACKS), 1, 0))

    def owes(self, back: bool) -> ex.Node:
        """Whether a side has steps to lose yet, and somebody to lose them."""
        return ex.every(ex.greater(self.value("due", back), 0), self.some(self.belongs(back)))

    def debts(self) -> list[tuple[ex.Node, ex.Value]]:
        """Nothing new is begun while steps are to be lost: why, by side."""
        return [
            (self.owes(back), said("comes after the losses: ", counted(self.value("due", back), "step", "steps"),
                                   " of ", self.value("side", back), " to lose yet"))
            for back in BOTH
        ]  # fmt: skip

    def sum_of(self, field: str, *tests: ex.Node) -> ex.Node:
        return ex.call("SumMap", field, self.plan.atlas.main.name, ex.quoted(ex.every(*tests)))

    def strength(self, back: bool) -> ex.Node:
        """The strength of a side: all who fight on it."""
        return self.sum_of(self.battles.strength, self.belongs(back))

    # -- words ---------------------------------------------------------------------------------------------------------
    def who(self, back: bool) -> ex.Node:
        """Those who lead a side: one by name, and how many more."""
        more = ex.subtract(self.count(self.leads(back)), 1)
        others = ex.if_(ex.greater(more, 0), said(" and ", more, " more"), "")
        return said("<b>", self.value("who", back), "</b>", others)

    @property
    def menu(self) -> str:
        return self.battles.name.en

    @property
    def attacked_text(self) -> str:
        return "Is attacked"

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """To attack, to be attacked, to be out of it; what a piece tells of itself, and of whom it has with it."""
        yield self._sign(kind)
        yield CalculatedProperty(_SEAT, ex.braced(self._serves()))
        yield CalculatedProperty(_HEX, ex.braced(place_here(self.plan.game.map)))
        # apart from what counts pieces: VASSAL measures from the piece it looked at last
        yield CalculatedProperty(f"Away_{self.id}", ex.braced(self._far()))
        yield CalculatedProperty(self.phase, ex.braced(serving(self.plan, self.battles.acted.of)))
        sets = [PropertyCommand("", self.set(n), SetValue(str(n))) for n in (NO, ATTACKS, FACES, WITH, AGAINST)]
        gone = PropertyCommand("", keys.ELIMINATE, SetValue(str(NO)))
        yield DynamicProperty(self.held, Limits(), (*sets, gone), value=str(NO))
        yield from self._tells()
        for back, part in zip(BOTH, (ATTACKS, FACES), strict=True):
            elsewhere = ex.not_equals(ex.prop("LocationName"), self.value("place", back))
            stranger = ex.not_equals(self.seat(), self.value("seat", back))
            match = ex.every(self.takes(part), ex.any_of(elsewhere, stranger))
            yield GlobalKeyCommand("", self.key("anew", back), self.set(NO), ex.braced(match))
            mine = ex.equals(self.carried, f"${COUNTER_ID}$")
            sent, gathers = self.set(AGAINST if back else WITH), self.key("gathers", back)
            yield GlobalKeyCommand("", gathers, sent, ex.braced(mine))
            yield Trigger(
                "has with it", key=self.key("gather"), match=ex.braced(self.takes(part)), performed=(gathers,)
            )
        # whoever had him for a leader stands where he stood, before he is gone
        led = ex.braced(ex.equals(self.carried, f"${COUNTER_ID}$"))
        leaves = leave_key(self.plan.game.upkeep.carries[self.battles.carry])
        yield GlobalKeyCommand("", keys.ELIMINATE, leaves, led, suppress_reports=False)
        yield from self._commands()

    def _commands(self) -> Iterator[Trait]:
        for back, menu, told in ((False, "Attacks", "attacks"), (True, self.attacked_text, "is attacked")):
            says, fault = self.key("says", back), self.debts()
            text = said(player(), ": <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"), f" {told}")
            yield Report((says,), ex.braced(text))
            chain = (*self.joining(back), says)
            if back:
                yield from self._pointed_at(chain)
                fault = [*fault, (ex.every(self._attacks_too(), ex.not_(self._faced_here())), "is for the enemy")]
                chain = (self.key("pointed"),)
            yield from self.tried(menu, self.key("joins", back), choose(fault, ""), chain)
        left = self.key("left")
        text = said(player(), ": <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"), " leaves the battle")
        yield Report((left,), ex.braced(text))
        yield Trigger(self.leave_text, self.leave_text, self.key("leaves"), performed=(self.set(NO), left))
        yield GlobalHotkey("", self.key("ends-press"), self.key("ends"))
        yield Trigger(ALL_LEAVE, ALL_LEAVE, self.key("all-leave"), performed=(self.key("ends-press"),))
        alone = ex.braced(ex.equals(ex.prop(self.held), NO))
        yield RestrictCommands(f"no part in {self.id}", "Hide", alone, (self.key("leaves"), self.key("all-leave")))

    # A stack is clicked as a whole, and may hold both sides: who is on top must not hide whom he attacks.
    def _attacks_too(self) -> ex.Node:
        """Whether a piece is of the player who points at an enemy; who plays alone, of those who attack."""
        seats = [seat.name.en for seat in self.plan.game.seats.values()]
        alone = ex.every(*(ex.not_equals(ex.prop("PlayerSide"), seat) for seat in seats))
        attacking = ex.every(alone, self.some(self.leads(False)), ex.equals(self.seat(), self.value("seat")))
        return ex.any_of(ex.equals(self.seat(), ex.prop("PlayerSide")), attacking)

    def _enemies(self) -> ex.Node:
        """The test of those who stand where a piece stands, and serve another."""
        here = ex.every(ex.equals(ex.prop("LocationName"), "$LocationName$"), ex.equals(self.carried, ""))
        return ex.every(self.mine, here, ex.not_equals(self.seat(), f"${_SEAT}$"))

    def _faced_here(self) -> ex.Node:
        return ex.greater(ex.call("CountMap", self.plan.atlas.main.name, ex.quoted_now(self._enemies())), 0)

    def _pointed_at(self, joins: tuple[Key, ...]) -> Iterator[Trait]:
        """An enemy is attacked; of one's own it is the enemies in the same space."""
        pointed, faced, passed = self.key("pointed"), self.key("faced-here"), self.key("points")
        yield GlobalKeyCommand("", passed, faced, ex.braced(self._enemies()), suppress_reports=False)
        yield Trigger("is attacked", key=faced, performed=joins)
        own = self._attacks_too()
        yield Trigger("points at those here", key=pointed, match=ex.braced(own), performed=(passed,))
        yield Trigger("is pointed at", key=pointed, match=ex.braced(ex.not_(own)), performed=joins)

    def tried(self, menu: str, key: Key, fault: ex.Node, chain: tuple[Key, ...]) -> Iterator[Trait]:
        """A command that is done, or refused before anything has changed.

        What refuses lies farther in, so it is asked first: what is done may well forbid that it is done once more.
        """
        tries, no = named(f"{key.name}-tried"), named(f"{key.name}-refused")
        yield Report((no,), ex.braced(said(f"{REFUSED}{menu} ", fault)))
        for what, test, then in (("refused", ex.not_equals, (no,)), ("done", ex.equals, chain)):
            yield Trigger(f"{menu}: {what}", key=tries, match=ex.braced(test(fault, "")), performed=then)
        yield Trigger(menu, menu, key, performed=(tries,))

    def acted_case(self) -> tuple[ex.Node, ex.Value]:
        """A force acts once."""
        return self.has_acted(), f"is for a force that has not acted in this phase{ruled(self.battles.acted.note)}"

    def joins(self) -> dict[Key, str]:
        """The commands by which a piece takes part, with their texts."""
        return {self.key("joins", False): "Attacks", self.key("joins", True): self.attacked_text}

    def leaving(self) -> dict[Key, str]:
        """Those by which it is out of it again."""
        return {self.key("leaves"): self.leave_text, self.key("all-leave"): ALL_LEAVE}

    @property
    def leave_text(self) -> str:
        return "Leaves the battle"

    def joining(self, back: bool) -> tuple[Key, ...]:
        """Tell of yourself; whoever is elsewhere or serves another leaves; take part."""
        return (
            self.key("renews", back),
            self.key("tells", back),
            self.key("anew", back),
            self.set(FACES if back else ATTACKS),
        )

    def own_hex(self) -> ex.Node:
        """The space of a piece, as properties of the board begin with it."""
        return ex.prop(_HEX)

    def hidden(self, heard: tuple[Key, ...]) -> Iterator[Trait]:
        """Commands that are there on the map alone, and for those who want automation."""
        elsewhere = ex.not_equals(ex.prop("CurrentMap"), self.plan.atlas.main.name)
        away = ex.any_of(ex.equals(ex.prop(OFF), True), elsewhere, ex.not_equals(self.carried, ""))
        yield RestrictCommands(f"not in {self.id}", "Hide", ex.braced(away), heard)

    def set(self, part: int) -> Key:
        return self.key(f"part-{part}")

    def _tells(self) -> Iterator[Trait]:
        """Where it stands, whom it serves, and when it acts."""
        facts = {
            "place": ex.prop("LocationName"), "hex": self.own_hex(), "seat": self.seat(), "phase": ex.prop(self.phase),
            "side": ex.prop(holder_property(self.plan)), "who": ex.prop("PieceName"),
            "x": ex.prop("CurrentX"), "y": ex.prop("CurrentY"),
        }  # fmt: skip
        for back in BOTH:
            for what, value in facts.items():
                change = PropertyCommand("", self.key("tells", back), SetValue(ex.braced(value)))
                yield SetGlobalProperty(self.name(what, back), Limits(), (change,))

    def away(self) -> ex.Node:
        """How far those are whom a piece faces."""
        return ex.prop(f"Away_{self.id}")

    def _far(self) -> ex.Node:
        far = ex.call("Range", self.value("x", True), self.value("y", True))
        return ex.if_(ex.equals(self.value("place", True), ""), 99, far)

    def _sign(self, kind: CounterKind) -> Layer:
        """On the upper edge of the piece, in its middle."""
        images = [self.plan.studio.sign(name, letter, n) for n, (name, letter) in enumerate(_SIGNS)]
        shown = ("", *images, *images)
        return Layer(
            y_offset=-round(kind.size[1] * self.plan.atlas.scale / 2), images=shown,
            level_names=("",) * len(shown), loop=False, name=f"Sign_{self.held}", follows=True, follow=self.held,
            first_level=1, always_active=True, scale=REDUCED,
        )  # fmt: skip

    # -- components ----------------------------------------------------------------------------------------------------
    def properties(self) -> Iterator[Component]:
        """What the pieces tell."""
        for back in BOTH:
            for what in ("place", "hex", "seat", "phase", "side", "who", "x", "y"):
                yield component(
                    "m.properties.GlobalProperty", name=self.name(what, back), initialValue="",
                    description=f"{what} of those {'who are attacked' if back else 'who attack'}",
                )  # fmt: skip

    def buttons(self) -> Iterator[Component]:
        """The hidden ones that gather, and the entry of the menu that takes everybody out."""
        yield self.sends("nobody with them", self.key("drops"), self.set(NO), self.takes(WITH, AGAINST))
        yield self.sends("all with them", self.key("gathered"), self.key("gather"), self.takes(ATTACKS, FACES))
        yield self.sends("nobody", self.key("clears"), self.set(NO), ex.not_equals(ex.prop(self.held), NO), self.mine)
        acts = acts_key(self.battles.acted.mark)
        same = ex.equals(ex.prop(self.phase), self.value("phase"))
        yield self.when("have acted", self.key("act"), is_applied(), self.key("marked"))
        yield self.sends("marked", self.key("marked"), acts, self.takes(ATTACKS), same)
        done = ex.every(ex.equals(self.value("over"), YES), *(ex.not_(self.owes(back)) for back in BOTH))
        yield self.when("is over", self.key("finishes"), done, self.key("clears"))
        yield component(
            "m.DoActionButton", name=f"{self.menu}: anew", text="", icon="", hotkey=self.key("ends"), doHotkey=True,
            hotkeys=(self.key("clears"), self.key("forgets")), doReport=True,
            reportFormat=ex.braced(said(player(), f": nobody takes part in {self.menu} any more")),
        )  # fmt: skip

    @property
    def mine(self) -> ex.Node:
        """The test of the pieces that can fight at all."""
        kinds = self.plan.game.counter_kinds
        return ex.any_of(*(ex.equals(ex.prop("Kind"), kinds[kind].name.en) for kind in self.battles.kinds))

    def gathering(self) -> tuple[Key, ...]:
        """Everybody takes the part of his carrier."""
        return self.key("drops"), self.key("gathered")

    def sends(self, name: str, pressed: Key, sent: Key, *tests: ex.Node, quiet: bool = True) -> Component:
        """A hidden button that sends a command to all who fit."""
        return component(
            "m.GlobalKeyCommand", name=f"{self.menu}: {name}", buttonText="", icon="", buttonHotkey=pressed,
            hotkey=sent, filter=ex.braced(ex.every(*tests)), reportSingle=quiet, singleMap=False,
        )  # fmt: skip

    def gate(self, name: str, pressed: Key, times: ex.Node, *then: Key) -> Component:
        """A hidden button that presses others so many times."""
        return component(
            "m.DoActionButton", name=f"{self.menu}: {name}", text="", icon="", hotkey=pressed, doHotkey=True,
            hotkeys=then, doLoop=True, loopType="counted", loopCount=ex.braced(times),
        )  # fmt: skip

    def when(self, name: str, pressed: Key, test: ex.Node, *then: Key) -> Component:
        """A hidden button that presses others if something holds."""
        return self.gate(name, pressed, ex.if_(test, 1, 0), *then)

    def speaks(self, name: str, pressed: Key, text: ex.Node, test: ex.Node | None = None) -> Component:
        """A hidden button that speaks, if something holds."""
        return component(
            "m.DoActionButton", name=f"{self.menu}: {name}", text="", icon="", hotkey=pressed, doReport=True,
            reportFormat=ex.braced(text), doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(test if test is not None else ex.literal(True), 1, 0)),
        )  # fmt: skip
