"""A game at the terminal: prompts, numbered choices, and the words one may say instead of choosing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from compiler.commands._choices import columns, is_numbered, is_wide, whole_number
from compiler.commands._report import is_source
from compiler.diagnostics import Failed
from compiler.model.event import Event
from compiler.model.ids import did_you_mean
from compiler.model.table import Piece, Table
from compiler.play.ask import CHANCE, Answer, Ask, Refused, shown
from compiler.play.notation import option_text, parse, prompt_text, seat_name
from compiler.play.players import Player
from compiler.play.saving import replay_text
from compiler.play.session import Session
from compiler.play.telling import EVERYBODY, Teller, ending
from compiler.play.textmap import excerpt
from compiler.play.undoing import learned
from compiler.play.view import has_secrets, redacted
from compiler.publish import write_whole

HELP = """\
Answer with the number before a choice, or with its text (`0405`, or `0405,0404` for a path; also where the game asks
for each step by itself, as in retreats). Choices that are numbers have no other number before them: 1 means 1. Or say:
  why ANSWER   is it allowed, and if not, by which rule     map [SPACE]  the map, or the map near a space
  undo         take back the last choice, unless dice       pieces [all] your pieces (or all) and how they stand
               or secrets have come to light since          unit NAME    a counter, all its faces
  cancel       the piece just chosen after all not          hand         your cards and what they say
  log [N]      the last N lines of what happened            tracks       what the tracks show
  save FILE    write a saved game; for VASSAL as X.vsav,    replay FILE  write a replay
               or all that happened as X.vlog               quit         leave
  list         the choices again
