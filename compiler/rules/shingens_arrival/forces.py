"""The forces of both players at one moment, made from those of the moment before; and what their stand alone says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from compiler.model.table import Piece, Table
from compiler.play.coverage import carries
from compiler.play.kept import Seen
from compiler.rules.shingens_arrival.facts import SEATS, Facts, Unit

Change = tuple[Piece | None, Piece | None]  # a piece before and after


class Force:
    """A force: the unit that leads it on the map, and those on its command track (6-2)."""

    __slots__ = (
        "acted",
        "army",
        "hex",
        "id",
        "inside",
        "investing",
        "leader",
        "morale",
        "pieces",
        "print",
        "seat",
        "strength",
        "units",
    )

    def __init__(self, known: Facts, leader: Piece, led: Sequence[Piece]) -> None:
        self.pieces: tuple[Piece, ...] = (leader, *led)
        self.units = tuple([piece.id for piece in self.pieces])  # their ids, the leader first
        self.print: Unit = known.units[leader.id]
        self.army = self.print.army
        self.seat = known.seat_of[self.army]
        self.id = leader.id
        self.strength: int | None = None  # as `War.strength` found it
        self._look(leader)

    def _look(self, leader: Piece) -> None:
        self.leader = leader
        self.hex = leader.place
        marks: dict[str, Any] = dict(leader.marks)
        self.morale = int(marks.get("morale") or 0)
        self.inside = marks.get("garrison") is not None  # in garrison (12-2)
        self.investing = marks.get("invested") is not None
        self.acted: str | None = marks.get("acted")  # the last phase it did

    def under(self, leader: Piece) -> Force:
        """The same force when its leader has gone on or is marked otherwise."""
        found = Force.__new__(Force)
        before, pieces = self.leader, self.pieces
        found.pieces, found.units = (leader, *pieces[1:]) if len(pieces) > 1 else (leader,), self.units
        found.print, found.army, found.seat, found.id = self.print, self.army, self.seat, self.id
        found.strength = self.strength if leader.face == before.face else None
        if leader.marks is before.marks:  # he has gone on
            found.leader, found.hex, found.morale = leader, leader.place, self.morale
            found.inside, found.investing, found.acted = self.inside, self.investing, self.acted
        else:
            found._look(leader)
        return found

    def stands_as(self, other: Force) -> bool:
        """Whether it is where another is, and as it is: in garrison, investing, or neither."""
        return self.hex == other.hex and self.inside == other.inside and self.investing == other.investing

    def has_acted(self, phase: str) -> bool:
        return self.acted == phase


class Stand:
    """Where the forces of one player stand: the very same thing until one moves, goes in or out, or invests."""

    __slots__ = ("hexes", "invested", "known", "outer")

    def __init__(self, forces: Iterable[Force], seat: str) -> None:
        mine = [force for force in forces if force.seat == seat]
        self.hexes = frozenset([force.hex for force in mine])
        self.outer = frozenset([force.hex for force in mine if not force.inside])  # with forces outside garrison
        self.invested = frozenset([force.hex for force in mine if force.investing])
        self.known: dict[str, frozenset[str]] = {}  # what chapters have found to follow from it alone


class War:
    """All forces at one moment. Made anew once the table has changed, from those before."""

    __slots__ = ("_stands", "at", "facts", "forces", "kept", "led_by", "risen", "seen", "table")

    forces: dict[str, Force]
    led_by: Mapping[str, str]  # the same thing until some unit leads or is led that did not
    at: dict[str, list[Force]]
    kept: tuple[object, dict[Any, Any]] | None  # see `while_they_stand`
    risen: tuple[str, ...]  # the Ashikaga lords who have; the same thing until it is another
    seen: Seen  # the moment, so that what happens after it can be told
    _stands: dict[str, Stand | None]

    def __init__(self, known: Facts, table: Table) -> None:
        """Find all forces."""
        self.facts, self.table, self.kept = known, table, None
        boxes, hexes = known.box_of, known.beside
        there = [piece for id in known.units if (piece := table.pieces.get(id)) is not None]
        self.led_by = {piece.id: boxes[piece.place] for piece in there if piece.place in boxes}
        leaders = [piece for piece in there if piece.place in hexes]
        self.forces = {leader.id: Force(known, leader, self._led(leader.id)) for leader in leaders}
        self.at = {}
        for force in self.forces.values():
            self.at.setdefault(force.hex, []).append(force)
        self._stands = dict.fromkeys(SEATS)
        self.risen = self._risen()

    def _led(self, leader: str) -> list[Piece]:
        """The units on the command track of a leader, in the order of all units."""
        known, stacks, pieces = self.facts, self.table.stacks, self.table.pieces
        ids = [id for box in known.units[leader].boxes for id in stacks.get(box, ())]
        return [pieces[id] for id in sorted(ids, key=known.order.__getitem__)]

    def _risen(self) -> tuple[str, ...]:
        lords = [self.table.pieces.get(lord) for lord in self.facts.lord_castles]
        return tuple([lord.id for lord in lords if lord is not None and lord.mark("risen") is not None])

    def after(self, changes: Sequence[Change], table: Table) -> War:
        """The forces at a later moment: the same but for what has changed."""
        units, lords, hexes = self.facts.units, self.facts.lord_castles, self.facts.beside
        found = War.__new__(War)
        found.facts, found.table, found.forces, found.at = self.facts, table, self.forces, self.at
        found.led_by, found.risen, found._stands, found.kept = self.led_by, self.risen, self._stands, self.kept
        touched: dict[str, Piece | None] = {}
        for old, piece in changes:
            id = piece.id if piece is not None else old.id if old is not None else ""
            if id in units:
                touched[id] = piece
                if id in lords and (risen := found._risen()) != found.risen:
                    found.risen = risen
        if touched:
            forces = found.forces = self.forces.copy()
            found.at, found._stands = self.at.copy(), self._stands.copy()
            for id, piece in touched.items():
                if piece is None or id not in forces or piece.place not in hexes:  # it leads no force as it did before
                    found._regroup(self, touched)
                    break
            else:
                for id, piece in touched.items():
                    assert piece is not None
                    found._put(id, forces[id].under(piece))
        return found

    def _regroup(self, before: War, touched: Mapping[str, Piece | None]) -> None:
        """Units have come, gone or changed their commander: look at all forces they were or are in."""
        known, boxes = self.facts, self.facts.box_of
        led_by = dict(before.led_by)
        leaders: dict[str, None] = {}
        for id, piece in touched.items():
            was = led_by.pop(id, None)
            now = boxes.get(piece.place) if piece is not None else None
            if now is not None:
                led_by[id] = now
            leaders.update({leader: None for leader in (id, was, now) if leader is not None})
        self.led_by = led_by
        for id in leaders:
            leader = self.table.pieces.get(id)
            leads = leader is not None and leader.place in known.beside
            self._put(id, Force(known, leader, self._led(id)) if leader is not None and leads else None)
        if self.forces.keys() != before.forces.keys():
            self.forces = {id: self.forces[id] for id in known.units if id in self.forces}

    def _put(self, id: str, new: Force | None) -> None:
        """A force is another, or one no more: in its hex it stands among the others in their order."""
        forces, at = self.forces, self.at
        old = forces.pop(id, None) if new is None else forces.get(id)
        if new is not None:
            forces[id] = new
        some = old or new
        if some is None:
            return
        if old is None or new is None or not new.stands_as(old):
            self._stands[some.seat] = self.kept = None
        if old is not None and new is not None and old.hex == new.hex:
            there = at[old.hex]
            at[old.hex] = [new] if len(there) == 1 else [new if force is old else force for force in there]
            return
        if old is not None:
            rest = [force for force in at[old.hex] if force is not old]
            if rest:
                at[old.hex] = rest
            else:
                del at[old.hex]
        if new is not None:
            order = self.facts.order
            there = [*at.get(new.hex, ()), new]
            at[new.hex] = sorted(there, key=lambda force: order[force.id]) if len(there) > 1 else there

    # -- looking at them -----------------------------------------------------------------------------------------------
    def stand(self, seat: str) -> Stand:
        """Where the forces of a player stand."""
        found = self._stands[seat]
        if found is None:
            found = self._stands[seat] = Stand(self.forces.values(), seat)
        return found

    @carries("6-2.2", "6-2-1.1", "7.0.1", "7.0.2")
    def force_of(self, unit: str) -> Force | None:
        """The force a unit belongs to; None off the map."""
        return self.forces.get(self.led_by.get(unit, unit))

    def here(self, hex: str, seat: str) -> list[Force]:
        """The forces of a player in a hex, garrison and others."""
        return [f for f in self.at.get(hex, ()) if f.seat == seat]

    def outside(self, hex: str, seat: str) -> list[Force]:
        """The forces of a player in a hex that are not in garrison."""
        return [f for f in self.at.get(hex, ()) if f.seat == seat and not f.inside]

    def inside(self, hex: str) -> list[Force]:
        """The garrison of a castle."""
        return [f for f in self.at.get(hex, ()) if f.inside]

    def of_army(self, army: str) -> Iterator[Force]:
        return (f for f in self.forces.values() if f.army == army)

    def holding(self, units: Iterable[str]) -> list[Force]:
        """The forces some units belong to, each once."""
        found = {f.id: f for unit in units if (f := self.force_of(unit)) is not None}
        return list(found.values())

    @carries("6-1-7.1")
    def strength(self, forces: Iterable[Force]) -> int:
        """Combat strength: every unit of a force adds its own (6-1-7)."""
        units, total = self.facts.units, 0
        for force in forces:
            if force.strength is None:
                force.strength = sum([units[piece.id].strengths[piece.face] for piece in force.pieces])
            total += force.strength
        return total
