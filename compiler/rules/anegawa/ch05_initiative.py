"""5.0 Initiative: who goes first this turn, and with how many movement points (6-1)."""

from __future__ import annotations

from compiler.model.event import Marked, Said, TrackSet
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.anegawa.ch04_sequence import show_phase
from compiler.rules.anegawa.ch13_removal import earned_last_turn
from compiler.rules.anegawa.field import ENEMY, SEATS, TWO_DICE, Field, constant, is_first_turn, turn_of


@carries("5-2.1", "5-2.3", "22-3.2")
def turn_modifier(scene: Scene, seat: str) -> float:
    """What the box of the turn adds to a player's roll (5-2)."""
    box = next(b for b in scene.game.tracks["turn"].boxes if b.value == turn_of(scene))
    return float(box.values[seat])


@carries("BALANCE(1).1", "BALANCE(2).1")
def balance_modifier(scene: Scene, seat: str) -> int:
    """What the two remedies for a lopsided match add to a roll: whom they help, and when, is in rolls.yaml."""
    found = 0
    for modifier in scene.game.rolls.modifiers.values():
        case = modifier.case
        if case.option is not None and case.turns is not None and seat in case.seats and scene.option(case.option):
            first, last = case.turns
            found += int(modifier.value or 0) if first <= turn_of(scene) <= last else 0
    return found


@carries("5-3(1).1", "5-3(2).1", "5-3(2).2", "17-2-1.1", "18.0.3")
def loss_modifier(scene: Scene, seat: str) -> int:
    """Whoever earned more points last turn adds the difference (5-3), whatever the phase it was in."""
    mine, theirs = (earned_last_turn(scene.game, scene.table, s) for s in (seat, ENEMY[seat]))
    return max(0, mine - theirs)


@step("5-1.1", "roll_initiative", "4-2(1).1", "5.0.1", "21.0(1).1", "21.0(5).1")
def roll_initiative(scene: Scene) -> Flow[Outcome]:
    """Both roll two dice and modify; the higher total has the initiative, each total gives its movement points."""
    show_phase(scene)
    if is_first_turn(scene):
        _take(scene, str(constant(scene.game, "first_turn_initiative")), rule="21.0(1).1")
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
        points = movement_points(scene, totals[seat], seat == first)
        if scene.table.tracks[f"movement_{seat}"] != points:
            scene.do(TrackSet(f"movement_{seat}", points, rule="6-1.1"))
    return None


def _take(scene: Scene, seat: str, rule: str) -> None:
    """A player takes the initiative; the other one waits."""
    for track, who in (("initiative", seat), ("waiting", ENEMY[seat])):
        if scene.table.tracks[track] != who:
            scene.do(TrackSet(track, who, rule=rule))
    scene.do(Said(f"{scene.game.seats[seat].name.en} have the initiative", rule=rule))


@carries("6-1.1", "6.0.1")
def movement_points(scene: Scene, total: float, first: bool) -> int:
    """What the movement table gives for a modified roll: a row for the side with the initiative, one for the other."""
    return int(scene.game.tables["movement"].cell(total, "with the initiative" if first else "without"))


@step("13-8.1", "turn_breakthrough", "4-2(4).1", "4-2(4).2")
def turn_breakthrough(scene: Scene) -> Flow[Outcome]:
    """Breakthrough markers turn to impetus on the side with the initiative; the other side loses its markers (13-8)."""
    yield from ()
    show_phase(scene)
    field = Field.of(scene)
    for piece in field.units:
        if piece.mark("momentum") is not None:
            first = scene.table.tracks["initiative"] == field.seat(piece)
            scene.do(Marked(piece.id, "momentum", "impetus" if first else None, rule="13-8.1"))
    return None
