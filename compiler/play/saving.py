"""Saved games and replays as files; a broken or foreign one is told, never half read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.play.ask import Answer, Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Chance, Person
from compiler.play.codec import (
    FORMAT,
    Unreadable,
    answer_to_json,
    build_id,
    choice_from_json,
    choice_to_json,
    digest,
    options_from_json,
    state_digest,
    state_from_json,
    state_to_json,
)
from compiler.play.foreign import MOST_BYTES, parse, reason, shortened
from compiler.play.session import Session, initial
from compiler.play.state import State


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
        record = [choice_from_json(end.book, c) for c in body["record"]]
        session = Session(start)
        for choice in record:
            if not choice.forced:
                session.apply(choice.answer, choice.seat)
    except Refused as no:
        raise Failed(_broken(name, f"an answer on record is not allowed: {no.refusal}")) from no
    except Exception as fault:  # what a forger makes up may break rules at any place
        raise Failed(_broken(name, reason(fault))) from fault
    if state_digest(session.state) != state_digest(end):
        raise Failed(_broken(name, "its record does not lead to its state"))
    session.chance = chance or Person()
    return session


def is_of_another_build(book: Rulebook, text: str) -> bool:
    """Whether a save that can be read was made by other rules or data: then its record is not played again."""
    return bool(json.loads(text)["build"] != build_id(book))


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
        script = [choice_from_json(book, [seat, answer]) for seat, answer in body["script"]]
        start, options = body["start"], options_from_json(book.game, body["options"])
        begun = initial(book, body["scenario"], options) if start is None else state_from_json(book, start)
        if not isinstance(body["ends"], str | None):
            raise Unreadable("its end is no digest")
        return begun, [(choice.seat, choice.answer) for choice in script], body["ends"]
    except (Unreadable, KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Failed(_broken(name, reason(fault))) from fault


def run_replay(book: Rulebook, text: str, name: str = "replay") -> Session:
    """Play a replay to its end and see that it comes out the same."""
    start, script, ends = read_replay(book, text, name)
    begun = initial(start.book, start.scenario, dict(start.options))
    try:
        session = _again(start, name)
        for n, (seat, answer) in enumerate(script):
            try:
                session.apply(answer, seat)
            except Refused as no:
                raise Failed(illegal(name, n, f"{seat}: {shortened(str(no.refusal))}", no.refusal.rule)) from no
    except Failed:
        raise
    except Exception as fault:
        if start == begun:  # every answer was allowed: our own fault
            raise
        raise Failed(_broken(name, f"nobody can go on from its table: {reason(fault)}")) from fault
    if ends is not None and state_digest(session.state) != ends:
        raise Failed(_broken(name, "it does not come out as it did"))
    return session


def _again(start: State, name: str) -> Session:
    """A session from a state, its answers given once more: they are judged as any others."""
    if not start.choices:
        return Session(start)
    session = Session(replace(start, choices=()))
    for choice in start.choices:
        if not choice.forced:
            try:
                session.apply(choice.answer, choice.seat)
            except Refused as no:
                raise Failed(_broken(name, f"an answer on record is not allowed: {no.refusal}")) from no
    if session.state != start:
        raise Failed(_broken(name, "its answers do not lead to its state"))
    return Session(start)


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
        body = parse(text)
    except Unreadable as fault:
        raise Failed(_broken(name, reason(fault))) from fault
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
    return diagnose("P010", f"`{name}` cannot be read: {shortened(why)}", Span(name), help=help)
