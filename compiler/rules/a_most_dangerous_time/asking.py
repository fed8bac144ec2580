"""Who is asked, and how: seats for Factions and Clans, questions with their topics, the end of a game in mid-step."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from compiler.model.table import Piece
from compiler.play.ask import Answer, Flow, Topic, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import StepFlow
from compiler.rules.a_most_dangerous_time.facts import ANTI, MINORS, NEUTRAL, ODA, WAITING, facts
from compiler.rules.a_most_dangerous_time.field import azuchi_at, controller, four, three, units
from compiler.rules.a_most_dangerous_time.hands import lift_siege
from compiler.rules.a_most_dangerous_time.loyalty import (
    active_alliance,
    active_chit,
    active_faction,
    alliance_of,
    faction_of_alliance,
    other,
    side_of,
)

PASS, DONE = "pass", "done"


class GameOver(Exception):
    """Somebody has won in the middle of a step."""

    def __init__(self, victory: Victory) -> None:
        super().__init__(victory.because)
        self.victory = victory


def decisive(run: StepFlow) -> StepFlow:
    """A step in which somebody may win."""

    @wraps(run)
    def watched(scene: Scene) -> Flow[Outcome]:
        try:
            return (yield from run(scene))
        except GameOver as over:
            for place in facts(scene).places:  # what the broken-off step would have tidied up
                lift_siege(scene, place)
            return over.victory

    return watched


@dataclass(frozen=True, slots=True)
class Matter(Topic):
    """What a question is about: a word for the decision, and the place it is about if there is one."""

    what: str
    place: str = ""


def pick(
    scene: Scene,
    seat: str,
    options: Iterable[Answer],
    *,
    what: str,
    prompt: str,
    rule: str,
    stop: Answer | None = None,
    about: tuple[str, ...] = (),
    seldom: bool = False,
) -> Flow[Any]:
    """A question with just these options; `seldom`: all but to stop gives something up."""
    topic = Matter(what, about[0] if about else "")
    found = tuple(dict.fromkeys(options))
    rare = (lambda answer: answer != stop) if seldom else None
    return (
        yield from decide(
            scene, found, topic=topic, prompt=prompt, seat=seat, rule=rule, stop=stop, about=about, seldom=rare
        )
    )


def listed(value: Any) -> tuple[Any, ...]:
    """Parts of an answer that may be one alone, as it is written."""
    return value if isinstance(value, tuple) else (value,)


def distinct(some: tuple[Any, ...], known: Collection[str]) -> bool:
    """Whether an answer names known things, at least one, each once; it may come from a stranger."""
    return bool(some) and all(isinstance(one, str) and one in known for one in some) and len(set(some)) == len(some)


def whole(numbers: Iterable[Any]) -> bool:
    """Whether all are whole numbers, none below nothing."""
    return all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in numbers)


# -- seats -------------------------------------------------------------------------------------------------------------
def seat_of_alliance(scene: Scene, alliance: str) -> str:
    """The player of an Alliance; the Oda Alliance of the four-player game is asked by its first seat."""
    clan = scene.game.alliances[alliance].sides[0]
    return scene.book.seat_of(clan, scene.scenario) or scene.scenario.seats[0]


@carries("4.1.8", "16.2.3(5).1")
def active_seat(scene: Scene) -> str:
    """The player whose Alliance is in play; with four players the Oda chits belong to three of them (16.2.2(5).2)."""
    key = ("active seat", active_chit(scene), scene.scenario.id, scene.options)
    found: str | None = scene.book.memory.get(key)
    return found if found is not None else scene.book.once(key, lambda: _seat_of_chit(scene))


def _seat_of_chit(scene: Scene) -> str:
    chit = active_chit(scene)
    if chit is not None and four(scene):
        printed = scene.game.counters[chit].faces[0].values.get("seat_4p")
        if printed:
            return f"player_{printed}"
    return seat_of_alliance(scene, active_alliance(scene))


@carries("16.2.2(3).1", "16.2.2(3).3", "16.2.2(3).4", "16.2.5(3).1")
def sphere(scene: Scene, place: str) -> str | None:
    """With four players: in whose sphere a place lies; Omi is nobody's once Azuchi stands (16.2.2(3).4)."""
    if azuchi_at(scene) is not None and place in facts(scene).omi:
        return None
    return facts(scene).spheres.get(place)


