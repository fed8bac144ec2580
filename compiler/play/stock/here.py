"""What a condition, filter, amount or effect is asked about: a scene, and what is at hand in it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from compiler.model.game import Game
from compiler.model.table import Piece
from compiler.play.scene import Scene

MINE, ENEMY, NONE, ACTIVE = "mine", "enemy", "none", "active"


@dataclass(slots=True)
class Here:
    """A scene seen by a seat, with the piece, space, card and roll at hand."""

    scene: Scene
    seat: str
    piece: Piece | None = None
    space: str | None = None
    there: str | None = None  # the space chosen last
    card: str | None = None
    die: int = 0
    total: int = 0

    @classmethod
    def of(cls, scene: Scene, **at_hand: Any) -> Here:
        """As the active seat sees it."""
        return cls(scene, scene.active, **at_hand)

    def at(self, **at_hand: Any) -> Here:
        """The same with something else at hand."""
        return replace(self, **at_hand)

    @property
    def mine(self) -> Collection[str]:
        """The sides of the seat."""
        scene = self.scene
        return scene.sides if self.seat == scene.active else scene.book.sides_of(self.seat, scene.scenario)

    @property
    def theirs(self) -> Collection[str]:
        """The sides of its enemies."""
        return enemies_of(self.scene, self.mine)

    @property
    def enemy(self) -> str | None:
        """The other seat, of two."""
        others = [seat for seat in self.scene.scenario.seats if seat != self.seat]
        return others[0] if len(others) == 1 else None


def enemies_of(scene: Scene, mine: Collection[str]) -> tuple[str, ...]:
    """The sides in play that are no friends of some."""
    key = ("enemies", scene.scenario.id, tuple(mine))
    return scene.book.once(key, lambda: _enemies(scene, mine))


def _enemies(scene: Scene, mine: Collection[str]) -> tuple[str, ...]:
    sides = scene.game.sides
    groups = {sides[side].group for side in mine} - {None}
    played = [s for seat in scene.scenario.seats for s in scene.book.sides_of(seat, scene.scenario)]
    others = tuple(s for s in played if s not in mine and sides[s].group not in groups)
    if others or set(played) - set(mine):
        return others
    return tuple(s for s in sides if s not in mine and sides[s].group not in groups)  # one plays against the game


def own_track(game: Game, here: Here, base: str) -> str:
    """A track by the name it is written under: the seat's or side's own where there are several."""
    if base in game.tracks:
        return base
    base, _, whose = base.partition(".")
    seat = here.enemy if whose == ENEMY else here.seat
    sides = here.theirs if whose == ENEMY else here.mine
    for owner in (seat, *sides):
        if f"{base}.{owner}" in game.tracks:
            return f"{base}.{owner}"
    return base


def own_pile(game: Game, here: Here, base: str) -> str:
    """A pile, box or space by the name it is written under: the seat's or side's own where there are several."""
    if base in game.piles or base in game.spaces:
        return base
    base, _, whose = base.partition(".")
    seat = here.enemy if whose == ENEMY else here.seat
    sides = here.theirs if whose == ENEMY else here.mine
    for owner in (seat, *sides):
        own = f"{base}.{owner}"
        if own in game.piles or own in game.spaces:
            return own
    return base
