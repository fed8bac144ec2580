"""What happened, in words: one sentence for an event or an answer, for one seat or for everybody, or nothing.

Terminal, chat of a log and playthroughs all speak through here. Whoever listens is told what the table showed at that
time and no more: a piece that a seat does not know has no name for it. Bookkeeping is quiet unless asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from compiler.model.common import Value
from compiler.model.event import (
    Drawn,
    Event,
    Marked,
    Moved,
    Placed,
    Removed,
    Revealed,
    Rolled,
    Said,
    Shuffled,
    TrackSet,
    Turned,
)
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.model.table import Piece, Table
from compiler.play.ask import CHANCE, shown
from compiler.play.book import Rulebook
from compiler.play.joining import Heard, along, enumerated, joined
from compiler.play.log import Entry
from compiler.play.notation import seat_name, thing_name, told_place
from compiler.play.outcome import Victory
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.view import sees, sees_mark

EVERYBODY = None  # the audience that knows only what all seats know
UNNAMED = "a piece"


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells one audience: a seat, or everybody. A loud one tells of bookkeeping and answers too."""

    book: Rulebook
    scenario: str
    audience: str | None = EVERYBODY
    loud: bool = False

    @classmethod
    def of(cls, session: Session, audience: str | None = EVERYBODY, *, loud: bool = False) -> Teller:
        return cls(session.book, session.start.scenario, audience, loud)

    def log(self, session: Session) -> Iterator[Heard]:
        """The log of a session, entry by entry, those without words too."""
        return self.hear(along(session.opening, session.log))

    def hear(self, happened: Iterable[tuple[Entry, Table, Table]]) -> Iterator[Heard]:
        """Entries with the tables before and after them, as they are told; a loud teller tells each by itself."""
        heard = (Heard(entry, before, after, self.tell(entry, before, after)) for entry, before, after in happened)
        return heard if self.loud else joined(self, heard)

    def lines(self, session: Session, since: int = 0) -> list[str]:
        """The log of a session from an entry on, as lines: what the step is called, and the sentence."""
        heard = islice(self.log(session), since, None)
        return [f"{self.book.nodes[one.entry.step].name.en}: {one.words}" for one in heard if one.words is not None]

    def tell(self, entry: Entry, before: Table, after: Table) -> str | None:
        """What is told of an entry that found one table and left another; None: nothing."""
        what = entry.what
        if isinstance(what, Choice):
            return self._choice(what) if self.loud else None
        if not self.loud and (is_bookkeeping(self.book, what) or is_tidying(self.book, what, before)):
            return None
        words = self._event(what, before, after)
        return f"{words} [{what.rule}]" if words is not None and what.rule else words

    def _choice(self, choice: Choice) -> str | None:
        """An answer, to the seat that gave it. All others know it by what comes of it."""
        if choice.seat not in (self.audience, CHANCE):
            return None
        if choice.seat == CHANCE and not _is_roll(choice.answer):
            return None
        forced = " (only choice)" if choice.forced else ""
        return f"{seat_name(self.book, choice.seat)}: {shown(choice.answer)}{forced}"

    # -- events --------------------------------------------------------------------------------------------------------
    def _event(self, event: Event, before: Table, after: Table) -> str | None:
        game = self.book.game
        if isinstance(event, Said):
            return event.text if event.to is None or self.audience in event.to else None
        if isinstance(event, Rolled):
            faces = game.dice[event.die].faces if event.die is not None else ()
            named = ", ".join(faces[value - 1].name.en for value in event.values) if faces else shown(event.values)
            return f"{event.purpose}: rolled {named}"
        if isinstance(event, TrackSet):
            return self._slide(game.tracks[event.track], event.value)
        if isinstance(event, Shuffled):
            return f"{game.piles[event.pile].name.en} is shuffled"
        if isinstance(event, Marked):
            return self._marked(event, before)
        return self._piece(event, before, after)

    def _slide(self, track: Track, value: int | str) -> str:
        """What a track shows now; a box that says in words what the name adds in brackets is told instead."""
        box = next((box for box in track.boxes if box.value == value), None)
        name, label = track.name.en, box_label(self.book.game, track, value)
        printed = ", ".join(word for word in box.values.values() if isinstance(word, str)) if box is not None else ""
        brief = name.split(" (")[0]
        return f"{brief}: {label}, {printed}" if printed and brief != name else f"{name}: {label}"

    def _piece(
        self, event: Moved | Drawn | Placed | Removed | Turned | Revealed, before: Table, after: Table
    ) -> str | None:
        id = event.piece.id if isinstance(event, Placed) else event.piece
        then, now = before.pieces.get(id), after.pieces.get(id)
        known = self._knows(then, now)
        piece = then or now  # by the owner it had
        assert piece is not None
        who = self.book.piece_name(piece) if known else self._unnamed(piece)
        if isinstance(event, Placed):
            return f"{who} comes to {told_place(self.book, event.piece.place)}"
        if isinstance(event, Removed):
            return f"{who} leaves the table"
        if isinstance(event, Moved | Drawn):
            if not known and piece.place == event.to:
                return None  # how a pile lies that nobody may look into
            return self._went(event, piece, who)
        if isinstance(event, Revealed):
            return self._shown(event, who) if known else None
        return self._turned(event, piece, who, known=known)

    def _unnamed(self, piece: Piece) -> str:
        """What a piece is called by whoever does not know it: what a pile holds is known to all."""
        pile = self.book.game.piles.get(piece.place)
        return "a card" if pile is not None and pile.holds == "cards" else UNNAMED

    def _went(self, event: Moved | Drawn, piece: Piece, who: str) -> str:
        """Where a piece went and over what; a card that comes to a hand is drawn by him who holds it."""
        game = self.book.game
        pile, old = game.piles.get(event.to), game.piles.get(piece.place)
        if pile is not None and pile.kind == "hand" and pile.owners and old is not None and old.kind == "deck":
            names = [seat_name(self.book, seat) for seat in pile.owners]
            return f"{enumerated(names)} {'draws' if len(names) == 1 else 'together draw'} {who}"
        path = event.path if isinstance(event, Moved) else ()
        return f"{who} goes {self.whither(event.to, path)}"

    def whither(self, to: str, path: Sequence[str]) -> str:
        """Where somebody goes, and over what."""
        return f"to {told_place(self.book, to)}" + (f" by {self._way(path)}" if len(path) > 1 else "")

    def _way(self, path: Sequence[str]) -> str:
        """The spaces of a march: by number where the map has numbers, else the names of those between."""
        if path[-1][:1].isdigit():
            return "-".join([*(told_place(self.book, space) for space in path[:-1]), path[-1]])
        return enumerated([told_place(self.book, space) for space in path[:-1]])

    def _shown(self, event: Revealed, who: str) -> str:
        if event.seen_by is None:
            return f"{who} is shown"
        return f"{who} is shown to {', '.join(seat_name(self.book, seat) for seat in event.seen_by) or 'nobody'}"

    def _turned(self, event: Turned, piece: Piece, who: str, *, known: bool) -> str | None:
        """How a piece lies now. Of one that is not known only the side is seen, and that on the map alone."""
        game, parts = self.book.game, []
        if known and event.face is not None and piece.counter in game.counters:
            parts.append(_face(game.counters[piece.counter].faces[event.face].id, event.steps, piece.steps))
        elif known and event.steps is not None:
            parts.append(f"has {event.steps} steps")
        if known and event.facing is not None:
            parts.append(f"faces {event.facing}")
        if event.side is not None and (known or piece.place not in game.piles):
            parts.append(f"is held by {game.sides[event.side].name.en}")
        if not parts:
            return f"{who} is turned" if known else None
        return f"{who} {' and '.join(parts)}"

    def _marked(self, event: Marked, before: Table) -> str | None:
        mark, piece = self.book.game.marks[event.mark], before.pieces.get(event.target)
        if piece is not None and not self._knows(piece):
            return None
        holder = event.target if piece is None else piece.side
        if not all(sees_mark(self.book, mark, holder, seat, self.scenario) for seat in self._listeners()):
            return None
        who = self.book.piece_name(piece) if piece is not None else self._thing(event.target, before)
        said = f" {self._said(mark.told, piece)}" if mark.told is not None else f": {mark.name.en.lower()}"
        if event.value is None or event.value is False:
            return f"{who}: no longer {mark.name.en.lower()}"
        if event.value is True:
            return f"{who}{said}"
        value = event.value
        game = self.book.game
        if value in game.sides and any(one not in game.seats for one in mark.values):
            return f"{who}{said} {game.sides[str(value)].name.en}"  # of a side, though a seat has the same id
        if isinstance(value, int) and mark.counter is not None:  # a marker that is exchanged for another
            was = piece.mark(event.mark) if piece is not None else before.mark(event.target, event.mark)
            return f"{who}{said} {value}" + (f", was {was}" if isinstance(was, int) else "")
        return f"{who}{said} {self._thing(str(value), before) if _is_named(self.book, value) else value}"

    def _said(self, told: str, piece: Piece | None) -> str:
        """How a mark is told; `{place}` stands for where its bearer is."""
        return told if piece is None else told.replace("{place}", told_place(self.book, piece.place))

    def _thing(self, id: str, table: Table) -> str:
        """A space, side or seat as a sentence names it."""
        return told_place(self.book, id) if id in self.book.game.spaces else thing_name(self.book, id, table)

    # -- who knows -----------------------------------------------------------------------------------------------------
    def knows(self, event: Event, before: Table, after: Table) -> bool:
        """Whether the audience knows the piece an event is about; true where it is about none."""
        id = event.piece.id if isinstance(event, Placed) else getattr(event, "piece", getattr(event, "target", None))
        pieces = (before.pieces.get(id or ""), after.pieces.get(id or ""))
        return pieces == (None, None) or self._knows(*pieces)

    def _listeners(self) -> tuple[str, ...]:
        return (self.audience,) if self.audience is not None else self.book.game.scenarios[self.scenario].seats

    def _knows(self, *pieces: Piece | None) -> bool:
        """Whether all who listen know a piece, before or after."""
        game = self.book.game
        return all(any(sees(game, piece, seat) for piece in pieces if piece is not None) for seat in self._listeners())


