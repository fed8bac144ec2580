"""Commands that send a piece somewhere: to boxes beside the map, to a pile, to the turn track by number."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Spot, is_deck
from compiler.emit.module import keys
from compiler.emit.plan import Plan
from compiler.model.graph import Display, Map, Space
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Report, ReturnToDeck, SendToLocation, SubMenu, Trait, Trigger
from compiler.vassal.values import Ask, Limits, PropertyCommand

DUE = "DueTurn"
_ASK = named("liege-ask-turn")
# A box whose id has one of these words is where beaten pieces go; its command has the key for that.
_BEATEN = ("fallen", "eliminated", "dead", "casualties", "lost", "killed", "removed", "graveyard")
_MOST = 14  # a longer menu helps nobody


def sending_traits(plan: Plan, side: str | None) -> Iterator[Trait]:
    """The "Send to" menu of the pieces of a side."""
    menus: list[str] = []
    sent: list[Key] = []
    beaten_key = True
    for name, spot, beaten in list(_boxes(plan, side))[:_MOST]:
        key = keys.ELIMINATE if beaten and beaten_key else named(f"liege-send-{name}".replace(",", ""))
        beaten_key = beaten_key and not beaten
        yield SendToLocation(name, key, spot.map, spot.map, spot.x, spot.y)
        menus.append(name)
        sent.append(key)
    for pile in _piles(plan, side):
        menu, key = pile.name.en, named(f"liege-return-{pile.id}")
        yield ReturnToDeck(menu, key, pile.name.en, player_chooses=False, deck_expression=pile.name.en)
        menus.append(menu)
        sent.append(key)
    turn = list(_to_turn(plan))
    yield from turn
    if turn:
        menus.append("Turn track...")
        sent.append(keys.SHOW_DUE)
    if sent:
        yield Report(tuple(sent), "$newPieceName$ goes from $oldLocation$ to $location$")
        yield SubMenu("Send to", tuple(menus))


def _boxes(plan: Plan, side: str | None) -> Iterator[tuple[str, Spot, bool]]:
    """Boxes of the board that pieces of a side may go to; those for beaten pieces come first."""
    found: list[tuple[str, Spot, bool]] = []
    used = {pile.at for pile in plan.game.piles.values()} | _of_tracks(plan)
    for board in plan.game.maps.values():
        for space in board.spaces.values():
            display = board.displays.get(space.display or "")
            if space.size is not None and space.id not in used and _open_to(board, display, side):
                spot = plan.atlas.spaces[space.id]
                found.append((spot.location, spot, _is_beaten(space)))
    return iter(sorted(found, key=lambda box: not box[2]))


def _open_to(board: Map, display: Display | None, side: str | None) -> bool:
    if display is None:
        return True
    return display.window == "board" and (display.side is None or display.side == side)


def _is_beaten(space: Space) -> bool:
    text = f"{space.id} {space.display or ''}"
    return any(word in text for word in _BEATEN)


def _of_tracks(plan: Plan) -> set[str | tuple[float, float] | None]:
    """Boxes that are part of a track: nobody sends pieces there by name."""
    shown = {track.display for track in plan.game.tracks.values() if track.display}
    return {box for m in plan.game.maps.values() for d in m.displays.values() if d.id in shown for box in d.boxes}


def _piles(plan: Plan, side: str | None) -> Iterator[Pile]:
    """Pools and discards of counters that are decks of VASSAL, the side's own or everybody's."""
    for pile in plan.game.piles.values():
        holds = [plan.game.counters[p].side for p in pile.pieces if p in plan.game.counters]
        if pile.holds == "counters" and is_deck(pile) and pile.side in (None, side) and (not holds or side in holds):
            yield pile


def _to_turn(plan: Plan) -> Iterator[Trait]:
    """Asks for a turn and sends the piece to its box."""
    track = plan.game.turn_track
    if track is None or (track.id, track.boxes[0].value) not in plan.atlas.tracks:
        return
    first = plan.atlas.tracks[track.id, track.boxes[0].value]
    prefix = first.location.removesuffix(track.boxes[0].label.en)
    yield DynamicProperty(DUE, Limits(), (PropertyCommand("", _ASK, Ask(f"{track.name.en}?")),))
    yield SendToLocation(
        "", keys.SHOW_DUE, first.map, first.map, destination="Z", zone=ex.braced(ex.add(prefix, ex.prop(DUE)))
    )
    yield Trigger("to the turn track", "Turn track...", keys.DUE, performed=(_ASK, keys.SHOW_DUE))
