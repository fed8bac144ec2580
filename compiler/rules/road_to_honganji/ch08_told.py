"""How a combat is told: who attacks whom from where, under which commander, what is rolled against, what is left."""

from __future__ import annotations

from compiler.model.event import Said
from compiler.play.joining import enumerated
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Army
from compiler.rules.road_to_honganji.field import called


def tell_attack(scene: Scene, army: Army, target: str, area: str, came_from: str | None, value: int) -> None:
    """The attack as it is declared; a card is part of the value."""
    way = f", coming from {scene.name(came_from)}" if came_from is not None else ""
    what = f"{called(scene, army.clan)} attacks {called(scene, target)} in {scene.name(area)}{way}"
    scene.do(Said(f"{what}: {_strength(scene, army, value)}", rule="8-1.1"))


def tell_answer(scene: Scene, army: Army, value: int, *, surprised: bool) -> None:
    """The counterattack as it is declared, or why there is none."""
    who = called(scene, army.clan)
    if surprised:
        scene.do(Said(f"{who} is surprised: no counterattack", rule="8-2.1"))
    else:
        scene.do(Said(f"counterattack of {who}: {_strength(scene, army, value)}", rule="8-2.1"))


def _strength(scene: Scene, army: Army, value: int) -> str:
    units = f"{len(army.units)} unit{'s' * (len(army.units) != 1)}"
    if army.commander is None:
        return f"{units} without a general, no dice"
    dice = len(army.units) - len(army.supporters)
    helped = f" with the support of {enumerated([_plain(scene, id) for id in army.supporters])}" * bool(army.supporters)
    return f"{_plain(scene, army.commander)} commands {units}{helped}, {_dice(dice)} on {value} or less"


def tell_damage(scene: Scene, *points: tuple[str, int]) -> None:
    """What both sides suffer, the target first."""
    words = [f"{called(scene, clan)} takes {number}" for clan, number in points]
    scene.do(Said(f"damage: {', '.join(words)}", rule="8-3.2"))


def tell_outcome(scene: Scene, area: str, *armies: Army) -> None:
    """Who of those who fought still stands there."""
    words = [f"{called(scene, army.clan)} {_left(scene, area, army) or 'none'} of {len(army.units)}" for army in armies]
    scene.do(Said(f"left in {scene.name(area)}: {', '.join(words)}", rule="8-4.1"))


def _left(scene: Scene, area: str, army: Army) -> int:
    pieces = [scene.table.pieces[id] for id in army.units]
    return sum(piece.place == area and piece.side == army.clan for piece in pieces)


def _dice(number: int) -> str:
    return "1 die that hits" if number == 1 else f"{number} dice that hit"


def _plain(scene: Scene, id: str) -> str:
    """The name alone: whose he is has been said."""
    return scene.game.pieces[id].name.en
