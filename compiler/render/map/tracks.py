"""Tracks and places of piles on a board: a heading with its rule, boxes that hold a counter, what they say."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.graph import Point
from compiler.model.piles import TRACK_BOX, Pile, Track, TrackBox
from compiler.model.rooms import piece_size
from compiler.render import type as typeset
from compiler.render.colour import PAPER, mix
from compiler.render.map.plan import Hand, Plan, corner, rect
from compiler.render.symbols import mon, unit

GAP = 0.6  # between the outlines of neighbouring boxes
PILE_MARGIN = 3.0  # around the pieces of a pile
SMALLEST = 1.7  # type on a map

Frame = tuple[float, float, float, float]  # left, top, width, height


def track_frames(track: Track) -> list[tuple[int | str, Frame]]:
    """The boxes of a track that lies on the board, in mm, by their values."""
    return [(box.value, frame) for box, frame in zip(track.boxes, track.laid, strict=False)]


def pile_size(game: Game, pile: Pile) -> Point:
    """How much room a pile takes, in mm."""
    w, h = piece_size(game, pile)
    return w + PILE_MARGIN, h + PILE_MARGIN


def tracks(plan: Plan) -> None:
    """Every track with a place on the main board."""
    for track in plan.game.tracks.values():
        if track.at is not None:
            _track(plan, track)


def _track(plan: Plan, track: Track) -> None:
    frames = [frame for _, frame in track_frames(track)]
    left, top = track.at or (0.0, 0.0)
    right = max(x + w for x, _, w, _ in frames)
    bottom = max(y + h for _, y, _, h in frames)
    if plan.view.intersects(rect((left, top, right - left, bottom - top))):
        _ground(plan, (left - 2.4, top - 2.4, right - left + 4.8, bottom - top + 4.8 + 2.9 * _notes(track)))
    _heading(plan, track, left, top, right - left)
    notes: list[str] = []
    for n, (box, frame) in enumerate(zip(track.boxes, frames, strict=True)):
        dark = track.group is not None and n // track.group % 2 == 1
        _box(plan, track, box, frame, dark, notes)
    for n, note in enumerate(notes):
        hand = Hand("sans-italic", 2.1, plan.palette.soft)
        plan.write(f"{'*' * (n + 1)} {note}", left, bottom + 2.6 + 2.8 * n, hand, "start")


def _ground(plan: Plan, frame: Frame) -> None:
    """The panel of a track that lies on the map."""
    x, y, w, h = frame
    plan.drawing.rect(x + 1, y + 1, w, h, mix(plan.palette.frame, plan.water("sea"), 0.35))
    plan.drawing.rect(x, y, w, h, mix(plan.palette.paper, PAPER, 0.3), plan.palette.frame, 0.5)
    plan.drawing.rect(x + 0.8, y + 0.8, w - 1.6, h - 1.6, None, plan.palette.frame, 0.18)


def _notes(track: Track) -> int:
    """How many boxes say something too long for them."""
    return sum(_long(value) for box in track.boxes for value in box.values.values() if isinstance(value, str))


def _long(text: str) -> bool:
    return typeset.width(text, 2.0, "sans-italic") > TRACK_BOX[0] - 1.8


def _heading(plan: Plan, track: Track, x: float, y: float, w: float) -> None:
    """Name and kanji above a rule in the accent; the owner's crest at the right."""
    owner = track.side or side_of_seat(plan.game, track.seat)
    room = w - (5.0 if owner else 0.0)
    hand = Hand("serif-bold", 3.3, plan.palette.frame)
    kanji = hand.size * 0.45 + typeset.width(track.name.ja, hand.size * 0.86, "kanji", 0.06) if track.name.ja else 0
    size = min(3.3, 3.3 * room / max(1.0, hand.width(track.name.en) + kanji))
    plan.bilingual(track.name, x + 0.3, y + 3.0, hand.sized(max(size, SMALLEST)))
    plan.drawing.line([(x + 0.3, y + 4.25), (x + w - 0.3, y + 4.25)], plan.palette.accent, 0.45)
    if owner:
        side = plan.side(owner)
        plan.drawing.rect(x + w - 4.4, y - 0.4, 4.1, 4.1, side.fill, plan.palette.ink, 0.2, r=0.5)
        plan.drawing.symbol(mon(side.mon), x + w - 2.35, y + 1.65, 3.2, side.text)


def side_of_seat(game: Game, seat: str | None) -> str | None:
    """The first side a seat runs."""
    found = game.seats.get(seat or "")
    return next(iter(found.sides), None) if found else None


def _box(plan: Plan, track: Track, box: TrackBox, frame: Frame, dark: bool, notes: list[str]) -> None:
    x, y, w, h = frame
    palette = plan.palette
    ground = mix(PAPER, palette.accent, 0.12) if dark else PAPER
    half = GAP / 2
    plan.drawing.rect(x + half, y + half, w - GAP, h - GAP, ground, mix(palette.frame, PAPER, 0.4), 0.25, r=0.8)
    printed = list(_printed(plan, box))
    numbered = isinstance(box.value, int)
    if numbered:
        size = 8.4 if len(str(box.value)) < 3 else 6.8
        text = str(box.value).replace("-", "−")
        drop = 13.6 if printed or box.label.en != str(box.value) else 14.2
        hand = Hand("serif-bold", size, mix(palette.accent, PAPER, 0.15))
        plan.write(text, x + w / 2, y + drop, hand, what=f"{track.id} {text}")
    if box.label.en != str(box.value) or not numbered:
        _label(plan, track, box, frame, top=not numbered)
    _values(plan, box, frame, printed, notes)


