"""Conditions and amounts: what holds on the table, and how much of something there is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from compiler.model.common import Value
from compiler.play.stock.filters import piece_filter, space_filter
from compiler.play.stock.here import ACTIVE, ENEMY, MINE, Here, own_pile, own_track
from compiler.play.stock.reading import CARD, IT, ROLL, SPACE, TESTS, Reading, Test, among, shown

Condition = Callable[[Here], bool]
Amount = Callable[[Here], int]
HEADS = ("turns", "seat", "option", "track", "mark", "piece", "pieces", "spaces", "pile", "it", "here", "any")
AMOUNTS = ("constant", "track", "mark", "field", "pieces", "spaces", "pile", "roll", "steps")


# -- conditions --------------------------------------------------------------------------------------------------------
def condition(read: Reading, value: Value) -> Condition:
    """A condition as written; of a list all must hold."""
    if isinstance(value, tuple):
        parts = [condition(read.into(n), part) for n, part in enumerate(value)]
        return lambda here: all(part(here) for part in parts)
    if not isinstance(value, Mapping):
        read.fault(f"a condition cannot be `{shown(value)}`", "write it as `{turns: [2, 7]}` or the like")
        return lambda here: True
    heads = [head for head in HEADS if head in value]
    if len(heads) != 1:
        found = " and ".join(f"`{head}`" for head in heads) or "none of " + ", ".join(f"`{head}`" for head in HEADS)
        read.fault(f"a condition asks one thing; this has {found}", "write several as a list")
        return lambda here: True
    return _CONDITIONS[heads[0]](read, value)


def _keys(read: Reading, raw: Mapping[str, Any], *keys: str) -> None:
    read.mapping(raw, (*keys, "rule"), "a condition")


def _turns(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "turns")
    track, span = read.game.turn_track, raw["turns"]
    if track is None:
        read.fault("the game has no turns", "give a track the role `turn`")
        return lambda here: True
    boxes = [box.value for box in track.boxes]
    if not isinstance(span, tuple) or len(span) != 2 or any(end not in boxes for end in span):
        read.into("turns").fault(
            f"`{shown(span)}` are not two turns of the track", f"from {boxes[0]} to {boxes[-1]}, as in `[2, 7]`"
        )
        return lambda here: True
    fits = frozenset(boxes[boxes.index(span[0]) : boxes.index(span[1]) + 1])
    if not fits:
        read.into("turns").fault("no turn lies between these", "write the earlier one first")
    id = track.id
    return lambda here: here.scene.table.tracks[id] in fits


def _seat(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "seat")
    seats = read.into("seat").names(raw["seat"], read.game.seats, "seat")
    return lambda here: here.seat in seats


def _option(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "option", *TESTS)
    id = raw["option"]
    if not read.into("option").known(id, read.game.options, "option"):
        return lambda here: True
    test = read.test(raw, read.game.options[id].choices)
    if test is None:
        return lambda here: here.scene.option(id) is True
    return lambda here: test(here, here.scene.option(id))


def _track(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "track", "field", *TESTS)
    if {"at_least", "at_most"} & raw.keys() and "field" not in raw:
        read.into("track").track(raw["track"], numbers=True)
    shows = track_value(read, raw)
    test = read.test(raw, _choices(read, raw))
    if test is None:
        read.fault("a track is held against nothing", "add `is`, `is_not`, `at_least` or `at_most`")
        return lambda here: True
    return lambda here: test(here, shows(here))


def track_value(read: Reading, raw: Mapping[str, Any]) -> Callable[[Here], Value]:
    """What a track shows, or with `field` what is printed in its box."""
    id = read.into("track").track(raw["track"])
    game, name = read.game, raw.get("field")
    if name is None:
        return lambda here: here.scene.table.tracks[own_track(game, here, id)]
    tracks = [t for t in game.tracks.values() if id.removesuffix(f".{ENEMY}") in (t.id, t.base)]
    printed = {(t.id, box.value): box.values.get(name) for t in tracks for box in t.boxes}
    if tracks:
        read.into("field").known(name, dict.fromkeys(k for t in tracks for b in t.boxes for k in b.values), "field")

    def show(here: Here) -> Value:
        own = own_track(game, here, id)
        return printed.get((own, here.scene.table.tracks[own]))

    return show


def _choices(read: Reading, raw: Mapping[str, Any]) -> Collection[Value] | None:
    """What a track can show, so that a word it never shows is told."""
    game, base = read.game, str(raw["track"]).removesuffix(f".{ENEMY}")
    tracks = [track for track in game.tracks.values() if base in (track.id, track.base)]
    if "field" in raw:
        printed = [box.values.get(raw["field"]) for track in tracks for box in track.boxes]
        return dict.fromkeys((*printed, None)) if any(value is not None for value in printed) else None
    return dict.fromkeys(box.value for track in tracks for box in track.boxes) if tracks else None


def mark_value(read: Reading, raw: Mapping[str, Any]) -> Callable[[Here], Value]:
    """What a mark on a piece, space, seat or side shows."""
    game, mark, on = read.game, raw["mark"], raw.get("on")
    read.into("mark").known(mark, game.marks, "mark")
    if on == IT:
        read.wants(IT, "no piece was chosen before")
        return lambda here: here.piece.mark(mark) if here.piece is not None else None
    bearer = bearer_of(read, on)
    return lambda here: here.scene.table.mark(bearer(here), mark)


def bearer_of(read: Reading, on: Value) -> Callable[[Here], str]:
    """A space, seat or side that bears a mark."""
    if on == SPACE:
        read.wants(SPACE, "no space was chosen before")
        return lambda here: here.space or ""
    if on == ACTIVE:
        return lambda here: here.seat
    if on == MINE:
        return lambda here: next(iter(here.mine), "")
    if on == ENEMY:
        return lambda here: next(iter(here.theirs), "")
    game = read.game
    read.into("on").known(on, (*game.spaces, *game.seats, *game.sides), "space, seat or side")
    return lambda here: str(on)


def _mark(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "mark", "on", *TESTS)
    shows = mark_value(read, raw)
    values = read.game.marks[raw["mark"]].values if among(raw["mark"], read.game.marks) else ()
    test = read.test(raw, (*values, None)) or (lambda here, found: found not in (None, False))
    return lambda here: test(here, shows(here))


def _piece(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "piece", "at", "face", "marked", "steps")
    id = raw["piece"]
    if not read.into("piece").known(id, read.game.pieces, "piece"):
        return lambda here: True
    at = space_filter(read.into("at"), raw["at"]) if raw.get("at") is not None else None
    faces = getattr(read.game.pieces[id], "faces", ())
    if "face" in raw:
        read.into("face").known(raw["face"], [face.id for face in faces], "face")
    if "marked" in raw:
        read.into("marked").known(raw["marked"], read.game.marks, "mark")
    face = next((n for n, f in enumerate(faces) if f.id == raw.get("face")), None)

    def holds(here: Here) -> bool:
        piece = here.scene.table.pieces.get(id)
        if piece is None:
            return "at" in raw and raw["at"] is None
        return (
            (at is None or at(here, piece.place))
            and (face is None or piece.face == face)
            and ("marked" not in raw or piece.mark(raw["marked"]) not in (None, False))
            and ("steps" not in raw or piece.steps == raw["steps"])
        )

    return holds


def _at_least_one(read: Reading, raw: Mapping[str, Any]) -> Test:
    return read.test(raw) or (lambda here, found: found > 0)


def _pieces(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "pieces", *TESTS)
    filter, test = piece_filter(read.into("pieces"), raw["pieces"]), _at_least_one(read, raw)
    return lambda here: test(here, len(filter.all(here)))


def _spaces(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "spaces", *TESTS)
    filter, test = space_filter(read.into("spaces"), raw["spaces"]), _at_least_one(read, raw)
    return lambda here: test(here, len(filter.all(here)))


def _pile(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "pile", *TESTS)
    id, test, game = read.into("pile").pile(raw["pile"]), _at_least_one(read, raw), read.game
    return lambda here: test(here, here.scene.table.count(own_pile(game, here, id)))


def _it(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "it")
    read.wants(IT, "no piece was chosen before")
    filter = piece_filter(read.into("it"), raw["it"])
    return lambda here: here.piece is not None and filter(here, here.piece)


def _here(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "here")
    read.wants(SPACE, "no space was chosen before")
    filter = space_filter(read.into("here"), raw["here"])
    return lambda here: here.space is not None and filter(here, here.space)


def _any(read: Reading, raw: Mapping[str, Any]) -> Condition:
    _keys(read, raw, "any")
    if not isinstance(raw["any"], tuple) or not raw["any"]:
        read.into("any").fault("`any` is a list of conditions", "write `any: [{…}, {…}]`")
        return lambda here: True
    parts = [condition(read.into("any", n), part) for n, part in enumerate(raw["any"])]
    return lambda here: any(part(here) for part in parts)


_CONDITIONS: dict[str, Callable[[Reading, Mapping[str, Any]], Condition]] = {
    "turns": _turns,
    "seat": _seat,
    "option": _option,
    "track": _track,
    "mark": _mark,
    "piece": _piece,
    "pieces": _pieces,
    "spaces": _spaces,
    "pile": _pile,
    "it": _it,
    "here": _here,
    "any": _any,
}


# -- amounts -----------------------------------------------------------------------------------------------------------
def amount(read: Reading, value: Value) -> Amount:
    """A number, or where to find one; with `times` so many times it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return lambda here: value
    raw = read.mapping(value, (*AMOUNTS, "on", "times", "plus"), "an amount")
    if raw is None:
        return lambda here: 0
    heads = [
        head for head in AMOUNTS if head in raw and not (head == "field" and {"track", "pieces", "spaces"} & raw.keys())
    ]
    if len(heads) != 1:
        read.fault("an amount is one thing", "write one of " + ", ".join(f"`{head}`" for head in AMOUNTS))
        return lambda here: 0
    times, plus = (read.into(key).number(raw.get(key, usual), f"`{key}`") for key, usual in (("times", 1), ("plus", 0)))
    found = _AMOUNTS[heads[0]](read, raw)
    if times == 1 and plus == 0:
        return found
    return lambda here: found(here) * times + plus


