"""A step of the tracker is one thing done, however it is pressed: one undo takes all of it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.chat import REFUSED
from compiler.emit.module import keys
from compiler.emit.module.again import again_text, pass_property
from compiler.emit.module.following import followed
from compiler.emit.module.passing import empty_lines, is_empty
from compiler.emit.module.stepping import STEPPING
from compiler.model.setup import fresh, set_up
from compiler.vassal.expression import braced
from tests.emit.conftest import SHIPPED, Built
from tests.emit.turntable import Turntable


def opened(made: Built, hands: dict[str, int] | None = None) -> Turntable:
    """The largest setup with its markers, and so many cards in some hands."""
    scenario = max(made.game.scenarios.values(), key=lambda s: len(s.seats))
    table, shown = Turntable(made.box), set_up(made.game, scenario)
    spaces = made.box.plan.atlas.spaces
    pieces = [piece for piece in shown.pieces.values() if piece.place in spaces]
    for track in followed(made.box.plan):
        ids = made.game.counters[made.game.tracks[track].marker or ""].piece_ids
        id = next(id for id in ids if all(piece.id != id for piece in pieces))
        pieces.append(fresh(made.game, id, track))
    table.lay(pieces)
    for seat, count in (hands or {}).items():
        window = made.box.plan.atlas.piles[f"hand.{seat}"].map
        for n in range(count):
            table.put(f"card {seat} {n}", {"CounterId": "levy", "LocationName": window, "CurrentMap": window})
    return table


def pressed(table: Turntable, press: Callable[[], None]) -> None:
    """Once, and undone once, and once again: nothing is left behind but the step."""
    before, told = table.table(), len(table.chat)
    press()
    after, said = table.table(), [line for line in table.chat[told:] if line.startswith("It is now")]
    assert len(table.log) == 1, "one press, one undo"
    assert after[0] != before[0]
    assert len(said) == 1, said
    assert table.properties[STEPPING] == ""
    table.undo()
    assert table.table() == before
    press()
    assert table.table() == after
    table.log.clear()


@pytest.mark.parametrize("slug", SHIPPED)
def test_one_undo_takes_a_whole_step_back(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    hands = {"akechi": 1, "tokugawa": 2} if slug == "road_to_honganji" else {}
    table = opened(made, hands)
    for n in range(len(table.labels) + 3):
        pressed(table, table.plus if n % 2 else lambda: table.press(str(keys.NEXT_STEP)))
    for n in range(6):
        pressed(table, table.minus if n % 2 else lambda: table.press(str(keys.PREVIOUS_STEP)))


def test_a_step_ends_where_players_have_something_to_do(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1, "tokugawa": 2})
    stopped = []
    for _ in range(8):
        table.plus()
        stopped.append(table.labels[table.at[1]])
        assert table._value(braced(is_empty(made.box.plan)), {}) is not True
    assert set(empty_lines(made.box.plan)) > set()
    assert stopped[:5] == ["Combat card draw", "Petition", "Action turn 1", "Action turn 3", "Action turn 1"]
    assert table.properties[pass_property("rotation")] == "3"
    table.undo()
    table.undo()
    assert (table.labels[table.at[1]], table.properties[pass_property("rotation")]) == ("Action turn 3", "2")
    table.minus()
    table.minus()
    assert table.labels[table.at[1]] == "Petition", "back over what has nothing for anybody"


def test_a_loop_said_again_is_one_step_and_refused_outside(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1, "tokugawa": 2})
    for _ in range(4):
        table.plus()
    table.log.clear()
    pressed(table, lambda: table.button(again_text("Rotation")))
    assert table.labels[table.at[1]] == "Action turn 1"
    table = opened(made, {"akechi": 1})
    table.plus()
    before = table.table()
    table.button(again_text("Rotation"))
    assert table.table() == before
    assert table.chat[-1].startswith(REFUSED)


def test_nobody_goes_back_beyond_the_beginning(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1})
    first = table.at
    table.plus()
    table.minus()
    assert table.at == first, "though the first line has nothing for anybody"


def _followers(made: Built) -> set[str | None]:
    return {made.game.tracks[id].marker for id in followed(made.box.plan)}


@pytest.mark.parametrize("slug", SHIPPED)
def test_markers_follow_a_tracker_that_is_set_by_hand(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    walked, leapt = opened(made), opened(made)
    for _ in range(len(walked.labels) + len(walked.labels) // 2):
        walked.plus()
    turn, line = walked.at
    leapt.set(turn, leapt.labels[line])
    markers = [id for id, own in walked.pieces.items() if own.get("CounterId") in _followers(made)]
    assert len(markers) == len(followed(made.box.plan))
    for id in markers:
        assert leapt.pieces[id]["CurrentZone"] == walked.pieces[id]["CurrentZone"], id
    where = next(n for n, said in enumerate(leapt.chat) if said.startswith("It is now"))
    assert leapt.chat[where + 1].startswith("The turn was set by hand")
    assert ("the markers follow" in leapt.chat[where + 1]) == bool(markers)


def test_a_tracker_set_by_hand_says_what_it_leaves_undone(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    table = opened(made, {"akechi": 1, "tokugawa": 2})
    for _ in range(7):
        table.plus()
    assert table.properties[pass_property("rotation")] == "3"
    marked = {id: own.get("Moved") for id, own in table.pieces.items()}
    empty = next(iter(empty_lines(made.box.plan)))
    table.set(2, empty)
    assert table.chat[-2] == f"It is now 2: {empty}", "though the tracker would pass over the line by itself"
    assert table.chat[-1].endswith("what steps in between would have cleared, turned or refilled is left to you")
    assert {id: own.get("Moved") for id, own in table.pieces.items()} == marked
    assert table.properties[pass_property("rotation")] == "1", "outside a loop its passes are counted anew"
