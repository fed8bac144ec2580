"""Piles that are drawn from unseen and filled again: drawn pieces are told by name, one command refills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from compiler.emit.atlas import Spot, is_deck
from compiler.emit.chat import player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.again import leave_key
from compiler.emit.module.marks import property_of
from compiler.emit.plan import Plan
from compiler.model.piles import Gathering, Pile
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, Value, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    GlobalHotkey,
    GlobalKeyCommand,
    Prototype,
    Report,
    ReturnToDeck,
    SendToLocation,
    Trait,
    Trigger,
)
from compiler.vassal.values import Target

_FEW = 12  # so many sorts of pieces in a pile are told by name


def cups(plan: Plan) -> list[Pile]:
    """The cups of counters."""
    return [pile for pile in plan.game.piles.values() if pile.kind == "cup" and pile.holds == "counters"]


def drawn_to(plan: Plan, cup: Pile) -> Pile | None:
    """The open pile that pieces drawn from a cup go to."""
    pile = plan.game.piles.get(cup.discard_to or "")
    return pile if pile is not None and is_deck(pile) else None


def draw_key(cup: Pile) -> Key:
    """The command of a piece that comes out of a cup."""
    return named(f"liege-drawn-{cup.id}")


def _back(pile: Pile) -> Key:
    return named(f"liege-back-{pile.id}")


def refill_key(pile: Pile) -> Key:
    """The command that fills a pile again."""
    return named(f"liege-refill-{pile.id}")


def members(plan: Plan, pile: Pile) -> list[str]:
    """The counters and cards that belong into a pile: those that start in it, and where they are drawn to."""
    aside = plan.game.piles.get(pile.discard_to or "")
    kinds = pile.gathers.kinds if pile.gathers is not None else ()
    like = (id for id, counter in plan.game.counters.items() if counter.kind in kinds)
    return list(dict.fromkeys((*pile.pieces, *(aside.pieces if aside is not None else ()), *like)))


def refilled(plan: Plan) -> list[Pile]:
    """The piles that one command fills again."""
    known = (p for p in plan.game.piles.values() if is_deck(p))
    return [p for p in known if p.pieces and (p.kind == "cup" or p.refill_at is not None or p.reshuffle_from)]


# -- on the piece ------------------------------------------------------------------------------------------------------
def cup_traits(plan: Plan, id: str) -> list[Prototype]:
    """The prototypes of the piles that a counter or card goes back to."""
    return plan.once("cup traits", lambda: _traits_of_members(plan)).get(id, [])


def _traits_of_members(plan: Plan) -> dict[str, list[Prototype]]:
    found: dict[str, list[Prototype]] = {}
    for pile in refilled(plan):
        for id in members(plan, pile):
            found.setdefault(id, []).append(Prototype(_name(pile)))
    return found


def _name(pile: Pile) -> str:
    return f"Belongs to {pile.id}"


def cup_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A definition for every pile that is filled again."""
    for pile in refilled(plan):
        yield _name(pile), tuple(_belongs(plan, pile))


def _belongs(plan: Plan, pile: Pile) -> Iterator[Trait]:
    name = pile.name.en
    yield ReturnToDeck("", _back(pile), name, player_chooses=False, deck_expression=name)
    target = drawn_to(plan, pile)
    if pile.kind == "cup" and target is not None:
        out, says = named(f"liege-out-of-{pile.id}"), named(f"liege-says-drawn-{pile.id}")
        left = ex.call("GetMapProperty", f"{name}_numPieces", plan.atlas.piles[pile.id].map)
        yield ReturnToDeck("", out, target.name.en, player_chooses=False, deck_expression=target.name.en)
        told = said(player(), " draws <b>", ex.prop("newPieceName"), f"</b> from {name}, ", left, " left")
        yield Report((says,), ex.braced(ex.add(told, ruled(pile.note))))
        moves, ends = _to_the_open(plan, pile), tuple(_ends(plan, pile))
        yield from moves.traits
        yield from (trait for _, traits in ends for trait in traits)
        done = (*moves.before, out, *moves.after, says, *(key for key, _ in ends))
        yield Trigger(f"drawn from {pile.id}", key=draw_key(pile), performed=done)


