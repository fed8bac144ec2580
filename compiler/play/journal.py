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
from compiler.model.common import Value
from compiler.play.ask import CHANCE, Answer, Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Chance, Person
from compiler.play.codec import FORMAT, Unreadable, answer_from_json, answer_to_json, build_id
from compiler.play.faults import EngineFault
from compiler.play.session import Session, initial

MOST_BYTES = 64_000_000
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
        journal._add(head)
        return journal

    @classmethod
    def go_on(cls, path: Path, written: Written) -> Journal:
        """The file of a game that is taken up again, less a last line that was not finished."""
        file = path.open("r+b")
        if written.torn:
            file.seek(-written.torn, os.SEEK_END)
            file.truncate()
        file.seek(0, os.SEEK_END)
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
        self._file.write((_text({**line, "is": self._chain}) + "\n").encode())
        self._file.flush()
        os.fsync(self._file.fileno())


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
    done = 1  # lines
    try:
        session = _begun(book, head)
        sealed: dict[str, Answer] = {}
        for line in lines[1:]:
            _play(session, sealed, line)
            done += 1
    except (Unreadable, KeyError, TypeError, ValueError, IndexError, EngineFault) as fault:
        raise Failed(_broken(name, done + 1, str(fault) or "it cannot be played")) from fault
    except Refused as no:
        raise Failed(_broken(name, done + 1, f"an answer on record is not allowed: {no.refusal}")) from no
    session.chance = chance or Person()
    return Written(session, str(head["seed"]), sealed, lines[-1]["is"], len(lines), len(data) - end, head["about"])


def head_of(data: bytes) -> Mapping[str, Any]:
    """The first line of a journal, for whoever must know the game first; empty if it is none."""
    try:
        head = json.loads(data.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}


def fresh_path(folder: Path) -> Path:
    """A name for a new journal: the next number."""
    taken = {path.stem for path in folder.glob(f"*{SUFFIX}")}
    return folder / f"{next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)}{SUFFIX}"


def _begun(book: Rulebook, head: Mapping[str, Any]) -> Session:
    options: dict[str, Value] = head["options"]
    if head["scenario"] not in book.game.scenarios:
        raise Unreadable(f"there is no scenario `{head['scenario']}`")
    session = Session(initial(book, head["scenario"], options))
    _give(session, head["luck"])
    return session


def _play(session: Session, sealed: dict[str, Answer], line: Mapping[str, Any]) -> None:
    seat = line["seat"]
    if line["do"] == SEAL:
        sealed[seat] = answer_from_json(session.book, line["answer"])
    elif line["do"] == UNSEAL:
        del sealed[seat]
    elif line["do"] == UNDO:
        if not session.undo():
            raise Unreadable("there is nothing to take back")
    elif line["do"] == ANSWER:
        session.apply(answer_from_json(session.book, line["answer"]), seat)
        _give(session, line["luck"])
        sealed.pop(seat, None)
    else:
        raise Unreadable(f"`{line['do']}` is nothing we write")


def _give(session: Session, luck: list[Any]) -> None:
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
            line = json.loads(text)
            told = line.pop("is")
        except (ValueError, RecursionError, KeyError, AttributeError, TypeError) as fault:
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
    return diagnose("P010", f"`{name}` cannot be read: {why}", Span(name, line), help=help)
