"""Laws of the campaign that hold whenever a step ends."""

from __future__ import annotations

from compiler.play.scene import Scene
from compiler.play.step import law
from compiler.rules.shingens_arrival.ch12_castles import enemy_castle, invested_castles, is_ruin, no_garrison
from compiler.rules.shingens_arrival.ch13_investing import is_strong_enough
from compiler.rules.shingens_arrival.facts import ODA_PLAYER, TAKEDA_PLAYER, facts
from compiler.rules.shingens_arrival.field import FORCE_MARKS, war


@law("6.0.2")
def every_led_unit_has_a_leader(scene: Scene) -> str | None:
    """A unit on a command track is led by a commander of its army and of higher rank who is on the map."""
    units, now = facts(scene).units, war(scene)
    for unit, leader in now.led_by.items():
        if leader not in now.forces:
            return f"`{unit}` is on the track of `{leader}`, who leads no force"
        if units[unit].army != units[leader].army or units[unit].rank >= units[leader].rank:
            return f"`{leader}` leads `{unit}`"
    return None


@law("6-1-1.2")
def one_unit_in_a_box(scene: Scene) -> str | None:
    """A command box holds one unit."""
    full = [box for box in facts(scene).box_of if scene.table.count(box) > 1]
    return f"`{full[0]}` holds more than one unit" if full else None


@law("6-2.x2")
def markers_lie_on_leaders(scene: Scene) -> str | None:
    """Morale, garrison, investing and acted lie on units that lead a force."""
    forces = war(scene).forces
    for unit in facts(scene).units:
        piece = scene.table.pieces.get(unit)
        if piece is not None and unit not in forces and any(piece.mark(mark) is not None for mark in FORCE_MARKS):
            return f"`{unit}` leads no force and has the markers of one"
    return None


@law("16-6-2.1")
def enemies_keep_apart(scene: Scene) -> str | None:
    """Forces of both players share a hex only if those of one are in garrison; nobody is where no force can go."""
    now, joined = war(scene), facts(scene).joined
    for hex in now.at:
        if now.outside(hex, TAKEDA_PLAYER) and now.outside(hex, ODA_PLAYER):
            return f"enemies share `{hex}`"
        if not joined[hex]:
            return f"a force is in `{hex}`, which nobody can enter"
    return None


@law("12-2.2")
def garrisons_are_in_castles_they_may_use(scene: Scene) -> str | None:
    """Whoever is in garrison has a castle around him that he may garrison."""
    wrong = [f.id for f in war(scene).forces.values() if f.inside and no_garrison(scene, f.army, f.hex) is not None]
    return f"`{wrong[0]}` is in garrison where it may not be" if wrong else None


@law("13-1-3.1")
def investments_are_kept_up(scene: Scene) -> str | None:
    """An investment is of an enemy castle and strong enough; only such a castle has lowered morale."""
    for hex, forces in invested_castles(scene).items():
        seat = forces[0].seat
        if not enemy_castle(scene, hex, seat) or not is_strong_enough(scene, hex, seat):
            return f"`{hex}` is invested and cannot be"
    for hex, mark in scene.table.marks:
        if mark == "morale" and hex not in invested_castles(scene):
            return f"`{hex}` has lowered morale and is not invested"
    return None


@law("13-3-6.2")
def ruins_are_abandoned(scene: Scene) -> str | None:
    """A castle without durability has the Abandoned marker, and only such a one; nobody owns it."""
    table = scene.table
    for hex in facts(scene).castles:
        if (table.mark(hex, "durability") == 0) != (table.mark(hex, "abandoned") is not None):
            return f"`{hex}` has durability 0 or is abandoned, not both"
        if is_ruin(scene, hex) and table.mark(hex, "control") is not None:
            return f"the ruin of `{hex}` belongs to somebody"
    return None


@law("17-1-2(4).3")
def who_is_at_peace_is_off_the_map(scene: Scene) -> str | None:
    """An army at peace has no force on the map."""
    forces = war(scene).forces.values()
    wrong = [f.id for f in forces if scene.table.mark(f.army, "at_peace") is not None]
    return f"`{wrong[0]}` is of an army at peace" if wrong else None
