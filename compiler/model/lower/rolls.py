"""The rolls of a game: rolls.yaml with all its names looked up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.lower.reading import Reader, read_name
from compiler.model.rolls import (
    OUTCOME,
    ROLLER,
    TARGET,
    TOTAL,
    Case,
    Check,
    Contest,
    Lender,
    Lent,
    Outcome,
    Pool,
    Reading,
    RollModifier,
    Rolls,
)
from compiler.model.tables import TableAxis

_TARGET_FACE = "face of the target"


def rolls(read: Reader, game: Game) -> Rolls:
    """Modifiers first: the rolls name them."""
    found = _Rolls(read, game)
    modifiers = found.modifiers()
    return Rolls(modifiers, found.checks(modifiers), found.contests(modifiers), found.pools())


class _Rolls:
    def __init__(self, read: Reader, game: Game) -> None:
        self.read = read
        self.game = game
        self.fields = dict.fromkeys(f for kind in game.counter_kinds.values() for f in kind.fields)

    def _part(self, key: str) -> Mapping[str, Any]:
        part: Mapping[str, Any] = self.read.document.value.get(key, {})
        return part

    def _known(self, raw: Mapping[str, Any], key: str, known: Iterable[str], what: str) -> None:
        if key in raw:
            self.read.known(raw[key], tuple(known), what, self.read.span(raw, key))

    # -- modifiers ---------------------------------------------------------------------------------------------------
    def modifiers(self) -> dict[str, RollModifier]:
        part, game, found = self._part("modifiers"), self.game, {}
        grounds = [name for board in game.maps.values() for kind in board.terrain.values() for name in kind.values]
        for id, raw in part.items():
            for key, known in (("constant", game.constants), ("ground", grounds), ("box", game.tracks)):
                self._known(raw, key, known, key if key == "constant" else "track" if key == "box" else "effect")
            found[id] = RollModifier(
                id,
                read_name(raw["name"]),
                raw.get("value"),
                raw.get("constant"),
                raw.get("ground"),
                self._lent(raw["lent"]) if "lent" in raw else None,
                raw.get("box"),
                raw.get("lead"),
                raw.get("ask", {}),
                self._result(raw),
                raw.get("of", ROLLER),
                self._case(raw),
                self.read.note(raw, self.read.key_span(part, id)),
            )
        return found

    def _result(self, raw: Mapping[str, Any]) -> tuple[str, str] | None:
        given = raw.get("result")
        if given is None:
            return None
        self._known(given, "table", self.game.tables, "table")
        table = self.game.tables.get(given["table"])
        values = [name for result in table.results.values() for name in result.values] if table is not None else ()
        if table is not None:
            self._known(given, "value", values, "value of a result")
        return given["table"], given["value"]

    def _lent(self, raw: Mapping[str, Any]) -> Lent:
        self._known(raw, "number", self.fields, "field")
        self._known(raw, "within", self.fields, "field")
        faces = [face.id for counter in self.game.counters.values() for face in counter.faces]
        self._known(raw, "face", faces, "face")
        lenders = []
        for lender in raw["by"]:
            for key in ("field", "same", "foreign"):
                self._known(lender, key, self.fields, "field")
            self._known(lender, "penalty", self.game.constants, "constant")
            lenders.append(
                Lender(lender["field"], lender["is"], lender.get("same"), lender.get("foreign"), lender.get("penalty"))
            )
        return Lent(raw["number"], raw["within"], raw["face"], tuple(lenders))

    def _case(self, raw: Mapping[str, Any]) -> Case:
        marked: Mapping[str, Value] = raw.get("marked", {})
        for mark in marked:
            self.read.known(mark, self.game.marks, "mark", self.read.key_span(marked, mark))
        unmarked = self.read.only_known(raw.get("unmarked", ()), self.game.marks, "mark", raw.get("unmarked"))
        seats = self.read.only_known(raw.get("seats", ()), self.game.seats, "seat", raw.get("seats"))
        self._known(raw, "option", self.game.options, "option")
        turns = raw.get("turns")
        return Case(tuple(marked.items()), unmarked, (turns[0], turns[1]) if turns else None, seats, raw.get("option"))

    # -- rolls ---------------------------------------------------------------------------------------------------------
    def checks(self, modifiers: Mapping[str, RollModifier]) -> dict[str, Check]:
        part, found = self._part("checks"), {}
        for id, raw in part.items():
            self._known(raw, "dice", self.game.dice, "die")
            kinds = self.read.only_known(raw["on"], self.game.counter_kinds, "kind of counter", raw["on"])
            own = self.read.only_known(raw.get("modifiers", ()), modifiers, "modifier", raw.get("modifiers"))
            reading = self._reading(raw)
            aims = any(modifiers[m].of == TARGET for m in own) or (reading is not None and reading.face is not None)
            found[id] = Check(
                id,
                read_name(raw["name"]),
                kinds,
                raw["dice"],
                self._outcomes(raw["outcomes"]),
                own,
                reading,
                aims,
                self.read.note(raw, self.read.key_span(part, id)),
            )
        return found

    def _outcomes(self, raw: list[Mapping[str, Any]]) -> tuple[Outcome, ...]:
        for outcome in raw:
            self._known(outcome, "up_to", self.fields, "field")
        return tuple(Outcome(o["gives"], o.get("roll"), o.get("up_to"), self.read.note(o)) for o in raw)

    def _reading(self, raw: Mapping[str, Any]) -> Reading | None:
        given = raw.get("table")
        if given is None:
            return None
        self._known(given, "look_up", self.game.tables, "table")
        table = self.game.tables.get(given["look_up"])
        face = None
        for key in ("column", "row"):
            if given[key] == _TARGET_FACE:
                face = key
            elif given[key] not in (OUTCOME, TOTAL) and table is not None:
                self._head(given, key, table.columns if key == "column" else table.rows)
        return Reading(given["look_up"], given["column"], given["row"], face)

    def _head(self, raw: Mapping[str, Any], key: str, axis: TableAxis) -> None:
        self._known(raw, key, [head.label for head in axis.heads], "head of the table")

    def contests(self, modifiers: Mapping[str, RollModifier]) -> dict[str, Contest]:
        part, found = self._part("contests"), {}
        for id, raw in part.items():
            self._known(raw, "dice", self.game.dice, "die")
            seats = self.read.only_known(raw["seats"], self.game.seats, "seat", raw["seats"])
            own = self.read.only_known(raw.get("modifiers", ()), modifiers, "modifier", raw.get("modifiers"))
            given, sets = raw.get("table", {}), raw.get("sets", {})
            self._known(given, "look_up", self.game.tables, "table")
            table = self.game.tables.get(given.get("look_up", ""))
            for key in ("won", "lost"):
                if table is not None:
                    self._head(given, key, table.rows)
                self._known(sets, key, self.game.tracks, "track")
            if len(seats) == 2:
                found[id] = Contest(
                    id,
                    read_name(raw["name"]),
                    raw["dice"],
                    (seats[0], seats[1]),
                    own,
                    given.get("look_up"),
                    given.get("won", ""),
                    given.get("lost", ""),
                    (sets.get("won"), sets.get("lost")),
                    self.read.note(raw, self.read.key_span(part, id)),
                )
        return found

    def pools(self) -> dict[str, Pool]:
        part, found = self._part("pools"), {}
        for id, raw in part.items():
            self._known(raw, "dice", self.game.dice, "die")
            for key in ("hits", "order"):
                self._known(raw, key, self.fields, "field")
            kinds = self.read.only_known(raw["kinds"], self.game.counter_kinds, "kind of counter", raw["kinds"])
            found[id] = Pool(
                id,
                read_name(raw["name"]),
                raw["dice"],
                raw["hits"],
                raw["order"],
                kinds,
                tuple(tuple(places) for places in raw["parts"]),
                self.read.note(raw, self.read.key_span(part, id)),
            )
        return found
