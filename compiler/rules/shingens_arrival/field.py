"""The theatre of war as all chapters see it: forces, where they stand, what state they are in. And how to ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.model.table import Piece, Table
from compiler.play.ask import Flow, Refusal, Topic, dice
from compiler.play.coverage import carries
from compiler.play.kept import differing
from compiler.play.mechanics.marks import taken_off
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.facts import BUSHO, ENEMY, ONE_DIE, TAISHO, Facts, Unit, facts

FORCE_MARKS = ("morale", "garrison", "invested", "acted", "extra_replenished")  # they lie on the leader (6-2.x2)


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
    )

    def __init__(self, known: Facts, leader: Piece, led: Sequence[Piece]) -> None:
        self.leader = leader
        self.pieces: tuple[Piece, ...] = (leader, *led)
        self.print: Unit = known.units[leader.id]
        self.army = self.print.army
        self.seat = known.seat_of[self.army]
        self.hex = leader.place
        self.id = leader.id
        marks: dict[str, Any] = dict(leader.marks)
        self.morale = int(marks.get("morale") or 0)
        self.inside = marks.get("garrison") is not None  # in garrison (12-2)
        self.investing = marks.get("invested") is not None
        self.acted: str | None = marks.get("acted")  # the last phase it did
        self.strength: int | None = None  # as `War.strength` found it

    @property
    def units(self) -> tuple[str, ...]:
        """The ids of its units, the leader first."""
        return tuple(piece.id for piece in self.pieces)

    def has_acted(self, phase: str) -> bool:
        return self.acted == phase


class War:
    """All forces at one moment. Made anew once the table has changed."""

    __slots__ = ("at", "facts", "forces", "led_by", "stand", "table")

    def __init__(self, known: Facts, table: Table, before: War | None = None) -> None:
        self.table = table
        self.facts = known
        self.forces: dict[str, Force] = {}
        self.led_by: dict[str, str] = {}
        self.stand = object()  # the same as long as no force moves, goes in or out of garrison, or invests
        if before is None or not self._follows(before):
            self._look(before.forces if before is not None else {})
            self.at: dict[str, list[Force]] = {}
            for force in self.forces.values():
                self.at.setdefault(force.hex, []).append(force)

    def _follows(self, before: War) -> bool:
        """Take over what was before, if only leaders have gone on or are marked otherwise."""
        units, hexes, stand = self.facts.units, self.facts.beside, before.stand
        self.forces, self.led_by, self.at = dict(before.forces), before.led_by, dict(before.at)
        for old, piece in differing(before.table, self.table):
            if piece is None or old is None:
                return False
            if piece.id in units:
                force = self.forces.get(piece.id)
                if force is None or piece.place not in hexes:
                    return False
                new = self.forces[piece.id] = Force(self.facts, piece, force.pieces[1:])
                self._stands(force, new)
                if (new.hex, new.inside, new.investing) != (force.hex, force.inside, force.investing):
                    stand = self.stand
        self.stand = stand
        return True

    def _stands(self, old: Force, new: Force) -> None:
        """A force is another: in its hex it stands among the others in their order."""
        rest = [force for force in self.at[old.hex] if force is not old]
        if rest or old.hex == new.hex:
            self.at[old.hex] = rest
        else:
            del self.at[old.hex]
        order = self.facts.order
        self.at[new.hex] = sorted((*self.at.get(new.hex, ()), new), key=lambda force: order[force.id])

    def _look(self, before: Mapping[str, Force]) -> None:
        """Find all forces; one of the very same pieces is the same force as before."""
        known, table = self.facts, self.table
        led: dict[str, list[Piece]] = {}
        leaders: list[Piece] = []
        pieces, boxes, hexes = table.pieces, known.box_of, known.beside
        for id in known.units:
            piece = pieces.get(id)
            if piece is None:
                continue
            if piece.place in hexes:
                leaders.append(piece)
            elif piece.place in boxes:
                led.setdefault(boxes[piece.place], []).append(piece)
        self.forces = {}
        for leader in leaders:
            force, some = before.get(leader.id), led.get(leader.id, [])
            same = force is not None and force.leader is leader and list(force.pieces[1:]) == some
            self.forces[leader.id] = force if force is not None and same else Force(known, leader, some)
        self.led_by = {piece.id: leader for leader, some in led.items() for piece in some}

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


def war(scene: Scene) -> War:
    """The forces as they are now; asked for more than anything else, so without a detour while pieces are the same."""
    found = scene.book.memo.get("war")
    if found is not None and found[0] is scene.table.pieces:
        now: War = found[1]
        return now
    return scene.memo("war", lambda: _war(scene), of="pieces")


def _war(scene: Scene) -> War:
    latest: dict[str, War] = scene.book.once("latest war", dict)
    found = latest["war"] = War(facts(scene), scene.table, latest.get("war"))
    return found


def enemy_of(force: Force) -> str:
    """The other player."""
    return ENEMY[force.seat]


def is_commander(force: Force) -> bool:
    """Whether a force is led by a sodaisho or taisho."""
    return force.print.rank >= TAISHO


def senior(forces: Sequence[Force]) -> Force:
    """The force whose leader counts: the highest rank, among equals the highest modifier (12-2-8.4, 14-1-5.1)."""
    return max(forces, key=lambda f: (f.print.rank, f.print.modifier))


def turn_of(scene: Scene) -> int:
    return int(scene.table.tracks[facts(scene).turn.id])


def stage_of(scene: Scene) -> int:
    """The number of the stage; in the Initial Stage 0."""
    now = scene.table.tracks[facts(scene).stage.id]
    return now if isinstance(now, int) else 0


# -- changing things ---------------------------------------------------------------------------------------------------
def set_mark(scene: Scene, target: str, mark: str, value: Any, rule: str) -> None:
    """Set a mark if it does not show that already; None or 0 morale takes it away."""
    piece = scene.table.pieces.get(target)
    now = piece.mark(mark) if piece is not None else scene.table.mark(target, mark)
    if now != value:
        scene.do(Marked(target, mark, value, rule=rule))


def strip(scene: Scene, unit: str, rule: str) -> None:
    """Take the markers of a force off a unit that no longer leads one."""
    scene.handle(*taken_off(scene.table.pieces[unit], FORCE_MARKS, rule))


def release(scene: Scene, units: Iterable[str], leader: Piece, rule: str) -> None:
    """Led units stand in the hex as forces of their own, with the state of the force they were in (6-2.x1)."""
    for unit in units:
        scene.do(Moved(unit, leader.place, rule=rule))
        for mark in FORCE_MARKS[:-1]:
            if leader.mark(mark) is not None:
                scene.do(Marked(unit, mark, leader.mark(mark), rule=rule))


def take_off(scene: Scene, unit: str, to: str, rule: str) -> None:
    """A unit leaves the map; those it led stay as forces of their own (6-2.x1)."""
    force = war(scene).forces.get(unit)
    if force is not None:
        release(scene, force.units[1:], force.leader, "6-2.x1")
        strip(scene, unit, rule)
    scene.do(Moved(unit, to, rule=rule))


def free_box(scene: Scene, leader: str) -> str | None:
    """An empty box on a command track (6-1-1)."""
    return next((box for box in facts(scene).units[leader].boxes if box not in scene.table.stacks), None)


@carries("6-1.1", "6-1-3.1", "6-1-5.2", "6-1-6.1", "6-1-6.2", "2-2-1(6).2")
def may_lead(scene: Scene, leader: str, unit: str) -> Refusal | None:
    """Why a unit may not be put under a commander (6-1)."""
    units = facts(scene).units
    chief, led = units[leader], units[unit]
    if chief.rank == BUSHO:
        return Refusal("6-1.1", f"`{leader}` is no commander")
    if chief.army != led.army:
        return Refusal("6-1-3.1", f"`{unit}` is of another army than `{leader}`")
    if led.rank >= chief.rank:
        rule = "6-1-5.2" if chief.rank > TAISHO else "6-1-6.1"
        return Refusal(rule, f"`{leader}` cannot command `{unit}`")
    if leader in war(scene).led_by:
        return Refusal("6-1-6.2", f"`{leader}` is himself commanded and commands nobody")
    if free_box(scene, leader) is None:
        return Refusal("6-1-1.2", f"the command track of `{leader}` is full")
    return None


# -- asking ------------------------------------------------------------------------------------------------------------
@record(frozen=True, slots=True)
class Choose(Topic):
    """One of a few words; `purpose` says what for, `of` whom or what it is about."""

    purpose: str
    of: str = ""


def die(scene: Scene, purpose: str, rule: str) -> Flow[int]:
    """One die: every roll of the game is of a single one (2.0.2)."""
    rolled = yield from dice(scene, ONE_DIE, purpose=purpose, rule=rule)
    return rolled[0]
