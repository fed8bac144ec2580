"""First Battle in German and Japanese: no word of the module, its pages and pictures, or the sheets stays English.

Every word that is read must be one of a translation, the game's or ours, or stand in `KEPT` with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from itertools import chain
from pathlib import Path

import polib
import pytest

from compiler.diagnostics import Sink
from compiler.emit.module.pieces import make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.module.speaking import _SHOWN
from compiler.emit.module.vmod import build_file
from compiler.emit.plan import make_plan
from compiler.emit.proofread import read_aloud
from compiler.emit.save.vsav import make_setup
from compiler.load import tongue
from compiler.pipeline import Checked, read
from compiler.print import sheets as pnp
from compiler.render.chart.aids import charts_of
from compiler.render.drawing import Drawing
from compiler.render.scene.splash import splash_picture
from compiler.render.sheet.presets import A4
from compiler.render.style import palette_of
from compiler.vassal.components import attributes
from compiler.vassal.record import type_specs
from tests.render.maps import runs

FOLDER = Path(__file__).parents[2] / "games" / "first_battle"
KEPT = {
    "Liege": "our name",
    "VASSAL": "the name of the program",
    "Solitaire": "the side of one player alone, which VASSAL knows by this name",
}
_WORD = re.compile(r"[A-Za-zÀ-ɏ]{3,}")
_KEYS = re.compile(r"(?:Ctrl|Shift|Alt)\+[-+=\w]*|\bDelete\b")
_UNREAD = re.compile(r"<style.*?</style>|<[^>]*(?:>|$)|\$[^$]*\$|\b[0-9a-f]{16}\b", re.DOTALL)  # and the stamp


@cache
def game_in(lang: str) -> Checked:
    found = read(FOLDER, Sink(), lang=lang)
    assert found is not None
    return found


def words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in _WORD.findall(text)}


def known(lang: str) -> set[str]:
    """Every word of the translations there are: the game's and ours."""
    ours = Path(tongue.__file__).with_name(f"{lang}.po")
    texts = [
        entry.msgstr for path in (ours, FOLDER / "texts" / f"{lang}.po") for entry in polib.pofile(path.as_posix())
    ]
    return words(texts) | words(KEPT)


def left(texts: Iterable[str], lang: str) -> dict[str, str]:
    """Words that are in no translation, each with a text it stands in."""
    plain = (_KEYS.sub(" ", unescape(_UNREAD.sub(" ", text))) for text in texts)
    own = known(lang)
    return {word: text for text in plain for word in _WORD.findall(text) if word.lower() not in own}


def spoken(lang: str) -> Iterator[str]:
    """What players read in the module, but for pictures."""
    found = game_in(lang)
    plan = make_plan(found.game, found.bundle, Sink(), None)
    box = make_box(plan, make_shelf(plan))
    pages: dict[str, bytes] = {}
    root = build_file(box, [make_setup(box, scenario) for scenario in found.game.scenarios.values()], pages)
    yield from (page.decode() for name, page in pages.items() if name.endswith(".html"))
    for one in root.walk():
        kinds = {attribute.name: attribute.kind for attribute in attributes(one.tag)}
        for name, value in one.attributes.items():
            if value and (name in _SHOWN or kinds.get(name) == "f"):
                yield from read_aloud(value)
    designs = [trait for piece in box.designs.values() for trait in piece.traits]
    for trait in (*designs, *chain.from_iterable(box.shelf.definitions.values())):
        for spec in type_specs(type(trait)):
            value = getattr(trait, spec.name)
            if spec.kind.role in ("menu", "menu item") or (spec.kind.role == "format" and spec.name == "format"):
                for text in (value,) if isinstance(value, str) else value:
                    yield from read_aloud(text)


def inked(drawings: Iterable[Drawing]) -> Iterator[str]:
    texts = (run.line.text for drawing in drawings for run in runs(drawing.items))
    return (text for text in texts if text not in pnp._FILES)  # the files themselves are named so in every language


def sheets(lang: str) -> Iterator[Drawing]:
    """All that is printed, with boards, faces and cards."""
    printer = pnp._Printer(game_in(lang).game, Sink(), None, pnp.Print(papers=(A4,)))
    sections = printer.sections(A4)
    for sheet in chain.from_iterable(part.sheets() for part in (*sections, printer._front_matter(A4, sections))):
        yield sheet.marks
        yield from (slot.art.draw() for slot in sheet.slots)


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_no_english_is_left_in_the_module_and_its_pages(lang: str) -> None:
    texts = list(spoken(lang))
    assert len(texts) > 200
    assert left(texts, lang) == {}


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_no_english_is_left_on_sheets_boards_and_counters(lang: str) -> None:
    texts = list(inked(sheets(lang)))
    assert len(texts) > 1000
    assert left(texts, lang) == {}


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_no_english_is_left_on_charts_and_splash(lang: str) -> None:
    game = game_in(lang).game
    palette = palette_of(game)
    splash = Drawing(190, 96)
    assert splash_picture(splash, game, palette, 40, 150)
    assert left(inked([splash, *(chart.drawing for chart in charts_of(game, palette))]), lang) == {}


def test_english_would_be_found() -> None:
    assert set(left(["<p>Die Schlacht is over</p>", "{Zug} Ctrl+Shift+P"], "de")) >= {"over"}
    assert left(inked(chart.drawing for chart in charts_of(game_in("en").game, palette_of(game_in("en").game))), "de")
