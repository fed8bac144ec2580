"""The board as VASSAL has it while commands go by: pieces, stacks, decks and properties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from compiler.vassal.commands import (
    AddPiece,
    Boards,
    ChangePiece,
    ChangeProperty,
    Command,
    GlobalProperty,
    MovePiece,
    RemovePiece,
)
from compiler.vassal.deck import Deck
from compiler.vassal.piece import Body, Piece, Stack, decode_piece
from compiler.vassal.traits import Marker

Place = tuple[str, int, int]  # map, x, y
LAYER = "Layer"  # the property by which pieces of a map are kept apart


@dataclass(slots=True)
class BoardState:
    """Where everything is; commands change it as they would change VASSAL's own state."""

    bodies: dict[str, Body] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)  # piece → the stack or deck it is in
    contents: dict[str, list[str]] = field(default_factory=dict)  # stack or deck → its pieces, bottom first
    properties: dict[str, str] = field(default_factory=dict)
    boards: dict[str, Boards] = field(default_factory=dict)  # map → what is laid out on it
    layers: dict[str, str] = field(default_factory=dict)  # piece → its layer

    def apply(self, commands: Iterable[Command]) -> None:
        """Carry out commands; those about anything else change nothing here."""
        for command in commands:
            match command:
                case AddPiece(id=id, piece=body):
                    self._add(id, body)
                case RemovePiece(id=id):
                    self._lift(id)
                    self.bodies.pop(id, None)
                case MovePiece():
                    self._move(command)
                case ChangePiece(id=id, new_state=state):
                    self._change(id, state)
                case Boards(map=map):
                    self.boards[map] = command
                case GlobalProperty(name=name, value=value) | ChangeProperty(name=name, new=value):
                    self.properties[name] = value

    def commands(self) -> list[Command]:
        """The state as the commands of a save: pieces first, then what holds them, then properties."""
        found: list[Command] = [AddPiece(id, body) for id, body in self.bodies.items() if isinstance(body, Piece)]
        for id, body in self.bodies.items():
            pieces = tuple(self.contents.get(id, ()))
            if isinstance(body, Stack) and pieces:
                found.append(AddPiece(id, replace(body, pieces=pieces)))
            elif isinstance(body, Deck):
                found.append(AddPiece(id, replace(body, cards=pieces)))
        return [
            *found,
            *self.boards.values(),
            *(GlobalProperty(name, value) for name, value in self.properties.items()),
        ]

    def stack_at(self, place: Place, layer: str = "") -> str | None:
        """The stack or deck on a pixel that takes pieces of a layer: a deck takes all, a stack its likes."""
        for id, body in self.bodies.items():
            if isinstance(body, Stack | Deck) and (body.map, body.x, body.y) == place:
                held = self.contents.get(id)
                if isinstance(body, Deck) or (held and self.layers.get(held[0], "") == layer):
                    return id
        return None

    def top(self, holder: str) -> str | None:
        """The piece that lies on top."""
        return next(reversed(self.contents.get(holder, [])), None)

    def _add(self, id: str, body: Body) -> None:
        self.bodies[id] = body
        if isinstance(body, Piece):
            self.layers[id] = layer_in(body)
        held = body.pieces if isinstance(body, Stack) else body.cards if isinstance(body, Deck) else ()
        if isinstance(body, Stack | Deck):
            self.contents[id] = []
        for piece in held:
            self._lay(piece, id)

    def _lay(self, piece: str, holder: str) -> None:
        self._lift(piece)
        self.holders[piece] = holder
        self.contents.setdefault(holder, []).append(piece)

    def _lift(self, piece: str) -> None:
        holder = self.holders.pop(piece, None)
        if holder is not None and piece in self.contents.get(holder, ()):
            self.contents[holder].remove(piece)

    def _move(self, command: MovePiece) -> None:
        """To a new place: onto the piece named, else onto whatever stack or deck is there, else alone."""
        body = self.bodies.get(command.id)
        if isinstance(body, Stack):
            for piece in list(self.contents.get(command.id, ())):
                self._move(replace(command, id=piece, new_under="null"))
        if not isinstance(body, Piece):
            return
        place = (command.new_map, int(command.new_x), int(command.new_y))
        self._lift(command.id)
        self.bodies[command.id] = body.at(*place)
        holder = self.holders.get(command.new_under) or self.stack_at(place, self.layers.get(command.id, ""))
        if holder is not None:
            self._lay(command.id, holder)

    def _change(self, id: str, state: str) -> None:
        body = self.bodies.get(id)
        if body is None:
            return
        changed = decode_piece(body.encode()[0], state)
        self.bodies[id] = changed
        if isinstance(changed, Deck):
            self._add(id, changed)


def layer_in(piece: Piece) -> str:
    """The layer that a piece names; those that name none are together."""
    return next((trait.properties[LAYER] for trait in piece.all(Marker) if LAYER in trait.names), "")
