"""Playthroughs and perft counts: any change of the rules shows as a changed line or number. A game needs both.

`UPDATE_GOLDENS=1 pytest tests/games/test_playthrough.py` writes them anew; look at the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from compiler.model.table import Table
from compiler.play.ask import CHANCE, shown
from compiler.play.chance import Seeded
from compiler.play.log import Entry
from compiler.play.perft import perft
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.stateless import setup
from compiler.play.telling import EVERYBODY, Teller
from tests.games.playable import PLAYABLE, ROOT, bound

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
PERFT = ROOT / "tests" / "perft"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
MOST = 120  # answers a playthrough shows
_LINE = re.compile(r"^(\w+) (\d+) (\d+)$")


def told(slug: str, scenario: str, seed: int) -> str:
    """A random game line by line: who was asked what among how many options, what was answered, what happened."""
    book = bound(slug)
    session, luck = Session.begin(book, scenario, Seeded(seed)), RandomPlayer(seed)
    lines = [f"{slug} {scenario} seed {seed}"]
    everybody = Teller.of(session, EVERYBODY, loud=True)
    seats = {seat: Teller.of(session, seat, loud=True) for seat in book.game.scenarios[scenario].seats}
    shown_to, table = 0, session.opening

    def happened() -> None:
        """Bookkeeping too, for any change of the rules is to show; what only some know has their names before it."""
        nonlocal shown_to, table
        for entry in session.log[shown_to:]:
            before = table
            if isinstance(entry.what, Choice):
                if not entry.what.forced and entry.what.seat != CHANCE:
                    continue  # the line of the question has shown it
            else:
                table = entry.what.on(before)
            open_to_all = everybody.tell(entry, before, table)
            lines.extend([f"  {entry.step}: {open_to_all}"] if open_to_all is not None else [])
            for words, heard_by in _apart(seats, entry, before, table).items():
                if words != open_to_all:
                    lines.append(f"  {entry.step}: to {', '.join(heard_by)}: {words}")
        shown_to = len(session.log)

    happened()
    while session.asks and len(session.moments) < MOST:
        seat = next(iter(session.asks))
        ask = session.asks[seat]
        answer = luck.answer(session, seat)
        lines.append(f"{seat} @{session.step}: {ask.prompt} [{len(ask.options)}] > {shown(answer)}")
        session.apply(answer, seat)
        happened()
    won = session.outcome
    lines.append("…" if won is None else f"over: {', '.join(won.winners) or 'nobody'}: {won.because}")
    return "\n".join(lines) + "\n"


def _apart(seats: dict[str, Teller], entry: Entry, before: Table, after: Table) -> dict[str, list[str]]:
    """What is told of an entry, and to whom."""
    found: dict[str, list[str]] = {}
    for seat, teller in seats.items():
        words = teller.tell(entry, before, after)
        if words is not None:
            found.setdefault(words, []).append(seat)
    return found


def scenarios() -> list[tuple[str, str]]:
    return [(slug, scenario) for slug in PLAYABLE for scenario in bound(slug).game.scenarios]


@pytest.mark.parametrize(("slug", "scenario"), scenarios())
def test_the_playthrough_is_line_by_line_the_same(slug: str, scenario: str) -> None:
    path = PLAYTHROUGHS / f"{slug}-{scenario}.txt"
    now = told(slug, scenario, 1)
    if UPDATE:
        path.write_text(now, encoding="utf-8")
    assert path.is_file(), f"{path.name} is missing: write it with UPDATE_GOLDENS=1"
    assert now.splitlines() == path.read_text(encoding="utf-8").splitlines()


def counts(path: Path) -> list[tuple[str, int, int]]:
    """Scenario, depth and count of each line of a perft file."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    found = [_LINE.match(line) for line in lines]
    assert all(found), f"{path.name}: a line is `scenario depth count`"
    return [(m[1], int(m[2]), int(m[3])) for m in found if m]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_the_number_of_lines_of_play_is_the_same(slug: str) -> None:
    path = PERFT / f"{slug}.perft"
    assert path.is_file(), f"{path.name} is missing: count with compiler.play.perft"
    wanted = counts(path)
    if UPDATE:
        now = [(s, d, perft(setup(bound(slug), s), d)) for s, d, _ in wanted]
        head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        path.write_text("\n".join([*head, *(f"{s} {d} {n}" for s, d, n in now)]) + "\n", encoding="utf-8")
        wanted = now
    assert {s for s, _, _ in wanted} == set(bound(slug).game.scenarios)
    for scenario, depth, count in wanted:
        assert perft(setup(bound(slug), scenario), depth) == count, f"{scenario} to depth {depth}"
