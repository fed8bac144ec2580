"""A game written down as it is played: one line an answer, each sealed by a digest of all before it.

A line is added before anybody hears of the answer, so whoever was told of one finds it again after a crash. The luck
that followed an answer stands in its line: to take the game up again nothing is left to chance.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.play.ask import CHANCE, Answer, Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Chance, Person
from compiler.play.codec import FORMAT, Unreadable, answer_from_json, answer_to_json, build_id, options_from_json
from compiler.play.faults import EngineFault
from compiler.play.foreign import MOST_BYTES, parse, reason, shortened
from compiler.play.session import Session, initial

if os.name == "posix":
    import fcntl

SUFFIX = ".journal"
ANSWER, SEAL, UNSEAL, UNDO = "answer", "seal", "unseal", "undo"


@dataclass(slots=True)
class Written:
    """A journal read back: the session it leads to, answers under seal that have not gone in yet, what was cut off."""

    session: Session
    seed: str
    sealed: dict[str, Answer]
    chain: str
    lines: int
    torn: int = 0  # bytes of a last line that was not finished
    about: Mapping[str, Any] = field(default_factory=dict)


class Journal:
    """The file of a game in play; lines are only ever added."""

    def __init__(self, file: BinaryIO, chain: str, path: Path) -> None:
        self._file, self._chain, self.path = file, chain, path

    @classmethod
    def begin(cls, path: Path, session: Session, seed: str, about: Mapping[str, Any]) -> Journal:
        """A new file for a session that has just begun; one that exists is never written over."""
        start = session.start
        head = {
            "liege": FORMAT,
            "what": "journal",
            "game": start.book.game.id,
            "version": start.book.game.version,
            "build": build_id(start.book),
            "scenario": start.scenario,
            "options": dict(start.options),
            "seed": seed,
            "about": dict(about),
            "luck": _luck(session, 0),
        }
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        journal = cls(os.fdopen(os.open(path, flags, 0o600), "wb"), "", path)  # it holds every secret of the game
        _hold(journal._file, path)
        journal._add(head)
        return journal

    @classmethod
    def go_on(cls, path: Path, written: Written) -> Journal:
        """The file of a game that is taken up again; a last line that was not finished goes when the next is added."""
        file = path.open("r+b")
        _hold(file, path)
        file.seek(-written.torn, os.SEEK_END)
        return cls(file, written.chain, path)

    def answer(self, session: Session, since: int) -> None:
        """The answers of a session from one on: a seat's, and the luck that followed."""
        choice = next(c for c in session.record[since:] if not c.forced)
        line = {"do": ANSWER, "seat": choice.seat, "answer": answer_to_json(choice.answer)}
        self._add({**line, "luck": _luck(session, since)})

    def seal(self, seat: str, answer: Answer) -> None:
        self._add({"do": SEAL, "seat": seat, "answer": answer_to_json(answer)})

    def unseal(self, seat: str) -> None:
        self._add({"do": UNSEAL, "seat": seat})

    def undo(self, seat: str) -> None:
        self._add({"do": UNDO, "seat": seat})

    def close(self) -> None:
        self._file.close()

    def _add(self, line: Mapping[str, Any]) -> None:
        self._chain = _link(self._chain, line)
        self._file.truncate()  # where lines end: what a kill left beyond is none
        self._file.write((_text({**line, "is": self._chain}) + "\n").encode())
        self._file.flush()
        os.fsync(self._file.fileno())


def _hold(file: BinaryIO, path: Path) -> None:
    """A journal has one writer: the lines of two would break its chain. The system lets go of it when he dies."""
    if os.name != "posix":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        file.close()
        found, help = f"`{path.name}` is being played at another table", "play on there, or stop that table first"
        raise Failed(diagnose("P010", found, Span(path.name), help=help)) from fault


