"""What the stock steps see of the map: whose pieces stand where, what marching costs, what enemies hold."""

from __future__ import annotations

from compiler.model.event import Marked
from compiler.model.graph import Map
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook
from compiler.play.mechanics import control, movement, ranges, victory, zoc
from compiler.play.scene import Scene


def on_map(scene: Scene) -> list[Piece]:
    """The units of all sides on the map."""
    land, counters, kinds = scene.book.land, scene.game.counters, scene.game.counter_kinds
    return [
        piece for piece in scene.table.pieces.values()
        if piece.place in land and piece.side is not None and not kinds[counters[piece.counter].kind].marker
    ]


def board_of(scene: Scene) -> Map:
    return scene.game.map


def ways_of(book: Rulebook, kind: str) -> movement.Ways:
    """The steps of the main map for a kind of counter."""
    board = book.game.map
    return book.once(("ways", kind), lambda: movement.ways(board, movement.ground_cost(board, kind)))


def within(book: Rulebook, space: str, reach: int) -> dict[str, int]:
    """The spaces up to some links away, with their distance."""
    return book.once(("within", space, reach), lambda: ranges.distances(book.game.map, space, reach))


def zones_of(scene: Scene, pieces: list[Piece], field: str) -> set[str]:
    """The spaces held by those pieces that have a zone."""
    counters = scene.game.counters
    holders = [p for p in pieces if counters[p.counter].faces[p.face].values.get(field)]
    return zoc.zones(scene.game.map, holders)


def take_place(scene: Scene, id: str, space: str) -> None:
    """A piece has come to a space: it holds it from now on, if holding it is worth something."""
    field = scene.setting("control")
    if field is None:
        return
    mark = next((m.id for m in scene.game.marks.values() if "spaces" in m.on and m.id == "control"), None)
    if mark is None:
        return
    taken: Marked | None = control.takes(
        scene.game, scene.table, scene.table.pieces[id], space, mark, field, scene.rule("control")
    )
    if taken is not None:
        scene.do(taken)


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
