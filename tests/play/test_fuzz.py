"""Random games under watch: clean ones pass, a bug is found, shrunk and can be replayed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from compiler.model.event import Said, TrackSet
from compiler.model.table import Table
from compiler.play.faults import EngineFault
from compiler.play.fuzz import Failure, Tally, Watched, describe, fails, fuzz_game, shrink
from compiler.play.invariants import broken, broken_since, laws_broken
from compiler.play.players import RandomPlayer, wayward
from compiler.play.saving import read_replay
from compiler.play.scene import Scene
from compiler.play.session import Session, initial
from compiler.play.step import Standing
from compiler.play.stock import recover
from tests.play.table import begin, book, game, play
from tests.play.toy import do, node, toy


def test_games_of_the_small_game_are_clean() -> None:
    tally = Tally()
    for seed in range(3):
        tally.add(fuzz_game(book(), "skirmish", seed))
    assert tally.failures == []
    assert tally.games == 3
    assert sum(tally.wins.values()) == 3
    assert describe(tally)["answers"] == tally.answers > 0


def test_the_turn_a_game_ended_in_and_what_the_winners_were_are_counted() -> None:
    plain = fuzz_game(book(), "skirmish", 1)
    assert sum(plain.lasted.values()) == 1
    assert plain.fates == {}  # the small game has no word for it
    named = replace(book(), standing=Standing(lambda scene, seat: f"lord of {scene.game.seats[seat].name.en}"))
    tally = Tally()
    for seed in range(4):
        tally.add(fuzz_game(named, "skirmish", seed))
    assert sum(tally.fates.values()) == 4
    assert all(fate == "nobody" or fate.startswith("lord of ") for fate in tally.fates)
    assert describe(tally)["fates"] == tally.fates


def test_an_answer_that_leads_elsewhere_when_given_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that keeps something of its own beside the table: live play goes on, taken back it is not as before."""
    kept: list[str] = []
    other = toy(do("pick"))
    honest = other.steps["pick"].run

    def careless(scene: Scene) -> Any:
        kept.append("again")
        scene.do(Said(f"begun {len(kept)} times"))
        return (yield from honest(scene))

    monkeypatch.setitem(other.steps, "pick", replace(other.steps["pick"], run=careless))  # type: ignore[arg-type]
    session = Session.begin(other, "skirmish")
    watched = Watched(session, resume_every=0, undo_every=1)
    with pytest.raises(EngineFault, match="taken back"):
        watched.apply("again", "north")
    Watched(Session.begin(other, "skirmish"), resume_every=0, undo_every=0).apply("again", "north")


def test_a_game_in_which_nobody_is_asked_is_told_as_that() -> None:
    tally = fuzz_game(toy(do("say")), "skirmish", 1)
    assert tally.answers == 0
    assert tally.unasked == 1
    assert describe(tally)["unasked"] == 1
    assert fuzz_game(book(), "skirmish", 1).unasked == 0


def test_wilful_and_random_players_at_one_table_bring_more_rows_to_bear_than_random_ones() -> None:
    other, found = book("road_to_honganji"), {}
    for name, players in (("random", lambda seat, seed: RandomPlayer(f"{seed}/{seat}")), ("mixed", wayward)):
        games = [fuzz_game(other, "four_players", seed, players=players, resume_every=0) for seed in range(1, 7)]
        found[name] = {rule for tally in games for rule in tally.rules}
        assert not [tally.failures for tally in games if tally.failures]
    assert len(found["mixed"]) > len(found["random"]) + 3
    kinds = {type(wayward(seat, seed)).__name__ for seat in "abcd" for seed in range(9)}
    assert kinds == {"RandomPlayer", "WaywardPlayer"}


def test_the_same_seed_plays_the_same_game_whatever_else_is_played() -> None:
    alone = fuzz_game(book(), "bridge", 7)
    fuzz_game(book(), "bridge", 8)
    assert describe(fuzz_game(book(), "bridge", 7)) == describe(alone)


def test_a_bug_is_found_and_shrunk_to_what_it_takes() -> None:
    other = toy(do("break"))
    found = next(
        f for seed in range(20) for f in fuzz_game(other, "skirmish", seed, most=60).failures if "no box" in f.message
    )
    assert len(found.script) > 1 or found.script[0][1] == "ill"
    small = shrink(other, found)
    assert [answer for _, answer in small.script] == ["ill"]
    assert "no box `99`" in small.message
    replay = small.replay(other)
    assert '"ill"' in replay
    again = fails(small.start or initial(other, "skirmish"), small.script)
    assert again is not None
    assert again[0] == small.message


