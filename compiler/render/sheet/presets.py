"""Papers, and the counter and card sizes that print-on-demand shops cut."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper in mm, portrait."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> Paper:
        return Paper(self.name, self.height, self.width)


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece a shop cuts: finished size and the bleed it wants, one face to a page."""

    name: str
    width: float
    height: float
    bleed: float


A4 = Paper("a4", 210.0, 297.0)
A3 = Paper("a3", 297.0, 420.0)
LETTER = Paper("letter", 215.9, 279.4)
LEGAL = Paper("legal", 215.9, 355.6)
TABLOID = Paper("tabloid", 279.4, 431.8)
PAPERS = {paper.name: paper for paper in (A4, A3, LETTER, LEGAL, TABLOID)}

_INCH = 25.4
# what large printers are fed, smallest first; a little larger than the series, so that a full map keeps its bleed
_ISO = (Paper("SRA3", 320, 450), Paper("SRA2", 450, 640), Paper("SRA1", 640, 900), Paper("SRA0", 900, 1280))
_ARCH = tuple(
    Paper(f"{w} × {h} in", w * _INCH, h * _INCH) for w, h in ((12, 18), (18, 24), (24, 36), (30, 42), (36, 48))
)
_POSTERS = {A4: _ISO, A3: _ISO, LETTER: _ARCH, LEGAL: _ARCH, TABLOID: _ARCH}


def poster_paper(paper: Paper, width: float, height: float) -> Paper | None:
    """The smallest large sheet, in the series of a paper, that holds so much; turned as it fits best."""
    sheets = (turned for sheet in _POSTERS.get(paper, ()) for turned in (sheet, sheet.landscape))
    return next((sheet for sheet in sheets if sheet.width >= width and sheet.height >= height), None)


_EIGHTH = _INCH / 8
CUTS = {
    cut.name: cut
    for cut in (
        Cut("poker", 63.0, 88.0, 3.0),
        Cut("poker-us", 2.5 * _INCH, 3.5 * _INCH, _EIGHTH),
        Cut("bridge-us", 2.25 * _INCH, 3.5 * _INCH, _EIGHTH),
        Cut("mini-us", 1.75 * _INCH, 2.5 * _INCH, _EIGHTH),
        Cut("mini-euro", 44.0, 68.0, 3.0),
        Cut("tarot", 70.0, 120.0, 3.0),
        Cut("counter-half-inch", 0.5 * _INCH, 0.5 * _INCH, 1.5),
        Cut("counter-five-eighths", 0.625 * _INCH, 0.625 * _INCH, 1.5),
        Cut("counter-three-quarters", 0.75 * _INCH, 0.75 * _INCH, 1.5),
        Cut("counter-inch", _INCH, _INCH, 1.5),
    )
}


def paper_of(text: str) -> Paper | None:
    """A paper by name, or `WIDTHxHEIGHT` in mm."""
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    w, _, h = text.lower().partition("x")
    try:
        width, height = float(w), float(h)
    except ValueError:
        return None
    return Paper(text.lower(), width, height) if 60 <= width <= 5000 and 60 <= height <= 5000 else None
