"""The printed counters of the shipped games, looked at: every piece in the mix, as often as it should be, with its own
back behind it after the sheet is turned over."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import Checked, read
from compiler.print import sheets as pnp
from compiler.render.counter.face import BLEED, draw_back, draw_face
from compiler.render.drawing import Drawing
from compiler.render.raster import raster
from compiler.render.sheet.imposition import Sheet
from compiler.render.sheet.presets import A4
from compiler.render.style import palette_of
from tests.emit.conftest import SHIPPED
from tests.faulty import home

DPI = 150
PIXELS = 28  # a face is compared as a picture so many pixels wide
SAME, NEAR = 2.0, 18.0  # mean difference of faces that look alike; most of a face and its print, half a pixel aside


@dataclass(frozen=True)
class Piece:
    """A piece of card as it should look: its front, its back if it has one, how many there are."""

    front: np.ndarray
    back: np.ndarray | None
    count: int


def small(image: Image.Image) -> np.ndarray:
    """A picture of a face without its outermost edge, where the knife may slip."""
    w, h = image.size
    inner = image.convert("RGB").crop((round(w * 0.05), round(h * 0.05), round(w * 0.95), round(h * 0.95)))
    return np.asarray(inner.resize((PIXELS, PIXELS), Image.Resampling.BOX)).astype(float)


def shown(drawing: Drawing | None) -> np.ndarray | None:
    return None if drawing is None else small(raster(drawing, DPI / 25.4))


def pieces(game: Game) -> list[Piece]:
    """What the mix of a game says, from its counters alone."""
    palette, found = palette_of(game), []
    for counter in game.counters.values():
        for n in range(0, len(counter.faces), 2):
            two = counter.faces[n : n + 2]
            front = shown(draw_face(game, palette, counter, two[0], BLEED))
            back = draw_face(game, palette, counter, two[1], BLEED) if len(two) > 1 else None
            assert front is not None
            found.append(Piece(front, shown(back or draw_back(game, palette, counter, BLEED)), counter.count))
    return found


def printed(checked: Checked, flip: str, tmp_path: Path) -> tuple[Sequence[Sheet], list[Image.Image]]:
    """The sheets of counters and what an independent program makes of their PDF."""
    settings = pnp.Print(papers=(A4,), flip=flip, pictures=False)
    name, pdf = next(pnp.artefacts(checked.game, checked.bundle, Sink(), None, settings))
    assert name == "pnp/counters-a4.pdf"
    (tmp_path / "sheets.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", tmp_path / "sheets.pdf", tmp_path / "page"], check=True)
    printer = pnp._Printer(checked.game, Sink(), None, settings)
    sheets = printer._imposed("counters", printer._counters(), A4).sheets()
    pages = [Image.open(file).convert("RGB") for file in sorted(tmp_path.glob("page-*.png"))]
    assert len(pages) == len(sheets)
    return sheets, pages


def looks(page: Image.Image, sheet: Sheet, flip: str = "") -> list[np.ndarray]:
    """What lies on a page where the pieces of a sheet are cut; or behind them on a page turned over by an edge."""
    k, found = DPI / 25.4, []
    for slot in sheet.slots:
        x, y, w, h = slot.x, slot.y, slot.art.width, slot.art.height
        x = A4.width - x - w if flip == "long" else x
        y = A4.height - y - h if flip == "short" else y
        cut = page.crop((round(x * k), round(y * k), round((x + w) * k), round((y + h) * k)))
        # the hand turns a piece over sideways: behind a sheet turned by its short edge its back stands on its head
        found.append(small(cut.rotate(180) if flip == "short" else cut))
    return found


def nearest(look: np.ndarray, faces: np.ndarray) -> tuple[int, float]:
    """Which face a picture is, and how far it is from it."""
    gaps = np.abs(faces - look).mean(axis=(1, 2, 3))
    return int(gaps.argmin()), float(gaps.min())


def alike(faces: np.ndarray) -> list[int]:
    """For each face the first that looks the same."""
    return [next(i for i in range(n + 1) if np.abs(faces[i] - faces[n]).mean() < SAME) for n in range(len(faces))]


@pytest.mark.parametrize(("slug", "flip"), [*((slug, "long") for slug in SHIPPED), ("first_battle", "short")])
def test_every_counter_is_printed_as_often_as_it_is_in_the_mix_with_its_back_behind_it(
    slug: str, flip: str, tmp_path: Path
) -> None:
    checked = read(home(slug), Sink())
    assert checked is not None
    wanted = pieces(checked.game)
    faces = np.stack([piece.front for piece in wanted])
    same = alike(faces)
    known = [n for n, piece in enumerate(wanted) if piece.back is not None]
    behinds = np.stack([wanted[n].back for n in known])
    alike_backs = dict(zip(known, alike(behinds), strict=True))
    expected: Counter[int] = Counter()
    for n, piece in enumerate(wanted):
        expected[same[n]] += piece.count
    found: Counter[int] = Counter()
    sheets, pages = printed(checked, flip, tmp_path)
    for n, (sheet, page) in enumerate(zip(sheets, pages, strict=True)):
        if "back" in sheet.name:
            continue
        behind = n + 1 < len(sheets) and "back" in sheets[n + 1].name
        backs = looks(pages[n + 1], sheet, flip) if behind else []
        for i, look in enumerate(looks(page, sheet)):
            face, gap = nearest(look, faces)
            assert gap < NEAR, sheet.slots[i].label
            found[same[face]] += 1
            own = {alike_backs[m] for m in known if same[m] == same[face]}
            if own:
                back, gap = nearest(backs[i], behinds)
                assert gap < NEAR, sheet.slots[i].label
                assert alike_backs[known[back]] in own, sheet.slots[i].label
    assert found == expected
