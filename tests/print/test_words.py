"""Our own words on printed sheets follow the language of the build: none is forgotten, what has none stays English."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load import tongue
from compiler.load.tongue import Tongue, printed
from compiler.pipeline import read
from compiler.print import sheets as pnp
from compiler.render.sheet.presets import A4
from tests.render.games import FOLDER
from tests.render.maps import runs

GAMES = ["samples/mill_at_neudorf", "first_battle", "amber_strait", "samples/bridgehead"]


def texts(folder: Path, lang: str, flip: str = "long") -> str:
    """All that is written on the sheets of a game, but for what faces and boards say."""
    found = read(folder, Sink(), lang=lang)
    assert found is not None
    printer = pnp._Printer(found.game, Sink(), None, pnp.Print(papers=(A4,), flip=flip))
    sections = printer.sections(A4)
    front = printer._front_matter(A4, sections)
    sheets = chain.from_iterable(section.sheets() for section in (*sections, front))
    written = []
    for sheet in sheets:
        pages = [slot.art.draw() for slot in sheet.slots if slot.art.width == sheet.width]
        written += [run.line.text for page in (sheet.marks, *pages) for run in runs(page.items)]
    return " ".join(written)


@pytest.mark.parametrize("lang", ["de", "ja"])
@pytest.mark.parametrize("slug", GAMES)
def test_no_word_of_ours_is_forgotten(slug: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    missing: set[str] = set()
    within: list[str] = []
    say = Tongue.said

    def noted(self: Tongue, text: str, use: str = tongue.MENU) -> str:
        if use != tongue.PRINT or within:  # names inside a sentence are the author's
            return say(self, text, use)
        within.append(text)
        told = self.found(text, use)
        within.clear()
        if told is None and any(letter.isalpha() for letter in text):
            missing.add(text)
        return text if told is None else told

    monkeypatch.setattr(Tongue, "said", noted)
    assert len(texts(FOLDER / slug, lang, "fold" if lang == "ja" else "long")) > 1500
    assert missing == set()


def test_sheets_are_german_and_stay_english_where_we_have_no_words() -> None:
    folder = FOLDER / "samples" / "mill_at_neudorf"
    german, french = texts(folder, "de"), texts(folder, "fr")
    for english, word in (
        ("In the box", "In der Schachtel"),
        ("Sequence of play", "Spielablauf"),
        ("Players", "Spieler"),
    ):
        assert word in german
        assert english not in german
        assert english in french
    assert printed("rule 7.1", "de") == "Regel 7.1"
    assert printed("rule 7.1", "fr") == "rule 7.1"
    assert printed("nobody's word", "de") == "nobody's word"
