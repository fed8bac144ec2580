"""Actions 8 and 9 and the end of a round: ronin leave, koku come in, the dead are counted, somebody may have won."""

from __future__ import annotations

from compiler.model.event import Drawn
from compiler.play.ask import Flow
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shogun.ch04_5_ronin import camps
from compiler.rules.shogun.ch04_6_ninja import lost_in_the_field
from compiler.rules.shogun.ch04_7c_results import surrender, take_over
from compiler.rules.shogun.ch05_winning import at_end_of_round, at_once
from compiler.rules.shogun.facts import RONIN_SUPPLY, daimyo, facts, treasury
from compiler.rules.shogun.field import alive, armies, disrupted, hand, heir, on_card, place_of, seat
from compiler.rules.shogun.hands import dismiss, income, put_koku


@step("4-8.1", "remove_ronin", "4-8.2", "4-8.3", "4-8.4")
def remove_ronin(scene: Scene) -> Flow[Outcome]:
    """All ronin go back to the master tray, face-down cards into the piles (4-8.1, 4-8.4)."""
    yield from ()
    cards = [(colour, camp.card) for colour in alive(scene) for camp in camps(scene, colour)]
    roles = facts(scene).roles
    served = [
        id for id, piece in scene.table.pieces.items() if roles.get(id) == "ronin" and piece.place != RONIN_SUPPLY
    ]
    dismiss(scene, served, "4-8.1")
    back = [Drawn(card, hand(scene, colour), (seat(scene, colour),), rule="4-8.4") for colour, card in cards]
    scene.handle(*back)
    return None


@step("4-9.1", "collect_koku", "4-9.3", "4-9.4")
def collect_koku(scene: Scene) -> Flow[Outcome]:
    """A third of the provinces in koku, never fewer than three (4-9.1, 4-9.4)."""
    yield from ()
    put_koku(scene, {treasury(colour): income(scene, colour, at_least=True) for colour in alive(scene)}, "4-9.3")
    return None


@step("5.3", "end_of_round", "5.2", "6.12", "4-6-Killed.4", "4-7C-Elim.2", "5.5")
def end_of_round(scene: Scene) -> Flow[Outcome]:
    """Assassinated daimyos without an army are lost; then the longer and the two-player game look for a winner."""
    for colour in list(alive(scene)):
        for army in armies(scene, colour):
            if disrupted(scene, colour, army) and not on_card(scene, colour, army):
                yield from _bury(scene, colour, army)
    return at_once(scene) or at_end_of_round(scene)


def _bury(scene: Scene, colour: str, army: int) -> Flow[None]:
    """A lone assassinated daimyo is lost at the end of the round; if he was the last, the striker takes over."""
    province = place_of(scene, colour, army)
    striker = str(scene.table.pieces[daimyo(colour, army)].mark("struck_by"))
    assert province is not None
    lost_in_the_field(scene, colour, army)
    surrender(scene, colour, province)
    if not armies(scene, colour):
        yield from take_over(scene, colour, heir(scene, striker))
