"""A second reading of the rulebook against the engine, at the decisions of random games (`oracle.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, March
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from tests.rules.a_most_dangerous_time.oracle import ANTI, ODA, ROOM, Reading
from tests.rules.a_most_dangerous_time.table import known, the_book, the_game
from tests.rules.covering import covers

SPARSE = 8  # every so manyth decision is compared in full
LOOKS = ("event_cards", "draw_chit", "regroup")  # steps between which nothing is in dispute


class Differs(AssertionError):
    """The two readings do not agree."""


def agree(what: str, ours: object, theirs: object, *about: object) -> None:
    if ours != theirs:
        raise Differs(f"{what} {about}: by the rulebook {ours}, by the engine {theirs}")


def turn(session: Session) -> int:
    return int(session.table.tracks["turn"])


# -- movement ----------------------------------------------------------------------------------------------------------
def lines(session: Session, read: Reading) -> Iterator[int]:
    """Right after step 5 every Unit is marked, or not, as its line has it."""
    if not any(u.mark("arrived") is not None for u in read.units):
        for unit in read.units:
            agree("line", read.connected(unit), unit.mark("unsupplied") is None, unit.id, unit.place)
            yield 1


def ways(session: Session, read: Reading) -> Iterator[int]:
    """The ways that are listed are the ways somebody may go, no more and no fewer."""
    points = int(session.table.tracks["movement"])
    wanted = set()
    for unit in (u for u in read.units if read.mine(u)):
        for to, kind in read.links[unit.place].items():
            cost = read.step_cost(unit, to, turn(session))
            if cost is not None and cost <= points:
                wanted.add((unit.place, to))
            for end in read.links[to] if kind == "road" and points else ():
                if end != unit.place and read.strategic(unit, to, end, turn(session)):
                    wanted.add((unit.place, to, end))
    agree("ways", wanted, {a.path for a in session.legal() if isinstance(a, March)})
    yield len(wanted)


def groups(session: Session, read: Reading) -> Iterator[int]:
    """As many as one point takes may go, and one more may not."""
    alike: dict[tuple[object, ...], list[str]] = {}
    for u in read.units:
        if read.mine(u) and u.mark("stopped") is None and not read.inside(u):
            alike.setdefault((u.place, u.mark("unsupplied") is not None, u.side), []).append(u.id)
    for (place, out, _), ids in alike.items():
        unit = session.table.pieces[ids[0]]
        for to, kind in read.links[str(place)].items():
            size = ROOM[kind] // (2 if out else 1)
            cost = read.step_cost(unit, to, turn(session))
            if kind == "sea_lane" or len(ids) <= size or cost is None or cost > int(session.table.tracks["movement"]):
                continue
            for count in (size, size + 1):
                no = session.why_not(March((str(place), to), tuple(ids[:count])))
                agree("group", count == size, no is None, place, to, count)
                yield 1


def activations(session: Session, read: Reading) -> Iterator[int]:
    who = ODA if read.active == ODA else ANTI
    for place in read.by_place:
        mine = [u for u in read.here(place) if read.mine(u) and not read.inside(u)]
        paid = any(u.mark("arrived") is not None or u.mark("sortied") is not None for u in mine)
        paid = paid or bool(session.table.marks.get((place, "activated")))
        foes = read.enemies(place, who) + read.neutrals(place)
        good = bool(mine) and bool(foes) and not paid and int(session.table.tracks["movement"]) > 0
        agree("activation", good, session.why_not(Activate(place)) is None, place)
        yield 1


# -- negotiation, retreat, regroup -------------------------------------------------------------------------------------
def attempts(session: Session, read: Reading) -> Iterator[int]:
    """Whom each diplomat may talk to; what can succeed is listed."""
    wanted = {(p.id, *target): number for p in read.negotiators() for target, number in read.talks(p).items()}
    hopeful = {key for key, number in wanted.items() if number <= 6}
    agree(
        "attempts", hopeful, {(a.leader, a.place, a.clan, a.part) for a in session.legal() if isinstance(a, Negotiate)}
    )
    places = {(u.place, str(u.side), "fort" if read.inside(u) else "field") for u in read.units if not read.leader(u)}
    for leader in (p.id for p in session.table.pieces.values() if read.leader(p)):
        for place, clan, part in places:
            no = session.why_not(Negotiate(leader, place, clan, part))
            agree("attempt", (leader, place, clan, part) in wanted, no is None, leader, place, clan, part)
            yield 1


def retreats(session: Session, read: Reading) -> Iterator[int]:
    listed = [a for a in session.legal() if isinstance(a, Withdraw)]
    wanted = {to for a in listed for id in a.units for to in read.refuges(session.table.pieces[id])}
    agree("retreat", wanted, {a.to for a in listed} - {"fort"})
    yield 1


def regroups(session: Session, read: Reading) -> Iterator[int]:
    """Where the first Unit of each Clan may come back."""
    (seat,) = session.asks
    for clan, box in known().boxes.items():
        unit = next((p.id for p in session.table.at(box) if p.side == clan), None)
        if unit is None or clan == "ikko_ikki" or session.step != "regroup":
            continue
        alliance = the_game().alliances[read.alliance(clan) or ODA]
        whose = session.book.seat_of(alliance.sides[0], the_game().scenarios[session.start.scenario])
        own = whose == seat and read.alliance(clan) is not None and not read.waits(clan)
        open_ = read.open_spaces(clan) if own else set()
        fallen = (clan, "fallen") in session.table.marks or (clan, "withdrawn") in session.table.marks
        for space in (s for s in read.links if read.is_space(s)):
            no = session.why_not(Regroup(unit, space))
            agree("regroup", space in open_ and not fallen, no is None, unit, space)
            yield 1


# -- between impulses --------------------------------------------------------------------------------------------------
def order(session: Session, read: Reading) -> Iterator[int]:
    """Nobody shares a field with an enemy, no Waypoint is crowded, and who is alone in a Space holds it."""
    for place, here in read.by_place.items():
        sides = {read.side(u) for u in here}
        shut = {read.side(u) for u in here if read.inside(u)}
        out = {read.side(u) for u in here if not read.inside(u)}
        mixed = len(sides) > 1
        agree("order", True, not mixed or (place != "kyo" and read.is_space(place) and not shut & out), place)
        agree("siege", mixed, bool(shut), place)
        agree("limit", True, read.kind(place) not in ("waypoint", "sea_area") or len(here) <= 4, place)
        if not mixed and read.is_space(place) and session.step != "event_cards":
            agree("control", sides.pop(), read.holder(place), place)
        yield 1


COMPARED: dict[str, tuple[Callable[[Session, Reading], Iterator[int]], ...]] = {
    "movement": (ways, groups, activations),
    "negotiation": (attempts,),
    "withdraw": (retreats,),
    "regroup": (regroups,),
}


def compare(scenario: str, seed: int, decisions: int) -> int:
    """A random game, looked at as it goes; answers how many things were held against each other."""
    session = Session.begin(the_book(), scenario, Seeded(seed), {"good_fortune": bool(seed % 2)})
    player = RandomPlayer(seed)
    seen, before, step = 0, ("", ""), ""
    for n in range(decisions):
        if session.outcome is not None:
            break
        seat = next(iter(session.asks))
        now = (getattr(session.asks[seat].topic, "what", ""), seat)
        what, read = now[0], Reading(the_game(), session.table)
        if what == "movement" and before != now:
            seen += sum(lines(session, read))
        if session.step in LOOKS and session.step != step:
            seen += sum(order(session, read))
        often = n % SPARSE == 0 if what in ("movement", "negotiation") else before != now
        if often and len(session.asks) == 1:
            seen += sum(sum(look(session, read)) for look in COMPARED.get(what, ()))
        before, step = now, str(session.step)
        session.apply(player.answer(session, seat), seat)
    return seen


@covers(
    "a_most_dangerous_time", "5.2.1", "5.2.7", "5.2.8", "9.3.1", "9.3.2", "9.4.4", "9.5.3", "8.3.2", "8.3.3", "8.3.10"
)
@covers("a_most_dangerous_time", "10.4.6", "11.2.3", "2.46.x1", "2.43.6", "2.41.x1", "10.1.x1")
@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("standard", 101), ("standard", 102), ("campaign", 103), ("three_player", 104), ("short", 105)],
)
def test_two_readings_agree(scenario: str, seed: int) -> None:
    assert compare(scenario, seed, 450) > 1000