def _constant(read: Reading, raw: Mapping[str, Any]) -> Amount:
    constants, id = read.game.constants, raw["constant"]
    if not read.into("constant").known(id, constants, "constant"):
        return lambda here: 0
    value = constants[id].value
    if isinstance(value, Mapping):
        read.into("constant").names(tuple(value), (*read.game.sides, *read.game.seats), "side or seat")
        return lambda here: int(next((value[who] for who in (*here.mine, here.seat) if who in value), 0))
    number = read.into("constant").number(value, f"the constant `{id}`")
    return lambda here: number


def _of_track(read: Reading, raw: Mapping[str, Any]) -> Amount:
    if "field" not in raw:
        read.into("track").track(raw["track"], numbers=True)
    shows = track_value(read, raw)
    return lambda here: int(shows(here) or 0)


def _of_mark(read: Reading, raw: Mapping[str, Any]) -> Amount:
    shows = mark_value(read, raw)
    return lambda here: int(shows(here) or 0)


def _of_field(read: Reading, raw: Mapping[str, Any]) -> Amount:
    """A field of the card, piece or space at hand, whichever has it."""
    game, name = read.game, raw["field"]
    in_cards, in_counters, in_spaces = (
        name in fields for fields in (read.card_fields, read.counter_fields, read.space_fields)
    )
    if not (in_cards or in_counters or in_spaces):
        read.into("field").known(name, (*read.card_fields, *read.counter_fields, *read.space_fields), "field")
    elif not ((in_cards and CARD in read.at_hand) or (in_counters and IT in read.at_hand) or SPACE in read.at_hand):
        read.into("field").fault(
            f"`{name}` is a field of nothing that is at hand", "let the step choose a card, piece or space first"
        )

    def value(here: Here) -> int:
        if in_cards and here.card is not None:
            return int(here.scene.value(here.scene.table.pieces[here.card], name) or 0)
        if in_counters and here.piece is not None:
            return int(here.scene.value(here.piece, name) or 0)
        return int(game.spaces[here.space].values.get(name) or 0) if here.space is not None else 0

    return value


