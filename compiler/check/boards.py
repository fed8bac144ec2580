"""Lints of what is drawn where: outlines, boxes, the edge of the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from compiler.check.cards import LARGEST as LARGEST_CARD
from compiler.check.counters import LARGEST as LARGEST_COUNTER
from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.diagnostics import Related, Span
from compiler.model.game import Game
from compiler.model.graph import Map, Region, Space
from compiler.model.picture import wrong_one
from compiler.model.piles import Pile, Track
from compiler.model.rooms import Frame, box_frames, frame_of, piece_size, share

Corner = tuple[float, float]

# Outlines are drawn by hand or cut from a raster: nearer than this they are meant to touch. In mm.
TOUCH = 0.6
# Two areas that meet in one corner only are no neighbours; a shared edge must be this long. In mm.
SHARED_EDGE = 2.0
OVERLAP = 0.12  # part of the smaller area


def _shapes(board: Map) -> dict[str, object]:
    from shapely.geometry import MultiPolygon, Polygon  # heavy: only maps with outlines pay for it

    found: dict[str, object] = {}
    for space in board.spaces.values():
        if space.outline:
            rings = [Polygon(ring).buffer(0) for ring in space.outline]
            found[space.id] = MultiPolygon([p for r in rings for p in getattr(r, "geoms", [r]) if not p.is_empty])
    return found


def _joined(board: Map, a: str, b: str) -> bool:
    return any(link.other(a) == b for link in board.links_of[a]) or any(
        link.other(b) == a for link in board.links_of[b]
    )


def _near(board: Map, shapes: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Pairs of areas whose boxes come near each other, each once."""
    from shapely.strtree import STRtree

    ids = list(shapes)
    tree = STRtree([shapes[id] for id in ids])
    for i, id in enumerate(ids):
        for j in sorted(int(k) for k in tree.query(shapes[id].buffer(TOUCH))):  # type: ignore[attr-defined]
            if j > i:
                yield id, ids[j]


@lint("C205", WARNING, "Players see a common border and will march across it.")
def touching_strangers(game: Game) -> Iterator[Found]:
    """Two drawn areas share a border without being neighbours."""
    for board in game.maps.values():
        shapes = _shapes(board) if board.kind == "areas" else {}
        for a, b in _near(board, shapes) if shapes else ():
            if _joined(board, a, b):
                continue
            edge = shapes[a].buffer(TOUCH / 2).intersection(shapes[b].buffer(TOUCH / 2))  # type: ignore[attr-defined]
            length = edge.length / 2
            if length > SHARED_EDGE + 2 * TOUCH:
                yield Found(
                    f"`{a}` and `{b}` share {length:.0f} mm of border but are no neighbours",
                    board.spaces[a].note.span,
                    "add the border, or part the outlines",
                    [Related(board.spaces[b].note.span, f"`{b}` is here")],
                )


@lint("C206", WARNING, "A border that cannot be seen will be missed in play.")
def distant_neighbours(game: Game) -> Iterator[Found]:
    """Two neighbours do not touch on the drawn map."""
    for board in game.maps.values():
        shapes = _shapes(board) if board.kind == "areas" else {}
        for link in board.links:
            kind = board.link_kinds.get(link.kind)
            if link.a not in shapes or link.b not in shapes or (kind and kind.values.get("drawn")):
                continue  # a drawn link (a sea line) shows by itself
            gap = shapes[link.a].distance(shapes[link.b])  # type: ignore[attr-defined]
            if gap > TOUCH:
                yield Found(
                    f"`{link.a}` and `{link.b}` are neighbours but lie {gap:.1f} mm apart",
                    link.note.span,
                    "mend the outlines, take the border out, or set `drawn: true` on its kind of link",
                )


