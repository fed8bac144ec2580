"""Advice for greedy lords: Oda break the ring piece by piece, their enemies combine; both keep what they have.

The march of armies stands in advice_march.py; here is all the rest: cards and chits, talks, forts, losses, regroup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from compiler.play.ask import Answer, Ask
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.play.topics import PlacePiece
from compiler.rules.a_most_dangerous_time.advice_guard import DECISIVE, guards, lack, short_of, stake
from compiler.rules.a_most_dangerous_time.advice_march import in_danger, march_value, storm_pays
from compiler.rules.a_most_dangerous_time.advice_odds import force_of, odds
from compiler.rules.a_most_dangerous_time.advice_prey import worth_of
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.asking import DONE, PASS, Matter, faction_of_seat
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch03_clans import BOX_OF_MONKS, powers
from compiler.rules.a_most_dangerous_time.ch04_chits import FIX
from compiler.rules.a_most_dangerous_time.ch06_cards import number
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate, soldier_at
from compiler.rules.a_most_dangerous_time.ch08_reach import needed
from compiler.rules.a_most_dangerous_time.ch09_moves import points
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray, Promote
from compiler.rules.a_most_dangerous_time.ch10_command import TRUCE
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch10_round import OTHER_DICE, Reroll
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from compiler.rules.a_most_dangerous_time.ch15_ashikaga import CONVERT, EXILE_SHOGUN
from compiler.rules.a_most_dangerous_time.ch15_azuchi import SPEND_ALL
from compiler.rules.a_most_dangerous_time.facts import CUP, KYO, ODA, ORDER, facts
from compiler.rules.a_most_dangerous_time.field import bravery, hostile, inside, is_daimyo, is_leader, of_faction
from compiler.rules.a_most_dangerous_time.loyalty import active_chit, active_faction, faction_of_alliance

STANDS, FLEES = 1.4, 0.36  # the odds at which men stay outside a fort, and below which they retreat
STOPS = (DONE, PASS, "keep", "let_it_be", "wait", "field", "stay", "no")
Score = Callable[[Scene, str, str, Answer], float]  # of an option: the Faction that asks itself, the place it is about


@advises
def advice(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option, by what the question is about; None leaves it to trying."""
    topic = ask.topic
    if isinstance(topic, PlacePiece):
        who = faction_of_seat(scene, ask.seat)
        return [_suggested(scene, who, topic.piece, str(option)) for option in ask.options]
    if not isinstance(topic, Matter):
        return None
    who = faction_of_seat(scene, ask.seat)
    if isinstance(topic, Reroll):
        return [_reroll(topic, who, option) for option in ask.options]
    score = BY_TOPIC.get(topic.what, _eager)
    return [score(scene, who, topic.place, option) for option in ask.options]


def _suggested(scene: Scene, who: str, piece: str, space: str) -> float:
    """At the start: where the scenario would have more of a counter; rather where the game is lost without guards."""
    counter = piece.split("#")[0]
    placements = (p for free in scene.scenario.free for p in free.suggested)
    wanted = sum(p.count for p in placements if (p.counter, p.at) == (counter, space))
    there = sum(1 for u in scene.table.at(space) if u.counter == counter)
    manned = guards(scene, [*of_faction(scene, space, who), scene.table.pieces[piece]])
    return wanted - there + 2 * (lack(scene, space, who) - short_of(scene, space, who, manned))


