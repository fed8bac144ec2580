"""Lints of colours, schemes and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.diagnostics import Related, Span
from compiler.diagnostics.slips import is_slip
from compiler.load.pictures import opened, size_of
from compiler.model.colour import VIEWERS, contrast, difference
from compiler.model.game import Game

READABLE = 4.5  # contrast of text on its ground
APART = 20.0  # colour difference below which a second code must tell two sides apart
PRINT_DPI = 150  # below this a picture looks coarse in print
LARGEST = 12_000  # pixels; beyond this VASSAL runs out of memory
SMALLEST_TYPE = 1.7  # mm on counters and maps
_SIGNS = {b"\x89PNG": "png", b"GIF8": "gif", b"\xff\xd8\xff": "jpeg"}


def _pictures(game: Game) -> Iterator[tuple[str, tuple[float, float] | None, Span]]:
    """Every picture of the author's own: path in the game's folder, size in mm where known, place."""
    for counter in game.counters.values():
        for face in counter.faces:
            if face.image is not None:
                kind = game.counter_kinds[counter.kind]
                layout = game.art.counters.get(kind.layout or kind.id, {})
                yield face.image, _shown_size(layout, face.state, kind.size), counter.note.at(face.image)
    for card in game.cards.values():
        if card.image is not None:
            deck = game.card_kinds[card.kind]
            layout = game.art.cards.get(deck.layout or deck.id, {})
            yield card.image, _shown_size(layout, "front", deck.size), card.note.at(card.image)
    for board in game.boards:
        for sheet in board.backdrop.sheets if board.backdrop else ():
            true = 25.4 / (sheet.dpi * 1.02)  # a scan that is straightened loses a little
            yield sheet.file, (sheet.pixels[0] * true, sheet.pixels[1] * true), sheet.span


def _shown_size(layout: Mapping[str, Any], state: str, whole: tuple[float, float]) -> tuple[float, float]:
    """How large a piece's own picture is printed: as its slot, or as the whole face where no slot asks for it."""
    slots = layout.get(state) or layout.get("back" if state not in ("front", "marker") else "front") or {}
    for name, slot in slots.items() if isinstance(slots, Mapping) else ():
        if not isinstance(slot, Mapping) or slot.get("put", name) != "picture" or slot.get("of") != "image":
            continue
        if "at" not in slot:
            return whole
        side = float(slot.get("size", 8.0))
        scale = whole[0] / float(layout["size"]) if isinstance(layout.get("size"), (int, float)) else 1.0
        return float(slot.get("width", side)) * scale, float(slot.get("height", side)) * scale
    return whole


def _read(game: Game, image: str) -> bytes | None:
    """The picture's first bytes; None if it is not there or lies outside the folder."""
    folder = Path(game.folder).resolve()
    try:
        path = (folder / image).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(4096)
    except (OSError, ValueError, RuntimeError):  # a NUL in the name; links that lead to themselves
        return None


def _pixels(game: Game, image: str) -> tuple[int, int] | None:
    from PIL import Image

    try:
        with opened(Path(game.folder) / image) as picture:
            return size_of(picture)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None  # told when it is decoded


@lint("C801", ERROR, "A module without its picture shows a hole.")
def missing_image(game: Game) -> Iterator[Found]:
    """A picture is not there."""
    for image, _, where in _pictures(game):
        if _read(game, image) is None:
            there = _read(game, f"art/{image}") is not None
            help = f"did you mean `art/{image}`?" if there else "put it into `art/`, or mend the name"
            yield Found(f"there is no picture `{image}`", where, help)


@lint("C802", ERROR, "VASSAL can only show pictures.")
def not_an_image(game: Game) -> Iterator[Found]:
    """A file named as a picture is none."""
    for image, _, where in _pictures(game):
        start = _read(game, image)
        if start is None:
            continue
        svg = image.lower().endswith(".svg") and b"<" in start
        if not svg and not any(start.startswith(sign) for sign in _SIGNS):
            yield Found(f"`{image}` is not a PNG, GIF, JPEG or SVG picture", where, "convert it")


@lint("C803", WARNING, "In print a small picture is a blur.")
def coarse_image(game: Game) -> Iterator[Found]:
    """A picture is too small for its size in print."""
    for image, size, where in _pictures(game):
        pixels = _pixels(game, image) if size and _read(game, image) is not None else None
        if pixels is not None and size is not None:
            dpi = min(pixels[0] / size[0], pixels[1] / size[1]) * 25.4
            if dpi < PRINT_DPI:
                yield Found(
                    f"`{image}` has only {dpi:.0f} dots per inch at its printed size",
                    where,
                    f"use a picture of at least {round(size[0] / 25.4 * PRINT_DPI)} pixels width",
                )


@lint("C804", ERROR, "VASSAL runs out of memory on huge pictures.")
def huge_image(game: Game) -> Iterator[Found]:
    """A picture is too large for VASSAL."""
    for image, _, where in _pictures(game):
        pixels = _pixels(game, image) if _read(game, image) is not None else None
        if pixels is not None and max(pixels) > LARGEST:
            yield Found(f"`{image}` is {pixels[0]} x {pixels[1]} pixels", where, f"keep it under {LARGEST} pixels")


