"""Section 8.3 and step 3 of an impulse: negotiations, betrayal cards, and what follows at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from compiler.model.event import Marked
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Flow, Refusal, decide, dice
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.anytime import Riot, anytime_plays, bad_anytime, play_anytime
from compiler.rules.a_most_dangerous_time.asking import DONE, Matter, active_seat, decisive
from compiler.rules.a_most_dangerous_time.ch02_control import Gain, brought, holder_of
from compiler.rules.a_most_dangerous_time.ch03_clans import approached
from compiler.rules.a_most_dangerous_time.ch06_cards import own_row, play_card
from compiler.rules.a_most_dangerous_time.ch08_betrayal import (
    betray,
    betrayal_cards,
    enablers,
    not_playable,
    playable,
    targets,
)
from compiler.rules.a_most_dangerous_time.ch08_immediate import aftermath
from compiler.rules.a_most_dangerous_time.ch08_reach import diplomats, needed, no_target
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray, Promote
from compiler.rules.a_most_dangerous_time.facts import SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import hostile, inside, is_daimyo, is_leader, units
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.hands import change_side, strip
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_faction
from compiler.rules.a_most_dangerous_time.told import tell_attempt

IN_FORT, OUTSIDE = "fort", "field"


@record(frozen=True, slots=True)
class Negotiate(Action):
    """A Leader tries to win a Soldier of a Clan in a place, in the field or in the fort."""

    leader: str
    place: str
    clan: str
    part: str


@step("4.1(3).1", "negotiate", "8.3.1", "8.2.2", "8.2.14", "8.3.12")
@decisive
def negotiate(scene: Scene) -> Flow[Outcome]:
    """Step 3: one attempt or some betrayal cards, the combats that follow, and again until done (4.1(3).1)."""
    seat = active_seat(scene)
    changed: list[str] = []
    won: list[Gain] = []
    while True:
        answer = yield from decide(
            scene,
            partial(_options, scene, seat, cards_only=bool(changed)),
            (partial(bad_option, scene, seat, cards_only=bool(changed)),),
            topic=Matter("negotiation"),
            seat=seat,
            rule="4.1(3).1",
            stop=DONE,
            sure=True,
            prompt="negotiate, or play a betrayal card?",
        )
        if isinstance(answer, Betray):
            play_card(scene, seat, answer.card, own_row(scene, answer.card))
            pieces = scene.table.pieces
            place = pieces[answer.target].place
            before = holder_of(scene, place)
            changed += betray(scene, answer.card, pieces[answer.by], pieces[answer.target])
            won += brought(scene, place, before)
            if not betrayals_open(scene, seat):
                break
            continue  # all cards before the first combat (8.2.13)
        if changed:
            break
        if answer == DONE:
            return None
        if isinstance(answer, Negotiate):
            changed = yield from attempt(scene, answer)
        else:
            yield from play_anytime(scene, seat, answer)
        break
    yield from aftermath(scene, changed, cards=True, rule="8.2.14", won=won)
    return AGAIN


def _options(scene: Scene, seat: str, *, cards_only: bool) -> Iterator[Answer]:
    yield from betrayals_open(scene, seat)
    if not cards_only:
        yield from attempts(scene)
        yield from anytime_plays(scene, seat)


def betrayals_open(scene: Scene, seat: str) -> list[Answer]:
    """The betrayals that cards in a hand can bring about now (8.2.4)."""
    found: list[Answer] = []
    for card in playable(scene, seat):
        for target in targets(scene, seat, card):
            found += [Betray(card, target.id, by.id) for by in enablers(scene, target)]
    return found


# -- attempts ----------------------------------------------------------------------------------------------------------
@carries("8.3.x1", "8.3.4")
def attempts(scene: Scene) -> Iterator[Negotiate]:
    """Every attempt that can succeed, Soldiers that are alike named once (8.3.x1)."""
    ready = [leader for leader in diplomats(scene) if leader.mark("negotiated") is None]
    if not ready:
        return
    known, who, land = facts(scene), active_faction(scene), ground(scene)
    spots = land.spots
    own, from_here, within = {who}, _of_use(scene, who, ready), known.near.within
    near = [p for p, spot in spots.items() if spot.factions != own and not from_here.isdisjoint(within[p])]
    lords = [leader for leader in ready if is_daimyo(scene, leader)]  # the others only by themselves (8.3.3)
    seen = _attempts_seen(scene)
    for place in sorted(near, key=known.near.order.__getitem__):
        able = [leader for leader in ready if leader in lords or leader.place in within[place]]
        if able and place not in known.off_board:
            stamp = ([(u.id, u.side, u.place, u.face, u in lords) for u in able], *map(spots.get, within[place]))
            before = seen.get(place)
            if before is None or before[0] != stamp:
                before = seen[place] = (stamp, list(_attempts_in(scene, place, who, able)))
            yield from before[1]


Seen = dict[str, tuple[tuple[object, ...], list[Negotiate]]]  # place → what its attempts hang on, and they


def _attempts_seen(scene: Scene) -> Seen:
    """The attempts in each place as they were last looked at, by each Alliance."""
    looks: dict[tuple[str, ...], Seen] = ground(scene).looks
    return looks.setdefault(("attempts", active_alliance(scene), active_seat(scene)), {})


def _of_use(scene: Scene, who: str, ready: Sequence[Piece]) -> set[str]:
    """Where a Leader who may try stands, or a Unit that serves him: only from there or next to it is one reached."""
    land = ground(scene)
    if any(leader.id == SHOGUN for leader in ready):  # whom the whole Faction serves (15.1.12)
        found = {place for place, spot in land.spots.items() if who in spot.factions}
    else:
        clans = land.loyal.clans.get(active_alliance(scene), ())
        found = {place for place, spot in land.spots.items() if not spot.sides.isdisjoint(clans)}
    found.update([leader.place for leader in ready])
    return found


def _attempts_in(scene: Scene, place: str, who: str, ready: Sequence[Piece]) -> Iterator[Negotiate]:
    """The attempts in one place; they hang on who stands there and beside it, and on the Leaders."""
    for target in _one_each(scene, place, who):
        if needed(scene, target) <= 6:
            for leader in ready:
                if no_target(scene, leader, target) is None:
                    yield Negotiate(leader.id, place, target.side or "", IN_FORT if inside(target) else OUTSIDE)


def _one_each(scene: Scene, place: str, who: str) -> list[Piece]:
    found: dict[tuple[str, bool], Piece] = {}
    for unit in hostile(scene, place, who):
        if not is_leader(scene, unit):
            found.setdefault((unit.side or "", inside(unit)), unit)
    return list(found.values())


def soldier_at(scene: Scene, answer: Negotiate) -> Piece | None:
    """The Soldier an attempt is aimed at."""
    return next(
        (
            u
            for u in units(scene, answer.place)
            if u.side == answer.clan and not is_leader(scene, u) and inside(u) == (answer.part == IN_FORT)
        ),
        None,
    )


@carries("8.2.13")
def bad_option(scene: Scene, seat: str, answer: Any, *, cards_only: bool = False) -> Refusal | None:
    """Why something cannot be done in step 3; between betrayal cards and their combat nothing else can (8.2.13)."""
    if cards_only and not isinstance(answer, Betray):
        return Refusal("8.2.13", "play another betrayal card, or `done`: the combat comes first")
    if isinstance(answer, Negotiate):
        return bad_attempt(scene, answer)
    if isinstance(answer, Betray):
        return bad_betrayal(scene, seat, answer)
    if isinstance(answer, (Promote, Riot, str)):
        return bad_anytime(scene, seat, answer)
    return Refusal("4.1(3).1", "negotiate, play a card, or `done`")


@carries("8.3.1", "8.3.4", "8.3.2", "8.3.3")
def bad_attempt(scene: Scene, answer: Negotiate) -> Refusal | None:
    """Why a Leader may not try that."""
    leader = next((p for p in diplomats(scene) if p.id == answer.leader), None)
    if leader is None:
        return Refusal("8.3.1", f"`{answer.leader}` is no active diplomat outside a siege")
    if leader.mark("negotiated") is not None:
        return Refusal("8.3.4", f"{scene.name(leader.id)} has tried in this step")
    target = soldier_at(scene, answer)
    if target is None:
        return Refusal("8.1.4", "no such Soldier is there")
    return no_target(scene, leader, target)


@carries("8.2.3", "8.2.4", "8.2.5", "8.2.6", "8.2.21")
def bad_betrayal(scene: Scene, seat: str, answer: Betray) -> Refusal | None:
    """Why a betrayal card may not be played so."""
    if answer.card not in betrayal_cards(scene, seat):
        return Refusal("6.3.1", "that is no betrayal card in your hand")
    no = not_playable(scene, seat, answer.card)
    if no is not None:
        return no
    target = next((t for t in targets(scene, seat, answer.card) if t.id == answer.target), None)
    if target is None:
        return Refusal("8.2.21", "the Leader of the card is not on the map, or on your side")
    if answer.by not in [p.id for p in diplomats(scene)]:
        return Refusal("8.2.4", f"`{answer.by}` is no active diplomat outside a siege")
    if answer.by not in [p.id for p in enablers(scene, target)]:
        return Refusal("8.2.6", "the Leader of the card is out of reach")
    return None


@carries("8.3.5", "8.3.11", "8.3.13", "8.3.14", "3.2.10", "3.2.x3", "16.2.8(2).1")
def attempt(scene: Scene, answer: Negotiate) -> Flow[list[str]]:
    """One die against the number needed; who is won joins the Leader's Clan; answers who changed (8.3.11)."""
    leader = scene.table.pieces[answer.leader]
    target = soldier_at(scene, answer)
    assert target is not None
    scene.do(Marked(leader.id, "negotiated", True, rule="8.3.4"))
    number = needed(scene, target)
    tell_attempt(scene, leader, target, number)
    clan, won = target.side or "", False
    if number <= 6:
        (die,) = yield from dice(scene, "die", purpose="negotiation", rule="8.3.11")
        won = die >= number
    changed = []
    if won:
        strip(scene, target.id, ("stopped", "arrived"), "8.3.11")
        change_side(scene, target.id, leader.side or "", "8.3.11")
        changed = [target.id]
    approached(scene, clan, active_faction(scene))
    return changed