@lint("C207", WARNING, "Two areas on one spot: nobody knows where a piece stands.")
def overlapping_areas(game: Game) -> Iterator[Found]:
    """Two areas overlap."""
    for board in game.maps.values():
        shapes = _shapes(board) if board.kind == "areas" else {}
        for a, b in _near(board, shapes) if shapes else ():
            common = shapes[a].intersection(shapes[b]).area  # type: ignore[attr-defined]
            smaller = min(shapes[a].area, shapes[b].area)  # type: ignore[attr-defined]
            if common > OVERLAP * smaller:
                yield Found(
                    f"`{a}` and `{b}` overlap by {common:.0f} square mm",
                    board.spaces[a].note.span,
                    "part the outlines",
                    [Related(board.spaces[b].note.span, f"`{b}` is here")],
                )


def _outside(board: Map, x: float, y: float, slack: float = 0.0) -> bool:
    beyond = x < -slack or y < -slack or x > board.size[0] + slack or y > board.size[1] + slack
    return beyond and board.measured


@lint("C208", ERROR, "What lies off the board is neither printed nor seen.")
def space_off_board(game: Game) -> Iterator[Found]:
    """A space lies outside the board."""
    for board in game.maps.values():
        for space in board.spaces.values():
            if space.display is not None or space.size is not None:
                continue
            outline = (p for ring in space.outline for p in ring)
            if _outside(board, *space.at, slack=0.5) or any(_outside(board, *p, slack=0.5) for p in outline):
                yield Found(
                    f"`{space.id}` lies outside the board of {board.size[0]:g} x {board.size[1]:g} mm",
                    space.note.span,
                    "move it, or make the board larger",
                )


