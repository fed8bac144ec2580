"""A game on the desk as plain values: boards with their places, setups, counters, cards. Whole or as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.emit.atlas import Atlas
from compiler.model.common import Field, Note, Origin
from compiler.model.game import Game
from compiler.model.graph import Map, Space
from compiler.model.setup import set_up
from compiler.render.map.tracks import track_frames
from compiler.render.screen import SCALE
from compiler.render.style import palette_of, title_kanji
from compiler.render.svg import path_data
from compiler.render.symbols import mon
from compiler.web.scenery import corners

Plain = dict[str, Any]
Picture = Callable[[str], str | None]  # the address of a draft by its name

NO_FIELDS: Mapping[str, Field] = {}
_HALF_WRITTEN = (KeyError, ValueError, TypeError, IndexError, AttributeError)


def scene(game: Game, whole: bool, picture: Picture) -> Plain:
    """What the desk shows of a game."""
    palette = palette_of(game)
    return {
        "id": game.id,
        "title": game.title.en,
        "seal": title_kanji(game),
        "accent": palette.accent,
        "whole": whole,
        "maps": [_board(game, board, picture) for board in game.boards],
        "setups": [_setup(game, id) for id in game.scenarios],
        "sides": {
            id: {"name": side.name.en, "fill": look.fill, "ink": look.text, "crest": look.mon}
            for id, side in game.sides.items()
            for look in (palette.side(side.scheme or side.id),)
        },
        "crests": {side.mon: path_data(mon(side.mon)) for side in palette.sides.values()},
        "counters": {id: _counter(game, id, picture) for id in game.counters},
        "cards": {
            id: {"name": card.name.en, "kind": card.kind, "image": picture(f"cards/{id}.png")}
            for id, card in game.cards.items()
        },
        "steps": [[depth, node.name.en, node.note.rule] for depth, node in _nodes(game)],
    }


def _nodes(game: Game) -> list[tuple[int, Any]]:
    found: list[tuple[int, Any]] = []

    def walk(nodes: Any, depth: int) -> None:
        for node in nodes:
            found.append((depth, node))
            walk(node.children, depth + 1)

    walk(game.sequence, 0)
    return found


def _px(value: float) -> float:
    return round(value * SCALE, 1)


def _board(game: Game, board: Map, picture: Picture) -> Plain:
    return {
        "id": board.face,
        "of": board.id,
        "name": board.name.en,
        "image": picture(f"{board.face}.png"),
        "size": [_px(board.size[0]), _px(board.size[1])],
        "corners": corners(board),
        "spaces": {id: _space(board, space) for id, space in board.spaces.items() if space.board == board.id},
        "near": {id: [link.other(id) for link in links] for id, links in board.links_of.items() if links},
        "regions": [
            {"id": region.id, "name": region.name.en, "kind": region.kind, "spaces": list(region.spaces)}
            for region in board.regions.values()
        ],
        "limits": [[rule.limit, list(rule.kinds), rule.per] for rule in board.stacking if rule.limit is not None],
        "doubtful": [id for id, space in board.spaces.items() if _doubtful(game, space.note)],
    }


def _space(board: Map, space: Space) -> Plain:
    found: Plain = {"name": space.name.en, "at": [_px(space.at[0]), _px(space.at[1])]}
    if space.terrain:
        terrain = board.terrain.get(space.terrain)
        found["terrain"] = terrain.name.en if terrain is not None else space.terrain
    if space.outline:
        found["outline"] = [[[_px(x), _px(y)] for x, y in ring] for ring in space.outline]
    if space.size:
        found["size"] = [_px(space.size[0]), _px(space.size[1])]
    terrain = board.terrain.get(space.terrain) if space.terrain else None
    rules = (*space.note.rules, *(terrain.note.rules if terrain is not None else ()))
    if rules:
        found["rules"] = list(dict.fromkeys(rules))
    return found


def _doubtful(game: Game, note: Note) -> bool:
    """Whether a datum was drawn by us and not read, or a rule it names is read one way of several."""
    if note.source is not None and note.source.origin is Origin.RECONSTRUCTED:
        return True
    rows = game.ledger.rows if game.ledger is not None else {}
    return any(rows[rule].doubt for rule in note.rules if rule in rows)


def _setup(game: Game, id: str) -> Plain:
    scenario = game.scenarios[id]
    game = game.of(scenario)
    try:
        table = set_up(game, scenario)
        pieces = [[p.id, p.counter, p.face, p.place] for p in table.pieces.values() if p.place in game.spaces]
        markers = _markers(game, table.tracks)
    except _HALF_WRITTEN:
        pieces, markers = [], []
    boards = [board.face for board in game.maps.values()]
    return {"id": id, "title": scenario.title.en, "boards": boards, "pieces": pieces, "markers": markers}


def _markers(game: Game, values: Mapping[str, Any]) -> list[list[Any]]:
    """The markers of tracks where a setup puts them: counter, track, value, board, and the middle of the box."""
    found: list[list[Any]] = []
    for track in game.tracks.values():
        value = values.get(track.id, track.start)
        spots = {at: (left + w / 2, top + h / 2) for at, (left, top, w, h) in track_frames(track)}
        board = game.map.id
        if track.display is not None:
            home = next(m for m in game.maps.values() if track.display in m.displays)
            boxes, board = home.displays[track.display].boxes, home.id
            spots = {box.value: home.spaces[boxes[n % len(boxes)]].at for n, box in enumerate(track.boxes)}
        if track.marker is not None and value in spots:
            found.append([track.marker, track.name.en, value, board, [_px(part) for part in spots[value]]])
    return found


def _counter(game: Game, id: str, picture: Picture) -> Plain:
    counter = game.counters[id]
    kind = game.counter_kinds[counter.kind]
    back = picture(f"counters/{id}-back.png")
    faces = [[face.id, picture(f"counters/{id}-{face.id}.png")] for face in counter.faces]
    return {
        "name": counter.name.en,
        "side": counter.side,
        "kind": kind.name.en,
        "marker": kind.marker,
        "count": counter.count,
        "size": [_px(kind.size[0]), _px(kind.size[1])],
        "round": kind.shape != "square",
        "faces": faces + ([["back", back]] if back else []),
    }


# -- what VASSAL will call places --------------------------------------------------------------------------------------
def zones(atlas: Atlas) -> Plain:
    """Zones and regions of the boards as VASSAL has them, by map."""
    found: Plain = {}
    for window in atlas.windows.values():
        if isinstance(window.source, Map):
            found[window.source.id] = {
                "zones": [[zone.name, [list(corner) for corner in zone.path]] for zone in window.zones],
                "points": [[name, list(at)] for name, at in window.regions],
            }
    return found


# -- one thing ---------------------------------------------------------------------------------------------------------
def figures(game: Game, what: str, id: str) -> list[list[str]]:
    """What is known of a thing, a line each: what it is called and what it is."""
    if what == "space" and id in game.spaces:
        return _of_space(game, game.spaces[id])
    if what == "counter" and id in game.counters:
        counter = game.counters[id]
        side = [["Side", game.sides[counter.side].name.en]] if counter.side is not None else []
        kind = game.counter_kinds[counter.kind]
        printed = [[kind.name.en, f"{counter.count} of them"], *side]
        for face in counter.faces:
            values = _values({**counter.values, **face.values}, kind.fields)
            printed.append([face.id, ", ".join(f"{name} {value}" for name, value in values) or "blank"])
        return printed
    if what == "card" and id in game.cards:
        card = game.cards[id]
        return [
            ["Kind", game.card_kinds[card.kind].name.en],
            *([["When", card.when]] if card.when else []),
            *([["Effect", card.effect]] if card.effect else []),
            *([name, value] for name, value in _values(card.values, game.card_kinds[card.kind].fields)),
        ]
    return []


def _of_space(game: Game, space: Space) -> list[list[str]]:
    board = game.maps.get(space.board) or game.map
    found = []
    if space.terrain:
        terrain = board.terrain.get(space.terrain)
        found.append(["Terrain", terrain.name.en if terrain is not None else space.terrain])
        found += [[name, value] for name, value in _values(terrain.values if terrain is not None else {})]
    found += [[name, value] for name, value in _values(space.values)]
    links = board.links_of.get(space.id, ())
    if links:
        by: dict[str, list[str]] = {}
        for link in links:
            kind = board.link_kinds.get(link.kind)
            by.setdefault(kind.name.en if kind is not None else "Neighbours", []).append(link.other(space.id))
        found += [[name, " ".join(others)] for name, others in by.items()]
        features = sorted({f"{feature} to {link.other(space.id)}" for link in links for feature in link.features})
        if features:
            found.append(["Features", ", ".join(features)])
    regions = [board.regions[each].name.en for each in board.regions_of.get(space.id, ())]
    if regions:
        found.append(["Regions", ", ".join(regions)])
    limits = [f"{rule.limit} of {', '.join(rule.kinds) or 'anything'}, per {rule.per}" for rule in board.stacking
              if rule.limit is not None]  # fmt: skip
    if limits:
        found.append(["Stacking", "; ".join(limits)])
    return found


def _values(values: Mapping[str, Any], fields: Mapping[str, Field] = NO_FIELDS) -> list[tuple[str, str]]:
    """Fields by their titles and what they hold, as words; what is not set is left out."""
    return [
        (fields[name].title.en if name in fields else name.replace("_", " "), _word(value))
        for name, value in values.items()
        if value is not None and value is not False and value not in ("", ())
    ]


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(each).replace("_", " ") for each in value)
    return "yes" if value is True else str(value)


def note_of(game: Game, what: str, id: str) -> Note | None:
    """The note of a thing: its rules and where it comes from."""
    places: Mapping[str, Mapping[str, Any]] = {
        "space": game.spaces, "counter": game.counters, "card": game.cards, "track": game.tracks, "pile": game.piles,
    }  # fmt: skip
    found = places.get(what, {}).get(id)
    return None if found is None else found.note
