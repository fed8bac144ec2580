"""Text as outlines: shaped by HarfBuzz from fonts that installed packages carry, the same on every machine."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import uharfbuzz as hb

from compiler.render.own import path_of
from compiler.render.path import Path, PathPen
from compiler.render.punctuation import punctuated

# role → (package, file inside it)
FACES = {
    "serif": ("font_source_serif_pro", "files/SourceSerifPro-Semibold.otf"),
    "serif-bold": ("font_source_serif_pro", "files/SourceSerifPro-Bold.otf"),
    "serif-italic": ("font_source_serif_pro", "files/SourceSerifPro-SemiboldIt.otf"),
    "sans": ("font_source_sans_pro", "files/SourceSansPro-Regular.otf"),
    "sans-semi": ("font_source_sans_pro", "files/SourceSansPro-Semibold.otf"),
    "sans-bold": ("font_source_sans_pro", "files/SourceSansPro-Bold.otf"),
    "sans-black": ("font_source_sans_pro", "files/SourceSansPro-Black.otf"),
    "sans-italic": ("font_source_sans_pro", "files/SourceSansPro-It.otf"),
    "kanji": ("matplotlib_fontja", "fonts/ipaexg.ttf"),
}
FALLBACK = "kanji"

# Drawn in place of a character that no face has: the mark Japanese printers use for missing type.
_MISSING = "〓"

# Characters that may not begin a line of Japanese text.
_NO_START = frozenset("、。，．・：；！？」』）〕］｝〉》】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")


_CLOSE = 0.04  # of a measure: more than kerning and spacing between pieces come to


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """One outline at 1000 units per em, baseline at 0, y down."""

    path: Path


@dataclass(frozen=True, slots=True)
class Line:
    """A shaped line: glyphs with their x in thousandths of an em, the advance in ems, what no face has, and its
    text as it was typed, which is what one searches a PDF for."""

    glyphs: tuple[tuple[Glyph, int], ...]
    advance: float
    missing: str = ""
    text: str = ""


class Face:
    """A font file and the glyphs drawn from it so far."""

    __slots__ = ("_font", "_glyphs", "upem")

    def __init__(self, data: bytes) -> None:
        face = hb.Face(data)
        self._font = hb.Font(face)
        self._glyphs: dict[int, Glyph] = {}
        self.upem = int(face.upem)

    @classmethod
    def packaged(cls, package: str, file: str) -> Face:
        """A font that an installed package carries."""
        return cls(font_data(package, file))

    def covers(self, char: str) -> bool:
        return self._font.get_nominal_glyph(ord(char)) is not None

    def glyph(self, number: int) -> Glyph:
        """The outline of a glyph, drawn once."""
        found = self._glyphs.get(number)
        if found is None:
            pen = PathPen(1000 / self.upem, flip=True)
            self._font.draw_glyph_with_pen(number, pen)
            found = self._glyphs[number] = Glyph(pen.path(shared=True))
        return found

    def shape(self, text: str, tracked: bool) -> Iterator[tuple[int, float, float]]:
        """Glyph number, x offset and x advance in thousandths of an em."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, {"kern": True, "liga": not tracked})
        k = 1000 / self.upem
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            yield info.codepoint, position.x_offset * k, position.x_advance * k


def font_data(package: str, file: str) -> bytes:
    """The file of a font that an installed package carries."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise ModuleNotFoundError(f"the font package `{package}` is not installed")
    # The module is never run: font packages may import much that we do not need.
    return files(importlib.util.module_from_spec(spec)).joinpath(file).read_bytes()


@lru_cache(None)
def face(name: str) -> Face:
    """The face of a role, or of a font of the author's by its mark; loaded once."""
    return Face.packaged(*FACES[name]) if name in FACES else Face(path_of(name).read_bytes())


_own: tuple[str, ...] = ()  # fonts of the game that is drawn


def bring(fonts: Iterable[str]) -> None:
    """From now on these fonts of the author's, by their marks, draw what no packaged face has."""
    global _own
    _own = tuple(fonts)


@lru_cache(65536)
def _use(char: str, name: str, own: tuple[str, ...]) -> str:
    """The face that draws a character: the wanted one, the kanji face, one of the author's, or none."""
    if char.isspace():
        return name
    return next((one for one in (name, FALLBACK, *own) if face(one).covers(char)), "")