class _Moves(NamedTuple):
    """What is done before a piece leaves its cup and after, by which traits."""

    before: tuple[Key, ...] = ()
    after: tuple[Key, ...] = ()
    traits: tuple[Trait, ...] = ()


def _to_the_open(plan: Plan, pile: Pile) -> _Moves:
    """What was drawn before goes aside, and this one to where it lay: by way of the open pile, which uncovers it."""
    aside = drawn_to(plan, pile)
    if pile.drawn_to is None or aside is None:
        return _Moves()
    spot, away = plan.atlas.spot(pile.drawn_to), named(f"liege-aside-{pile.id}")
    clears, shows = named(f"liege-clear-drawn-{pile.id}"), named(f"liege-show-drawn-{pile.id}")
    lies = ex.every(ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in members(plan, pile))), _lies_in(spot))
    traits: tuple[Trait, ...] = (
        ReturnToDeck("", away, aside.name.en, player_chooses=False, deck_expression=aside.name.en),
        GlobalKeyCommand("", clears, away, ex.braced(lies)),
        SendToLocation("", shows, spot.map, spot.map, spot.x, spot.y),
    )
    return _Moves((clears,), (shows,), traits)


def _lies_in(spot: Spot) -> ex.Node:
    return ex.every(ex.equals(ex.prop("CurrentMap"), spot.map), ex.equals(ex.prop("LocationName"), spot.location))


def _ends(plan: Plan, pile: Pile) -> Iterator[tuple[Key, tuple[Trait, ...]]]:
    """Which piece ends which loop: all are told, and the tracker goes on behind it."""
    nodes = {node.id: node for node in plan.game.steps()}
    for counter, loop in pile.ends.items():
        if loop in plan.loops:
            key, press, says = (named(f"liege-{what}-{loop}") for what in ("ends", "press-leave", "says-ends"))
            mine = ex.braced(ex.equals(ex.prop(COUNTER_ID), counter))
            phases = (n for n in nodes.values() if n.kind == "phase" and [c.id for c in n.children] == [loop])
            whole = next(phases, nodes[loop])  # `Impulse Phase` where it is nothing but impulses
            over = f"{whole.name.en} is over{ruled(nodes[loop].note)}"
            yield (
                key,
                (
                    Report((says,), ex.braced(said(over))),
                    GlobalHotkey("", press, leave_key(loop)),
                    Trigger(f"ends {loop}", key=key, match=mine, performed=(says, press)),
                ),
            )


# -- refilling ---------------------------------------------------------------------------------------------------------
def refill_text(pile: Pile) -> str:
    """What the entry of the menu says."""
    return f"Refill {pile.name.en}"


