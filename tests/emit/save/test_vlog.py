"""A game of our engine, written as a log, is read back as the game that was played."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.atlas import is_deck
from compiler.emit.save.vlog import Told, last_table, log_bytes, log_commands, read_log
from compiler.model.event import Event
from compiler.model.table import Table
from compiler.play.chance import Seeded
from compiler.play.log import Entry
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.telling import Teller
from compiler.registry import rulebook_or_fail
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import Chat, EndSave, Log, Series, flat
from compiler.vassal.save import read_save
from tests.emit.conftest import SHIPPED, Built

ANSWERS = 60


def played(built: Built, scenario: str, seed: int) -> tuple[Table, list[Event], Table]:
    """Some answers of random players: the table before, what happened, the table after."""
    session = Session.begin(rulebook_or_fail(built.game), scenario, Seeded(seed))
    start, events = session.table, []
    players = {seat: RandomPlayer(f"{seed} {seat}") for seat in built.game.seats}
    for _ in range(ANSWERS):
        seat = next(iter(session.asks), None)
        if seat is None:
            break
        events += session.apply(players[seat].answer(session, seat), seat)
    return start, events, session.table


@pytest.mark.parametrize("slug", SHIPPED)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_table_of_a_log_is_that_of_the_game(slug: str, seed: int, built: Callable[[str], Built]) -> None:
    made = built(slug)
    scenario = list(made.game.scenarios.values())[seed % len(made.game.scenarios)]
    start, events, end = played(made, scenario.id, seed)
    told = [Told(event, "…") for event in events]
    last = last_table(made.box, log_commands(made.box, scenario, start, told))
    assert not last.strangers
    assert last.table.pieces == end.pieces
    assert last.table.tracks == end.tracks
    assert last.table.marks == end.marks
    decks = [pile.id for pile in made.game.piles.values() if is_deck(pile) and pile.id in end.stacks]
    assert {pile: last.table.stacks.get(pile) for pile in decks} == {pile: end.stacks[pile] for pile in decks}


def test_every_event_that_is_told_is_one_step_with_its_sentence(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    scenario = made.game.scenarios["bridge"]
    start, events, end = played(made, scenario.id, 3)
    teller = Teller(rulebook_or_fail(made.game), scenario.id)
    table, told = start, []
    for event in events:
        before, table = table, event.on(table)
        told.append(Told(event, teller.tell(Entry("bid", event), before, table)))
    save = read_save(read_archive(log_bytes(made.box, scenario, start, told), "game.vlog"))
    steps = save.commands[[isinstance(c, EndSave) for c in save.commands].index(True) + 1 :]
    words = [each.words for each in told if each.words is not None]
    assert 20 < len(words) < len(events)
    assert all(isinstance(step, Log | Series) for step in steps)
    lines = [[c.text for c in flat((step,)) if isinstance(c, Chat)] for step in steps]
    assert lines[: len(words)] == [[f"* {each}"] for each in words]
    assert lines[len(words) :] in ([], [[]])  # what is not told at the end happens without a word
    assert last_table(made.box, save.commands).table.pieces == end.pieces


def test_each_step_shows_the_table_after_its_event(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    scenario = made.game.scenarios["skirmish"]
    table, events, _ = played(made, scenario.id, 5)
    commands = log_commands(made.box, scenario, table, [Told(event, "…") for event in events])
    readings = read_log(made.box, commands)
    assert next(readings).table.pieces == table.pieces
    for event, reading in zip(events, readings, strict=True):
        table = event.on(table)
        assert reading.table.pieces == table.pieces
        assert reading.table.tracks == table.tracks
        assert reading.table.marks == table.marks
