"""8.0 Lines of communication: from a force over friends and castles to the main castle of its army."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import castle_ring, unit_zone
from compiler.rules.shingens_arrival.ch12_castles import (
    castles_of,
    invested_hexes,
    is_ruin,
    seat_of_castle,
    while_they_stand,
)
from compiler.rules.shingens_arrival.ch18_weather import ways_ahead, weather_of
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.spread import Ahead, Spread, Terrain


@carries("8-1.5", "8-2.1", "8-2.2", "8-2-6.1")
def has_line(scene: Scene, force: Force) -> bool:
    """Whether a force can trace a line to its main castle (8-2). Armies without one need none (8-1)."""
    main = main_castle(scene, force.army)
    if main is None:
        return True
    if not main_castle_serves(scene, force.army):
        return False
    if force.hex == main:
        return True
    if force.inside and war(scene).here(force.hex, ENEMY[force.seat]):
        return False  # a shut-in garrison (8-2.2)
    return joined(scene, force.army, force.hex)


def main_castle(scene: Scene, army: str) -> str | None:
    found: str | None = facts(scene).main_castles.get(army)
    return found


@carries("8-1.3", "8-1.4")
def main_castle_serves(scene: Scene, army: str) -> bool:
    """Whether an army's main castle is neither a ruin nor in the hands of the other side (8-1)."""
    known: dict[str, bool] = scene.memo("main castles that serve", dict, of="marks")
    found = known.get(army)
    if found is None:
        main, seat = main_castle(scene, army), facts(scene).seat_of[army]
        found = main is not None and not is_ruin(scene, main) and seat_of_castle(scene, main) == seat
        known[army] = found
    return found


@carries("8-2-3.1", "8-2-3.2", "8-2-3.3", "8-2-4.1", "8-2-5.1", "8-2-3.x1")
def closed(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes no line of a player passes: enemy forces, enemy castles not invested, enemy zones without a friend.

    Water sides and mountains are no steps at all (8-2-3.4, 8-2-3.x3). Own zones cancel nothing (8-2-5.1).
    """
    return while_they_stand(scene, ("closed", seat), lambda: _closed(scene, seat))


def _closed(scene: Scene, seat: str) -> frozenset[str]:
    """The very same as long as the enemy stays and the same of his zones have friends in them."""
    shut, zone = _blocking(scene, ENEMY[seat])
    friends = zone & war(scene).stand(seat).hexes
    known = scene.book.memo.get(("closed", seat))
    if known is None or known[0][0] is not zone or known[0][1] is not shut or known[0][2] != friends:
        known = scene.book.memo["closed", seat] = ((zone, shut, friends), (zone - friends) | shut)
    found: frozenset[str] = known[1]
    return found


def _blocking(scene: Scene, enemy: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a player closes to the lines of the other: hexes for good, and those that a friend there opens again."""
    zone, ring, castles = unit_zone(scene, enemy), castle_ring(scene, enemy), castles_of(scene, enemy)
    stand, invested = war(scene).stand(enemy), invested_hexes(scene)
    return scene.memo_of(
        ("blocking", enemy), (stand, ring, castles, invested), lambda: (stand.outer | (castles - invested), zone | ring)
    )


def over_castles(scene: Scene, army: str) -> Spread:
    """What castles alone join to the main castle; the same as long as no castle changes and no line between them."""
    known = facts(scene)
    seat, main = known.seat_of[army], str(main_castle(scene, army))
    ahead, shut, castles = ways_ahead(scene, army), closed(scene, seat), relay_castles(scene, seat)
    cut = is_cut(scene, army)
    found = _latest(scene).get(army)
    if found is not None and found[0] is ahead and found[1] == castles and found[2] == cut:
        spread = found[3]
        if spread.shut is shut or spread.follows(shut):
            return spread
    terrain = scene.book.once(("lines", army, weather_of(scene)), lambda: Terrain(ahead, known.line_to_castle))
    spread = Spread(terrain, shut, castles - {main})
    if not cut:
        spread.join(main)
        spread.recall()
    _latest(scene)[army] = (ahead, castles, cut, spread)
    return spread


def _latest(scene: Scene) -> dict[str, tuple[Ahead, frozenset[str], bool, Spread]]:
    """For each army what castles joined when we looked last, and what that followed from."""
    found: dict[str, tuple[Ahead, frozenset[str], bool, Spread]] = scene.book.once("over castles", dict)
    return found


def over_castles_before(scene: Scene, army: str) -> Spread | None:
    """What castles joined when we looked last, if in this weather; who uses it looks whether it holds."""
    found = _latest(scene).get(army)
    return None if found is None or found[0] is not ways_ahead(scene, army) or is_cut(scene, army) else found[3]


def is_cut(scene: Scene, army: str) -> bool:
    """Whether an enemy before the main castle cuts all lines (8-2.2)."""
    return main_castle(scene, army) in war(scene).stand(ENEMY[facts(scene).seat_of[army]]).hexes


def joined(scene: Scene, army: str, hex: str) -> bool:
    """Whether a hex is joined to the main castle of an army: by castles alone, as most are, or with forces between."""
    answers: dict[str, bool] = while_they_stand(scene, ("joined", army, weather_of(scene)), dict)
    found = answers.get(hex)
    if found is None:
        found = answers[hex] = _is_joined(scene, army, hex)
    return found


@carries("8-3-2.1", "8-3-2.2", "8-3-3.1", "8-2-1.1", "8-2-2.1")
def _is_joined(scene: Scene, army: str, hex: str) -> bool:
    """Whether some joined relay is near enough: 30 if a castle is at either end of the link, else 10 (8-3)."""
    before, known = over_castles_before(scene, army), facts(scene)
    seat = known.seat_of[army]
    if before is not None and before.still_reaches(hex, closed(scene, seat), relay_castles(scene, seat)):
        return True
    spread = over_castles(scene, army)
    if spread.reaches(hex):
        return True
    return spread.chains(hex, relay_forces(scene, seat) - relay_castles(scene, seat), known.line_to_force)


@carries("8-2-1.x1")
def relay_castles(scene: Scene, seat: str) -> frozenset[str]:
    """The castles a player's lines may run over: in effect, open, and with no enemy force in the hex."""

    def find() -> frozenset[str]:
        castles, shut, enemies = castles_of(scene, seat), closed(scene, seat), war(scene).stand(ENEMY[seat])
        return scene.memo_of(
            ("relay castles", seat), (castles, shut, enemies), lambda: castles.difference(shut, enemies.hexes)
        )

    return while_they_stand(scene, ("relay castles", seat), find)


@carries("8-2-3.x2")
def relay_forces(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes with a friendly force that lines may run over."""
    return war(scene).stand(seat).hexes - closed(scene, seat)


@carries("19-2-1(2).1", "19-2-2(1).2")
def place_has_line(scene: Scene, army: str, hex: str) -> bool:
    """Whether a line can be traced from a bare place, which must itself be open to it (19-2-1(2), 19-2-2)."""
    if not main_castle_serves(scene, army):
        return False
    return hex not in closed(scene, facts(scene).seat_of[army]) and joined(scene, army, hex)


def judged(scene: Scene) -> Mapping[str, bool]:
    """For every force whether it has a line, all at one moment (8-4-1, 8-5-1.1)."""
    return {force.id: has_line(scene, force) for force in war(scene).forces.values()}