def test_a_failure_late_in_a_game_is_replayed_from_the_step_it_happened_in(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = recover.dice

    def loaded(scene: Scene, *args: Any, **keys: Any) -> Any:
        if int(scene.table.tracks["turn"]) >= 3:
            raise EngineFault("the die rolled off the table")
        return honest(scene, *args, **keys)

    monkeypatch.setattr(recover, "dice", loaded)
    found = next(f for seed in range(20) for f in fuzz_game(book(), "bridge", seed, resume_every=0).failures)
    assert len(found.script) > 40
    small = shrink(book(), found)
    assert small.start is not None
    assert int(small.start.table.tracks["turn"]) >= 3
    assert len(small.script) < 10
    start, script, _ = read_replay(book(), small.replay(book()))
    assert (start, script) == (small.start, list(small.script))
    again = fails(start, script)
    assert again is not None
    assert again[0] == small.message == found.message
    monkeypatch.undo()
    assert fails(start, script) is None


def test_a_game_without_end_a_dead_end_and_too_wide_a_choice_are_failures() -> None:
    loop = toy(node("repeat", "loop", do("pick", settings={"leave": "loop"})))
    endless = [f.message for seed in range(6) for f in fuzz_game(loop, "skirmish", seed, most=1).failures]
    assert any("not over after 1 answers" in message for message in endless)
    assert "nothing is allowed" in fuzz_game(toy(do("stuck")), "skirmish", 1).failures[0].message
    assert "options at" in fuzz_game(book(), "skirmish", 1, widest=3).failures[0].message


def test_a_failure_that_cannot_be_repeated_stays_as_it_is() -> None:
    failure = Failure(1, "skirmish", "EngineFault: once", (("north", 1),))
    assert shrink(book(), failure) is failure


def test_an_event_that_no_inverse_takes_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin()
    watched = Watched(session)
    monkeypatch.setattr(TrackSet, "inverse", lambda self, before: self)
    watched.apply(1, "north")
    with pytest.raises(EngineFault, match="taken back"):
        watched.apply(1, "south")


def test_the_table_is_sound_throughout_a_game() -> None:
    session = begin("bridge", seed=3)
    play(session, 50)
    assert list(broken(game(), session.table)) == []
    state = session.state
    assert list(laws_broken(book(), state, state.table)) == []


def spoilt(**changes: object) -> Table:
    table = begin().table
    return replace(table, **changes)  # type: ignore[arg-type]


def test_every_law_of_the_table_can_be_broken() -> None:
    table = begin().table
    piece = table.pieces["captain_kiri"]

    def told(**changes: object) -> str:
        wrong = spoilt(**changes)
        assert bool(list(broken_since(game(), table, wrong))) == bool(list(broken(game(), wrong)))
        return " / ".join(broken(game(), wrong))

    def with_piece(**parts: object) -> dict[str, object]:
        return {**table.pieces, piece.id: piece._replace(**parts)}  # type: ignore[arg-type]

    assert told() == ""
    assert "no face 9" in told(pieces=with_piece(face=9))
    assert "steps" in told(pieces=with_piece(steps=0))
    assert "nowhere" in told(pieces=with_piece(place="9999"))
    assert "nobody" in told(pieces=with_piece(side="east"))
    assert "seen by somebody" in told(pieces=with_piece(seen_by=("east",)))
    assert "mark `tired`" in told(pieces=with_piece(marks=(("tired", True),)))
    assert "not a piece" in told(pieces=with_piece(counter="lady_kaji"))
    assert "not in the stack" in told(stacks={})
    assert "elsewhere" in told(stacks={**table.stacks, "0101": ("captain_kiri",)})
    assert "empty stack" in told(stacks={**table.stacks, "0101": ()})
    assert "no box" in told(tracks={**table.tracks, "turn": 99})
    assert "tracks are not" in told(tracks={})
    assert "`0405` has the mark" in told(marks={("0405", "control"): "east"})


def test_laws_of_stacking_and_of_enemies_apart_are_kept_at_the_end_of_steps() -> None:
    state = begin().state
    crowd = dict(state.table.pieces)
    stacks = {**state.table.stacks}
    for id in ("north_spears#2", "north_riders#1"):
        old = crowd[id]
        stacks.pop(old.place)
        crowd[id] = old._replace(place="0403")
    stacks["0403"] = (*stacks["0403"], "north_spears#2", "north_riders#1")
    table = replace(state.table, pieces=crowd, stacks=stacks)
    assert "stacking limit" in " ".join(laws_broken(book(), state, table))
    enemy = crowd["south_spears#1"]
    mixed = replace(
        table,
        pieces={**crowd, enemy.id: enemy._replace(place="0403")},
        stacks={**stacks, "0403": (*stacks["0403"], enemy.id)},
    )
    assert "enemies together" in " ".join(laws_broken(book(), state, mixed))
    assert isinstance(Session(state), Session)
