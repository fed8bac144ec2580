"""Players that are no people."""

from __future__ import annotations

from compiler.play.chance import Seeded
from compiler.play.evaluation import worth
from compiler.play.players import GreedyPlayer, Player, RandomPlayer, play_out, player
from compiler.play.session import Session
from tests.play.table import begin, book, staged


def test_a_random_player_plays_the_same_game_for_the_same_seed() -> None:
    ends = []
    for _ in range(2):
        session = begin("skirmish", seed=3)
        play_out(session, {seat: RandomPlayer(f"7/{seat}") for seat in ("north", "south")})
        ends.append((session.state, session.script()))
    assert ends[0] == ends[1]


def test_a_greedy_player_beats_a_random_one_most_of_the_time() -> None:
    wins = 0
    for seed in range(8):
        greedy = ("north", "south")[seed % 2]
        session = Session.begin(book(), "skirmish", Seeded(seed))
        seated: dict[str, Player] = {
            seat: player("greedy" if seat == greedy else "random", f"{seed}/{seat}") for seat in ("north", "south")
        }
        play_out(session, seated)
        assert session.outcome is not None
        wins += greedy in session.outcome.winners
    assert wins >= 6


def test_a_greedy_player_marches_to_a_place_it_does_not_hold() -> None:
    session = staged(
        step="march",
        seat="south",
        empty=True,
        tracks={"marches": 1},
        pieces={"south_riders#1": "1006", "north_spears#1": "0101"},
    )
    session.apply("south_riders#1")
    assert GreedyPlayer(1).answer(session, "south")[-1] == "1003"  # type: ignore[index]


def test_a_greedy_player_strikes_when_the_odds_are_good_and_not_when_they_are_bad() -> None:
    good = staged(
        step="attack",
        seat="south",
        empty=True,
        pieces={"south_guard#1": "0806", "south_guard#2": "0806", "south_riders#1": "0907", "north_gunners#1": "0807"},
    )
    assert GreedyPlayer(1).answer(good, "south") == "0807"
    bad = staged(
        step="attack",
        seat="south",
        empty=True,
        pieces={"south_gunners": "0605", "north_guard#1": "0604", "north_spears#1": "0604"},
    )
    assert GreedyPlayer(1).answer(bad, "south") == "done"


def test_a_table_is_worth_more_with_more_units_and_places() -> None:
    session = begin("bridge")
    mine = worth(book(), "bridge", session.table, "north")
    fewer = {id: piece for id, piece in session.table.pieces.items() if id != "lord_hoshi"}
    stacks = {place: tuple(i for i in ids if i != "lord_hoshi") for place, ids in session.table.stacks.items()}
    poorer = type(session.table)(fewer, stacks, session.table.tracks, session.table.marks)
    assert worth(book(), "bridge", poorer, "north") < mine
    assert worth(book(), "bridge", poorer, "south") > worth(book(), "bridge", session.table, "south")
