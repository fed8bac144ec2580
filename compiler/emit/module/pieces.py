"""Pieces: counters and cards as VASSAL pieces, and how they lie in a setup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from compiler.emit.atlas import pixels
from compiler.emit.automation.battle_sides import STEPS_LEFT
from compiler.emit.automation.ladders import climbs
from compiler.emit.automation.marches import TURNED, wears
from compiler.emit.automation.resets import reset_of
from compiler.emit.automation.stock_events import event_traits
from compiler.emit.chat import player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import counts, keys
from compiler.emit.module.art import REDUCED, picture
from compiler.emit.module.cards import RULE, card_traits, turned
from compiler.emit.module.cups import cup_traits
from compiler.emit.module.destinations import sent_prototype
from compiler.emit.module.holders import HELD_BY, HOLDER, changes_hands, holder_level
from compiler.emit.module.layers import layer_of
from compiler.emit.module.marks import MOVED, level_of, level_property, property_of
from compiler.emit.module.prototypes import (
    FACE,
    LOOSE,
    Shelf,
    crest_name,
    holder_name,
    kind_name,
    owned_name,
    side_name,
    varying,
)
from compiler.emit.module.secrets import covered
from compiler.emit.module.spacemarks import ENDS, generic, mark_piece, on_spaces, plate_of, prototype_name, shown_by
from compiler.emit.module.speaking import speaking
from compiler.emit.module.tracks import marker_prototype
from compiler.emit.names import SOLO, counted, face_names, plain
from compiler.emit.plan import Plan
from compiler.emit.save.boardstate import LAYER
from compiler.model.counters import Card, CardKind, Counter, CounterKind
from compiler.model.game import Game
from compiler.model.setup import seen_by
from compiler.model.table import Piece as TablePiece
from compiler.render.signs import PLATE
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, piece_slot
from compiler.vassal.keys import NO_KEY, Key, named
from compiler.vassal.piece import BasicPiece, Piece
from compiler.vassal.sequence import encode
from compiler.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    Layer,
    Marker,
    MarkMoved,
    Mask,
    Prototype,
    Report,
    Rotate,
    TextLabel,
    Trait,
    Trigger,
)
from compiler.vassal.values import AddNumber, Limits, PropertyCommand, SetValue

STEPS = "Steps"
_REGAIN = named("liege-regain-step")
_PIECE = said(": <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"))


@cache
def _uses(name: str) -> Prototype:
    """The trait that names a prototype; many pieces name the same, so it is written once."""
    made = Prototype(name)
    made.keep(*made.encode())
    return made


TURN_OVER = "Turn over"  # the command of a counter with two faces
NOBODY = "nobody"  # VASSAL's word for the owner of what no player may look at


@dataclass(frozen=True)
class Box:
    """Everything in the box, as VASSAL pieces by the id of the counter or card."""

    plan: Plan
    shelf: Shelf
    designs: dict[str, Piece]
    expanded: dict[str, tuple[Trait, ...]] = field(default_factory=dict)  # traits in play, worked out once
    written: dict[str, str] = field(default_factory=dict)  # designs in play: their pieces differ in state alone

    def slot(self, id: str, *, card: bool = False) -> Component:
        """A palette slot."""
        w, h = self.size(id)
        return piece_slot(self.designs[id], self.designs[id].basic.name, self.plan.gpid(id), w, h, card=card)

    def size(self, id: str) -> tuple[int, int]:
        """Width and height in pixels of a counter, card or mark."""
        return pixels(PLATE if id.endswith("/mark") else self.plan.piece_size(id), self.plan.atlas.scale)

    def in_play(self, piece: TablePiece) -> Piece:
        """A piece of the table: prototypes expanded, state as it lies."""
        design = self.designs[piece.counter]
        traits = self.expanded.get(piece.counter)
        if traits is None:
            traits = self.expanded[piece.counter] = self.shelf.expand(design.traits)
        counter = self.plan.game.counters.get(piece.counter)
        game = self.plan.game
        found = tuple([_state(game, t, piece, counter) if type(t) in _CHANGING else t for t in traits])
        owner = masked_by(self.plan.game, piece)
        if owner is not None:
            found = tuple(trait.with_state(owner=owner) if isinstance(trait, Mask) else trait for trait in found)
        return replace(design, traits=found)

    def lying(self, piece: TablePiece, map: str, x: int, y: int) -> Piece:
        """A piece of the table on a map, ready to be written."""
        made = self.in_play(piece).at(map, x, y)
        if piece.counter in self.written:
            return made.written_as(self.written[piece.counter])
        self.written[piece.counter], state = made.encode()
        return made.keep(self.written[piece.counter], state)


def make_box(plan: Plan, shelf: Shelf) -> Box:
    """The designs of all counters and cards; what many of them have goes on the shelf."""
    shelf.definitions.update(_shared(plan))
    by_kind = {kind: varying(plan, kind) for kind in plan.game.counter_kinds}
    designs = {c.id: _counter(plan, c, by_kind[c.kind]) for c in plan.game.counters.values()}
    designs |= {c.id: _card(plan, c) for c in plan.game.cards.values()}
    designs |= {f"{m.id}/mark": mark_piece(plan, m) for m in on_spaces(plan) if generic(plan, m)}
    if plan.tongue is not None:
        for name, traits in shelf.definitions.items():
            shelf.definitions[name] = speaking(traits, plan.tongue)
        designs = {id: replace(piece, traits=speaking(piece.traits, plan.tongue)) for id, piece in designs.items()}
    return Box(plan, shelf, designs)


_FACING = "Faces somewhere"


def _steps_name(counter: Counter) -> str:
    return f"{STEPS} {counter.steps}{' on faces' if counter.steps <= len(counter.faces) else ''}"


def _cover_name(kind: CardKind) -> str:
    return f"Cover of {kind.id}"


def _shared(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """Definitions that counters of several kinds, or all cards of one, share."""
    if plan.facing:
        rotate = Rotate(
            6, clockwise_key=keys.TURN_RIGHT, counter_key=keys.TURN_LEFT, clockwise_menu="Turn right",
            counter_menu="Turn left", name="Facing",
        )  # fmt: skip
        turns = said(player(), _PIECE, " turns: ", ex.prop("menuCommand"))
        told = Report((keys.TURN_RIGHT, keys.TURN_LEFT), ex.braced(turns))
        yield _FACING, (rotate, told)
    for name, counter in {_steps_name(c): c for c in plan.game.counters.values() if c.steps > 1}.items():
        yield name, (*_steps(counter), *_steps_left(plan, counter))
    for kind in dict.fromkeys(card.kind for card in plan.game.cards.values()):
        data = plan.game.card_kinds[kind]
        mask = _mask(plan, plan.studio.card_back(kind), data)
        yield _cover_name(data), (mask, Report((keys.HIDE,), ex.braced(turned(plan))))


def _counter(plan: Plan, counter: Counter, changing: list[str]) -> Piece:
    images = tuple(plan.studio.face(counter, face) for face in counter.faces)
    kind = plan.game.counter_kinds[counter.kind]
    # what is innermost comes last in the menu: neither Delete nor going over must ever head it
    traits: list[Trait] = []
    chit = counter.kind in plan.chits
    man = counter.side if not kind.marker and not chit else None  # the side he serves
    if man is not None:
        traits.append(_uses(owned_name(man)))
    traits.append(_uses(side_name(counter.side)))
    if man is not None and changes_hands(plan):
        traits.append(_uses(holder_name(man)))
    if len(images) == 1:
        traits.append(picture(images[0]))
    if not kind.limited:
        traits.append(_uses(LOOSE))
    elif kind.marker and not _stands_for_something(plan, counter):
        traits.append(_uses(ENDS))
    if len(images) > 1:
        traits.append(_faces(plan, counter, images))
    if man is not None and changes_hands(plan):  # drawn over the face
        traits.append(_uses(crest_name(man)))
    if plan.facing and not kind.marker:
        traits.append(_uses(_FACING))
    if counter.steps > 1:
        traits.append(_uses(_steps_name(counter)))
    traits.append(_data(plan, counter, changing))
    sent = sent_prototype(plan, counter)
    if sent is not None:
        traits.append(_uses(sent))
    traits.append(_uses(kind_name(counter.kind)))
    traits += climbs(plan, counter)
    traits += cup_traits(plan, counter.id)
    on_track = marker_prototype(plan, counter.id)
    if on_track:
        traits.append(_uses(on_track))
    shows = shown_by(plan, counter.id)
    if shows is not None:
        traits.append(_uses(prototype_name(shows)))
    if counter.id in plan.hidden:
        mask = _mask(plan, plan.studio.back(counter), kind, _lookers(plan, counter))
        traits.append(replace(mask, key=NO_KEY, menu="") if chit else mask)  # the cup covers it, nobody else
    traits.append(_uses(counts.COUNTER))
    return Piece(BasicPiece("", plan.names[counter.id], gpid=plan.gpid(counter.id)), tuple(traits))


def _stands_for_something(plan: Plan, counter: Counter) -> bool:
    """Whether a marker shows a track, an order or a level: without it the table would not say where the game stands."""
    upkeep = plan.game.upkeep
    kinds = {ranking.markers for ranking in upkeep.rankings.values()}
    kinds |= {ladder.markers for ladder in upkeep.ladders.values()}
    return counter.kind in kinds or any(track.marker == counter.id for track in plan.game.tracks.values())


def _faces(plan: Plan, counter: Counter, images: tuple[str, ...]) -> Layer:
    """The faces of a counter, one after the other."""
    reset, level = reset_of(plan, counter)
    worn = wears(plan, counter.kind)
    quiet = TURNED if worn is not None and worn.turns(counter) is not None else NO_KEY
    stepped = 1 < counter.steps <= len(counter.faces)  # Lose a step turns it, and stops at the last
    return Layer(
        increase_menu=TURN_OVER if len(images) == 2 else "" if stepped else "Next face",
        increase_key=keys.FLIP,
        decrease_key=keys.FACE_BACK if stepped else quiet,
        reset_key=reset,
        reset_level=level,
        images=images,
        level_names=face_names(counter, plan.common_faces),
        loop=True,
        name=FACE,
        always_active=True,
        scale=REDUCED,
    )


def _data(plan: Plan, counter: Counter, changing: list[str]) -> Marker:
    """Who the piece is and every number on it; what changes from face to face is kept once for each."""
    kind = plan.game.counter_kinds[counter.kind]
    values: dict[str, str] = {COUNTER_ID: counter.id, LAYER: layer_of(plan, counter.id)}
    for name in dict.fromkeys((*kind.fields, *counter.values, *changing)):
        default = kind.fields[name].default if name in kind.fields else None
        common = counter.values.get(name, default)
        if name in changing:
            values |= {f"{name}_{n}": plain(face.values.get(name, common)) for n, face in enumerate(counter.faces, 1)}
        elif (value := counter.faces[0].values.get(name, common)) is not None:
            values[name] = plain(value)
    if changing and len(counter.faces) == 1:
        values[f"{FACE}_Level"] = "1"
    return Marker(tuple(values), tuple(values.values()))


def _steps(counter: Counter) -> Iterator[Trait]:
    """Steps to lose and to regain: faces where they show them all, else a number.

    Where they do, the number is empty and follows from the face; a setup may say otherwise, until the piece is turned.
    """
    if counter.steps <= len(counter.faces):
        turned = (PropertyCommand("", key, SetValue("")) for key in (keys.FLIP, keys.FACE_BACK))
        yield DynamicProperty(STEPS, Limits(), tuple(turned))
        level = ex.prop(f"{FACE}_Level")
        yield from _losing(ex.greater_equal(level, counter.steps), keys.FLIP, ex.greater(level, 1), keys.FACE_BACK)
        return
    down, up = (named(f"liege-steps-{way}") for way in ("down", "up"))
    yield DynamicProperty(
        STEPS,
        Limits(True, "0", str(counter.steps)),
        (PropertyCommand("", down, AddNumber("-1")), PropertyCommand("", up, AddNumber("1"))),
        value=str(counter.steps),
    )
    yield TextLabel(
        menu="",
        font_size=12,
        background="255,253,246",
        vertical="b",
        horizontal="r",
        vertical_justify="b",
        horizontal_justify="r",
        name_format="$pieceName$",
        font="SansSerif",
        font_style=1,
        property="StepsLabel",
        label=f"${STEPS}$",
    )
    left = ex.prop(STEPS)
    yield Report((down, up), ex.braced(said(player(), _PIECE, " has ", counted(left, "step", "steps"), " left")))
    yield from _losing(ex.less_equal(left, 1), down, ex.less(left, counter.steps), up)


def _steps_left(plan: Plan, counter: Counter) -> Iterator[Trait]:
    """How many steps it has left, for battles that count them."""
    if plan.game.rolls.battles:
        kept, level = ex.prop(STEPS), ex.prop(f"{FACE}_Level")
        left = kept if counter.steps > len(counter.faces) else ex.subtract(counter.steps + 1, level)
        yield CalculatedProperty(STEPS_LEFT, ex.braced(ex.if_(ex.equals(kept, ""), left, kept)))


def _losing(last: ex.Node, down: Key, less: ex.Node, up: Key) -> Iterator[Trait]:
    """Lose a step, with the last one the piece; and regain one. The test for the last stands inside, and acts first."""
    yield Trigger("the last step", key=keys.LOSE_STEP, match=ex.braced(last), performed=(keys.ELIMINATE,))
    yield Trigger("a step", key=keys.LOSE_STEP, match=ex.braced(ex.not_(last)), performed=(down,))
    yield Trigger("regains", key=_REGAIN, match=ex.braced(less), performed=(up,))
    yield Trigger("Lose a step", "Lose a step", keys.STEP_DOWN, performed=(keys.LOSE_STEP,))
    yield Trigger("Regain a step", "Regain a step", keys.STEP_UP, match=ex.braced(less), performed=(_REGAIN,))


def _mask(plan: Plan, image: str, kind: CounterKind | CardKind, lookers: tuple[str, ...] = ()) -> Mask:
    """Hides the piece from all but those who may look, else but who hid it; they see it with a small sign on it."""
    veil = plan.studio.veil(kind.id, kind.size)
    access = f"sides:{encode(lookers, ':')}" if lookers else "side:"
    return Mask(keys.HIDE, image, "Hide or show", f"G{veil}", kind.name.en, access, "Peek")


def _lookers(plan: Plan, counter: Counter) -> tuple[str, ...]:
    """Who may look at a block that one seat alone runs in every scenario: that seat, and who plays alone."""
    game = plan.game
    if counter.side is None or not game.counter_kinds[counter.kind].hidden:
        return ()
    seats = {game.seat_of(counter.side, scenario) for scenario in game.scenarios.values()} - {None}
    return (*(game.seats[seat].name.en for seat in seats if seat), SOLO) if len(seats) == 1 else ()


def masked_by(game: Game, piece: TablePiece) -> str | None:
    """Whose mask lies on a piece that not all may know in a place that all may see; None: nobody's."""
    if piece.seen_by is None or piece.place in game.piles or seen_by(game, piece.place) is not None:
        return None
    return next((game.seats[seat].name.en for seat in piece.seen_by), NOBODY)


