"""Section 3.3: the fall of Clans, and their withdrawal from the war."""

from __future__ import annotations

from compiler.model.event import Marked, Said
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import pick, speaker
from compiler.rules.a_most_dangerous_time.ch02_control import Gain, lose_azuchi, set_control
from compiler.rules.a_most_dangerous_time.ch14_victory import nobunaga_is_dead
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    away,
    controller,
    controls,
    everywhere,
    held_by,
    homes_of,
    leaders_of,
    majority,
    of_faction,
    under_siege,
    units,
)
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.hands import change_side, eliminate, lift_siege, to_box
from compiler.rules.a_most_dangerous_time.loyalty import faction, fallen, other, side_of

NEVER_FALL = ("ikko_ikki", "ashikaga", "neutral_minor")  # 3.33.1, 15.1.16
ELIMINATED = ("takeda", "enryaku_ji")  # their Soldiers join nobody (3.32.1, 15.4.6)


# -- withdrawal --------------------------------------------------------------------------------------------------------
@carries("3.31.1", "3.31.2", "3.31.4", "3.31.5", "3.31.6", "3.31.x1")
def withdrawals(scene: Scene) -> None:
    """Mori and Uesugi leave the war when Oda hold their surrender Spaces (3.31.1, 3.31.2)."""
    for clan, spaces in facts(scene).surrender.items():
        if fallen(scene, clan) or faction(scene, clan) != ANTI or not all(controls(scene, ODA, s) for s in spaces):
            continue
        scene.do(Said(f"{scene.game.sides[clan].name.en} withdraw from the war", rule="3.31.4"))
        for unit in everywhere(scene, clan):
            eliminate(scene, unit.id, "3.31.4")
        for space in facts(scene).spaces:
            if controller(scene, space) == clan:
                friends = of_faction(scene, space, ANTI)
                set_control(scene, space, majority(scene, friends)[0] if friends else ODA, "3.31.6")
            lift_siege(scene, space)
        scene.do(Marked(clan, "withdrawn", True, rule="3.31.4"))


# -- fall --------------------------------------------------------------------------------------------------------------
@carries("3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.13", "3.33.1", "15.1.16", "15.5.7")
def falls(scene: Scene, clan: str) -> bool:
    """No Leader free, and the Home Castles, or without one all starting Spaces, in enemy hands (3.3.1, 3.3.3)."""
    who = faction(scene, clan)
    if clan in NEVER_FALL or who not in (ODA, ANTI) or fallen(scene, clan) or _to_come(scene, clan):
        return False
    if clan not in homeless(scene):
        return False
    return all(away(scene, p.id) or under_siege(scene, p) for p in leaders_of(scene, clan).values())


def homeless(scene: Scene) -> list[str]:
    """Clans whose Home Castles, or without one all starting Spaces, are in enemy hands; they follow from control."""

    def lost(clan: str) -> bool:
        keys, enemy = homes_of(scene, clan) or facts(scene).starting.get(clan, ()), other(faction(scene, clan))
        return bool(keys) and all(holding.who[space] == enemy for space in keys)

    holding = ground(scene).holding
    return scene.memo_of("homeless", (holding,), lambda: [clan for clan in scene.game.sides if lost(clan)])


def _to_come(scene: Scene, clan: str) -> bool:
    """Enryaku-ji wait on the turn track and cannot fall before they are there (3.3.13)."""
    return clan == "enryaku_ji" and any(p.side == clan for p in scene.table.at("turn_2"))


@carries("3.3.9", "3.3.10", "3.3.11", "3.3.12", "2.46.5", "2.46.6")
def conqueror(scene: Scene, clan: str) -> Flow[str]:
    """The Clan with most Units of the other Faction in the Home Castles, or in all starting Spaces (3.3.9, 3.3.11)."""
    who = other(faction(scene, clan))
    keys = homes_of(scene, clan) or facts(scene).starting[clan]
    there = [u for s in keys for u in units(scene, s) if side_of(scene, u) == who]
    best = majority(scene, there)
    if not best:
        holders = [controller(scene, s) for s in keys]
        most = max(holders.count(c) for c in holders)
        best = list(dict.fromkeys(c for c in holders if holders.count(c) == most))
    if len(best) == 1:
        return best[0]
    chosen: str = yield from pick(
        scene,
        speaker(scene, who, keys[0]),
        best,
        what="conqueror",
        rule="3.3.10",
        prompt=f"which Clan has conquered {scene.game.sides[clan].name.en}?",
    )
    return chosen


@carries("3.3.5", "3.3.6", "3.3.7", "3.3.8", "3.32.1", "3.32.2", "15.4.6", "3.3.x1", "2.46.4", "2.46.5")
def fall(scene: Scene, clan: str) -> Flow[list[Gain]]:
    """A Clan falls: Leaders out of the game, Soldiers to the conqueror's box, Spaces to the conqueror (3.3.x1)."""
    taker = yield from conqueror(scene, clan)
    old, new = faction(scene, clan), faction(scene, taker)
    scene.do(Said(f"{scene.game.sides[clan].name.en} fall to {scene.game.sides[taker].name.en}", rule="3.3.3"))
    lost = [u.id for u in everywhere(scene, clan)]
    taken = [] if clan in ELIMINATED else [id for id in lost if id not in facts(scene).leaders]
    for id in lost:
        if id not in taken:
            eliminate(scene, id, "3.32.1" if clan == "takeda" else "3.3.5")
    for id in taken:
        change_side(scene, id, taker, "3.3.6")
    for id in taken:
        to_box(scene, id, "3.3.6")
    gained: list[Gain] = []
    for space in facts(scene).spaces:
        if controller(scene, space) == clan:
            gained += _inherit(scene, space, old, new, taker)
        lift_siege(scene, space)
    scene.do(Marked(clan, "fallen", taker, rule="3.3.3"))
    if clan == ODA and scene.value(scene.table.pieces[NOBUNAGA], "heir", False):
        nobunaga_is_dead(scene)  # Nobutada is out of the game with his Clan (14.3(Campaign).2)
    return gained


def _inherit(scene: Scene, space: str, old: str, new: str, taker: str) -> list[Gain]:
    """Spaces with friends of the fallen Clan in them stay with those; the rest goes to the conqueror (2.46.4)."""
    friends: list[Piece] = [u for u in units(scene, space) if side_of(scene, u) == old]
    if friends:
        set_control(scene, space, majority(scene, friends)[0], "2.46.4")
        return []
    gain = Gain(space, new, held_by(scene, space))
    set_control(scene, space, taker, "2.46.4")
    lose_azuchi(scene, space)
    return [gain]


@carries("3.3.3", "3.3.x2", "3.3.x3")
def all_falls(scene: Scene) -> Flow[list[Gain]]:
    """Clans that are due fall one after the other, in an order the conqueror chooses, until none is due (3.3.x2)."""
    gained: list[Gain] = []
    while True:
        ready = [clan for clan in homeless(scene) if falls(scene, clan)]
        if not ready:
            return gained
        clan = ready[0]
        if len(ready) > 1:
            seat = speaker(scene, other(faction(scene, clan)), KYO)
            clan = yield from pick(
                scene, seat, ready, what="falls first", rule="3.3.x2", prompt="which Clan falls first?"
            )
        gained += yield from fall(scene, clan)
