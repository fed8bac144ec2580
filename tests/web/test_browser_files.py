"""Files that are taken away from a table: a real VASSAL opens the saved game and steps through the log to its end."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from compiler.commands.table import _loaded
from compiler.diagnostics import Sink
from compiler.pipeline import build
from compiler.play.saving import save
from compiler.vassal.probe.launch import Unavailable, probe
from compiler.web.opening import taken_up
from compiler.web.seats import SCREEN
from tests.faulty import copy
from tests.games.playable import bound
from tests.web.browsing import seated, there
from tests.web.served import read
from tests.web.tables import table


def downloaded(browser: Any, folder: Path) -> tuple[dict[str, Path], dict[str, str]]:
    """All files of a game in play, by the buttons of the page; and where each piece on a hex is, by the engine."""
    at = table("first_battle", "human", "link", scenario="skirmish")
    found: dict[str, Path] = {}
    with seated(browser, at, SCREEN, accept_downloads=True) as (page, served):
        for _ in range(40):
            seat = at.waiting[0]
            ask = at.session.asks[seat]
            served.answers(seat, option=len(ask.listed) // 2)
        at.sit("south", "human")  # a file with all secrets is given only where nobody plays from elsewhere
        page.keyboard.press("Shift+S")
        there(page, "[data-save=vsav]")
        for kind in ("vsav", "vlog", "save", "replay"):
            with page.expect_download() as coming:
                page.click(f"[data-save={kind}]")
            found[kind] = folder / coming.value.suggested_filename
            coming.value.save_as(found[kind])
        assert all(path.suffix == f".{kind}" for kind, path in found.items())
        stands = {id: piece.place for id, piece in at.session.table.pieces.items() if piece.place.isdigit()}
    return found, stands


def test_every_file_can_be_taken_away_by_a_click(browser: Any, tmp_path: Path) -> None:
    found, _ = downloaded(browser, tmp_path)
    assert all(path.stat().st_size > 1000 for path in found.values())
    assert found["vsav"].read_bytes()[:2] == found["vlog"].read_bytes()[:2] == b"PK"


def test_a_game_that_was_saved_goes_on_at_another_table(tmp_path: Path) -> None:
    at = table("first_battle", "human", "random", scenario="skirmish")
    for _ in range(9):
        at.answer(at.waiting[0], at.n, {"option": 0})
    file, journal = tmp_path / "game.save", tmp_path / "t.journal"
    file.write_text(save(at.session), encoding="utf-8")
    again = _loaded(read("first_battle"), bound("first_battle"), file, None, journal, "7")
    assert again.session.table == at.session.table
    assert list(again.session.asks) == list(at.session.asks)
    again.answer(again.waiting[0], again.n, {"option": 0})
    again.close()
    kept = taken_up(bound("first_battle"), again.seating, journal)  # and the journal of its own holds all of it
    assert kept.session.table == again.session.table
    kept.close()


@pytest.mark.vassal
@pytest.mark.slow
def test_vassal_opens_the_saved_game_and_steps_through_the_log(browser: Any, tmp_path: Path) -> None:
    installed = os.environ.get("LIEGE_VASSAL")
    if not installed:
        pytest.skip("no VASSAL: set LIEGE_VASSAL to an installed one")
    found, stands = downloaded(browser, tmp_path)
    made = build(copy("first_battle", tmp_path), tmp_path / "build", Sink(), only=("vmod",))
    module = next(path for path in made if path.suffix == ".vmod")
    try:
        with probe(Path(installed)) as vassal:
            saved = vassal.open(module, "", timeout=300, exercise=False, save=found["vsav"])
            played = vassal.open(module, "", timeout=300, exercise=False, save=found["vlog"])
    except Unavailable as missing:
        pytest.skip(str(missing))
    assert [problem.message for problem in (*saved.problems, *played.problems)] == []
    assert played.raw["logSteps"] > 20
    # the end of the log is the game as it was saved, and both are the engine's
    lies = [Counter((piece.name, piece.place) for piece in report.pieces) for report in (saved, played)]
    assert lies[0] == lies[1]
    spaces = bound("first_battle").game.spaces
    for place, count in Counter(stands.values()).items():
        called = (place, spaces[place].name.en)  # VASSAL says the name where there is one
        assert sum(n for (_, lies_in), n in lies[0].items() if any(each in lies_in for each in called)) >= count, place