def known_to(game: Game, place: str, mask: Mask | None) -> tuple[str, ...] | None:
    """The seats that know a piece by its place and its mask; what the solitaire player masked is its side's."""
    by_place = seen_by(game, place)
    if mask is None or not mask.masked or place in game.piles or by_place is not None:
        return by_place
    if mask.owner == SOLO:
        space = game.spaces.get(place)
        display = game.maps[space.board].displays.get(space.display or "") if space is not None else None
        seat = game.seat_of(display.side) if display is not None and display.side else None
        return (seat,) if seat else ()
    return tuple(seat.id for seat in game.seats.values() if seat.name.en == mask.owner)


def _card(plan: Plan, card: Card) -> Piece:
    kind = plan.game.card_kinds[card.kind]
    values = {COUNTER_ID: card.id, LAYER: layer_of(plan, card.id), "Kind": kind.name.en, "Number": plain(card.number)}
    values[RULE] = ruled(replace(card.note, rules=tuple(rule for rule in card.note.rules if rule[:1].isdigit())))
    for name in dict.fromkeys((*kind.fields, *card.values)):
        default = kind.fields[name].default if name in kind.fields else None
        value = card.values.get(name, default)
        if value is not None:
            values[name] = plain(value)
    traits: list[Trait] = [picture(plan.studio.card(card)), Marker(tuple(values), tuple(values.values()))]
    traits += card_traits(plan, card)
    traits += event_traits(plan, card)
    traits += cup_traits(plan, card.id)
    traits += covered(plan, card)
    traits += (_uses(_cover_name(kind)), _uses(counts.CARD))
    return Piece(BasicPiece("", plan.names[card.id], gpid=plan.gpid(card.id)), tuple(traits))


