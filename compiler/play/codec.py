"""States and answers as plain JSON values, and back; digests that tell two states or two builds apart."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
from collections.abc import Mapping
from itertools import chain
from typing import Any

from compiler.fingerprint import fingerprint
from compiler.model.art import Art
from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.table import Piece, Table
from compiler.play.ask import Action, Answer
from compiler.play.book import Rulebook
from compiler.play.outcome import Victory
from compiler.play.plausible import oddity
from compiler.play.state import Choice, Cursor, State

FORMAT = 1
PLAY = "compiler.play.session"  # all that play runs, but for the rules of the game


class Unreadable(ValueError):
    """A value is not what the codec writes; the message says what is wrong."""


# -- answers -----------------------------------------------------------------------------------------------------------
def answer_to_json(answer: Any) -> Any:
    """Words and numbers as they are, tuples as lists, actions as `{verb: [parts]}`."""
    if isinstance(answer, Action):
        return {answer.verb(): [answer_to_json(part) for part in answer.parts]}
    if isinstance(answer, tuple):
        return [answer_to_json(part) for part in answer]
    return answer


def answer_from_json(book: Rulebook, value: Any) -> Answer:
    """The answer a value stands for."""
    if isinstance(value, list):
        return tuple(answer_from_json(book, part) for part in value)
    if isinstance(value, dict) and len(value) == 1:
        verb, parts = next(iter(value.items()))
        kind = book.actions.get(verb)
        if kind is None or not isinstance(parts, list):
            raise Unreadable(f"`{verb}` is not an action of this game")
        try:
            return kind(*(answer_from_json(book, part) for part in parts))
        except TypeError as fault:
            raise Unreadable(f"`{verb}` has other parts") from fault
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return value
    raise Unreadable("an answer is a word, a number, a list or an action")


# -- tables ------------------------------------------------------------------------------------------------------------
def table_to_json(table: Table) -> dict[str, Any]:
    """Everything on the table; only what differs from a fresh piece is written."""
    pieces: dict[str, Any] = {}
    for piece in table.pieces.values():
        pieces[piece.id] = piece_to_json(piece)
    return {
        "pieces": pieces,
        "stacks": {place: list(ids) for place, ids in table.stacks.items()},
        "tracks": dict(table.tracks),
        "marks": [[target, mark, _plain(value)] for (target, mark), value in table.marks.items()],
    }


def piece_to_json(piece: Piece) -> dict[str, Any]:
    """A piece on the table; only what differs from a fresh one is written."""
    entry: dict[str, Any] = {"at": piece.place, "steps": piece.steps}
    if piece.face:
        entry["face"] = piece.face
    if piece.side is not None:
        entry["side"] = piece.side
    if piece.facing:
        entry["facing"] = piece.facing
    if piece.seen_by is not None:
        entry["seen_by"] = list(piece.seen_by)
    if piece.marks:
        entry["marks"] = [[id, _plain(value)] for id, value in piece.marks]
    return entry


def table_from_json(game: Game, value: Any) -> Table:
    """A table read back; pieces of another game, or in two places, are refused."""
    try:
        pieces = {id: piece_from_json(game, id, raw) for id, raw in value["pieces"].items()}
        stacks = {place: tuple(_list(ids)) for place, ids in value["stacks"].items()}
        marks = {(target, mark): _frozen(shown) for target, mark, shown in _list(value["marks"])}
        table = Table(pieces, stacks, dict(value["tracks"]), marks)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Unreadable(str(fault) if isinstance(fault, Unreadable) else "the table cannot be read") from fault
    standing = {id: place for place, ids in stacks.items() for id in ids}
    twice = len(standing) != sum(map(len, stacks.values()))
    if twice or standing != {piece.id: piece.place for piece in pieces.values()}:
        raise Unreadable("pieces and stacks of the table do not agree")
    if table.tracks.keys() != game.tracks.keys():
        raise Unreadable("the tracks are not those of this game")
    odd = oddity(game, table)
    if odd is not None:
        raise Unreadable(odd)
    return table


def piece_from_json(game: Game, id: str, raw: Mapping[str, Any]) -> Piece:
    """A piece read back; one of another game, or nowhere, is refused."""
    if id not in game.pieces:
        raise Unreadable(f"`{id}` is not a piece of this game")
    if raw["at"] not in game.spaces and raw["at"] not in game.piles:
        raise Unreadable(f"`{raw['at']}` is not a place of this game")
    seen_by = raw.get("seen_by")
    return Piece(
        id,
        game.pieces[id].id,
        raw["at"],
        _whole(raw.get("face", 0)),
        _whole(raw["steps"]),
        raw.get("side"),
        _whole(raw.get("facing", 0)),
        None if seen_by is None else tuple(_list(seen_by)),
        tuple((mark, _frozen(shown)) for mark, shown in _list(raw.get("marks", []))),
    )


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Unreadable("something that should be a list is none")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise Unreadable("steps, faces and facings are whole numbers")
    return value


# -- states ------------------------------------------------------------------------------------------------------------
def cursor_to_json(cursor: Cursor | None) -> Any:
    if cursor is None:
        return None
    return {"step": cursor.step, "loops": [list(loop) for loop in cursor.loops], "shuffle": list(cursor.shuffle)}


def cursor_from_json(book: Rulebook, scenario: str, value: Any) -> Cursor | None:
    """A place in the sequence read back; one that no game comes to is refused."""
    if value is None:
        return None
    try:
        cursor = Cursor(
            value["step"], tuple((id, _frozen(v)) for id, v in _list(value["loops"])), tuple(_list(value["shuffle"]))
        )
        if cursor.step not in book.nodes or book.nodes[cursor.step].kind != "step":
            raise Unreadable(f"the sequence has no step `{cursor.step}`")
        if dict(cursor.loops).keys() != set(book.around(cursor.step)):
            raise Unreadable(f"`{cursor.step}` stands in other loops of the sequence")
        for id, now in cursor.loops:
            if not _passes(book, scenario, id, now):
                raise Unreadable(f"`{id}` of the sequence never comes to `{now}`")
        if not set(cursor.shuffle) <= book.game.piles.keys():
            raise Unreadable("a pile that is to be shuffled is none of this game")
    except (KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, Unreadable):
            raise
        raise Unreadable("the place in the sequence cannot be read") from fault
    return cursor


def _passes(book: Rulebook, scenario: str, loop: str, value: Any) -> bool:
    """Whether a loop of the sequence comes to a value."""
    node, game = book.nodes[loop], book.game
    if node.kind != "each":
        return value is None
    if isinstance(value, bool) or node.over in ("seat", "side"):
        return value in (game.scenarios[scenario].seats if node.over == "seat" else game.sides)
    return game.tracks[node.over or ""].has(value)


def state_to_json(state: State) -> dict[str, Any]:
    """A state as plain values, sealed answers and all."""
    won = state.outcome
    return {
        "scenario": state.scenario,
        "options": dict(state.options),
        "table": table_to_json(state.table),
        "cursor": cursor_to_json(state.cursor),
        "choices": [choice_to_json(c) for c in state.choices],
        "outcome": None if won is None else [list(won.winners), won.because, won.rule],
    }


def state_from_json(book: Rulebook, value: Any) -> State:
    """A state read back, not yet resumed."""
    try:
        outcome = value["outcome"]
        if value["scenario"] not in book.game.scenarios:
            raise Unreadable(f"this game has no scenario `{value['scenario']}`")
        book = book.of(value["scenario"])
        options = options_from_json(book.game, value["options"])
        if outcome is not None and not set(outcome[0]) <= book.game.seats.keys() | book.game.sides.keys():
            raise Unreadable("its winners are not at the table")
        if outcome is not None and not (isinstance(outcome[1], str) and isinstance(outcome[2], str | None)):
            raise Unreadable("why it ended is not told in words")
        if (outcome is None) != (value["cursor"] is not None):
            raise Unreadable("it is neither over nor under way")
        return State(
            value["scenario"],
            table_from_json(book.game, value["table"]),
            cursor_from_json(book, value["scenario"], value["cursor"]),
            tuple(choice_from_json(book, c) for c in _list(value["choices"])),
            tuple(sorted(options.items())),
            None if outcome is None else Victory(tuple(outcome[0]), outcome[1], outcome[2]),
            book=book,
        )
    except (KeyError, TypeError, IndexError, AttributeError) as fault:
        raise Unreadable("the state cannot be read") from fault


def options_from_json(game: Game, value: Any) -> dict[str, Value]:
    """The options a game is played with; those of another are refused."""
    if not isinstance(value, dict):
        raise Unreadable("its options are no list of names and values")
    for id, chosen in value.items():
        if id not in game.options or chosen not in game.options[id].choices:
            raise Unreadable(f"`{id}` cannot be `{chosen}`")
    return value


def choice_to_json(choice: Choice) -> list[Any]:
    return [choice.seat, answer_to_json(choice.answer), *([True] if choice.forced else [])]


def choice_from_json(book: Rulebook, value: Any) -> Choice:
    if not isinstance(value, list) or not 2 <= len(value) <= 3 or not _is_seat(book, value[0]):
        raise Unreadable("a recorded answer cannot be read")
    return Choice(value[0], answer_from_json(book, value[1]), len(value) == 3)


def _is_seat(book: Rulebook, value: Any) -> bool:
    return isinstance(value, str) and value in book.seats


def settled_choices(state: State) -> tuple[Choice, ...]:
    """The answers of a step up to the first that was given under seal: who may know that one, only the rules know."""
    from compiler.play.run import Run

    if state.cursor is None:
        return state.choices
    return state.choices[: Run(state).sealed_from]


# -- digests -----------------------------------------------------------------------------------------------------------
def digest(value: Any) -> str:
    """A short fingerprint of a plain JSON value."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def state_digest(state: State) -> str:
    return digest(state_to_json(state))


