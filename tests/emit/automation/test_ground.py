"""The mouse-over window says what every space is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.ground import ground_of, ground_properties
from tests.emit.beanshell import evaluate
from tests.emit.conftest import ALL, SHIPPED, Built


@pytest.mark.parametrize("name", ALL)
def test_the_ground_of_every_space_is_told(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    held = {c.get("name"): c.get("initialValue") for c in ground_properties(plan)}
    for board in plan.game.maps.values():
        window = next(w for w in plan.atlas.windows.values() if w.source is board)
        words = ground_of(plan, window)
        for id in board.land:
            space, spot = board.spaces[id], plan.atlas.spaces[id]
            said = evaluate(words, {**held, "LocationName": spot.location})
            if space.terrain is not None:
                assert board.terrain[space.terrain].name.en in said, (id, said)
            elif space.kind in board.space_kinds:
                assert said.startswith(board.space_kinds[space.kind].name.en), (id, said)


@pytest.mark.parametrize("name", SHIPPED)
def test_boxes_and_tracks_have_no_ground(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    held = {c.get("name"): c.get("initialValue") for c in ground_properties(plan)}
    words = ground_of(plan, plan.atlas.main)
    for spot in plan.atlas.tracks.values():
        assert evaluate(words, {**held, "LocationName": spot.location}) == ""
