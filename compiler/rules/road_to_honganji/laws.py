"""Laws of the game that hold whenever a step ends."""

from __future__ import annotations

from collections import Counter

from compiler.play.book import SETUP
from compiler.play.scene import Scene
from compiler.play.step import law
from compiler.rules.road_to_honganji.facts import ARMIES, CASTLES, NEUTRAL, ODA, REMOVED
from compiler.rules.road_to_honganji.field import (
    TURNED,
    acting,
    areas,
    called,
    facts,
    hand,
    is_out,
    on_map,
    players,
    units_by_area,
)

# Control is settled when the action turn is over; a game that ends within one is shown at its setup.
UNSETTLED = ("take_action", "control_check", SETUP)


@law("Counters.x1")
def every_counter_is_in_its_place(scene: Scene) -> str | None:
    """Armies on the map or in their pool, castles on the map or in their box, generals on the map or removed."""
    for id, printed in facts(scene).units.items():
        piece = scene.table.pieces.get(id)
        if piece is None or on_map(scene, id):
            continue
        home = REMOVED if printed.general else f"{ARMIES}.{piece.side}"
        if piece.place != (f"{CASTLES}.{printed.clan}" if printed.castle else home):
            return f"`{id}` lies in `{piece.place}`"
    return None


@law("1-2.2")
def a_unit_is_of_its_clan_unless_it_turned(scene: Scene) -> str | None:
    """Only turncoats and turned Oda armies have left the clan printed on them, and they are Neutral."""
    for id, printed in facts(scene).units.items():
        piece = scene.table.pieces.get(id)
        if piece is None:
            continue
        turned = piece.mark("turncoat") is not None or (
            printed.clan == ODA and not printed.general and piece.face == TURNED
        )
        if piece.side != (NEUTRAL if turned else printed.clan):
            return f"`{id}` is of {piece.side}"
    return None


@law("5.1")
def every_area_has_one_controller(scene: Scene) -> str | None:
    """Between action turns the controller of an area has a unit there, and an empty one is Neutral."""
    if scene.node.id in UNSETTLED:
        return None
    for area in areas(scene):
        who, here = scene.table.mark(area, "control"), units_by_area(scene)[area]
        if who not in (here or (NEUTRAL,)):
            return f"`{area}` is controlled by {who}"
    return None


@law("3-1.x1")
def one_marker_to_a_box(scene: Scene) -> str | None:
    """Every player in the game has his marker in a box of its own; those of players who are out are removed."""
    known = facts(scene)
    places = Counter(scene.table.pieces[known.markers[seat]].place for seat in players(scene))
    if any(count > 1 or place not in known.boxes for place, count in places.items()):
        return f"the order markers stand in {dict(places)}"
    gone = [seat for seat in scene.scenario.seats if is_out(scene, seat)]
    if any(scene.table.pieces[known.markers[seat]].place != REMOVED for seat in gone):
        return "a player who is out still has his marker in the order"
    return None


@law("10-1.5")
def who_is_out_holds_nothing(scene: Scene) -> str | None:
    """A player who is out has no leader on the map, no cards and no points; a player in the game has his leader."""
    for seat in scene.scenario.seats:
        out = is_out(scene, seat)
        if on_map(scene, facts(scene).leaders[seat]) == out:
            return f"{called(scene, seat)} is {'out, and his leader stands' if out else 'in the game without a leader'}"
        held = [mark for mark in ("slayer", "avenger", "adviser") if scene.table.mark(seat, mark)]
        if out and (hand(scene, seat) or held):
            return f"{called(scene, seat)} is out and holds {hand(scene, seat) or held}"
    return None


@law("6-1.1")
def one_player_acts(scene: Scene) -> str | None:
    """At most one player has the action turn, and it is he who acts."""
    marked = [seat for seat in scene.scenario.seats if scene.table.mark(seat, "acting")]
    if len(marked) > 1:
        return f"{marked} act at once"
    return "nobody acts" if scene.node.id == "take_action" and acting(scene) is None else None
