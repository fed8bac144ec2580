"""Sections 10.2(5) and 10.2(6): overall commanders, and the cards played before a combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from compiler.model.event import Marked
from compiler.play.ask import Answer, Flow, question, sealed
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import PASS, Matter, faction_of_seat, in_order, owner, pick
from compiler.rules.a_most_dangerous_time.ch06_cards import number, own_row, play_card, with_timing
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, at_sea, camp, seat_in
from compiler.rules.a_most_dangerous_time.ch10_retreat import joint, nearest_friendly, refuges, withdraw
from compiler.rules.a_most_dangerous_time.ch10_round import is_duel
from compiler.rules.a_most_dangerous_time.facts import NOBUNAGA, ODA
from compiler.rules.a_most_dangerous_time.field import four, is_leader, majority, three, units
from compiler.rules.a_most_dangerous_time.hands import lift_siege, put_inside, strip
from compiler.rules.a_most_dangerous_time.loyalty import side_of

NOBODY = "nobody"
GUNNERY, TRUCE, SURPRISE = (29, 39, 40), 30, (47, 48)


# -- windows -----------------------------------------------------------------------------------------------------------
@carries("10.2(4).2", "10.2(6).2", "6.1.x2", "8.2.19")
def window(
    scene: Scene,
    seats: list[str],
    listed: Callable[[str], Iterable[Answer]],
    play: Callable[[str, Answer], Flow[bool]],
    *,
    what: str,
    prompt: str,
    rule: str,
) -> Flow[bool]:
    """Players in turn play one card or pass, until all have passed in a row; a play that answers true ends it."""
    passed = 0
    turn = 0
    while passed < len(seats):
        seat = seats[turn % len(seats)]
        turn += 1
        options = list(listed(seat))
        answer = PASS
        if options:
            answer = yield from pick(scene, seat, options, what=what, prompt=prompt, rule=rule, stop=PASS)
        if answer == PASS:
            passed += 1
            continue
        passed = 0
        if (yield from play(seat, answer)):
            return True
    return False


# -- step 5 ------------------------------------------------------------------------------------------------------------
@carries("10.2(5).1", "10.2(5).3", "10.2(5).4", "10.2(5).5", "16.1.5(2).1", "16.2.9(1).3", "16.2.9(1).4")
def name_commander(scene: Scene, fight: Fight, mine: bool) -> Flow[None]:
    """A Leader of the Clan with most Units of the side commands; without one there nobody does (10.2(5).3)."""
    if at_sea(scene, fight):
        return
    force = camp(scene, fight, mine)
    best = majority(scene, force)
    fit = [u.id for u in force if is_leader(scene, u) and u.side in best]
    lord = [u.id for u in force if u.id == NOBUNAGA]
    if four(scene) and lord and side_of(scene, scene.table.pieces[NOBUNAGA]) == ODA:
        fit = lord
    seats = {owner(scene, scene.table.pieces[id]) for id in fit}
    if three(scene) and len(best) > 1 and len(seats) > 1 and joint(scene, fight, mine):
        yield from _agree(scene, fight, fit, sorted(seats))
        return
    if fit:
        chosen = yield from pick(
            scene,
            next(iter(seats)) if three(scene) else seat_in(scene, fight, mine),
            fit,
            what="commander",
            rule="10.2(5).3",
            about=(fight.place,),
            prompt=f"{scene.name(fight.place)}: who is the overall commander?",
        )
        scene.do(Marked(chosen, "commander", True, rule="10.2(5).1"))


@carries("16.1.5(2).2")
def _agree(scene: Scene, fight: Fight, fit: list[str], seats: list[str]) -> Flow[None]:
    """A and B with equal numbers name a commander in secret; if they do not agree there is none (16.1.5(2).2)."""
    asks = [
        question(
            scene,
            (*fit, NOBODY),
            topic=Matter("commander", fight.place),
            prompt=f"{scene.name(fight.place)}: who shall command you both?",
            seat=seat,
            rule="16.1.5(2).2",
        )
        for seat in seats
    ]
    named = yield from sealed(asks)
    if len(set(named.values())) == 1 and NOBODY not in named.values():
        scene.do(Marked(named[seats[0]], "commander", True, rule="16.1.5(2).2"))


# -- step 6 ------------------------------------------------------------------------------------------------------------
@carries("10.2(6).3", "10.2(6).4", "6.1.4", "6.1.5", "Card30.1", "Cards47-48.1")
def combat_cards(scene: Scene, fight: Fight, *, field: bool) -> Flow[bool]:
    """Step 6: combat cards; answers whether the Emperor has stopped the combat (10.2(6).3)."""

    def play(seat: str, answer: Answer) -> Flow[bool]:
        card = str(answer)
        play_card(scene, seat, card, own_row(scene, card))
        if number(scene, card) in GUNNERY:
            before = scene.table.marks.get((seat, "massed_gunnery"))
            scene.do(Marked(seat, "massed_gunnery", int(str(before or 0)) + 1, rule="CardsUnnumbered.1"))
            return False
        if number(scene, card) in SURPRISE:
            scene.do(Marked(seat, "surprise", True, rule="Cards47-48.1"))
            return False
        yield from emperor(scene, fight)
        return True

    return (
        yield from window(
            scene,
            in_order(scene, seat_in(scene, fight, True)),
            lambda seat: cards_open(scene, fight, seat, field=field),
            play,
            what="combat card",
            rule="10.2(6).1",
            prompt=f"{scene.name(fight.place)}: play a combat card?",
        )
    )


@carries("10.2(6).1", "16.1.5(5).1")
def takes_part(scene: Scene, fight: Fight, seat: str) -> bool:
    """Whether Units of a player's Faction are in the combat, with three players Units of his own (16.1.5(5).1)."""
    who = faction_of_seat(scene, seat)
    return any(
        side_of(scene, u) == who and u.mark("standing_by") is None and (not three(scene) or owner(scene, u) == seat)
        for u in units(scene, fight.place)
    )


def cards_open(scene: Scene, fight: Fight, seat: str, *, field: bool) -> list[Answer]:
    """The combat cards a player may play now: only with Units of his Faction in the combat (10.2(6).1)."""
    if not takes_part(scene, fight, seat):
        return []
    found: list[Answer] = list(with_timing(scene, seat, ("combat",)))
    if field and not is_duel(scene, fight):
        surprised = (seat, "surprise") in scene.table.marks
        found += [c for c in with_timing(scene, seat, ("field",)) if not (surprised and number(scene, c) in SURPRISE)]
    return found


@carries("10.4.15", "Card30.1")
def emperor(scene: Scene, fight: Fight) -> Flow[None]:
    """Card 30: the active Units leave, into their fort, by 10.4, or to the nearest friendly Space (Card30.1)."""
    for unit in camp(scene, fight, True):
        if unit.mark("sortied") is not None:
            strip(scene, unit.id, ("sortied", "under", "commander"), "Card30.1")
            put_inside(scene, (unit.id,), "Card30.1")
            continue
        who, clan = side_of(scene, unit), unit.side or ""
        legal = [] if at_sea(scene, fight) else refuges(scene, fight.place, who, clan)
        places = legal or nearest_friendly(scene, fight.place, who)
        if not places:
            continue
        to = yield from pick(
            scene,
            seat_in(scene, fight, True),
            places,
            what="leave",
            rule="Card30.1",
            about=(fight.place,),
            prompt=f"the Emperor's truce: {scene.name(unit.id)} leaves for where?",
        )
        withdraw(scene, fight, unit.id, to)
    lift_siege(scene, fight.place)
