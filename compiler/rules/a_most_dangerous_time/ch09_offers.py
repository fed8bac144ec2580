"""Chapter 9: what is offered in the movement step. What was found in a place is kept while it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter

from compiler.model.table import Piece
from compiler.play.ask import Answer
from compiler.play.making import Made
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.anytime import anytime_plays
from compiler.rules.a_most_dangerous_time.asking import active_seat, sphere
from compiler.rules.a_most_dangerous_time.ch06_cards import with_timing
from compiler.rules.a_most_dangerous_time.ch09_limits import load, why_not_strategic
from compiler.rules.a_most_dangerous_time.ch09_moves import (
    Activate,
    Force,
    March,
    Sortie,
    bad_force,
    bad_sortie,
    bad_way,
    paid_for,
    points,
)
from compiler.rules.a_most_dangerous_time.ch09_troops import (
    Move,
    Offers,
    Parts,
    Party,
    Passing,
    Path,
    Troop,
    looks_of,
    taken,
)
from compiler.rules.a_most_dangerous_time.ch09_ways import Ways, strategic_paths, ways_of
from compiler.rules.a_most_dangerous_time.ch10_camps import is_active
from compiler.rules.a_most_dangerous_time.ch15_azuchi import azuchi_sites
from compiler.rules.a_most_dangerous_time.ch16_spheres import GUARD, bad_command, bad_passage, command
from compiler.rules.a_most_dangerous_time.facts import NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import BESIEGED, CUT_OFF, four, is_leader
from compiler.rules.a_most_dangerous_time.ground import Spot, ground
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_faction, factions, side_of
from compiler.rules.a_most_dangerous_time.near import LANE, ROAD

OF_THE_WAY = ("9.2.2", "9.5.2", "9.5.3", "9.5.x1", "9.8.2", "9.8(2).1", "9.8.x1", "14.2.2", "15.2.10", "3.2.19")


_LISTED = attrgetter("listed")


def move_options(scene: Scene, seat: str) -> Made:
    """Everything a player may do in step 6, in some sizes of groups."""
    found: Parts = []
    if points(scene):
        found += _by_place(scene)
        found += azuchi_sites(scene, points(scene))
    forces = [Force(card) for card in with_timing(scene, seat, ("move",))]
    found += [force for force in forces if bad_force(scene, seat, force) is None]
    found += anytime_plays(scene, seat)
    return Made(found, _made)


def _made(part: Move | Answer) -> Answer:
    return March(*part) if type(part) is tuple else part


def _by_place(scene: Scene) -> Parts:
    """What Units can do, place by place; only where that may be otherwise than at the last look is it worked out."""
    known, land = facts(scene), ground(scene)
    ways, least = ways_of(scene, active_faction(scene)), min(points(scene), known.dearest)
    offers, clans, spots = _offers(scene), land.loyal.clans.get(active_alliance(scene), ()), land.spots
    (stale, anyhow), troops, only = _stale(scene, offers, ways, least), offers.troops, {ways.who}
    offers.ways, offers.least, offers.stale = ways, least, set()
    offers.changes, offers.touched = len(land.changes), len(land.touched)
    for place in stale:
        spot, before = spots.get(place), troops.get(place)
        if spot is None or spot.sides.isdisjoint(clans):
            if before is not None:
                del troops[place]
                offers.in_order.remove(before)
            continue
        troop = troops[place] = _troop(scene, place, ways, before, same=place not in anyhow)
        if troop is not before:
            offers.place(troop, before)
        if not troop.alike:
            offers.stale.add(place)
        contested = spot.factions != only and troop.field and place not in known.off_board
        paid = not contested or paid_for(scene, place, troop.field)
        troop.listed = troop.answers if paid else [*troop.answers, Activate(place)]
    return list(chain.from_iterable(map(_LISTED, offers.in_order)))


def _offers(scene: Scene) -> Offers:
    """What was found for whoever moves now."""
    kept, key = scene.kept, ("offers", active_alliance(scene), active_seat(scene))
    found: Offers | None = kept.values.get(key)
    return found if found is not None else kept.put(key, Offers(), ())


def _stale(scene: Scene, offers: Offers, ways: Ways, least: int) -> tuple[set[str], set[str]]:
    """The places whose Units may be able to do something else now: by what happened there, or barred their ways.

    First all of them, then those where that may be so even if the Units are the same as they were.
    """
    near, before = facts(scene).near, offers.ways
    if before is None or before.land is not ways.land or not before.alike(ways):
        every = {*offers.troops, *ways.land.spots}
        return every, every
    changed = ways.land.since(offers.changes)
    stale = offers.stale.union(*[near.lanes[place] for place in changed])
    stale.update([place for place in changed if near.lanes[place]])
    if before is not ways:
        for place in (before.through ^ ways.through) | (before.last ^ ways.last):
            stale.update(near.two_roads[place])
    if least != offers.least:
        stale |= facts(scene).dear
    return stale.union(ways.land.touched[offers.touched :]), stale


def _troop(scene: Scene, place: str, ways: Ways, before: Troop | None, *, same: bool) -> Troop:
    """The Units of a place that act, and what they can do; what hangs on them alone is kept while they are the same.

    `same`: all that they can do hangs on them alone.
    """
    spot = ways.land.spots[place]
    mine = _acting(scene, spot)
    looks = looks_of(mine)
    unchanged = before is not None and before.looks == looks
    troop = before if before is not None and unchanged else Troop(facts(scene).near.order[place], mine, looks)
    troop.field = [u for u in mine if BESIEGED not in u.marks] if spot.siege else mine
    only, loyal = {ways.who}, ways.land.loyal.of
    troop.alike = spot.factions == only or {loyal[unit.side or ""] for unit in mine} <= only
    if not (same and unchanged and troop.alike) or four(scene):
        troop.answers = _answers(scene, place, troop, ways) if mine else []
    return troop


def _acting(scene: Scene, spot: Spot) -> list[Piece]:
    """As `active_in`, of a place whose spot is known."""
    clans = factions(scene).clans.get(active_alliance(scene), ())
    mine = list(map(scene.table.pieces.__getitem__, spot.ids))
    if not spot.sides.issubset(clans):
        mine = [unit for unit in mine if unit.side in clans]
    return [unit for unit in mine if is_active(scene, unit)] if mine and four(scene) else mine


def _answers(scene: Scene, place: str, troop: Troop, ways: Ways) -> Parts:
    known, four_odas = facts(scene), four(scene) and ways.who == ODA
    found: Parts = []
    alike, shut, by_way = troop.alike, ways.shut, dict[str, list[Path]]()
    for path, way, easy in known.first_steps[place]:
        if easy and alike and shut.isdisjoint(path):
            groups = by_way.get(way)
            if groups is None:
                groups = by_way[way] = _groups_for(scene, troop, path, way)
            found += _led_marches(scene, troop, path, groups) if four_odas else [(path, group) for group in groups]
        else:
            found += _judged(scene, troop, path, way)
    if troop.linked:
        ways = ways if troop.alike else ways_of(scene, side_of(scene, troop.linked[0]))
        found += _strategic(scene, place, troop, ways, four_odas)
    if troop.shut_in:
        sortie = Sortie(tuple([u.id for u in troop.shut_in]))
        if bad_sortie(scene, sortie) is None:
            found.append(sortie)
    return found


def _strategic(scene: Scene, place: str, troop: Troop, ways: Ways, four_odas: bool) -> Parts:
    """The moves along two roads."""
    paths = strategic_paths(scene, place, ways)
    if not paths:
        return []
    groups = _groups_for(scene, troop, paths[0], ROAD)
    found: Parts = []
    for path in paths:
        if not troop.alike or not ways.shut.isdisjoint(path):
            found += _judged(scene, troop, path, ROAD)
        elif four_odas:
            found += _led_marches(scene, troop, path, groups)
        else:
            found += [(path, group) for group in groups]
    return found


def _passing(scene: Scene, path: Path) -> Passing:
    """With four players: what decides whom an Oda player may take along from the places a free way leaves."""
    seat, forts = active_seat(scene), facts(scene).forts
    return tuple([(sphere(scene, place) == seat, place in forts) for place in path[:-1]])


def _led_marches(scene: Scene, troop: Troop, path: Path, groups: list[Path]) -> list[Move]:
    """With four players: the moves along a free way that Leaders enough go with."""
    key = (path, _passing(scene, path))
    found = troop.marches.get(key)
    if found is None:
        found = troop.marches[key] = [(path, group) for group in groups if _led(scene, troop, key, group)]
    return found


def _led(scene: Scene, troop: Troop, key: tuple[Path, Passing], group: Path) -> bool:
    """Whether a group has Leaders enough for its way, from where it stands and through the place between (16.2.6)."""
    (path, passing), pieces = key, scene.table.pieces
    for n, place in enumerate(path[:-1]):
        alike = (group, n, passing[n])
        if alike not in troop.led:
            judge = bad_passage if n else bad_command
            troop.led[alike] = judge(scene, [pieces[id] for id in group], place) is None
        if not troop.led[alike]:
            return False
    return True


def _judged(scene: Scene, troop: Troop, path: Path, way: str) -> Iterator[Move]:
    """The moves along a way that somebody or something may bar; what bars the way itself is asked once."""
    pieces, groups = scene.table.pieces, _groups_for(scene, troop, path, way)
    if groups and len(path) == 3:
        barred = why_not_strategic(scene, path, troop.linked)
        if barred is not None and barred.rule in OF_THE_WAY:
            return
    for group in groups:
        no = bad_way(scene, path, [pieces[id] for id in group])
        if no is None:
            yield path, group
        elif no.rule in OF_THE_WAY:
            return


def _groups_for(scene: Scene, troop: Troop, path: Path, way: str) -> list[Path]:
    """The groups that may try a way: who is shut in leaves by sea alone, who is cut off goes step by step."""
    known = facts(scene)
    most, only = known.capacity[way], known.off_board.get(path[-1])
    units = troop.linked if len(path) == 3 else troop.shut_in if way == LANE and troop.shut_in else troop.outside
    sort = (id(units), only, most)
    found = troop.groups.get(sort)
    if found is None:
        units = [u for u in units if u.side == only] if only else units
        party = troop.parties.get(sort[:2])
        if party is None:
            party = troop.parties[sort[:2]] = Party(scene, units)
        found = troop.groups[sort] = party.in_groups(scene, most)
        if units and four(scene) and side_of(scene, units[0]) == ODA:
            found += [group for group in _commands(scene, units, most) if group not in found]
    return found


def _commands(scene: Scene, force: Sequence[Piece], most: int) -> list[Path]:
    """With four players: all Leaders with as many Soldiers as they lead, and each of them alone with his (16.2.6)."""
    leaders = sorted([u for u in force if is_leader(scene, u)], key=lambda u: (-command(scene, u), u.id))
    guard = sorted([u.id for u in force if u.mark("led_by") == GUARD])
    others = sorted([u.id for u in force if u.id not in guard and not is_leader(scene, u)])
    heavy = {u.id: load(scene, u, most) for u in force if CUT_OFF in u.marks}
    found: dict[Path, None] = {}
    for lords in (leaders, *([leader] for leader in leaders if len(leaders) > 1)):
        ids = [leader.id for leader in lords]
        men = guard + others if NOBUNAGA in ids else others  # his guard goes with nobody else
        led = men[: sum(command(scene, leader) for leader in lords)]
        group = taken([*ids, *led], heavy, most)
        if len(group) > len(ids):
            found[tuple(group)] = None
    return list(found)
