"""Section 15.1: Ashikaga Yoshiaki, exiled by Oda or turned into a Daimyo by their enemies."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.event import Moved
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, pick
from compiler.rules.a_most_dangerous_time.ch03_clans import closed, hasten, powers, turn_shogun, violate
from compiler.rules.a_most_dangerous_time.ch08_immediate import aftermath
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, MINORS, ODA, SHOGUN, TOMO, facts
from compiler.rules.a_most_dangerous_time.field import hostile, neighbours, of_faction
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_faction

EXILE_SHOGUN, CONVERT = "exile_the_shogun", "convert_the_shogun"


def is_samurai(scene: Scene) -> bool:
    """Yoshiaki still shows his Neutral side and is not in Tomo."""
    piece = scene.table.pieces.get(SHOGUN)  # a table of only a few pieces may lack him
    return piece is not None and piece.face == 0 and piece.place != TOMO


@carries("15.1.5", "15.1.7", "15.1.9", "15.1.13")
def shogun_acts(scene: Scene) -> Iterator[str]:
    """What may be done with the Shogun as an impulse starts (15.1.5, 15.1.7)."""
    if is_samurai(scene):
        if active_faction(scene) == ODA:
            yield EXILE_SHOGUN
        elif active_alliance(scene) == MINORS and scene.table.pieces[SHOGUN].place == KYO:
            yield CONVERT


@carries("15.1.5", "15.1.6", "11.4.3", "2.45.7", "2.45.8")
def exile_shogun(scene: Scene) -> Flow[None]:
    """Exiled without the card: a die for each power that waits, which comes so much earlier (15.1.6)."""
    scene.do(Moved(SHOGUN, TOMO, rule="15.1.5"))
    yield from hasten(scene, powers(scene), "15.1.6")


@carries("15.1.7", "15.1.8", "15.1.10", "15.1.11", "15.1.x1", "3.2.x2")
def convert(scene: Scene) -> Flow[None]:
    """He becomes a Daimyo; with Oda in Kyo he may leave for an adjacent Space, and fights whom he meets (15.1.10)."""
    turn_shogun(scene, "15.1.7")
    place = KYO
    if of_faction(scene, KYO, ODA):
        near = [
            p for p, _ in neighbours(scene, KYO) if p in facts(scene).forts and closed(scene, p, "ashikaga") is None
        ]
        place = yield from pick(
            scene,
            active_seat(scene),
            (KYO, *near),
            what="shogun leaves",
            rule="15.1.10",
            prompt="the Shogun stays in Kyo, or leaves for where?",
        )
    if place != KYO:
        yield from violate(scene, place, ANTI)
        scene.do(Moved(SHOGUN, place, rule="15.1.10"))
    if hostile(scene, place, ANTI):  # without a fight control waits for step 8 (2.46.11)
        yield from aftermath(scene, (SHOGUN,), cards=True, rule="15.1.11")
