"""Lints of maps: borders, links, reach, unused kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from compiler.check.lint import ERROR, WARNING, Found, lint, listed
from compiler.diagnostics import Related, Span
from compiler.model.game import Game
from compiler.model.graph import Map


def _playable(game: Game, board: Map) -> list[str]:
    """Spaces a piece could ever enter by a link: boxes and closed ground stand apart on purpose."""
    closed = {
        id
        for id, terrain in board.terrain.items()
        if terrain.values.get("closed")
        or ("cost" not in terrain.values and any("cost" in t.values for t in board.terrain.values()))
    }
    return [id for id in board.land if board.spaces[id].terrain not in closed]


def _faces(game: Game, board: Map) -> tuple[Map, ...]:
    """A board and, if it has one, its other face: a back that is `like` its front may leave out what that has."""
    return board, *(face for face in game.faces.values() if face.id == board.id and face is not board)


def _reached(board: Map, start: str, inside: set[str]) -> set[str]:
    seen, front, beside = {start}, [start], board.beside
    while front:
        fresh = inside.intersection(beside.get(front.pop(), ())) - seen
        seen |= fresh
        front += fresh
    return seen


@lint("C201", WARNING, "A piece could never get there, or never leave.")
def unreachable_space(game: Game) -> Iterator[Found]:
    """A space cannot be reached from the rest of the map."""
    for board in game.maps.values():
        left = set(_playable(game, board))
        parts: list[set[str]] = []
        for id in board.land:
            if id in left:
                part = _reached(board, id, left)
                left -= part
                parts.append(part)
        parts.sort(key=len, reverse=True)
        for part in parts[1:]:
            first = next(id for id in board.land if id in part)
            space = board.spaces[first]
            where = space.note.span if space.note.span.line > 1 else board.note.span
            yield Found(
                f"no way leads from {listed(sorted(part))} to the rest of the map",
                where,
                "add a link or border, or mark the ground around as `closed` if that is meant",
            )


@lint("C202", ERROR, "A link must lead somewhere.")
def link_to_itself(game: Game) -> Iterator[Found]:
    """A space is linked to itself."""
    for board in game.maps.values():
        for link in board.links:
            if link.a == link.b:
                yield Found(f"`{link.a}` is linked to itself", link.note.span, "name the other space")


@lint("C203", WARNING, "The same way written twice is counted and drawn twice.")
def twin_link(game: Game) -> Iterator[Found]:
    """Two links of one kind join the same spaces."""
    for board in game.maps.values():
        first: dict[tuple[str, str, str], Span] = {}
        for link in board.links:
            if board.kind in ("hex", "square") or link.a == link.b:
                continue
            key = (min(link.a, link.b), max(link.a, link.b), link.kind)
            if key in first and not link.one_way:
                yield Found(
                    f"`{link.a}` and `{link.b}` are joined twice by `{link.kind}`",
                    link.note.span,
                    "take one of the two out",
                    [Related(first[key], "the first is here")],
                )
            first.setdefault(key, link.note.span)


@lint("C204", ERROR, "Players read a border from either side; the engine must agree.")
def one_way_border(game: Game) -> Iterator[Found]:
    """An area borders another that does not border it back."""
    for board in game.maps.values():
        if board.kind != "areas":
            continue
        for link in board.links:
            if link.one_way:
                yield Found(
                    f"`{link.a}` borders `{link.b}` by `{link.kind}`, but not the reverse",
                    link.note.span,
                    f"add `{link.a}` to the `{link.kind}` borders of `{link.b}`",
                    [Related(board.spaces[link.b].note.span, f"`{link.b}` is here")],
                )


@lint("C210", WARNING, "Ground that occurs nowhere is a leftover or a slip in the rows.")
def unused_terrain(game: Game) -> Iterator[Found]:
    """A kind of terrain occurs nowhere on the map."""
    for board in game.maps.values():
        used = {space.terrain for face in _faces(game, board) for space in face.spaces.values()}
        for id, terrain in board.terrain.items():
            if id not in used:
                yield Found(f"terrain `{id}` occurs nowhere on the map", terrain.note.span, "use it, or take it out")


@lint("C211", WARNING, "A space kind that nothing has is a leftover or a misspelling elsewhere.")
def unused_space_kind(game: Game) -> Iterator[Found]:
    """No space is of a declared kind."""
    for board in game.maps.values():
        used = {space.kind for face in _faces(game, board) for space in face.spaces.values()}
        for id, kind in board.space_kinds.items():
            if id not in used:
                yield Found(f"no space is a `{id}`", kind.note.span, "use the kind, or take it out")


@lint("C212", WARNING, "A feature that lies nowhere is a leftover.")
def unused_feature(game: Game) -> Iterator[Found]:
    """A kind of feature lies on no hexside and no course."""
    for board in game.maps.values():
        used = {route.kind for face in _faces(game, board) for route in face.routes}
        for id, kind in board.feature_kinds.items():
            if id not in used:
                yield Found(f"feature `{id}` lies nowhere on the map", kind.note.span, "use it, or take it out")


@lint("C213", WARNING, "A kind of link that joins nothing is a leftover.")
def unused_link_kind(game: Game) -> Iterator[Found]:
    """A kind of link joins no two spaces."""
    for board in game.maps.values():
        used = {link.kind for face in _faces(game, board) for link in face.links}
        for id, kind in board.link_kinds.items():
            if id not in used:
                yield Found(f"no link is a `{id}`", kind.note.span, "use it, or take it out")


@lint("C214", WARNING, "A sign that no row uses is a leftover, or a slip in the rows.")
def unused_legend_sign(game: Game) -> Iterator[Found]:
    """A sign of the legend occurs in no row."""
    for board in game.maps.values():
        unused = [{sign for sign, _ in face.unused_signs} for face in _faces(game, board)]
        for sign, where in board.unused_signs:
            if all(sign in signs for signs in unused):
                yield Found(f"the sign `{sign}` of the legend occurs in no row", where, "use it, or take it out")


@lint("C215", WARNING, "A region without spaces can hold nothing.")
def empty_region(game: Game) -> Iterator[Found]:
    """A region has no spaces."""
    for board in game.maps.values():
        for region in board.regions.values():
            if not region.spaces:
                yield Found(
                    f"region `{region.id}` has no spaces",
                    region.note.span,
                    "list its `spaces`, or use its `code` in `region_rows`",
                )


@lint("C216", WARNING, "A space lies in one province; two claims mean that one is wrong.")
def space_in_two_regions(game: Game) -> Iterator[Found]:
    """A space lies in two regions of one kind."""
    for board in game.maps.values():
        seen: dict[tuple[str, str], str] = {}
        for region in board.regions.values():
            twice: dict[str, list[str]] = {}
            for space in region.spaces:
                other = seen.setdefault((region.kind, space), region.id)
                if other != region.id:
                    twice.setdefault(other, []).append(space)
            for other, spaces in twice.items():
                yield Found(
                    f"{listed(spaces)} lie in `{other}` and in `{region.id}`",
                    region.note.span,
                    "take them out of one, or give the regions different kinds",
                    [Related(board.regions[other].note.span, f"`{other}` is here")],
                )


@lint("C221", WARNING, "A bridge spans something; without it the bridge is on the wrong hexside.")
def bridge_over_nothing(game: Game) -> Iterator[Found]:
    """A feature cancels another that is not there."""
    for board in game.maps.values():
        features = {(min(x.a, x.b), max(x.a, x.b)): x.features for x in board.links if x.features}
        for route in board.routes:
            kind = board.feature_kinds.get(route.kind)
            cancels = kind.values.get("cancels") if kind else None
            if not cancels:
                continue
            wanted = (cancels,) if isinstance(cancels, str) else tuple(cancels)
            for a, b in route.sides:
                if not set(wanted) & set(features.get((min(a, b), max(a, b)), ())):
                    yield Found(
                        f"the {route.kind} between `{a}` and `{b}` has no {' or '.join(wanted)} under it",
                        route.note.span,
                        "move it to the right hexside, or add what it crosses",
                    )


@lint("C223", WARNING, "A river flows; a gap in its course is most likely a missing hexside.")
def broken_river(game: Game) -> Iterator[Found]:
    """A river's hexsides do not hang together."""
    for board in game.maps.values():
        for route in board.routes:
            if len(route.sides) < 2 or board.grid is None:
                continue
            ends = _side_ends(board, route.sides)
            left, parts = set(range(len(ends))), 0
            while left:
                parts += 1
                front = [left.pop()]
                while front:
                    here = ends[front.pop()]
                    near = [i for i in left if ends[i] & here]
                    left.difference_update(near)
                    front.extend(near)
            if parts > 1:
                yield Found(
                    f"the {route.kind} {route.name or ''} is in {parts} pieces".replace("  ", " "),
                    route.note.span,
                    "add the missing hexsides, or write each piece as a course of its own",
                )


