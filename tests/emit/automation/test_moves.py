"""A piece dropped where it can never be goes back; what the engine allows is let lie."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from compiler.emit.automation.preference import CHECK_MOVES
from compiler.emit.chat import REFUSED
from compiler.emit.module import keys
from compiler.model.barred import closed_to
from compiler.model.setup import fresh
from compiler.model.table import Piece, Table
from compiler.play.stock.stacking import limit_broken
from compiler.vassal.traits import Trigger
from tests.emit.conftest import SHIPPED, Built
from tests.emit.tabletop import Tabletop

FROM = "somewhere"


def dropped(made: Built, pieces: list[Piece], id: str, *, looking: bool = True) -> str | None:
    """What the chat says when the last of some pieces has come from elsewhere; None if it is let lie."""
    table = Tabletop(made.box)
    table.properties[CHECK_MOVES] = str(looking).lower()
    table.lay(pieces)
    table.pieces[id] |= {"OldMap": "a map", "OldX": "1", "OldY": "1", "OldLocationName": FROM}
    table.send(id, str(keys.LANDED))
    back = table.pieces[id]["LocationName"] == FROM
    assert back == bool(table.chat)
    return table.chat[-1] if back else None


def test_guns_do_not_go_into_the_woods(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    woods = next(s.id for s in made.game.map.spaces.values() if s.terrain == "woods")
    said = dropped(made, [fresh(made.game, "north_gunners#1", woods)], "north_gunners#1")
    assert said is not None
    assert said.startswith(REFUSED)
    assert re.sub("<[^>]*>", "", said).endswith("cannot enter this ground 4.2")
    assert said.endswith('size="2">4.2</font>')  # small and grey, at the end
    assert dropped(made, [fresh(made.game, "north_gunners#1", woods)], "north_gunners#1", looking=False) is None


def test_another_player_s_box_and_a_track_are_no_place_for_a_unit(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    guard = fresh(made.game, "north_guard#1", "fallen.south")
    assert "another player's" in (dropped(made, [guard], guard.id) or "")
    assert dropped(made, [guard._replace(place="fallen.north")], guard.id) is None


@pytest.mark.parametrize("slug", ["first_battle", "anegawa", "shogun", "shingens_arrival"])
def test_ground_and_limits_are_those_of_the_engine(slug: str, built: Callable[[str], Built]) -> None:
    made, chance = built(slug), random.Random(3)
    game, board = made.game, made.game.map
    units = [c for c in game.counters.values() if c.side is not None and not game.counter_kinds[c.kind].marker]
    seen = {True: 0, False: 0}
    for _ in range(60):
        space = chance.choice(board.land)
        few = chance.sample(units, min(len(units), chance.randint(1, 7)))
        pieces = [fresh(game, counter.piece_ids[0], space) for counter in few]
        last = pieces[-1]
        table = Table({p.id: p for p in pieces}, {space: tuple(p.id for p in pieces)}, {}, {})
        kind = few[-1].kind
        full = limit_broken(game, board, table, last, space) is not None
        wrong = closed_to(board, board.spaces[space], kind) or full
        assert (dropped(made, pieces, last.id) is not None) == wrong, (space, [p.id for p in pieces])
        seen[wrong] += 1
    assert all(seen.values()), seen


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_unit_that_is_looked_at_is_guarded(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for name, traits in made.box.shelf.definitions.items():
        for trait in (t for t in traits if isinstance(t, Trigger) and t.name == "looked at"):
            assert "GoingBack" in trait.match, name
            assert trait.performed[0] != trait.performed[-1]
