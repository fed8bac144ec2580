"""The map opens where the armies meet, in every setup."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.first_view import front
from compiler.emit.module.icons import icon, icons_of
from compiler.emit.module.vmod import build_file
from compiler.model.setup import set_up
from tests.emit.conftest import SHIPPED, Built


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_front_is_on_the_map_and_near_pieces_of_two_players(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    plan = made.box.plan
    wide, high = plan.atlas.main.pixels
    for scenario in made.game.scenarios.values():
        table = set_up(made.game, scenario)
        x, y = front(plan, scenario, table)
        assert 0 < x < wide
        assert 0 < y < high
        seats = set()
        for piece in table.pieces.values():
            spot = plan.atlas.spaces.get(piece.place)
            known = spot is not None and spot.map == plan.atlas.main.name and piece.place in made.game.map.land
            # the view of a common screen at the first zoom
            if spot is not None and known and abs(spot.x - x) < 1000 and abs(spot.y - y) < 600:
                seats.add(made.game.seat_of(piece.side, scenario) if piece.side else None)
        on_land = [p for p in table.pieces.values() if p.place in made.game.map.land and p.side]
        assert len(seats - {None}) >= min(2, len({made.game.seat_of(p.side or "", scenario) for p in on_land} - {None}))


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_icon_that_is_named_is_in_the_module(slug: str, built: Callable[[str], Built]) -> None:
    files: dict[str, bytes] = {}
    root = build_file(built(slug).box, [], files)
    values = [value for part in root.walk() for value in (*part.attributes.values(), part.text)]
    named = {value for value in values if value.startswith("icon_")}
    assert {f"images/{name}" for name in named} == set(icons_of(root)) <= set(files)
    assert all(b'width="24"' in files[f"images/{name}"] for name in named)


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_button_shows_a_picture_of_vassals(slug: str, built: Callable[[str], Built]) -> None:
    """What stands on a toolbar is one set: an icon of ours, or none where nobody sees a button."""
    root = build_file(built(slug).box, [], {})
    foreign = [
        (part.kind, name, value)
        for part in root.walk()
        for name, value in part.attributes.items()
        if "icon" in name.lower() and value.startswith("/images/")
    ]
    assert foreign == []
    options = {part.attributes["name"]: part.text for part in root.walk() if part.kind == "option"}
    assert {options[name] for name in ("stepIcon", "undoIcon", "serverControlsIcon")} <= {
        icon(name) for name in ("next-phase", "undo", "server")
    }


def test_an_icon_that_is_not_there_is_our_own_mistake() -> None:
    with pytest.raises(KeyError):
        icon("no such thing")
