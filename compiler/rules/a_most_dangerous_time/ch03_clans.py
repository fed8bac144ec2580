"""Sections 3.2 and 11.4: powers that enter the war, neutral Clans that take a side."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Marked, Moved, Said, Turned
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import pick, seat_of_alliance
from compiler.rules.a_most_dangerous_time.ch02_control import one_of_each, set_control
from compiler.rules.a_most_dangerous_time.facts import (
    ANTI,
    ASIDE,
    GONE,
    MINOR,
    MINORS,
    NEUTRAL,
    ODA,
    TOMO,
    WAITING,
    facts,
)
from compiler.rules.a_most_dangerous_time.field import controller, held_by, inside, turn
from compiler.rules.a_most_dangerous_time.hands import put_inside, strip
from compiler.rules.a_most_dangerous_time.loyalty import alliance_of, faction, waiting

KAGA = ("daisho_ji", "oyama")  # neutral until the Uesugi enter, Ikko-Ikki from then on (15.2.12)
BOX_OF_MONKS = "regroup_ikko_ikki"
MT_HIEI = "mt_hiei"


def powers(scene: Scene) -> list[str]:
    """The powers that have not entered, in their order."""
    return [p for p in facts(scene).numerals.powers if waiting(scene, p)]


# -- entry -------------------------------------------------------------------------------------------------------------
@carries("3.2.3", "4.2(2).3", "14.1.30")
def due(scene: Scene) -> list[str]:
    """The powers whose chit lies on the box of this turn (3.2.3)."""
    now = (turn(scene) - 1) % 30 + 1
    return [p for p in powers(scene) if _box(scene, p) <= now or turn(scene) > 30]


def _box(scene: Scene, power: str) -> int:
    return int(scene.table.pieces[facts(scene).plain[power]].place.removeprefix("turn_"))


@carries("11.4.4", "11.4.5", "3.2.4", "11.4.3", "14.1.30")
def hasten(scene: Scene, some: Iterable[str], rule: str) -> Flow[None]:
    """A die for each power: its chit goes so many boxes to the left, never left of this turn (11.4.4, 11.4.5)."""
    for power in some:
        (die,) = yield from dice(scene, "die", purpose="arrival", rule=rule)
        box = max(turn(scene), _box(scene, power) - die)
        words = f"{scene.game.sides[power].name.en} will enter on turn {box} instead of {_box(scene, power)}"
        scene.do(Said(words, rule=rule))
        if box != _box(scene, power):
            scene.do(Moved(facts(scene).plain[power], f"turn_{box}", rule=rule))


@carries("3.2.2", "3.2.5", "3.2.7", "11.4.1", "11.4.2", "11.4.x1", "3.2.x1")
def enter(scene: Scene, power: str, rule: str) -> Flow[None]:
    """A power comes into the war: its chit lies aside, its Units stand in their own Spaces (11.4.1)."""
    known = facts(scene)
    scene.do(Said(f"{scene.game.sides[power].name.en} enter the war", rule=rule))
    scene.do(Moved(known.plain[power], ASIDE, rule="4.2(5).2"))
    for clan in known.powers[power]:
        yield from _line_up(scene, clan, rule)


def _line_up(scene: Scene, clan: str, rule: str) -> Flow[None]:
    known = facts(scene)
    seat = seat_of_alliance(scene, alliance_of(scene, clan) or MINORS)
    own = [s for s in known.spaces if controller(scene, s) == clan]
    own += [area for area, only in known.off_board.items() if only == clan]
    while own and (here := [p for p in scene.table.at(known.boxes[clan]) if p.side == clan]):
        unit = one_of_each(here)[0]
        where = yield from pick(
            scene, seat, own, what="arrival", rule="11.4.1", prompt=f"{scene.name(unit)}: where?", about=(unit,)
        )
        scene.do(Moved(unit, where, rule=rule))


@carries("3.2.5", "3.2.6", "3.2.9", "3.2.11", "3.2.12", "3.2.x1", "3.2.x2", "3.2.19")
def violate(scene: Scene, space: str, who: str) -> Flow[str | None]:
    """Units are about to enter a Space: its power enters, or its neutral Clan joins the other side (3.2.5).

    Answers the power that has entered.
    """
    if space not in facts(scene).forts:
        return None
    clan = controller(scene, space)
    theirs = faction(scene, clan)
    if theirs == WAITING and who == ODA:
        power = facts(scene).power_of[clan]
        yield from enter(scene, power, "3.2.5")
        return power
    if theirs == NEUTRAL and clan != MINOR:
        join(scene, clan, MINORS if who == ODA else ODA, "3.2.9")
    return None


@carries("3.2.11", "3.2.12", "3.2.18", "3.2.13")
def join(scene: Scene, clan: str, alliance: str, rule: str) -> None:
    """A neutral Clan joins an Alliance with its Units and its Spaces; nobody draws a card (3.2.18)."""
    name = scene.game.alliances[alliance].name.en
    scene.do(Said(f"{scene.game.sides[clan].name.en} join {name}", rule=rule))
    scene.do(Marked(clan, "joined", alliance, rule=rule))


def is_neutral(scene: Scene, clan: str) -> bool:
    return faction(scene, clan) == NEUTRAL


@carries("3.2.10", "3.2.14", "3.2.20", "8.3.14", "3.2.x3")
def approached(scene: Scene, clan: str, who: str) -> None:
    """An approach to a named neutral Clan, well or ill received, drives the rest to the other side (3.2.10)."""
    if clan in facts(scene).neutral_clans and is_neutral(scene, clan):
        join(scene, clan, MINORS if who == ODA else ODA, "3.2.10")


# -- Kaga --------------------------------------------------------------------------------------------------------------
OFF_BOARD = {"echigo": "2.45.2", "chugoku": "2.45.3", TOMO: "2.45.7"}  # the row that says who may enter


@carries("2.45.2", "2.45.3", "2.45.6", "2.45.7")
def closed(scene: Scene, place: str, clan: str) -> str | None:
    """The rule that closes a place to Units of a Clan, if one does."""
    known = facts(scene)
    if place in known.off_board:
        return None if known.off_board[place] == clan and place != TOMO else OFF_BOARD[place]
    return closed_to(scene, place, faction(scene, clan))


@carries("15.2.10", "3.2.19", "14.2.2")
def closed_to(scene: Scene, place: str, who: str) -> str | None:
    """The rule that closes a place of the map to a Faction, if one does."""
    known = facts(scene)
    if who == ANTI and place in KAGA and waiting(scene, "uesugi"):
        return "15.2.10"
    if who == ANTI and place in known.forts and held_by(scene, place) == WAITING:
        return "3.2.19"
    if who == ODA and turn(scene) == 1 and place in facts(scene).numerals.banned_on_turn_1:
        return "14.2.2"
    return None


@carries("15.2.7", "15.2.8", "15.2.9", "15.2.x1")
def kaga_rises(scene: Scene) -> Flow[list[tuple[str, str]]]:
    """Ikko-Ikki Soldiers come to Daisho-ji and Oyama; answers who must fight there by 8.4 (15.2.11)."""
    places = list(KAGA)
    monks = len(scene.table.stacks.get(BOX_OF_MONKS, ()))
    if monks == 1:
        seat = seat_of_alliance(scene, "ikko_ikki")
        places = [
            (
                yield from pick(
                    scene,
                    seat,
                    KAGA,
                    what="temple",
                    rule="15.2.8",
                    prompt="the one Ikko-Ikki Soldier comes to which Temple?",
                )
            )
        ]
    fights: list[tuple[str, str]] = []
    for place in places if monks else ():
        monk = scene.table.stacks[BOX_OF_MONKS][0]
        minor = next((u for u in scene.table.at(place) if u.side == MINOR), None)
        scene.do(Moved(monk, place, rule="15.2.7"))
        if minor is not None:
            if inside(minor):
                put_inside(scene, (monk,), "15.2.7")
            strip(scene, minor.id, ("besieged", "unsupplied"), "15.2.7")
            scene.do(Moved(minor.id, GONE, rule="15.2.7"))
        else:
            fights.append((place, monk))
        if minor is not None:
            set_control(scene, place, "ikko_ikki", "15.2.7")
    return fights


# -- Enryaku-ji --------------------------------------------------------------------------------------------------------
@carries("15.4.2", "15.4.3", "15.4.4", "15.4.x1")
def enryaku_ji_come(scene: Scene) -> None:
    """At the start of turn 2 Enryaku-ji stand on Mt. Hiei, besieged if Oda Units are there; no card (15.4.2 to 4)."""
    oda = [p for p in scene.table.at(MT_HIEI) if faction(scene, p.side or "") == ODA]
    for unit in oda:
        strip(scene, unit.id, ("besieged",), "15.4.4")  # the Temple is theirs no longer
    for piece in list(scene.table.at("turn_2")):
        if piece.side == "enryaku_ji":
            scene.do(Moved(piece.id, MT_HIEI, rule="15.4.3"))
            if oda:
                put_inside(scene, (piece.id,), "15.4.4")
    if (MT_HIEI, "control") in scene.table.marks:
        scene.do(Marked(MT_HIEI, "control", None, rule="15.4.3"))


def turn_shogun(scene: Scene, rule: str) -> None:
    """Yoshiaki shows his Daimyo side, for good (15.1.7, 15.1.9)."""
    scene.do(Turned("yoshiaki", face=1, rule=rule))
