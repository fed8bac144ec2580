"""Commands that send a piece where it belongs: by its kind and by whose it is, never to what is another's.

What the definition says (`sends` in upkeep.yaml) comes first; a counter of a supply goes back there; chits go back to
the piles that hold their likes.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Inquiry
from compiler.emit.atlas import Spot, is_deck
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import player, ruled, said
from compiler.emit.module import keys
from compiler.emit.module.following import TURN
from compiler.emit.module.holders import holder_property
from compiler.emit.plan import Plan
from compiler.model.counters import Counter
from compiler.model.loops import counted
from compiler.model.piles import Pile
from compiler.model.sends import NO_SIDE, Send, piles_of, sends_of
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    Deselect,
    DynamicProperty,
    Report,
    RestrictCommands,
    ReturnToDeck,
    SendToLocation,
    SubMenu,
    Trait,
    Trigger,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue

DUE = "DueTurn"
BACK = "Back to "
MENU = "Send to"
_FEW = 2  # so many commands need no menu of their own


def send_key(send: str) -> Key:
    """The command that carries a send out, for those who are told to by a result."""
    return named(f"liege-sent-{send}")


def due_key(turns: int) -> Key:
    """The command that lays a piece so many turns ahead on the turn track."""
    return named(f"liege-due-{turns}")


def _set_key(turns: int) -> Key:
    return named(f"liege-set-due-{turns}")


def pile_key(pile: Pile) -> Key:
    """The command that takes a piece back to its pile."""
    return named(f"liege-return-{pile.id}")


def sent_prototype(plan: Plan, counter: Counter) -> str | None:
    """The prototype with the destinations of a counter; those of the same ones share it."""
    ids = [*(send.id for send in sends_of(plan.game, counter)), *(pile.id for pile in piles_of(plan.game, counter))]
    return f"Sent: {', '.join(ids)}" if ids else None


def sent_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A definition for every set of destinations."""
    seen: set[str] = set()
    for counter in plan.game.counters.values():
        name = sent_prototype(plan, counter)
        if name is not None and name not in seen:
            seen.add(name)
            yield name, tuple(_sent(plan, counter))


def _sent(plan: Plan, counter: Counter) -> Iterator[Trait]:
    """All commands: the one for beaten pieces has the key for that, the others share a menu."""
    lost, menus = False, []
    for send in sends_of(plan.game, counter):
        beaten = send.lost and not lost
        lost = lost or beaten
        if send.track is not None:
            yield from _to_track(plan, send)
            menus.append(f"{send.name.en}...")
        else:
            yield from _command(plan, send, beaten=beaten)
            menus += [] if beaten else [send.name.en]
    for pile in piles_of(plan.game, counter):
        beaten = not lost and pile.kind == "pool" and not plan.game.counter_kinds[counter.kind].marker
        lost = lost or beaten
        key, menu = keys.ELIMINATE if beaten else pile_key(pile), f"{BACK}{pile.name.en}"
        yield _into(plan, pile, menu, key)
        yield Report((key,), _goes(ex.literal(f" goes back to {pile.name.en}")))
        menus += [] if beaten else [menu]
    if lost:  # or the next drag takes it along from where it lies beside the board
        yield Deselect("", keys.ELIMINATE)
    if len(menus) > _FEW:
        yield SubMenu(MENU, tuple(menus))


def _into(plan: Plan, pile: Pile, menu: str, key: Key) -> Trait:
    if is_deck(pile):
        return ReturnToDeck(menu, key, pile.name.en, player_chooses=False, deck_expression=pile.name.en)
    spot = plan.atlas.piles[pile.id]
    return SendToLocation(menu, key, spot.map, spot.map, spot.x, spot.y)


def _command(plan: Plan, send: Send, *, beaten: bool) -> Iterator[Trait]:
    """What carries a send out; it is not offered where the piece already lies, nor to a side that has no such place."""
    key, menu = send_key(send.id), "" if beaten else send.name.en
    piles = {place for place in send.places.values() if place in plan.game.piles and is_deck(plan.game.piles[place])}
    if piles:
        deck = ex.braced(_by_holder(plan, send, {id: plan.game.piles[id].name.en for id in piles}))
        yield ReturnToDeck(menu, key, "", player_chooses=False, deck_expression=deck)
    else:
        yield _to_space(plan, send, menu)
    yield Report((key,), _goes(said(*_way(), f": {send.name.en}{ruled(send.note)}")))
    if beaten:
        yield Trigger(send.id, send.name.en, keys.ELIMINATE, performed=(key,))
    here = [_lies_in(plan.atlas.spot(place)) for place in dict.fromkeys(send.places.values()) if place not in piles]
    barred = [*here, *_strangers(plan, send)]
    if barred:  # outside all that hears the key, or a piece that stays would be said to go
        heard = (key, keys.ELIMINATE) if beaten else (key,)
        yield RestrictCommands(f"not {send.id}", "Hide", ex.braced(ex.any_of(*barred)), heard)


