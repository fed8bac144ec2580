"""What stands on the board is the same whether it is gone through from the start or only where pieces changed."""

from __future__ import annotations

import pytest

from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.shogun import ch04_7b_declare as declare
from compiler.rules.shogun import ch04_7d_final as final
from compiler.rules.shogun.ch04_5_ronin import hiding
from compiler.rules.shogun.ch04_7_turn import in_war
from compiler.rules.shogun.facts import ARMIES
from compiler.rules.shogun.field import colours, on_card, swords
from compiler.rules.shogun.standing import Standing, standing
from tests.play.table import forgetful
from tests.rules.shogun.table import scene, the_book


def parts(board: Standing) -> tuple[object, ...]:
    held = {p: held for p, held in board.held.items() if held.pieces}
    return held, board.owners, board.owned, board.markers, board.where


def boxes(now: Scene) -> tuple[object, ...]:
    """What lies off the map, as far as it is remembered."""
    hidden = [hiding(now, colour) for colour in colours(now)]
    return hidden, [on_card(now, colour, army) for colour in colours(now) for army in ARMIES], swords(now)


@pytest.mark.parametrize("scenario", ["two_players", "four_players"])
def test_a_board_seen_step_by_step_is_the_board_seen_afresh(scenario: str) -> None:
    book = the_book()
    session, changes = Session.begin(book, scenario, Seeded(3)), 0
    players = {seat: RandomPlayer(f"3/{seat}") for seat in book.game.seats}
    while session.asks and changes < 500:
        seat = next(iter(session.asks))
        run = session._run
        assert run is not None
        assert parts(standing(run.scene)) == parts(Standing(book.facts, session.table))
        fresh = Scene(forgetful(book), run.entry, session.table, run.scene.cursor)
        assert boxes(run.scene) == boxes(fresh)
        session.apply(players[seat].answer(session, seat), seat)
        changes += 1
    assert changes == 500


def test_what_is_kept_of_a_province_is_listed_as_if_worked_out_anew() -> None:
    book = the_book()
    session, seen = Session.begin(book, "four_players", Seeded(5)), 0
    players = {seat: RandomPlayer(f"5/{seat}") for seat in book.game.seats}
    while session.asks and seen < 120:
        seat = next(iter(session.asks))
        now = scene(session)
        colour = in_war(now)
        if session.step in ("declare_first_battles", "final_force_move") and colour is not None:
            seen += 1
            kept = [*declare.declarations(now, colour), *final.shifts(now, colour)]
            book.memory.clear()
            book.kept.clear()
            book.memo.clear()
            assert kept == [*declare.declarations(now, colour), *final.shifts(now, colour)]
        session.apply(players[seat].answer(session, seat), seat)
    assert seen == 120
