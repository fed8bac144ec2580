"""What a page must know of a game before anything is played: places, pieces, names, colours, rules, steps."""

from __future__ import annotations

from typing import Any

from compiler.emit.atlas import Atlas
from compiler.model.common import Name
from compiler.model.game import Game
from compiler.model.graph import Map, Space
from compiler.model.sequence import SequenceNode
from compiler.play.telling import box_label
from compiler.render.colour import Palette
from compiler.render.screen import SCALE
from compiler.render.style import palette_of, title_kanji
from compiler.render.svg import path_data
from compiler.render.symbols import mon
from compiler.web.cutting import EDGE
from compiler.web.pictures import SHEET, Pictures

Plain = dict[str, Any]


def scenery(game: Game, pictures: Pictures) -> Plain:
    """The game as plain values: what anybody may know who has the box."""
    palette, atlas = palette_of(game), pictures.atlas
    board = game.map
    return {
        "id": game.id,
        "title": game.title.en,
        "seal": title_kanji(game),
        "accent": palette.accent,
        "board": {
            "image": pictures.far,
            "tiles": {"edge": EDGE, "levels": [[times, name] for times, name in pictures.tiles.items()]},
            "kind": board.kind,
            "size": [board.size[0] * SCALE, board.size[1] * SCALE],
            "corners": corners(board),
        },
        "spaces": {id: _space(game, atlas, space) for id, space in game.spaces.items()},
        "links": [] if board.grid is not None else [[link.a, link.b, link.kind] for link in board.links],
        "near": {id: list(board.beside[id]) for id in board.land},
        "displays": [
            {"id": d.id, "name": d.name.en, "boxes": list(d.boxes), "own": d.window == "own", "seat": d.seat}
            for map in game.maps.values()
            for d in map.displays.values()
        ],
        "sides": _sides(game, palette),
        "crests": {side.mon: path_data(mon(side.mon)) for side in palette.sides.values()},
        "seats": {seat.id: {"name": seat.name.en, "sides": list(seat.sides)} for seat in game.seats.values()},
        "counters": _counters(game),
        "titles": {
            kind.id: {id: field.title.en for id, field in kind.fields.items()} for kind in game.counter_kinds.values()
        },
        "sheet": {"image": SHEET, "at": pictures.spots.at},
        "cards": _cards(game, pictures),
        "backs": pictures.backs,
        "piles": _piles(game, atlas),
        "tracks": _tracks(game, atlas),
        "marks": {
            mark.id: {
                "name": mark.name.en,
                "quiet": mark.quiet,
                "passing": mark.clears_at is not None,
                "counters": {str(value): shown for value in mark.values if (shown := mark.marker(value)) is not None},
            }
            for mark in game.marks.values()
        },
        "dice": {die.id: die.sides for die in game.dice.values()},
        "charts": [list(chart) for chart in pictures.charts],
        "rules": _rules(game),
        **_strips(game),
    }


def letters(game: Game) -> str:
    """Every letter a page about a game may show."""
    names: list[Name] = [game.title]
    for group in (game.spaces, game.counters, game.cards, game.seats, game.sides, game.piles, game.tracks):
        names += [thing.name for thing in group.values()]
    rows = game.ledger.rows.values() if game.ledger is not None else ()
    said = [*(row.says for row in rows), *(row.doubt or "" for row in rows), *(row.reading or "" for row in rows)]
    printed = [text for card in game.cards.values() for text in (card.when, card.effect) if text]
    return "".join({*"".join([f"{name.en}{name.ja or ''}" for name in names]), *"".join(said), *"".join(printed)})


def _px(value: float) -> float:
    return round(value * SCALE, 1)


def _space(game: Game, atlas: Atlas, space: Space) -> Plain:
    spot = atlas.spaces[space.id]
    on_board = spot.map == atlas.main.name
    found: Plain = {"name": space.name.en, "at": [_px(space.at[0]), _px(space.at[1])]}
    if space.name.ja:
        found["ja"] = space.name.ja
    if space.terrain:
        terrain = game.map.terrain.get(space.terrain)
        found["terrain"] = terrain.name.en if terrain is not None else space.terrain
    if not on_board:
        found["away"] = True  # beside the board, in a display of its own
    elif space.outline or space.size or game.map.grid is None:
        found["lie"] = [spot.x, spot.y]
    if space.outline:
        found["outline"] = [[[_px(x), _px(y)] for x, y in ring] for ring in space.outline]
    if space.size:
        found["size"] = [_px(space.size[0]), _px(space.size[1])]
    if spot.seats:
        found["seats"] = [list(seat) for seat in spot.seats]
    if space.display:
        found["display"] = space.display
    return found


