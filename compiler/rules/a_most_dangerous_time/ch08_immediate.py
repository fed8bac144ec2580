"""Section 8.4: combat at once where Units of both Factions have come to share a place."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Marked
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import pick, speaker
from compiler.rules.a_most_dangerous_time.ch02_control import Gain
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, sharing, stand_by
from compiler.rules.a_most_dangerous_time.ch10_combat import combat
from compiler.rules.a_most_dangerous_time.ch10_deployment import choose_fort
from compiler.rules.a_most_dangerous_time.field import has_fort, hostile, inside, on_map, room, units
from compiler.rules.a_most_dangerous_time.hands import lift_siege, put_inside, strip
from compiler.rules.a_most_dangerous_time.loyalty import other, side_of
from compiler.rules.a_most_dangerous_time.settling import settle


@carries("8.4.1", "8.4.2", "8.4.3", "8.4.8", "8.4.9", "8.4.10", "8.4.x1", "8.4.x3", "15.2.11", "15.2.13")
def immediate(scene: Scene, place: str, newcomers: Iterable[str], who: str, won: list[Gain]) -> Flow[list[str]]:
    """Newcomers of a Faction fight the other side in a place, as its active side, without Movement Points (8.4).

    Answers the Units that changed sides in it; what their change alone has brought is added to what was won.
    """
    new = [id for id in newcomers if scene.table.pieces[id].place == place]
    changed: list[str] = []
    if not new or not hostile(scene, place, who):
        lift_siege(scene, place)
        return changed
    if has_fort(scene, place):
        yield from take_positions(scene, place, new, who)
    friends = [u.id for u in units(scene, place) if side_of(scene, u) == who and u.id not in new]
    fought = False
    for within in (False, True):
        fight = Fight(place, who, within=within, sudden=True)
        stand_by(scene, place, friends)
        if sharing(scene, fight):
            fought = True
            changed += yield from combat(scene, fight, won)
    for unit in units(scene, place):
        strip(scene, unit.id, ("standing_by", "defended"), "8.4.2")
    if fought:
        for id in new:
            if on_map(scene, scene.table.pieces[id]) and scene.table.pieces[id].mark("stopped") is None:
                _stop(scene, id)
    lift_siege(scene, place)
    return changed


def _stop(scene: Scene, id: str) -> None:
    """A fight counts as entering a place with enemies (15.1.x1)."""
    scene.do(Marked(id, "stopped", True, rule="9.4.4"))


@carries("8.4.4", "8.4.5", "8.4.6", "8.4.7", "8.4.x2", "15.2.14")
def take_positions(scene: Scene, place: str, new: list[str], who: str) -> Flow[None]:
    """The newcomers say fort or field first, then the other side; who was inside stays there (8.4.4, 8.4.6)."""
    pieces = scene.table.pieces
    for id in new:
        strip(scene, id, ("besieged",), "8.4.4")
    seat = speaker(scene, who, place)
    keep = yield from choose_fort(scene, seat, place, [pieces[id] for id in new], room(scene, place), "8.4.4")
    put_inside(scene, keep, "8.4.4")
    theirs = [u for u in hostile(scene, place, who) if not inside(u)]
    if any(inside(u) and u.id not in new for u in units(scene, place)):
        return  # one side was under siege already: it stays inside, the besiegers outside (8.4.x2)
    keep = yield from choose_fort(scene, speaker(scene, other(who), place), place, theirs, room(scene, place), "8.4.6")
    put_inside(scene, keep, "8.4.6")
    for unit in theirs:
        if unit.id not in keep:
            _defend(scene, unit.id)


def _defend(scene: Scene, id: str) -> None:
    scene.do(Marked(id, "defended", True, rule="8.4.x4"))


@carries("8.2.12", "8.2.13", "8.2.14", "10.1.x1", "8.2.20")
def aftermath(scene: Scene, changed: Iterable[str], *, cards: bool, rule: str, won: Iterable[Gain] = ()) -> Flow[None]:
    """All places where changed Units stand with enemies fight, in an order their player chooses; control follows.

    Who goes over in one of these combats fights likewise as soon as it is over (10.1.x1).
    `won`: what their change alone has brought.
    """
    changed, won = list(changed), list(won)
    places = list(dict.fromkeys(p.place for id in changed if on_map(scene, p := scene.table.pieces[id])))
    while places:
        open_ = [p for p in places if _mixed(scene, p, changed)]
        place = places[0]
        if open_:
            place = open_[0]
            if len(open_) > 1:
                whose = _side_there(scene, place, changed)
                place = yield from pick(
                    scene,
                    speaker(scene, whose, place),
                    open_,
                    what="first fight",
                    rule="8.2.13",
                    prompt="which of these combats is fought first?",
                )
        places.remove(place)
        if any(scene.table.pieces[id].place == place for id in changed):
            traitors = yield from immediate(scene, place, changed, _side_there(scene, place, changed), won)
            if traitors:
                yield from aftermath(scene, traitors, cards=cards, rule=rule)
        here = [gain for gain in won if gain.space == place]
        yield from settle(scene, (place,), rule, cards=cards, won=here)


def _side_there(scene: Scene, place: str, changed: list[str]) -> str:
    return next(side_of(scene, p) for id in changed if (p := scene.table.pieces[id]).place == place)


def _mixed(scene: Scene, place: str, changed: list[str]) -> bool:
    mine = [p for id in changed if (p := scene.table.pieces[id]).place == place]
    return bool(mine) and bool(hostile(scene, place, side_of(scene, mine[0])))
