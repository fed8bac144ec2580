"""Sieges: assaults, calls for surrender, offers, and what hunger does, for the space where the besiegers stand.

Walls, morale and owner are shown by markers in that space; one that is needed comes out of its pile by itself. Who is
behind the walls bears a mark, and is found where the command is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.battle_figures import Blow, read_off
from compiler.emit.automation.battle_sides import AGAINST, ATTACKS, FACES, NO
from compiler.emit.automation.fights import Fights
from compiler.emit.automation.ground import found_at
from compiler.emit.automation.lookup import choose, under
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.siege_walls import Walls, part_of
from compiler.emit.chat import REFUSED, player, ruled, said, with_rules
from compiler.emit.module.marks import acts_key, clear_key
from compiler.emit.names import counted, within
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key
from compiler.vassal.traits import DynamicProperty, GlobalHotkey, GlobalKeyCommand, RestrictCommands, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_INVEST, _ASSAULT, _CALL, _HUNGER, _OFFER = "invest", "assault", "call", "hunger", "offer"
_OF_OWNER = (_HUNGER, _OFFER)  # what whoever holds the walls does; the others are for those before them
_STORMED, _CALLED = "stormed", "called"  # the spaces to which that happened, with the part of the turn


class Sieges(Walls):
    """Everything that is done against walls."""

    # -- the rolls -----------------------------------------------------------------------------------------------------
    def assault(self) -> Blow:
        table = self.sides.plan.game.tables[self.siege.assault.table]
        apart = ex.subtract(self.sides.value("strength"), self.sides.value("strength", True))
        return Blow(self.figures, _ASSAULT, table, self.siege.assault.changes, under(table.columns.heads, apart))

    def call(self) -> Blow:
        """Walls that fall are called at 0."""
        table = self.sides.plan.game.tables[self.siege.call.table]
        column = under(table.columns.heads, ex.if_(self.falls(), 0, self.value("stands")))
        return Blow(self.figures, _CALL, table, self.siege.call.changes, column)

    def hunger(self) -> Blow:
        table = self.sides.plan.game.tables[self.siege.hunger.table]
        return Blow(self.figures, _HUNGER, table, self.siege.hunger.changes, ex.literal(1))

    # -- refusals ------------------------------------------------------------------------------------------------------
    def _kind(self) -> str:
        game = self.sides.plan.game
        return within(game, game.map.space_kinds[self.siege.spaces].name.en)

    def _printed(self) -> ex.Node:
        return found_at(f"Board_space_{self.siege.owner}", self.sides.own_hex())

    def _holder(self) -> ex.Node:
        """The player who holds the walls where a piece stands, by his seat."""
        game, printed = self.sides.plan.game, self._printed()
        seats = {side: seat.name.en for seat in game.seats.values() for side in seat.sides}
        taken = [
            (self.figures.lies(self.siege.taken, side, ex.prop("LocationName")), seats[str(side)])
            for side in game.marks[self.siege.taken].values
        ]
        own = [
            (ex.any_of(*(ex.equals(printed, side) for side in seat.sides)), seat.name.en)
            for seat in game.seats.values()
        ]
        return ex.if_(ex.equals(printed, ""), "", choose([*taken, *own], ""))

    def _there(self, *tests: ex.Node) -> ex.Node:
        """Whether somebody who fits stands where a piece stands."""
        here = ex.equals(ex.prop("LocationName"), "$LocationName$")
        return ex.greater(
            ex.call("CountMap", self.sides.plan.atlas.main.name, ex.quoted_now(ex.every(here, *tests))), 0
        )

    def _besieged(self) -> ex.Node:
        """Whether a force of another player invests the walls where a piece stands."""
        tests = []
        for seat in self.sides.plan.game.seats.values():
            stranger = ex.not_equals(self.sides.seat(), seat.name.en)
            there = self._there(self.sides.marked(self.siege.invested), stranger)
            tests.append(ex.every(ex.equals(self._holder(), seat.name.en), there))
        return ex.any_of(*tests)

    def _entry(self, place: ex.Node, phase: ex.Node) -> ex.Node:
        return said("|", place, "@", phase, "|")

    def _happened(self, what: str) -> ex.Node:
        """Whether a space was stormed or called in this part of the turn."""
        entry = self._entry(ex.prop("LocationName"), ex.prop(self.sides.phase))
        return ex.greater_equal(ex.Method(said("|", self.value(what)), "indexOf", (entry,)), 0)

    def fault(self, what: str) -> ex.Node:
        """Why a piece cannot do something where it stands; nothing where it can."""
        sides, siege, kind = self.sides, self.siege, self._kind()
        rule, place = ruled(siege.note), ex.prop("LocationName")
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.equals(self._printed(), ""), said(f"needs a {kind}: there is none in ", place, rule)),
            (self.figures.lies(siege.ruined, place=place), f"finds nothing but a ruin{rule}"),
        ]
        falls = ex.equals(self.value("falls"), place)
        invested = sides.marked(siege.invested)
        if what in _OF_OWNER:
            besieged = ex.any_of(self._besieged(), falls)
            return choose([*cases, (ex.not_(besieged), f"needs a {kind} that is invested{rule}"), *sides.debts()], "")
        cases += [
            (ex.equals(self._holder(), sides.seat()), f"is not against one's own side{rule}"),
            (sides.marked(sides.battles.inside), f"is not for those behind the walls{rule}"),
            *sides.debts(),
        ]
        acted, text = sides.acted_case()
        if what == _INVEST:
            cases.append((invested, f"goes on by itself: this force invests already{ruled(siege.invest.note)}"))
        elif what == _ASSAULT:
            stands = self.figures.of_space(siege.worn, 1, place)
            late = f"comes too late: the {kind} falls, have it called{rule}"
            cases.append((ex.equals(stands, 0), late))
            apart = f"does not follow a call in one phase{ruled(siege.assault.apart)}"
            cases.append((self._happened(_CALLED), apart))
            # who has just settled down before the walls may storm them in the same action
            acted = ex.every(acted, ex.not_equals(ex.prop(self.settled), ex.prop(sides.phase)))
        else:
            mine = self._there(invested, ex.equals(sides.seat(), "$Seat$"))
            field, values = siege.call.by
            able = ex.any_of(*(ex.equals(ex.prop(field), value) for value in values))
            calls = [
                (ex.not_(mine), f"needs a {kind} that is invested{rule}"),
                (ex.not_(able), f"is for a commander{ruled(siege.call.note)}"),
                (self._happened(_STORMED), f"does not follow an assault in one phase{ruled(siege.assault.apart)}"),
                (self._happened(_CALLED), f"is made once in a phase{ruled(siege.call.once)}"),
                (acted, text),
            ]
            return choose([*cases, *((ex.every(ex.not_(falls), test), why) for test, why in calls)], "")
        return choose([*cases, (acted, text)], "")

    @property
    def settled(self) -> str:
        """The property of a piece with the part of the turn in which it settled down before walls, if that is all."""
        return f"Settled_{self.sides.id}"

    def weak(self, what: str) -> Link:
        """Why those gathered are too few; nothing where they are enough."""
        sides, invest = self.sides, self.siege.invest
        mine, theirs = sides.value("strength"), sides.value("strength", True)
        if what == _ASSAULT:
            told = said("must be stronger than the garrison: ", mine, " against ", theirs)
            test, note = ex.less_equal(mine, theirs), self.siege.assault.note
        else:  # all of a player there count, and those who do not invest stand on the other side for a moment
            told = said("needs strength ", self.value("wanted"), " here: there is ", self.value("gathered"))
            test, note = ex.less(self.value("gathered"), self.value("wanted")), invest.note
        return self.link(f"{what}_weak", choose([(test, said(told, ruled(note)))], ""))

    def _counted(self) -> list[Link]:
        """The strength that an investment takes, and that there is."""
        invest, constants = self.siege.invest, self.sides.plan.game.constants
        factor, least = (int(constants[name].value) for name in (invest.factor, invest.least))
        level = ex.multiply(read_off(f"Board_space_{invest.level}", self.sides.value("hex")), factor)
        both = ex.add(self.sides.value("strength"), self.sides.value("strength", True))
        return [self.link("wanted", ex.if_(ex.less(level, least), least, level), "0"), self.link("gathered", both, "0")]

    # -- components ----------------------------------------------------------------------------------------------------
    def names(self) -> dict[str, str]:
        siege = self.siege
        found = {_INVEST: siege.invest.name, _ASSAULT: siege.assault.name, _CALL: siege.call.name}
        found |= {_HUNGER: siege.hunger.name, _OFFER: siege.offer}
        return {what: name.en for what, name in found.items()}

    def properties(self) -> Iterator[Component]:
        yield from (link.component() for link in self.known())
        yield from (link.component() for link in self._counted())
        yield from (self.weak(what).component() for what in (_INVEST, _ASSAULT))
        for blow in (self.assault(), self.call(), self.hunger()):
            yield from blow.properties()
        yield from (link.component() for link in self.worked_out())
        sides = self.sides
        full_of = {sides.key("siege-falling"): self.place, sides.key("siege-fallen"): ex.literal("")}
        yield self.sides.kept("siege_falls", full_of, "the space whose walls fall")
        anew = clear_key(sides.battles.acted.mark)
        for what in (_STORMED, _CALLED):
            entry = self._entry(self.place, sides.value("phase"))
            changes: dict[Key, ex.Node] = {self.key(what): ex.add(self.value(what), entry), anew: ex.literal("")}
            yield self.sides.kept(f"siege_{what}", changes, f"where walls were {what} in this part of the turn")
        army = {self.key("takes"): self._taker()}
        yield self.sides.kept("army", army, "the side that took a space")

    def _taker(self) -> ex.Node:
        """The side of the caller by its id, as markers show it."""
        game = self.sides.plan.game
        return choose([(ex.equals(self.sides.value("side"), side.name.en), id) for id, side in game.sides.items()], "")

    def results(self) -> dict[Key, ex.Node]:
        """What makes losses of the besiegers due."""
        return {self.key("due"): self.value("lost")}

    def buttons(self) -> Iterator[Component]:
        yield self.sides.sends(
            "garrison", self.key("finds"), self.sides.key("holds"), self.here(),
            self.sides.marked(self.sides.battles.inside), ex.not_equals(self.sides.seat(), self.sides.value("seat")),
        )  # fmt: skip
        out = self.sides.takes(FACES, AGAINST)
        yield self.sides.sends("no garrison", self.key("empties"), self.sides.set(1), out)
        free = (ex.equals(self.sides.carried, ""), ex.equals(self.sides.seat(), self.sides.value("seat")))
        yield self.sides.sends(
            "counted too", self.key("rallies"), self.sides.set(FACES), self.here(), self.sides.takes(NO, FACES), *free
        )
        yield from self._settling()
        yield from self._assaulted()
        yield from self._called()
        yield from self._starved()
        yield from self.wearing()
        yield from self.taking()

    def _begun(self, what: str, *then: Key, rallies: bool = False) -> Component:
        """The button of a command: who is behind the walls, or with those before them, and what is known."""
        found = self.key("rallies") if rallies else self.key("finds")
        first = (self.key("empties"), found, *self.sides.gathering())
        first = (*first, *(link.key for link in (*Fights(self.sides).strengths(), *self.known())))
        return component(
            "m.DoActionButton", name=f"{self.sides.menu}: {self.names()[what]}", text="", icon="", doHotkey=True,
            hotkey=self.key(f"{what}-begins"), hotkeys=(*first, *then),
        )  # fmt: skip

    def _if_strong(self, what: str, *then: Key) -> Iterator[Component]:
        """Those who are too few are told so, and nobody takes part."""
        sides, link = self.sides, self.weak(what)
        refuses, goes = self.key(f"{what}-refuses"), self.key(f"{what}-goes")
        enough = ex.equals(ex.prop(link.holder), "")
        first = tuple(own.key for own in self._counted()) if what == _INVEST else ()
        yield self._begun(what, *first, link.key, goes, refuses, rallies=what == _INVEST)
        yield sides.when(f"{what} goes on", goes, enough, *then)
        told = said(f"{REFUSED}{self.names()[what]} ", ex.prop(link.holder))
        yield component(
            "m.DoActionButton", name=f"{sides.menu}: {what} refused", text="", icon="", hotkey=refuses, doHotkey=True,
            hotkeys=(sides.key("clears"),), doReport=True, reportFormat=ex.braced(told), doLoop=True,
            loopType="counted", loopCount=ex.braced(ex.if_(enough, 0, 1)),
        )  # fmt: skip

    def _settling(self) -> Iterator[Component]:
        """A force invests: it bears the mark, and has acted."""
        sides, siege = self.sides, self.siege
        then = (sides.key("act"), self.key("invest-says"), self.key("settles"), sides.key("clears"))
        yield from self._if_strong(_INVEST, *then)
        text = said(player(), f": {siege.invest.name.en}, ", sides.who(False), " invests ", self.place, ", strength ")
        text = said(text, self.value("gathered"), ", wanted ", self.value("wanted"))
        yield sides.speaks("invests", self.key("invest-says"), with_rules(text, siege.invest.note))
        yield sides.when("settles down", self.key("settles"), is_applied(), self.key("invests"))
        yield sides.sends("invests", self.key("invests"), acts_key(siege.invested), sides.takes(ATTACKS))

    def _assaulted(self) -> Iterator[Component]:
        sides, blow, note = self.sides, self.assault(), self.siege.assault.note
        then = (sides.key("forgets"), sides.key("act"), self.key(_STORMED), *blow.chain())
        then = (*then, *self.keys_of("worn", "lost"), self.key("assault-says"))
        then = (
            *then,
            self.key("wears"),
            self.key("due"),
            *self.losses.settling(False),
            *self.keys_of("stands"),
            self.key("ends"),
            sides.key("closes"),
            sides.key("finishes"),
        )
        yield from self._if_strong(_ASSAULT, *then)
        name = self.siege.assault.name.en
        text = said(player(), f": {name}, ", sides.who(False), " storms ", self.place, ", ", sides.value("strength"))
        text = said(text, " against ", sides.value("strength", True), ", ", blow.told(), ": <b>", blow.result, "</b>, ")
        worn, lost = part_of(blow.result, 0, 2), part_of(blow.result, 1, 2)
        walls = ex.if_(ex.equals(worn, 0), "the walls hold", said("walls -", worn))
        text = said(text, walls, ", ", counted(lost, "step", "steps"), " lost")
        yield sides.speaks(f"{name} says", self.key("assault-says"), with_rules(text, note))
        yield sides.gate("is worn", self.key("wears"), self.value("worn"), self.key("wears-one"))
        falls = ex.every(is_applied(), ex.equals(self.value("stands"), 0))
        yield sides.when("falls", self.key("ends"), falls, sides.key("siege-falling"), self.key("falls-told"))
        called = f": {self.names()[_CALL]} by the force that takes it, menu {sides.menu}"
        yield sides.speaks(
            "falls", self.key("falls-told"), said(REFUSED, self.place, " falls", called, ruled(self.siege.note))
        )

    def _starved(self) -> Iterator[Component]:
        sides, blow = self.sides, self.hunger()
        then = (
            *blow.chain(),
            *self.keys_of("starved", "shaken", "despair"),
            self.key("hunger-says"),
            self.key("starves"),
        )
        then = (*then, self.key("despairs"), self.key("shakes"), *self.keys_of("stands"), self.key("ends"))
        yield self._begun(_HUNGER, *then, sides.key("clears"))
        name = self.siege.hunger.name.en
        meaning = choose([(ex.equals(blow.result, r.code), str(r.text)) for r in blow.table.results.values()], "")
        text = said(player(), f": {name} of ", self.place, ", ", blow.told(), ": <b>", meaning, "</b>")
        yield sides.speaks(f"{name} says", self.key("hunger-says"), with_rules(text, self.siege.hunger.note))
        yield sides.gate("starves", self.key("starves"), self.value("starved"), self.key("wears-one"))
        lost = ex.equals(self.value("despair"), 1)
        yield sides.when("despairs", self.key("despairs"), lost, sides.key("siege-falling"), self.key("falls-told"))
        yield sides.gate("is shaken", self.key("shakes"), ex.if_(lost, 0, self.value("shaken")), self.key("shakes-one"))

    def _called(self) -> Iterator[Component]:
        sides, blow, call = self.sides, self.call(), self.siege.call
        then = (self.key("acts"), *blow.chain(), *self.keys_of("taken", "free", "share"), self.key("call-says"))
        yield self._begun(_CALL, *then, self.key("is-taken"), sides.key("clears"))
        # whoever has walls called that fall does so by what he did before
        yield sides.when("calls", self.key("acts"), ex.not_(self.falls()), sides.key("act"), self.key(_CALLED))
        text = said(player(), f": {call.name.en}, ", sides.who(False), " calls ", self.place, ", walls ")
        text = said(
            text, ex.if_(self.falls(), 0, self.value("stands")), ", ", blow.told(), ": <b>", blow.result, "</b>"
        )
        yield sides.speaks(f"{call.name.en} says", self.key("call-says"), with_rules(text, call.note))
        won = ex.every(is_applied(), ex.equals(self.value("taken"), 1))
        yield sides.when(
            "is taken",
            self.key("is-taken"),
            won,
            self.key("garrison-goes"),
            self.key("garrison-dies"),
            self.key("taking"),
        )
        yield self._begun(_OFFER, self.key("offer-says"), self.key("offer-taken"), sides.key("clears"))
        told = said(player(), f": {self.siege.offer.en}: ", self.place, " opens its gates to ", sides.who(False))
        yield sides.speaks("offer", self.key("offer-says"), said(told, ruled(self.siege.offered)))
        accepted = self.key("offer-taken")
        yield sides.when("offer is taken", accepted, is_applied(), self.key("goes-free"), self.key("taking"))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def commands(self) -> dict[Key, str]:
        """The commands of a piece with their texts."""
        return {self.key(f"does-{what}"): name for what, name in self.names().items()}

    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """To storm with all who attack from here; to invest or call alone; to see to the garrison, for its player."""
        sides, siege = self.sides, self.siege
        yield Trigger("holds", key=sides.key("holds"), performed=(sides.key("tells", True), sides.set(FACES)))
        yield GlobalKeyCommand("", self.key("alone"), sides.set(NO), ex.braced(sides.takes(ATTACKS)))
        here = ex.every(ex.equals(ex.prop("LocationName"), "$LocationName$"), sides.marked(siege.invested))
        yield GlobalKeyCommand("", self.key("before"), self.key("stands-before"), ex.braced(here))
        yield Trigger("besieges", key=self.key("stands-before"), performed=sides.joining(False))
        phase = PropertyCommand("", acts_key(siege.invested), SetValue(ex.braced(ex.prop(sides.phase))))
        gone = PropertyCommand("", acts_key(sides.battles.acted.mark), SetValue(""))
        yield DynamicProperty(self.settled, Limits(), (phase, gone))
        for what, name in self.names().items():
            press, first = self.key(f"{what}-press"), () if what == _ASSAULT else (self.key("alone"),)
            yield GlobalHotkey("", press, self.key(f"{what}-begins"))
            chain = (*first, *sides.joining(False), press)
            if what in _OF_OWNER:
                chain = (*first, sides.key("tells"), self.key("before"), press)
            yield from sides.tried(name, self.key(f"does-{what}"), self.fault(what), chain)
        yield from self._offered()

    def _offered(self) -> Iterator[Trait]:
        """Each side has its own commands; walls without a garrison have no piece, so those before them have both."""
        sides, invested = self.sides, self.sides.marked(self.siege.invested)
        own, nowhere = ex.equals(self._holder(), sides.seat()), ex.equals(self._printed(), "")
        keys = {what: self.key(f"does-{what}") for what in self.names()}
        theirs = ex.any_of(nowhere, own)
        yield RestrictCommands("nothing to besiege", "Hide", ex.braced(theirs), (keys[_INVEST], keys[_ASSAULT]))
        uncalled = ex.not_(ex.any_of(self._besieged(), ex.equals(self.value("falls"), ex.prop("LocationName"))))
        yield RestrictCommands("nothing to call", "Hide", ex.braced(ex.any_of(theirs, uncalled)), (keys[_CALL],))
        yield RestrictCommands("invests", "Hide", ex.braced(invested), (keys[_INVEST],))
        manned = self._there(sides.marked(sides.battles.inside), ex.not_equals(sides.seat(), "$Seat$"))
        foreign = ex.any_of(nowhere, uncalled, ex.every(ex.not_(own), manned))
        yield RestrictCommands("not besieged", "Hide", ex.braced(foreign), tuple(keys[what] for what in _OF_OWNER))