def refill_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its components, for every pile that is filled again."""
    for pile in refilled(plan):
        brings, says = named(f"liege-bring-{pile.id}"), named(f"liege-says-refilled-{pile.id}")
        mixed = (shuffle_key(pile),) if pile.shuffled and pile.kind != "cup" else ()
        text = f"Refill {pile.name.en}"
        presses = component(
            "m.DoActionButton", name=text, text=text, icon="", hotkey=refill_key(pile), doHotkey=True,
            tooltip=f"All that belongs into {pile.name.en} goes back", hotkeys=(brings, says, *mixed),
        )  # fmt: skip
        collects = _collects(plan, pile, brings)
        speaks = component(
            "m.DoActionButton", name=f"{text} says", text="", icon="", hotkey=says, doReport=True,
            reportFormat=ex.braced(contents(plan, pile)),
        )  # fmt: skip
        yield text, [presses, *collects, speaks]


def _collects(plan: Plan, pile: Pile, brings: Key) -> Iterator[Component]:
    """What sends the pieces back: those on maps and in hands, then those of every other deck, each by a command.

    A command that came into decks after maps would meet the pieces it has sent into a deck once more, and VASSAL would
    leave them masked there, whatever is undone.
    """
    shared: dict[str, Value] = {
        "name": f"Back to {pile.name.en}", "buttonText": "", "icon": "", "buttonHotkey": brings,
        "hotkey": _back(pile), "filter": ex.braced(_due(plan, pile)), "reportSingle": True, "singleMap": False,
    }  # fmt: skip
    yield component("m.GlobalKeyCommand", body="", **shared, deckCount="0")
    for other in plan.game.piles.values():
        if is_deck(other) and other.id != pile.id and other.holds == pile.holds:
            yield component("m.GlobalKeyCommand", body="", **shared, deckCount="-1", target=in_deck(other))


def in_deck(pile: Pile) -> str:
    """The target of a command to the pieces of one deck."""
    return str(Target("MODULE", True, "DECK", deck=pile.name.en))


def shuffle_key(pile: Pile) -> Key:
    """The command that shuffles a pile."""
    return named(f"liege-shuffle-{pile.id}")


def _due(plan: Plan, pile: Pile) -> ex.Node:
    """Whether a piece goes back: those of the pile it is refilled from, or all that start in it, wherever they lie.

    A deck that a step refills takes the cards out of all hands as well.
    """
    source = plan.game.piles.get(pile.reshuffle_from or "")
    if pile.kind == "deck" and pile.refill_at is not None:
        source = None
    elsewhere = ex.not_equals(ex.prop("DeckName"), pile.name.en)
    if source is not None:
        return ex.equals(ex.prop("DeckName"), source.name.en)
    own = ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in pile.pieces))
    if pile.gathers is None:
        return ex.every(elsewhere, own)
    return ex.every(elsewhere, ex.any_of(own, _drawn(plan, pile)), *_may(plan, pile, pile.gathers))


def _drawn(plan: Plan, pile: Pile) -> ex.Node:
    """Whether a piece of those that may go in was drawn, or lies where those go."""
    aside = drawn_to(plan, pile)
    places: list[ex.Node] = [ex.equals(ex.prop("DeckName"), aside.name.en)] if aside is not None else []
    places += [_lies_in(plan.atlas.spot(pile.drawn_to))] if pile.drawn_to is not None else []
    mine = (id for id in members(plan, pile) if id not in pile.pieces)
    return ex.every(ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in mine)), ex.any_of(*places))


def _may(plan: Plan, pile: Pile, gathers: Gathering) -> Iterator[ex.Node]:
    """That the man of a piece stands on the map, and that nothing keeps it out."""
    if gathers.unless is not None:
        yield ex.equals(ex.prop(property_of(gathers.unless)), "")
    land = "|".join(plan.atlas.spaces[id].location for id in plan.game.map.land)
    for id in members(plan, pile) if gathers.leader is not None else ():
        man = plan.game.counters[id].values.get(gathers.leader or "")
        man = man or plan.game.counters[id].faces[0].values.get(gathers.leader or "")
        if man:
            here = ex.add("|", ex.add(ex.prop("LocationName"), "|"))
            on_map = ex.greater_equal(ex.Method(ex.literal(f"|{land}|"), "indexOf", (here,)), 0)
            stands = ex.every(ex.equals(ex.prop(COUNTER_ID), str(man)), on_map)
            there = ex.greater(ex.call("CountMap", plan.atlas.main.name, ex.quoted(stands)), 0)
            yield ex.any_of(ex.not_equals(ex.prop(COUNTER_ID), id), there)


def contents(plan: Plan, pile: Pile) -> ex.Node:
    """That a pile is full again, and what is in it where those are few sorts."""
    spot, name = plan.atlas.piles[pile.id], pile.name.en
    count = ex.call("GetMapProperty", f"{name}_numPieces", spot.map)
    text = said(player(), f" refills <b>{name}</b>: ", count, " in it")
    ids = members(plan, pile)
    if len(ids) <= _FEW and pile.holds == "counters":
        inside: ex.Node = ex.literal("")
        for id in ids:
            mine = ex.every(ex.equals(ex.prop("DeckName"), name), ex.equals(ex.prop(COUNTER_ID), id))
            there = ex.call("CountMap", spot.map, ex.quoted(mine))
            inside = ex.add(inside, ex.if_(ex.greater(there, 0), f", {plan.names[id]}", ""))
        text = ex.add(text, inside)
    return ex.add(text, ruled(pile.note))
