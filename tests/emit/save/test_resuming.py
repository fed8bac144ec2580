"""A saved game of VASSAL is taken up again: as it was, or as hands have left it; its note tells nobody a secret."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from compiler.diagnostics import Failed
from compiler.emit.module.lines import entries
from compiler.emit.save.engine_state import is_whole
from compiler.emit.save.laying import lay
from compiler.emit.save.played import save_of
from compiler.emit.save.reading import read_table
from compiler.emit.save.resuming import CHECKPOINT, EXACT, resumed_from
from compiler.emit.save.vlog import last_table
from compiler.emit.save.vsav import make_setup, save_bytes, setup_bytes
from compiler.model.event import Moved
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail
from compiler.vassal.archive import read_archive
from compiler.vassal.save import read_save
from tests.emit.conftest import Built
from tests.emit.save.test_played import PLAYED, go_on

MOMENTS = 6


def saved(session: Session, made: Built) -> bytes:
    return save_of(session, made.box)


def note(session: Session, made: Built) -> str:
    return last_table(made.box, read_save(read_archive(saved(session, made), "now.vsav")).commands).engine


def open_options(session: Session) -> dict[str, tuple[str, set[object]]]:
    return {seat: (ask.prompt, set(ask.options)) for seat, ask in session.asks.items()}


@pytest.mark.parametrize("slug", PLAYED)
def test_a_game_is_taken_up_where_it_was_left(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    book = rulebook_or_fail(made.game)
    session = Session.begin(book, next(iter(made.game.scenarios)), Seeded(3))
    grades, middle = [], 0
    for _ in range(MOMENTS):
        go_on(session, 11)
        state = session.state
        content = saved(session, made)
        again = resumed_from(book, made.box, content, Seeded(3))
        assert not again.strangers
        assert len(last_table(made.box, read_save(read_archive(content, "now.vsav")).commands).engine) < 20_000
        grades.append(again.grade)
        if again.grade == EXACT and not any(choice.seat == "chance" for choice in state.choices):
            assert again.session.table.pieces == session.table.pieces
            assert again.session.table.marks == session.table.marks
            assert again.session.step == session.step
            middle += bool(state.choices)
            if all(entry.sealed is False for entry in session.log[session.moments[-1].log :]):
                assert open_options(again.session) == open_options(session)
    assert grades.count(EXACT) > MOMENTS / 2
    assert middle > 0


def test_a_sealed_answer_is_not_in_the_save_and_is_asked_for_again(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    book = rulebook_or_fail(made.game)
    notes = set()
    for bid in (0, 1, 3):
        session = Session.begin(book, "skirmish", Seeded(1))
        session.apply(bid, "north")
        notes.add(note(session, made))
        again = resumed_from(book, made.box, saved(session, made))
        assert again.grade == EXACT
        assert list(again.session.asks) == ["north", "south"]
    assert len(notes) == 1


def test_a_card_whose_question_is_open_is_still_in_the_hand_when_the_game_is_taken_up(
    built: Callable[[str], Built],
) -> None:
    """Who saves in the middle of a step that cannot be written open begins it anew, and has lost nothing."""
    made = built("road_to_honganji")
    book = rulebook_or_fail(made.game)
    session = Session.begin(book, next(iter(made.game.scenarios)), Seeded(3))
    begun = 0
    for _ in range(60):
        go_on(session, 1)
        if is_whole(session) or session.table == session.state.table:
            continue
        again = resumed_from(book, made.box, saved(session, made), Seeded(3))
        assert again.grade == CHECKPOINT
        assert again.session.state.table.pieces == session.state.table.pieces
        begun += 1
        if begun == 3:
            break
    assert begun


def test_plans_stay_sealed_while_the_spy_is_asked(built: Callable[[str], Built]) -> None:
    """The spy is asked alone after all have answered; what they answered is not open yet."""
    made = built("shogun")
    session = spied(rulebook_or_fail(made.game))
    told = json.loads(note(session, made))
    assert told["choices"] == []
    assert told["cursor"]["step"] == "allocate"
    again = resumed_from(session.book, made.box, saved(session, made))
    assert set(again.session.asks) == {"pink", "gray", "green", "orange"} - {next(iter(session.asks))}


def spied(book: Rulebook) -> Session:
    session = Session.begin(book, "four_players", Seeded(5))
    while not any("spy" in ask.prompt for ask in session.asks.values()):
        go_on(session, 1)
    return session


def test_a_piece_moved_by_hand_begins_the_step_anew(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    book = rulebook_or_fail(made.game)
    session = Session.begin(book, "skirmish", Seeded(5))
    while session.step != "march" or not session.state.choices:
        go_on(session, 1)
    table = Moved("captain_kiri", "0101").on(session.table)
    content = read_save(read_archive(saved(session, made), "now.vsav"))
    engine = read_table(made.box.plan, content.commands).engine
    scenario = made.game.scenarios["skirmish"]
    line = next(n for n, entry in enumerate(entries(made.game)) if "march" in entry.begins)
    by_hand = save_bytes(made.box.plan, lay(made.box, scenario, table, engine=engine, line=line), "by hand")
    again = resumed_from(book, made.box, by_hand)
    assert again.grade == CHECKPOINT
    assert again.session.step == "march"
    assert again.session.state.choices == ()
    assert again.session.table.pieces["captain_kiri"].place == "0101"


def test_a_tracker_moved_by_hand_is_followed(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    book = rulebook_or_fail(made.game)
    session = Session.begin(book, "skirmish", Seeded(5))
    content = read_save(read_archive(saved(session, made), "now.vsav"))
    labels = [entry.label for entry in entries(made.game)]
    table = Moved("captain_kiri", "0101").on(session.table)
    engine = read_table(made.box.plan, content.commands).engine
    second = labels.index("2nd player: March")
    scenario = made.game.scenarios["skirmish"]
    by_hand = save_bytes(made.box.plan, lay(made.box, scenario, table, engine=engine, line=second), "by hand")
    again = resumed_from(book, made.box, by_hand)
    cursor = again.session.start.cursor
    assert cursor is not None
    assert cursor.step == "march"
    assert dict(cursor.loops) != {}
    order = [s for s in ("north", "south") if s != table.tracks["initiative"]]
    assert order[0] in dict(cursor.loops).values()


def test_a_save_without_a_note_or_with_a_foreign_one_is_told(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    book = rulebook_or_fail(made.game)
    scenario = made.game.scenarios["skirmish"]
    plain = setup_bytes(made.box.plan, make_setup(made.box, scenario))
    with pytest.raises(Failed, match="no note of the engine"):
        resumed_from(book, made.box, plain)
    table = Session.begin(book, "skirmish", Seeded(5)).table
    for engine in ("{", "[]", '{"liege": 1, "game": "chess"}'):
        odd = save_bytes(made.box.plan, lay(made.box, scenario, table, engine=engine), "odd")
        with pytest.raises(Failed, match="its note"):
            resumed_from(book, made.box, odd)