def build_id(book: Rulebook) -> str:
    """A fingerprint of everything that decides how a game plays: its data and the code of its rules."""
    return book.once("build", lambda: _build_id(book))


def _build_id(book: Rulebook) -> str:
    found = hashlib.sha256()
    fronts = book.game.turned(())  # one build, however boards lie
    _feed(
        found,
        dataclasses.replace(fronts, folder="", examples={}, lock={}, lock_given=None, help=(), ledger=None, art=Art()),
    )
    homes = {step.module for step in book.steps.values()} | {law.module for law in book.laws}
    homes |= {predicate.module for predicate in book.predicates.values()}
    homes |= {restricted.module for restricted in chain(*book.restrictions.values())}
    found.update(fingerprint(PLAY, *sorted(homes)).encode())
    return found.hexdigest()[:16]


def _feed(found: Any, value: Any) -> None:
    """Add a value of the model to a hash; what does not count for equality does not count here."""
    if dataclasses.is_dataclass(value):
        for part in dataclasses.fields(value):
            if part.compare:
                found.update(part.name.encode())
                _feed(found, getattr(value, part.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            _feed(found, key)
            _feed(found, part)
    elif isinstance(value, (tuple, list)):
        found.update(b"(%d" % len(value))
        for part in value:
            _feed(found, part)
    else:
        found.update(repr(value.value if isinstance(value, enum.Enum) else value).encode() + b";")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
