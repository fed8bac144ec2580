"""Shingen's own road: castles that shut his line, then the capital, then whoever is about it. Not part of the rules."""

from __future__ import annotations

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch12_castles import castles_of
from compiler.rules.shingens_arrival.ch13_investing import threshold
from compiler.rules.shingens_arrival.facts import ENEMY, SHINGEN, facts
from compiler.rules.shingens_arrival.field import stage_of, turn_of, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import is_cut_off
from compiler.rules.shingens_arrival.roads import far
from compiler.rules.shingens_arrival.targets import REACH, around, threat

HOST = (SHINGEN, "takeda_katsuyori", "baba_nobuharu", "naito_masatoyo")
FUTAMATA, KUWANA = "4328", "2324"
STATIONS = (FUTAMATA, KUWANA)  # their zones shut the line
STORM = 25  # how much stronger than a garrison the host is that storms its castle
UNMISSED = 4  # steps that Shingen does not wait for: a large force misses them least, and time is short
WORN = 22  # with less strength Shingen stands where he has a line until men come
LAST_REST = 16  # the last turn in which he does
LAST_STATION = 10  # the last turn in which Shingen lets himself be held up by a castle
YAMASHIRO = "yamashiro"
PAST = ("ise", "omi", YAMASHIRO)
SALLY, SORTIE = 4, 8  # hexes from Kyoto within which Shingen goes for an enemy, with a line and without
LAST_SALLY = 2  # the last stage in which he does so beyond Yamashiro


def has_come(scene: Scene) -> bool:
    """Whether Shingen has been in Kyoto."""
    shingen = scene.table.pieces.get(SHINGEN)
    return shingen is not None and shingen.mark("entered_kyoto") is not None


def shingens_goal(scene: Scene, force: Force) -> str:
    """The capital; once he has come there, whoever shuts his line, and whoever is about it.

    With a line he is back in Yamashiro when a turn is over, for that is when his place counts; without one there is
    nothing to be had there. He never leaves Kyoto to nobody.
    """
    known = facts(scene)
    kyoto, mine = known.kyoto, war(scene).here(known.kyoto, force.seat)
    if not has_come(scene):
        rests = is_worn(scene, force) and turn_of(scene) <= LAST_REST and not is_cut_off(scene)
        return force.hex if rests else _station(scene, force) or kyoto
    if not any(f.id != force.id for f in mine):
        return kyoto
    cut = is_cut_off(scene)
    near = around(scene, kyoto, SORTIE if cut else SALLY)
    if stage_of(scene) > LAST_SALLY and not cut:
        near = {hex for hex in near if known.province.get(hex) == YAMASHIRO}
    return threat(scene, force, near) or kyoto


def is_worn(scene: Scene, force: Force) -> bool:
    """Whether Shingen has lost so many that Nobunaga might seek battle, and may have them again: he is the war."""
    return war(scene).strength([force]) < WORN and missed(scene, force) > 0


def missed(scene: Scene, force: Force) -> int:
    """The steps a force lacks; a few of many Shingen does not wait for."""
    units = facts(scene).units
    lost = sum(units[piece.id].steps - piece.steps for piece in force.pieces)
    return max(0, lost - UNMISSED) if force.id == SHINGEN else lost


def _station(scene: Scene, force: Force) -> str | None:
    """The castle Shingen takes before he goes on, for his line passes it, if he and his host are strong enough."""
    known, now, walls = facts(scene), war(scene), castles_of(scene, ENEMY[force.seat])
    if turn_of(scene) > LAST_STATION:
        return None
    host = now.strength([f for id in HOST if (f := now.forces.get(id)) is not None])
    for hex in STATIONS:
        strong = host >= max(threshold(scene, hex), now.strength(now.inside(hex)) + STORM)
        if hex in walls and strong and known.distance(force.hex, known.kyoto) >= known.distance(hex, known.kyoto) - 2:
            return hex
    return None


def is_in_shingens_way(scene: Scene, hex: str) -> bool:
    """Whether Shingen goes for the castle of a hex, to have his line."""
    shingen = war(scene).force_of(SHINGEN)
    if shingen is None:
        return False
    return scene.memo(("goal", SHINGEN), lambda: shingens_goal(scene, shingen)) == hex


def is_past(scene: Scene) -> bool:
    """Whether Shingen has left Owari behind him."""
    shingen = war(scene).force_of(SHINGEN)
    return shingen is not None and facts(scene).province.get(shingen.hex) in PAST


def is_alone_fit(scene: Scene, hex: str) -> bool:
    """Whether nobody of Shingen's host but himself is strong enough to invest a castle."""
    now, least = war(scene), threshold(scene, hex)
    others = [f for id in HOST[1:] if (f := now.forces.get(id)) is not None]
    return not any(now.strength([f]) >= least for f in others)


def host_is_together(scene: Scene) -> bool:
    """Whether those who march with Shingen have come up with him; who is left far behind is not waited for."""
    shingen, now = war(scene).force_of(SHINGEN), war(scene)
    if shingen is None:
        return True
    others = [f for id in HOST if (f := now.forces.get(id)) is not None and not f.inside and not f.investing]
    return not any(4 < far(scene, f.seat, f.hex, shingen.hex) <= REACH for f in others)


def is_late(scene: Scene) -> bool:
    """Whether Shingen has no time left to wait for anybody."""
    return turn_of(scene) > facts(scene).last_turn // 6
