"""17-1-2 and 17-2 Who rises and who makes peace: the Ashikaga lords, Azai and Asakura, and their castles."""

from __future__ import annotations

from compiler.model.event import Moved
from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.topics import PlacePiece
from compiler.rules.shingens_arrival.ch06_organization import bring
from compiler.rules.shingens_arrival.ch12_castles import (
    AT_PEACE_MARK,
    RISEN,
    castles_in_effect,
    enter_garrison,
    has_risen,
    is_lords,
    is_ruin,
    leave_garrison,
    owner,
)
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch13_relief import send_away
from compiler.rules.shingens_arrival.facts import ASHIKAGA, AT_PEACE, ENEMY, OFF_MAP, TAKEDA_PLAYER, YOSHIAKI, facts
from compiler.rules.shingens_arrival.field import set_mark, take_off, war
from compiler.rules.shingens_arrival.told import tell_end


# -- lords -------------------------------------------------------------------------------------------------------------
@carries("17-1-2(2).5", "17-1-2(2).1")
def can_rise(scene: Scene, lord: str) -> bool:
    """A lord off the map who has not risen and still owns a castle (17-1-2(2), 17-2-4)."""
    return (
        scene.table.pieces[lord].place == OFF_MAP[ASHIKAGA]
        and not has_risen(scene.table, lord)
        and bool(his_castles(scene, lord))
    )


def his_castles(scene: Scene, lord: str) -> list[str]:
    """The castles a lord still owns."""
    return [hex for hex in facts(scene).lord_castles[lord] if is_lords(scene, hex)]


@carries("17-1-2(2).2", "17-1-2(2).3", "17-1-2(2).x1", "17-1-2(2).x2")
def rise(scene: Scene, lord: str, rule: str, attacked: str | None = None) -> Flow[None]:
    """A lord comes to his castle, in garrison if an enemy force is there; Yoshiaki has two to choose from."""
    if attacked is not None:
        hex = attacked
    else:
        mine = his_castles(scene, lord)
        hex = yield from decide(
            scene,
            mine,
            topic=PlacePiece(lord),
            prompt=f"{scene.name(lord)} rises where?",
            seat=TAKEDA_PLAYER,
            rule="17-1-2(2).x1",
        )
    scene.do(Moved(lord, hex, rule=rule))
    set_mark(scene, lord, RISEN, True, rule)
    if war(scene).outside(hex, ENEMY[TAKEDA_PLAYER]):
        enter_garrison(scene, lord, "17-1-2(2).3")


@carries("17-2-3.1")
def rouse_lords(scene: Scene, hex: str) -> Flow[None]:
    """An attack on the castle of lords who have not risen makes them rise in it at once (17-2-3)."""
    if not is_lords(scene, hex):
        return
    for lord in [lord for lord in facts(scene).castles[hex].lords if can_rise(scene, lord)]:
        yield from rise(scene, lord, "17-2-3.1", attacked=hex)


@carries("17-1-2(4).3", "17-2-4.1")
def lord_makes_peace(scene: Scene, lord: str, rule: str) -> None:
    """A risen lord leaves the map with the steps he has; his castle has no effect any more (17-1-2(4), 17-2-4)."""
    if not has_risen(scene.table, lord) or war(scene).force_of(lord) is None:
        return
    tell_end(scene, lord, "makes peace", rule)
    take_off(scene, lord, OFF_MAP[ASHIKAGA], rule)
    set_mark(scene, lord, RISEN, None, rule)


# -- armies ------------------------------------------------------------------------------------------------------------
@carries("17-1-2(4).3")
def army_makes_peace(scene: Scene, army: str, rule: str) -> None:
    """All units of an army leave the map; its castles stay its own and have no effect (17-1-2(4))."""
    if not any(True for _ in war(scene).of_army(army)):
        return
    for force in list(war(scene).of_army(army)):
        for unit in (*force.units[1:], force.id):
            take_off(scene, unit, AT_PEACE[army], rule)
    set_mark(scene, army, AT_PEACE_MARK, True, rule)


@carries("17-1-2(2).6", "17-1-2(4).5", "17-1-2(4).6")
def army_rises(scene: Scene, army: str, rule: str) -> Flow[bool]:
    """An army at peace comes back to castles of its own, put there by the Takeda player; with none it stays away."""
    if scene.table.mark(army, AT_PEACE_MARK) is None:
        return False
    castles = [hex for hex in facts(scene).castles if owner(scene, hex) == army and not is_ruin(scene, hex)]
    if not castles:
        return False
    set_mark(scene, army, AT_PEACE_MARK, None, rule)
    units = scene.table.stacks.get(AT_PEACE[army], ())
    yield from bring(scene, TAKEDA_PLAYER, units, castles, rule)
    return True


@carries("17-1-2(4).x2")
def after_peace(scene: Scene) -> Flow[list[str]]:
    """Troops in castles that have lost their effect come out, or go elsewhere if an enemy is there; sieges end.

    The units that had nowhere to go.
    """
    check_investments(scene)
    counting, gone = castles_in_effect(scene), list[str]()
    for force in list(war(scene).forces.values()):
        if not force.inside or force.hex in counting or force.id not in war(scene).forces:
            continue
        if war(scene).outside(force.hex, ENEMY[force.seat]):
            gone += yield from send_away(scene, force.id, force.hex, "17-1-2(4).x2")
        else:
            leave_garrison(scene, force.id, "17-1-2(4).x2")
    return gone


def lords_of_line(scene: Scene, line: int) -> list[str]:
    """The lords of a line of the uprising table."""
    return [id for id, unit in facts(scene).units.items() if unit.line == line]


__all__ = [
    "YOSHIAKI",
    "after_peace",
    "army_makes_peace",
    "army_rises",
    "can_rise",
    "lord_makes_peace",
    "lords_of_line",
    "rise",
    "rouse_lords",
]
