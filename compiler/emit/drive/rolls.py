"""Checks and attacks: refused where they must be, told with the roll, and their results carried out."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.checks import AIM, fault_property
from compiler.emit.drive.drops import drop, free_beside
from compiler.emit.drive.script import Script, must
from compiler.model.game import Dice
from compiler.model.rolls import Check
from compiler.model.table import Piece
from compiler.vassal.probe.drive import Act, Expectation, Must, Verb

_TOTALS = 5  # a roll takes a while, and tables change at a few places only


def drive_rolls(script: Script, known: set[tuple[str, str]]) -> None:
    """Each check of each kind that rolls it; several totals of the dice for the first kind, one for the others."""
    for check in script.plan.game.rolls.checks.values():
        for kind in check.kinds:
            rollers = [p for p in script.standing() if _kind(script, p) == kind and _has_a_roll(script, check, p)]
            roller = next(iter(_in_the_field(script, kind) if check.target else rollers), None)
            if roller is None or (check.id, kind) in known:
                continue
            first = not any(id == check.id for id, _ in known)
            known.add((check.id, kind))
            if check.target:
                _aimed(script, check, roller, every=first)
            else:
                _rolled(script, check, roller, None, every=first)


def _has_a_roll(script: Script, check: Check, piece: Piece) -> bool:
    """Whether a die decides for a piece, and no flag of its counter."""
    counter = script.plan.game.counters.get(piece.counter)
    values = {**counter.values, **counter.faces[piece.face].values} if counter is not None else {}
    return not any(values.get(flag) for test in check.sure for flag in test.flags)


def _kind(script: Script, piece: Piece) -> str:
    game = script.plan.game
    return (game.counters.get(piece.counter) or game.cards[piece.counter]).kind


def _in_the_field(script: Script, kind: str) -> Iterator[Piece]:
    """Pieces of a kind and of some side that stand on the land."""
    for piece in script.standing():
        if _kind(script, piece) == kind and piece.side is not None and piece.place in script.plan.game.map.land:
            yield piece


def _aimed(script: Script, check: Check, roller: Piece, *, every: bool) -> None:
    """Nobody aimed at, one's own side, then an enemy next door."""
    name, about = script.name(roller), check.name.en
    nobody = f"{about} of {name} at nobody"
    script.add(_roll(check, roller, nobody, must(Must.TELL, "needs a target"), must(Must.STAY, fault_property(check))))
    friend = next((p for p in _targets(script, check) if _seat(script, p) == _seat(script, roller)), None)
    if friend is not None:
        start = script.here
        _aim(script, friend)
        at_friend = f"{about} of {name} at its own {script.name(friend)}"
        script.add(_roll(check, roller, at_friend, must(Must.TELL, "own side"), must(Must.STAY, fault_property(check))))
        script.undo(start, at_friend)
    for enemy in _targets(script, check):
        beside = next(free_beside(script, enemy), None)
        if _seat(script, enemy) != _seat(script, roller) and beside is not None:
            _rolled(script, check, roller, (enemy, beside), every=every)
            return


def _targets(script: Script, check: Check) -> Iterator[Piece]:
    for kind in check.kinds:
        yield from _in_the_field(script, kind)


def _seat(script: Script, piece: Piece) -> str | None:
    return script.plan.game.seat_of(piece.side, script.scenario) if piece.side else None


def _aim(script: Script, piece: Piece) -> None:
    about = f"aim at {script.name(piece)}"
    script.do(Verb.COMMAND, about, piece.id, AIM, must(Must.TELL, "aims at"))


def _rolled(script: Script, check: Check, roller: Piece, aim: tuple[Piece, str] | None, *, every: bool) -> None:
    """The roll with dice that show what we want, next to the enemy; what it does must happen for some of them."""
    dice, name = script.plan.game.dice[check.dice], script.name(roller)
    for total in totals(dice) if every else (dice.count,):
        start = script.here
        if aim is not None:
            enemy, beside = aim
            spot = script.plan.atlas.spaces[beside]
            drop(script, roller, spot, f"{name} goes next to the enemy", must(Must.GO, spot.location))
            _aim(script, enemy)
        script.do(Verb.DICE, f"the dice show {total}", _faces(total, dice.count, dice.sides))
        expects: list[Expectation] = [must(Must.TELL, check.name.en, f"roll {total}")]
        if every and check.does:
            expects.append(must(Must.APPLY, f"{check.name.en} ({check.id})"))
        about = f"{check.name.en} of {name}, roll {total}"
        script.add(_roll(check, roller, about, *expects))
        script.undo(start, about)


def _roll(check: Check, roller: Piece, about: str, *expects: Expectation) -> Act:
    """A check that wants another face than the piece shows is not offered."""
    return Act(Verb.COMMAND, about, roller.id, check.name.en, (), expects, may_be_missing=check.face is not None)


def totals(dice: Dice) -> list[int]:
    """Some of what dice can come to, from the least to the most; of few, all."""
    least, most = dice.count, dice.count * dice.sides
    step = max(1, (most - least) // _TOTALS)
    return [*range(least, most, step), most]


def _faces(total: int, count: int, sides: int) -> str:
    """Faces that add up to a total."""
    faces = []
    for left in range(count, 0, -1):
        face = min(sides, total - (left - 1))
        faces.append(face)
        total -= face
    return ",".join(map(str, faces))
