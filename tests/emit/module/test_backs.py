"""A board with a back in VASSAL: two boards of one window, a setup on either, saves of either read back."""

from __future__ import annotations

from collections.abc import Callable

from compiler.diagnostics import Sink
from compiler.emit.module.boards import window_component
from compiler.emit.module.properties import turned_properties
from compiler.emit.save.played import played_log, saved_game
from compiler.emit.save.resuming import EXACT, resumed
from compiler.emit.save.vlog import last_table, read_log
from compiler.emit.save.vsav import make_setup
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece, Boards, GlobalProperty, flat
from compiler.vassal.piece import Piece
from compiler.vassal.save import read_save
from tests.emit.conftest import Built

SAMPLE = "samples/bridgehead"
Make = Callable[[str], Built]


def played(made: Built, answers: int = 25) -> Session:
    session = Session.begin(rulebook_or_fail(made.game), "winter", Seeded(3))
    players = {seat: RandomPlayer(seat) for seat in session.book.game.seats}
    for _ in range(answers):
        seat = next(iter(session.asks))
        session.apply(players[seat].answer(session, seat), seat)
    return session


def test_one_window_has_both_boards_and_the_front_is_laid_out_first(built: Make) -> None:
    plan = built(SAMPLE).box.plan
    window = window_component(plan, plan.atlas.main)
    boards = {board.get("name"): board.get("image") for board in window.all("Board")}
    assert boards == {"Kalma": "board_main.png", "Kalma in winter": "board_winter.png"}
    (picker,) = window.all("BoardPicker")
    (setup,) = [child.text for child in picker.children if child.tag == "setup"]
    assert setup.split("\t")[1] == "Kalma"
    assert len({name for board in window.all("Board") for zone in board.all("Zone") for name in [zone.get("name")]}) > 9


def test_a_setup_lays_out_its_face_and_says_what_the_ground_is_there(built: Make) -> None:
    made = built(SAMPLE)
    setups = {id: make_setup(made.box, scenario).laid for id, scenario in made.game.scenarios.items()}
    boards = {
        id: [board.name for c in laid.commands if isinstance(c, Boards) for board in c.boards]
        for id, laid in setups.items()
    }
    assert boards == {"breakout": ["Kalma"], "winter": ["Kalma in winter"]}
    ground = dict(turned_properties(made.box.plan.of(made.game.scenarios["winter"])))
    assert "0104=Frozen swamp" in ground["Ground_main"]
    said = {c.name: c.value for c in flat(setups["winter"].commands) if isinstance(c, GlobalProperty)}
    assert said["Ground_main"] == ground["Ground_main"]
    assert not any(c.name == "Ground_main" for c in flat(setups["breakout"].commands) if isinstance(c, GlobalProperty))
    spots = [
        {c.id: (c.piece.basic.map, c.piece.basic.x, c.piece.basic.y) for c in laid.commands
         if isinstance(c, AddPiece) and isinstance(c.piece, Piece)}
        for laid in setups.values()
    ]  # fmt: skip
    assert spots[0] == spots[1]


def test_the_engine_plays_on_the_face_that_is_up(built: Make) -> None:
    book = rulebook_or_fail(built(SAMPLE).game)
    faces = {id: Session.begin(book, id, Seeded(1)).book.game.map for id in book.game.scenarios}
    costs = {id: face.terrain[face.spaces["0104"].terrain or ""].values["cost"] for id, face in faces.items()}
    assert costs == {"breakout": 3, "winter": 1}


def test_a_game_on_the_back_goes_to_vassal_and_comes_back(built: Make) -> None:
    made = built(SAMPLE)
    session = played(made)
    save = saved_game(session, made.bundle, Sink())
    assert last_table(made.box, read_save(read_archive(save, "now.vsav")).commands).table == session.table
    again = resumed(rulebook_or_fail(made.game), made.bundle, save)
    assert again.grade == EXACT
    assert again.session.book.game.map.face == "winter"
    assert again.session.table == session.table
    log = read_save(read_archive(played_log(session, made.bundle, Sink()), "now.vlog")).commands
    assert list(read_log(made.box, log))[-1].table.pieces == session.table.pieces