"""
CLEAR = "\033[2J\033[3J\033[H"  # the screen, and what has rolled off it


class Quit(Exception):
    """The people at the table have had enough."""


class Terminal:
    """People and players at one table."""

    def __init__(
        self, session: Session, players: dict[str, Player], kept: Callable[[Path], bytes], *, echo: bool = True
    ) -> None:
        self.session = session
        self.players = players  # seats without a player are people
        self.kept = kept  # the game as a file of that name
        self.echo = echo
        self.told: dict[str | None, int] = {}  # how much of the log each seat has been told
        self.looking: str | None = None  # the person at the screen
        seats = session.book.game.scenarios[session.state.scenario].seats
        self.people = tuple(seat for seat in seats if seat not in players)
        self.commands: dict[str, Callable[[str, str], None]] = {
            "why": self._why,
            "undo": self._undo,
            "cancel": self._cancel,
            "log": self._log,
            "save": self._save,
            "replay": self._replay,
            "map": self._map,
            "pieces": self._pieces,
            "unit": self._unit,
            "hand": self._hand,
            "tracks": self._tracks,
            "list": self._list,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
        }

    def play(self) -> None:
        """Until the game is over, or somebody quits."""
        while self.session.asks:
            for seat in list(self.session.asks):
                if seat in self.session.asks:
                    self._turn(seat)
        self._tell(self.looking)
        won = self.session.outcome
        if won is not None:
            click.echo(click.style(ending(self.session.book, won), bold=True))

    def _turn(self, seat: str) -> None:
        player = self.players.get(seat)
        if player is not None:
            self.session.apply(player.answer(self.session, seat), seat)
            return
        if seat == CHANCE:
            self._tell(self.looking)
        else:
            self._hand_over(seat)
            self._tell(seat)
        self._list("", seat)
        while True:
            line = self._read(f"{seat}> ")
            word, _, rest = line.partition(" ")
            if word in self.commands:
                before = self.session.state
                self.commands[word](rest.strip(), seat)
                if self.session.state != before:
                    return
                continue
            try:
                self._answer(line, seat)
                return
            except Refused as no:
                click.echo(click.style(f"no: {no.refusal}", fg="red"))

    def _answer(self, line: str, seat: str) -> None:
        """One answer, or a way of several with commas where the game asks for each step of it by itself."""
        session, ask = self.session, self.session.ask(seat)
        by_steps = "," in line and all(isinstance(option, str) for option in ask.options)
        waiting = [part.strip() for part in line.split(",") if part.strip()] if by_steps else [line]
        topic, before = type(ask.topic), (len(session.moments), len(session.record))
        while waiting:
            now = session.asks.get(seat)
            if now is None or type(now.topic) is not topic or CHANCE in {c.seat for c in session.record[before[1] :]}:
                click.echo(f"that was not asked any more: {', '.join(waiting)}")
                return
            given = len(session.record) + 1
            try:
                session.apply(self._chosen(now, waiting.pop(0)), seat)
            except Refused:
                while len(session.moments) > before[0]:
                    session.undo()
                raise
            for choice in session.record[given:]:  # what there was no choice about may be named or left out
                if choice.forced and waiting and waiting[0] == shown(choice.answer):
                    waiting.pop(0)

    def _chosen(self, ask: Ask, line: str) -> Answer:
        """A number of the list where it has numbers, else what is written."""
        number = whole_number(line)
        if number is not None and is_numbered(ask) and 1 <= number <= len(ask.options):
            chosen: Answer = ask.options[number - 1]
            return chosen
        return parse(self.session.book, ask, line)

    def _read(self, prompt: str) -> str:
        while True:
            click.echo(prompt, nl=False)
            line = sys.stdin.readline() if sys.stdin is not None else ""  # None when it was closed before we began
            if not line:
                click.echo()
                raise Quit
            if not sys.stdin.isatty() and self.echo:
                click.echo(line.rstrip("\n"))
            if line.strip():
                return line.strip()

    # -- telling -------------------------------------------------------------------------------------------------------
    def _lines(self, seat: str | None, since: int = 0) -> list[str]:
        """The log from an entry on as a seat heard it; chance hears what whoever is at the screen does."""
        audience = self.looking if seat == CHANCE else seat
        return Teller.of(self.session, EVERYBODY if audience is None else audience).lines(self.session, since)

    def _seen(self, seat: str) -> Table:
        session = self.session
        return redacted(session.book, session.table, seat, session.state.scenario)

    def _tell(self, seat: str | None) -> None:
        """What has happened since we last told."""
        for line in self._lines(seat, self.told.get(seat, 0)):
            click.echo(click.style(f"  {line}", dim=True))
        self.told[seat] = len(self.session.log)

    def _hand_over(self, seat: str) -> None:
        """Another person comes to the screen: behind a curtain where one may not see what the other does."""
        session, last, self.looking = self.session, self.looking, seat
        if last in (None, seat):
            return
        if not (has_secrets(session.book.game, session.table, self.people) or session.is_sealed):
            self.told[seat] = max(self.told.values(), default=0)  # both have read what was told
            return
        if is_live():
            click.echo(CLEAR, nl=False)
        click.echo(click.style(f"Hand over to {seat_name(session.book, seat)}, who presses Enter.", bold=True))
        if is_live() and not sys.stdin.readline():
            raise Quit

    def _list(self, _: str, seat: str) -> None:
        session = self.session
        ask = session.asks[seat]
        step = session.book.nodes[session.step or ""]
        rule = f" [{ask.rule}]" if ask.rule else ""
        prompt = prompt_text(session.book, ask, session.state.scenario)
        turn = session.book.game.turn_track
        when = f"turn {session.table.tracks[turn.id]}, " if turn is not None else ""
        click.echo(click.style(f"{when}{step.name.en}. {seat_name(session.book, seat)}: {prompt}{rule}", bold=True))
        if ask.kind == "roll":
            return
        if is_wide(ask):
            click.echo(columns([shown(option[-1]) for option in ask.options if isinstance(option, tuple)]), nl=False)
            click.echo("  Name a space, or a whole path such as " + shown(max(ask.options, key=len)))  # type: ignore[arg-type]
            return
        numbered, table = is_numbered(ask), self._seen(seat)
        for n, option in enumerate(ask.options, 1):
            text = option_text(session.book, option, table)
            plain = shown(option)
            click.echo(f"  {n if numbered else '-':>3}  {text}" + (f"   ({plain})" if plain not in text else ""))

    # -- words ---------------------------------------------------------------------------------------------------------
    def _why(self, rest: str, seat: str) -> None:
        if not rest:
            click.echo("why what? Say `why` and an answer.")
            return
        ask = self.session.asks[seat]
        try:
            refusal = ask.judge(self._chosen(ask, rest))
        except Refused as no:
            refusal = no.refusal
        click.echo("that is allowed" if refusal is None else f"not allowed: {refusal}")
        row = self._row(refusal.rule if refusal is not None else ask.rule)
        if row:
            click.echo(row)

    def _row(self, rule: str | None) -> str:
        ledger = self.session.book.game.ledger
        if rule is None or ledger is None or rule not in ledger.rows:
            return ""
        return f"  {rule}: {ledger.rows[rule].says}"

    def _undo(self, _: str, seat: str) -> None:
        """Back to the last answer of a person, if nobody has learned anything since; else nothing is touched."""
        session = self.session
        answered = [n for n, m in enumerate(session.moments) if session.record[m.record].seat not in self.players]
        if not answered:
            click.echo("there is nothing to take back")
            return
        last = session.moments[answered[-1]]
        known = learned(session, last.log, self.people)
        if known is not None:
            click.echo(f"that cannot be taken back: {known} since")
            return
        if session.log[last.log].sealed and session.record[last.record].seat != seat:
            click.echo("the last answer is another's and sealed: only its seat may take it back")
            return
        while len(session.moments) > answered[-1]:
            session.undo()
        self.told = {who: min(told, len(session.log)) for who, told in self.told.items()}
        click.echo("taken back")

    def _cancel(self, rest: str, seat: str) -> None:
        """The piece just chosen is put back: only an own choice of a piece that nothing has followed."""
        session = self.session
        last = session.moments[-1] if session.moments else None
        entry = session.record[last.record] if last is not None else None
        if (
            last is None
            or entry is None
            or entry.seat != seat
            or any(isinstance(e.what, Event) for e in session.log[last.log :])
        ):
            click.echo("there is no choice to cancel; `undo` takes back what was done")
            return
        self._undo(rest, seat)

    def _log(self, rest: str, seat: str) -> None:
        count = whole_number(rest) if rest else 20
        if not count:
            click.echo("how many lines? Say `log` and a number.")
            return
        for line in self._lines(seat)[-count:]:
            click.echo(f"  {line}")

    def _save(self, rest: str, _: str) -> None:
        self._to_file(rest, self.kept)

    def _replay(self, rest: str, _: str) -> None:
        self._to_file(rest, lambda _: replay_text(self.session).encode())

    def _to_file(self, name: str, content: Callable[[Path], bytes]) -> None:
        if not name:
            click.echo("into which file?")
            return
        if is_source(Path(name)):
            click.echo(f"`{name}` would be written over, and games are made of such files")
            return
        try:
            write_whole(Path(name), content(Path(name)))
        except Failed as failed:
            click.echo(failed.diagnostics[0].message)
            return
        click.echo(f"written: {name}")

    def _map(self, rest: str, seat: str) -> None:
        seen, board = self._seen(seat), self.session.book.game.map
        for word in rest.split():
            place = seen.pieces[word].place if word in seen.pieces else word
            if place not in board.spaces or board.spaces[place].display is not None:
                click.echo(f"`{word}` is not on the map" + _near(word, (*board.spaces, *seen.pieces)))
                return
        click.echo(excerpt(self.session.book, seen, rest.split()), nl=False)

    def _pieces(self, rest: str, seat: str) -> None:
        session, game = self.session, self.session.book.game
        mine = session.book.sides_of(seat, game.scenarios[session.state.scenario])
        wanted = tuple(game.sides) if rest == "all" else tuple(mine)
        for side in wanted:
            if rest == "all":
                click.echo(f"  {game.sides[side].name.en}:")
            for piece in self._seen(seat).pieces.values():
                if piece.side == side:
                    click.echo(f"  {self._standing(piece)}")

    def _standing(self, piece: Piece) -> str:
        """A piece in a line: where it is, what lies on it, what is printed on it."""
        game = self.session.book.game
        marks = ", ".join(
            game.marks[id].name.en.lower() + ("" if value is True else f" {value}") for id, value in piece.marks
        )
        said = ", ".join([*self._printed(piece), *([f"{piece.steps} steps"] if piece.steps > 1 else [])])
        return f"{piece.id} at {piece.place}" + (f" ({marks})" if marks else "") + (f": {said}" if said else "")

    def _unit(self, rest: str, seat: str) -> None:
        """A counter by a part of its name or id: its faces, and where its pieces are."""
        game, wanted = self.session.book.game, rest.strip().lower()
        found = [
            counter for counter in game.counters.values()
            if wanted and (wanted.partition("#")[0] == counter.id or wanted in counter.name.en.lower())
        ]  # fmt: skip
        if not found:
            click.echo("which unit? Say `unit` and its name" + _near(wanted, game.counters))
        for counter in found[:6]:
            side = f", {game.sides[counter.side].name.en}" if counter.side is not None else ""
            click.echo(f"  {counter.name.en} ({counter.id}{side})")
            for face in counter.faces:
                values = [name if value is True else f"{name} {value}" for name, value in face.values.items() if value]
                click.echo(f"    {face.id}: {', '.join(values) or 'nothing printed'}")
            for piece in self._seen(seat).pieces.values():
                if piece.counter == counter.id:
                    click.echo(f"    {self._standing(piece)}")

    def _printed(self, piece: Piece) -> list[str]:
        """What is printed on the face of a counter that is up, and which face that is where it has several."""
        counter = self.session.book.game.counters.get(piece.counter)
        if counter is None:
            return []
        face = counter.faces[piece.face]
        values = [name if value is True else f"{name} {value}" for name, value in face.values.items() if value]
        return [*([face.id] if piece.face else []), *values]

    def _hand(self, _: str, seat: str) -> None:
        session, game = self.session, self.session.book.game
        held = [pile for pile in game.piles.values() if seat in pile.owners and session.table.stacks.get(pile.id)]
        if not held:
            click.echo("you hold nothing")
        for pile in held:
            click.echo(f"  {pile.name.en}:")
            for piece in session.table.at(pile.id):
                card = game.cards.get(piece.counter)
                text = [] if card is None else [part for part in (card.when, card.effect) if part]
                click.echo(f"    {session.book.piece_name(piece)} ({piece.id})" + "".join(f"\n      {t}" for t in text))

    def _tracks(self, _: str, seat: str) -> None:
        for id, value in self.session.table.tracks.items():
            click.echo(f"  {self.session.book.game.tracks[id].name.en}: {value}")

    def _help(self, _: str, seat: str) -> None:
        click.echo(HELP, nl=False)

    def _quit(self, _: str, seat: str) -> None:
        raise Quit


def is_live() -> bool:
    """Whether somebody sits at a screen and types."""
    return sys.stdin is not None and sys.stdin.isatty()


def _near(word: str, known: Iterable[str]) -> str:
    help = did_you_mean(word, known)
    return f"; {help}" if help else ""