@lint("C806", WARNING, "Text must be readable at arm's length.")
def faint_text(game: Game) -> Iterator[Found]:
    """Text and ground of a scheme are too close."""
    for scheme in game.art.schemes.values():
        ratio = contrast(scheme.fill, scheme.text)
        if ratio < READABLE:
            yield Found(
                f"text on `{scheme.id}` has a contrast of {ratio:.1f}, and {READABLE} is needed",
                scheme.span,
                "darken or lighten one of the two",
            )


@lint("C807", WARNING, "One in twelve men sees red and green alike: colour alone must not tell sides apart.")
def schemes_alike(game: Game) -> Iterator[Found]:
    """Two sides look alike, to some viewers at least, and nothing else tells them apart."""
    for a, b in combinations(game.art.schemes.values(), 2):
        if a.band != b.band or a.crest != b.crest:
            continue
        for viewer in VIEWERS:
            apart = difference(a.fill, b.fill, viewer)
            if apart < APART:
                yield Found(
                    f"`{a.id}` and `{b.id}` look alike ({viewer}, difference {apart:.0f})",
                    b.span,
                    "change a colour, or give them different bands and crests",
                    [Related(a.span, f"`{a.id}` is here")],
                )
                break


@lint("C808", WARNING, "A side without colours is drawn in grey.")
def side_without_scheme(game: Game) -> Iterator[Found]:
    """A side has no colour scheme."""
    used = {face.side for c in game.counters.values() for face in c.faces}
    left = _unworn(game)
    for side in game.sides.values():
        scheme = side.scheme or side.id
        if side.id in used and scheme not in game.art.schemes and not any(is_slip(one, scheme) for one in left):
            yield Found(f"side `{side.id}` has no scheme in `art.yaml`", side.note.span, f"add `{scheme}` to `schemes`")


@lint("C809", WARNING, "Colours nobody wears are a leftover.")
def unused_scheme(game: Game) -> Iterator[Found]:
    """No side uses a scheme."""
    bare = [name for name in (side.scheme or side.id for side in game.sides.values()) if name not in game.art.schemes]
    for id in _unworn(game):
        near = next((name for name in bare if is_slip(id, name)), None)
        help = f"did you mean `{near}`?" if near else "use it, or take it out"
        yield Found(f"no side uses the scheme `{id}`", game.art.schemes[id].span, help)


def _unworn(game: Game) -> list[str]:
    used = {side.scheme or side.id for side in game.sides.values()}
    return [id for id in game.art.schemes if id not in used and id != "neutral"]


def _type_sizes(layouts: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Layout, slot and what it sets of every text with a size in a counter layout."""
    for name, layout in layouts.items():
        for slots in layout.values():
            for slot, given in slots.items() if isinstance(slots, Mapping) else ():
                part = given.get("put", slot) if isinstance(given, Mapping) else None
                if part in ("text", "strip", "slip") and isinstance(given.get("size"), (int, float)):
                    yield name, slot, given


@lint("C810", WARNING, "Type under 1.7 mm cannot be read at the table.")
def tiny_type(game: Game) -> Iterator[Found]:
    """A layout sets type too small to read."""
    for layout, slot, given in _type_sizes(game.art.counters):
        size = float(given["size"])
        if size < SMALLEST_TYPE:
            yield Found(
                f"slot `{slot}` of layout `{layout}` sets type of {size:g} mm, and {SMALLEST_TYPE} is the least",
                game.art.document.span(given, "size"),
                "make it larger",
            )


def _composed(game: Game) -> Iterator[tuple[str, str]]:
    """Beginning and end of the names that slots make of fields."""
    for layout in (*game.art.counters.values(), *game.art.cards.values()):
        for slots in layout.values():
            for slot, given in slots.items() if isinstance(slots, Mapping) else ():
                if isinstance(given, Mapping) and given.get("put", slot) == "picture" and "of" in given:
                    yield str(given.get("before", "")), str(given.get("after", ""))


def _named(game: Game) -> set[str]:
    """Every word that art.yaml or a field of a piece says: one may be a picture, a symbol or a part of its name."""
    ahead: list[Any] = [game.art.counters, game.art.cards, game.art.map, game.art.sheets, game.art.palette]
    ahead += [counter.values for counter in game.counters.values()]
    ahead += [face.values for counter in game.counters.values() for face in counter.faces]
    ahead += [card.values for card in game.cards.values()]
    found = {scheme.crest or scheme.id for scheme in game.art.schemes.values()}
    found |= {*game.counters, *game.cards}  # slots may name a picture by the piece
    while ahead:
        one = ahead.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, Mapping):
            ahead += one.values()
        elif isinstance(one, (list, tuple)):
            ahead += one
    return found


@lint("C811", WARNING, "A picture nobody shows only makes the module larger.")
def unused_image(game: Game) -> Iterator[Found]:
    """A picture in `art/` is used by nothing."""
    folder = Path(game.folder)
    if not (folder / "art").is_dir():
        return
    used = {image for image, _, _ in _pictures(game)} | _named(game)
    made = list(_composed(game))
    for path in sorted((folder / "art").rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_picture = path.is_file() and path.suffix.lower() in (".png", ".gif", ".jpg", ".jpeg", ".svg")
        composed = any(name.startswith(before) and name.endswith(after) for before, after in made)
        if is_picture and not composed and not {name, path.stem} & used:
            yield Found(f"nothing shows the picture `{name}`", Span(str(path), 1, 1, 1), "use it, or take it away")
