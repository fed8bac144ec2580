"""Cards of step 1: 19, 26-28 and 41-46 (4.1(1).1)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.event import Moved, Said
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, dice
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import faction_of_seat, owner
from compiler.rules.a_most_dangerous_time.ch03_clans import due, hasten, is_neutral, join, powers
from compiler.rules.a_most_dangerous_time.ch06_cards import not_yours, number, own_row, play_card, with_timing
from compiler.rules.a_most_dangerous_time.ch10_losses import fate
from compiler.rules.a_most_dangerous_time.ch11_regroup import may_levy, regroup_clan
from compiler.rules.a_most_dangerous_time.ch15_ashikaga import is_samurai
from compiler.rules.a_most_dangerous_time.ch16_four import levy_of_four, may_levy_of_four
from compiler.rules.a_most_dangerous_time.facts import MINORS, ODA, SHOGUN, TOMO, facts
from compiler.rules.a_most_dangerous_time.field import four, on_map, three
from compiler.rules.a_most_dangerous_time.hands import lift_siege, to_box
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, members, side_of

NOTHING = "-"


@record(frozen=True, slots=True)
class Play(Action):
    """A card of step 1 on a Clan, a power or a Leader; `-` where it needs none."""

    card: str
    on: str


@carries("4.1(1).1", "6.1.2")
def start_plays(scene: Scene, seat: str) -> Iterator[Play]:
    """What a player can do with his cards of step 1."""
    for card in with_timing(scene, seat, ("start_impulse",)):
        if not_yours(scene, seat, card) is None:
            yield from [Play(card, on) for on in objects(scene, seat, card)]


@carries("Card19.1", "Cards26-28.1", "Cards41-44.1", "Card45.1", "Card46.1")
def objects(scene: Scene, seat: str, card: str) -> list[str]:
    """What a card can be played on."""
    what = number(scene, card)
    if what == 19:
        return [NOTHING] if is_samurai(scene) else []
    if what in (26, 27):
        return [clan for clan in facts(scene).neutral_clans if is_neutral(scene, clan)]
    if what == 28:
        shogun = scene.table.pieces[SHOGUN]
        late = [power for power in powers(scene) if power not in due(scene)]  # who comes this turn cannot be hurried
        return [] if shogun.place == TOMO and shogun.face == 0 else late
    if what in (41, 42, 43, 44):
        return prey(scene, seat)
    if what == 46:
        able = may_levy_of_four if _of_four(scene, seat) else may_levy
        return [clan for clan in members(scene, active_alliance(scene)) if able(scene, seat, clan)]
    return [NOTHING]


@carries("Cards41-44.1", "2.45.x1", "16.1.4(4).2")
def prey(scene: Scene, seat: str) -> list[str]:
    """Leaders of enemy Factions on the map; with three players also of the other Anti-Oda player (Cards41-44.1)."""
    who = faction_of_seat(scene, seat)
    found = []
    for id in facts(scene).leaders:
        piece = scene.table.pieces.get(id)
        if piece is None or not on_map(scene, piece) or (id == SHOGUN and piece.face == 0):
            continue
        whose = side_of(scene, piece)
        if whose in ("oda", "anti_oda") and (whose != who or (three(scene) and owner(scene, piece) != seat)):
            found.append(id)
    return found


def bad_play(scene: Scene, seat: str, answer: Play) -> Refusal | None:
    """Why a card of step 1 cannot be played so."""
    no = not_yours(scene, seat, answer.card)
    if no is not None:
        return no
    if scene.game.cards[answer.card].values["timing"] != "start_impulse":
        return Refusal(own_row(scene, answer.card), "that card has its own window")
    if answer.on not in objects(scene, seat, answer.card):
        return Refusal(own_row(scene, answer.card), f"that card cannot be played on `{answer.on}` now")
    return None


@carries("Card19.1", "Cards26-28.1", "Cards41-44.1", "Card45.1", "Card46.1", "3.2.13", "11.4.3")
def play_start(scene: Scene, seat: str, answer: Play) -> Flow[None]:
    """Carry a card of step 1 out."""
    row = own_row(scene, answer.card)
    play_card(scene, seat, answer.card, row)
    what = number(scene, answer.card)
    if what == 19:
        scene.do(Moved(SHOGUN, TOMO, rule="Card19.1"))
    elif what in (26, 27):
        join(scene, answer.on, ODA if faction_of_seat(scene, seat) == ODA else MINORS, "3.2.13")
    elif what == 28:
        yield from hasten(scene, (answer.on,), "Cards26-28.1")
    elif what in (41, 42, 43, 44):
        yield from assassin(scene, answer.on)
    elif what == 46:
        levy = levy_of_four if _of_four(scene, seat) else regroup_clan
        yield from levy(scene, seat, answer.on)


def _of_four(scene: Scene, seat: str) -> bool:
    """One of the three Oda players, whose regroup is by spheres (16.2.x4)."""
    return four(scene) and faction_of_seat(scene, seat) == ODA


@carries("Cards41-44.1")
def assassin(scene: Scene, id: str) -> Flow[None]:
    """On 5 and 6 the Leader is taken off and rolls on the Leader Loss Table, as if lost in battle (Cards41-44.1)."""
    scene.do(Said(f"a ninja goes for {scene.name(id)}: 5 or 6 reaches him", rule="Cards41-44.1"))
    (die,) = yield from dice(scene, "die", purpose="assassin", rule="Cards41-44.1")
    if die >= 5:
        place = scene.table.pieces[id].place
        to_box(scene, id, "Cards41-44.1")
        lift_siege(scene, place)
        yield from fate(scene, id, "Cards41-44.1")
