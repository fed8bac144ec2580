"""What each lord is after: Shingen the capital, his columns the castles beside the road, Nobunaga whoever comes.

Not part of the rules. A plan is a hex to go to; `advice` ranks the options of a question by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, castles_of, invested_hexes, is_shut_in
from compiler.rules.shingens_arrival.ch16_entry import barred_to, is_held
from compiler.rules.shingens_arrival.facts import (
    ASAKURA,
    ASHIKAGA,
    AZAI,
    ENEMY,
    IKKO,
    NOBUNAGA,
    ODA,
    ODA_PLAYER,
    SAIKA,
    SHINGEN,
    TAKEDA,
    TOKUGAWA,
    facts,
)
from compiler.rules.shingens_arrival.field import turn_of, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.homeward import is_across, is_cut_off, keeps_open, line, posts, would_shut
from compiler.rules.shingens_arrival.muster import gathers
from compiler.rules.shingens_arrival.roads import about, far
from compiler.rules.shingens_arrival.shingens_road import FUTAMATA, HOST, has_come, is_past, shingens_goal
from compiler.rules.shingens_arrival.targets import (
    HOME,
    LEASH,
    ODDS,
    REACH,
    SHAKEN,
    STRONG,
    about_home,
    around,
    castle_to_take,
    helpers,
    is_hunted,
    is_safe,
    refuge,
    starves,
    takes_the_field,
    threat,
)

NEAR_SAKAI = 6  # hexes within which a force may be told off to shut it
OWARI_WING = ("sakuma_nobumori", "takigawa_kazumasu")  # stands across Shingen's line once he is past
LAST_TURN = 24
TRIED = 6  # places across it that are looked at
AKECHI, SHIBATA = "akechi_mitsuhide", "shibata_katsuie"  # keep Kyoto and Sakai
HONGANJI, NAGASHIMA = "0330", "2323"
TSUKUDE, NAGASHINO, INUI = "3625", "3927", "4426"
ANAYAMA = "anayama_nobukimi"  # goes for Futamata and the castles around it
GUARDS = {  # of castles that Shingen's line runs over
    "akiyama_nobutomo": TSUKUDE,
    "yamagata_masakage": NAGASHINO,
    "kosaka_masanobu": INUI,
    ANAYAMA: FUTAMATA,
}


# -- goals -------------------------------------------------------------------------------------------------------------
def goal_of(scene: Scene, force: Force) -> str:
    """The hex a force wants to be in."""
    return scene.memo(("goal", force.id), lambda: _goal(scene, force))


def _goal(scene: Scene, force: Force) -> str:
    if force.army == TAKEDA:
        return _takeda(scene, force)
    if force.army in (IKKO, SAIKA) and _shuts_sakai(scene, force):
        return facts(scene).sakai
    if is_held(scene, force.army) or force.army == ASHIKAGA or not takes_the_field(scene, force):
        return refuge(scene, force)
    if is_hunted(scene, force) or starves(scene, force):
        return (_away(scene, force) if is_hunted(scene, force) else None) or refuge(scene, force)
    if force.seat == ODA_PLAYER:
        told_off = _behind_shingen(scene, force) or gathers(scene, force) or _holds(scene, force)
        return (
            told_off
            or threat(scene, force, _open_to(scene, force))
            or _across(scene, force)
            or _walls(scene, force)
            or _muster(scene, force)
        )
    if force.army == IKKO:
        return _ikko(scene, force)
    home = _home(scene, force)
    return (
        threat(scene, force, about_home(scene, force, home))
        or castle_to_take(scene, force, home)
        or refuge(scene, force)
    )


def _home(scene: Scene, force: Force) -> str:
    """The castle an army works from: Azai and Asakura from Odani, together."""
    known = facts(scene)
    return known.main_castles.get(AZAI if force.army in (AZAI, ASAKURA) else force.army, known.kyoto)


def _takeda(scene: Scene, force: Force) -> str:
    """Shingen and his host go for Kyoto; the columns for castles beside the road; the weak guard castles."""
    if force.id == SHINGEN:
        return shingens_goal(scene, force)
    if starves(scene, force):
        return refuge(scene, force)
    posted = _on_the_line(scene, force)
    if posted is not None:
        return posted
    kyoto, shingen = facts(scene).kyoto, war(scene).force_of(SHINGEN)
    if force.id in HOST and shingen is not None:
        if not has_come(scene):
            return shingen.hex
        sallies = takes_the_field(scene, force)  # the worn stay in the capital
        return (_beside_kyoto(scene, force) if sallies else None) or kyoto
    if is_held(scene, TOKUGAWA):
        return refuge(scene, force)  # until Shingen comes nobody frees them
    guarded = GUARDS.get(force.id, "")
    if castles_in_effect(scene).get(guarded) == force.seat:
        return guarded
    if not takes_the_field(scene, force):
        return refuge(scene, force)
    first = FUTAMATA if force.id == ANAYAMA else force.hex
    return (
        threat(scene, force, around(scene, first, LEASH)) or castle_to_take(scene, force, first) or refuge(scene, force)
    )


def _on_the_line(scene: Scene, force: Force) -> str | None:
    """Where a force of Takeda holds Shingen's line open, or is sent to open it; the strong are not told off."""
    if not is_past(scene):
        return None
    if keeps_open(scene, force):
        return force.hex
    if not is_cut_off(scene):
        return None

    def find() -> Mapping[str, str]:
        kyoto, forces = facts(scene).kyoto, war(scene).forces
        host = [forces[id] for id in HOST[1:] if id in forces]
        guard = min(
            host, key=lambda f: about(scene, f.hex, kyoto), default=None
        )  # of the capital, so Shingen may leave
        mine = [f for f in war(scene).of_army(TAKEDA) if f.id != SHINGEN and f is not guard]
        able = [f for f in (*mine, *war(scene).of_army(IKKO)) if f.morale > SHAKEN and not f.investing]
        return posts(scene, [f for f in able if not is_shut_in(scene, f)], HOST)

    return scene.memo("posts", find).get(force.id)


