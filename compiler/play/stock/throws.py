"""Effects that aim, or throw dice without a table: what comes of it is at hand for those after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.model.event import Said
from compiler.play.ask import Flow, dice
from compiler.play.stock.choosing import choice_of, pieces_taken, spaces_taken
from compiler.play.stock.conditions import Amount, amount
from compiler.play.stock.effects import Deed, Effects, carry_out, effects, kind
from compiler.play.stock.filters import piece_filter, space_filter
from compiler.play.stock.here import Here
from compiler.play.stock.reading import IT, ROLL, SPACE, THERE, Reading
from compiler.play.stock.weighing import Case, modified


@kind("aim", leaves=(IT, SPACE, THERE))
def _aim(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    """A piece is chosen, and no more; with none to choose, what follows and asks for it does nothing."""
    who, choice = piece_filter(read.into("aim"), raw["aim"]), choice_of(read, raw, rule)

    def deed(here: Here) -> Flow[None]:
        ids = yield from pieces_taken(here, choice, who.all(here), "aim", "which piece?", rule)
        here.piece = here.scene.table.pieces[ids[0]] if ids else None
        here.space = here.there = here.piece.place if here.piece is not None else None

    return deed


@kind("aim_at", leaves=(SPACE, THERE))
def _aim_at(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    """A space is chosen, and no more."""
    where, choice = space_filter(read.into("aim_at"), raw["aim_at"]), choice_of(read, raw, rule)

    def deed(here: Here) -> Flow[None]:
        spaces = yield from spaces_taken(here, choice, where.all(here), "aim", "which space?")
        here.space = here.there = spaces[0] if spaces else None

    return deed


@kind("throw", "modifiers", leaves=(ROLL,))
def _throw(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    """Dice are thrown and changed; what comes of it is for the effects after it."""
    known = read.into("throw").known(raw["throw"], read.game.dice, "die")
    names = read.into("modifiers").names(raw.get("modifiers", ()), read.game.articles.modifiers, "modifier")

    def deed(here: Here) -> Flow[None]:
        if known:
            yield from _thrown(here, raw["throw"], names, rule)

    return deed


def _thrown(here: Here, die: str, names: Sequence[str], rule: str | None, purpose: str = "throw") -> Flow[None]:
    scene = here.scene
    values = yield from dice(scene, die, purpose=purpose, rule=rule or scene.rule())
    case = Case(here, (here.piece,) if here.piece is not None else ())
    total, words = modified([scene.book.articles.modifiers[name] for name in names], "roll", sum(values), case)
    here.die, here.total = sum(values), int(total)
    if words:
        scene.do(Said(f"{total:g} in all ({', '.join(words)})", rule))


@kind("check", "up_to", "modifiers", "do", "else", leaves=(ROLL,))
def _check(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    """A throw of no more than a number does one thing, any other another."""
    known = read.into("check").known(raw["check"], read.game.dice, "die")
    names = read.into("modifiers").names(raw.get("modifiers", ()), read.game.articles.modifiers, "modifier")
    if "up_to" not in raw:
        read.fault("a check has no number to be held against", "say `up_to`: the highest throw that passes")
    most = amount(read.into("up_to"), raw.get("up_to", 0))
    won, lost = _lists(read, raw, "do", "else")

    def deed(here: Here) -> Flow[None]:
        if not known:
            return
        wanted = most(here)
        yield from _thrown(here, raw["check"], names, rule, "check")
        good = here.total <= wanted
        here.scene.do(Said(f"check of {wanted}: {'passed' if good else 'failed'}", rule or here.scene.rule()))
        yield from carry_out(won if good else lost, here)

    return deed


def _lists(read: Reading, raw: Mapping[str, Any], *keys: str) -> tuple[Effects, ...]:
    """Lists of effects under some keys; at least one must be there, or the throw is for nothing."""
    if not any(key in raw for key in keys):
        read.fault("whatever is thrown, nothing happens", "list effects under " + " or ".join(f"`{k}`" for k in keys))
    inner = read.with_hand(ROLL)
    return tuple(effects(inner.into(key), raw[key]) if key in raw else () for key in keys)


@kind("contest", "mine", "theirs", "won", "lost", "level", leaves=(ROLL,))
def _contest(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    """The active seat and its enemy throw, each adds a number; by how much the active one is ahead is the total."""
    known = read.into("contest").known(raw["contest"], read.game.dice, "die")
    adds: list[Amount] = [amount(read.into(key), raw.get(key, 0)) for key in ("mine", "theirs")]
    won, lost, level = _lists(read, raw, "won", "lost", "level")

    def deed(here: Here) -> Flow[None]:
        if not known:
            return
        sums = []
        for word, add in zip(("own", "enemy"), adds, strict=True):
            plus = add(here)
            values = yield from dice(here.scene, raw["contest"], purpose=f"{word} throw", rule=rule)
            sums.append(sum(values) + plus)
        here.die, here.total = sums[0], sums[0] - sums[1]
        told = "won" if here.total > 0 else "lost" if here.total < 0 else "level"
        here.scene.do(Said(f"{sums[0]} against {sums[1]}: {told}", rule or here.scene.rule()))
        yield from carry_out(won if here.total > 0 else lost if here.total < 0 else level, here)

    return deed
