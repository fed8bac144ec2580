"""Unseen words in PDFs: found by a reader, once each, in every language; bookmarks; same bytes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from compiler.render.content import form_of
from compiler.render.drawing import Drawing
from compiler.render.pdf import Page, Placed, pdf_bytes

needed = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext here")


def page(*lines: str, name: str = "") -> Page:
    drawing = Drawing(120, 60)
    for n, line in enumerate(lines):
        drawing.text(8, 10 + 8 * n, line, 4.0, halo="#FFFFFF", halo_width=0.4)
    return Page(120, 60, (Placed(form_of(drawing)),), name=name)


def read(data: bytes, folder: Path) -> str:
    file = folder / "page.pdf"
    file.write_bytes(data)
    return subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout


@needed
def test_words_are_found_once_though_a_halo_writes_them_twice(tmp_path: Path) -> None:
    told = read(pdf_bytes([page("Sequence of Play", "Ōmi 近江 −2 to +3")], "t"), tmp_path)
    assert told.count("Sequence of Play") == 1
    assert "Ōmi 近江 −2 to +3" in told


def test_pages_with_names_are_bookmarks() -> None:
    data = pdf_bytes([page("a", name="Counters"), page("b", name="Cards"), page("c", name="Cards")], "t")
    assert data.count(b"/Dest[") == 2
    assert b"/Outlines" in data
    assert b"/DisplayDocTitle true" in data
    assert b"/Outlines" not in pdf_bytes([page("a", name="Counters")], "t")


def test_the_same_words_make_the_same_bytes() -> None:
    assert pdf_bytes([page("Shogun 将軍")], "t") == pdf_bytes([page("Shogun 将軍")], "t")
    assert pdf_bytes([page("Shogun 将軍")], "t") != pdf_bytes([page("Shogun 大名")], "t")