def corners(board: Map) -> list[list[float]]:
    """Where the corners of a hex lie, seen from its middle."""
    if board.grid is None:
        return []
    cell = next(board.grid.cells())
    x, y = board.grid.centre(cell)
    return [[round((cx - x) * SCALE, 2), round((cy - y) * SCALE, 2)] for cx, cy in board.grid.corners(cell)]


def _sides(game: Game, palette: Palette) -> Plain:
    found: Plain = {}
    for side in game.sides.values():
        look = palette.side(side.scheme or side.id)
        found[side.id] = {"name": side.name.en, "fill": look.fill, "ink": look.text, "crest": look.mon}
    return found


def _counters(game: Game) -> Plain:
    found: Plain = {}
    for counter in game.counters.values():
        kind = game.counter_kinds[counter.kind]
        found[counter.id] = {
            "name": counter.name.en,
            "ja": counter.name.ja,
            "side": counter.side,
            "kind": kind.name.en,
            "sort": kind.id,
            "marker": kind.marker,
            "size": [_px(kind.size[0]), _px(kind.size[1])],
            "round": kind.shape != "square",
            "count": counter.count,
            "faces": [{"id": face.id, "name": face.name.en, "values": _printed(face.values)} for face in counter.faces],
        }
    return found


def _printed(values: Any) -> Plain:
    return {name: value for name, value in values.items() if isinstance(value, int | float | str) and value != ""}


def _cards(game: Game, pictures: Pictures) -> Plain:
    return {
        card.id: {
            "name": card.name.en,
            "kind": card.kind,
            "when": card.when,
            "effect": card.effect,
            "image": pictures.cards[card.id],
            "size": [_px(v) for v in game.card_kinds[card.kind].size],
        }
        for card in game.cards.values()
    }


def _piles(game: Game, atlas: Atlas) -> Plain:
    found: Plain = {}
    for pile in game.piles.values():
        spot = atlas.piles.get(pile.id)
        kinds = {game.cards[id].kind for id in pile.pieces if id in game.cards} or set(game.card_kinds)
        found[pile.id] = {
            "name": pile.name.en,
            "kind": pile.kind,
            "face": pile.face,
            "holds": pile.holds,
            "owners": list(pile.owners),
            "back": min(kinds) if pile.holds == "cards" and kinds else None,
        }
        if spot is not None and spot.map == atlas.main.name:
            found[pile.id]["at"] = [spot.x, spot.y]
            found[pile.id]["size"] = list(spot.room) if spot.room else None
    return found


def _tracks(game: Game, atlas: Atlas) -> Plain:
    found: Plain = {}
    for track in game.tracks.values():
        spots = [(box.value, atlas.tracks.get((track.id, box.value))) for box in track.boxes]
        found[track.id] = {
            "name": track.name.en,
            "role": track.role,
            "marker": track.marker,
            "boxes": [[box.value, box_label(game, track, box.value)] for box in track.boxes],
            "at": {str(value): [spot.x, spot.y] for value, spot in spots if spot and spot.map == atlas.main.name},
        }
    return found


def _rules(game: Game) -> Plain:
    rows = game.ledger.rows.values() if game.ledger is not None else ()
    return {row.id: [row.says, row.doubt, row.reading] if row.doubt else [row.says] for row in rows}


def _strips(game: Game) -> Plain:
    """The steps that are shown side by side, and for each node of the sequence where it stands among them."""
    strips: list[list[str]] = []
    places: dict[str, list[int]] = {}

    def walk(nodes: tuple[SequenceNode, ...], place: list[int] | None) -> None:
        own = place is None and len(nodes) > 1 and not any(_is_round(game, node) for node in nodes)
        if own:
            strips.append([node.name.en for node in nodes])
        for n, node in enumerate(nodes):
            at = [len(strips) - 1, n] if own else place
            if at is not None:
                places[node.id] = at
            walk(node.children, list(at) if at is not None else None)

    walk(game.sequence, None)
    return {"strips": strips, "steps": places, "names": {node.id: node.name.en for node in game.steps()}}


def _is_round(game: Game, node: SequenceNode) -> bool:
    """Whether a node comes again every turn: what it holds is shown, not itself."""
    turn = game.turn_track
    return node.kind in ("each", "repeat") and (node.kind == "repeat" or (turn is not None and node.over == turn.id))
