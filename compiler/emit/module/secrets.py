"""Secrets: pieces that leave private windows when their owner reveals them, cards that are laid face down."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Spot
from compiler.emit.chat import ruled, with_rules
from compiler.emit.module import keys
from compiler.emit.module.hands import HIDDEN
from compiler.emit.names import SOLO, seat_names
from compiler.emit.plan import Plan
from compiler.emit.seats import runs
from compiler.model.counters import Card
from compiler.model.graph import Display
from compiler.model.upkeep import Cover, Reveal, display_of, displays_called
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Prototype, Report, RestrictCommands, SendToLocation, SubMenu, Trait, Trigger

MAP, ZONE = "CurrentMap", "CurrentZone"


# -- reveals -----------------------------------------------------------------------------------------------------------
def _goes(reveal: Reveal, window: str) -> Key:
    return named(f"liege-reveal-{reveal.id}-{window}".replace(",", ""))


def _sent(reveal: Reveal, window: str) -> Key:
    return named(f"liege-revealed-{reveal.id}-{window}".replace(",", ""))


def _pairs(plan: Plan, reveal: Reveal) -> list[tuple[Spot, Spot]]:
    spaces = plan.atlas.spaces
    return [(spaces[box], spaces[to]) for box, to in reveal.boxes.items()]


def _targets(plan: Plan, reveal: Reveal) -> list[str]:
    """The windows that a reveal fills."""
    return list(dict.fromkeys(to.map for _, to in _pairs(plan, reveal)))


def _owner(plan: Plan, box: str) -> str:
    """The player who may reveal a box."""
    display = display_of(plan.game, box)
    return plan.game.seats[display.seat].name.en if display is not None and display.seat else SOLO


def reveal_traits(plan: Plan, kind: str) -> Iterator[Trait]:
    """Puts a piece into a private box of the player, and sends it from there to the open one."""
    for reveal in plan.game.upkeep.reveals.values():
        if kind in reveal.kinds:
            yield from _puts(plan, reveal)
            for window in _targets(plan, reveal):
                yield SendToLocation(
                    "",
                    _sent(reveal, window),
                    window,
                    window,
                    destination="Z",
                    zone=ex.braced(destination(plan, reveal, window)),
                )


def _puts(plan: Plan, reveal: Reveal) -> Iterator[Trait]:
    """A command for every box of a tray, whosever: nobody hears what is put where."""
    trays = {_owner(plan, box): plan.atlas.spaces[box].map for box in reveal.boxes}
    tray: ex.Node = ex.literal(next(iter(trays.values())))  # hidden from all others, but VASSAL looks for the box
    for owner, window in reversed(list(trays.items())):
        tray = ex.if_(ex.equals(ex.prop("PlayerSide"), owner), window, tray)
    menus = list(dict.fromkeys(plan.atlas.spaces[box].location for box in reveal.boxes))
    sent = [named(f"liege-put-{reveal.id}-{menu}".replace(",", "")) for menu in menus]
    for menu, key in zip(menus, sent, strict=True):
        yield SendToLocation(menu, key, ex.braced(tray), ex.braced(tray), destination="Z", zone=menu)
    strangers = [ex.not_equals(ex.prop("PlayerSide"), owner) for owner in trays]
    yield RestrictCommands(f"no tray for {reveal.id}", "Hide", ex.braced(ex.every(*strangers)), tuple(sent))
    sort = plan.atlas.windows[next(iter(trays.values()))].sort
    yield SubMenu(sort, tuple(menus))


def destination(plan: Plan, reveal: Reveal, window: str) -> ex.Node:
    """The open box for the private one a piece lies in; only pieces in such a box are sent."""
    pairs = [(box, to) for box, to in _pairs(plan, reveal) if to.map == window]
    found: ex.Node = ex.literal(pairs[0][1].location)
    for box, to in reversed(pairs):
        found = ex.if_(_lies_in(box), to.location, found)
    return found


def _lies_in(box: Spot) -> ex.Node:
    return ex.every(ex.equals(ex.prop(MAP), box.map), ex.equals(ex.prop(ZONE), box.location))


def mine(plan: Plan, reveal: Reveal) -> ex.Node:
    """Whether a piece lies in a box of the player who presses the button; one beside the boxes is not revealed."""
    boxes = {box: plan.atlas.spaces[box] for box in reveal.boxes}
    return ex.any_of(*(ex.every(_lies_in(spot), _pressed_by(_owner(plan, box))) for box, spot in boxes.items()))


def _pressed_by(owner: str) -> ex.Node:
    side = ex.prop("PlayerSide")
    return ex.any_of(ex.equals(side, owner), ex.equals(side, SOLO))


def revealed(plan: Plan, reveal: Reveal) -> ex.Node:
    """What lies in the boxes of the player who presses the button, in words."""
    text: ex.Node = ex.literal(f"{reveal.name.en}:")
    kinds = [plan.game.counter_kinds[kind].name.en for kind in reveal.kinds]
    test = ex.quoted(ex.any_of(*(ex.equals(ex.prop("Kind"), kind) for kind in kinds)))
    for box, to in reveal.boxes.items():
        spot = plan.atlas.spaces[box]
        count = ex.call("CountLocation", spot.location, spot.map, test)
        words = ex.add(f" {plan.game.spaces[to].name.en} <b>", ex.add(count, "</b>."))
        text = ex.add(text, ex.if_(ex.every(_pressed_by(_owner(plan, box)), ex.greater(count, 0)), words, ""))
    text = ex.add(text, ex.if_(ex.equals(_lying(plan, reveal), 0), " nothing lies there.", ""))
    return with_rules(text, reveal.note)


def _lying(plan: Plan, reveal: Reveal) -> ex.Node:
    """How many pieces lie in the trays of the player who presses the button."""
    total: ex.Node = ex.literal(0)
    for tray, owner in {plan.atlas.spaces[box].map: _owner(plan, box) for box in reveal.boxes}.items():
        total = ex.add(total, ex.if_(_pressed_by(owner), ex.call("CountMap", tray), 0))
    return total


def reveal_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its components, for every reveal: first it says what lies there, then it moves it."""
    for reveal in plan.game.upkeep.reveals.values():
        windows = _targets(plan, reveal)
        made = [
            component(
                "m.DoActionButton",
                name=f"Reveal {reveal.id}",
                text=reveal.name.en,
                icon="",
                doReport=True,
                tooltip=f"{reveal.name.en}: for all to see",
                reportFormat=ex.braced(revealed(plan, reveal)),
                doHotkey=True,
                hotkeys=tuple(_goes(reveal, window) for window in windows),
            )
        ]
        for window in windows:
            made.append(component(
                "m.GlobalKeyCommand", name=f"Reveal {reveal.id} to {window}", buttonText="", icon="",
                buttonHotkey=_goes(reveal, window), hotkey=_sent(reveal, window),
                filter=ex.braced(mine(plan, reveal)), reportSingle=True, singleMap=False,
            ))  # fmt: skip
        yield reveal.name.en, made


