"""Section 4.2, the End Phase: the card for Kyo, regroup, arrivals, disbanding, illness, the next turn."""

from __future__ import annotations

from compiler.model.event import Marked, Moved, Said, Turned
from compiler.model.table import Piece
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.a_most_dangerous_time.anytime import LASTING
from compiler.rules.a_most_dangerous_time.asking import DONE, decisive, faction_of_seat, owner, pick, seats_of
from compiler.rules.a_most_dangerous_time.ch02_control import one_of_each
from compiler.rules.a_most_dangerous_time.ch03_clans import due, enter
from compiler.rules.a_most_dangerous_time.ch03_falls import all_falls
from compiler.rules.a_most_dangerous_time.ch05_communication import lacks_line
from compiler.rules.a_most_dangerous_time.ch06_cards import draw_cards
from compiler.rules.a_most_dangerous_time.ch07_exile import may_exile
from compiler.rules.a_most_dangerous_time.ch09_movement import kaga
from compiler.rules.a_most_dangerous_time.ch10_losses import fate
from compiler.rules.a_most_dangerous_time.ch11_regroup import Tally, clans_of, regroup_all
from compiler.rules.a_most_dangerous_time.ch14_victory import after_the_turn, look_for_victory, nobunaga_is_dead
from compiler.rules.a_most_dangerous_time.ch16_four import lords_return, may_disband, nobunaga_goes_home, oda_regroup
from compiler.rules.a_most_dangerous_time.facts import ANTI, GONE, KYO, NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    controller,
    dead,
    four,
    held_by,
    is_leader,
    loose,
    three,
    turn,
    under_siege,
)
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.hands import eliminate, lift_siege, to_box
from compiler.rules.a_most_dangerous_time.loyalty import faction, factions, waiting
from compiler.rules.a_most_dangerous_time.settling import azuchi_rises


@step("16.2.5(5).1", "nobunaga_returns", "16.2.x9")
def nobunaga_returns(scene: Scene) -> Flow[Outcome]:
    """With four players Nobunaga and his guard go home first (16.2.5(5).1)."""
    yield from ()
    if four(scene):
        nobunaga_goes_home(scene)
    return None


@step("4.2(1).1", "kyo_card", "2.42.4", "2.42.6", "6.2.3", "16.1.4(2).1", "16.1.8(1).1")
def kyo_card(scene: Scene) -> Flow[Outcome]:
    """End Phase 1: the Faction that controls Kyo draws; with three players Oda do, whoever has it (4.2(1).1)."""
    who = ODA if three(scene) else held_by(scene, KYO)
    if who in (ODA, ANTI):
        yield from draw_cards(scene, seats_of(scene, who)[0], 1, "4.2(1).1")
    return None


# -- step 2 ------------------------------------------------------------------------------------------------------------
@step("11.1.1", "wounded_return", "11.1.2", "11.1.3", "11.1.x1", "4.2.x1", "10.3(5).5", "16.2.x5")
def wounded_return(scene: Scene) -> Flow[Outcome]:
    """Leaders on the box of this turn come back to a Space of their Clan or to its Regroup Box (11.1.2)."""
    box = f"turn_{(turn(scene) - 1) % 30 + 1}"
    for piece in list(scene.table.at(box)):
        if not is_leader(scene, piece) or owner(scene, piece) != scene.active:
            continue
        clan = piece.side or ""
        who = faction(scene, clan)
        if four(scene) and piece.id == NOBUNAGA:
            scene.do(Moved(piece.id, lords_return(scene), rule="16.2.x5"))
            continue
        places = [s for s in facts(scene).spaces if controller(scene, s) == clan and not loose(scene, s, who)]
        where = yield from pick(
            scene,
            scene.active,
            (*places, facts(scene).boxes[clan]),
            what="return",
            rule="11.1.2",
            about=(piece.id,),
            prompt=f"{scene.name(piece.id)} returns where?",
        )
        scene.do(Moved(piece.id, where, rule="11.1.1"))
    return None


@step("11.2.3", "regroup", "4.2(2).1", "4.2(2).2", "11.0.1", "11.0.2", "11.2.7", "11.3.1", "16.2.10(4).1")
def regroup(scene: Scene) -> Flow[Outcome]:
    """End Phase 2: each player in turn, Oda first, brings Units back (4.2(2).1)."""
    if four(scene) and faction_of_seat(scene, scene.active) == ODA:
        if scene.active == scene.scenario.seats[0]:
            yield from oda_regroup(scene)
        return None
    yield from regroup_all(scene, scene.active, clans_of(scene, scene.active), Tally(), "11.2.3")
    return None


@step("4.2(2).3", "reinforcements", "11.4.1", "15.2.7", "3.2.3", "4.2.x1")
@decisive
def reinforcements(scene: Scene) -> Flow[Outcome]:
    """Powers that are due enter after all regroup, in their order; then a truce grows older (4.2(2).3)."""
    for power in due(scene):
        yield from enter(scene, power, "11.4.1")
        if power == "uesugi":
            yield from kaga(scene)
    wear_truce(scene)
    return None


@carries("Cards57-58.1", "3.33.4")
def wear_truce(scene: Scene) -> None:
    """An ordinary truce lasts two End Phases (Cards57-58.1)."""
    left = scene.table.marks.get(("ikko_ikki", "truce"))
    if left is not None and left != LASTING:
        scene.do(Marked("ikko_ikki", "truce", 1 if left == 2 else None, rule="Cards57-58.1"))