@lint("C209", WARNING, "Counters of two spaces would cover each other.")
def crowded_spaces(game: Game) -> Iterator[Found]:
    """Two spaces are closer together than a counter is wide."""
    size = max((min(k.size) for k in game.counter_kinds.values() if not k.marker), default=0.0)
    for board in game.maps.values():
        if board.kind != "points":
            continue
        points = sorted((board.spaces[id] for id in board.land), key=lambda s: s.at)
        for i, a in enumerate(points):
            for b in points[i + 1 :]:
                if b.at[0] - a.at[0] >= size * 0.75:
                    break
                gap = ((a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2) ** 0.5
                if gap < size * 0.75:
                    yield Found(
                        f"`{a.id}` and `{b.id}` are {gap:.1f} mm apart, and counters are {size:g} mm wide",
                        a.note.span,
                        "move one of them",
                        [Related(b.note.span, f"`{b.id}` is here")],
                    )


@lint("C217", ERROR, "An outline that crosses itself has no inside.")
def crossed_outline(game: Game) -> Iterator[Found]:
    """An outline crosses itself."""
    for board in game.maps.values():
        for space in board.spaces.values():
            if not space.outline:
                continue
            from shapely.geometry import Polygon

            for n, ring in enumerate(space.outline):
                if not Polygon(ring).is_valid:
                    yield Found(
                        f"part {n + 1} of the outline of `{space.id}` crosses itself",
                        space.note.span,
                        "put its points in order around the area",
                    )


def _frame(space: Space) -> tuple[float, float, float, float]:
    assert space.size is not None
    (x, y), (w, h) = space.at, space.size
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2


@lint("C218", ERROR, "A box that sticks out is cut off in print and in VASSAL.")
def box_off_board(game: Game) -> Iterator[Found]:
    """A box or display sticks out of its board."""
    for board in game.maps.values():
        for space in board.spaces.values():
            if space.size is None:
                continue
            display = board.displays.get(space.display or "")
            left, top, right, bottom = _frame(space)
            if display is not None and display.window == "own":
                out = left < -0.5 or top < -0.5 or right > display.size[0] + 0.5 or bottom > display.size[1] + 0.5
            else:
                out = _outside(board, left, top, 0.5) or _outside(board, right, bottom, 0.5)
            if out:
                yield Found(
                    f"box `{space.id}` sticks out of its {'display' if display else 'board'}",
                    space.note.span,
                    "move it, make it smaller, or enlarge what holds it",
                )


@lint("C219", WARNING, "A piece on the common ground of two boxes stands in neither.")
def overlapping_boxes(game: Game) -> Iterator[Found]:
    """Two boxes overlap."""
    for board in game.maps.values():
        groups: dict[str, list[Space]] = {}
        for space in board.spaces.values():
            if space.size is not None:
                display = board.displays.get(space.display or "")
                own = display is not None and display.window == "own"
                groups.setdefault(space.display or "" if own else "", []).append(space)
        for boxes in groups.values():
            for a, b in combinations(boxes, 2):
                (al, at, ar, ab), (bl, bt, br, bb) = _frame(a), _frame(b)
                if min(ar, br) - max(al, bl) > 0.5 and min(ab, bb) - max(at, bt) > 0.5:
                    yield Found(
                        f"boxes `{a.id}` and `{b.id}` overlap",
                        a.note.span,
                        "move one of them",
                        [Related(b.note.span, f"`{b.id}` is here")],
                    )


OVERHANG = 0.95  # of a marker: what little of it covers the next box is not seen


def _short(size: Corner, need: Corner) -> bool:
    return size[0] < need[0] - 0.01 or size[1] < need[1] - 0.01


def _larger_cards(game: Game) -> Iterator[Found]:
    """Piles of cards in boxes that the cards stick out of."""
    for pile in game.piles.values():
        box = game.spaces.get(pile.at) if isinstance(pile.at, str) else None
        begun = {game.cards[card].kind for card in pile.pieces if card in game.cards}
        kinds = [kind for kind in game.card_kinds.values() if not begun or kind.id in begun]
        if box is None or box.size is None or pile.holds != "cards" or not kinds:
            continue
        small = min(kinds, key=lambda kind: kind.size).size
        if _short(box.size, small):
            yield Found(
                f"box `{box.id}` is {box.size[0]:.0f} x {box.size[1]:.0f} mm, and the cards of `{pile.id}` are "
                f"{small[0]:g} x {small[1]:g} mm",
                box.note.span,
                "make the box larger, or the cards smaller",
                [Related(pile.note.span, f"`{pile.id}` lies there")],
            )


def _larger_markers(game: Game) -> Iterator[Found]:
    """Markers that cover more than the box of their track."""
    for track in game.tracks.values():
        marker = game.counters.get(track.marker or "")
        if marker is None or not track.laid:
            continue
        size = game.counter_kinds[marker.kind].size
        box = (min(w for _, _, w, _ in track.laid), min(h for _, _, _, h in track.laid))
        if _short(box, (size[0] * OVERHANG, size[1] * OVERHANG)):
            yield Found(
                f"the boxes of `{track.id}` are {box[0]:.1f} x {box[1]:.1f} mm, and `{marker.id}` is "
                f"{size[0]:g} x {size[1]:g} mm",
                track.note.span,
                "make the boxes larger, or give the marker a smaller kind",
                [Related(marker.note.span, f"`{marker.id}` is here")],
            )


@lint("C220", WARNING, "A box must hold at least one of what belongs there.")
def box_too_small(game: Game) -> Iterator[Found]:
    """A box is smaller than a counter, the cards of its pile or the marker of its track."""
    yield from _larger_cards(game)
    yield from _larger_markers(game)
    size = min((min(k.size) for k in game.counter_kinds.values()), default=0.0)
    for board in game.maps.values():
        for space in board.spaces.values():
            if space.size is not None and min(space.size) < size - 0.01:
                yield Found(
                    f"box `{space.id}` is {min(space.size):g} mm wide, and counters are {size:g} mm",
                    space.note.span,
                    "make the box larger",
                )


_EDGE = 0.5  # mm by which a line may run over


def _frame_of(game: Game, thing: Track | Pile) -> Frame | None:
    """What a track or pile covers; nothing is said of pieces whose own size is told to be wrong."""
    if isinstance(thing, Pile):
        most = LARGEST_CARD if thing.holds == "cards" else LARGEST_COUNTER
        if max(piece_size(game, thing)) > most:
            return None
    return frame_of(game, thing)


@lint("C225", ERROR, "A track or deck off the board is neither printed nor seen.")
def track_off_board(game: Game) -> Iterator[Found]:
    """A track or pile lies outside the board."""
    things: list[Track | Pile] = [*game.tracks.values(), *game.piles.values()]
    for thing in things:
        if isinstance(thing.at, tuple) and _outside(game.map, *thing.at):
            yield Found(f"`{thing.id}` lies outside the board", thing.note.span, "move it, or make the board larger")
            continue
        frame = _frame_of(game, thing)
        if frame is None or not (_outside(game.map, *frame[:2], _EDGE) or _outside(game.map, *frame[2:], _EDGE)):
            continue
        (left, top, right, bottom), (wide, high) = frame, game.map.size
        reach = f"from {left:.0f}, {top:.0f} to {right:.0f}, {bottom:.0f} mm; the board is {wide:.0f} x {high:.0f}"
        if isinstance(thing, Track):
            help = "move it, give it more rows by fewer `columns`, or make the board larger"
            yield Found(f"the boxes of `{thing.id}` reach {reach}", thing.note.span, help)
        else:
            help = "`at` is the middle of the pile: move it, or leave `at` out for a window of its own"
            yield Found(f"the pieces of `{thing.id}` reach {reach}", thing.note.span, help)


@lint("C232", WARNING, "What lies on top hides what lies below, in print and in VASSAL.")
def covered_place(game: Game) -> Iterator[Found]:
    """A track or pile lies on another, or on a box."""
    things: list[Track | Pile] = [*game.tracks.values(), *game.piles.values()]
    laid = [(thing.id, frame, thing.note.span) for thing in things if (frame := _frame_of(game, thing)) is not None]
    boxes = [(id, frame, game.map.spaces[id].note.span) for id, frame in box_frames(game)]
    for n, (id, frame, where) in enumerate(laid):
        below = next((one for one in (*laid[n + 1 :], *boxes) if share(frame, one[1], _EDGE)), None)
        if below is not None:
            message = f"`{id}` and `{below[0]}` lie on each other"
            help = "move one of them; the `at` of a pile is its middle, and cards are as large as their kind says"
            yield Found(message, where, help, [Related(below[2], f"`{below[0]}` is here")])


OFF = 0.025  # of the pitch: nobody measures a middle better, and an error is shared by all that were measured


@lint("C231", WARNING, "One hex measured wrongly pulls the whole grid off the picture.")
def mismeasured_hex(game: Game) -> Iterator[Found]:
    """A hex lies beside the pixels that were measured for it."""
    told: set[Span] = set()  # a back that is like its front has the same pixels
    for board in game.boards:
        off = board.misfits
        worst = max(off, key=lambda id: off[id], default="")
        if not worst or board.lattice is None or board.backdrop is None or off[worst] <= OFF * board.lattice.pitch:
            continue
        pairs = {id: (board.backdrop.hexes[id], board.spaces[id].at) for id in off}
        found = wrong_one(pairs)
        if found is not None and board.backdrop.measured[found[0]] not in told:
            id, (x, y) = found
            told.add(board.backdrop.measured[id])
            yield Found(
                f"the grid lies up to {off[worst]:.1f} mm beside the measured hexes, most likely because of `{id}`",
                board.backdrop.measured[id],
                f"by the others its middle is near [{x:.0f}, {y:.0f}]; `liege align` tells how far off each is",
            )


@lint("C222", WARNING, "A name off the board is cut off.")
def label_off_board(game: Game) -> Iterator[Found]:
    """A label lies outside the board."""
    for board in game.maps.values():
        things: list[Space | Region] = [*board.spaces.values(), *board.regions.values()]
        for thing in things:
            if thing.label is not None and _outside(board, *thing.label):
                yield Found(f"the label of `{thing.id}` lies outside the board", thing.note.span, "move the label")
