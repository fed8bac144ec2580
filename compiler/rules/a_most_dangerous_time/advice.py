"""Advice for greedy lords: take what is weakly held, fight with the odds, keep castles against many, win men over."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.play.ask import Answer, Ask
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.rules.a_most_dangerous_time.asking import DONE, PASS, Matter, faction_of_seat
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate, soldier_at
from compiler.rules.a_most_dangerous_time.ch08_reach import needed
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.facts import KYO, facts
from compiler.rules.a_most_dangerous_time.field import (
    fort_value,
    held_by,
    homes_of,
    hostile,
    inside,
    is_leader,
    of_faction,
    units,
)

STOPS = (DONE, PASS, "keep", "let_it_be", "wait", "field", "stay")


@advises
def advice(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option, by what the question is about; None leaves it to trying."""
    topic = ask.topic
    if not isinstance(topic, Matter):
        return None
    who = faction_of_seat(scene, ask.seat)
    score = {
        "movement": _move,
        "negotiation": _talk,
        "fort": _fort,
        "retreat": _retreat,
        "storm": _storm,
        "losses": _losses,
    }.get(topic.what, _eager)
    return [score(scene, who, topic.place, option) for option in ask.options]


def worth_of(scene: Scene, who: str, space: str) -> float:
    """What holding a Space is worth: Kyo most, then Home Castles, then strong forts."""
    if space not in facts(scene).forts:
        return 0.0
    home = any(space in homes_of(scene, clan) for clan in facts(scene).homes)
    return 2.0 + fort_value(scene, space) + (6.0 if space == KYO else 3.0 if home else 0.0)


def _move(scene: Scene, who: str, _: str, option: Answer) -> float:
    """A march into a Space of others with the odds, a storm of a fort held by few; nothing for walking about."""
    if isinstance(option, March):
        to = option.path[-1]
        foes = hostile(scene, to, who)
        force = len(option.units) + len(of_faction(scene, to, who))
        left = len(of_faction(scene, option.path[0], who)) - len(option.units)
        risk = (
            2.0
            if left == 0 and option.path[0] in facts(scene).forts and _threatened(scene, option.path[0], who)
            else 0.0
        )
        if to in facts(scene).forts and held_by(scene, to) != who:
            return worth_of(scene, who, to) - risk if force > 2 * len(foes) else -1.0
        if foes:
            return 1.5 - risk if force > 1.5 * len(foes) else -2.0
        near = max((worth_of(scene, who, p) for p, _ in facts(scene).links[to] if _prey(scene, p, who)), default=0.0)
        return 0.2 * near * min(len(option.units), 8) / 8 - risk
    if isinstance(option, Activate):
        mine = sum(1 for u in units(scene, option.place) if not inside(u)) - len(hostile(scene, option.place, who))
        return 2.5 if mine > 2 * len(hostile(scene, option.place, who)) else -0.5
    if isinstance(option, Sortie):
        return -0.5
    return 0.4 if isinstance(option, Force) else 0.3 if option == DONE else 0.5


def _prey(scene: Scene, place: str, who: str) -> bool:
    return place in facts(scene).forts and held_by(scene, place) != who


def _threatened(scene: Scene, place: str, who: str) -> bool:
    return any(hostile(scene, p, who) for p, _ in facts(scene).links[place])


def _talk(scene: Scene, who: str, _: str, option: Answer) -> float:
    """Betrayals first, then the attempts most likely to work."""
    if isinstance(option, Betray):
        return 10.0
    if isinstance(option, Negotiate):
        target = soldier_at(scene, option)
        return 7.0 - needed(scene, target) if target is not None else 0.0
    return 0.1 if option == DONE else 0.05


def _odds(scene: Scene, who: str, place: str) -> float:
    """Units of a Faction in the field of a place for each enemy there."""
    mine = sum(1 for u in of_faction(scene, place, who) if not inside(u))
    theirs = sum(1 for u in hostile(scene, place, who) if not inside(u))
    return mine / max(1, theirs)


def _fort(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Against many the fort is filled; with the odds the field is taken."""
    fear = 1.0 if _odds(scene, who, place) < 1.2 else -1.0
    return fear * len(option.units) if isinstance(option, Fort) else 0.0


def _retreat(scene: Scene, who: str, place: str, option: Answer) -> float:
    return (1.0 if _odds(scene, who, place) < 0.6 else -1.0) * (1.0 if option == "retreat" else 0.0)


def _storm(scene: Scene, who: str, place: str, option: Answer) -> float:
    shut_in = sum(1 for u in hostile(scene, place, who) if inside(u))
    force = sum(1 for u in of_faction(scene, place, who) if not inside(u))
    return 1.0 if (option == "storm") == (force > shut_in * (1 + fort_value(scene, place))) else 0.0


def _losses(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Soldiers before Leaders."""
    lost = getattr(option, "units", ())
    return -float(sum(1 for id in lost if is_leader(scene, scene.table.pieces[id])))


def _eager(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Cards are played and Units placed; nobody is disbanded, exiled or sent away for nothing."""
    if isinstance(option, str) and option in facts(scene).kinds:
        return -1.0  # a Unit given up: disbanded, exiled
    return 0.0 if option in STOPS else 1.0