def _beside_kyoto(scene: Scene, force: Force) -> str | None:
    """What the host goes for while Shingen is in Kyoto: whoever threatens him or his line, else castles about it."""
    guard = [f for f in war(scene).here(facts(scene).kyoto, force.seat) if f.id != force.id]
    if war(scene).strength(guard) < STRONG:
        return None
    return threat(scene, force) or castle_to_take(scene, force, facts(scene).kyoto)


def _ikko(scene: Scene, force: Force) -> str:
    """Those of Honganji shut Oda out of Kyoto until Shingen is there, those of Nagashima keep the road open."""
    known = facts(scene)
    if known.distance(force.hex, known.kyoto) > known.distance(force.hex, NAGASHIMA):
        posted = _on_the_line(scene, force)
        return posted or threat(scene, force) or castle_to_take(scene, force, NAGASHIMA) or refuge(scene, force)
    shingen = war(scene).force_of(SHINGEN)
    if shingen is None or shingen.hex != known.kyoto:
        return known.kyoto
    return threat(scene, force) or castle_to_take(scene, force, HONGANJI) or HONGANJI


def _shuts_sakai(scene: Scene, force: Force) -> bool:
    """Whether it falls to a force to stand in Sakai, and so shut Oda out: to the weakest about it."""
    known = facts(scene)
    about_it = [
        f
        for f in war(scene).forces.values()
        if f.army in (IKKO, SAIKA) and known.distance(f.hex, known.sakai) <= NEAR_SAKAI
    ]
    enemies = [f for near in (known.sakai, *known.joined[known.sakai]) for f in war(scene).outside(near, ODA_PLAYER)]
    fit = [f for f in about_it if war(scene).strength([f]) >= war(scene).strength(enemies)]
    return bool(fit) and min(fit, key=lambda f: (war(scene).strength([f]), f.id)).id == force.id


def _holds(scene: Scene, force: Force) -> str | None:
    """Kyoto or Sakai, for those of Oda told off to keep them: enemies about it who can be beaten, else the place."""
    place = {AKECHI: facts(scene).kyoto, SHIBATA: facts(scene).sakai}.get(force.id)
    if place is None:
        return None
    now, enemy = war(scene), ENEMY[force.seat]
    hexes = [hex for hex in (place, *facts(scene).joined[place]) if now.outside(hex, enemy)]
    mine = now.strength({f.id: f for f in (force, *helpers(scene, force, place))}.values())
    weakest = min(hexes, key=lambda hex: (now.strength(now.outside(hex, enemy)), hex), default=place)
    return weakest if mine >= ODDS * now.strength(now.outside(weakest, enemy)) else None


def _walls(scene: Scene, force: Force) -> str | None:
    """The enemy castle to go for about home when Shingen is past and nobody in the field can be beaten."""
    return castle_to_take(scene, force, facts(scene).main_castles[force.army]) if is_past(scene) else None


