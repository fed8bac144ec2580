"""Lints of layouts: every type face and every state they name is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.check.lint import ERROR, Found, lint
from compiler.model.game import Game
from compiler.model.ids import nearest

FACES = ("serif", "serif-bold", "serif-italic", "sans", "sans-semi", "sans-bold", "sans-black", "sans-italic", "kanji")
# States a face may have without saying so.
_STATES = ("front", "back", "marker", "reduced")


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
