"""Marches of upkeep.yaml with all their names looked up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from compiler.model.common import FieldType
from compiler.model.game import Game
from compiler.model.lower.reading import Reader, read_name
from compiler.model.marches import Held, Limit, Loyalty, March, Only, Rest, Ways


def marches(read: Reader, game: Game) -> dict[str, March]:
    """All of them by id."""
    group = read.document.value.get("marches", {})
    return {id: _Lowering(read, game, raw).march(id, group) for id, raw in group.items()}


class _Lowering:
    def __init__(self, read: Reader, game: Game, raw: Mapping[str, Any]) -> None:
        self.read, self.game, self.raw = read, game, raw

    def march(self, id: str, group: Mapping[str, Any]) -> March:
        raw = self.raw
        return March(
            id=id,
            name=read_name(raw["name"]),
            kinds=self._list(raw, "kinds", self.game.counter_kinds, "kind of counter"),
            reach=self._limit("reach"),
            ways=self._ways(),
            only=self._only(),
            rest=self._rest(),
            stay=self._limit("stay"),
            stop=self.read.note(raw["stop"]) if "stop" in raw else None,
            held=self._held(),
            loyal=self._loyal(),
            note=self.read.note(raw, self.read.key_span(group, id)),
        )

    def _limit(self, key: str) -> Limit | None:
        raw = self.raw.get(key)
        if raw is None:
            return None
        if self.read.known(raw["number"], self.game.constants, "constant", self.read.span(raw, "number")):
            value = self.game.constants[raw["number"]].value
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                self.read.fault(
                    "M004",
                    f"the constant `{raw['number']}` must be a whole number from 1 on, to be `{key}` of a march",
                    self.read.span(raw, "number"),
                    "mend the constant in game.yaml, or name another",
                )
        return Limit(raw["number"], self.read.note(raw))

    def _ways(self) -> Ways | None:
        raw = self.raw.get("ways")
        if raw is None:
            return None
        board = self.game.map
        linked = dict.fromkeys(name for kind in board.link_kinds.values() for name in kind.values)
        fields = dict.fromkeys(name for kind in board.space_kinds.values() for name in kind.fields)
        known: dict[str, tuple[Collection[str], str]] = {
            "track": (self.game.tracks, "track"),
            "during": ([node.id for node in self.game.steps()], "node of the sequence"),
            "double": (linked, "field of links"),
            "over": (fields, "field of spaces"),
        }
        for key, (names, what) in known.items():
            if key in raw:
                self.read.known(raw[key], names, what, self.read.span(raw, key))
        return Ways(raw.get("track"), raw.get("during"), raw.get("double"), raw.get("over"), self.read.note(raw))

    def _only(self) -> Only | None:
        raw = self.raw.get("only")
        if raw is None:
            return None
        fields = [f for kind in self.game.map.space_kinds.values() for f in kind.fields.values()]
        sides = dict.fromkeys(f.id for f in fields if f.type is FieldType.SIDE and not f.many)
        self.read.known(raw["field"], sides, "field of spaces that names a side", self.read.span(raw, "field"))
        return Only(raw["field"], self.read.note(raw))

    def _rest(self) -> Rest | None:
        raw = self.raw.get("rest")
        if raw is None:
            return None
        limit = self._limit("rest")
        assert limit is not None
        return Rest(limit.number, self._list(raw, "in", self.game.map.space_kinds, "kind of space"), limit.note)

    def _held(self) -> Held | None:
        raw = self.raw.get("held")
        if raw is None:
            return None
        but = self._list(raw, "but", self.game.sides, "side") if "but" in raw else ()
        return Held(but, self.read.note(raw))

    def _loyal(self) -> Loyalty | None:
        raw = self.raw.get("loyal")
        if raw is None:
            return None
        if self.read.known(raw["markers"], self.game.counter_kinds, "kind of counter", self.read.span(raw, "markers")):
            own = [counter for counter in self.game.counters.values() if counter.kind == raw["markers"]]
            faces = dict.fromkeys(face.id for counter in own for face in counter.faces)
            for key in ("face", "broken"):
                self.read.known(raw[key], faces, "face of those counters", self.read.span(raw, key))
        sides = self._list(raw, "sides", self.game.sides, "side") if "sides" in raw else ()
        if "at" in raw:
            nodes = [node.id for node in self.game.steps()]
            self.read.known(raw["at"], nodes, "node of the sequence", self.read.span(raw, "at"))
        return Loyalty(
            sides=sides,
            markers=raw["markers"],
            face=raw["face"],
            broken=raw["broken"],
            at=raw.get("at"),
            note=self.read.note(raw),
        )

    def _list(self, raw: Mapping[str, Any], key: str, known: Collection[str], what: str) -> tuple[str, ...]:
        return self.read.only_known(raw[key], known, what, raw[key])
