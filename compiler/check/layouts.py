"""Lints of layouts: every type face, state, field and value they name is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.model.colour import INKS, TONES
from compiler.model.game import Game
from compiler.model.ids import nearest
from compiler.model.shown import Values, back_values, card_values, face_values, value_of

FACES = ("serif", "serif-bold", "serif-italic", "sans", "sans-semi", "sans-bold", "sans-black", "sans-italic", "kanji")
# States a face may have without saying so.
_STATES = ("front", "back", "marker", "reduced")
_FIELDS = ("of", "repeat", "with", "echelon")  # keys of a slot that name fields


@lint("C813", ERROR, "The text would not be set at all.")
def unknown_face(game: Game) -> Iterator[Found]:
    """A layout names a type face that is neither ours nor in `art/`."""
    known = (*FACES, *game.art.own_faces)
    layouts = [*game.art.counters.values(), *game.art.cards.values()]
    for slots in (part for layout in layouts for part in layout.values() if isinstance(part, Mapping)):
        for given in slots.values():
            name = given.get("face") if isinstance(given, Mapping) else None
            if name is not None and name not in known:
                near = nearest(name, known)
                help = f"did you mean `{near}`?" if near else f"put `{name}.ttf` into `art/`"
                yield Found(f"there is no type face `{name}`", game.art.document.span(given, "face"), help)


@lint("C814", ERROR, "No face would ever be drawn by it.")
def unknown_state(game: Game) -> Iterator[Found]:
    """A layout has slots for a state that no face has."""
    for name, layout in game.art.counters.items():
        kinds = {kind.id for kind in game.counter_kinds.values() if (kind.layout or kind.id) == name}
        states = {face.state for c in game.counters.values() if c.kind in kinds for face in c.faces}
        for state in layout:
            if kinds and state != "size" and state not in states and state not in _STATES:
                near = nearest(state, (*sorted(states), *_STATES, "size"))
                help = f"did you mean `{near}`?" if near else "give a face this `state`, or take it out"
                where = game.art.document.key_span(layout, state)
                yield Found(f"no face of layout `{name}` has the state `{state}`", where, help)


@lint("C815", ERROR, "It would not be drawn, and nobody would know why.")
def undrawn_look(game: Game) -> Iterator[Found]:
    """The look of an area asks for what only places on maps of hexes and points show."""
    looks = game.art.map.get("spaces", {})
    for board in game.boards:
        areas = {word for s in board.spaces.values() if s.outline for word in (s.id, s.kind)}
        for name, look in looks.items() if board.kind == "areas" else ():
            for key in ("level", "badges", "main") if name in areas else ():
                if key in look:
                    where = game.art.document.key_span(look, key)
                    yield Found(f"an area shows no `{key}`", where, "take it out, or make it a space with a place")


@dataclass(frozen=True, slots=True)
class _Part:
    """A slot, or a part of a styled card: the layout it belongs to, and what it may show."""

    layout: str
    slot: Mapping[str, Any]
    values: list[Values]
    fields: set[str]


def _of_counters(game: Game) -> Iterator[_Part]:
    for name, layout in game.art.counters.items():
        kinds = {kind.id: kind for kind in game.counter_kinds.values() if (kind.layout or kind.id) == name}
        faces = [(c, face) for c in game.counters.values() if c.kind in kinds for face in c.faces]
        values: list[Values] = [face_values(game, counter, face) for counter, face in faces]
        fields = {field for kind in kinds.values() for field in kind.fields} | {k for v in values for k in v}
        for slots in _mappings(layout) if values else ():
            for slot in _mappings(slots):
                yield _Part(name, slot, values, fields)


def _of_cards(game: Game) -> Iterator[_Part]:
    for name, layout in game.art.cards.items():
        kinds = {kind.id: kind for kind in game.card_kinds.values() if (kind.layout or kind.id) == name}
        fronts: list[Values] = [card_values(c, kinds[c.kind]) for c in game.cards.values() if c.kind in kinds]
        backs: list[Values] = [back_values(kind) for kind in kinds.values()]
        fields = {field for kind in kinds.values() for field in kind.fields} | {k for v in fronts for k in v}
        for side, values in (("front", fronts), ("back", backs)):
            for slot in _mappings(layout.get(side)) if values else ():
                yield _Part(name, slot, values, fields if side == "front" else {k for v in backs for k in v})
        for part, given in layout.items():
            if part not in ("front", "back") and isinstance(given, Mapping) and fronts:
                yield _Part(name, given, fronts, fields)


def _mappings(part: Any) -> Iterator[Mapping[str, Any]]:
    for inner in part.values() if isinstance(part, Mapping) else ():
        if isinstance(inner, Mapping):
            yield inner


def _asked(slot: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The fields a slot names: field, and container and key or index of its place."""
    for key in _FIELDS:
        given = slot.get(key)
        if isinstance(given, str):
            yield given, slot, key
        for n, field in enumerate(given) if isinstance(given, (list, tuple)) else ():
            yield str(field), given, n
    for tests in (slot.get("when"), slot.get("unless")):
        for field in tests if isinstance(tests, Mapping) else ():
            yield str(field), tests, field


@lint("C816", ERROR, "A slot that shows what nothing has stays empty; one that asks for it is drawn always, or never.")
def unknown_slot_field(game: Game) -> Iterator[Found]:
    """A slot shows or asks for a field that nothing it draws has."""
    for part in (*_of_counters(game), *_of_cards(game)):
        for field, container, key in _asked(part.slot):
            if field.partition(".")[0] not in part.fields:
                near = nearest(field, sorted(part.fields))
                help = f"did you mean `{near}`?" if near else f"declare `{field}`, or take it out"
                tests = isinstance(container, Mapping) and container is not part.slot
                where = game.art.document.key_span if tests else game.art.document.span
                yield Found(f"nothing of layout `{part.layout}` has a field `{field}`", where(container, key), help)