def read_journal(
    book: Rulebook, data: bytes, name: str, chance: Chance | None = None, *, whole: bool = False
) -> Written:
    """Play a journal again. One with a broken chain is refused; `whole` refuses an unfinished last line too."""
    if len(data) > MOST_BYTES:
        raise Failed(_broken(name, 1, "it is far too large"))
    end = data.rfind(b"\n") + 1
    if whole and end < len(data):
        raise Failed(_broken(name, data.count(b"\n") + 1, "its last line was not finished"))
    lines = list(_lines(data[:end], name))
    head = lines[0] if lines else {}
    if head.get("what") != "journal" or head.get("liege") != FORMAT:
        raise Failed(_broken(name, 1, "it is not a journal of ours"))
    if head.get("game") != book.game.id:
        raise Failed(_broken(name, 1, f"it is of the game `{head.get('game')}`, not `{book.game.id}`"))
    if head.get("build") != build_id(book):
        found = f"`{name}` was made by another build of `{book.game.id}`"
        raise Failed(diagnose("P011", found, Span(name), help="play it with the version that made it"))
    done = 0  # lines
    try:
        session, about = _begun(book, head), _about(head)
        sealed: dict[str, Answer] = {}
        done = 1
        for line in lines[1:]:
            _play(session, sealed, line)
            done += 1
    except (Unreadable, KeyError, TypeError, ValueError, IndexError, AttributeError, EngineFault) as fault:
        raise Failed(_broken(name, done + 1, reason(fault))) from fault
    except Refused as no:
        raise Failed(_broken(name, done + 1, f"an answer on record is not allowed: {no.refusal}")) from no
    session.chance = chance or Person()
    return Written(session, str(head["seed"]), sealed, lines[-1]["is"], len(lines), len(data) - end, about)


def head_of(data: bytes) -> Mapping[str, Any]:
    """The first line of a journal, for whoever must know the game first; empty if it is none."""
    try:
        head = parse(data.partition(b"\n")[0])
    except Unreadable:
        return {}
    return head if isinstance(head, dict) else {}


def fresh_path(folder: Path) -> Path:
    """A name for a new journal: the next number."""
    taken = {path.stem for path in folder.glob(f"*{SUFFIX}")}
    return folder / f"{next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)}{SUFFIX}"


def _about(head: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a table wrote of itself, such as who sits where."""
    about = head["about"]
    if not isinstance(about, dict) or not isinstance(head["seed"], str):
        raise Unreadable("what it says of itself cannot be read")
    return about


def _begun(book: Rulebook, head: Mapping[str, Any]) -> Session:
    if head["scenario"] not in book.game.scenarios:
        raise Unreadable(f"there is no scenario `{head['scenario']}`")
    options = options_from_json(book.of(head["scenario"]).game, head["options"])
    session = Session(initial(book, head["scenario"], options))
    _give(session, head["luck"])
    return session


def _play(session: Session, sealed: dict[str, Answer], line: Mapping[str, Any]) -> None:
    seat = line["seat"]
    if not isinstance(seat, str) or seat not in session.book.seats or seat == CHANCE:
        raise Unreadable("it names somebody who is not at the table")
    if line["do"] == SEAL:
        if not session.is_sealed:
            raise Unreadable("nothing was asked under seal")
        answer = answer_from_json(session.book, line["answer"])
        no = session.why_not(answer, seat)
        if no is not None:
            raise Refused(no)
        sealed[seat] = answer
    elif line["do"] == UNSEAL:
        if sealed.pop(seat, None) is None:
            raise Unreadable("there is no seal to open")
    elif line["do"] == UNDO:
        if not session.undo():
            raise Unreadable("there is nothing to take back")
    elif line["do"] == ANSWER:
        session.apply(answer_from_json(session.book, line["answer"]), seat)
        _give(session, line["luck"])
        sealed.pop(seat, None)
    else:
        raise Unreadable(f"`{line['do']}` is nothing we write")


def _give(session: Session, luck: Any) -> None:
    if not isinstance(luck, list):
        raise Unreadable("its luck is no list")
    for answer in luck:
        session.apply(answer_from_json(session.book, answer), CHANCE)
    if CHANCE in session.asks:
        raise Unreadable("luck is missing")


def _luck(session: Session, since: int) -> list[Any]:
    """What chance answered from an answer of the record on."""
    return [answer_to_json(c.answer) for c in session.record[since:] if c.seat == CHANCE and not c.forced]


def _lines(data: bytes, name: str) -> Iterator[dict[str, Any]]:
    chain = ""
    for number, text in enumerate(data.splitlines(), 1):
        try:
            line = parse(text)
            told = line.pop("is")
        except (Unreadable, KeyError, AttributeError, TypeError) as fault:
            raise Failed(_broken(name, number, "the line is none of a journal")) from fault
        chain = _link(chain, line)
        if told != chain:
            raise Failed(_broken(name, number, "the line, or one before it, has been changed"))
        yield {**line, "is": chain}


def _link(chain: str, line: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{chain}\n{_text(line)}".encode(errors="surrogatepass")).hexdigest()


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _broken(name: str, line: int, why: str) -> Diagnostic:
    help = "use a journal that `liege table` wrote, unchanged"
    return diagnose("P010", f"`{name}` cannot be read: {shortened(why)}", Span(name, line), help=help)
