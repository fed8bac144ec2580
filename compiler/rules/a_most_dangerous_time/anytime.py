"""Cards that may be played at any time of an impulse: riots 49-56, truces 57 and 58, promotions 59-64 (6.1.x1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Moved, Said
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import PASS, active_seat, pick, whole
from compiler.rules.a_most_dangerous_time.ch02_control import set_control
from compiler.rules.a_most_dangerous_time.ch03_clans import BOX_OF_MONKS
from compiler.rules.a_most_dangerous_time.ch06_cards import hand, not_yours, own_row, play_card, with_timing
from compiler.rules.a_most_dangerous_time.ch08_immediate import aftermath
from compiler.rules.a_most_dangerous_time.ch10_camps import is_active
from compiler.rules.a_most_dangerous_time.ch10_combat import Promote, promotable, promote
from compiler.rules.a_most_dangerous_time.ch14_victory import look_for_victory
from compiler.rules.a_most_dangerous_time.facts import ANTI, MINOR, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import controls, held_by, hostile, is_daimyo, is_leader, on_map, three
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, faction, fallen, waiting

LASTING, LONGEST = "lasting", 2  # a truce for good, and the End Phases of an ordinary one


@record(frozen=True, slots=True)
class Riot(Action):
    """Ikko-Ikki Soldiers rise in a Space."""

    card: str
    place: str
    soldiers: int


@carries("6.1.6", "6.1.x1", "4.1(1).2", "4.1(1).3")
def anytime_plays(scene: Scene, seat: str) -> Iterator[Answer]:
    """Everything a player may do now with his cards of any time."""
    for card in with_timing(scene, seat, _windows(scene)):
        if not_yours(scene, seat, card) is not None:
            continue
        values = scene.game.cards[card].values
        if values["timing"] == "oda_impulse":
            if bad_truce(scene, seat, card) is None:
                yield card
            continue
        for place in values["places"]:
            for count in range(1, min(int(values["soldiers"]), scene.table.count(BOX_OF_MONKS)) + 1):
                if bad_riot(scene, seat, Riot(card, place, count)) is None:
                    yield Riot(card, place, count)
    if active_seat(scene) == seat:
        yield from promotable(scene, seat, own_leaders(scene))


def _windows(scene: Scene) -> tuple[str, ...]:
    """The windows of cards that may be open in this impulse: why the others are not, `not_yours` says."""
    alliance = active_alliance(scene)
    return ("ikko_impulse",) if alliance == "ikko_ikki" else ("oda_impulse",) if alliance == ODA else ()


def own_leaders(scene: Scene) -> Iterator[Piece]:
    """The Leaders of the active Alliance on the map."""
    pieces = scene.table.pieces
    return (
        p
        for id in facts(scene).leaders
        if (p := pieces.get(id)) is not None
        and on_map(scene, p)
        and is_active(scene, p)
        and not (id == SHOGUN and p.face == 0)
    )


def bad_anytime(scene: Scene, seat: str, answer: Any) -> Refusal | None:
    """Why a card of any time may not be played so."""
    if isinstance(answer, Riot):
        return bad_riot(scene, seat, answer)
    if isinstance(answer, Promote):
        return bad_promotion(scene, seat, answer)
    if isinstance(answer, str) and answer in scene.game.cards:
        if scene.game.cards[answer].values["timing"] != "oda_impulse":
            return Refusal(own_row(scene, answer), "that card has its own window")
        return bad_truce(scene, seat, answer)
    return Refusal("6.1.6", "no such card can be played now")


def play_anytime(scene: Scene, seat: str, answer: Answer) -> Flow[None]:
    """Carry a card of any time out."""
    if isinstance(answer, Riot):
        yield from riot(scene, seat, answer)
    elif isinstance(answer, Promote):
        promote(scene, seat, answer)
    else:
        truce(scene, seat, str(answer))


# -- promotions --------------------------------------------------------------------------------------------------------
@carries("Cards59-64.1", "10.1.11", "3.1.16")
def bad_promotion(scene: Scene, seat: str, answer: Promote) -> Refusal | None:
    """Why a Leader cannot be made a Daimyo by a player now."""
    if answer.card not in hand(scene, seat) or scene.game.cards[answer.card].values["category"] != "promotion":
        return Refusal("Cards59-64.1", "that is no promotion in your hand")
    piece = scene.table.pieces.get(answer.leader)
    if piece is None or not is_leader(scene, piece) or not on_map(scene, piece) or not is_active(scene, piece):
        return Refusal("Cards59-64.1", "name a Samurai of the active Alliance on the map")
    if piece.id == SHOGUN or is_daimyo(scene, piece):
        return Refusal("Cards59-64.1", f"{scene.name(piece.id)} cannot be made a Daimyo")
    return None


# -- riots -------------------------------------------------------------------------------------------------------------
@carries("Cards49-56.1", "3.33.2", "3.33.5", "4.1(1).3")
def bad_riot(scene: Scene, seat: str, answer: Riot) -> Refusal | None:
    """Why a riot cannot break out so."""
    no = not_yours(scene, seat, answer.card)
    if no is not None:
        return no
    values = scene.game.cards[answer.card].values
    if values["timing"] != "ikko_impulse" or answer.place not in values["places"]:
        return Refusal("Cards49-56.1", "that card does not name this Space")
    entered = values.get("entered")
    if entered is not None and waiting(scene, str(entered)):
        return Refusal("Cards49-56.1", f"the {scene.game.sides[str(entered)].name.en} have not entered")
    most = min(int(values["soldiers"]), scene.table.count(BOX_OF_MONKS))
    if not whole((answer.soldiers,)) or not 1 <= answer.soldiers <= most:
        return Refusal("Cards49-56.1", f"1 to {most} Ikko-Ikki Soldiers can rise")
    return None


@carries("15.2.13", "15.2.14", "15.2.15", "6.2.5", "Cards49-56.1", "3.2.x2", "3.33.5")
def riot(scene: Scene, seat: str, answer: Riot) -> Flow[None]:
    """Soldiers come from the box; they take an empty Space or fight for it by 8.4; no card for it (15.2.13)."""
    play_card(scene, seat, answer.card, "Cards49-56.1")
    place = answer.place
    enemies = hostile(scene, place, ANTI)
    monks = scene.table.stacks[BOX_OF_MONKS][: answer.soldiers]
    for monk in monks:
        scene.do(Moved(monk, place, rule="15.2.13"))
    if not enemies:
        _occupy(scene, place)
    yield from aftermath(scene, monks, cards=False, rule="15.2.13")


def _occupy(scene: Scene, place: str) -> None:
    """A Space without enemies passes at once: to its printed owner on this side, else to the Ikko-Ikki."""
    if held_by(scene, place) == ANTI:
        return
    printed = facts(scene).printed[place]
    own = printed != MINOR and faction(scene, printed) == ANTI and not fallen(scene, printed)
    set_control(scene, place, printed if own else "ikko_ikki", "Cards49-56.1")


# -- truces ------------------------------------------------------------------------------------------------------------
@carries("Cards57-58.1")
def bad_truce(scene: Scene, seat: str, card: str) -> Refusal | None:
    """Why a truce cannot be made; a lasting one needs no other, but with three players it may win the game."""
    no = not_yours(scene, seat, card)
    if no is not None:
        return no
    now = scene.table.marks.get(("ikko_ikki", "truce"))
    if now == LASTING and not three(scene):
        return Refusal("Cards57-58.1", "there is a truce for good")
    if now == LONGEST and not controls(scene, ODA, "ishiyama") and not three(scene):
        return Refusal("Cards57-58.1", "the truce would last no longer by it")
    return None


@carries("3.33.3", "3.33.4", "15.2.6", "Cards57-58.1")
def truce(scene: Scene, seat: str, card: str) -> None:
    """No Ikko-Ikki regroup in this End Phase and the next, or never again if Oda hold Ishiyama (3.33.3)."""
    play_card(scene, seat, card, "Cards57-58.1")
    before = scene.table.marks.get(("ikko_ikki", "truce"))
    lasting = before == LASTING or controls(scene, ODA, "ishiyama")
    span = "for the rest of the game" if lasting else "in this End Phase and the next"
    scene.do(Said(f"truce: no Ikko-Ikki regroup {span}", rule="3.33.3"))
    scene.do(Marked("ikko_ikki", "truce", LASTING if lasting else LONGEST, rule="3.33.3"))
    if three(scene):
        look_for_victory(scene, [])


@carries("16.1.x1")
def others_play(scene: Scene) -> Flow[None]:
    """With three players one who is not active may play a riot or a truce, after step 1 and before step 6 (16.1.x1)."""
    for seat, _ in list(crosswise(scene)):
        plays = dict(crosswise(scene)).get(seat)
        if plays:
            answer = yield from pick(
                scene, seat, plays, what="crosswise card", rule="16.1.x1", stop=PASS, prompt="play a card now?"
            )
            if answer != PASS:
                yield from play_anytime(scene, seat, answer)


@carries("16.1.4(4).1", "16.1.4(4).2")
def crosswise(scene: Scene) -> Iterator[tuple[str, list[Answer]]]:
    """With three players holders who are not active may play riots and truces for the side they serve (16.1.x1)."""
    for seat in scene.scenario.seats if three(scene) else ():
        if seat != active_seat(scene):
            plays = [a for a in anytime_plays(scene, seat) if not isinstance(a, Promote)]
            if plays:
                yield seat, plays
