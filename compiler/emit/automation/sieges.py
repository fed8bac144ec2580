"""Sieges: assaults, calls for surrender, offers, and what hunger does, for the space where the besiegers stand.

Walls, morale and owner are shown by markers in that space; one that is needed comes out of its pile by itself. Who is
behind the walls bears a mark, and is found where the command is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.battle_figures import Blow
from compiler.emit.automation.battle_sides import AGAINST, ATTACKS, FACES
from compiler.emit.automation.deeds import is_applied
from compiler.emit.automation.fights import Fights
from compiler.emit.automation.ground import found_at
from compiler.emit.automation.lookup import choose, under
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.siege_walls import Walls, part_of
from compiler.emit.chat import REFUSED, player, ruled, said, with_rules
from compiler.emit.names import counted, within
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component
from compiler.vassal.keys import Key
from compiler.vassal.traits import GlobalHotkey, GlobalKeyCommand, RestrictCommands, Trait, Trigger

_ASSAULT, _CALL, _HUNGER, _OFFER = "assault", "call", "hunger", "offer"


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

    def _invested(self) -> ex.Node:
        return self.sides.some(self.here(), self.sides.marked(self.siege.invested))

    def fault(self, what: str) -> Link:
        """Why something cannot be done against a space; nothing where it can."""
        sides, siege, game = self.sides, self.siege, self.sides.plan.game
        kind = within(game, game.map.space_kinds[siege.spaces].name.en)
        rule = ruled(siege.note)
        ruined = self.figures.lies(siege.ruined)
        inside = sides.some(sides.leads(False), sides.marked(sides.battles.inside))
        cases: list[tuple[ex.Node, ex.Value]] = [
            (ex.equals(self.value("owner"), ""), said(f"needs a {kind}: there is none in ", self.place, rule)),
            (ex.equals(self.value("seat"), sides.value("seat")), f"is not against one's own side{rule}"),
            (ruined, f"finds nothing but a ruin{rule}"),
            (inside, f"is not for those behind the walls{rule}"),
        ]
        if what == _ASSAULT:
            cases.append(
                (ex.equals(self.value("stands"), 0), f"comes too late: the {kind} falls, have it called{rule}")
            )
            weak = ex.less_equal(sides.value("strength"), sides.value("strength", True))
            strengths = said(": ", sides.value("strength"), " against ", sides.value("strength", True))
            cases.append((weak, said("must be stronger than the garrison", strengths, ruled(siege.assault.note))))
        else:
            cases.append((ex.not_(ex.any_of(self._invested(), self.falls())), f"needs a {kind} that is invested{rule}"))
        if what == _CALL:
            field, values = siege.call.by
            able = sides.some(sides.leads(False), ex.any_of(*(ex.equals(ex.prop(field), v) for v in values)))
            text = f"is for a commander{ruled(siege.call.note)}"
            cases.append((ex.not_(ex.any_of(able, self.falls())), text))
        return self.link(f"{what}_fault", choose(cases, ""))

    # -- components ----------------------------------------------------------------------------------------------------
    def names(self) -> dict[str, str]:
        siege = self.siege
        found = {_ASSAULT: siege.assault.name, _CALL: siege.call.name, _HUNGER: siege.hunger.name, _OFFER: siege.offer}
        return {what: name.en for what, name in found.items()}

    def properties(self) -> Iterator[Component]:
        yield from (link.component() for link in self.known())
        yield from (self.fault(what).component() for what in self.names())
        for blow in (self.assault(), self.call(), self.hunger()):
            yield from blow.properties()
        yield from (link.component() for link in self.worked_out())
        sides = self.sides
        full_of = {sides.key("siege-falling"): self.place, sides.key("siege-fallen"): ex.literal("")}
        yield self.sides.kept("siege_falls", full_of, "the space whose walls fall")
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
        yield from self._assaulted()
        yield from self._called()
        yield from self._starved()
        yield from self.wearing()
        yield from self.taking()

    def _begun(self, what: str, *then: Key) -> Iterator[Component]:
        fights = Fights(self.sides)
        first = (
            self.key("empties"),
            self.key("finds"),
            *self.sides.gathering(),
            *(link.key for link in fights.strengths()),
        )
        first = (*first, *(link.key for link in self.known()))
        yield from fights.begun(self.names()[what], self.key(f"{what}-begins"), self.fault(what), first, then)

    def _assaulted(self) -> Iterator[Component]:
        sides, blow, note = self.sides, self.assault(), self.siege.assault.note
        then = (sides.key("forgets"), *blow.chain(), *self.keys_of("worn", "lost"), self.key("assault-says"))
        then = (
            *then,
            self.key("wears"),
            self.key("due"),
            *self.losses.settling(False),
            *self.keys_of("stands"),
            self.key("ends"),
        )
        yield from self._begun(_ASSAULT, *then)
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
        yield from self._begun(_HUNGER, *then)
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
        then = (*blow.chain(), *self.keys_of("taken", "free", "share"), self.key("call-says"), self.key("is-taken"))
        yield from self._begun(_CALL, *then)
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
        yield from self._begun(_OFFER, self.key("offer-says"), self.key("offer-taken"))
        told = said(player(), f": {self.siege.offer.en}: ", self.place, " opens its gates to ", sides.who(False))
        yield sides.speaks("offer", self.key("offer-says"), said(told, ruled(self.siege.offered)))
        accepted = self.key("offer-taken")
        yield sides.when("offer is taken", accepted, is_applied(), self.key("goes-free"), self.key("taking"))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def commands(self) -> dict[Key, str]:
        """The commands of a piece with their texts."""
        return {self.key(f"does-{what}"): name for what, name in self.names().items()}

    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """To storm with all who attack from here; to call, or to see to the garrison, alone."""
        sides, siege = self.sides, self.siege
        yield Trigger("holds", key=sides.key("holds"), performed=(sides.key("tells", True), sides.set(FACES)))
        yield GlobalKeyCommand("", self.key("alone"), sides.set(1), ex.braced(sides.takes(ATTACKS)))
        besieged = found_at(f"Board_space_{siege.owner}", sides.own_hex())
        nowhere = ex.braced(ex.equals(besieged, ""))
        for what, name in self.names().items():
            press, first = self.key(f"{what}-press"), () if what == _ASSAULT else (self.key("alone"),)
            yield GlobalHotkey("", press, self.key(f"{what}-begins"))
            yield Trigger(name, name, self.key(f"does-{what}"), performed=(*first, *sides.joining(False), press))
        yield RestrictCommands("nothing to besiege", "Hide", nowhere, tuple(self.commands()))
