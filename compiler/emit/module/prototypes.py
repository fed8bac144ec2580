"""Prototypes: what pieces of a kind or side have in common, defined once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from compiler.emit.asking import Inquiry, those_selected
from compiler.emit.automation.battle_totals import battle_traits
from compiler.emit.automation.carrying import carry_traits
from compiler.emit.automation.cutting_in import cut_in_traits
from compiler.emit.automation.ladders import ladder_prototypes
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.moves import move_traits
from compiler.emit.automation.rankings import order_traits
from compiler.emit.automation.roll_menu import roll_traits
from compiler.emit.chat import player, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.art import REDUCED
from compiler.emit.module.cards import card_prototypes
from compiler.emit.module.counts import count_prototypes
from compiler.emit.module.cups import cup_prototypes
from compiler.emit.module.destinations import sent_prototypes
from compiler.emit.module.hands import hand_prototypes
from compiler.emit.module.holders import GOES_OVER, HELD_BY, HOLDER, changes_hands
from compiler.emit.module.marks import MOVED, is_unmarked, mark_traits
from compiler.emit.module.secrets import cover_prototypes, reveal_traits
from compiler.emit.module.spacemarks import ENDS, show_prototypes
from compiler.emit.module.tracks import marker_prototypes
from compiler.emit.names import YES, plain, seat_names, shown, within
from compiler.emit.plan import Plan
from compiler.emit.seats import is_in_play
from compiler.model.common import Field, FieldType
from compiler.model.counters import Counter, CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component, prototype
from compiler.vassal.keys import NO_KEY
from compiler.vassal.piece import BasicPiece, Piece
from compiler.vassal.traits import (
    AreaOfEffect,
    CalculatedProperty,
    Clone,
    Comment,
    Delete,
    DynamicProperty,
    Layer,
    Marker,
    MarkMoved,
    MovementTrail,
    Prototype,
    Report,
    RestrictCommands,
    SubMenu,
    Trait,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue

FACE = "Face"
LOOSE = "Loose"
_NUMBERS = (FieldType.INTEGER, FieldType.NUMBER)
_SHOWN = (*_NUMBERS, FieldType.CHOICE, FieldType.SIDE)
# Fields that a hex map can show as an area around the piece: the radius is the field's value.
_RANGES = ("range", "command_range")
_ZONES = ("zone", "zoc", "zone_of_control")


@dataclass(slots=True)
class Shelf:
    """Definitions by name, in the order they were asked for."""

    definitions: dict[str, tuple[Trait, ...]] = field(default_factory=dict)
    # what module.yaml adds, by name: the tree of the module has it from there, pieces in play from here
    added: dict[str, tuple[Trait, ...]] = field(default_factory=dict)
    # what each stands for in play, once pieces are laid out: nothing is defined any more then
    _expanded: dict[str, tuple[Trait, ...]] = field(default_factory=dict)

    def expand(self, traits: tuple[Trait, ...]) -> tuple[Trait, ...]:
        """The traits as they are in play: prototypes replaced by what they stand for."""
        found: list[Trait] = []
        for trait in traits:
            if isinstance(trait, Prototype):
                found += self._stands_for(trait.name)
            elif not isinstance(trait, Comment):
                if trait.kept is None:
                    trait.keep(*trait.encode())  # many pieces share it: written once
                found.append(trait)
        return tuple(found)

    def _stands_for(self, name: str) -> tuple[Trait, ...]:
        known = self._expanded.get(name)
        if known is None:
            written = (*self.definitions.get(name, ()), *self.added.get(name, ()))
            known = self._expanded[name] = self.expand(written)
        return known

    def component(self, pieces: Iterable[Piece], others: Collection[str] = ()) -> Component:
        """The container of what pieces use, be it through others, and of what the author names."""
        left = [piece.traits for piece in pieces] + [
            self.definitions[name] for name in others if name in self.definitions
        ]
        used = set(others)
        while left:
            for trait in left.pop():
                if isinstance(trait, Prototype) and trait.name not in used:
                    used.add(trait.name)
                    left.append(self.definitions.get(trait.name, ()))
        kept = ((name, traits) for name, traits in self.definitions.items() if name in used)
        return component(
            "m.PrototypesContainer", *(prototype(Piece(BasicPiece(), traits), name) for name, traits in kept)
        )


def kind_name(kind: str) -> str:
    return f"Kind {kind}"


def side_name(side: str | None) -> str:
    return f"Side {side}" if side else "No side"


def owned_name(side: str) -> str:
    return f"Owned by {side}"


def holder_name(side: str) -> str:
    return f"Held {side}"


def crest_name(side: str) -> str:
    return f"Crest on {side}"


def make_shelf(plan: Plan) -> Shelf:
    """All prototypes of a game."""
    game, shelf = plan.game, Shelf()
    shelf.definitions["Moves"] = _moves(plan)
    shelf.definitions[LOOSE] = (Clone(key=keys.CLONE), Delete(key=keys.DELETE))
    shelf.definitions[ENDS] = (Delete(key=keys.DELETE),)
    shelf.definitions["Turns over"] = (_turned(plan),)
    for kind in game.counter_kinds.values():
        counters = [c for c in game.counters.values() if c.kind == kind.id]
        shelf.definitions[kind_name(kind.id)] = tuple(_kind(plan, kind, counters))
    for side in (*game.sides, None):
        shelf.definitions[side_name(side)] = tuple(_side(plan, side))
        if side is not None:
            shelf.definitions[owned_name(side)] = tuple(_owners(plan, side))
        if side is not None and changes_hands(plan):
            shelf.definitions[holder_name(side)] = tuple(_holder(plan, side))
            shelf.definitions[crest_name(side)] = (_crests(plan, side),)
    shelf.definitions.update(sent_prototypes(plan))
    shelf.definitions.update(marker_prototypes(plan))
    shelf.definitions.update(show_prototypes(plan))
    shelf.definitions.update(hand_prototypes(plan))
    shelf.definitions.update(card_prototypes(plan))
    shelf.definitions.update(cup_prototypes(plan))
    shelf.definitions.update(count_prototypes(plan))
    shelf.definitions.update(ladder_prototypes(plan))
    shelf.definitions.update(cover_prototypes(plan))
    return shelf


def _turned(plan: Plan) -> Report:
    """What a piece became; where steps are faces, it is turned back too."""
    back = any(1 < counter.steps <= len(counter.faces) for counter in plan.game.counters.values())
    told = said(player(), ": ", ex.prop("oldPieceName"), " becomes <b>", ex.prop("newPieceName"), "</b> in ")
    return Report((keys.FLIP, *((keys.FACE_BACK,) if back else ())), ex.braced(said(told, ex.prop("location"))))


def varying(plan: Plan, kind: str) -> list[str]:
    """The fields that differ from face to face on any counter of a kind."""
    counters = plan.game.counters.values()
    return plan.once(f"varying {kind}", lambda: _varying(counter for counter in counters if counter.kind == kind))


def _varying(counters: Iterable[Counter]) -> list[str]:
    found: dict[str, None] = {}
    for counter in counters:
        values = [{**counter.values, **face.values} for face in counter.faces]
        for name in dict.fromkeys(name for face in values for name in face):
            if any(face.get(name) != values[0].get(name) for face in values):
                found[name] = None
    return list(found)


def _moves(plan: Plan) -> tuple[Trait, ...]:
    corner, unmark = round(5.5 * plan.atlas.scale), keys.UNMARK_MOVED if is_unmarked(plan) else NO_KEY
    has_moved = ex.if_(ex.equals(ex.prop("Moved"), True), " has moved", " has not moved")
    return (
        MarkMoved(plan.studio.moved(), corner, -corner, "Moved", keys.MARK_MOVED, unmark_key=unmark),
        MovementTrail(keys.TRAIL, "Movement trail", radius=8, fill="255,253,246", line="30,26,24", line_width=2.0),
        Report((keys.MARK_MOVED,), ex.braced(said(player(), ": <b>", ex.prop("newPieceName"), "</b>", has_moved))),
    )


def _kind(plan: Plan, kind: CounterKind, counters: list[Counter]) -> Iterator[Trait]:
    # what is innermost comes last in the menu: rolls are chosen more often than the sign of having moved
    men = not kind.marker and kind.id not in plan.chits and any(counter.side for counter in counters)
    if men or (MOVED in kind.marks and not kind.marker):
        yield Prototype("Moves")  # money and buildings are nobody's, and march nowhere
    changing = varying(plan, kind.id)
    for name in changing:
        at_level = ex.call("GetProperty", ex.add(f"{name}_", ex.prop(f"{FACE}_Level")))
        yield CalculatedProperty(name, ex.braced(at_level))
    yield Marker(("Kind",), (kind.name.en,))
    yield CalculatedProperty("Stats", ex.braced(_stats(plan, kind, counters)))
    yield from mark_traits(plan, kind)
    yield from _areas(plan, kind)
    yield from battle_traits(plan, kind)
    yield from reveal_traits(plan, kind.id)
    yield from carry_traits(plan, kind)
    yield from move_traits(plan, kind)
    yield from order_traits(plan, kind.id)
    yield from cut_in_traits(plan, kind)
    yield from roll_traits(plan, kind)
    if any(len(counter.faces) > 1 for counter in counters):
        yield Prototype("Turns over")


def _stats(plan: Plan, kind: CounterKind, counters: list[Counter]) -> ex.Node:
    """The numbers of a piece as one line of text."""
    used = {name for counter in counters for face in counter.faces for name in (*counter.values, *face.values)}
    text: ex.Node = ex.literal("")
    for data in kind.fields.values():
        if data.type in _SHOWN and not data.many and (data.id in used or data.default is not None):
            value = _worded(plan, data, counters)
            told = said(f", {_title(data)} ", value)
            text = ex.add(text, ex.if_(ex.equals(ex.prop(data.id), ""), "", told))
    return ex.if_(ex.equals(text, ""), "", ex.Method(text, "substring", (ex.literal(2),)))


def _worded(plan: Plan, data: Field, counters: list[Counter]) -> ex.Node:
    """A field as players read it: sides and words of a list by their names, never by their ids."""
    own = ex.prop(data.id)
    if data.type in _NUMBERS:
        return own
    found = {c.values.get(data.id, f.values.get(data.id)) for c in counters for f in c.faces}
    names = {plain(value): shown(plan.game, plain(value)) for value in found if value not in (None, "")}
    return choose([(ex.equals(own, id), name) for id, name in sorted(names.items()) if id != name], own)


def _title(data: Field) -> str:
    return data.title.en or data.id


def _areas(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """Command ranges and zones, shown around the piece; only hexes have a distance."""
    if plan.game.map.grid is None:
        return
    shown: list[str] = []
    for names, key, color in ((_RANGES, keys.SHOW_RANGE, "31,90,122"), (_ZONES, keys.SHOW_ZONE, "180,48,43")):
        data = next((kind.fields[name] for name in names if name in kind.fields), None)
        if data is None:
            continue
        menu, number = f"Show {within(plan.game, _title(data))}", data.type in _NUMBERS
        shown.append(menu)
        yield AreaOfEffect(
            color,
            25,
            1,
            False,
            menu,
            key,
            fixed_radius=not number,
            radius_property=data.id if number else "",
            name=f"Area_{data.id}",
            everyone=False,
        )
        if not number:
            yield RestrictCommands(f"no {data.id}", "Hide", ex.braced(ex.not_equals(ex.prop(data.id), YES)), (key,))
    if len(shown) > 1:
        yield SubMenu("Show", tuple(shown))


def turning_faces(plan: Plan, side: str) -> list[tuple[ex.Node, str]]:
    """The faces of counters of a side that make them another side's, or theirs again, each with its test."""
    found: list[tuple[ex.Node, str]] = []
    for counter in plan.game.counters.values():
        if counter.side == side and any(face.side not in (None, side) for face in counter.faces):
            for n, face in enumerate(counter.faces, 1):
                lies = ex.every(ex.equals(ex.prop(COUNTER_ID), counter.id), ex.equals(ex.prop(f"{FACE}_Level"), n))
                found.append((lies, face.side or side))
    return found


