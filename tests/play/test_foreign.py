"""Saves, replays and journals that somebody made up: every value of every field is told with a code, or is harmless."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Failed
from compiler.play.codec import Unreadable, digest
from compiler.play.foreign import MOST_BYTES, parse, read_bounded
from compiler.play.journal import read_journal
from compiler.play.saving import load, replay_text, run_replay, save
from compiler.play.session import Session
from tests.play.table import begin, book, play
from tests.play.test_journal import played

DEEP: list[Any] = []
for _ in range(900):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    None, True, -5, 99, 10**30, 1.5, 1e308, float("inf"), "nobody", "\ud800", "x" * 30_000, [], ["nobody"], [[]], {},
    {"a": {}}, {"march": 5}, DEEP,
)  # fmt: skip
# what says nothing of the game may be anything
FREE = {("version",), ("digest",)}
Path_ = tuple[Any, ...]


def paths(value: Any, here: Path_ = ()) -> Iterator[Path_]:
    """Every place of a body; of many things alike the first and the last."""
    if here:
        yield here
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys if len(keys) < 16 else (keys[0], keys[-1]):
        yield from paths(value[key], (*here, key))


def put(body: Any, path: Path_, value: Any) -> Any:
    """A body with another value at a place."""
    changed = json.loads(json.dumps(body))
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


def signed(body: dict[str, Any]) -> str:
    """As a careful forger would; what cannot be signed is written as it is."""
    body.pop("digest", None)
    try:
        return json.dumps({**body, "digest": digest(body)})
    except (ValueError, RecursionError):
        return json.dumps({**body, "digest": "0" * 32})


def middle() -> Session:
    session = begin(seed=3)
    play(session, 12)
    return session


def refused(read: Callable[[], object]) -> bool:
    """Whether something is refused with a code and words of ours; anything else that is raised fails the test."""
    try:
        read()
    except Failed as failed:
        told = failed.diagnostics
    else:
        return False
    assert {one.code for one in told} <= {"P010", "P011", "P012"}
    assert all(len(one.message) < 400 and one.help for one in told)
    assert not any("unhashable" in one.message or "NoneType" in one.message for one in told)
    return True


def taken(read: Callable[[str], object], body: dict[str, Any]) -> list[tuple[Path_, Any]]:
    """What was taken without a word though it is not what was there."""
    return [
        (path, odd)
        for path in paths(body)
        for odd in ODD
        if put(body, path, odd) != body and not refused(partial(read, signed(put(body, path, odd))))
    ]


def possible(path: Path_, odd: Any) -> bool:
    """What a game could have come to: no side, known to all or none, no marks, no answers yet, another box."""
    tracks = book().game.tracks
    if len(path) > 1 and path[-2] == "tracks":
        return tracks[path[-1]].has(odd)
    return path[-1] in ("side", "seen_by", "marks", "choices") and odd in (None, [])


def test_every_value_of_a_save_is_held_against_the_game() -> None:
    session = middle()
    body = json.loads(save(session))
    assert {path for path, _ in taken(lambda text: load(book(), text), body)} <= FREE | {("build",)}


def test_so_is_every_value_of_a_save_of_another_build() -> None:
    body = {**json.loads(save(middle())), "build": "another"}
    silent = taken(lambda text: load(book(), text), body)
    # the record is not played, and answers of the step are asked again
    harmless = {"record", "build", "choices", "start"}
    left = [(path, odd) for path, odd in silent if path not in FREE and not harmless & set(path)]
    assert [one for one in left if not possible(*one)] == []


def test_every_value_of_a_replay_is_held_against_the_game() -> None:
    body = json.loads(replay_text(middle()))
    silent = {path for path, _ in taken(lambda text: run_replay(book(), text), body)}
    assert silent <= FREE | {("ends",), ("start",)}


def test_a_replay_that_begins_in_the_middle_is_told_or_played() -> None:
    session = middle()
    body = json.loads(replay_text(session))
    body |= {"start": json.loads(save(session))["state"], "script": [], "ends": None}
    for path, odd in taken(lambda text: run_replay(book(), text), body):
        free = path[-1] in ("ends", "options", "scenario", "script") or path == ("start",)
        assert path in FREE or free or possible(path, odd), (path, odd)


def test_every_value_of_a_journal_is_held_against_the_game(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    played(path, 12)
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]

    def chained(changed: list[dict[str, Any]]) -> bytes:
        chain, out = "", b""
        for line in changed:
            body = {key: value for key, value in line.items() if key != "is"}
            text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            chain = hashlib.sha256(f"{chain}\n{text}".encode(errors="surrogatepass")).hexdigest()
            out += json.dumps({**body, "is": chain}, sort_keys=True, separators=(",", ":")).encode() + b"\n"
        return out

    read = partial(read_journal, book(), name="a.journal")
    for n in (0, 1, len(lines) - 1):
        for where in paths({key: value for key, value in lines[n].items() if key != "is"}):
            for odd in ODD:
                try:
                    changed = chained([*lines[:n], put(lines[n], where, odd), *lines[n + 1 :]])
                except RecursionError:
                    continue
                if put(lines[n], where, odd) != lines[n] and not refused(partial(read, changed)):
                    assert where[0] in ("version", "seed", "about"), (where, odd)
    for do in ("seal", "unseal", "undo"):
        for seat in ("ghost", "chance", "north"):
            line = {"do": do, "seat": seat, "answer": "nonsense"}
            with pytest.raises(Failed) as failed_:
                read_journal(book(), chained([lines[0], line]), "a.journal")
            assert [one.span.line for one in failed_.value.diagnostics if one.span is not None] == [2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[NaN]", "no number"), ("[1e999]", "too large"), (f"[{10**20}]", "too large"), ('["\\ud800"]', "half"),
        ("[" * 60 + "]" * 60, "deeper"), (json.dumps(["x" * 30_000]), "too long"), ("[", "not JSON"),
        ("[" * 100_000, "not JSON"), ("1" * 5_000, "not JSON"),
    ],
)  # fmt: skip
def test_json_is_read_within_bounds(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        parse(text)


@pytest.mark.parametrize("file", ["/dev/zero", "pipe", "huge.save", "none.save"])
def test_files_are_plain_and_of_a_size_that_games_have(file: str, tmp_path: Path) -> None:
    path = tmp_path / file
    if file == "pipe":
        os.mkfifo(path)
    elif file == "huge.save":
        with path.open("wb") as opened:
            opened.truncate(MOST_BYTES + 1)
    assert refused(partial(read_bounded, path))