def box_label(game: Game, track: Track, value: int | str) -> str:
    """What a box of a track says; one that only has the id of a side or a seat has its name."""
    box = next((box for box in track.boxes if box.value == value), None)
    label = box.label.en if box is not None else str(value)
    whose = game.sides.get(label) or game.seats.get(label)
    return whose.name.en if whose is not None and label == value else label


def _face(id: str, steps: int | None, before: int) -> str:
    """The face a counter shows now; one that is named after its steps only says how many there are."""
    if steps is not None and id == f"steps_{steps}":
        return f"has {steps} step{'' if steps == 1 else 's'} {'again' if steps > before else 'left'}"
    return f"shows its {id} face"


def is_bookkeeping(book: Rulebook, event: Event) -> bool:
    """Whether an event only keeps the table tidy.

    A mark that is taken away or is declared quiet, one that remembers until its time is over, a slide of a marker that
    counts or is declared quiet: no news.
    A new turn is, a phase, an order, a score, and a mark that names something on the board.
    """
    if isinstance(event, TrackSet):
        track = book.game.tracks[event.track]
        return track.quiet or track.role is None
    if isinstance(event, Marked):
        if event.value is None or event.value is False:
            return True
        mark = book.game.marks[event.mark]
        return mark.quiet or (mark.clears_at is not None and not _is_named(book, event.value))
    return False


