"""Filters: which pieces, cards or spaces are meant. Made ready once, asked often."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from compiler.model.common import FieldType, Value
from compiler.model.table import Piece
from compiler.play.mechanics.ranges import flood
from compiler.play.scene import Scene
from compiler.play.stock.field import zones_of
from compiler.play.stock.here import Here, own_pile
from compiler.play.stock.reading import IT, SPACE, THERE, Reading

PIECE_KEYS = (
    "sides", "kinds", "counters", "faces", "hurt", "zone", "marked", "unmarked", "field", "in", "line", "no_line",
)  # fmt: skip
SPACE_KEYS = (
    "ids", "region", "kind", "terrain", "side", "except", "also", "field", "marked", "unmarked", "line", "no_line",
    "held_by", "has", "empty", "near", "within",
)  # fmt: skip
HELD = "control"  # the mark that shows who holds a space
PieceTest = Callable[[Here, Piece], bool]
SpaceTest = Callable[[Here, str], bool]


class PieceFilter:
    """Which pieces: those that pass every test; each test has the key it was written under."""

    __slots__ = ("tests",)

    def __init__(self, tests: Iterable[tuple[str, PieceTest]]) -> None:
        self.tests = tuple(tests)

    def __call__(self, here: Here, piece: Piece) -> bool:
        for _, test in self.tests:  # noqa: SIM110 - a loop is quicker than a generator
            if not test(here, piece):
                return False
        return True

    def failing(self, here: Here, piece: Piece) -> str | None:
        """The key of the first test a piece does not pass."""
        return next((key for key, test in self.tests if not test(here, piece)), None)

    def all(self, here: Here) -> list[Piece]:
        """The pieces on the table that fit, in the order of the box."""
        return [piece for piece in here.scene.table.pieces.values() if self(here, piece)]


class SpaceFilter:
    """Which spaces: of those the definition alone allows, the ones that pass every test on the table."""

    __slots__ = ("fixed", "known", "tests")

    def __init__(self, fixed: Iterable[str], tests: Iterable[tuple[str, SpaceTest]] = ()) -> None:
        self.fixed = tuple(fixed)
        self.known = frozenset(self.fixed)
        self.tests = tuple(tests)

    def __call__(self, here: Here, space: str) -> bool:
        return space in self.known and all(test(here, space) for _, test in self.tests)

    def all(self, here: Here) -> list[str]:
        """The spaces that fit, in the order of the map."""
        return [space for space in self.fixed if all(test(here, space) for _, test in self.tests)]


# -- pieces ------------------------------------------------------------------------------------------------------------
def piece_filter(read: Reading, value: Value) -> PieceFilter:
    """A filter of pieces or cards as written; a name alone stands for one counter or card."""
    if isinstance(value, str):
        return PieceFilter([("counters", _named(read, value))])
    raw = read.mapping(value, PIECE_KEYS, "a filter of pieces")
    if raw is None:
        return PieceFilter(())
    return PieceFilter((key, _PIECE[key](read.into(key), raw[key])) for key in PIECE_KEYS if key in raw)


def _named(read: Reading, value: str) -> PieceTest:
    if value == IT:
        read.wants(IT, "no piece was chosen before")
        return lambda here, piece: here.piece is not None and piece.id == here.piece.id
    read.known(value, (*read.game.pieces, *read.game.counters, *read.game.cards), "piece")
    return lambda here, piece: value in (piece.id, piece.counter)


def _sides(read: Reading, value: Value) -> PieceTest:
    sides = read.sides(value)

    def of_side(here: Here, piece: Piece) -> bool:
        card = here.scene.game.cards.get(piece.counter)
        return (piece.side if card is None else card.side) in sides(here)

    return of_side


def _kinds(read: Reading, value: Value) -> PieceTest:
    game = read.game
    kinds = read.names(value, (*game.counter_kinds, *game.card_kinds), "kind")
    fits = {c.id for c in game.counters.values() if c.kind in kinds}
    fits |= {c.id for c in game.cards.values() if c.kind in kinds}
    return lambda here, piece: piece.counter in fits


def _counters(read: Reading, value: Value) -> PieceTest:
    fits = frozenset(read.names(value, (*read.game.counters, *read.game.cards), "counter"))
    return lambda here, piece: piece.counter in fits


def _faces(read: Reading, value: Value) -> PieceTest:
    counters = read.game.counters
    known = dict.fromkeys(face.id for counter in counters.values() for face in counter.faces)
    wanted = read.names(value, known, "face")
    fits = {(c.id, n) for c in counters.values() for n, face in enumerate(c.faces) if face.id in wanted}
    return lambda here, piece: (piece.counter, piece.face) in fits


def _hurt(read: Reading, value: Value) -> PieceTest:
    wanted, counters = read.flag(value, "`hurt`"), read.game.counters
    return lambda here, piece: piece.counter in counters and (piece.steps < counters[piece.counter].steps) == wanted


def _in_zone(read: Reading, value: Value) -> PieceTest:
    wanted = read.flag(value, "`zone`")
    read.known("zone", read.counter_fields, "field")
    return lambda here, piece: (piece.place in enemy_zones(here.scene, piece.side)) == wanted


def enemy_zones(scene: Scene, side: str | None, field: str = "zone") -> set[str]:
    """The spaces that enemies of a side hold as their zones."""

    def make() -> set[str]:
        sides = scene.game.sides
        group = sides[side].group if side is not None else None
        enemies = [
            piece
            for piece in scene.table.pieces.values()
            if piece.side is not None
            and piece.side != side
            and (group is None or sides[piece.side].group != group)
            and piece.place in scene.book.land
            and piece.counter in scene.game.counters
        ]
        return zones_of(scene, enemies, field)

    return scene.memo(("zones", side, field), make, of="pieces")


def _marked(read: Reading, value: Value) -> PieceTest:
    tests = {}
    for mark, wanted in (read.mapping(value, read.game.marks, "`marked`") or {}).items():
        tests[mark] = read.into(mark).fits(wanted)
    return lambda here, piece: all(test(here, piece.mark(mark)) for mark, test in tests.items())


def _unmarked(read: Reading, value: Value) -> PieceTest:
    marks = read.names(value, read.game.marks, "mark")
    return lambda here, piece: not piece.marks or not any(piece.mark(mark) for mark in marks)


def _field(read: Reading, value: Value) -> PieceTest:
    tests, game = {}, read.game
    flags = _flags((*game.counter_kinds.values(), *game.card_kinds.values()))
    for name, wanted in (read.mapping(value, (*read.counter_fields, *read.card_fields), "`field`") or {}).items():
        tests[name] = read.into(name).fits(wanted)
    unset = {name: False if name in flags else None for name in tests}
    return lambda here, piece: all(test(here, here.scene.value(piece, n, unset[n])) for n, test in tests.items())


def _flags(kinds: Iterable[Any]) -> frozenset[str]:
    """The fields that are flags: where one is not set, it is false."""
    return frozenset(name for kind in kinds for name, field in kind.fields.items() if field.type is FieldType.FLAG)


def _inside(read: Reading, value: Value) -> PieceTest:
    game = read.game
    if isinstance(value, str) and value not in game.spaces and value not in (SPACE, THERE):
        boxes = [space.rsplit(".", 1)[0] for space in game.spaces]
        piles = [pile.base for pile in game.piles.values() if pile.base]
        base = value.removesuffix(".enemy")
        read.known(base, dict.fromkeys((*game.piles, *piles, *boxes, *game.spaces)), "place")
        return lambda here, piece: piece.place == own_pile(game, here, value)
    spaces = space_filter(read.deeper(), value)
    return lambda here, piece: spaces(here, piece.place)


def _lined(read: Reading, value: Value, *, wanted: bool) -> PieceTest:
    read.known(value, read.game.articles.lines, "line")

    def traces(here: Here, piece: Piece) -> bool:
        lines = here.scene.book.articles.lines
        seat = here.scene.seat_of(piece)
        return (piece.place in lines[value].reached(here.at(seat=seat))) == wanted

    return traces


_PIECE: dict[str, Callable[[Reading, Any], PieceTest]] = {
    "sides": _sides,
    "kinds": _kinds,
    "counters": _counters,
    "faces": _faces,
    "hurt": _hurt,
    "zone": _in_zone,
    "marked": _marked,
    "unmarked": _unmarked,
    "field": _field,
    "in": _inside,
    "line": lambda read, value: _lined(read, value, wanted=True),
    "no_line": lambda read, value: _lined(read, value, wanted=False),
}


# -- spaces ------------------------------------------------------------------------------------------------------------
def space_filter(read: Reading, value: Value) -> SpaceFilter:
    """A filter of spaces as written; `here` and `there` stand for what is at hand."""
    game = read.game
    if isinstance(value, str) and value in (SPACE, THERE):
        read.wants(value, "no space was chosen before")
        return SpaceFilter(game.spaces, [(value, _at_hand(value))])
    if isinstance(value, str | tuple):
        if not value:
            read.fault("no space is named", "name one, or write a filter")
        return SpaceFilter(read.names(value, game.spaces, "space"))
    raw = read.mapping(value, SPACE_KEYS, "a filter of spaces")
    if raw is None:
        return SpaceFilter(())
    before = len(read.sink)
    fixed = _fixed(read, raw)
    if not fixed and len(read.sink) == before:  # where a word is unknown, nothing fits for that
        read.fault("no space of the map fits", "widen the filter")
    if "within" in raw and "near" not in raw:
        read.into("within").fault("`within` says how near, and nothing says to what", "add `near`")
    tests = [(key, _SPACE[key](read.into(key), raw)) for key in _SPACE if key in raw]
    return SpaceFilter(fixed, tests)


def _at_hand(which: str) -> SpaceTest:
    return lambda here, space: space == (here.space if which == SPACE else here.there)


def _fixed(read: Reading, raw: Mapping[str, Any]) -> list[str]:
    """The spaces that fit by the definition alone."""
    game = read.game
    boxes = "ids" in raw or "kind" in raw
    found = [id for board in game.maps.values() for id in (board.spaces if boxes else board.land)]
    if "ids" in raw:
        ids = read.into("ids").names(raw["ids"], game.spaces, "space")
        found = [id for id in found if id in ids]
    if "region" in raw:
        regions = {id: region for board in game.maps.values() for id, region in board.regions.items()}
        wanted = read.into("region").names(raw["region"], regions, "region")
        inside = {space for id in wanted if id in regions for space in regions[id].spaces}
        found = [id for id in found if id in inside]
    for key, known in (("kind", _kinds_of_space(read)), ("terrain", _terrains(read))):
        if key in raw:
            names = read.into(key).names(raw[key], known, key)
            found = [id for id in found if getattr(game.spaces[id], key) in names]
    if "field" in raw:
        found = _with_fields(read.into("field"), raw["field"], found)
    if "except" in raw and raw["except"] not in (SPACE, THERE):
        gone = read.into("except").names(raw["except"], game.spaces, "space")
        found = [id for id in found if id not in gone]
    if "also" in raw:
        found += [id for id in read.into("also").names(raw["also"], game.spaces, "space") if id not in found]
    return found


def _kinds_of_space(read: Reading) -> Collection[str]:
    boards = read.game.maps.values()
    return dict.fromkeys((*(k for b in boards for k in b.space_kinds), *(s.kind for s in read.game.spaces.values())))


def _terrains(read: Reading) -> Collection[str]:
    return dict.fromkeys(terrain for board in read.game.maps.values() for terrain in board.terrain)


def _with_fields(read: Reading, value: Value, found: list[str]) -> list[str]:
    """Fields of spaces never change: what fits is known beforehand, unless a track is asked."""
    game = read.game
    flags = _flags(kind for board in game.maps.values() for kind in board.space_kinds.values())
    for name, wanted in (read.mapping(value, read.space_fields, "`field`") or {}).items():
        if isinstance(wanted, Mapping) and "track" in wanted:
            read.into(name).fault("a field of a space is held against a fixed value", "write the value")
            continue
        fits = read.into(name).fits(wanted)
        nobody: Any = None
        unset = False if name in flags else None
        found = [id for id in found if fits(nobody, game.spaces[id].values.get(name, unset))]
    return found


def _held_by(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    read.known(HELD, read.game.marks, "mark")
    sides = read.sides(raw["held_by"])
    return lambda here, space: here.scene.table.mark(space, HELD) in sides(here)


def _of_side(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    sides = read.sides(raw["side"])
    owners: dict[str, set[str | None]] = {}
    for board in read.game.maps.values():
        for region in board.regions.values():
            for space in region.spaces if region.side is not None else ():
                owners.setdefault(space, set()).add(region.side)
    return lambda here, space: not owners.get(space, set()).isdisjoint(sides(here))


def _has(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    inside = piece_filter(read.deeper(), raw["has"])
    return lambda here, space: any(inside(here, piece) for piece in here.scene.table.at(space))


def _empty(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    wanted = read.flag(raw["empty"], "`empty`")
    return lambda here, space: any(p.side is not None for p in here.scene.table.at(space)) != wanted


def _space_marked(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    tests = {}
    for mark, wanted in (read.mapping(raw["marked"], read.game.marks, "`marked`") or {}).items():
        tests[mark] = read.into(mark).fits(wanted)
    return lambda here, space: all(test(here, here.scene.table.mark(space, m)) for m, test in tests.items())


def _space_unmarked(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    marks = read.names(raw["unmarked"], read.game.marks, "mark")
    return lambda here, space: not any(here.scene.table.mark(space, mark) for mark in marks)


def _near(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    around = space_filter(read, raw["near"])  # the same spaces widened: no filter more
    most = read.into("within").number(raw.get("within", 1), "`within`")

    def near(here: Here, space: str) -> bool:
        key = ("near", around, here.seat, here.space, here.there)
        return space in here.scene.memo(key, lambda: flood(here.scene.game.map.beside, around.all(here), most=most))

    return near


def _but(read: Reading, raw: Mapping[str, Any]) -> SpaceTest:
    which = raw["except"]
    if which not in (SPACE, THERE):
        return lambda here, space: True
    read.wants(which, "no space was chosen before")
    return lambda here, space: space != (here.space if which == SPACE else here.there)


def _reached(read: Reading, raw: Mapping[str, Any], key: str) -> SpaceTest:
    id, wanted = raw[key], key == "line"
    read.known(id, read.game.articles.lines, "line")
    return lambda here, space: (space in here.scene.book.articles.lines[id].reached(here)) == wanted


_SPACE: dict[str, Callable[[Reading, Mapping[str, Any]], SpaceTest]] = {
    "side": _of_side,
    "held_by": _held_by,
    "empty": _empty,
    "marked": _space_marked,
    "unmarked": _space_unmarked,
    "has": _has,
    "near": _near,
    "except": _but,
    "line": lambda read, raw: _reached(read, raw, "line"),
    "no_line": lambda read, raw: _reached(read, raw, "no_line"),
}
