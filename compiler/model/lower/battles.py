"""Battles of rolls.yaml with all their names looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from compiler.model.battles import (
    Acted,
    Alone,
    Assault,
    Barred,
    Battles,
    Beaten,
    Behind,
    Call,
    Cause,
    Change,
    Crossing,
    Fight,
    GroundThere,
    Hunger,
    Invest,
    LeadersApart,
    LowestApart,
    OfMarked,
    OfSpace,
    Points,
    Retreat,
    Siege,
)
from compiler.model.common import NO_NOTE, Note
from compiler.model.game import Game
from compiler.model.lower.reading import Reader, read_name


def battles(read: Reader, game: Game, carries: Collection[str]) -> dict[str, Battles]:
    """All of them by id; `carries` are those of upkeep.yaml."""
    part = read.document.value.get("battles", {})
    return {
        id: _Battles(read, game, carries).one(raw, read.note(raw, read.key_span(part, id))) for id, raw in part.items()
    }


class _Battles:
    def __init__(self, read: Reader, game: Game, carries: Collection[str]) -> None:
        self.read = read
        self.game = game
        self.carries = carries
        self.kinds: tuple[str, ...] = ()

    # -- names ---------------------------------------------------------------------------------------------------------
    def _known(self, raw: Mapping[str, Any], key: str, known: Iterable[str], what: str) -> str:
        self.read.known(raw[key], tuple(known), what, self.read.span(raw, key))
        return str(raw[key])

    def _mark(self, raw: Mapping[str, Any], key: str, on: str, numbers: bool = False) -> str:
        """A mark that lies on counters or spaces; of numbers, where something is reckoned with it."""
        marks = self.game.marks.values()
        fits = [m.id for m in marks if on in m.on and (not numbers or all(type(v) is int for v in m.values))]
        return self._known(raw, key, fits, f"mark of numbers on {on}" if numbers else f"mark on {on}")

    def _field(self, raw: Mapping[str, Any], key: str) -> str:
        fields = [name for kind in self.kinds for name in self.game.counter_kinds[kind].fields]
        return self._known(raw, key, dict.fromkeys(fields), "field of those counters")

    def _number(self, raw: Mapping[str, Any], key: str) -> str:
        """A constant that is a whole number."""
        name = self._known(raw, key, self.game.constants, "constant")
        found = self.game.constants.get(name)
        if found is not None and type(found.value) is not int:
            self.read.fault(
                "M004",
                f"the constant `{name}` must be a whole number to count with",
                self.read.span(raw, key),
                "mend the constant in game.yaml, or name another",
            )
        return name

    def _by_roll(self, raw: Mapping[str, Any], key: str) -> str:
        """A constant with numbers by roll."""
        name = self._known(raw, key, self.game.constants, "constant")
        found = self.game.constants.get(name)
        given = found.value if found is not None else {}
        if not isinstance(given, Mapping) or not all(str(k).isdigit() and type(n) is int for k, n in given.items()):
            self.read.fault(
                "M004",
                f"the constant `{name}` must have whole numbers by roll: {{5: 1, 6: 2}}",
                self.read.span(raw, key),
                "mend the constant in game.yaml, or name another",
            )
        return name

    def _noted(self, raw: Any) -> Note:
        return self.read.note(raw) if raw is not None else NO_NOTE

    def _table(self, raw: Mapping[str, Any], keys: tuple[str, ...] = (), parts: tuple[str, ...] = ()) -> str:
        """A table, with the values of its results and the parts of its cells that are named."""
        name = self._known(raw, "table", self.game.tables, "table")
        table = self.game.tables.get(name)
        if table is not None:
            values = dict.fromkeys(value for result in table.results.values() for value in result.values)
            for key in keys:
                self._known(raw, key, values, "value of its results")
            for key in parts:
                self._known(raw, key, table.parts, "part of its cells")
        return name

    # -- the whole -----------------------------------------------------------------------------------------------------
    def one(self, raw: Mapping[str, Any], note: Note) -> Battles:
        self.kinds = self.read.only_known(raw["kinds"], self.game.counter_kinds, "kind of counter", raw["kinds"])
        shaken, fights, acted = raw["shaken"], raw["fights"], raw["acted"]
        return Battles(
            name=read_name(raw["name"]),
            kinds=self.kinds,
            dice=self._known(raw, "dice", self.game.dice, "die"),
            strength=self._field(raw, "strength"),
            carry=self._known(raw, "with", self.carries, "carry of upkeep.yaml"),
            inside=self._mark(raw, "inside", "counters"),
            shaken=self._mark(shaken, "mark", "counters", numbers=True),
            least=self._number(shaken, "least"),
            breaks=self._noted(shaken),
            acted=self._acted(acted),
            fights={id: self._fight(id, one, self.read.key_span(fights, id)) for id, one in fights.items()},
            siege=self._siege(raw["siege"]) if "siege" in raw else None,
            points=self._points(raw["points"]) if "points" in raw else None,
            note=note,
        )

    def _acted(self, raw: Mapping[str, Any]) -> Acted:
        """A value of the mark for every side; one that is left out never counts as having acted."""
        mark, given = self._mark(raw, "mark", "counters"), raw["of"]
        values = self.game.marks[mark].values if mark in self.game.marks else ()
        for side in given:
            self.read.known(side, tuple(self.game.sides), "side", self.read.key_span(given, side))
            self._known(given, side, [str(value) for value in values], f"value of `{mark}`")
        return Acted(mark, {side: str(value) for side, value in given.items()}, self.read.note(raw))

    def _fight(self, id: str, raw: Mapping[str, Any], span: Any) -> Fight:
        led, retreat, beaten, alone = (raw.get(key) for key in ("led_by", "retreat", "beaten", "alone"))
        return Fight(
            id=id,
            name=read_name(raw["name"]),
            table=self._table(raw),
            changes=tuple(self._changes(raw, "changes")),
            back=tuple(self._changes(raw, "back")),
            at_once=raw.get("at_once", False),
            led_by=(self._field(led, "field"), led["is"]) if led is not None else None,
            barred=tuple(
                Barred(
                    who=one["who"], mark=self._mark(one, "mark", "counters"), why=one["why"], note=self.read.note(one)
                )
                for one in raw.get("barred", ())
            ),
            alone=Alone(self._mark(alone, "unless", "counters"), self.read.note(alone)) if alone is not None else None,
            retreat=Retreat(self._number(retreat, "most"), self.read.note(retreat)) if retreat is not None else None,
            beaten=Beaten(self._number(beaten, "most"), self._by_roll(beaten, "steps"), self.read.note(beaten))
            if beaten is not None
            else None,
            answered=self._noted(raw.get("answer")),
            note=self.read.note(raw, span),
        )

    # -- what changes a die --------------------------------------------------------------------------------------------
    def _changes(self, raw: Mapping[str, Any], key: str) -> Iterator[Change]:
        for one in raw.get(key, ()):
            yield Change(read_name(one["name"]), self._cause(one), self.read.note(one))

    def _cause(self, raw: Mapping[str, Any]) -> Cause:
        """The one key that says where the number comes from; the schema wants exactly one."""
        boards = self.game.maps.values()
        if "ground" in raw:
            grounds = [name for board in boards for kind in board.terrain.values() for name in kind.values]
            return GroundThere(self._known(raw, "ground", dict.fromkeys(grounds), "effect"))
        if "crossing" in raw:
            sides = [name for board in boards for kind in board.feature_kinds.values() for name in kind.values]
            return Crossing(self._known(raw, "crossing", dict.fromkeys(sides), "effect of what lies on sides"))
        if "leaders" in raw:
            own = raw["leaders"]
            ranks = tuple((rank,) if isinstance(rank, str) else tuple(rank) for rank in own["order"])
            return LeadersApart(self._field(own, "number"), self._field(own, "rank"), ranks)
        if "lowest" in raw:
            return LowestApart(self._mark(raw, "lowest", "counters", numbers=True))
        if "space" in raw:
            fields = [name for board in boards for kind in board.space_kinds.values() for name in kind.fields]
            return OfSpace(self._known(raw, "space", dict.fromkeys(fields), "field of spaces"), raw.get("times", 1))
        if "value" in raw:
            return OfMarked(raw["value"], self._mark(raw, "marked", "counters"))
        behind = raw["behind"]
        return Behind(self._field(behind, "field"), dict(behind["numbers"]))

    # -- sieges --------------------------------------------------------------------------------------------------------
    def _siege(self, raw: Mapping[str, Any]) -> Siege:
        kinds = {id: kind for board in self.game.maps.values() for id, kind in board.space_kinds.items()}
        spaces = self._known(raw, "spaces", kinds, "kind of space")
        fields = kinds[spaces].fields if spaces in kinds else {}
        assault, call, hunger, offer = raw["assault"], raw["call"], raw["hunger"], raw["offer"]
        return Siege(
            spaces=spaces,
            owner=self._known(raw, "owner", fields, "field of those spaces"),
            taken=self._mark(raw, "taken", "spaces"),
            ruined=self._mark(raw, "ruined", "spaces"),
            worn=self._mark(raw, "worn", "spaces", numbers=True),
            full=self._number(raw, "full"),
            invested=self._mark(raw, "invested", "counters"),
            invest=self._invest(raw["invest"], fields),
            assault=Assault(
                name=read_name(assault["name"]),
                table=self._table(assault, parts=("worn", "lost")),
                worn=assault["worn"],
                lost=assault["lost"],
                changes=tuple(self._changes(assault, "changes")),
                apart=self._noted(assault.get("apart")),
                note=self.read.note(assault),
            ),
            call=Call(
                name=read_name(call["name"]),
                table=self._table(call, ("taken", "free")),
                taken=call["taken"],
                free=call["free"],
                share=self._number(call, "share"),
                by=(self._field(call["by"], "field"), tuple(call["by"]["is"])),
                changes=tuple(self._changes(call, "changes")),
                once=self._noted(call.get("once")),
                note=self.read.note(call),
            ),
            hunger=Hunger(
                name=read_name(hunger["name"]),
                table=self._table(hunger, ("worn", "shaken")),
                worn=hunger["worn"],
                shaken=hunger["shaken"],
                changes=tuple(self._changes(hunger, "changes")),
                note=self.read.note(hunger),
            ),
            offer=read_name(offer["name"]),
            offered=self.read.note(offer),
            note=self.read.note(raw),
        )

    def _invest(self, raw: Mapping[str, Any], fields: Iterable[str]) -> Invest:
        return Invest(
            name=read_name(raw["name"]),
            level=self._known(raw, "level", fields, "field of those spaces"),
            factor=self._number(raw, "factor"),
            least=self._number(raw, "least"),
            note=self.read.note(raw),
        )

    # -- points --------------------------------------------------------------------------------------------------------
    def _points(self, raw: Mapping[str, Any]) -> Points:
        """Tracks of numbers by side, constants, and the field of spaces that says what they are worth."""
        of, killed, taken, chief, ends = (raw[key] for key in ("of", "killed", "taken", "chief", "ends"))
        scores = [t.id for t in self.game.tracks.values() if t.marker and all(type(b.value) is int for b in t.boxes)]
        for side in of:
            self.read.known(side, tuple(self.game.sides), "side", self.read.key_span(of, side))
            self._known(of, side, scores, "track of numbers with a marker")
        fields = [name for board in self.game.maps.values() for k in board.space_kinds.values() for name in k.fields]
        self.read.only_known(ends["counters"], self.game.counters, "counter", ends["counters"])
        return Points(
            of=dict(of),
            rank=self._field(killed, "field"),
            killed=self._known(killed, "numbers", self.game.constants, "constant"),
            beaten=self._number(raw["beaten"], "number"),
            taken=self._known(taken, "field", dict.fromkeys(fields), "field of spaces"),
            chief=(self._field(chief, "field"), chief["is"]),
            ends=tuple(ends["counters"]),
            killed_note=self.read.note(killed),
            beaten_note=self.read.note(raw["beaten"]),
            taken_note=self.read.note(taken),
            lost_note=self.read.note(raw["lost"]),
            chief_note=self.read.note(chief),
            ends_note=self.read.note(ends),
        )