def _muster(scene: Scene, force: Force) -> str:
    """Nobody can be beaten yet: the army gathers about its sodaisho, and he at his main castle.

    Once Shingen is past, Oda gather before Kyoto instead, to come at him together.
    """
    main = facts(scene).main_castles[force.army]
    if force.army == ODA and is_past(scene):
        return _before_kyoto(scene, force) or refuge(scene, force)
    chief = next((f for f in war(scene).of_army(force.army) if f.print.rank == 2), None)
    if chief is None or chief.id == force.id or about(scene, force.hex, chief.hex) > 2 * REACH:
        return main if castles_in_effect(scene).get(main) == force.seat and (chief is force) else refuge(scene, force)
    return chief.hex


def _before_kyoto(scene: Scene, force: Force) -> str | None:
    """The castle of Oda nearest to Kyoto that nobody besieges, and where Nobunaga may be, too."""
    known, lord = facts(scene), war(scene).forces.get(NOBUNAGA, force)
    return min(_havens(scene, lord), key=lambda hex: (known.distance(hex, known.kyoto), hex), default=None)


def _away(scene: Scene, force: Force) -> str | None:
    """Once Shingen is past, Nobunaga lets himself be shut up nowhere: the nearest castle with nobody stronger about.

    Shaken, he stays behind the walls he has.
    """
    if force.id != NOBUNAGA or force.morale < 0 or not is_past(scene):
        return None
    havens = (hex for hex in _havens(scene, force) if hex != force.hex)
    return min(havens, key=lambda hex: (far(scene, force.seat, force.hex, hex), hex), default=None)


def _havens(scene: Scene, lord: Force) -> Sequence[str]:
    """The castles of Oda that nobody besieges and where a lord is safe."""
    shut = invested_hexes(scene)
    return [hex for hex in castles_of(scene, ODA_PLAYER) if hex not in shut and is_safe(scene, lord, hex)]


def _open_to(scene: Scene, force: Force) -> Collection[str] | None:
    """Where a force of Oda goes for enemies: once Shingen is past, Nobunaga only where he is safe; others anywhere."""
    if force.id != NOBUNAGA or not is_past(scene):
        return None
    return {hex for hex in war(scene).stand(ENEMY[force.seat]).outer if is_safe(scene, force, hex)}


# -- Shingen's line ----------------------------------------------------------------------------------------------------
def _behind_shingen(scene: Scene, force: Force) -> str | None:
    """Once he is past, Tokugawa go for the castles of Mikawa that keep his line, the wing in Owari stands across it.

    In the last turn all of Oda do: the line counts most when the game is over.
    """
    if not is_past(scene):
        return None
    if force.army == TOKUGAWA:
        return castle_to_take(scene, force, TSUKUDE)
    return _cut(scene, force) if force.id in OWARI_WING or is_last_turn(scene) else None


def is_last_turn(scene: Scene) -> bool:
    return turn_of(scene) == LAST_TURN


def _across(scene: Scene, force: Force) -> str | None:
    """With nobody to beat, Nobunaga too stands across the line of who is past him."""
    return _cut(scene, force) if force.id == NOBUNAGA and is_past(scene) else None


def _cut(scene: Scene, force: Force) -> str | None:
    """Where a force stands in the way of Shingen's line with no enemy beside it: the nearest place that shuts it.

    If none does by itself, the nearest where it would run; who is there already stays, for another may shut the rest.
    """
    known = facts(scene)
    barred = barred_to(scene, force.army)
    found = [
        (about(scene, force.hex, hex), hex)
        for hex in line(scene)
        if hex not in barred
        and known.province.get(hex) in (*HOME, "mikawa", "totomi")
        and not _watched(scene, force, hex)
        and (force.id != NOBUNAGA or is_safe(scene, force, hex))
    ]
    if is_across(scene, force):
        found.append((0.0, force.hex))
    near = [hex for far_off, hex in sorted(found) if far_off <= REACH]
    shut = (hex for hex in near[:TRIED] if would_shut(scene, force, hex))
    return next(shut, near[0] if near else None)


def _watched(scene: Scene, force: Force, hex: str) -> bool:
    now, enemy = war(scene), ENEMY[force.seat]
    return any(now.here(near, enemy) for near in (hex, *facts(scene).joined[hex]))


# -- together ----------------------------------------------------------------------------------------------------------
def waits(scene: Scene, force: Force) -> bool:
    """Whether a force near its enemy had better let others come up first."""
    now, goal = war(scene), goal_of(scene, force)
    theirs = now.strength(now.outside(goal, ENEMY[force.seat]))
    if not theirs or far(scene, force.seat, force.hex, goal) > 5:
        return False
    near = (f for f in now.forces.values() if f.seat == force.seat and facts(scene).distance(f.hex, goal) <= 2)
    return ODDS * theirs > now.strength({f.id: f for f in (force, *near)}.values())
