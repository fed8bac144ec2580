"""Several events in one sentence: pieces that do the same together, a march space by space, the same said again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from compiler.model.counters import Counter
from compiler.model.event import Event, Marked, Moved, Said, Turned
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook
from compiler.play.log import Entry
from compiler.play.state import Choice


@dataclass(frozen=True, slots=True)
class Heard:
    """An entry of the log, the table before and after it, and what is told of it."""

    entry: Entry
    before: Table
    after: Table
    words: str | None
    also: tuple[Event, ...] = ()  # events before it that the same sentence tells


class Voice(Protocol):
    """Who tells: what a sentence needs to know of him."""

    @property
    def book(self) -> Rulebook: ...

    def knows(self, event: Event, before: Table, after: Table) -> bool: ...

    def whither(self, to: str, path: Sequence[str]) -> str: ...


def along(table: Table, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Table, Table]]:
    """Entries of a log, each with the table before and after it."""
    for entry in entries:
        before = table
        if not isinstance(entry.what, Choice):
            table = entry.what.on(before)
        yield entry, before, table


def joined(voice: Voice, stream: Iterable[Heard]) -> Iterator[Heard]:
    """The same entries; what one answer brought about, and is alike, is told where the last of it stands."""
    run: list[Heard] = []  # what one sentence tells
    held: list[Heard] = []  # the same and what lies between, in order
    for heard in stream:
        if run and heard.words is None and not isinstance(heard.entry.what, Choice):
            held.append(heard)
        elif run and _continues(voice, run, heard):
            run.append(heard)
            held.append(heard)
        else:
            yield from _in_one(voice, run, held)
            run, held = ([heard], [heard]) if _begins(voice, heard) else ([], [])
            if not run:
                yield heard
    yield from _in_one(voice, run, held)


def _begins(voice: Voice, heard: Heard) -> bool:
    """Whether others could be told in one sentence with it: a move on the board, a plain mark, going over to a side."""
    event = heard.entry.what
    if heard.words is None or isinstance(event, Choice) or not voice.knows(event, heard.before, heard.after):
        return False
    if isinstance(event, Moved):
        return event.to in voice.book.game.spaces
    if isinstance(event, Said):
        return True
    if isinstance(event, Turned):
        return event.side is not None and event.steps is None and event.facing is None
    plain = isinstance(event, Marked) and event.value is True and voice.book.game.marks[event.mark].told is None
    return plain and _piece(heard) is not None


def _continues(voice: Voice, run: Sequence[Heard], heard: Heard) -> bool:
    """Whether an event is told in one sentence with those of a run."""
    first, event = run[0].entry.what, heard.entry.what
    if not _begins(voice, heard) or heard.entry.step != run[0].entry.step:
        return False
    if isinstance(event, Said):
        return event == first  # the same words again
    if isinstance(event, Moved) and isinstance(first, Moved) and event.piece == first.piece:
        steps = [each.entry.what for each in run if isinstance(each.entry.what, Moved)]
        alone = all(step.piece == first.piece for step in steps)
        return alone and event.rule == first.rule and all(len(step.path) < 2 for step in (*steps, event))
    return _deed(heard) == _deed(run[0]) and all(_who(heard) != _who(each) for each in run)


def _deed(heard: Heard) -> tuple[object, ...]:
    """What a piece did, and where: the same for all who are told together."""
    event, piece = heard.entry.what, _piece(heard)
    place = piece.place if piece is not None else None
    if isinstance(event, Moved):
        return (Moved, place, event.to, event.path, event.rule)
    if isinstance(event, Turned):
        return (Turned, event.face, event.side, event.rule)
    return (event.mark, place, event.rule) if isinstance(event, Marked) else (heard,)


def _who(heard: Heard) -> str:
    """The id of the piece an event is about."""
    event = heard.entry.what
    return event.piece if isinstance(event, Moved | Turned) else event.target if isinstance(event, Marked) else ""


def _piece(heard: Heard) -> Piece | None:
    """The piece an event is about, as it was before."""
    return heard.before.pieces.get(_who(heard))


def _in_one(voice: Voice, run: Sequence[Heard], held: Sequence[Heard]) -> Iterator[Heard]:
    """The entries that were held back; those of the run are silent but for the last."""
    if len(run) < 2:
        yield from held
        return
    events = tuple(each.entry.what for each in run[:-1] if not isinstance(each.entry.what, Choice))
    silent = {id(each) for each in run[:-1]}
    for each in held:
        if each is run[-1]:
            yield replace(each, words=_sentence(voice, run), also=events)
        else:
            yield replace(each, words=None) if id(each) in silent else each


def _sentence(voice: Voice, run: Sequence[Heard]) -> str:
    last = run[-1].entry.what
    if isinstance(last, Said):
        return run[-1].words or ""
    assert isinstance(last, Moved | Marked | Turned)
    rule = f" [{last.rule}]" if last.rule else ""
    pieces = [piece for each in run if (piece := _piece(each)) is not None]
    if isinstance(last, Turned):
        return f"{together(voice.book, pieces)} {_gone_over(voice.book, last, pieces)}{rule}"
    if isinstance(last, Marked):
        return f"{together(voice.book, pieces)}: {voice.book.game.marks[last.mark].name.en.lower()}{rule}"
    if pieces[0].id == pieces[-1].id:
        way = [each.entry.what.to for each in run if isinstance(each.entry.what, Moved)]
        return f"{voice.book.piece_name(pieces[0])} goes {voice.whither(last.to, way)}{rule}"
    return f"{together(voice.book, pieces)} go {voice.whither(last.to, last.path)}{rule}"


def _gone_over(book: Rulebook, event: Turned, pieces: Sequence[Piece]) -> str:
    """That pieces are of another side now, and how they lie where that is the same for all."""
    held = f"are held by {book.game.sides[event.side or ''].name.en}"
    if event.face is None:
        return held
    faces = {book.game.counters[piece.counter].faces[event.face].id for piece in pieces}
    return f"show their {faces.pop()} face and {held}" if len(faces) == 1 else held


def together(book: Rulebook, pieces: Sequence[Piece]) -> str:
    """Pieces of one sentence: those of a side after each other, of counters alike the numbers alone."""
    sides: dict[str | None, dict[str, list[int]]] = {}
    for piece in pieces:
        thing = book.game.pieces[piece.id]
        side = (piece.side or thing.side) if isinstance(thing, Counter) and thing.side is not None else None
        numbers = sides.setdefault(side, {}).setdefault(thing.name.en, [])
        numbers += [int(piece.id.rsplit("#", 1)[1])] if "#" in piece.id else []
    told = []
    for side, names in sides.items():
        words = [word for name, numbers in names.items() for word in _numbered(name, sorted(numbers))]
        whose = f" ({book.game.sides[side].name.en})" if side is not None else ""
        told.append((enumerated(words) if len(sides) == 1 else ", ".join(words)) + whose)
    return enumerated(told)


def _numbered(name: str, numbers: Sequence[int]) -> list[str]:
    return [f"{name} {numbers[0]}", *map(str, numbers[1:])] if numbers else [name]


def enumerated(names: Sequence[str]) -> str:
    """Names as a sentence has them: A; A and B; A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def counted(number: int, what: str) -> str:
    """So many of something: 1 step, 2 steps; no steps for none."""
    return f"{number or 'no'} {what}{'' if number == 1 else 'es' if what.endswith(('s', 'x')) else 's'}"