def _label(plan: Plan, track: Track, box: TrackBox, frame: Frame, top: bool) -> None:
    """The words of a box: at its top where there is no number, else at its foot."""
    x, y, w, h = frame
    name = box.label
    text = _owner_name(plan, name.en) or (name.en[:1].upper() + name.en[1:])
    lines = typeset.wrap(text, 2.2, w - 2.2, "sans-semi")
    size = min(typeset.fit(line, 2.2, w - 1.8, "sans-semi") for line in lines)
    foot = 5.6 if any(_owner(plan, key) for key in box.values) else 1.7
    base = y + 3.6 if top else y + h - foot - 2.4 * (len(lines) - 1)
    for n, line in enumerate(lines):
        hand = Hand("sans-semi", max(size, SMALLEST), plan.palette.soft if not top else plan.palette.ink)
        plan.write(line, x + w / 2, base + 2.4 * n, hand, what=f"{track.id} {line} {box.value}")
    side = plan.game.sides.get(str(box.value))
    owner = side.id if side else side_of_seat(plan.game, str(box.value))
    if owner:
        plan.drawing.symbol(mon(plan.side(owner).mon), x + w / 2, y + h * 0.58, w * 0.5, plan.faint(owner, 0.5))
    elif name.ja and top:
        hand = Hand("kanji", 4.4, mix(plan.palette.accent, PAPER, 0.35), bold=0.03)
        plan.write(name.ja, x + w / 2, y + h * 0.66, hand)


def _owner_name(plan: Plan, id: str) -> str | None:
    """The name of a seat or side, where a box is called by its id."""
    found = plan.game.sides.get(id) or plan.game.seats.get(id)
    return found.name.en if found else None


def _printed(plan: Plan, box: TrackBox) -> Iterator[tuple[str, Value]]:
    yield from ((key, value) for key, value in box.values.items() if value is not None)


def _values(plan: Plan, box: TrackBox, frame: Frame, printed: list[tuple[str, Value]], notes: list[str]) -> None:
    """Numbers of seats and sides as pills in their colours, words below the number, long words as a note."""
    x, y, w, h = frame
    pills = [(key, value) for key, value in printed if _owner(plan, key) and isinstance(value, (int, float))]
    for n, (key, value) in enumerate(pills):
        side = plan.side(_owner(plan, key))
        each = (w - 1.6) / len(pills)
        left = x + 0.8 + n * each
        plan.drawing.rect(left + 0.2, y + h - 4.5, each - 0.4, 3.5, side.fill, plan.palette.ink, 0.18, r=1.2)
        text = f"{value:+g}".replace("-", "−") if value else "0"
        size = typeset.fit(text, 2.5, each - 1.2, "sans-bold")
        hand = Hand("sans-bold", size, side.text)
        plan.write(text, left + each / 2, y + h - 2.75 + size * 0.33, hand, what=f"{box.value} {key}")
    words = [str(value) for pair in printed if pair not in pills for value in [pair[1]]]
    for n, text in enumerate(words):
        if _long(text):
            notes.append(text)
            text = "*" * len(notes)
            hand = Hand("sans-bold", 3.2, plan.palette.accent)
            plan.write(text, x + w - 2.2, y + 4.2, hand, what=f"note {box.value}")
        else:
            plan.write(text, x + w / 2, y + h - 2.2 - 2.4 * n, Hand("sans-italic", 2.0, plan.palette.soft),
                       what=f"{text} {box.value}")  # fmt: skip


def _owner(plan: Plan, key: str) -> str | None:
    """The side a field of a box speaks of."""
    return key if key in plan.game.sides else side_of_seat(plan.game, key)


_PILE_SIGNS = {"hand": "fan", "deck": "fan"}


def piles(plan: Plan) -> None:
    """Places of piles that lie at a point of the board."""
    for pile in plan.game.piles.values():
        if isinstance(pile.at, tuple):
            size = pile_size(plan.game, pile)
            x, y, w, h = corner(pile.at, size)
            line = mix(plan.palette.frame, PAPER, 0.3)
            plan.drawing.rect(x, y, w, h, mix(plan.palette.paper, PAPER, 0.6), line, 0.3, r=1.2, dash=(1.6, 0.9))
            symbol = _PILE_SIGNS.get(pile.kind, "banner") if plan.palette.theme == "japan" else "cards"
            if pile.kind == "cup":
                symbol = "drum"
            plan.drawing.symbol(unit(symbol), *pile.at, min(w, h) * 0.5, mix(plan.palette.accent, PAPER, 0.6))
            name = Hand("sans-semi", typeset.fit(pile.name.en, 2.2, w + 3, "sans-semi"), plan.palette.ink)
            plan.write(pile.name.en, pile.at[0], y - 1.0, name)
            if pile.name.ja:
                plan.write(pile.name.ja, pile.at[0], y + h + 3.0, Hand("kanji", 2.3, plan.palette.soft, bold=0.02))