def _side_ends(board: Map, sides: tuple[tuple[str, str], ...]) -> list[frozenset[tuple[int, int]]]:
    """The two corners of each hexside, rounded so that neighbours share them."""
    assert board.grid is not None
    grid, cells = board.grid, board.cells
    found = []
    for a, b in sides:
        direction = grid.direction(cells[a], cells[b])
        assert direction is not None
        corners = grid.corners(cells[a])
        pair = (corners[direction], corners[(direction + 1) % 6])
        found.append(frozenset((round(x * 10), round(y * 10)) for x, y in pair))
    return found


@lint("C224", WARNING, "Players find places by name; twins make orders and logs ambiguous.")
def twin_place_name(game: Game) -> Iterator[Found]:
    """Two spaces of one kind have the same name."""
    for board in game.maps.values():
        counts = Counter((s.kind, s.name.en) for s in board.spaces.values() if s.display is None)
        first: dict[tuple[str, str], Span] = {}
        for space in board.spaces.values():
            key = (space.kind, space.name.en)
            if space.display is None and counts[key] > 1:
                if key in first:
                    yield Found(
                        f"two spaces are named `{space.name.en}`",
                        space.note.span,
                        "tell them apart",
                        [Related(first[key], "the first is here")],
                    )
                first.setdefault(key, space.note.span)


@lint("C226", WARNING, "On the map and in every log a place without a name shows its bare id.")
def nameless_space(game: Game) -> Iterator[Found]:
    """A space has no name, while others of its kind do."""
    for board in game.maps.values():
        named = {s.kind for s in board.spaces.values() if s.name.en != s.id}
        for space in board.spaces.values():
            if space.kind in named and space.kind in board.space_kinds and space.name.en == space.id:
                yield Found(f"`{space.id}` has no name", space.note.span, "add `name`")


@lint("C227", WARNING, "A limit that no stack can reach limits nothing.")
def idle_stacking_limit(game: Game) -> Iterator[Found]:
    """A stacking limit is higher than the number of counters."""
    for board in game.maps.values():
        for limit in board.stacking:
            held = sum(c.count for c in game.counters.values() if not limit.kinds or c.kind in limit.kinds)
            if limit.limit is not None and limit.limit >= held > 0:
                yield Found(
                    f"the limit is {limit.limit}, and there are only {held} such counters",
                    limit.note.span,
                    "lower the limit, or take it out",
                )
