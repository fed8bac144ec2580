"""Whom an effect befalls: all that fit, as many as it says, chosen by a seat, by chance or by a list of preferences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.event import Said
from compiler.model.table import Piece
from compiler.play.ask import Flow, Topic, decide, roll_of
from compiler.play.mechanics.ranges import flood
from compiler.play.stock.conditions import Amount, amount
from compiler.play.stock.filters import space_filter
from compiler.play.stock.here import ACTIVE, ENEMY, Here
from compiler.play.stock.reading import Reading, shown
from compiler.play.topics import ChoosePiece, ChooseSpace

NOBODY = "none"  # the answer that takes no more
Ranks = Callable[[Here, Sequence[str]], list[str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """How targets are chosen: how many, whether one may stop, by whom, by which preference."""

    count: Amount | None  # None: all
    may: bool
    seat: str
    pick: Ranks | str | None  # a preference, or chance
    per_space: int | None
    rule: str | None

    def who(self, here: Here, owner: str | None) -> str:
        """The seat that chooses."""
        if self.seat == ENEMY:
            return here.enemy or here.seat
        return owner or here.seat if self.seat == "owner" else here.seat

    def take(
        self, here: Here, able: Sequence[str], topic: Topic, prompt: str, owner: str | None = None
    ) -> Flow[list[str]]:
        """Those it falls on, of the ones that fit."""
        wanted = len(able) if self.count is None else max(0, self.count(here))
        left, taken = list(able), list[str]()
        if wanted >= len(left) and not self.may:
            return left
        while len(taken) < wanted and left:
            one = yield from self._one(here, left, topic, prompt, owner)
            if one == NOBODY:
                break
            left.remove(one)
            taken.append(one)
        return taken

    def _one(self, here: Here, left: list[str], topic: Topic, prompt: str, owner: str | None) -> Flow[str]:
        if self.pick == "chance":
            (n,) = yield roll_of(prompt, 1, len(left), self.rule)
            drawn: str = left[n - 1]
            return drawn
        if callable(self.pick):
            return self.pick(here, left)[0]
        answer: str = yield from decide(
            here.scene,
            left,
            topic=topic,
            prompt=prompt,
            rule=self.rule or here.scene.rule(),
            seat=self.who(here, owner),
            stop=NOBODY if self.may else None,
        )
        return answer


def choice_of(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Choice:
    """How the targets of an effect are chosen, as written."""
    every = read.into("all").flag(raw["all"], "`all`") if "all" in raw else False
    if isinstance(raw.get("count"), int) and raw["count"] < 1:
        read.into("count").fault(f"`count` is {raw['count']}: nothing happens", "write 1 or more, or take it out")
    count = None if every else amount(read.into("count"), raw.get("count", 1))
    may = read.into("may").flag(raw["may"], "`may`") if "may" in raw else False
    seat = raw.get("seat", ACTIVE)
    if seat not in (ACTIVE, ENEMY, "owner"):
        read.into("seat").fault(f"`{shown(seat)}` does not choose", "write `active`, `enemy` or `owner`")
    per = read.into("per_space").number(raw["per_space"], "`per_space`") if "per_space" in raw else None
    pick = _pick(read.into("pick"), raw["pick"]) if "pick" in raw else None
    return Choice(count, may, seat, pick, per, rule)


def _pick(read: Reading, value: Any) -> Ranks | str | None:
    if value == "chance":
        return "chance"
    if not isinstance(value, tuple):
        read.fault(f"`pick` cannot be `{shown(value)}`", "write `chance`, or `[{highest: FIELD}, {nearest: SPACES}]`")
        return None
    keys = [_rank(read.into(n), part) for n, part in enumerate(value)]

    def ranked(here: Here, ids: Sequence[str]) -> list[str]:
        return sorted(ids, key=lambda id: tuple(key(here, id) for key in keys))

    return ranked


def _rank(read: Reading, value: Any) -> Callable[[Here, str], float]:
    raw = read.mapping(value, ("lowest", "highest", "nearest"), "a preference") or {}
    if "nearest" in raw:
        to = space_filter(read.into("nearest"), raw["nearest"])
        return lambda here, id: flood(here.scene.game.map.beside, to.all(here)).get(_place(here, id), 999)
    key = next(iter(raw), "lowest")
    field, sign = raw.get(key), -1 if key == "highest" else 1
    read.into(key).known(field, (*read.counter_fields, *read.space_fields), "field")
    return lambda here, id: sign * _value(here, id, str(field))


def _place(here: Here, id: str) -> str:
    piece = here.scene.table.pieces.get(id)
    return piece.place if piece is not None else id


def _value(here: Here, id: str, field: str) -> float:
    piece = here.scene.table.pieces.get(id)
    values = here.scene.game.spaces[id].values if piece is None else None
    found = values.get(field) if values is not None else here.scene.value(piece, field) if piece is not None else 0
    return float(found or 0)


def pieces_taken(
    here: Here, choice: Choice, able: Sequence[Piece], purpose: str, prompt: str, rule: str | None
) -> Flow[list[str]]:
    """Pieces an effect falls on; told where there is none."""
    if not able:
        here.scene.do(Said(f"nobody to {purpose}", rule))
        return []
    owner = here.scene.seat_of(able[0])
    return (yield from choice.take(here, [p.id for p in able], ChoosePiece(purpose), prompt, owner))


def spaces_taken(here: Here, choice: Choice, able: Sequence[str], purpose: str, prompt: str) -> Flow[list[str]]:
    """Spaces an effect falls on."""
    if not able:
        here.scene.do(Said(f"nowhere to {purpose}", choice.rule))
        return []
    return (yield from choice.take(here, list(able), ChooseSpace(purpose), prompt))
