"""The thread of the games: people first, computers in slices; a slow one holds up no other table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from types import SimpleNamespace
from typing import Any

import pytest

from compiler.diagnostics import Sink
from compiler.emit.save.played import saved_game
from compiler.play.ask import Answer
from compiler.play.players import GreedyPlayer
from compiler.play.saving import replay_text, save
from compiler.play.session import Session
from compiler.web.engine import Engine, stretch
from compiler.web.house import House
from compiler.web.opening import files_of
from compiler.web.room import Room
from tests.games.playable import PLAYABLE
from tests.web.served import read
from tests.web.tables import heard, last, table, with_the_north_to_march

ABOUT = {"game": "g", "scenario": "s", "art": "a", "version": "0"}


def test_what_somebody_waits_for_goes_first() -> None:
    engine, begun, go_on, done = Engine(), threading.Event(), threading.Event(), []

    def busy() -> None:
        begun.set()
        go_on.wait(60)

    engine.later(busy)
    begun.wait(60)
    for n in range(3):
        engine.later(lambda n=n: done.append(f"later {n}"))  # type: ignore[misc]
    waited = [engine.submit(done.append, f"first {n}") for n in range(3)]
    go_on.set()
    for each in waited:
        each.result(60)
    engine.shutdown()
    assert done == [*(f"first {n}" for n in range(3)), *(f"later {n}" for n in range(3))]


def test_a_fault_is_told_to_whoever_waits_and_the_engine_goes_on() -> None:
    engine = Engine()
    with pytest.raises(ZeroDivisionError):
        engine.submit(lambda: 1 // 0).result(60)
    assert engine.submit(lambda: 7).result(60) == 7
    engine.shutdown()
    with pytest.raises(RuntimeError):
        engine.submit(lambda: 7)


class Ponderer(GreedyPlayer):
    """Thinks until it is told that it may stop."""

    __slots__ = ("enough", "thoughts")

    def __init__(self) -> None:
        super().__init__("7")
        self.enough, self.thoughts = threading.Event(), 0

    def thinking(self, session: Session, seat: str) -> Generator[None, None, Answer]:
        while not self.enough.wait(0.001):
            self.thoughts += 1
            yield
        return session.asks[seat].listed[0]  # type: ignore[no-any-return]


def test_a_computer_that_thinks_long_holds_up_no_other_table() -> None:
    async def run() -> None:
        engine, mind = Engine(), Ponderer()
        slow = table("first_battle", "link", "greedy", scenario="skirmish")
        computer = slow.computer
        assert computer is not None
        slow.players[computer] = mind
        thinking, other = Room(slow, engine, ABOUT, 0), Room(with_the_north_to_march(), engine, ABOUT, 0)
        guest = await other.enter("north", -1, 0)
        thinking.play_on()
        while not mind.thoughts:
            await asyncio.sleep(0.001)
        for _ in range(20):  # it thinks on, and the others are answered all the same
            before = mind.thoughts
            heard(guest)
            await other.hear(guest, {"t": "why", "n": other.table.n, "option": 0, "re": "it"})
            assert last(heard(guest), "allowed")["re"] == "it"
            assert mind.thoughts - before < 50
        n = slow.n, dict(slow.sealed)
        mind.enough.set()
        while (slow.n, dict(slow.sealed)) == n:
            await asyncio.sleep(0.001)
        await thinking.close()
        await other.close()
        engine.shutdown()

    asyncio.run(asyncio.wait_for(run(), 300))


@pytest.mark.parametrize("slug", [slug for slug in PLAYABLE if slug in ("first_battle", "marsh_barons", "anegawa")])
def test_a_game_thought_out_in_slices_is_the_same_game(slug: str) -> None:
    whole, sliced = table(slug, "greedy"), table(slug, "greedy")

    def one() -> bool:
        thinking: Any = sliced.computing()
        done = None
        while done is None:
            done = stretch(thinking, 0.0005)
        return bool(done[0])

    for _ in range(60):
        assert whole.compute() == one()
    assert [entry.what for entry in whole.session.log] == [entry.what for entry in sliced.session.log]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_files_made_beside_the_play_are_those_of_the_game_as_it_stands(slug: str) -> None:
    at = table(slug, "random")
    for _ in range(12):
        at.compute()
    room: Any = SimpleNamespace(table=at)
    make = files_of(read(slug))
    assert make(room, "replay")()[1].decode() == replay_text(at.session)
    assert make(room, "save")()[1].decode() == save(at.session)
    work = make(room, "vsav")
    as_it_was = saved_game(at.session, read(slug).bundle, Sink())
    at.compute()  # the game goes on meanwhile
    assert work()[1] == as_it_was


def test_a_file_that_takes_its_time_holds_up_no_table() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(_: Room, kind: str) -> Any:
        def make() -> tuple[str, bytes]:
            begun.set()
            go_on.wait(60)
            return f"it.{kind}", b"it"

        return make

    async def run() -> None:
        engine = Engine()
        room = Room(with_the_north_to_march(), engine, ABOUT, 0)
        house = House({"1": room}, engine, slow)
        guest = await room.enter("north", -1, 0)
        saving = asyncio.create_task(house._save(room, guest, {"as": "vsav"}))
        await asyncio.to_thread(begun.wait, 60)
        heard(guest)
        await room.hear(guest, {"t": "why", "n": room.table.n, "option": 0, "re": "it"})
        assert last(heard(guest), "allowed")["re"] == "it"
        assert not saving.done()
        go_on.set()
        await saving
        assert last(heard(guest), "saved")["name"] == "it.vsav"
        await room.close()
        engine.shutdown()

    asyncio.run(asyncio.wait_for(run(), 300))