def _to_space(plan: Plan, send: Send, menu: str) -> SendToLocation:
    """To one place for all, by its pixel; to one for each side, by the box whose name an expression finds."""
    spots = {place: plan.atlas.spot(place) for place in dict.fromkeys(send.places.values())}
    if len(spots) == 1:
        spot = next(iter(spots.values()))
        return SendToLocation(menu, send_key(send.id), spot.map, spot.map, spot.x, spot.y)
    zone = ex.braced(_by_holder(plan, send, {place: spot.location for place, spot in spots.items()}))
    maps = {place: spot.map for place, spot in spots.items()}
    window = next(iter(maps.values()))
    if len(set(maps.values())) > 1:
        window = ex.braced(_by_holder(plan, send, maps))
    return SendToLocation(menu, send_key(send.id), window, window, destination="Z", zone=zone)


def _by_holder(plan: Plan, send: Send, words: dict[str, str]) -> ex.Node:
    """What is said of the place of the side that holds the piece now."""
    groups: dict[str, list[str]] = {}
    for side, place in send.places.items():
        if place in words:
            groups.setdefault(words[place], []).append(side)
    cases = [(_held_by(plan, sides), word) for word, sides in groups.items()]
    return choose(cases[:-1], cases[-1][1])


def _held_by(plan: Plan, sides: list[str]) -> ex.Node:
    holder = ex.prop(holder_property(plan))
    return ex.any_of(*(ex.equals(holder, plan.game.sides[s].name.en if s != NO_SIDE else "") for s in sides))


def _strangers(plan: Plan, send: Send) -> list[ex.Node]:
    """The test for sides that have no such place; none where all have."""
    having = list(send.places)
    if set(plan.game.sides) <= set(having):
        return []
    return [ex.not_(_held_by(plan, having))]


def _lies_in(spot: Spot) -> ex.Node:
    return ex.every(ex.equals(ex.prop("CurrentMap"), spot.map), ex.equals(ex.prop("CurrentZone"), spot.location))


def _to_track(plan: Plan, send: Send) -> Iterator[Trait]:
    """Asks for a box of the track, of those that are still to come, and sends the piece there."""
    track = plan.game.tracks[send.track or ""]
    if (track.id, track.boxes[0].value) not in plan.atlas.tracks:
        return
    first = plan.atlas.tracks[track.id, track.boxes[0].value]
    prefix = first.location.removesuffix(track.boxes[0].label.en)
    waits = sorted(
        {deed.wait for check in plan.game.rolls.checks.values() for deed in check.does.values() if deed.wait}
    )
    ends = {box.label.en: box.value for box in track.boxes if (track.id, box.value) in plan.atlas.tracks}
    coming = {
        label: ex.not_(ex.greater(ex.prop(TURN), value))
        for label, value in ends.items()
        if isinstance(value, int) and counted(plan.game) is track
    }
    asks = Inquiry("due", f"{send.name.en}...", keys.DUE, f"{track.name.en}?", {e: e for e in ends}, coming)
    asked = PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.prop(DUE)))))
    ahead = [PropertyCommand("", _set_key(n), SetValue(ex.braced(ex.add(ex.prop(TURN), n)))) for n in waits]
    yield DynamicProperty(DUE, Limits(), (asked, *ahead))
    yield SendToLocation(
        "", keys.SHOW_DUE, first.map, first.map, destination="Z", zone=ex.braced(ex.add(prefix, ex.prop(DUE)))
    )
    yield Trigger(send.id, key=asks.taken, match=ex.braced(asks.answered), performed=(keys.SHOW_DUE,))
    yield from asks.traits()
    for n in waits:
        yield Trigger(f"{n} turns on", key=due_key(n), performed=(_set_key(n), keys.SHOW_DUE))
    yield Report((keys.SHOW_DUE,), _goes(said(*_way(), ruled(send.note))))


def _way() -> tuple[ex.Value, ...]:
    return " goes from ", ex.prop("oldLocation"), " to ", ex.prop("location")


def _goes(where: ex.Node) -> str:
    """Who sends which piece where."""
    return ex.braced(said(player(), ": <b>", ex.prop("newPieceName"), "</b>", where))
