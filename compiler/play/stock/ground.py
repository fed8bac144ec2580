"""What the map says a march costs: the words of terrain and features that the stock steps understand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from compiler.model.common import Kind
from compiler.model.graph import Link, Map


def ground_cost(board: Map, mover: str) -> Callable[[Link, str, str], float | None]:
    """Costs as the map states them, for a kind of counter.

    Entering a space pays the `cost` of its terrain, and what the features of the link add (`adds`); a feature with
    `costs` sets the whole price; `cancels` takes other features of the link away; `closed_to` names kinds of counters
    that may not pass. Terrain without a cost is closed. Between points, areas and hexes without
    any ground the kind of link has the `cost`, 1 by default.
    """

    def cost(link: Link, start: str, to: str) -> float | None:
        features = live_features(board, link)
        price = next((f.values["costs"] for f in features if f.values.get("costs") is not None), None)
        if price is not None:
            return float(price) if isinstance(price, float) else int(price)
        if board.spaces[to].terrain is None and (board.kind != "hex" or to in board.cells):
            if closed_by(None, features, mover) is not None:
                return None
            kind = board.link_kinds.get(link.kind)
            base = float(kind.values.get("cost") or 1) if kind is not None else 1
            return base + sum(f.values.get("adds") or 0 for f in features)
        terrain = board.terrain.get(board.spaces[to].terrain or "")
        entry = terrain.values.get("cost") if terrain is not None else None
        if terrain is None or entry is None or closed_by(terrain, features, mover) is not None:
            return None
        return entry + sum(f.values.get("adds") or 0 for f in features)  # type: ignore[no-any-return]

    return cost


def live_features(board: Map, link: Link) -> tuple[Kind, ...]:
    """The features of a link that count: those no other one cancels."""
    kinds = [board.feature_kinds[f] for f in link.features]
    gone = {c for kind in kinds for c in kind.values.get("cancels") or ()}
    return tuple(kind for kind in kinds if kind.id not in gone)


def closed_by(terrain: Kind | None, features: Iterable[Kind], mover: str) -> Kind | None:
    """The terrain or feature that a kind of counter may not enter or cross."""
    grounds = (*(() if terrain is None else (terrain,)), *features)
    return next((ground for ground in grounds if mover in (ground.values.get("closed_to") or ())), None)
