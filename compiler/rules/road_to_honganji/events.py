"""What every event of a card has: when it cannot be played, and how it takes place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from compiler.play.ask import Flow
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.facts import CombatCard


@dataclass(frozen=True, slots=True)
class CardEvent:
    """An event: why it cannot be played now (None: it can), and the procedure."""

    barred: Callable[[Scene, str, CombatCard], str | None]
    take_place: Callable[[Scene, str, CombatCard], Flow[Victory | None]]
