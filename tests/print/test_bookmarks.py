"""Bookmarks and titles: whoever opens a file finds what is in it by name."""

from __future__ import annotations

import re

import pytest

from compiler.diagnostics import Sink
from compiler.print import sheets as pnp
from compiler.render.sheet.digest import digest_pages
from compiler.render.sheet.presets import PAPERS
from compiler.render.sheet.prose import chapters_of
from compiler.render.style import palette_of
from tests.render.games import game

A4 = PAPERS["a4"]


def files(slug: str, *names: str) -> dict[str, bytes]:
    printer = pnp._Printer(game(slug), Sink(), None, pnp.Print(papers=(A4,), pictures=False))
    sections = {section.name: section for section in printer.sections(A4)}
    return {name: printer._pdf(f"{name}-a4", [sections[name]])[1] for name in names}


def bookmarks(data: bytes) -> int:
    return len(re.findall(rb"/Dest\[", data))


def test_every_chapter_of_a_booklet_is_a_bookmark() -> None:
    """Also where several begin on one page: only the first of each page was found."""
    one = game("anegawa")
    named = [name for leaf in digest_pages(one, palette_of(one), A4) for name in leaf.name.split("\n") if name]
    chapters = [chapter.title for chapter in chapters_of(one, ())]
    assert len(chapters) > 20
    assert named[0] == "Contents"
    assert named[1 : 1 + len(chapters)] == chapters


@pytest.mark.parametrize(("slug", "tables", "setups"), [("anegawa", 5, 2), ("first_battle", 3, 2)])
def test_tables_and_setups_are_bookmarks(slug: str, tables: int, setups: int) -> None:
    made = files(slug, "charts", "scenarios")
    assert bookmarks(made["charts"]) > tables
    assert bookmarks(made["scenarios"]) == setups == len(game(slug).scenarios)


def test_a_file_is_called_by_its_subject_and_not_by_its_paper() -> None:
    assert pnp._titled("charts-a4") == pnp._titled("charts-letter") == "player aid"
    assert pnp._titled("map-poster-a4") == "map poster"
    assert pnp._titled("counter-15") == "counter 15"
    title = "First Battle: player aid".encode("utf-16-be").hex().upper().encode()
    assert title in files("first_battle", "charts")["charts"]