def owner(scene: Scene, piece: Piece) -> str:
    """The player a Unit answers to."""
    who = side_of(scene, piece)
    if who == ODA and four(scene):
        return oda_owner(scene, piece) or director(scene, piece.place)
    if who in (NEUTRAL, WAITING):
        return speaker_for_neutrals(scene, piece.place)
    return seat_of_alliance(scene, alliance_of(scene, piece.side or "") or MINORS)


@carries("16.2.x1", "16.2.6(1).1", "16.2.6(4).1", "16.2.5(1).1")
def oda_owner(scene: Scene, piece: Piece) -> str | None:
    """Whose an Oda Unit is with four players; None: nobody's own (16.2.x1)."""
    seat = scene.value(piece, "seat_4p", None)
    if seat is not None:
        return (
            active_seat(scene)
            if seat == "shared" and active_faction(scene) == ODA
            else (None if seat == "shared" else f"player_{seat}")
        )
    mark = piece.mark("led_by")
    if mark == "guard":
        return None
    if mark is not None:
        return str(mark)
    found = sphere(scene, piece.place)
    if found is not None:
        return found
    return None if piece.side == ODA else "player_tokugawa"


@carries("16.2.x3", "16.2.9(1).2", "16.2.9(1).5")
def director(scene: Scene, place: str) -> str:
    """Who directs the Oda side in a place with four players: its sphere, else who has most Units there (16.2.x3)."""
    found = sphere(scene, place)
    if found is not None:
        return found
    counts = dict.fromkeys([s for s in scene.scenario.seats if s != ANTI], 0)
    for unit in units(scene, place):
        mine = oda_owner(scene, unit) if side_of(scene, unit) == ODA else None
        if mine in counts:
            counts[mine] += 1
    return max(counts, key=lambda s: counts[s])


@carries("3.2.15", "3.2.x4", "16.1.1.2")
def speaker_for_neutrals(scene: Scene, place: str) -> str:
    """The opponent of the active player decides for neutrals (3.2.x4)."""
    return speaker(scene, other(active_faction(scene)), place)


def speaker(scene: Scene, who: str, place: str) -> str:
    """The player who decides for a Faction in a place."""
    if who in (NEUTRAL, WAITING):
        return speaker_for_neutrals(scene, place)
    if who == active_faction(scene):
        return active_seat(scene)
    if four(scene) and who == ODA:
        return director(scene, place)
    if three(scene) and who == ANTI:
        return joint_speaker(scene, place)
    return ODA if who == ODA else ANTI


def joint_speaker(scene: Scene, place: str) -> str:
    """With three players: A, unless only Units of B stand there."""
    seats = {owner(scene, u) for u in units(scene, place) if side_of(scene, u) == ANTI}
    return seats.pop() if len(seats) == 1 else "anti_oda_a"


def owner_of_space(scene: Scene, place: str) -> str | None:
    """The player whose Clan controls a Space."""
    if place not in facts(scene).forts:
        return None
    alliance = alliance_of(scene, controller(scene, place))
    return seat_of_alliance(scene, alliance) if alliance is not None else None


def faction_of_seat(scene: Scene, seat: str) -> str:
    key = ("faction of seat", seat, scene.scenario.id)
    found: str | None = scene.book.memory.get(key)
    return found if found is not None else scene.book.once(key, lambda: _faction_of_seat(scene, seat))


def _faction_of_seat(scene: Scene, seat: str) -> str:
    sides = scene.book.sides_of(seat, scene.scenario)
    return faction_of_alliance(facts(scene).alliances.get(sides[0]) if sides else None)


def seats_of(scene: Scene, who: str) -> list[str]:
    """The players of a Faction, in the order of the scenario."""
    return [s for s in scene.scenario.seats if faction_of_seat(scene, s) == who]


def in_order(scene: Scene, first: str) -> list[str]:
    """All players, one of them first (6.1.x2)."""
    return [first, *(s for s in scene.scenario.seats if s != first)]
