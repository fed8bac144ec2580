"""Section 2.46 and 15.7: who controls a Space, and 2.43: the limit in Waypoints and Sea Areas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from compiler.model.event import Marked, Moved
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, faction_of_seat, pick, speaker
from compiler.rules.a_most_dangerous_time.facts import ANTI, GONE, KYO, MINOR, ODA, facts
from compiler.rules.a_most_dangerous_time.field import azuchi_at, controller, held_by, majority, three, units
from compiler.rules.a_most_dangerous_time.ground import Ground, ground
from compiler.rules.a_most_dangerous_time.hands import to_box
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, alliance_of, faction, fallen, other, side_of
from compiler.rules.a_most_dangerous_time.told import say


class Gain(NamedTuple):
    """A Space that has changed hands."""

    space: str
    who: str  # the Faction that gained it
    before: str  # whose it was
    azuchi: bool = False  # Azuchi stood there


@carries("8.2.14", "8.2.24")
def brought(scene: Scene, place: str, before: str) -> list[Gain]:
    """What a betrayal has brought of itself: the place of it, which went over with its Clan (8.2.24)."""
    now = holder_of(scene, place)
    return [Gain(place, now, before)] if now != before else []


def holder_of(scene: Scene, place: str) -> str:
    """The Faction that controls a place; nobody a Waypoint or Sea Area."""
    return held_by(scene, place) if place in facts(scene).forts else ""


TIED_TO_UNITS = ("azai", "asakura")  # no control markers: they hold what is not theirs only with Units in it (15.7.1)


def set_control(scene: Scene, space: str, clan: str, rule: str) -> None:
    """A control marker, or none where the printed Clan has its own again."""
    if controller(scene, space) != clan:
        printed = facts(scene).printed[space]
        scene.do(Marked(space, "control", None if clan == printed else clan, rule=rule))
        if clan == printed:  # a marker that goes is no news by itself
            say(scene, f"{scene.name(space)}: {scene.game.sides[clan].name.en} again", rule)


@carries("2.46.1", "2.46.3", "2.46.x1", "2.46.10")
def gainer(land: Ground, space: str) -> str | None:
    """The Faction that gains a Space: alone in it, and not its controller yet; mixed or empty leaves it (2.46.x1)."""
    spot = land.spots.get(space)
    if spot is None or len(spot.factions) != 1:
        return None
    (who,) = spot.factions
    return who if who in (ODA, ANTI) and land.holding.who[space] != who else None


@carries("2.46.7", "2.46.8", "2.46.9", "2.46.x1")
def captor(scene: Scene, space: str, who: str) -> Flow[str]:
    """The Clan that gets a Space: the printed one if alive and of the Faction, else the one with most (2.46.7)."""
    printed = facts(scene).printed[space]
    if printed != MINOR and faction(scene, printed) == who and not fallen(scene, printed):
        return printed
    here = [u for u in units(scene, space) if side_of(scene, u) == who]
    active = [u for u in here if alliance_of(scene, u.side or "") == active_alliance(scene)]
    best = majority(scene, active or here)
    if len(best) == 1:
        return best[0]
    clan: str = yield from pick(
        scene,
        speaker(scene, who, space),
        best,
        what="control",
        rule="2.46.3",
        about=(space,),
        prompt=f"{scene.name(space)}: which Clan takes control?",
    )
    return clan


@carries("4.1(8).1", "2.46.11", "8.2.14", "8.3.12", "8.4.11")
def determine(scene: Scene, spaces: Iterable[str], rule: str) -> Flow[list[Gain]]:
    """Find who controls some Spaces now; answers what each Faction gained (2.46.x1)."""
    gained: list[Gain] = []
    land = ground(scene)
    there = [space for space in spaces if space in land.spots]
    for space, who in [(space, who) for space in there if (who := gainer(land, space)) is not None]:
        before = held_by(scene, space)
        clan = yield from captor(scene, space, who)
        set_control(scene, space, clan, rule)
        gained.append(Gain(space, who, before, azuchi_at(scene) == space))
        lose_azuchi(scene, space)
    return gained


@carries("15.5.8", "15.5.x2")
def lose_azuchi(scene: Scene, space: str) -> None:
    """Azuchi is gone for good when its Space is lost (15.5.8)."""
    if azuchi_at(scene) == space and held_by(scene, space) != ODA:
        scene.do(Moved("azuchi", GONE, rule="15.5.8"))


@carries("15.7.1", "2.46.x2")
def release_unheld(scene: Scene) -> None:
    """What Azai or Asakura took and left goes to an ally there, else back to its printed owner (15.7.1)."""
    known = facts(scene)
    marked = {place for (place, mark), clan in scene.table.marks.items() if mark == "control" and clan in TIED_TO_UNITS}
    for space in [space for space in known.spaces if space in marked]:
        clan = controller(scene, space)
        if clan not in TIED_TO_UNITS or known.printed[space] == clan:
            continue
        here = units(scene, space)
        if any(u.side == clan for u in here):
            continue
        friends = [u for u in here if side_of(scene, u) == faction(scene, clan)]
        set_control(
            scene, space, majority(scene, friends)[0] if friends else heir_of(scene, known.printed[space]), "15.7.1"
        )


def heir_of(scene: Scene, clan: str) -> str:
    """A Clan, or the conqueror of a fallen one, or his conqueror."""
    taker = scene.table.marks.get((clan, "fallen"))
    if taker is not None and taker != clan:
        return heir_of(scene, str(taker))
    return ODA if (clan, "withdrawn") in scene.table.marks else clan


@carries("2.42.3", "16.1.8(2).1")
def holds_kyo(scene: Scene, alliance: str) -> bool:
    """Whether an Alliance, not merely its Faction, controls Kyo (2.42.3)."""
    return alliance_of(scene, controller(scene, KYO)) == alliance


# -- the limit of Waypoints --------------------------------------------------------------------------------------------
@carries("2.43.5", "2.43.6", "2.43.7", "2.43.8", "2.44.1", "2.43.x1", "10.4.9", "2.41.3", "13.2.5")
def thin_out(scene: Scene) -> Flow[None]:
    """At the end of an impulse a Waypoint or Sea Area keeps four Units; the enemy picks who goes (2.43.7)."""
    known = facts(scene)
    most = facts(scene).numerals.waypoint_limit
    stacks = scene.table.stacks
    for place in [place for place in (*known.waypoints, *known.seas) if len(stacks.get(place, ())) > most]:
        for who in (ODA, ANTI):
            while len(here := [u for u in units(scene, place) if side_of(scene, u) == who]) > most:
                gone = yield from pick(
                    scene,
                    _picker(scene, place, who),
                    one_of_each(here),
                    what="surplus",
                    rule="2.43.7",
                    about=(place,),
                    prompt=f"{scene.name(place)}: which Unit is over the limit?",
                )
                to_box(scene, gone, "2.43.8")


def _picker(scene: Scene, place: str, who: str) -> str:
    """Who picks surplus Units: the enemy; with three players the active Anti-Oda player, or A (2.43.x1)."""
    if three(scene) and who == ODA:
        seat = active_seat(scene)
        return seat if faction_of_seat(scene, seat) == ANTI else "anti_oda_a"
    return speaker(scene, other(who), place)


def one_of_each(pieces: Iterable[Piece]) -> list[str]:
    """Leaders by name, and one Soldier for all that are alike."""
    seen: set[tuple[object, ...]] = set()
    found = []
    for piece in pieces:
        alike = (piece.counter, piece.side, piece.place, piece.marks)
        if alike not in seen:
            seen.add(alike)
            found.append(piece.id)
    return found
