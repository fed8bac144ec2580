"""18.0 Snow and thaw: when they come, and what they do to the cost of every step."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.model.event import TrackSet
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.mechanics.movement import Ways
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shingens_arrival.facts import CLEAR, SNOW, THAW, Facts, facts
from compiler.rules.shingens_arrival.field import die, turn_of
from compiler.rules.shingens_arrival.spread import Ahead
from compiler.rules.shingens_arrival.told import tell_weather

# 18-1.2, 18-4.2: snow lies until the thaw, the thaw lasts to the end; so each is rolled for only while the other rules.
NEXT = {CLEAR: SNOW, SNOW: THAW}


@step("18.0.1", "weather", "4-1-1(2).1", "18-1.1", "18-1.2", "18-3.1", "18-4.2")
def weather(scene: Scene) -> Flow[Outcome]:
    """In the months with a figure for what may come next a roll not above it brings it (18-1, 18-3)."""
    coming = NEXT.get(weather_of(scene))
    needed = figure(scene, coming) if coming is not None else None
    if coming is None or needed is None:
        return None
    rule = "18-1.1" if coming == SNOW else "18-3.1"
    rolled = yield from die(scene, coming, rule)
    tell_weather(scene, coming, needed, rolled <= needed, rule)
    if rolled <= needed:
        scene.do(TrackSet(facts(scene).weather.id, coming, rule="18-1.2" if coming == SNOW else "18-4.2"))
    return None


def figure(scene: Scene, coming: str) -> int | None:
    """The figure of the month for snow or thaw; None for a dash."""
    months = facts(scene).months
    cell = facts(scene).snow_thaw_table.cell(coming, str(months[turn_of(scene)]))
    return cell if isinstance(cell, int) else None


def weather_of(scene: Scene) -> str:
    return str(scene.table.tracks[facts(scene).weather.id])


# -- what a step costs -------------------------------------------------------------------------------------------------
@carries("16-2-2.1", "16-2-3.1", "18-2.1", "18-2.x1", "2-1-2.2")
def ground_cost(known: Facts, sky: str, to: str, strategic: bool) -> int:
    """What the terrain of the hex entered costs; under snow twice as much in the snow provinces (18-2)."""
    cost = known.ground(to, "strategic" if strategic else "move")
    return cost * known.snow_factor if sky == SNOW and known.has_snow(to) else cost


@carries("16-2-4.1", "16-2-4.2", "18-4.1", "18-4.x1")
def river_cost(known: Facts, sky: str, start: str, to: str) -> int:
    """A river adds its point, twice in the thaw if it is swollen; a bridge takes it away (16-2-4, 18-4)."""
    link = known.river.get((start, to))
    kinds = known.game.map.feature_kinds
    if link is None or any("river" in (kinds[f].values.get("cancels") or ()) for f in link.features):
        return 0
    adds = int(kinds["river"].values["adds"])
    swollen = sky == THAW and frozenset((start, to)) in known.swollen
    return adds * known.thaw_factor if swollen else adds


def ways(scene: Scene, *, strategic: bool) -> Ways:
    """What every step costs in this weather."""
    known = facts(scene)
    kept: dict[tuple[object, bool], Ways] = scene.book.once("ways", dict)
    sky = scene.table.tracks[known.weather.id]
    found = kept.get((sky, strategic))
    if found is None:
        ground = {hex: ground_cost(known, str(sky), hex, strategic) for hex in known.joined}
        found = kept[sky, strategic] = _steps(known, str(sky), ground)
    return found


def _steps(known: Facts, sky: str, ground: Mapping[str, int]) -> dict[str, tuple[tuple[str, int], ...]]:
    """The points for going from a hex to one beside it: ground, then the river between (16-2-2, 16-2-4, TEC.1)."""
    river = {(start, to): river_cost(known, sky, start, to) for start, to in known.river}
    return {
        hex: tuple([(to, ground[to] + river.get((hex, to), 0)) for to in joined])
        for hex, joined in known.joined.items()
    }


@carries("8-3-4.1", "8-3-4.2", "18-2-2.1", "18-4-2.1", "8-3-1.1", "8-2-3.4", "8-2-3.x3")
def ways_ahead(scene: Scene, army: str) -> Ahead:
    """For lines of communication: from each hex to those a line may go on to, and what entering each costs.

    In the army's own territory strategic costs count, elsewhere tactical ones (8-3-4); zones never (8-3-4.1).
    """
    known, sky = facts(scene), weather_of(scene)

    def find() -> Ahead:
        own = [hex for hex in known.joined if known.owner_of_land(hex) == army]
        ground = {hex: ground_cost(known, sky, hex, False) for hex in known.joined}
        ground.update({hex: ground_cost(known, sky, hex, True) for hex in own})
        return _steps(known, sky, ground)

    found: Ahead = scene.book.once(("ways ahead", sky, army), find)
    return found
