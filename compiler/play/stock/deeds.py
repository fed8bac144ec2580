"""Effects on pieces, marks and tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.counters import Counter
from compiler.model.event import Drawn, Marked, Moved, Removed, Said, TrackSet, Turned
from compiler.model.setup import seen_by, seen_standing
from compiler.model.table import Piece
from compiler.play.ask import Flow, decide
from compiler.play.mechanics.losses import hit
from compiler.play.mechanics.ranges import flood
from compiler.play.scene import Scene
from compiler.play.stock.choosing import Choice, choice_of, pieces_taken, spaces_taken
from compiler.play.stock.conditions import Amount, amount, bearer_of
from compiler.play.stock.effects import Deed, kind
from compiler.play.stock.field import mingles
from compiler.play.stock.filters import PieceFilter, SpaceFilter, piece_filter, space_filter
from compiler.play.stock.here import ACTIVE, ENEMY, MINE, Here, enemies_of, own_pile, own_track
from compiler.play.stock.reading import IT, SPACE, THERE, Reading, among, shown
from compiler.play.stock.stacking import limit_broken
from compiler.play.stock.standing import raised
from compiler.play.stock.suiting import bears, positive, suits, unit
from compiler.play.stock.victory import ends
from compiler.play.topics import PlacePiece

CHOSEN = (IT, SPACE, THERE)


def _alike(pieces: list[Piece]) -> list[Piece]:
    """One of each sort: which of several cubes is taken does not matter."""
    found: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        found.setdefault((piece.counter, piece.face, piece.steps, piece.place, piece.marks), piece)
    return list(found.values())


# -- pieces come and go ------------------------------------------------------------------------------------------------
@kind("place", "where", "steps", leaves=CHOSEN)
def _place(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice = piece_filter(read.into("place"), raw["place"]), choice_of(read, raw, rule)
    positive(read, "steps", raw)
    if "where" not in raw:
        read.fault("a piece is placed nowhere", "say `where`")
    where = space_filter(read.into("where").with_hand(IT), raw.get("where", ()))
    steps = amount(read.into("steps").with_hand(IT), raw["steps"]) if "steps" in raw else None
    return lambda here: _placing(here, who, where, steps, choice)


def _placing(here: Here, who: PieceFilter, where: SpaceFilter, steps: Amount | None, choice: Choice) -> Flow[None]:
    """One after the other: which sort, then where."""
    scene, used = here.scene, dict[str, int]()
    wanted = choice.count(here) if choice.count is not None else len(who.all(here))
    one = Choice(lambda here: 1, choice.may, choice.seat, choice.pick, None, choice.rule)
    for _ in range(max(0, wanted)):
        able = _alike([piece for piece in who.all(here) if not _stands(scene, piece)])
        taken = yield from pieces_taken(here, one, able, "place", "place which piece?", choice.rule)
        if not taken:
            return
        piece = scene.table.pieces[taken[0]]
        at = here.at(piece=piece)
        spaces = [
            space
            for space in where.all(at)
            if used.get(space, 0) < (choice.per_space or wanted) and has_room(scene, piece, space)
        ]
        if not spaces:
            scene.do(Said(f"no room for {scene.name(piece.id)}", choice.rule))
            return
        to = yield from decide(
            scene,
            spaces,
            topic=PlacePiece(piece.id),
            prompt=f"place {scene.name(piece.id)} where?",
            rule=choice.rule or scene.rule(),
            seat=choice.who(here, scene.seat_of(piece)),
        )
        used[to] = used.get(to, 0) + 1
        arrive(scene, piece.id, to, steps(at) if steps is not None else None, choice.rule)
        here.piece, here.space, here.there = scene.table.pieces[piece.id], to, to


def _stands(scene: Scene, piece: Piece) -> bool:
    return piece.place in scene.book.land


def has_room(scene: Scene, piece: Piece, space: str) -> bool:
    """Whether the limits of stacking, and enemies it may not mingle with, let a piece come to a space."""
    if piece.counter not in scene.game.counters or space not in scene.game.map.spaces:
        return True
    if piece.side is not None and not mingles(scene.book):
        enemies = enemies_of(scene, (piece.side,))
        if any(other.side in enemies for other in scene.table.at(space)):
            return False
    return limit_broken(scene.game, scene.game.map, scene.table, piece, space) is None


def arrive(scene: Scene, id: str, to: str, steps: int | None, rule: str | None) -> None:
    """A piece comes to a space with so many steps, all of them by default; who may see it there, sees it."""
    rule = rule or scene.rule()
    scene.do(Drawn(id, to, standing_seen(scene, id, to), rule=rule))
    thing = scene.game.pieces[id]
    if isinstance(thing, Counter):
        have = min(thing.steps, steps) if steps is not None else thing.steps
        face = min(thing.steps - have, len(thing.faces) - 1) if thing.steps > 1 else scene.table.pieces[id].face
        piece = scene.table.pieces[id]
        if (piece.face, piece.steps) != (face, have):
            scene.do(Turned(id, face, have, rule=rule))


def standing_seen(scene: Scene, id: str, place: str) -> tuple[str, ...] | None:
    """Who sees a piece in a place: a block on the map only its owner, anything else whoever sees the place."""
    return seen_standing(scene.game, scene.game.pieces[id], place, scene.scenario)


@kind("remove", "to", leaves=CHOSEN)
def _remove(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice, to = piece_filter(read.into("remove"), raw["remove"]), choice_of(read, raw, rule), raw.get("to")
    if to is not None:
        place_known(read.into("to"), to)

    def deed(here: Here) -> Flow[None]:
        able = _alike(who.all(here)) if choice.count is not None else who.all(here)
        wanted = choice.count(here) if choice.count is not None else 1
        for _ in range(wanted):
            ids = yield from pieces_taken(here, _single(choice), able, "remove", "remove which piece?", rule)
            for id in ids:
                here.piece, here.space = here.scene.table.pieces[id], here.scene.table.pieces[id].place
                send_off(here, id, to, rule)
            able = _alike(who.all(here))
            if not ids or not able:
                return

    return deed


def _single(choice: Choice) -> Choice:
    """One at a time, of those that differ; or all."""
    count = None if choice.count is None else (lambda here: 1)
    return Choice(count, choice.may, choice.seat, choice.pick, choice.per_space, choice.rule)


def place_known(read: Reading, to: Any) -> None:
    """A box or pile, one for all or one each."""
    game = read.game
    bases = [*(s.rsplit(".", 1)[0] for s in game.spaces), *(p.base for p in game.piles.values() if p.base)]
    base = to.removesuffix(f".{ENEMY}") if isinstance(to, str) else to
    read.known(base, dict.fromkeys((*game.spaces, *game.piles, *bases)), "place")


def send_off(here: Here, id: str, to: str | None, rule: str | None) -> None:
    """A piece leaves the map, for a place of its owner or for good."""
    scene = here.scene
    rule = rule or scene.rule()
    if to is None:
        scene.do(Removed(id, rule=rule))
        return
    place = own_pile(scene.game, here.at(seat=scene.seat_of(scene.table.pieces[id])), to)
    scene.do(Drawn(id, place, seen_by(scene.game, place), rule=rule))


@kind("move", "to", "towards", "by", leaves=CHOSEN)
def _move(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice = piece_filter(read.into("move"), raw["move"]), choice_of(read, raw, rule)
    if ("to" in raw) == ("towards" in raw):
        read.fault("a piece is moved `to` a space, or `towards` one", "say which of the two")
    key = "towards" if "towards" in raw else "to"
    to = space_filter(read.into(key).with_hand(IT), raw.get(key, ()))
    by = amount(read.into("by"), raw.get("by", 1))

    def deed(here: Here) -> Flow[None]:
        scene = here.scene
        ids = yield from pieces_taken(here, choice, who.all(here), "move", "move which piece?", rule)
        for id in ids:
            piece = scene.table.pieces[id]
            at = here.at(piece=piece)
            ends = to.all(at) if key == "to" else _towards(at, piece, to, by(at))
            ends = [space for space in ends if space != piece.place and has_room(scene, piece, space)]
            if not ends:
                scene.do(Said(f"{scene.name(id)} stays", rule))
                continue
            seat = choice.who(here, scene.seat_of(piece))
            space = yield from decide(
                scene, ends, topic=PlacePiece(id), prompt=f"move {scene.name(id)} where?", rule=rule, seat=seat
            )
            scene.do(Moved(id, space, rule=rule or scene.rule()))
            here.piece, here.space, here.there = scene.table.pieces[id], space, space

    return deed


def _towards(here: Here, piece: Piece, to: SpaceFilter, by: int) -> list[str]:
    """The spaces so many links nearer to the nearest one, or farther from it."""
    beside = here.scene.game.map.beside
    far = flood(beside, to.all(here))
    path, here_now = [piece.place], piece.place
    for _ in range(abs(by)):
        near = [s for s in beside[here_now] if (far.get(s, 999) < far.get(here_now, 999)) == (by > 0) and s in far]
        if not near or (far.get(here_now) == 0 and by > 0):
            break
        here_now = near[0]
        path.append(here_now)
    return path[-1:]


# -- steps and faces ---------------------------------------------------------------------------------------------------
@kind("hit", "steps", "to", leaves=CHOSEN)
def _hit(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice = piece_filter(read.into("hit"), raw["hit"]), choice_of(read, raw, rule)
    steps, to = amount(read.into("steps"), raw.get("steps", 1)), raw.get("to")
    positive(read, "steps", raw)
    suits(read.into("hit"), raw["hit"], lambda c: unit(read, c), "only markers and cards fit: they lose no steps",
          "name counters that can be hit")  # fmt: skip
    if to is not None:
        place_known(read.into("to"), to)

    def deed(here: Here) -> Flow[None]:
        ids = yield from pieces_taken(here, choice, who.all(here), "hit", "who is hit?", rule)
        for id in ids:
            here.piece, here.space = here.scene.table.pieces[id], here.scene.table.pieces[id].place
            for _ in range(steps(here)):
                if not lose_step(here, id, to, rule):
                    break

    return deed


def lose_step(here: Here, id: str, to: str | None, rule: str | None) -> bool:
    """A piece loses a step; whether it is still there."""
    scene = here.scene
    piece = scene.table.pieces[id]
    if piece.steps > 1:
        scene.do(hit(scene.game, piece, fallen=None, rule=rule or scene.rule()))
        return True
    send_off(here, id, to, rule)
    return False


@kind("restore", "steps", leaves=CHOSEN)
def _restore(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice = piece_filter(read.into("restore"), raw["restore"]), choice_of(read, raw, rule)
    steps = amount(read.into("steps"), raw.get("steps", 1))
    positive(read, "steps", raw)
    suits(read.into("restore"), raw["restore"], lambda c: c.steps > 1, "none of these pieces has more than one step",
          "give them `steps` and `faces`, or name others")  # fmt: skip

    def deed(here: Here) -> Flow[None]:
        scene, counters = here.scene, here.scene.game.counters
        hurt = [p for p in who.all(here) if p.counter in counters and p.steps < counters[p.counter].steps]
        ids = yield from pieces_taken(here, choice, hurt, "restore", "restore which piece?", rule)
        for id in ids:
            piece = scene.table.pieces[id]
            gained = min(steps(here.at(piece=piece)), counters[piece.counter].steps - piece.steps)
            scene.do(Turned(id, max(0, piece.face - gained), piece.steps + gained, rule=rule or scene.rule()))
            here.piece, here.space = scene.table.pieces[id], piece.place

    return deed


@kind("turn", "to", leaves=CHOSEN)
def _turn(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice = piece_filter(read.into("turn"), raw["turn"]), choice_of(read, raw, rule)
    counters, to = read.game.counters, raw.get("to")
    faces = {(c.id, face.id): n for c in counters.values() for n, face in enumerate(c.faces)}
    if read.into("to").known(to, dict.fromkeys(face for _, face in faces), "face"):
        suits(read.into("turn"), raw["turn"], lambda c: (c.id, str(to)) in faces, f"none of these has the face `{to}`",
              "name a face they have")  # fmt: skip

    def deed(here: Here) -> Flow[None]:
        able = [p for p in who.all(here) if faces.get((p.counter, str(to)), p.face) != p.face]
        ids = yield from pieces_taken(here, choice, able, "turn", "turn which piece?", rule)
        for id in ids:
            piece = here.scene.table.pieces[id]
            here.scene.do(Turned(id, faces[piece.counter, str(to)], rule=rule or here.scene.rule()))

    return deed


# -- marks and tracks --------------------------------------------------------------------------------------------------
@kind("mark", "on", "to", "by", leaves=(SPACE, THERE))
def _mark(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    mark, on, choice = raw["mark"], raw.get("on"), choice_of(read, raw, rule)
    known = read.into("mark").known(mark, read.game.marks, "mark")
    values = read.game.marks[mark].values if known else ()
    to = raw.get("to", True)
    if "by" not in raw and to is not None and not among(to, values) and known:
        read.into("to").fault(
            f"`{mark}` can never be `{shown(to)}`", "it may be " + ", ".join(f"`{v}`" for v in values)
        )
    by = amount(read.into("by"), raw["by"]) if "by" in raw else None
    if by is not None and known and not any(isinstance(v, int) and not isinstance(v, bool) for v in values):
        read.into("by").fault(f"`{mark}` counts nothing", "give the mark `min` and `max`, or set it `to` a value")

    def put(here: Here, target: str) -> None:
        piece = here.scene.table.pieces.get(target)
        now = piece.mark(mark) if piece is not None else here.scene.table.mark(target, mark)
        then = to
        if by is not None:
            numbers = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
            sum = int(now or 0) + by(here)
            then = None if sum < min(numbers, default=1) else min(sum, max(numbers, default=sum))
        if then != now:
            here.scene.do(Marked(target, mark, then, rule or here.scene.rule()))

    return _bearers(read, on, choice, put, str(mark))


def _bearers(read: Reading, on: Any, choice: Choice, put: Any, mark: str) -> Deed:
    """What the mark is put on: a seat or side, pieces, or spaces."""
    if among(on, (ACTIVE, MINE, ENEMY, *read.game.seats, *read.game.sides)):
        bears(read, mark, on, "seat")
        bearer = bearer_of(read, on)

        def of_seat(here: Here) -> Flow[None]:
            yield from ()
            put(here, bearer(here))

        return of_seat
    if on == IT or (isinstance(on, Mapping) and "pieces" in on):
        bears(read, mark, on, "counters")
        if isinstance(on, Mapping):
            read.into("on").mapping(on, ("pieces",), "what a mark is put on")
        inner = read.into("on") if on == IT else read.into("on", "pieces")
        who = piece_filter(inner, on if on == IT else on["pieces"])

        def of_pieces(here: Here) -> Flow[None]:
            ids = yield from pieces_taken(
                here, choice, who.all(here), "mark", f"mark which piece ({mark})?", choice.rule
            )
            for id in ids:
                put(here, id)

        return of_pieces
    bears(read, mark, on, "spaces")
    where = space_filter(read.into("on"), on)

    def of_spaces(here: Here) -> Flow[None]:
        spaces = yield from spaces_taken(here, choice, where.all(here), "mark", f"mark which space ({mark})?")
        for space in spaces:
            put(here, space)
            here.space = here.there = space

    return of_spaces


@kind("track", "to", "by", "towards", "raised_by")
def _track(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    base = read.into("track").track(raw["track"], numbers="by" in raw or not isinstance(raw.get("to"), str))
    turn = read.game.turn_track
    if turn is not None and base == turn.id:
        read.into("track").fault("the turn goes on by itself", "loop over it in the sequence: `each: turn`")
    if ("to" in raw) == ("by" in raw):
        read.fault("a track is set `to` a value, or moved `by` some", "say which of the two")
    word = raw.get("to") if isinstance(raw.get("to"), str) else None
    fixed = raw.get("to")
    if word is not None or (isinstance(fixed, int) and not isinstance(fixed, bool)):
        boxes = [b.value for t in read.game.tracks.values() if base in (t.id, t.base) for b in t.boxes]
        if fixed not in boxes:
            read.into("to").fault(f"`{base}` has no box `{fixed}`", "it has " + ", ".join(f"`{b}`" for b in boxes))
    key = "by" if "by" in raw else "to"
    number = amount(read.into(key), raw[key]) if word is None and key in raw else None
    sides = read.into("towards").sides(raw["towards"]) if "towards" in raw else None
    if sides is not None and base in read.game.tracks:
        read.into("raised_by").known(raw.get("raised_by"), read.game.sides, "side")

    def deed(here: Here) -> Flow[None]:
        yield from ()
        scene = here.scene
        id = own_track(scene.game, here, base)
        if word is not None or number is None:
            then: Any = word
        elif key == "to":
            low, high = ends(scene.game.tracks[id])
            then = max(low, min(high, number(here)))
        else:
            side = next(iter(sides(here)), None) if sides is not None else None
            who = side or next(iter(here.mine), "")
            id, then = raised(scene, here, base, who, number(here), raw.get("raised_by") if sides else None)
        if scene.table.tracks[id] != then:
            scene.do(TrackSet(id, then, rule or scene.rule()))

    return deed
