"""5.0 Initiative: who goes first this turn, and with how many movement points (6-1)."""

from __future__ import annotations

from compiler.model.event import Marked, Said, TrackSet
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import reckon
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.anegawa.ch04_sequence import show_phase
from compiler.rules.anegawa.ch13_removal import earned_last_turn
from compiler.rules.anegawa.facts import SEATS, TWO_DICE, facts
from compiler.rules.anegawa.field import ENEMY, Field, has_initiative, is_first_turn, turn_of


@carries("5-2.1", "5-2.3", "22-3.2")
def turn_modifier(scene: Scene, seat: str) -> float:
    """What the box of the turn adds to a player's roll (5-2)."""
    return facts(scene).turn_modifiers[turn_of(scene)][seat]


@carries("BALANCE(1).1", "BALANCE(2).1")
def balance_modifier(scene: Scene, seat: str) -> int:
    """What the two remedies for a lopsided match add to a roll: whom they help, and when, is in rolls.yaml."""
    given = {"losses": dict.fromkeys(SEATS, 0)}
    figure = reckon(scene, facts(scene).contest, seat, given=given)
    return int(figure.of("BALANCE(1).1", "BALANCE(2).1"))


@carries("5-3(1).1", "5-3(2).1", "5-3(2).2", "17-2-1.1", "18.0.3")
def loss_modifier(scene: Scene, seat: str) -> int:
    """Whoever earned more points last turn adds the difference (5-3), whatever the phase it was in."""
    mine, theirs = (earned_last_turn(scene, s) for s in (seat, ENEMY[seat]))
    return max(0, mine - theirs)


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
        turn, help, losses = turn_modifier(scene, seat), balance_modifier(scene, seat), loss_modifier(scene, seat)
        totals[seat] = sum(roll) + turn + help + losses
        name = scene.game.seats[seat].name.en
        parts = f"{sum(roll)} {turn + help:+g}" + (f" {losses:+d} for losses" if losses else "")
        scene.do(Said(f"{name}: {parts} = {totals[seat]:g}", rule="5-1.1"))
    first = max(SEATS, key=lambda seat: totals[seat])
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
    return int(facts(scene).movement.cell(total, "with the initiative" if first else "without"))


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
