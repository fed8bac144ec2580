"""Greedy lords expand, defend and finish their games. The chronicle of one game is kept.

`UPDATE_GOLDENS=1 pytest tests/rules/shogun/test_greedy.py` writes it anew; read it before keeping it.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

import pytest

from compiler.model.event import Drawn, Event, Moved, Said, TrackSet
from compiler.model.table import Table
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer, RandomPlayer, play_out
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.standing import Standing
from tests.rules.shogun.table import ROOT, the_book

FILE = ROOT / "tests" / "playthroughs" / "shogun-greedy.txt"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
SEED = 1


@cache
def played(scenario: str, seed: int = SEED) -> Session:
    session = Session.begin(the_book(), scenario, Seeded(seed))
    play_out(session, {seat: GreedyPlayer(f"{seed}/{seat}") for seat in the_book().game.seats}, 20_000)
    return session


def shares(table: Table) -> str:
    counted = Counter(Standing(the_book().facts, table).owners.values())
    return ", ".join(f"{colour} {number}" for colour, number in sorted(counted.items()))


def news(event: Event, before: Table, table: Table, step: str) -> str | None:
    """One line for what a chronicler would tell."""
    known = the_book().facts
    if isinstance(event, TrackSet):
        return f"Round {event.value} ({shares(table)})"
    if isinstance(event, Said):
        return f"  {event.text}" if event.to is None else None
    if isinstance(event, Drawn) and event.piece in known.province_of and step not in ("deal_provinces",):
        province = known.province_of[event.piece]
        if event.to == "unclaimed":
            return f"  {province} is lost"
        if before.pieces[event.piece].place == "unclaimed":
            return f"  {Standing(known, table).owners[province]} conquers {province}"
    if isinstance(event, Moved):
        kind = known.kinds.get(event.piece, "")
        if kind == "daimyo" and event.to.startswith("set_aside"):
            return f"  {event.piece} is lost"
        if kind in ("castle", "fortification_base"):
            return f"  a {kind} rises in {event.to}"
        if kind == "experience_marker" and step == "battle":
            return f"  {event.piece} to {event.to.split('.')[0]}"
    return None


def chronicle(session: Session) -> str:
    lines, table = [], session.start.table
    for entry in session.log:
        if isinstance(entry.what, Choice):
            if isinstance(entry.what.answer, Declare):
                battle = entry.what.answer
                lines.append(f"  {entry.what.seat}: {battle.attacker} of {battle.origin} against {battle.target}")
            continue
        before, table = table, entry.what.on(table)
        line = news(entry.what, before, table, entry.step)
        if line is not None:
            lines.append(line)
    assert session.outcome is not None
    return "\n".join([*lines, f"over: {session.outcome.because} ({shares(table)})"]) + "\n"


def test_the_chronicle_is_line_by_line_the_same() -> None:
    now = chronicle(played("four_players"))
    if UPDATE:
        FILE.write_text(now, encoding="utf-8")
    assert now.splitlines() == FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("scenario", ["two_players", "three_players", "four_players", "five_players"])
def test_greedy_lords_finish_their_games_by_a_rule(scenario: str) -> None:
    session = played(scenario)
    assert session.outcome is not None
    assert session.outcome.rule in ("5.1", "5.5", "6.12")
    assert len(session.moments) < 8_000


def test_a_greedy_lord_beats_random_ones() -> None:
    won = 0
    for seed in range(3):
        session = Session.begin(the_book(), "four_players", Seeded(seed))
        seats = {seat: RandomPlayer(f"{seed}/{seat}") for seat in the_book().game.seats}
        play_out(session, {**seats, "gray": GreedyPlayer(seed)}, 20_000)
        won += session.outcome is not None and session.outcome.winners == ("gray",)
    assert won >= 2