def _holder(plan: Plan, side: str) -> Iterator[Trait]:
    """Who holds the piece now, for games in which men change sides."""
    others = [id for id in plan.game.sides if id != side]
    names = tuple(plan.game.sides[id].name.en for id in (side, *others))
    offered = {
        data.name.en: ex.every(is_in_play(plan, id), ex.not_equals(ex.prop(HELD_BY), data.name.en))
        for id, data in plan.game.sides.items()
    }
    answers = {name: name for name in names}
    title = "Goes over to which side?"
    asks = Inquiry(
        "side", "Goes over to...", keys.GO_OVER, title, answers, offered, whose=those_selected(), shared=GOES_OVER
    )
    held = ex.prop(HELD_BY)
    level = choose([(ex.equals(held, name), n) for n, name in enumerate(names[1:], 2)], 1)
    yield DynamicProperty(HOLDER, Limits(), (PropertyCommand("", asks.taken, SetValue(ex.braced(level))),), value="1")
    goes = PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(held))))
    turned = turning_faces(plan, side)
    by_face = choose([(test, plan.game.sides[id].name.en) for test, id in turned], held)
    flips = (PropertyCommand("", keys.FLIP, SetValue(ex.braced(by_face))),) if turned else ()
    yield DynamicProperty(HELD_BY, Limits(), (goes, *flips), value=names[0])
    told = said("<b>", ex.prop("oldPieceName"), "</b> in ", ex.prop("location"), " now serves <b>", held, "</b>")
    yield Report((asks.taken,), ex.braced(ex.if_(asks.answered, said(player(), ": ", told), "")))
    yield from asks.traits()


