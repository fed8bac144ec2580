"""The map as the rules see it: provinces, hexes one can step between, rivers, distances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from compiler.model.game import Game
from compiler.model.graph import Link
from compiler.play.mechanics.ranges import measured


@dataclass(frozen=True)
class Ground:
    """What no play changes about the map."""

    game: Game
    province: Mapping[str, str]
    distance: Callable[[str, str], int]  # how many hexes two hexes are apart
    beside: Mapping[str, tuple[str, ...]]  # the six hexes around
    joined: Mapping[str, tuple[str, ...]]  # those one can step to: no water side, no mountain
    river: Mapping[tuple[str, str], Link]
    swollen: frozenset[frozenset[str]]  # sides of rivers that swell in the thaw

    def ground(self, hex: str, name: str) -> int:
        """A figure of the Terrain Effects Chart for a hex; 0 for a dash."""
        terrain = self.game.map.terrain[self.game.spaces[hex].terrain or ""]
        return int(terrain.values.get(name) or 0)

    def owner_of_land(self, hex: str) -> str | None:
        """The army whose own territory a hex is (2-1-3)."""
        region = self.game.map.regions.get(self.province.get(hex, ""))
        return region.side if region is not None else None

    def has_snow(self, hex: str) -> bool:
        """Whether a hex lies within the snowfall line (18-2-1)."""
        region = self.game.map.regions.get(self.province.get(hex, ""))
        return region is not None and bool(region.values.get("snow"))


def survey(game: Game) -> dict[str, object]:
    """The fields of `Ground` for a game."""
    board = game.map
    river = [link for link in board.links if "river" in link.features]
    return {
        "game": game,
        "province": {hex: r.id for r in board.regions.values() if r.kind == "province" for hex in r.spaces},
        "distance": measured(board),
        "beside": {id: board.beside[id] for id in board.cells},
        "joined": _joined(game),
        "river": {pair: link for link in river for pair in ((link.a, link.b), (link.b, link.a))},
        "swollen": frozenset(
            frozenset(pair) for route in board.routes if route.values.get("thaw") for pair in route.sides
        ),
    }


def _joined(game: Game) -> dict[str, tuple[str, ...]]:
    board = game.map
    open_ground = {id for id in board.cells if "move" in board.terrain[board.spaces[id].terrain or ""].values}
    found: dict[str, tuple[str, ...]] = {}
    for id in board.cells:
        steps = [
            link.other(id)
            for link in board.links_of[id]
            if not any(board.feature_kinds[f].values.get("closed") for f in link.features)
        ]
        found[id] = tuple(to for to in steps if to in open_ground) if id in open_ground else ()
    return found