# -- covers ------------------------------------------------------------------------------------------------------------
def covered(plan: Plan, card: Card) -> list[Prototype]:
    """The prototypes of the covers a card may be."""
    return [Prototype(_cover_name(cover)) for cover in plan.game.upkeep.covers.values() if card.kind in cover.cards]


def _cover_name(cover: Cover) -> str:
    return f"Covers {cover.id}"


def cover_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """Lays a card face down in the first empty box; each side has its own command, for its player only."""
    for cover in plan.game.upkeep.covers.values():
        displays = displays_called(plan.game, cover.display)
        yield _cover_name(cover), tuple(trait for display in displays for trait in _cover(plan, cover, display))


def _cover(plan: Plan, cover: Cover, display: Display) -> Iterator[Trait]:
    start, veil, go = (named(f"liege-{verb}-{cover.id}-{display.id}") for verb in ("cover", "veil", "lay"))
    window = plan.atlas.spaces[display.boxes[0]].map
    yield SendToLocation("", go, window, window, destination="Z", zone=ex.braced(first_empty(plan, display)))
    yield Trigger(
        "mask it first", key=veil, match=ex.braced(ex.not_equals(ex.prop(HIDDEN), True)), performed=(keys.HIDE,)
    )
    side = plan.game.sides[display.side].name.en if display.side is not None else window
    yield Trigger(cover.name.en, f"{cover.name.en}: {side}", start, performed=(veil, go))
    yield Report((start,), f"A card is laid face down in {window}{ruled(cover.note)}")
    if display.side is not None:
        other = ex.not_(_owned(plan, display.side))
        yield RestrictCommands(f"covers of {display.side}", "Hide", ex.braced(other), (start,))


def _owned(plan: Plan, side: str) -> ex.Node:
    """Whether a card lies in a hand of whoever runs a side, and he or the solitaire player looks at it."""
    names = {data.name.en: seat for seat, data in plan.game.seats.items()}
    cases = []
    for seat in (names[name] for name in seat_names(plan.game, side) if name in names):
        hands = [pile for pile in plan.game.piles.values() if pile.kind == "hand" and seat in pile.owners]
        lies = ex.any_of(*(ex.equals(ex.prop(MAP), plan.atlas.piles[hand.id].map) for hand in hands))
        cases.append(ex.every(runs(plan, seat, side), _pressed_by(plan.game.seats[seat].name.en), lies))
    return ex.any_of(*cases)


def first_empty(plan: Plan, display: Display) -> ex.Node:
    """The first box of a display without a piece; the last when all are taken."""
    spots = [plan.atlas.spaces[box] for box in display.boxes]
    found: ex.Node = ex.literal(spots[-1].location)
    for spot in reversed(spots[:-1]):
        here = ex.call("CountLocation", spot.location, spot.map, "")
        found = ex.if_(ex.equals(here, 0), spot.location, found)
    return found