def _of_pieces(read: Reading, raw: Mapping[str, Any]) -> Amount:
    filter, name = piece_filter(read.into("pieces"), raw["pieces"]), raw.get("field")
    if name is None:
        return lambda here: len(filter.all(here))
    read.into("field").known(name, (*read.counter_fields, *read.card_fields), "field")
    return lambda here: sum(int(here.scene.value(piece, name) or 0) for piece in filter.all(here))


def _of_spaces(read: Reading, raw: Mapping[str, Any]) -> Amount:
    filter, name, spaces = space_filter(read.into("spaces"), raw["spaces"]), raw.get("field"), read.game.spaces
    if name is None:
        return lambda here: len(filter.all(here))
    read.into("field").known(name, read.space_fields, "field")
    return lambda here: sum(int(spaces[space].values.get(name) or 0) for space in filter.all(here))


def _of_pile(read: Reading, raw: Mapping[str, Any]) -> Amount:
    id, game = read.into("pile").pile(raw["pile"]), read.game
    return lambda here: here.scene.table.count(own_pile(game, here, id))


def _of_roll(read: Reading, raw: Mapping[str, Any]) -> Amount:
    read.wants(ROLL, "nothing was rolled before")
    if raw["roll"] not in ("die", "total"):
        read.into("roll").fault(f"a roll has no `{shown(raw['roll'])}`", "write `die`, or `total` with all modifiers")
    return (lambda here: here.die) if raw["roll"] == "die" else (lambda here: here.total)


def _of_steps(read: Reading, raw: Mapping[str, Any]) -> Amount:
    filter = piece_filter(read.into("steps"), raw["steps"])
    return lambda here: sum(piece.steps for piece in filter.all(here))


_AMOUNTS: dict[str, Callable[[Reading, Mapping[str, Any]], Amount]] = {
    "constant": _constant,
    "track": _of_track,
    "mark": _of_mark,
    "field": _of_field,
    "pieces": _of_pieces,
    "spaces": _of_spaces,
    "pile": _of_pile,
    "roll": _of_roll,
    "steps": _of_steps,
}