def is_tidying(book: Rulebook, event: Event, before: Table) -> bool:
    """Whether a counter only goes back into a cup, is laid aside after it was used, or comes to a quiet pile."""
    if not isinstance(event, Moved | Drawn) or event.piece not in before.pieces:
        return False
    piles = book.game.piles
    if event.to in piles and piles[event.to].quiet:
        return True
    cups = [pile for pile in piles.values() if pile.kind == "cup"]
    old = piles.get(before.pieces[event.piece].place)
    drawn = old is not None and old.kind == "cup"
    return any(event.to == cup.id or (event.to == cup.discard_to and not drawn) for cup in cups)


def _is_named(book: Rulebook, value: Value) -> bool:
    """Whether the value of a mark is something on the board or somebody at it."""
    game = book.game
    return isinstance(value, str) and (value in game.spaces or value in game.sides or value in game.seats)


def ending(book: Rulebook, won: Victory) -> str:
    """How a game ended, in words."""
    names = enumerated([seat_name(book, seat) for seat in won.winners]) or "nobody"
    rule = f" [{won.rule}]" if won.rule else ""
    because = won.because[:1].upper() + won.because[1:]
    several = len(won.winners) > 1 or " & " in names
    return f"The game is over: {names} {'win' if several else 'wins'}. {because}{rule}"


def _is_roll(answer: object) -> bool:
    return isinstance(answer, tuple) and all(isinstance(die, int) for die in answer)
