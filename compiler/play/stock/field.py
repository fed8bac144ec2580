"""What the stock steps see of the map: whose pieces stand where, what marching costs, what enemies hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.model.event import Marked
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook
from compiler.play.mechanics import movement, ranges, zoc
from compiler.play.scene import Scene
from compiler.play.stock import victory
from compiler.play.stock.ground import ground_cost

CONTROL = "control"  # the mark that shows who holds a space


def on_map(scene: Scene) -> list[Piece]:
    """The units of all sides on the map, in the order of the counter mix."""
    book = scene.book
    land, units = book.land, book.once("units", lambda: _units(book))
    return [p for p in map(scene.table.pieces.get, units) if p is not None and p.place in land]


def camps(scene: Scene) -> tuple[list[Piece], list[Piece]]:
    """The units on the map: the active seat's, and all others."""
    sides = scene.sides
    mine: list[Piece] = []
    others: list[Piece] = []
    for piece in on_map(scene):
        (mine if piece.side in sides else others).append(piece)
    return mine, others


def _units(book: Rulebook) -> tuple[str, ...]:
    """The pieces that stand for troops: they have a side and are no markers."""
    kinds = book.game.counter_kinds
    troops = [c for c in book.game.counters.values() if c.side is not None and not kinds[c.kind].marker]
    return tuple(id for counter in troops for id in counter.piece_ids)


def board_of(scene: Scene) -> Map:
    return scene.game.map


def ways_of(book: Rulebook, kind: str) -> movement.Ways:
    """The steps of the main map for a kind of counter."""
    board = book.game.map
    return book.once(("ways", kind), lambda: movement.ways(board, ground_cost(board, kind), steady=True))


class _Near(dict[str, frozenset[str]]):
    """The spaces up to some links away from each, worked out when first asked for."""

    def __init__(self, beside: Mapping[str, Iterable[str]], reach: int) -> None:
        super().__init__()
        self._beside, self._reach = beside, reach

    def __missing__(self, space: str) -> frozenset[str]:
        found = self[space] = frozenset(ranges.flood(self._beside, (space,), most=self._reach))
        return found


def within(book: Rulebook, reach: int) -> Mapping[str, frozenset[str]]:
    """For each space of the map, the spaces up to some links away."""
    return book.once(("within", reach), lambda: _Near(book.game.map.beside, reach))


def zones_of(scene: Scene, pieces: list[Piece], field: str) -> set[str]:
    """The spaces held by those pieces that have a zone."""
    counters = scene.game.counters
    return zoc.zones(
        scene.game.map.beside, [p.place for p in pieces if counters[p.counter].faces[p.face].values.get(field)]
    )


def take_place(scene: Scene, id: str, space: str) -> None:
    """A piece has come to a space: its side holds it from now on, if holding it is worth something."""
    field, side = scene.setting("control"), scene.table.pieces[id].side
    if field is None or side is None or not scene.game.spaces[space].values.get(field):
        return
    if scene.table.mark(space, CONTROL) != side:
        scene.do(Marked(space, CONTROL, side, scene.rule("control")))


def own_place(game: Game, base: str, side: str | None) -> str:
    """A side's own copy of a box or pile that exists once per side; the common one where there is but one."""
    own = f"{base}.{side}"
    return own if own in game.spaces or own in game.piles else base


def gain(scene: Scene, table: Table, side: str, points: int, rule: str | None) -> None:
    """A side gains points on the score track the step names."""
    track = scene.setting("track") or scene.setting("score")
    if track is None or not points:
        return
    event = victory.score(scene.game, table, track, side, points, scene.setting("raised_by"), rule)
    if event is not None:
        scene.do(event)


def other_sides(scene: Scene, side: str | None) -> list[str]:
    """The sides in play that are no friends of a side."""
    sides = scene.game.sides
    group = sides[side].group if side is not None else None
    played = [s for seat in scene.scenario.seats for s in scene.book.sides_of(seat, scene.scenario)]
    return [s for s in played if s != side and (group is None or sides[s].group != group)]


def mingles(book: Rulebook) -> bool:
    """Whether enemies may stand together: marches end among them, or their pieces are no troops."""

    def find() -> tuple[bool]:
        stops = any(node.settings.get("enemies") == "stop" for node in book.game.steps())
        return (stops or bool(book.game.articles.menus),)

    return book.once("mingle", find)[0]
