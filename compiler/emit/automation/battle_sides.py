"""Who is in a battle: forces that attack from one space, those they face in another, and all whom each has with it.

The part of a piece is a number of its own, which a sign on it follows. Whoever is carried takes the part of his carrier
when a roll begins, so the strength is always that of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.carrying import carried_by, leave_key
from compiler.emit.automation.ground import place_here
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import OFF
from compiler.emit.chat import player, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.art import REDUCED
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import property_of
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

    def kept(self, what: str, changes: dict[Key, ex.Node], about: str) -> Component:
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

    # -- counting ------------------------------------------------------------------------------------------------------
    def count(self, *tests: ex.Node) -> ex.Node:
        """How many pieces on the map fit."""
        return ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(ex.every(*tests)))

    def some(self, *tests: ex.Node) -> ex.Node:
        return ex.greater(self.count(*tests), 0)

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
            says = self.key("says", back)
            text = said(player(), ": <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"), f" {told}")
            yield Report((says,), ex.braced(text))
            yield Trigger(menu, menu, self.key("joins", back), performed=(*self.joining(back), says))
        yield Trigger(self.leave_text, self.leave_text, self.key("leaves"), performed=(self.set(NO),))
        yield GlobalHotkey("", self.key("ends-press"), self.key("ends"))
        yield Trigger(ALL_LEAVE, ALL_LEAVE, self.key("all-leave"), performed=(self.key("ends-press"),))
        alone = ex.braced(ex.equals(ex.prop(self.held), NO))
        yield RestrictCommands(f"no part in {self.id}", "Hide", alone, (self.key("leaves"), self.key("all-leave")))

    def commands(self) -> dict[Key, str]:
        """The commands of a piece with their texts."""
        joins = {self.key("joins", False): "Attacks", self.key("joins", True): self.attacked_text}
        return {**joins, self.key("leaves"): self.leave_text, self.key("all-leave"): ALL_LEAVE}

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
        """Where it stands and whom it serves; how far those are whom it faces."""
        facts = {
            "place": ex.prop("LocationName"), "hex": self.own_hex(), "seat": self.seat(),
            "side": ex.prop(holder_property(self.plan)), "who": ex.prop("PieceName"),
            "x": ex.prop("CurrentX"), "y": ex.prop("CurrentY"),
        }  # fmt: skip
        for back in BOTH:
            for what, value in facts.items():
                change = PropertyCommand("", self.key("tells", back), SetValue(ex.braced(value)))
                yield SetGlobalProperty(self.name(what, back), Limits(), (change,))
        away = ex.call("Range", self.value("x", True), self.value("y", True))
        measured = ex.if_(ex.equals(self.value("place", True), ""), 99, away)
        change = PropertyCommand("", self.key("measures"), SetValue(ex.braced(measured)))
        yield SetGlobalProperty(self.name("range"), Limits(), (change,))

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
            for what in ("place", "hex", "seat", "side", "who", "x", "y"):
                yield component(
                    "m.properties.GlobalProperty", name=self.name(what, back), initialValue="",
                    description=f"{what} of those {'who are attacked' if back else 'who attack'}",
                )  # fmt: skip
        yield component(
            "m.properties.GlobalProperty", name=self.name("range"), initialValue="99", description="how far"
        )

    def buttons(self) -> Iterator[Component]:
        """The hidden ones that gather, and the entry of the menu that takes everybody out."""
        yield self.sends("nobody with them", self.key("drops"), self.set(NO), self.takes(WITH, AGAINST))
        yield self.sends("all with them", self.key("gathered"), self.key("gather"), self.takes(ATTACKS, FACES))
        yield self.sends("nobody", self.key("clears"), self.set(NO), ex.not_equals(ex.prop(self.held), NO), self.mine)
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
