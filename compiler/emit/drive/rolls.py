"""Checks and attacks: refused where they must be, told with the roll, and their results carried out."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.bars import AIM, fault_property
from compiler.emit.drive.barring import barred
from compiler.emit.drive.drops import drop, free_beside
from compiler.emit.drive.script import Script, must
from compiler.emit.module.pieces import TURN_OVER
from compiler.model.bars import Bar
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
            able = [p for p in (_in_the_field(script, kind) if check.target else rollers) if _may(script, check, p)]
            if not able or (check.id, kind) in known:
                continue
            first = not any(id == check.id for id, _ in known)
            known.add((check.id, kind))
            if check.target:
                _aimed(script, check, able[0], every=first)
            else:
                _rolled(script, check, able[0], None, every=first)
            _unable(script, check, kind)


def _may(script: Script, check: Check, piece: Piece) -> bool:
    """Whether nothing keeps a piece from a roll; of one that is aimed at somebody, wherever it goes for that."""
    if not check.barred:
        return True
    near = _beside_an_enemy(script, check, piece) if check.target else None
    return barred(script, check, piece if near is None else piece._replace(place=near[1])) is None


def _unable(script: Script, check: Check, kind: str) -> None:
    """For each bar that speaks in this setup a piece that is refused, with the words of the bar."""
    told: list[str] = []
    for piece in _in_the_field(script, kind):
        near = _beside_an_enemy(script, check, piece) if check.target else None
        if check.target and near is None:
            continue
        bar = barred(script, check, piece if near is None else piece._replace(place=near[1]))
        if bar is None or bar.why in told or bar.is_printed:
            continue
        told.append(bar.why)
        start, about = script.here, f"{check.name.en} of {script.name(piece)}, which may not"
        if near is not None:
            _goes_near(script, piece, near)
        _shown(script, check, piece)
        script.add(_roll(script, check, piece, about, must(Must.TELL, bar.why), must(Must.STAY, fault_property(check))))
        script.undo(start, about)


def _has_a_roll(script: Script, check: Check, piece: Piece) -> bool:
    """Whether a piece has the flag that a check needs, and a die decides for it, no flag of its counter."""
    counter = script.plan.game.counters.get(piece.counter)
    values = {**counter.values, **counter.faces[piece.face].values} if counter is not None else {}
    if check.needs is not None and not values.get(check.needs):
        return False
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
    script.add(
        _roll(script, check, roller, nobody, must(Must.TELL, "needs a target"), must(Must.STAY, fault_property(check)))
    )
    friend = next((p for p in _targets(script, check) if _seat(script, p) == _seat(script, roller)), None)
    if friend is not None:
        start = script.here
        _aim(script, friend)
        at_friend = f"{about} of {name} at its own {script.name(friend)}"
        script.add(
            _roll(script, check, roller, at_friend, must(Must.TELL, "own side"), must(Must.STAY, fault_property(check)))
        )
        script.undo(start, at_friend)
    near = _beside_an_enemy(script, check, roller)
    if near is not None:
        _rolled(script, check, roller, near, every=every)


def _beside_an_enemy(script: Script, check: Check, roller: Piece) -> tuple[Piece, str] | None:
    """An enemy, and a free space next to it."""
    for enemy in _targets(script, check):
        beside = next(free_beside(script, enemy), None)
        if _seat(script, enemy) != _seat(script, roller) and beside is not None:
            return enemy, beside
    return None


def _goes_near(script: Script, roller: Piece, near: tuple[Piece, str]) -> None:
    enemy, beside = near
    spot = script.plan.atlas.spaces[beside]
    drop(script, roller, spot, f"{script.name(roller)} goes next to the enemy", must(Must.GO, spot.location))
    _aim(script, enemy)


def _shown(script: Script, check: Check, roller: Piece) -> bool:
    """Turn a piece over to the face that a check wants; whether it shows that face now."""
    counter = script.plan.game.counters.get(roller.counter)
    faces = [face.id for face in counter.faces] if counter is not None else []
    if check.face is None or not faces or faces[roller.face] == check.face:
        return True
    if len(faces) == 2 and check.face in faces:
        script.do(Verb.COMMAND, f"turn {script.name(roller)} over", roller.id, TURN_OVER, must(Must.DO))
        return True
    return False


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
            _goes_near(script, roller, aim)
        _shown(script, check, roller)
        script.do(Verb.DICE, f"the dice show {total}", _faces(total, dice.count, dice.sides))
        expects: list[Expectation] = [must(Must.TELL, check.name.en, f"roll {total}")]
        if every and check.does:
            expects.append(must(Must.APPLY, f"{check.name.en} ({check.id})"))
        about = f"{check.name.en} of {name}, roll {total}"
        script.add(_roll(script, check, roller, about, *expects))
        once = _once(check)
        if aim is not None and once is not None and total == dice.count * dice.sides:
            _aim(script, aim[0])
            twice = (must(Must.TELL, once.why), must(Must.STAY, fault_property(check)))
            script.add(_roll(script, check, roller, f"{about}, and once more", *twice))
        script.undo(start, about)


def _once(check: Check) -> Bar | None:
    """The bar that a piece runs into when it has rolled: of the mark that it bears then, and of nothing else."""
    return next(
        (
            bar
            for bar in check.barred
            if bar == Bar(bar.why, bar.borne)
            and bar.borne is not None
            and not bar.borne.of_target
            and bar.borne.mark in check.marks
            and bar.borne.value in (None, check.marks[bar.borne.mark])
        ),
        None,
    )


def _roll(script: Script, check: Check, roller: Piece, about: str, *expects: Expectation) -> Act:
    """A check that wants a face that the piece cannot be turned to is not offered."""
    counter = script.plan.game.counters.get(roller.counter)
    faces = [face.id for face in counter.faces] if counter is not None else []
    missing = check.face is not None and (check.face not in faces or len(faces) > 2)
    return Act(Verb.COMMAND, about, roller.id, check.name.en, (), expects, may_be_missing=missing)


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
