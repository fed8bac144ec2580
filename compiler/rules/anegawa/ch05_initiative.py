"""5.0 Initiative: who goes first this turn, and with how many movement points (6-1)."""

from __future__ import annotations

from compiler.model.event import Marked, Said, TrackSet
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import Figure, awarded, reckon, winner
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.anegawa.ch04_sequence import show_phase
from compiler.rules.anegawa.ch13_removal import earned_last_turn
from compiler.rules.anegawa.facts import SEATS, TWO_DICE, facts
from compiler.rules.anegawa.field import ENEMY, Field, has_initiative, is_first_turn

LOSSES = "losses"  # the modifier of those who are ahead (5-3)


def initiative_modifiers(scene: Scene, seat: str) -> Figure:
    """What a player adds to his roll: by the turn (5-2), by the remedies for a lopsided match, and for losses (5-3).

    Which they are is in rolls.yaml; the points of last turn are counted here, whatever the phase they were earned in.
    """
    earned = {who: earned_last_turn(scene, who) for who in SEATS}
    return reckon(scene, facts(scene).contest, seat, given={LOSSES: earned})


@step("5-1.1", "roll_initiative", "4-2(1).1", "5.0.1", "21.0(1).1", "21.0(5).1")
def roll_initiative(scene: Scene) -> Flow[Outcome]:
    """Both roll two dice and modify; the higher total has the initiative, each total gives its movement points."""
    show_phase(scene)
    if is_first_turn(scene):
        _take(scene, facts(scene).first_turn_initiative, rule="21.0(1).1")
        return None
    totals: dict[str, float] = {}
    for seat in SEATS:
        roll = yield from dice(scene, TWO_DICE, purpose=f"initiative of {seat}", rule="5-1.1")
        figure = initiative_modifiers(scene, seat)
        totals[seat] = sum(roll) + figure.sum
        losses, name = figure.of("5-3(1).1"), scene.game.seats[seat].name.en
        parts = f"{sum(roll)} {figure.sum - losses:+g}" + (f" {losses:+g} for losses" if losses else "")
        scene.do(Said(f"{name}: {parts} = {totals[seat]:g}", rule="5-1.1"))
    first = winner(facts(scene).contest, totals)
    _take(scene, first, rule="5-1.1")
    for seat in SEATS:
        points, track = movement_points(scene, totals[seat], seat == first), facts(scene).movement_points[seat].id
        if scene.table.tracks[track] != points:
            scene.do(TrackSet(track, points, rule="6-1.1"))
    return None


def _take(scene: Scene, seat: str, rule: str) -> None:
    """A player takes the initiative; the other one waits."""
    known = facts(scene)
    for track, who in ((known.initiative, seat), (known.waiting, ENEMY[seat])):
        if scene.table.tracks[track.id] != who:
            scene.do(TrackSet(track.id, who, rule=rule))
    scene.do(Said(f"{scene.game.seats[seat].name.en} have the initiative", rule=rule))


@carries("6-1.1", "6.0.1")
def movement_points(scene: Scene, total: float, first: bool) -> int:
    """What the movement table gives for a modified roll: a row for the side with the initiative, one for the other."""
    return int(awarded(scene, facts(scene).contest, total, first))


@step("13-8.1", "turn_breakthrough", "4-2(4).1", "4-2(4).2")
def turn_breakthrough(scene: Scene) -> Flow[Outcome]:
    """Breakthrough markers turn to impetus on the side with the initiative; the other side loses its markers (13-8)."""
    yield from ()
    show_phase(scene)
    field = Field.of(scene)
    for piece in field.units:
        if piece.mark("momentum") is not None:
            first = has_initiative(scene, field.seat(piece))
            scene.do(Marked(piece.id, "momentum", "impetus" if first else None, rule="13-8.1"))
    return None
