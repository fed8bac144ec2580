"""Losses as a plain lord takes them: as hexes of retreat or steps, by which road, of whom. Not part of the rules."""

from __future__ import annotations

from typing import Any

from compiler.play.ask import Ask
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece, NameNumber
from compiler.rules.shingens_arrival.ch14_retreat import GARRISON, costs_a_step
from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force

Scores = list[float]


def fallen_back(scene: Scene, force: Force, way: Any) -> float:
    """Where fewest steps are lost; behind walls, if it costs no more."""
    here, lost = force.hex, 0
    for to in way:
        if to == GARRISON:
            return 0.5 - lost
        lost += costs_a_step(scene, force.seat, here, to) is not None
        here = to
    return -float(lost)


def number(scene: Scene, ask: Ask, topic: NameNumber) -> Scores:
    """Stand for a small result, go for a large one; who would lose his last step by standing goes all the way."""
    wanted = 0 if topic.most < 2 else topic.most - 1
    here = [f for f in war(scene).at.get(ask.about[0] if ask.about else "", ()) if f.seat == ask.seat and not f.inside]
    if sum(piece.steps for force in here for piece in force.pieces) <= topic.most - wanted:
        wanted = topic.most
    worst = facts(scene).lowest_morale
    ruined = {hexes: sum(len(f.units) for f in here if f.morale - hexes < worst) for hexes in range(topic.most + 1)}

    def worth(option: Any) -> float:
        if not isinstance(option, int):
            return -99.0
        return -abs(float(option) - wanted) - 10.0 * ruined.get(option, 0)

    return [worth(option) for option in ask.options]


def piece_to_lose(scene: Scene, ask: Ask, topic: ChoosePiece) -> Scores:
    """Losses fall on plain units with steps to spare; steps come back to the weakest."""
    pieces, units = scene.table.pieces, facts(scene).units

    def worth(option: Any) -> float:
        piece = pieces.get(option) if isinstance(option, str) else None
        if piece is None or option not in units:
            return -1.0  # nobody else
        spare = float(piece.steps) - 3.0 * units[option].rank - (4.0 if piece.steps == 1 else 0.0)
        return spare if topic.purpose == "lose" else units[option].rank + 4.0 - piece.steps

    return [worth(option) for option in ask.options]
