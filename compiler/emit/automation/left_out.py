"""Spaces that a setup leaves out: shaded on the map, and no place for a piece.

A property holds their names, and another for each of them is what VASSAL shades its zone by; every save sets them.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Zone
from compiler.emit.automation.ground import label_here, place_here
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.scenario import Scenario
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

LEFT_OUT = "LeftOut"  # their names, each between bars
_SHADE = "left out"  # the name of the shading
_INK, _OPACITY, _WIDTH = "40,40,44", 62, 9


def left_out(plan: Plan) -> dict[str, Note]:
    """The spaces of the map that some setup leaves out, with the rules of that setup."""
    found: dict[str, Note] = {}
    for scenario in plan.game.scenarios.values():
        for space in scenario.closed:
            if space in plan.game.map.land:
                found.setdefault(space, scenario.note)
    return found


def _shading(space: str) -> str:
    return f"Shading_{space}"


def left_out_values(plan: Plan, scenario: Scenario | None) -> Iterator[tuple[str, str]]:
    """Each property with its value in a setup; before one is chosen nothing is left out."""
    spaces = left_out(plan)
    if not spaces:
        return
    gone = [space for space in spaces if scenario is not None and space in scenario.closed]
    yield LEFT_OUT, "|".join(("", *(label_here(plan, plan.game.map, space) for space in gone), ""))
    yield from ((_shading(space), _SHADE if space in gone else "") for space in spaces)


def left_out_properties(plan: Plan) -> Iterator[Component]:
    for name, value in left_out_values(plan, None):
        yield component("m.properties.GlobalProperty", name=name, initialValue=value, description="left out")


def is_left_out(plan: Plan) -> ex.Node:
    """Whether a piece lies in a space that is left out."""
    here = ex.add(place_here(plan.game.map), "|")
    on_map = ex.equals(ex.prop("CurrentMap"), plan.atlas.main.name)
    return ex.every(on_map, ex.greater_equal(ex.Method(ex.prop(LEFT_OUT), "indexOf", (here,)), 0))


# -- on the board ------------------------------------------------------------------------------------------------------
def shaded(plan: Plan, zone: Zone) -> str:
    """The property by which a zone is shaded while its space is left out; none where it never is."""
    names = {plan.atlas.spaces[space].location: _shading(space) for space in left_out(plan)}
    return names.get(zone.name, "")


def shadings(plan: Plan, zones: tuple[Zone, ...]) -> Iterator[Component]:
    """How zones are shaded, where any is: dark, striped, and what lies beneath can still be read."""
    if any(shaded(plan, zone) for zone in zones):
        made = component(
            "b.mapgrid.ZoneHighlight", name=_SHADE, color=_INK, coverage="Entire Zone", style="Striped", width=_WIDTH,
            opacity=_OPACITY,
        )  # fmt: skip
        yield component("b.mapgrid.ZonedGridHighlighter", made)