def _crests(plan: Plan, side: str) -> Layer:
    """The crest of the holder, when it is another: it lies on the face, and the name of the piece says it too."""
    others = [id for id in plan.game.sides if id != side]
    return Layer(
        x_offset=-16,
        y_offset=16,
        images=("", *(plan.studio.crest(id) for id in others)),
        level_names=("", *(f"+ (serves {plan.game.sides[id].name.en})" for id in others)),
        loop=False,
        name="Holder",
        follows=True,
        follow=HOLDER,
        first_level=1,
        always_active=True,
        scale=REDUCED,
    )


def _side(plan: Plan, side: str | None) -> Iterator[Trait]:
    """Whose piece it is."""
    name = plan.game.sides[side].name.en if side else ""
    yield Marker(("Side", "SideName"), (side or "", name))


def _owners(plan: Plan, side: str) -> Iterator[Trait]:
    """That only its owner may delete a piece. It is the innermost, so that Delete ends the menu."""
    yield Delete("Delete", keys.DELETE)
    strangers = [ex.not_equals(ex.prop("PlayerSide"), seat) for seat in seat_names(plan.game, side)]
    yield RestrictCommands("owner only", "Hide", ex.braced(ex.every(*strangers)), (keys.DELETE,))
    # whoever is beaten has a place to go to: taken out of the game nobody would find him again
    kinds = dict.fromkeys(kind for send in plan.game.upkeep.sends.values() if send.lost for kind in send.kinds)
    kept = [ex.equals(ex.prop("Kind"), plan.game.counter_kinds[kind].name.en) for kind in kinds]
    if kept:
        yield RestrictCommands("is sent instead", "Hide", ex.braced(ex.any_of(*kept)), (keys.DELETE,))