def drawable(char: str) -> bool:
    """Whether any face has a letter, ours or the author's."""
    return bool(_use(char, "sans", _own))


def _runs(text: str, name: str, own: tuple[str, ...]) -> list[tuple[str, str]]:
    """Stretches of text with the face that draws them."""
    out: list[tuple[str, str]] = []
    for char in text:
        use = _use(char, name, own)
        if out and out[-1][0] == use:
            out[-1] = (use, out[-1][1] + char)
        else:
            out.append((use, char))
    return out


def shape(text: str, name: str = "sans", track: float = 0.0) -> Line:
    """A line of text set in a face; `track` is letter spacing in ems and switches ligatures off."""
    return _shape(text, name, track, _own)


@lru_cache(32768)
def _shape(text: str, name: str, track: float, own: tuple[str, ...]) -> Line:
    x, glyphs, missing = 0.0, [], ""
    for use, chunk in _runs(punctuated(text, face(name).covers), name, own):
        if not use:
            missing += chunk
            use, chunk = FALLBACK, _MISSING * len(chunk)
        font = face(use)
        for number, offset, advance in font.shape(chunk, track != 0):
            glyph = font.glyph(number)
            if glyph.path:
                glyphs.append((glyph, round(x + offset)))
            x += advance + track * 1000
    return Line(tuple(glyphs), (x / 1000 - track) if text else 0.0, missing, text)


def width(text: str, size: float, name: str = "sans", track: float = 0.0) -> float:
    """Width of a line in mm."""
    return shape(text, name, track).advance * size


def reach(text: str, size: float, name: str = "sans") -> tuple[float, float]:
    """How far a line goes above its baseline and below it, in mm: letters of some scripts hang lower than ours."""
    boxes = [glyph.path.bounds for glyph, _ in shape(text, name).glyphs if glyph.path]
    above, below = min((b[1] for b in boxes), default=0.0), max((b[3] for b in boxes), default=0.0)
    return -above * 0.1 * size, below * 0.1 * size


def missing(text: str, name: str = "sans") -> str:
    """The characters of a text that no face has, each once, in order."""
    return "".join(dict.fromkeys(c for c in text if not _use(c, name, _own)))


def fit(text: str, size: float, measure: float, name: str = "sans", track: float = 0.0) -> float:
    """The size, at most `size`, at which a line is no wider than `measure`."""
    advance = shape(text, name, track).advance
    return min(size, measure / advance) if advance > 0 else size


def _words(text: str) -> list[str]:
    """Words; a dot between two things stays with the first of them, for no line begins with it."""
    found: list[str] = []
    for word in text.split():
        if word == "·" and found:
            found[-1] += " ·"
        else:
            found.append(word)
    return found


def _units(text: str) -> Iterator[tuple[str, bool]]:
    """Unbreakable pieces, and whether a space stood before each; Japanese may break between characters."""
    for word in _words(text):
        space, piece = True, ""
        for char in word:
            wide = ord(char) >= 0x2E80
            if piece and (wide or ord(piece[-1]) >= 0x2E80) and char not in _NO_START:
                yield piece, space
                space, piece = False, char
            else:
                piece += char
        yield piece, space


def _wider(line: str, about: float, size: float, measure: float, name: str, track: float) -> bool:
    """Whether a line is too wide. Its pieces together are nearly as wide: only a close call is set as a whole."""
    if abs(about - measure) > _CLOSE * measure:
        return about > measure
    return width(line, size, name, track) > measure


def wrap(text: str, size: float, measure: float, name: str = "sans", track: float = 0.0) -> tuple[str, ...]:
    """Lines no wider than `measure`; a newline always breaks; a single piece too wide stays whole."""
    return _wrap(text, size, measure, name, track, _own)


@lru_cache(8192)
def _wrap(text: str, size: float, measure: float, name: str, track: float, _: tuple[str, ...]) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, long = "", 0.0
        for piece, space in _units(paragraph):
            trial = f"{line} {piece}" if line and space else line + piece
            more = width(f" {piece}" if line and space else piece, size, name, track) + track * size
            if line and _wider(trial, long + more, size, measure, name, track):
                lines.append(line)
                line, long = piece, width(piece, size, name, track)
            else:
                line, long = trial, long + more
        if line or (lines and not paragraph.strip()):
            lines.append(line)
    return tuple(lines)
