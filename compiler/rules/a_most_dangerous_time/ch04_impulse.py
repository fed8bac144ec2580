"""Section 4.1, the steps of an impulse: cards, exile, combat, control, Master of Tactics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Moved, TrackSet
from compiler.play.ask import Answer, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.a_most_dangerous_time.anytime import Riot, anytime_plays, bad_anytime, others_play, play_anytime
from compiler.rules.a_most_dangerous_time.asking import DONE, PASS, Matter, active_seat, decisive, pick
from compiler.rules.a_most_dangerous_time.cards_start import Play, bad_play, play_start, start_plays
from compiler.rules.a_most_dangerous_time.ch02_control import Gain, thin_out
from compiler.rules.a_most_dangerous_time.ch06_cards import play_card, with_timing
from compiler.rules.a_most_dangerous_time.ch07_exile import may_exile
from compiler.rules.a_most_dangerous_time.ch08_immediate import aftermath
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, active_in
from compiler.rules.a_most_dangerous_time.ch10_combat import Promote, combat
from compiler.rules.a_most_dangerous_time.ch15_ashikaga import CONVERT, EXILE_SHOGUN, convert, exile_shogun, shogun_acts
from compiler.rules.a_most_dangerous_time.facts import ACTIVE, ASIDE, ODA, POINTS, facts
from compiler.rules.a_most_dangerous_time.field import hostile, inside, three
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.hands import eliminate, lift_siege
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_chit, active_faction
from compiler.rules.a_most_dangerous_time.settling import settle


# -- step 1 ------------------------------------------------------------------------------------------------------------
@step("4.1(1).1", "event_cards", "4.1.11", "6.1.2", "4.1.x2", "15.1.5", "15.1.7")
@decisive
def event_cards(scene: Scene) -> Flow[Outcome]:
    """Step 1: cards of the window, the Shogun's exile or conversion, cards of any time, until done (4.1.x2)."""
    seat = active_seat(scene)
    answer = yield from decide(
        scene,
        lambda: _options(scene, seat),
        (lambda a: bad_option(scene, seat, a),),
        topic=Matter("event cards"),
        seat=seat,
        rule="4.1(1).1",
        stop=DONE,
        sure=True,
        prompt="play an Event Card?",
    )
    if answer == DONE:
        yield from others_play(scene)
        return None
    if answer == EXILE_SHOGUN:
        yield from exile_shogun(scene)
    elif answer == CONVERT:
        yield from convert(scene)
    elif isinstance(answer, Play):
        yield from play_start(scene, seat, answer)
    else:
        yield from play_anytime(scene, seat, answer)
    return AGAIN


def _options(scene: Scene, seat: str) -> Iterator[Answer]:
    yield from shogun_acts(scene)
    yield from start_plays(scene, seat)
    yield from anytime_plays(scene, seat)


def bad_option(scene: Scene, seat: str, answer: Any) -> Refusal | None:
    """Why something cannot be done in step 1."""
    if answer in (EXILE_SHOGUN, CONVERT):
        rule = "15.1.5" if answer == EXILE_SHOGUN else "15.1.7"
        return None if answer in list(shogun_acts(scene)) else Refusal(rule, "the Shogun is not to be had for that now")
    if isinstance(answer, Play):
        return bad_play(scene, seat, answer)
    if isinstance(answer, (Riot, Promote, str)):
        return bad_anytime(scene, seat, answer)
    return Refusal("4.1(1).1", "play a card of this window, or `done`")


# -- step 2 ------------------------------------------------------------------------------------------------------------
@step("7.0.1", "exile", "4.1(2).1", "7.0.2", "7.0.3", "7.0.4", "7.0.5", "7.0.x1")
@decisive
def exile(scene: Scene) -> Flow[Outcome]:
    """Step 2: Leaders of the active Alliance may be sent out of the game (7.0.1)."""
    seat = active_seat(scene)
    options = [p.id for p in may_exile(scene, seat, active=True)]
    plays = list(anytime_plays(scene, seat))
    if not options and not plays:
        return None
    answer = yield from pick(
        scene, seat, (*options, *plays), what="exile", rule="7.0.1", stop=DONE, prompt="exile a Leader?", seldom=True
    )
    if answer == DONE:
        return None
    if isinstance(answer, str) and answer in options:
        place = scene.table.pieces[answer].place
        eliminate(scene, answer, "7.0.2")
        lift_siege(scene, place)
    else:
        yield from play_anytime(scene, seat, answer)
    return AGAIN


# -- step 7 ------------------------------------------------------------------------------------------------------------
@carries("10.1.x2", "10.1.1", "10.1.2", "10.3.1", "13.2.6", "15.1.4")
def pending(scene: Scene) -> list[str]:
    """Places with active Units and enemies where Units arrived or a point was paid, not fought in yet (10.1.x2)."""
    if active_chit(scene) is None:
        return []
    land, only = ground(scene), {active_faction(scene)}
    spots, clans = land.spots, land.loyal.clans.get(active_alliance(scene), ())
    there = [
        place for place in land.mixed if spots[place].factions != only and not spots[place].sides.isdisjoint(clans)
    ]
    due = [place for place in there if _due(scene, place)]
    return sorted(due, key=facts(scene).near.order.__getitem__)


