"""Who takes part in a roll: a sign on the piece shows it, and one command takes everybody out again.

Those who take part stand in one place and are of two sides: who joins first attacks, the other side strikes back. A
piece from elsewhere begins anew, one of a third side takes the place of the second. The part of a piece is a number of
its own, which the sign follows; a roll counts the board, so whoever is gone takes no part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.marches import is_first
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.resting import Resting
from compiler.emit.chat import REFUSED, player, said
from compiler.emit.module import keys
from compiler.emit.module.art import REDUCED
from compiler.emit.module.holders import holder_property
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    Layer,
    Report,
    RestrictCommands,
    SetGlobalProperty,
    SubMenu,
    Trait,
    Trigger,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue, Target

NO, ROLLS, LEADS, HELPS = 1, 2, 3, 4
SEVERAL = "?"  # the side that is attacked, where several stand
_SIGNS = (("rolls", "R"), ("leads", "C"), ("helps", "S"))


@dataclass(frozen=True, slots=True)
class Wording:
    """How those who joined first and the others are spoken of, and the signs of the parts."""

    first: str = "attack"
    back: str = "who strike back"
    nobody: str = "nobody strikes back yet"
    signs: tuple[tuple[str, str], ...] = _SIGNS


@dataclass(frozen=True, slots=True)
class Part:
    """A part that pieces may take: its number, what the menu says, what is told."""

    number: int
    menu: str
    told: str
    key: Key


@dataclass(frozen=True, slots=True)
class Muster:
    """The parts of one roll."""

    plan: Plan
    id: str
    name: str  # of the roll
    kinds: tuple[str, ...]
    words: Wording = Wording()
    resting: Resting | None = None  # who may attack; None where everybody may
    together: str = ""  # the property with those who stand together; where none is named, whose a piece is

    @property
    def held(self) -> str:
        """The property of a piece with the part it takes."""
        return f"Part_{self.id}"

    @property
    def party(self) -> str:
        """The property of a piece with its side in the roll."""
        return self.together or holder_property(self.plan)

    def key(self, what: str) -> Key:
        return named(f"liege-part-{self.id}-{what}")

    def side(self, back: bool) -> str:
        """The property with the side that attacks, or that strikes back."""
        return f"Part_{self.id}_{'back' if back else 'first'}"

    @property
    def place(self) -> str:
        """The property with the place where they stand."""
        return f"Part_{self.id}_place"

    def _kept(self) -> bool:
        """Whether anybody asks where they stood."""
        upkeep, volley = self.plan.game.upkeep, self.plan.game.rolls.volleys.get(self.id)
        if volley is not None and any(way.when is not None and way.when.somewhere for way in volley.ways.values()):
            return True
        asking = [*(own.fought for own in upkeep.holdings.values()), *(own.again for own in upkeep.payments.values())]
        return any(own is not None and own.volley == self.id for own in asking)

    def takes(self, *numbers: int) -> ex.Node:
        """The test of a piece for some parts; without any, for whoever takes part."""
        own = ex.prop(self.held)
        return ex.any_of(*(ex.equals(own, n) for n in numbers or (ROLLS, LEADS, HELPS)))

    def belongs(self, back: bool) -> ex.Node:
        """The test of counted pieces for the side that attacks, or strikes back."""
        return ex.equals(ex.prop(self.party), f"${self.side(back)}$")

    def owns(self, back: bool) -> ex.Node:
        """Whether the piece itself is of the side that attacks, or strikes back."""
        return ex.equals(ex.prop(self.party), ex.prop(self.side(back)))

    def how_many(self, *numbers: int, back: bool | None = None) -> ex.Node:
        """How many pieces on the map take part, of both sides or of one."""
        return ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(self._counted(numbers, back)))

    def sum_of(self, field: str, *numbers: int, back: bool | None = None) -> ex.Node:
        """What those who take a part have of a field together."""
        return ex.call("SumMap", field, self.plan.atlas.main.name, ex.quoted(self._counted(numbers, back)))

    def _counted(self, numbers: tuple[int, ...], back: bool | None) -> ex.Node:
        own = self.takes(*numbers)
        return own if back is None else ex.every(own, self.belongs(back))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(
        self, kind: CounterKind, parts: list[Part], barred: ex.Node | None = None, pressed: Key | None = None
    ) -> Iterator[Trait]:
        """The parts of a kind in a menu of their own; `barred` hides the last of them, `pressed` begins the roll."""
        leave = Part(NO, f"Leave {self.name}", "leaves", self.key("leave"))
        sets = [PropertyCommand("", self._set(part), SetValue(str(part.number))) for part in (*parts, leave)]
        yield self._sign(kind)
        demoted = PropertyCommand("", self.key("demoted"), SetValue(str(ROLLS)))
        yield DynamicProperty(self.held, Limits(), (*sets, demoted), value=str(NO))
        yield from self._others()
        for part in (*parts, leave):
            says = self.key(f"says-{part.number}")
            yield Report((says,), ex.braced(self._told(part)))
            first = (*self._joining(), *((self.key("one"),) if part.number == LEADS else ()))
            first = () if part.number == NO else first
            yield from self._taken(kind, part, (*first, self._set(part), says))
        yield from self._everybody(kind, parts[0])
        if pressed is not None:
            yield from self.attack(kind, pressed)
        alone = ex.braced(ex.not_(self.takes()))
        yield RestrictCommands(f"no part in {self.id}", "Hide", alone, (leave.key,))
        if barred is not None:
            yield RestrictCommands(f"unable in {self.id}", "Hide", ex.braced(barred), (parts[-1].key,))
        begins = () if pressed is None else (self.attack_menu,)
        heard = (*(part.key for part in parts), leave.key, self.key("all"), *(self.key("attack") for _ in begins))
        off = ex.braced(ex.equals(ex.prop(OFF), True))
        yield RestrictCommands("no automatic rolls", "Hide", off, heard)
        yield SubMenu(self.name, (*begins, *(part.menu for part in parts), self._all_menu, leave.menu))

    def _taken(self, kind: CounterKind, part: Part, done: tuple[Key, ...]) -> Iterator[Trait]:
        """The command of a part; who is spent is refused where its side attacks."""
        worn = self._is_worn(kind)
        if part.number == NO or worn is None:
            yield Trigger(part.menu, part.menu, part.key, performed=done)
            return
        tired = ex.every(worn, self._attacks())
        judged, refused = self.key(f"judged-{part.number}"), self.key("refused")
        told = said(f"{REFUSED}{self.name}: <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"), " ")
        if part.number == ROLLS and self.resting is not None:
            yield Report((refused,), ex.braced(said(told, self.resting.why(kind))))
        yield Trigger("may", key=judged, match=ex.braced(ex.not_(tired)), performed=done)
        yield Trigger("may not", key=judged, match=ex.braced(tired), performed=(refused,))
        yield Trigger(part.menu, part.menu, part.key, performed=(judged,))

    def _attacks(self) -> ex.Node:
        """Whether the side of a piece attacks, if the piece takes part: it is the first, or of those who were."""
        return ex.any_of(ex.equals(ex.call("CountLocation", ex.quoted(self.takes())), 0), self.owns(False))

    def attack(self, kind: CounterKind, pressed: Key) -> Iterator[Trait]:
        """One command for it all: the side attacks with everybody here the only other side, and the roll begins.

        Whoever cancels has begun nothing; where it is not clear who is attacked, all stay as they are.
        """
        holder, menu = self.party, self.attack_menu
        own, facing = ex.prop(holder), ex.prop(self.side(True))
        names = dict.fromkeys(self.plan.game.counter_kinds[kind].name.en for kind in self.kinds)
        kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        foes = ex.every(kinds, ex.not_equals(own, f"${holder}$"))
        yield GlobalKeyCommand("", self.key("outs"), self.key("set-1"), ex.braced(self.takes()))
        here = Target(by_location=True, where="CURLOC")
        yield GlobalKeyCommand("", self.key("face"), self.key("faced"), ex.braced(foes), target=here)
        known = ex.if_(ex.any_of(ex.equals(facing, ""), ex.equals(facing, own)), own, SEVERAL)
        sides = {self.key("unfaced"): "", self.key("facing"): ex.braced(known)}
        changes = tuple(PropertyCommand("", key, SetValue(value)) for key, value in sides.items())
        yield SetGlobalProperty(self.side(True), Limits(), changes)
        yield Trigger("is faced", key=self.key("faced"), performed=(self.key("facing"), self.key("set-2")))
        yield GlobalHotkey("", self.key("rolls"), pressed, f"{self.name} begins")
        clear = ex.braced(ex.not_equals(facing, SEVERAL))
        yield Trigger("is over", key=self.key("over"), match=clear, performed=(self.key("outs"),))
        chain = ("outs", "first", "unfaced", "face", "join", "rolls", "over")
        done = tuple(self.key(what) for what in chain)
        able = is_first()
        if self._is_worn(kind) is not None:  # judged before the attack: after it all are spent
            none = ex.braced(ex.every(able, ex.not_(self._somebody())))
            yield Trigger("nobody", key=self.key("attacks"), match=none, performed=(self.key("refused-all"),))
            able = ex.every(able, self._somebody())
        yield Trigger("attacks", key=self.key("attacks"), match=ex.braced(able), performed=done)
        yield Trigger(menu, menu, self.key("attack"), performed=(self.key("attacks"),))

    def _somebody(self) -> ex.Node:
        """Whether anybody of the side here may attack."""
        rested = ex.every(self._mine(), ex.not_(ex.any_of(*self._worn())))
        return ex.greater(ex.call("CountLocation", ex.quoted(rested)), 0)

    def _mine(self) -> ex.Node:
        """The test of counted pieces for those of one's own side that may take part."""
        holder = self.party
        names = dict.fromkeys(self.plan.game.counter_kinds[kind].name.en for kind in self.kinds)
        kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        return ex.every(kinds, ex.equals(ex.prop(holder), f"${holder}$"))

    @property
    def attack_menu(self) -> str:
        return f"Attack with all of this side here: {self.name}"

    @property
    def _all_menu(self) -> str:
        return f"All of this side here take part in {self.name}"

    def _set(self, part: Part) -> Key:
        return self.key(f"set-{part.number}")

    def _sign(self, kind: CounterKind) -> Layer:
        """On the upper edge of the piece, in its middle: names stand on the lower one."""
        images = [self.plan.studio.sign(name, letter, n) for n, (name, letter) in enumerate(self.words.signs)]
        scale = self.plan.atlas.scale
        return Layer(
            y_offset=-round(kind.size[1] * scale / 2), images=("", *images),
            level_names=("",) * (len(images) + 1), loop=False,
            name=f"Sign_{self.held}", follows=True, follow=self.held, first_level=1,
            always_active=True, scale=REDUCED,
        )  # fmt: skip

    def _joining(self) -> tuple[Key, ...]:
        """Before a piece takes part: who stands elsewhere leaves, the sides are found, a third one leaves."""
        return tuple(self.key(what) for what in ("anew", "first", "back", "third"))

    def _others(self) -> Iterator[Trait]:
        """Whoever stands elsewhere, or is of a third side, takes no part any more; nor does a second one lead."""
        holder = self.party
        elsewhere = ex.not_equals(ex.prop("LocationName"), "$LocationName$")
        third = ex.every(ex.not_(self.belongs(False)), ex.not_(self.belongs(True)))
        same = ex.equals(ex.prop(holder), f"${holder}$")
        for key, sent, match in (
            (self.key("anew"), self.key("set-1"), ex.every(self.takes(), elsewhere)),
            (self.key("third"), self.key("set-1"), ex.every(self.takes(), third)),
            (self.key("one"), self.key("demoted"), ex.every(self.takes(LEADS), same)),
        ):
            yield GlobalKeyCommand("", key, sent, ex.braced(match))
        own, first = ex.prop(holder), ex.prop(self.side(False))
        begins = ex.if_(ex.equals(self.how_many(), 0), own, first)
        facing = ex.if_(ex.equals(self.how_many(back=True), 0), "", ex.prop(self.side(True)))
        against = ex.if_(ex.equals(own, first), facing, own)
        for back, key, value in ((False, self.key("first"), begins), (True, self.key("back"), against)):
            change = PropertyCommand("", key, SetValue(ex.braced(value)))
            yield SetGlobalProperty(self.side(back), Limits(), (change,))
        if self._kept():
            here = PropertyCommand("", self.key("first"), SetValue(ex.braced(ex.prop("LocationName"))))
            yield SetGlobalProperty(self.place, Limits(), (here,))

    def _everybody(self, kind: CounterKind, part: Part) -> Iterator[Trait]:
        """All of the side that stand here and take no part yet."""
        holder, all_ = self.party, self.key("all")
        fits = ex.every(ex.equals(ex.prop(self.held), NO), self._mine())
        worn = list(self._worn())
        if worn:
            fits = ex.every(fits, ex.any_of(self.belongs(True), ex.not_(ex.any_of(*worn))))
        join, here = self.key("join"), Target(by_location=True, where="CURLOC")
        yield GlobalKeyCommand("", join, self._set(part), ex.braced(fits), target=here)
        done = (*self._joining(), join, self.key("says-all"))
        if self._is_worn(kind) is not None and self.resting is not None:
            whose = said(f"{REFUSED}{self.name}: nobody of ", ex.prop(holder), " in ", ex.prop("location"))
            why = said(whose, " can attack: ", self.resting.why_nobody(kind))
            yield Report((self.key("refused-all"),), ex.braced(why))
            judged, none = self.key("judged-all"), ex.every(self._attacks(), ex.not_(self._somebody()))
            yield Trigger("all may", key=judged, match=ex.braced(ex.not_(none)), performed=done)
            silent = ex.braced(ex.every(none, is_first()))
            yield Trigger("nobody may", key=judged, match=silent, performed=(self.key("refused-all"),))
            done = (judged,)
        yield Trigger(self._all_menu, self._all_menu, all_, performed=done)
        told = said(player(), ": ", ex.prop(holder), " in ", ex.prop("location"))
        spoken = ex.if_(is_first(), said(told, f" take part in {self.name}: ", self._here()), "")
        yield Report((self.key("says-all"),), ex.braced(spoken))

    def _worn(self) -> Iterator[ex.Node]:
        """The tests of pieces that are spent: they strike back, and do not attack."""
        for kind in (self.plan.game.counter_kinds[id] for id in self.kinds):
            worn = self._is_worn(kind)
            if worn is not None:
                yield ex.every(ex.equals(ex.prop("Kind"), kind.name.en), worn)

    def _is_worn(self, kind: CounterKind) -> ex.Node | None:
        """The test of a piece of a kind that may not attack."""
        return None if self.resting is None else self.resting.is_worn(kind)

    def _here(self) -> ex.Node:
        """Who attacks with how many, and who strikes back."""
        first, back = ex.prop(self.side(False)), ex.prop(self.side(True))
        theirs = said(" against ", self.how_many(back=True), " of ", back, f" {self.words.back}")
        facing = ex.if_(ex.equals(back, ""), f", {self.words.nobody}", theirs)
        return said(self.how_many(back=False), " of ", first, f" {self.words.first}", facing)

    def properties(self) -> Iterator[Component]:
        """Which sides are in it."""
        for back, about in ((False, "who attacks"), (True, "who strikes back")):
            yield component("m.properties.GlobalProperty", name=self.side(back), initialValue="", description=about)
        if self._kept():
            yield component("m.properties.GlobalProperty", name=self.place, initialValue="", description="where")

    def _told(self, part: Part) -> ex.Node:
        name = said(player(), ": <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"))
        return said(name, f" {part.told} {self.name}, ", self._here())

    # -- components ----------------------------------------------------------------------------------------------------
    def clearing(self) -> Component:
        """The hidden button that takes everybody out."""
        return component(
            "m.GlobalKeyCommand", name=f"{self.name}: nobody", buttonText="", icon="", buttonHotkey=self.key("clear"),
            hotkey=self.key("set-1"), filter=ex.braced(self.takes()), reportSingle=True, singleMap=False,
        )  # fmt: skip

    @property
    def clear_text(self) -> str:
        """What the entry of the menu says that takes everybody out."""
        return f"{self.name}: take everybody out"

    def clear_button(self) -> Component:
        """The entry of the menu."""
        return component(
            "m.DoActionButton", name=self.clear_text, text=self.clear_text, icon="", doHotkey=True,
            hotkeys=(self.key("clear"),), doReport=True,
            reportFormat=ex.braced(said(player(), f": nobody takes part in {self.name} any more")),
            tooltip="Begin anew: nobody takes part",
        )  # fmt: skip


def rolling(muster: Muster) -> Part:
    """To roll a die."""
    return Part(ROLLS, f"Take part in {muster.name}", "takes part in", keys.COUNT_IN)
