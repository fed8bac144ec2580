"""Where the map opens: at the front of the setup, where most pieces of two players face each other, or amid them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations

from compiler.emit.atlas import Pixel, Window
from compiler.emit.plan import Plan
from compiler.model.scenario import Scenario
from compiler.model.table import Table
from compiler.render.screen import SCALE
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named

_X, _Y = "FirstX", "FirstY"
_LOOK = named("liege-first-view")
_LEAST, _MOST = 0.65, 1.0  # zooms that the map opens with
_SEEN = 600, 350  # pixels to either side of the middle that a window shows
_LEAST_BESIDE = 0.4  # of windows beside the map


def front(plan: Plan, scenario: Scenario, table: Table) -> Pixel:
    """The pixel of the main map that comes first into view."""
    by_seat: dict[str, set[Pixel]] = {}
    for piece in table.pieces.values():
        spot = plan.atlas.spaces.get(piece.place)
        if spot is not None and spot.map == plan.atlas.main.name and piece.place in plan.game.map.land:
            seat = plan.game.seat_of(piece.side, scenario) if piece.side else None
            by_seat.setdefault(seat or "", set()).add((spot.x, spot.y))
    spots = sorted(spot for seat, own in by_seat.items() if seat for spot in own)
    if not spots:
        spots = sorted(spot for own in by_seat.values() for spot in own)
    if not spots:
        return plan.atlas.main.pixels[0] // 2, plan.atlas.main.pixels[1] // 2
    sides = [sorted(own) for seat, own in sorted(by_seat.items()) if seat]
    near = max(_meetings(sides), default=(0, 0.0, spots))[2]
    return sum(x for x, _ in near) // len(near), sum(y for _, y in near) // len(near)


def _meetings(sides: list[list[Pixel]]) -> Iterator[tuple[int, float, list[Pixel]]]:
    """What a window between a place and the nearest of an enemy shows: how many face each other, how closely, where."""
    for one, two in permutations(sides, 2):
        for a in one:
            b = min(two, key=lambda spot: (math.dist(a, spot), spot))
            middle = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
            left, top, right, bottom = _window(middle)
            seen = [[(x, y) for x, y in own if left <= x <= right and top <= y <= bottom] for own in (one, two)]
            yield min(map(len, seen)), -math.dist(a, b), sorted(spot for own in seen for spot in own) or [a, b]


def _window(middle: Pixel) -> tuple[int, int, int, int]:
    """What is seen around a pixel: left, top, right, bottom."""
    (x, y), (wide, high) = middle, _SEEN
    return x - wide, y - high, x + wide, y + high


def view_values(plan: Plan, scenario: Scenario, table: Table) -> Iterator[tuple[str, str]]:
    """The properties that a save sets."""
    yield from zip((_X, _Y), map(str, front(plan, scenario, table)), strict=True)


def view_properties(plan: Plan) -> Iterator[Component]:
    """Where the map opens when no setup says it: in its middle."""
    for name, size in zip((_X, _Y), plan.atlas.main.pixels, strict=True):
        yield component(
            "m.properties.GlobalProperty", name=name, initialValue=str(size // 2), description="first into view"
        )


def _zoom(window: Window, least: float) -> str:
    """The zoom at which the whole board fits its window, if pieces are large enough then; else one that they are.

    VASSAL has no word for the size of the window: the expression asks the program itself.
    """
    smallest, largest = (zoom * SCALE / window.scale for zoom in (least, _MOST))
    view = f'VASSAL.build.module.Map.getMapById("{window.name}").getView().getVisibleRect()'
    fits = f"Math.min({view}.width/{window.pixels[0]}.0, {view}.height/{window.pixels[1]}.0)"
    return f"{{Math.max({smallest:g}, Math.min({largest:g}, {fits}))}}"


def fit_key(window: Window) -> Key:
    """The command that shows all of the board of a window beside the map."""
    return named(f"liege-fit-{window.name}".replace(",", ""))


def camera(window: Window) -> Component:
    """The hidden button that moves the view: of the map to the front, of a window beside it to all of its board.

    VASSAL makes a window as large as its board, and forgets the bars for tools and for scrolling.
    """
    if window.kind == "main":
        return _camera(_LOOK, ex.braced(ex.prop(_X)), ex.braced(ex.prop(_Y)), _zoom(window, _LEAST))
    x, y = (str(size // 2) for size in window.pixels)
    return _camera(fit_key(window), x, y, _zoom(window, _LEAST_BESIDE))


def _camera(key: Key, x: str, y: str, zoom: str) -> Component:
    return component(
        "m.map.MoveCameraButton", text="", icon="", hotkey=key, moveCameraMode="L", xPos=x, yPos=y, zoom=zoom
    )


def opening() -> Component:
    """Presses it whenever a game is begun or loaded."""
    return component(
        "m.StartupGlobalKeyCommand", name="First view", buttonText="", icon="", whenToApply="everyLaunchOfSession",
        hotkeyOrKeyCommand="sendHotkey", globalHotkey=_LOOK,
    )  # fmt: skip
