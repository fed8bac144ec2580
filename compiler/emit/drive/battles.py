"""Battles of forces: refused at nobody, fought beside an enemy, refused again without a trace; walls stormed."""

from __future__ import annotations

from compiler.emit.automation.battle_sides import Sides
from compiler.emit.drive.drops import drop, free_beside
from compiler.emit.drive.script import Script, must
from compiler.model.battles import Battles
from compiler.model.table import Piece
from compiler.vassal.probe.drive import Must, Verb


def drive_battles(script: Script, known: set[str]) -> None:
    """The first setup with two enemies on the map shows each set of battles."""
    for id, battles in script.plan.game.rolls.battles.items():
        pair = _enemies(script, battles)
        if id not in known and pair is not None:
            known.add(id)
            _fought(script, Sides(script.plan, id, battles), *pair)
            _stormed(script, battles, pair[0])


def _seat(script: Script, piece: Piece) -> str | None:
    return script.plan.game.seat_of(piece.side, script.scenario) if piece.side else None


def _forces(script: Script, battles: Battles) -> list[Piece]:
    """Those who stand on the land outside walls."""
    game = script.plan.game
    return [
        piece
        for piece in script.standing()
        if piece.counter in game.counters
        and game.counters[piece.counter].kind in battles.kinds
        and piece.place in game.map.land
        and piece.mark(battles.inside) is None
    ]


def _enemies(script: Script, battles: Battles) -> tuple[Piece, Piece] | None:
    """Two forces of two players, the second with room beside it."""
    forces = _forces(script, battles)
    for mine in forces:
        for theirs in forces:
            if _seat(script, mine) != _seat(script, theirs) and next(free_beside(script, theirs), None) is not None:
                return mine, theirs
    return None


def _fought(script: Script, sides: Sides, mine: Piece, theirs: Piece) -> None:
    start, spot = script.here, script.plan.atlas.spaces[next(free_beside(script, theirs))]
    for fight in sides.battles.fights.values():
        about = f"{fight.name.en} of {script.name(mine)}"
        nobody = (must(Must.TELL, fight.name.en, "needs somebody to attack"), must(Must.STAY))
        script.do(Verb.COMMAND, f"{about} at nobody", mine.id, fight.name.en, *nobody)
    fight = next(iter(sides.battles.fights.values()))
    about = f"{fight.name.en} of {script.name(mine)}"
    drop(script, mine, spot, f"{script.name(mine)} goes next to the enemy", must(Must.GO, spot.location))
    script.do(
        Verb.COMMAND,
        f"{script.name(theirs)} is attacked",
        theirs.id,
        sides.attacked_text,
        must(Must.TELL, "is attacked"),
    )
    script.do(Verb.DICE, "the die shows 5", "5")
    script.do(Verb.COMMAND, about, mine.id, fight.name.en, must(Must.TELL, fight.name.en, "roll 5"))
    again = (must(Must.TELL, fight.name.en), must(Must.STAY))
    script.do(Verb.COMMAND, f"{about} once more", mine.id, fight.name.en, *again)
    script.undo(start, about)


def _stormed(script: Script, battles: Battles, mine: Piece) -> None:
    """A force before walls of another: it invests or is told why not, and storms or is told why not."""
    siege, game = battles.siege, script.plan.game
    if siege is None:
        return
    seats = {
        space.id: game.seat_of(str(space.values[siege.owner]))
        for space in game.map.spaces.values()
        if space.values.get(siege.owner)
    }
    taken = {piece.place for piece in script.standing()}
    walls = next((id for id, seat in seats.items() if seat != _seat(script, mine) and id not in taken), None)
    if walls is None:
        return
    start, spot = script.here, script.plan.atlas.spaces[walls]
    drop(script, mine, spot, f"{script.name(mine)} goes before walls", must(Must.GO, spot.location))
    script.do(Verb.DICE, "the die shows 5", "5")
    for name in (siege.invest.name.en, siege.assault.name.en, siege.hunger.name.en):
        script.do(Verb.COMMAND, f"{name} of {script.name(mine)}", mine.id, name, must(Must.TELL, name))
    script.undo(start, "the siege")
