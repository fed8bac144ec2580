"""Laws of the game that hold whenever a step ends."""

from __future__ import annotations

from compiler.play.scene import Scene
from compiler.play.step import law
from compiler.rules.shogun.ch04_5_ronin import camps, limit
from compiler.rules.shogun.facts import ARMIES, UNCLAIMED, daimyo, facts, marker, seat_of_daimyo, set_aside
from compiler.rules.shogun.field import (
    alive,
    armies,
    army_ronin,
    army_size,
    disrupted,
    force,
    force_ronin,
    hand,
    kind,
    on_card,
    owner,
    owners,
)

MARCHING = ("move_army", "final_army_move")  # two armies may be in a province while one makes room
DEALING = ("stock.setup", "deal_provinces", "divide_provinces", "claim_provinces")


@law("3-Deal.5")
def cards_show_ownership(scene: Scene) -> str | None:
    """Owned provinces are the cards of the pile and the face-down ones; the rest lie in the red rectangle."""
    if scene.node.id in DEALING:
        return None
    known = facts(scene)
    for colour in alive(scene):
        cards = {*scene.table.stacks.get(hand(scene, colour), ()), *(camp.card for camp in camps(scene, colour))}
        mine = {known.card_of[p] for p, who in owners(scene).items() if who == colour}
        if cards != mine:
            return f"{colour} has the cards {sorted(cards - mine)} too many and lacks {sorted(mine - cards)}"
    empty = {known.card_of[p] for p in known.provinces if owner(scene, p) is None}
    return None if set(scene.table.stacks.get(UNCLAIMED, ())) == empty else "the red rectangle is wrong"


@law("4-7-Own.1")
def one_colour_in_a_province(scene: Scene) -> str | None:
    """All units of a province belong to its owner."""
    known = facts(scene)
    for province in known.provinces:
        sides = {piece.side for piece in scene.table.at(province) if piece.side in alive(scene)}
        if len(sides) > 1:
            return f"{sorted(map(str, sides))} share `{province}`"
        if force_ronin(scene, province) and not force(scene, province):
            return f"ronin are alone in `{province}`"
    return None


@law("3-Mark.2")
def one_army_in_a_province(scene: Scene) -> str | None:
    """No province holds two army markers, but for a moment while one makes room."""
    places = [p.place for id, p in scene.table.pieces.items() if kind(scene, id) == "army_marker"]
    here = [p for p in places if p in facts(scene).beside]
    return None if len(here) == len(set(here)) or scene.node.id in MARCHING else "two army markers are in one province"


@law("4-4-Lim.2")
def forces_within_limits(scene: Scene) -> str | None:
    """Provincial forces and armies never exceed their limits, nor ronin theirs."""
    for province in facts(scene).provinces:
        units = len(force(scene, province))
        if units > facts(scene).provincial_force:
            return f"the force of `{province}` has {units} units"
        if len(force_ronin(scene, province)) > limit(scene, units):
            return f"too many ronin are with the force of `{province}`"
    for colour in alive(scene):
        for army in armies(scene, colour):
            if len(army_ronin(scene, colour, army)) > limit(scene, army_size(scene, colour, army)) and not disrupted(
                scene, colour, army
            ):
                return f"too many ronin are with army {army} of {colour}"
    return None


@law("2-Daimyo.2")
def daimyos_stand_on_their_cards(scene: Scene) -> str | None:
    """A daimyo is on his square or lost; an army has units only while it has a daimyo."""
    if scene.node.id in (*DEALING, "draw_swords", "distribute_koku", "place_two_spearmen", "place_army_marker"):
        return None
    for colour in alive(scene):
        for army in ARMIES:
            place = scene.table.pieces[daimyo(colour, army)].place
            lost = place == set_aside(colour)
            if not lost and place != seat_of_daimyo(colour, army):
                return f"the daimyo of army {army} of {colour} is in `{place}`"
            marker_lost = scene.table.pieces[marker(colour, army)].place == place
            if lost != marker_lost or (lost and on_card(scene, colour, army)):
                return f"army {army} of {colour} has lost its daimyo only in part"
    return None


@law("4-7-Gar.2")
def hidden_ronin_have_company(scene: Scene) -> str | None:
    """A face-down card is that of a province its owner holds."""
    known = facts(scene)
    for colour in alive(scene):
        for camp in camps(scene, colour):
            if owner(scene, known.province_of[camp.card]) != colour or not camp.ronin:
                return f"a face-down card of {colour} is wrong: `{camp.card}`"
    return None