# -- step 3 ------------------------------------------------------------------------------------------------------------
@step("12.0.1", "disband", "4.2(3).1", "4.2(3).2", "12.0.2", "12.0.3", "12.0.x1")
@decisive
def disband(scene: Scene) -> Flow[Outcome]:
    """End Phase 3: Units may be taken off the map, Oda first (12.0.1)."""
    seat = scene.active
    mine = _own(scene, seat)
    if not mine:
        return None
    id = yield from pick(
        scene,
        seat,
        one_of_each(mine),
        what="disband",
        rule="12.0.1",
        stop=DONE,
        prompt="disband which Unit?",
        seldom=True,
    )
    if id == DONE:
        return None
    yield from send_home(scene, id)
    return AGAIN


def _own(scene: Scene, seat: str) -> list[Piece]:
    """The Units on the map that a player may disband; whose they are is asked once for all that are alike."""
    known, who, loyal = facts(scene), faction_of_seat(scene, seat), factions(scene).of
    pieces, there = scene.table.pieces, [spot.ids for p, spot in ground(scene).spots.items() if p in known.on_map]
    ids = {id for some in there for id in some}
    allowed, many = dict[tuple[object, ...], bool](), four(scene)  # with four players spheres decide
    found = []
    for piece in map(pieces.__getitem__, filter(ids.__contains__, pieces)):  # in the order of the pieces
        if loyal[piece.side or ""] == who:
            alike = (piece.side, piece.place if many else "", piece.id == NOBUNAGA)
            if alike not in allowed:
                allowed[alike] = may_disband(scene, seat, piece)
            if allowed[alike]:
                found.append(piece)
    return found


@carries("12.0.4", "12.0.1", "12.0.x1", "15.1.14")
def send_home(scene: Scene, id: str) -> Flow[None]:
    """A Unit is disbanded; a besieged or cut-off Leader is checked on the Leader Loss Table (12.0.4)."""
    piece = scene.table.pieces[id]
    risk = is_leader(scene, piece) and (under_siege(scene, piece) or lacks_line(scene, piece))
    to_box(scene, id, "12.0.1")
    lift_siege(scene, piece.place)
    if risk:
        yield from fate(scene, id, "12.0.4")


@step("4.2(3).3", "exile_at_end")
def exile_at_end(scene: Scene) -> Flow[Outcome]:
    """Leaders may be exiled here too, Oda first (4.2(3).3)."""
    options = [p.id for p in may_exile(scene, scene.active, active=False)]
    if not options:
        return None
    answer = yield from pick(
        scene, scene.active, options, what="exile", rule="4.2(3).3", stop=DONE, prompt="exile a Leader?", seldom=True
    )
    if answer == DONE:
        return None
    place = scene.table.pieces[answer].place
    eliminate(scene, answer, "7.0.2")
    lift_siege(scene, place)
    return AGAIN


@step("3.3.3", "late_falls")
@decisive
def late_falls(scene: Scene) -> Flow[Outcome]:
    """Clans whose last Leader was disbanded or exiled may fall now (3.3.3)."""
    gained = yield from all_falls(scene)
    azuchi_rises(scene)
    look_for_victory(scene, gained)
    return None


# -- steps 4 and 6 -----------------------------------------------------------------------------------------------------
@step("15.3.1", "illness", "4.2(4).1", "15.3.2", "15.3.3", "15.3.4", "15.3.6", "15.3.7", "15.3.x1", "2.32.7")
@decisive
def illness(scene: Scene) -> Flow[Outcome]:
    """End Phase 4: two dice for each of the great three; 3 or less and his heir follows (15.3.2)."""
    rules = facts(scene).numerals.illness
    for id in (*rules["leaders"], *rules["later"]):
        if not may_fall_ill(scene, id):
            continue
        scene.do(Said(f"the health of {scene.name(id)}: 2 or 3 and he dies", rule="15.3.2"))
        rolled = yield from dice(scene, "two_dice", purpose="illness", rule="15.3.2")
        if sum(rolled) <= int(rules["dies_on_or_below"]):
            dies_ill(scene, id)
    return None


@carries("15.3.1", "15.3.7")
def may_fall_ill(scene: Scene, id: str) -> bool:
    """Shingen and Kenshin once their power has entered, Nobunaga late in the campaign, while they live (15.3.1)."""
    piece = scene.table.pieces[id]
    if dead(scene, id) or piece.place == GONE:
        return False
    if id in facts(scene).numerals.illness["later"]:
        return turn(scene) >= int(str(scene.option("nobunaga_illness_from_turn")))
    return not waiting(scene, facts(scene).clan_of[id])


@carries("15.3.4", "15.3.6", "15.3.x1")
def dies_ill(scene: Scene, id: str) -> None:
    """The heir takes his place, and his Clan's own chit misses a turn (15.3.4, 15.3.6); the cup loses his own."""
    known = facts(scene)
    scene.do(Said(f"{scene.name(id)} has died of illness", rule="15.3.2"))
    scene.do(Turned(id, face=1, rule="15.3.6"))
    scene.do(Marked(known.plain[known.clan_of[id]], "sits_out", True, rule="15.3.4"))
    if id == NOBUNAGA:
        nobunaga_is_dead(scene, ill=True)


@step("4.2(6).1", "advance_turn", "14.3(Short).1", "14.3(Standard).1", "14.3(Campaign).4", "16.2.4(4).1")
def advance_turn(scene: Scene) -> Flow[Outcome]:
    """End Phase 6: after the last turn somebody has won, else the marker moves on (4.2(6).1)."""
    yield from ()
    return after_the_turn(scene)
