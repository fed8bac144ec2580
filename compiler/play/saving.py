"""Saved games and replays as files; a broken or foreign one is told, never half read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.play.ask import Answer, Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Chance, Person
from compiler.play.codec import (
    FORMAT,
    Unreadable,
    answer_from_json,
    answer_to_json,
    build_id,
    choice_to_json,
    digest,
    state_digest,
    state_from_json,
    state_to_json,
)
from compiler.play.faults import EngineFault
from compiler.play.session import Session, initial
from compiler.play.state import State

MOST_BYTES = 64_000_000


def save(session: Session) -> str:
    """A session as text: where it began, every answer, and the state it has come to."""
    body = {
        "liege": FORMAT,
        "what": "save",
        "game": session.book.game.id,
        "version": session.book.game.version,
        "build": build_id(session.book),
        "start": state_to_json(session.start),
        "record": [choice_to_json(c) for c in session.record],
        "state": state_to_json(session.state),
    }
    return _written(body)


def load(book: Rulebook, text: str, chance: Chance | None = None, name: str = "save") -> Session:
    """A session from its text. The record is played again, so that undo works and a tampered file is found out.

    A save of another build stands at the beginning of the step it was in, with nothing to undo.
    """
    body = _read(book, text, "save", name)
    try:
        start, end = state_from_json(book, body["start"]), state_from_json(book, body["state"])
        if body["build"] != build_id(book):
            return Session(
                State(end.scenario, end.table, end.cursor, (), end.options, end.outcome, book=end.book), chance
            )
        script = [(c[0], answer_from_json(end.book, c[1])) for c in body["record"] if len(c) == 2]
        session = Session(start)
        for seat, answer in script:
            session.apply(answer, seat)
    except (Unreadable, KeyError, TypeError, IndexError, EngineFault) as fault:
        raise Failed(_broken(name, str(fault))) from fault
    except Refused as no:
        raise Failed(_broken(name, f"an answer on record is not allowed: {no.refusal}")) from no
    if state_digest(session.state) != state_digest(end):
        raise Failed(_broken(name, "its record does not lead to its state"))
    session.chance = chance or Person()
    return session


def replay_text(session: Session) -> str:
    """A replay: the scenario and every answer, chance's too."""
    return replay_of(session.start, session.script(), state_digest(session.state))


def replay_of(start: State, script: Sequence[tuple[str, Answer]], ends: str | None = None) -> str:
    """A replay of a script; `ends` is the digest of the state it comes to."""
    begun = initial(start.book, start.scenario, dict(start.options))
    return _written(
        {
            "liege": FORMAT,
            "what": "replay",
            "game": start.book.game.id,
            "version": start.book.game.version,
            "build": build_id(start.book),
            "scenario": start.scenario,
            "options": dict(start.options),
            "start": None if start == begun else state_to_json(start),  # in the middle of a game
            "script": [[seat, answer_to_json(answer)] for seat, answer in script],
            "ends": ends,
        }
    )


def read_replay(book: Rulebook, text: str, name: str = "replay") -> tuple[State, list[tuple[str, Answer]], str | None]:
    """Beginning, script and final digest of a replay; one of another build is refused."""
    body = _read(book, text, "replay", name)
    if body.get("build") != build_id(book):
        raise Failed(
            diagnose(
                "P011",
                f"`{name}` was made by another build of `{book.game.id}`",
                Span(name),
                help="play it with the version that made it; its answers may mean something else now",
            )
        )
    try:
        if body["scenario"] not in book.game.scenarios:
            raise Unreadable(f"there is no scenario `{body['scenario']}`")
        book = book.of(body["scenario"])
        script = [(seat, answer_from_json(book, answer)) for seat, answer in body["script"]]
        start = body["start"]
        begun = initial(book, body["scenario"], body["options"]) if start is None else state_from_json(book, start)
        return begun, script, body["ends"]
    except (Unreadable, KeyError, TypeError, ValueError) as fault:
        raise Failed(_broken(name, str(fault))) from fault


def run_replay(book: Rulebook, text: str, name: str = "replay") -> Session:
    """Play a replay to its end and see that it comes out the same."""
    start, script, ends = read_replay(book, text, name)
    session = Session(start)
    for n, (seat, answer) in enumerate(script):
        try:
            session.apply(answer, seat)
        except Refused as no:
            raise Failed(illegal(name, n, f"{seat}: {no.refusal}", no.refusal.rule)) from no
    if ends is not None and state_digest(session.state) != ends:
        raise Failed(_broken(name, "it does not come out as it did"))
    return session


def illegal(name: str, n: int, why: str, rule: str | None = None, line: int = 1) -> Diagnostic:
    """The diagnostic for an answer of a script that is not allowed; `n` counts from 0."""
    return diagnose(
        "P012",
        f"answer {n + 1} of the script is not allowed: {why}",
        Span(name, line),
        rule=rule,
        help="`why` in `liege play` explains what is allowed instead",
    )


def _written(body: dict[str, Any]) -> str:
    return json.dumps({**body, "digest": digest(body)}, ensure_ascii=False, indent=1) + "\n"


def _read(book: Rulebook, text: str, what: str, name: str) -> dict[str, Any]:
    if len(text) > MOST_BYTES:
        raise Failed(_broken(name, "it is far too large"))
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Failed(_broken(name, "it is not JSON")) from fault
    if isinstance(body, dict) and body.get("what") == "replay" and what != "replay":
        raise Failed(_broken(name, "it is a replay: `liege play --script` plays it"))
    if not isinstance(body, dict) or body.get("what") != what or body.get("liege") != FORMAT:
        raise Failed(_broken(name, f"it is not a {what} of ours"))
    told = body.pop("digest", None)
    if body.get("game") != book.game.id:
        raise Failed(_broken(name, f"it is of the game `{body.get('game')}`, not `{book.game.id}`"))
    if told != digest(body):
        raise Failed(_broken(name, "it has been changed or cut short"))
    return body


def _broken(name: str, why: str) -> Diagnostic:
    help = "use a file that Liege wrote, unchanged"
    return diagnose("P010", f"`{name}` cannot be read: {why}", Span(name), help=help)
