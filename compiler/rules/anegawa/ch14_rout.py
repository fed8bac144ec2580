"""14.0 The rout phase: disordered units run, or shift one hex; units in order may run too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.table import Piece
from compiler.play.ask import Answer, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import ChoosePiece, MovePiece
from compiler.rules.anegawa.ch04_sequence import DONE, no_withdrawal, show_phase
from compiler.rules.anegawa.ch07_zones import enemy_zones, is_threatened
from compiler.rules.anegawa.ch08_morale import check
from compiler.rules.anegawa.ch09_disorder import disorder
from compiler.rules.anegawa.ch13_removal import remove
from compiler.rules.anegawa.ch13_retreat import retreat
from compiler.rules.anegawa.ch18_castle import barred_castle, note_departure
from compiler.rules.anegawa.ch22_victory import sudden_end
from compiler.rules.anegawa.facts import REMOVAL
from compiler.rules.anegawa.field import Field, is_normal

ROUT = "rout"


@step("14-3(1).1", "judge_rout")
def judge_rout(scene: Scene) -> Flow[Outcome]:
    """Disordered units in an enemy zone when the phase begins must rout, whatever the others do first (14-3(1))."""
    yield from ()
    show_phase(scene)
    field = Field.of(scene)
    for piece in field.units:
        if not is_normal(piece) and is_threatened(field, piece):
            scene.do(Marked(piece.id, "must_rout", True, rule="14-3(1).1"))
    return None


class Routing:
    """The rout phase of one side: who may or must go, and where a short step may lead."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.field = Field.of(scene)
        self.seat = scene.active

    def units(self) -> Iterator[str]:
        return (piece.id for piece in self.field.of_seat(self.seat))

    @property
    def must_go(self) -> list[str]:
        """Units that have to rout and have not yet."""
        return [p.id for p in self.field.of_seat(self.seat) if p.mark("must_rout") and not p.mark("routed")]

    def refuse_unit(self, id: Any) -> Refusal | None:
        """Why a unit may not move in this phase."""
        if id == DONE:
            waiting = self.must_go
            return Refusal("14-3(1).3", f"`{waiting[0]}` must rout first") if waiting else None
        piece = self.scene.table.pieces.get(id) if isinstance(id, str) else None
        if piece is None or self.field.at.get(piece.place) != piece or self.field.seat(piece) != self.seat:
            return Refusal("4-3.1", f"`{id}` is no unit of yours on the map")
        if piece.mark("routed"):
            return Refusal("4-3.1", f"`{id}` has moved in this phase")
        if is_normal(piece) and not is_threatened(self.field, piece):
            return Refusal("14-5(1).3", f"`{id}` is in order and in no enemy zone")
        return None

    # -- one hex -------------------------------------------------------------------------------------------------------
    def short_steps(self, piece: Piece) -> list[Answer]:
        """What a disordered unit in no enemy zone may do: one hex in any direction, or rout (14-1, 4-3(3))."""
        return [*((space,) for space in self.field.beside[piece.place]), ROUT]

    def refuse_step(self, piece: Piece, answer: Any) -> Refusal | None:
        """Why a short step is not allowed; terrain does not matter, whatever its cost (14-1)."""
        if answer == ROUT:
            return None
        if not isinstance(answer, tuple) or not answer:
            return Refusal("14-1.1", f"`{answer}` is neither a hex nor `{ROUT}`")
        if len(answer) > 1 or answer[0] not in self.field.beside[piece.place]:
            return Refusal("14-1.1", "a disordered unit that does not rout moves one hex")
        space = answer[0]
        if space in enemy_zones(self.field, self.seat):
            return Refusal("14-1.2", f"`{space}` is in an enemy zone")
        if space in self.field.at:
            return Refusal("14-1.3", f"a unit stands in `{space}`")
        if space in barred_castle(self.scene, piece):
            return Refusal("19.0.1", f"`{piece.id}` has left the castle and cannot go back")
        return None


@step("4-3.1", "rout_unit", "4-3(2).1", "4-3(3).1", "4-3(4).1", "14-2.1", "14-3(2).1", "16-3(3).2")
def rout_unit(scene: Scene) -> Flow[Outcome]:
    """Rout or shift one unit; again until the player is done. Units that must rout come before that."""
    show_phase(scene)
    routing = Routing(scene)
    id = yield from decide(
        scene,
        lambda: (*routing.units(), DONE),
        (no_withdrawal, routing.refuse_unit),
        topic=ChoosePiece("rout"),
        prompt="rout which unit?",
        rule="4-3.1",
    )
    if id == DONE:
        return None
    piece = scene.table.pieces[id]
    if piece.mark("must_rout"):
        yield from _forced(scene, id)
    elif is_normal(piece):
        yield from _voluntary(scene, id)
    else:
        yield from _by_choice(scene, routing, piece)
    if scene.table.pieces[id].place in scene.book.land:
        scene.do(Marked(id, "routed", True, rule="4-3.1"))
    return sudden_end(scene) or AGAIN


def _forced(scene: Scene, id: str) -> Flow[None]:
    """A forced rout begins with a removal check; whoever passes it routs as in a retreat (14-3)."""
    result = yield from check(scene, id, REMOVAL, rule="14-3(1).1")
    if result.values.get("removes"):
        remove(scene, id, rule="14-3(1).2")
    else:
        yield from retreat(scene, id, rule="14-3(1).3")


@carries("14-5(1).2")
def _voluntary(scene: Scene, id: str) -> Flow[None]:
    """A unit in order gives way: it is disordered at once and routs, with no check before it goes (14-5(1))."""
    disorder(scene, id, rule="14-5(1).1")
    yield from retreat(scene, id, rule="14-5(1).1")


def _by_choice(scene: Scene, routing: Routing, piece: Piece) -> Flow[None]:
    """A disordered unit in no enemy zone shifts one hex, or routs with no check before it goes (4-3(3))."""
    answer = yield from decide(
        scene,
        lambda: routing.short_steps(piece),
        (no_withdrawal, lambda it: routing.refuse_step(piece, it)),
        topic=MovePiece(piece.id, "rout"),
        prompt=f"one hex, or rout, with {scene.name(piece.id)}?",
        rule="14-1.1",
        about=(piece.id, piece.place),
    )
    if answer == ROUT:
        yield from retreat(scene, piece.id, rule="4-3(3).1")
        return
    scene.do(Moved(piece.id, answer[0], path=answer, rule="14-1.1"))
    note_departure(scene, piece.id)