def _due(scene: Scene, place: str) -> bool:
    """Whether a place is to be fought in: it hangs on who is there and how, and whose impulse it is."""
    table = scene.table
    paid, pieces = (place, "activated") in table.marks, table.pieces
    if (place, "fought") in table.marks or not (paid or any(pieces[id].marks for id in table.stacks[place])):
        return False  # most places: nobody arrived or came out
    mine = active_in(scene, place)
    moved = [u for u in mine if u.mark("arrived") is not None or u.mark("sortied") is not None]
    paid = paid or any(u.mark("retreated") is None for u in moved)
    landed = any(inside(u) and u.mark("landed") is not None for u in moved)  # they may come out for that (9.8(1).2)
    there = landed or not all(inside(u) for u in mine)
    return bool(mine) and there and paid and bool(hostile(scene, place, active_faction(scene)))


@predicate("combat_left", "10.1.x2", "10.1.4")
def combat_left(scene: Scene) -> bool:
    """While a place is left to fight in (10.1.x2)."""
    return bool(pending(scene))


@step("10.1.5", "battle", "4.1(7).1", "10.1.4", "10.1.10", "16.1.5(6).1")
@decisive
def battle(scene: Scene) -> Flow[Outcome]:
    """Step 7: the active side names a place, and everything there is fought out before the next (10.1.4)."""
    seat = active_seat(scene)
    chooser = ODA if three(scene) else seat
    plays = list(anytime_plays(scene, seat))
    if plays and chooser != seat:
        answer = yield from pick(scene, seat, plays, what="card", rule="6.1.x1", stop=PASS, prompt="play a card now?")
        if answer != PASS:
            yield from play_anytime(scene, seat, answer)
            return AGAIN if pending(scene) else None
        plays = []
    place = yield from pick(
        scene, chooser, (*pending(scene), *plays), what="combat", rule="10.1.5", prompt="which combat is next?"
    )
    if not isinstance(place, str) or place not in facts(scene).links:
        yield from play_anytime(scene, seat, place)
        return AGAIN if pending(scene) else None
    won: list[Gain] = []
    changed = yield from combat(scene, Fight(place, active_faction(scene)), won)
    scene.do(Marked(place, "fought", True, rule="10.1.4"))
    yield from aftermath(scene, changed, cards=True, rule="10.1.x1", won=won)
    return None


# -- steps 8 and 9 -----------------------------------------------------------------------------------------------------
@step("4.1(8).1", "control", "4.1(8).2", "2.46.11", "6.2.1", "3.3.3", "3.31.1")
@decisive
def control(scene: Scene) -> Flow[Outcome]:
    """Step 8: control of all Spaces, what hangs on it, and cards (4.1(8).2)."""
    yield from settle(scene, None, "4.1(8).1")
    return None


@step("2.43.6", "impulse_end", "9.1.4", "2.43.7")
def impulse_end(scene: Scene) -> Flow[Outcome]:
    """Waypoints and Sea Areas keep four Units a Faction; points left are lost (2.43.6, 9.1.4)."""
    yield from thin_out(scene)
    if scene.table.tracks[POINTS] != 0:
        scene.do(TrackSet("movement", 0, rule="9.1.4"))
    return None


@step("4.1(9).1", "master_of_tactics", "Card31.1", "6.1.7", "2.33.x1", "2.43.7")
@decisive
def master_of_tactics(scene: Scene) -> Flow[Outcome]:
    """Step 9: card 31 gives the same Alliance one more whole impulse, else its chit lies aside (4.1(9).1)."""
    seat = active_seat(scene)
    cards = with_timing(scene, seat, ("end_impulse",))
    plays = [*cards, *anytime_plays(scene, seat)]
    again = False
    if plays:
        words = "act once more?" if cards else "play a card before the impulse ends?"
        answer = yield from pick(scene, seat, plays, what="master of tactics", rule="4.1(9).1", stop=PASS, prompt=words)
        again = answer in cards
        if again:
            play_card(scene, seat, answer, "Card31.1")
            scene.do(Marked(scene.table.stacks[ACTIVE][0], "again", True, rule="Card31.1"))
        elif answer != PASS:
            yield from play_anytime(scene, seat, answer)
            return AGAIN
    yield from thin_out(scene)  # the impulse ends now: a riot of this step may have driven Units into a Waypoint
    if again:
        return None
    for chit in scene.table.stacks.get(ACTIVE, ()):
        scene.do(Moved(chit, ASIDE, rule="2.33.x1"))
    return None