_CHANGING = frozenset((Layer, DynamicProperty, MarkMoved, Rotate))  # traits whose state the table decides


def _state(game: Game, trait: Trait, piece: TablePiece, counter: Counter | None) -> Trait:
    """A trait as it is on this piece of the table; most are as they were made."""
    if isinstance(trait, Layer):
        turned = trait.name == FACE and trait.level != piece.face + 1
        return trait.with_state(level=piece.face + 1) if turned else trait
    if isinstance(trait, DynamicProperty):
        value = _value(game, trait, piece, counter)
        return trait if value == trait.value else trait.with_state(value=value)
    if isinstance(trait, MarkMoved):
        moved = bool(piece.mark(MOVED))
        return trait.with_state(moved=True) if moved else trait
    if isinstance(trait, Rotate) and piece.facing:
        return trait.with_state(facing=str(piece.facing))
    return trait


def _value(game: Game, trait: DynamicProperty, piece: TablePiece, counter: Counter | None) -> str:
    if trait.name == HELD_BY:
        return game.sides[piece.side].name.en if piece.side else ""
    if trait.name == HOLDER:
        return holder_level(game, counter.side if counter is not None else None, piece.side)
    if trait.name == STEPS:
        shown = max(1, counter.steps - piece.face) if counter is not None and not trait.value else None
        return "" if piece.steps == shown else str(piece.steps)
    if trait.name.startswith("mark_"):
        own = next((v for mark, v in piece.marks if property_of(mark) == trait.name), None)
        return plain(own)
    if trait.name.startswith("shows_"):
        return _sign(game, trait, piece, counter)
    return trait.value


def _sign(game: Game, trait: DynamicProperty, piece: TablePiece, counter: Counter | None) -> str:
    """The number of the sign or plate that a mark of the piece shows."""
    for id, value in piece.marks:
        mark = game.marks[id]
        if level_property(mark) == trait.name:
            on_space = counter is None or id not in game.counter_kinds[counter.kind].marks
            return plate_of(mark, value) if on_space else level_of(mark, value)
    return trait.value
