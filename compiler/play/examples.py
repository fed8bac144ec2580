"""Worked examples: a position, a script with forced dice, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from compiler.diagnostics import Diagnostic, diagnose
from compiler.load.document import Document
from compiler.model.event import Said
from compiler.play.ask import CHANCE, Answer, Ask, Refused, shown
from compiler.play.book import Rulebook
from compiler.play.faults import EngineFault, breakdown
from compiler.play.notation import read
from compiler.play.session import Session
from compiler.play.staging import Unplayable, stage
from compiler.play.state import Choice

ANSWERS = ("choose", "roll", "draw", "shuffle", "bid")


class Failing(Exception):
    """An example does not come out as it says; `at` is the entry that tells."""

    def __init__(self, message: str, at: Any) -> None:
        super().__init__(message)
        self.at = at


def check_examples(book: Rulebook) -> Iterator[Diagnostic]:
    """Play every worked example of a game; a diagnostic for each that cannot be played or comes out otherwise."""
    for document in book.game.examples.values():
        found = check_example(book, document)
        if found is not None:
            yield found


def check_example(book: Rulebook, document: Document) -> Diagnostic | None:
    """Play one example; None if all is as it says."""
    example = document.value
    rule = next(iter(example.get("rules", ())), None)
    try:
        play_example(book, example)
    except Failing as fault:
        return diagnose(
            "P020",
            f"the example fails: {fault}",
            document.span(fault.at),
            rule=rule,
            help="mend the example if the rule says so, else the data or the rule",
        )
    except (Unplayable, EngineFault) as fault:
        return diagnose(
            "P021",
            f"the example cannot be played: {fault}",
            document.span(example, "given"),
            rule=rule,
            help="name things as the game does; `liege play` shows what is asked",
        )
    except Exception as broken:
        return diagnose(
            "P021",
            f"the example breaks the rules down: {breakdown(broken)}",
            document.span(example, "given"),
            rule=rule,
            help="see what was changed of the data that these rules count on",
        )
    return None


def play_example(book: Rulebook, example: Mapping[str, Any]) -> Session:
    """Play an example and see that its outcome holds; raises `Failing` otherwise."""
    given = dict(example["given"])
    session = Session(stage(book, **given))
    book = session.book
    for entry in example.get("script", ()):
        _answer(book, session, entry)
    for entry in example["then"]:
        _expect(book, session, entry)
    return session


# -- the script --------------------------------------------------------------------------------------------------------
def _answer(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> None:
    if "refuse" in entry:
        _refused(book, session, entry)
        return
    if "bid" in entry or "all" in entry:
        for seat, answer in (entry.get("bid") or entry["all"]).items():
            _give(book, session, answer, seat, entry)
        return
    key = next((k for k in ANSWERS if k in entry), None)
    if key is None:
        raise Failing("an answer is one of " + ", ".join(f"`{k}`" for k in (*ANSWERS, "refuse", "all")), entry)
    seat = entry.get("seat", CHANCE if key in ("roll", "draw", "shuffle") else None)
    _give(book, session, entry[key], seat, entry)


def _give(book: Rulebook, session: Session, answer: Any, seat: str | None, entry: Any) -> None:
    try:
        ask = session.ask(seat)
        session.apply(_value(book, ask, answer), seat)
    except Refused as no:
        raise Failing(f"`{_written(answer)}` is refused: {no.refusal}", entry) from no


def _refused(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> None:
    try:
        ask = session.ask(entry.get("seat"))
    except Refused as no:
        raise Failing(str(no.refusal), entry) from no
    refusal = ask.judge(_value(book, ask, entry["refuse"]))
    if refusal is None:
        raise Failing(f"`{_written(entry['refuse'])}` is allowed, and should be refused", entry)
    if "rule" in entry and refusal.rule != entry["rule"]:
        raise Failing(
            f"`{_written(entry['refuse'])}` is refused by {refusal.rule}, not {entry['rule']}: {refusal.because}", entry
        )


def _value(book: Rulebook, ask: Ask, answer: Any) -> Answer:
    """An answer as it stands in YAML: a list, a number, or a text in our notation."""
    if isinstance(answer, list):
        return tuple(answer)
    if isinstance(answer, int):
        return (answer,) if ask.kind == "roll" else answer
    listed = [option for option in ask.options if shown(option) == answer] if ask.kind == "choose" else []
    return listed[0] if listed else read(book, str(answer), like=ask.options[0] if len(ask.options) else None)


def _written(answer: Any) -> str:
    return ",".join(map(str, answer)) if isinstance(answer, list) else str(answer)


# -- the outcome -------------------------------------------------------------------------------------------------------
def _expect(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> None:
    key = next((k for k in EXPECTED if k in entry), None)
    if key is None:
        raise Failing("an outcome is one of " + ", ".join(f"`{k}`" for k in EXPECTED), entry)
    fault = EXPECTED[key](book, session, entry)
    if fault is not None:
        raise Failing(fault, entry)


def _piece(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    id = entry["piece"]
    piece = session.table.pieces.get(id)
    if piece is None:
        return None if entry.get("at", "") is None else f"`{id}` is not on the table"
    now: dict[str, Any] = {"at": piece.place, "steps": piece.steps, "side": piece.side, "facing": piece.facing}
    if piece.counter in book.game.counters:
        now["face"] = book.game.counters[piece.counter].faces[piece.face].id
    for key, wanted in entry.items():
        if key in now and now[key] != wanted:
            return f"`{id}` has {key} `{now[key]}`, not `{wanted}`"
    marks = dict(piece.marks)
    if "marked" in entry and entry["marked"] not in marks:
        return f"`{id}` has no mark `{entry['marked']}`"
    if "not_marked" in entry and entry["not_marked"] in marks:
        return f"`{id}` has the mark `{entry['not_marked']}`"
    return None


def _track(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    now = session.table.tracks.get(entry["track"])
    return None if now == entry.get("is") else f"track `{entry['track']}` shows `{now}`, not `{entry.get('is')}`"


def _mark(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    now, wanted = session.table.mark(entry["on"], entry["mark"]), entry.get("is", True)
    return None if now == wanted else f"mark `{entry['mark']}` on `{entry['on']}` shows `{now}`, not `{wanted}`"


def _said(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    lines = [e.what.text for e in session.log if isinstance(e.what, Said)]
    return None if any(entry["said"] in line for line in lines) else f"nobody said `{entry['said']}`"


def _asked(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    if entry["asked"] not in session.asks:
        return f"`{entry['asked']}` is not asked; the game waits for {', '.join(session.asks) or 'nobody'}"
    options = {shown(option) for option in session.asks[entry["asked"]].options}
    if "options" in entry and options != {_written(o) for o in entry["options"]}:
        return f"`{entry['asked']}` may choose {', '.join(sorted(options))}"
    wanted, unwanted = entry.get("may"), entry.get("may_not")
    if wanted is not None and _written(wanted) not in options:
        return f"`{entry['asked']}` may not choose `{_written(wanted)}`"
    if unwanted is not None and _written(unwanted) in options:
        return f"`{entry['asked']}` may choose `{_written(unwanted)}`"
    return None


def _pile(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    now = session.table.count(entry["pile"])
    return None if now == entry.get("holds") else f"`{entry['pile']}` holds {now}, not {entry.get('holds')}"


def _step(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    return None if session.step == entry["step"] else f"the game stands at `{session.step}`, not `{entry['step']}`"


def _winner(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    won = session.outcome
    if won is None:
        return "the game is not over"
    wanted = [] if entry["winner"] is None else [entry["winner"]]
    return None if list(won.winners) == wanted else f"{', '.join(won.winners) or 'nobody'} wins: {won.because}"


def _forced(book: Rulebook, session: Session, entry: Mapping[str, Any]) -> str | None:
    forced = [shown(e.what.answer) for e in session.log if isinstance(e.what, Choice) and e.what.forced]
    return None if _written(entry["forced"]) in forced else f"`{_written(entry['forced'])}` was not the only choice"


EXPECTED: dict[str, Callable[[Rulebook, Session, Mapping[str, Any]], str | None]] = {
    "piece": _piece,
    "track": _track,
    "mark": _mark,
    "said": _said,
    "asked": _asked,
    "pile": _pile,
    "step": _step,
    "winner": _winner,
    "forced": _forced,
}
