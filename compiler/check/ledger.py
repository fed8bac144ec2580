"""Lints of the ledger and the lock of ids."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.check.lint import ERROR, NOTE, WARNING, Found, lint
from compiler.model.game import Game


def _uncovered(game: Game, scope: str) -> Iterator[str]:
    assert game.ledger is not None
    named = {rule for note in game.notes for rule in note.rules}
    named |= {game.ledger.chief(rule) for rule in named}
    for row in game.ledger.rows.values():
        if row.scope == scope and row.id not in named and game.ledger.chief(row.id) not in named and not row.waived:
            yield row.id


@lint("C901", WARNING, "What the rulebook states as a fact must be in the definition.")
def rule_without_data(game: Game) -> Iterator[Found]:
    """A rule of scope data is carried by nothing in the definition."""
    for id in _uncovered(game, "data") if game.ledger else ():
        assert game.ledger is not None
        yield Found(
            f"nothing in the definition carries rule `{id}`: {game.ledger.rows[id].says}",
            game.ledger.rows[id].span,
            f'add `rule: "{id}"` to the datum that states it',
        )


@lint("C902", WARNING, "What the rulebook puts on the table must be in the module.")
def rule_without_component(game: Game) -> Iterator[Found]:
    """A rule of scope module is shown by nothing in the definition."""
    for id in _uncovered(game, "module") if game.ledger else ():
        assert game.ledger is not None
        yield Found(
            f"nothing in the module shows rule `{id}`: {game.ledger.rows[id].says}",
            game.ledger.rows[id].span,
            f'add `rule: "{id}"` to the marker, track, box or help page that shows it',
        )


@lint("C904", WARNING, "A doubt without a reading leaves everybody guessing.")
def doubt_without_reading(game: Game) -> Iterator[Found]:
    """A doubtful rule has no reading."""
    for row in game.ledger.rows.values() if game.ledger else ():
        if row.doubt and not row.reading:
            yield Found(f"rule `{row.id}` is doubtful and has no `reading`", row.span, "say how it is read")


@lint("C905", NOTE, "A row that cannot be tested cannot be trusted.")
def untestable_rule(game: Game) -> Iterator[Found]:
    """A rule of scope engine says nothing about how to see that it holds."""
    for row in game.ledger.rows.values() if game.ledger else ():
        if row.scope == "engine" and not row.test and not row.same_as and row.kind != "example":
            yield Found(f"rule `{row.id}` has no `test`", row.span, "say how one sees that it holds")


@lint("C951", ERROR, "One number for two things: old saves would show the wrong piece.")
def lock_reused(game: Game) -> Iterator[Found]:
    """Two ids of the lock file have one number."""
    first: dict[int, str] = {}
    for group in game.lock.values():
        for id, number in group.items():
            other = first.setdefault(number, id)
            if other != id:
                yield Found(
                    f"`{other}` and `{id}` both have the locked number {number}",
                    game.lock_span(id),
                    "restore the lock file; it is never edited by hand",
                )


@lint("C952", WARNING, "Old saves still hold the piece; its number must stay retired.")
def lock_removed(game: Game) -> Iterator[Found]:
    """A locked id is gone from the game and not retired."""
    known = {*game.counters, *game.cards, *game.marks, *game.tracks, *game.piles}
    for id in game.lock.get("gpids", {}):
        if id.split("/", 1)[0] not in known and id not in game.lock.get("retired", {}):
            yield Found(
                f"`{id}` is locked, but gone from the game",
                game.lock_span(id),
                "bring it back, or move it under `retired`",
            )


@lint("C953", ERROR, "A retired number belongs to old saves for ever.")
def lock_revived(game: Game) -> Iterator[Found]:
    """A retired id is in use again."""
    for id in game.lock.get("retired", {}):
        if id in game.lock.get("gpids", {}) or id in game.counters or id in game.cards:
            yield Found(f"`{id}` is retired and in use", game.lock_span(id), "give the new thing a new id")
