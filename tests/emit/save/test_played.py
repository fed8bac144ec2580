"""A game in play is handed on to VASSAL as it stands, or with all that happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from compiler.diagnostics import Sink
from compiler.emit.module.lines import entries
from compiler.emit.save.played import played_log, saved_game
from compiler.emit.save.vlog import last_table, read_log
from compiler.model.event import Drawn, Said
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail
from compiler.vassal import sequence
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import Chat, Command, Turn, flat
from compiler.vassal.save import read_save
from tests.emit.conftest import Built

PLAYED = ("first_battle", "anegawa", "shogun")


def go_on(session: Session, answers: int) -> None:
    players = {seat: RandomPlayer(seat) for seat in session.book.game.seats}
    for _ in range(answers):
        seat = next(iter(session.asks))
        session.apply(players[seat].answer(session, seat), seat)


@pytest.mark.parametrize("slug", PLAYED)
def test_the_save_shows_the_table_as_it_is(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    session = Session.begin(rulebook_or_fail(made.game), next(iter(made.game.scenarios)), Seeded(5))
    go_on(session, 45)
    content = read_save(read_archive(saved_game(session, made.bundle, Sink()), "now.vsav"))
    found = last_table(made.box, content.commands)
    assert not found.strangers
    assert found.table.pieces == session.table.pieces
    assert found.table.tracks == session.table.tracks
    assert found.table.marks == session.table.marks


def test_the_log_of_a_game_taken_up_again_begins_where_it_was_left(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    book = rulebook_or_fail(made.game)
    session = Session.begin(book, "bridge", Seeded(5))
    go_on(session, 40)
    while session.step != "march" or not session.state.choices:  # in the middle of a step
        go_on(session, 1)
    left = session.table
    again = Session(session.state, Seeded(6))
    go_on(again, 12)
    tables = list(
        read_log(made.box, read_save(read_archive(played_log(again, made.bundle, Sink()), "game.vlog")).commands)
    )
    assert tables[0].table.pieces == left.pieces
    assert tables[0].table.tracks == left.tracks
    assert tables[-1].table.pieces == again.table.pieces
    assert tables[-1].table.tracks == again.table.tracks


def chat(commands: Iterable[Command]) -> list[str]:
    return [command.text for command in flat(commands) if isinstance(command, Chat)]


def test_the_chat_of_a_log_names_no_hidden_card_and_keeps_the_report_of_the_spy(built: Callable[[str], Built]) -> None:
    made = built("shogun")
    session = Session.begin(rulebook_or_fail(made.game), "four_players", Seeded(5))
    go_on(session, 500)
    reports = [e.what.text for e in session.log if isinstance(e.what, Said) and e.what.to is not None]
    hidden = [e.what.piece for e in session.log if isinstance(e.what, Drawn) and e.what.to.startswith("camp_")]
    assert reports
    assert hidden
    lines = chat(read_save(read_archive(played_log(session, made.bundle, Sink()), "game.vlog")).commands)
    assert not [line for line in lines for report in reports if report in line]
    told = [line for line in lines if " goes to Hidden ronin" in line and "Ronin" not in line]
    assert len(told) >= len(hidden)
    assert all(line.startswith("* a card goes to") for line in told if "[4-5.11]" in line)
    names = [made.game.pieces[card].name.en for card in hidden]
    assert not [line for line in lines if any(f"{name} goes to Hidden ronin" in line for name in names)]


def test_the_tracker_moves_in_a_written_log(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    session = Session.begin(rulebook_or_fail(made.game), "bridge", Seeded(5))
    while session.table.tracks["turn"] != 3:
        go_on(session, 1)
    commands = read_save(read_archive(played_log(session, made.bundle, Sink()), "game.vlog")).commands
    turns = [command for command in flat(commands) if isinstance(command, Turn)]
    stands = [sequence.decode(sequence.decode(turn.state, "|")[1], ";") for turn in turns]
    assert list(dict.fromkeys(int(outer[0]) for outer in stands)) == [1, 2, 3]
    labels = [line.label for line in entries(made.game)]
    shown = [labels[int(sequence.decode(outer[4], ";")[0])] for outer in stands]
    assert {"1st player: March", "2nd player: March", "Bidding"} <= set(shown)
    assert shown[0] == "Bidding"
    now = read_save(read_archive(saved_game(session, made.bundle, Sink()), "now.vsav")).commands
    assert turns[-1] == next(command for command in now if isinstance(command, Turn))


def test_the_tracker_stands_at_the_step_and_player_of_the_game(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    session = Session.begin(rulebook_or_fail(made.game), "bridge", Seeded(5))
    labels = [line.label for line in entries(made.game)]
    seen: set[str] = set()
    while len(seen) < 2:
        before = (session.step, next(iter(session.asks)))
        go_on(session, 1)
        if (session.step, next(iter(session.asks))) == before:
            continue
        content = read_save(read_archive(saved_game(session, made.bundle, Sink()), "now.vsav"))
        turn = next(command for command in content.commands if isinstance(command, Turn))
        outer = sequence.decode(sequence.decode(turn.state, "|")[1], ";")
        shown = labels[int(sequence.decode(outer[4], ";")[0])]
        assert int(outer[0]) == session.table.tracks["turn"]
        second = session.asks and session.table.tracks["initiative"] != next(iter(session.asks))
        if session.step == "march":
            assert shown == f"{'2nd' if second else '1st'} player: March"
            seen.add(shown)
        elif session.step == "bid":
            assert shown == "Bidding"