# -- cards and chits ---------------------------------------------------------------------------------------------------
def _cards(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Cards that win something now; the Shogun is left alone while that would call his friends."""
    if option == EXILE_SHOGUN:
        return -1.0 if powers(scene) else 0.5
    if option == CONVERT:
        return -1.0 if of_faction(scene, KYO, ODA) else 1.0
    if isinstance(option, Riot):
        return _riot(scene, who, option)
    if isinstance(option, Play):
        target = scene.table.pieces.get(option.on)
        great = target is not None and is_daimyo(scene, target)
        return 3.0 if great else 2.0
    if isinstance(option, Promote):
        return 0.2
    if isinstance(option, str) and option in scene.game.cards:  # a truce is worth what the monks could bring back
        return 1.0 if who == ODA and scene.table.count(BOX_OF_MONKS) > 6 else -0.5
    return 0.0


def _riot(scene: Scene, who: str, option: Riot) -> float:
    """A riot where it takes a Space, or where it has the odds; all that can rise do. Oda have nothing of it."""
    if who == ODA:
        return -1.0
    foes = len(hostile(scene, option.place, who))
    gain = worth_of(scene, option.place) if foes < option.soldiers else -1.0
    return gain + 0.1 * option.soldiers if not of_faction(scene, option.place, who) else -0.5


def _chits(scene: Scene, who: str, _: str, option: Answer) -> float:
    """One's own chits first, then the end of the turn, then the enemy's."""
    alliance = facts(scene).chits.get(f"chit_{option}")
    if alliance is None:
        return 1.0
    return 2.0 if faction_of_alliance(alliance) == who else 0.0


def _fix(scene: Scene, who: str, _: str, option: Answer) -> float:
    """Good Fortune orders the chits when a wrong one has come and one's own are still to come."""
    stacks = scene.table.stacks
    mine = [c for c, alliance in facts(scene).chits.items() if faction_of_alliance(alliance) == who]
    left = any(chit in mine for chit in (*stacks.get(CUP, ()), *stacks.get(ORDER, ())))
    wanted = left and active_chit(scene) not in mine
    return 1.0 if (option == FIX) == wanted else 0.0


def _combat_card(scene: Scene, who: str, _: str, option: Answer) -> float:
    """Guns and surprises are played; the Emperor's truce only against an enemy's attack."""
    if option in STOPS:
        return 0.0
    return -1.0 if number(scene, str(option)) == TRUCE and who == active_faction(scene) else 1.0


def _keep(scene: Scene, who: str, _: str, option: Answer) -> float:
    """A card drawn is kept: Good Fortune is for worse luck."""
    return 1.0 if option in STOPS else 0.0


def _reroll(topic: Reroll, who: str, option: Answer) -> float:
    """Three hits or more of the enemy are rolled again; one's own dice stand."""
    if option in STOPS:
        return 0.0
    others = option == OTHER_DICE
    return topic.hits[not others] - 2.5 if others == (topic.active == who) else -1.0


# -- talks -------------------------------------------------------------------------------------------------------------
def _talk(scene: Scene, who: str, _: str, option: Answer) -> float:
    """Betrayals first, then the attempts most likely to work; named neutral Clans are not driven away by long odds."""
    if isinstance(option, Betray):
        return 10.0
    if isinstance(option, Negotiate):
        target = soldier_at(scene, option)
        if target is None:
            return -1.0
        need = needed(scene, target)
        shy = option.clan in facts(scene).neutral_clans and need > 4
        return -1.0 if shy else 7.0 - need
    return 0.1 if option == DONE else 0.05


# -- combat ------------------------------------------------------------------------------------------------------------
def _odds(scene: Scene, who: str, place: str) -> float:
    """How a combat in the field of a place stands for a Faction."""
    mine = force_of(scene, [u for u in of_faction(scene, place, who) if not inside(u)])
    return odds(mine, force_of(scene, [u for u in hostile(scene, place, who) if not inside(u)]))


def _fort(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Against many the fort is filled; with the odds the field is taken."""
    fear = 1.0 if _odds(scene, who, place) < STANDS else -1.0
    return fear * len(option.units) if isinstance(option, Fort) else 0.0


def _retreat(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Who is much weaker goes, but not from where the game is lost."""
    goes = _odds(scene, who, place) < FLEES and stake(scene, place, who) < DECISIVE
    return 1.0 if (option == "retreat") == goes else 0.0


def _storm(scene: Scene, who: str, place: str, option: Answer) -> float:
    """A storm that can be expected to bring more than it costs; else the siege goes on, and talks."""
    return 1.0 if (option == "storm") == (storm_pays(scene, who, place) > 0) else 0.0


def _losses(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Soldiers before Leaders."""
    lost = getattr(option, "units", ())
    return -float(sum(1 for id in lost if is_leader(scene, scene.table.pieces[id])))


def _commander(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Who adds most, among equals a Daimyo: the commander is lost last."""
    piece = scene.table.pieces.get(str(option))
    return 0.0 if piece is None else bravery(scene, piece) + (1.1 if is_daimyo(scene, piece) else 0.0)


def _surplus(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Of the enemy's Units over the limit his Leaders go."""
    return 1.0 if is_leader(scene, scene.table.pieces[str(option)]) else 0.0


# -- the End Phase -----------------------------------------------------------------------------------------------------
def _regroup(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Leaders first; men to Spaces that are worth much, empty, or in danger."""
    if not isinstance(option, Regroup):
        return 0.0
    first = 2.0 if is_leader(scene, scene.table.pieces[option.unit]) else 0.0
    return first + _wants_men(scene, who, option.space)


def _back(scene: Scene, who: str, place: str, option: Answer) -> float:
    """With four players: whom to take out of the boxes, Leaders first; nobody is left there."""
    if option in STOPS:
        return 0.0
    return 2.0 if is_leader(scene, scene.table.pieces[str(option)]) else 1.0


def _where(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Where somebody is to stand: rather on the map than in a box."""
    return _wants_men(scene, who, str(option)) if str(option) in facts(scene).links else 0.0


def _wants_men(scene: Scene, who: str, space: str) -> float:
    held = len(of_faction(scene, space, who))
    danger = 3.0 if in_danger(scene, space, who) else 0.0
    return 1.0 + worth_of(scene, space) / (1 + held) + danger / (1 + held) + 2.0 * lack(scene, space, who)


def _azuchi(scene: Scene, who: str, place: str, option: Answer) -> float:
    """The castle grows in an impulse with few points."""
    return 1.0 if (option == SPEND_ALL) == (points(scene) <= 4) else 0.0


def _eager(scene: Scene, who: str, place: str, option: Answer) -> float:
    """Cards are played and Units placed; nobody is disbanded, exiled or sent away for nothing."""
    if isinstance(option, str) and option in facts(scene).kinds:
        return -1.0  # a Unit given up: disbanded, exiled
    return 0.0 if option in STOPS else 1.0


BY_TOPIC: dict[str, Score] = {
    "movement": march_value,
    "event cards": _cards,
    "crosswise card": _cards,
    "card": _cards,
    "next chit": _chits,
    "fix the chits": _fix,
    "exchange": _keep,
    "combat card": _combat_card,
    "negotiation": _talk,
    "fort": _fort,
    "retreat": _retreat,
    "storm": _storm,
    "losses": _losses,
    "commander": _commander,
    "surplus": _surplus,
    "regroup": _regroup,
    "regroup unit": _back,
    "regroup space": _where,
    "arrival": _where,
    "return": _where,
    "raise azuchi": _azuchi,
}