@lint("C817", WARNING, "A word for a value that nothing has is a leftover, or the value is misspelt.")
def unused_word(game: Game) -> Iterator[Found]:
    """A slot's `words` have one for a value that nothing it draws has."""
    for part in (*_of_counters(game), *_of_cards(game)):
        words, of = part.slot.get("words"), part.slot.get("of", ())
        if not isinstance(words, Mapping) or not isinstance(of, (str, list, tuple)):
            continue
        known = {
            str(value_of(str(field), one)) for one in part.values for field in ([of] if isinstance(of, str) else of)
        }
        known |= {str(one[key]) for one in part.values for key in ("face", "id", "kind") if key in one}
        known |= {f"{one['id']}.{one['face']}" for one in part.values if "face" in one}
        for word in words:
            if str(word) not in known:
                near = nearest(str(word), sorted(known))
                help = f"did you mean `{near}`?" if near else "take it out, or give something this value"
                where = game.art.document.key_span(words, word)
                yield Found(f"nothing of layout `{part.layout}` shows `{word}`", where, help)


@lint("C822", WARNING, "A slot that waits for what nothing has is never drawn; one that gives way to it always is.")
def unmet_value(game: Game) -> Iterator[Found]:
    """A slot asks for a value that nothing it draws has."""
    for part in (*_of_counters(game), *_of_cards(game)):
        for tests in (part.slot.get("when"), part.slot.get("unless")):
            for field, asked in tests.items() if isinstance(tests, Mapping) else ():
                if str(field).partition(".")[0] not in part.fields:
                    continue  # C816
                known = {value_of(str(field), one) for one in part.values}
                several = isinstance(asked, (list, tuple))
                for n, value in enumerate(asked if several else (asked,)):
                    if isinstance(value, str) and value not in ("any", "none") and value not in known:
                        near = nearest(value, sorted(str(each) for each in known))
                        help = f"did you mean `{near}`?" if near else "take it out, or give something this value"
                        holder, key = (asked, n) if several else (tests, field)
                        where = game.art.document.span(holder, key)
                        yield Found(f"nothing of layout `{part.layout}` has `{value}` as its `{field}`", where, help)


@lint("C818", ERROR, "The standard look would be drawn instead, and nobody would know why.")
def unknown_layout(game: Game) -> Iterator[Found]:
    """A kind names a layout that art.yaml does not have."""
    for kinds, layouts in ((game.counter_kinds, game.art.counters), (game.card_kinds, game.art.cards)):
        for kind in kinds.values():
            if kind.layout is not None and kind.layout not in layouts:
                near = nearest(kind.layout, layouts)
                help = f"did you mean `{near}`?" if near else "write it in art.yaml, or take `layout` out"
                yield Found(f"there is no layout `{kind.layout}`", kind.note.at("layout"), help)


@lint("C819", WARNING, "A layout that draws nothing is a leftover, or its name is misspelt.")
def unused_layout(game: Game) -> Iterator[Found]:
    """A layout of art.yaml belongs to no kind."""
    for kinds, layouts in ((game.counter_kinds, game.art.counters), (game.card_kinds, game.art.cards)):
        used = {kind.layout or kind.id for kind in kinds.values()}
        slips = [kind.layout for kind in kinds.values() if kind.layout is not None and kind.layout not in layouts]
        used |= {nearest(slip, layouts) or "" for slip in slips}  # told where the kind names it
        for name in layouts:
            if name not in used:
                near = nearest(name, sorted(kinds))
                help = f"did you mean `{near}`?" if near else "name it as `layout` of a kind, or take it out"
                yield Found(f"no kind is drawn by layout `{name}`", game.art.document.key_span(layouts, name), help)


def _colours(game: Game) -> Iterator[tuple[Any, Any, str]]:
    """Every colour a layout names: container, key and name."""
    for part in (*_of_counters(game), *_of_cards(game)):
        for key in ("colour", "fill", "casing", *(() if "of" in part.slot else ("text",))):
            if isinstance(part.slot.get(key), str):
                yield part.slot, key, part.slot[key]
        words = part.slot.get("words")
        if part.slot.get("style") == "marker" and isinstance(words, Mapping):  # ground and ink of each
            yield from (
                (pair, n, name) for pair in words.values() if isinstance(pair, list) for n, name in enumerate(pair)
            )
    for layout in game.art.cards.values():
        for holder in (layout, layout.get("back")):
            for key in ("ground", "accent", "gold", "mine", "line") if isinstance(holder, Mapping) else ():
                if isinstance(holder.get(key), str):
                    yield holder, key, holder[key]


@lint("C820", ERROR, "It would be drawn in the colour of the paper, and not be seen.")
def unknown_colour(game: Game) -> Iterator[Found]:
    """A layout names a colour that is neither ours nor of the palette."""
    own = {name for name, value in game.art.palette.items() if isinstance(value, str)}
    for name, value in game.art.palette.items():
        own |= {key if name == "terrain" else f"{name}.{key}" for key in value} if isinstance(value, Mapping) else set()
    known = {*INKS, *TONES, *own}
    for container, key, name in _colours(game):
        if not name.startswith("#") and name not in known:
            near = nearest(name, sorted(known))
            help = f"did you mean `{near}`?" if near else f"write it as `#RRGGBB`, or give the palette a `{name}`"
            yield Found(f"there is no colour `{name}`", game.art.document.span(container, key), help)
