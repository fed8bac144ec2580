"""The rolls of a game: rolls.yaml with all its names looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from compiler.model.deeds import Deed
from compiler.model.game import Game
from compiler.model.lower.bars import bars_of
from compiler.model.lower.battles import battles
from compiler.model.lower.deeds import borne_by, deed, given_marks
from compiler.model.lower.outcomes import needed, test_of
from compiler.model.lower.reading import Reader, read_name
from compiler.model.lower.ways import commands_of, parties_of, when_of
from compiler.model.rolls import (
    ROLLER,
    TARGET,
    Asked,
    Box,
    Brought,
    ByHead,
    ByOutcome,
    ByTargetFace,
    Case,
    Check,
    Chosen,
    Constant,
    Contest,
    Ground,
    Lead,
    Lender,
    Lent,
    Marked,
    Number,
    OnCard,
    Outcome,
    Place,
    Pool,
    Reading,
    RollModifier,
    Rolls,
    Seats,
    Source,
    Turns,
    Unmarked,
    Volley,
)
from compiler.model.tables import TableAxis
from compiler.model.ways import Shared, Way

_OUTCOME, _TARGET_FACE = "outcome", "face of the target"


def rolls(read: Reader, game: Game, sends: Collection[str], carries: Collection[str]) -> Rolls:
    """Modifiers first: the rolls name them. `sends` and `carries` are those of upkeep.yaml."""
    found = _Rolls(read, game, sends)
    modifiers = found.modifiers()
    return Rolls(
        modifiers=modifiers,
        checks=found.checks(modifiers),
        contests=found.contests(modifiers),
        pools=found.pools(),
        volleys=found.volleys(modifiers),
        battles=battles(read, game, carries),
    )


class _Rolls:
    def __init__(self, read: Reader, game: Game, sends: Collection[str]) -> None:
        self.read = read
        self.game = game
        self.sends = sends
        self.fields = dict.fromkeys(f for kind in game.counter_kinds.values() for f in kind.fields)

    def _part(self, key: str) -> Mapping[str, Any]:
        part: Mapping[str, Any] = self.read.document.value.get(key, {})
        return part

    def _known(self, raw: Mapping[str, Any], key: str, known: Iterable[str], what: str) -> None:
        if key in raw:
            self.read.known(raw[key], tuple(known), what, self.read.span(raw, key))

    # -- modifiers ---------------------------------------------------------------------------------------------------
    def modifiers(self) -> dict[str, RollModifier]:
        part = self._part("modifiers")
        return {
            id: RollModifier(
                id=id,
                name=read_name(raw["name"]),
                source=self._source(raw),
                of=raw.get("of", ROLLER),
                cases=tuple(self._cases(raw)),
                note=self.read.note(raw, self.read.key_span(part, id)),
            )
            for id, raw in part.items()
        }

    def _source(self, raw: Mapping[str, Any]) -> Source:
        """The one key of a modifier that says where its number comes from; the schema wants exactly one."""
        if "value" in raw:
            return Number(raw["value"])
        if "constant" in raw:
            return self._constant(raw)
        if "ground" in raw:
            boards = self.game.maps.values()
            grounds = [name for board in boards for kind in board.terrain.values() for name in kind.values]
            self._known(raw, "ground", grounds, "effect")
            return Ground(raw["ground"])
        if "lent" in raw:
            return self._lent(raw["lent"])
        if "box" in raw:
            self._known(raw, "box", self.game.tracks, "track")
            return Box(raw["box"])
        if "card" in raw:
            self._known(
                raw, "card", [f for kind in self.game.card_kinds.values() for f in kind.fields], "field of a card"
            )
            return OnCard(raw["card"])
        if "lead" in raw:
            return Lead(raw["lead"])
        return self._brought(raw["result"]) if "result" in raw else Asked(raw["ask"])

    def _constant(self, raw: Mapping[str, Any]) -> Constant:
        """A constant that is a number, or numbers by side."""
        self._known(raw, "constant", self.game.constants, "constant")
        found = self.game.constants.get(raw["constant"])
        if found is not None:
            by_side = found.value if isinstance(found.value, Mapping) else {None: found.value}
            wrong = [side for side in by_side if side is not None and side not in self.game.sides]
            if wrong or not all(isinstance(n, int | float) and not isinstance(n, bool) for n in by_side.values()):
                self.read.fault(
                    "M004",
                    f"the constant `{found.id}` must be a number, or numbers by side, to be added to a roll",
                    self.read.span(raw, "constant"),
                    "mend the constant in game.yaml, or name another",
                )
        return Constant(raw["constant"])

    def _number(self, raw: Mapping[str, Any], key: str) -> None:
        """A constant that is one whole number above 0."""
        self._known(raw, key, self.game.constants, "constant")
        found = self.game.constants.get(raw[key])
        if found is not None and (type(found.value) is not int or found.value < 1):
            self.read.fault(
                "M004",
                f"the constant `{found.id}` must be a whole number above 0 to count dice with",
                self.read.span(raw, key),
                "mend the constant in game.yaml, or name another",
            )

    def _brought(self, raw: Mapping[str, Any]) -> Brought:
        self._known(raw, "table", self.game.tables, "table")
        table = self.game.tables.get(raw["table"])
        if table is not None:
            values = [name for result in table.results.values() for name in result.values]
            self._known(raw, "value", values, "value of a result")
        return Brought(table=raw["table"], value=raw["value"])

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
                Lender(
                    field=lender["field"],
                    value=lender["is"],
                    same=lender.get("same"),
                    foreign=lender.get("foreign"),
                    penalty=lender.get("penalty"),
                )
            )
        return Lent(number=raw["number"], within=raw["within"], face=raw["face"], lenders=tuple(lenders))

    def _cases(self, raw: Mapping[str, Any]) -> Iterator[Case]:
        """All keys of a modifier that say when it counts."""
        marked = raw.get("marked", {})
        for mark, value in marked.items():
            self.read.known(mark, self.game.marks, "mark", self.read.key_span(marked, mark))
            yield Marked(mark, value)
        for mark in self.read.only_known(raw.get("unmarked", ()), self.game.marks, "mark", raw.get("unmarked")):
            yield Unmarked(mark)
        if "seats" in raw:
            yield Seats(self.read.only_known(raw["seats"], self.game.seats, "seat", raw["seats"]))
        if "turns" in raw:
            yield Turns(*raw["turns"])
        if "option" in raw:
            self._known(raw, "option", self.game.options, "option")
            yield Chosen(raw["option"])

    # -- rolls ---------------------------------------------------------------------------------------------------------
    def checks(self, modifiers: Mapping[str, RollModifier]) -> dict[str, Check]:
        part, found = self._part("checks"), {}
        for id, raw in part.items():
            self._known(raw, "dice", self.game.dice, "die")
            kinds = self.read.only_known(raw["on"], self.game.counter_kinds, "kind of counter", raw["on"])
            own = self.read.only_known(raw.get("modifiers", ()), modifiers, "modifier", raw.get("modifiers"))
            faces = [face.id for c in self.game.counters.values() if c.kind in kinds for face in c.faces]
            self._known(raw, "face", faces, "face of those counters")
            reading = self._reading(raw)
            aimed = (reading is not None and reading.by_face) or any(modifiers[m].of == TARGET for m in own)
            found[id] = Check(
                id=id,
                name=read_name(raw["name"]),
                kinds=kinds,
                dice=raw["dice"],
                outcomes=tuple(
                    Outcome(o["gives"], test_of(self.read, self.game, o), self.read.note(o)) for o in raw["outcomes"]
                ),
                modifiers=own,
                reading=reading,
                target=aimed,
                face=raw.get("face"),
                needs=needed(self.read, self.game, raw),
                reach=raw.get("reach"),
                barred=tuple(bars_of(self.read, self.game, raw, kinds, modifiers, aimed=aimed)),
                marks=given_marks(self.read, self.game, raw, borne_by(self.game, kinds)),
                does=self._does(raw, kinds, reading, part),
                note=self.read.note(raw, self.read.key_span(part, id)),
            )
        return found

    def _does(
        self, raw: Mapping[str, Any], kinds: tuple[str, ...], reading: Reading | None, checks: Mapping[str, Any]
    ) -> dict[str, Deed]:
        """Deeds by what the table says, or by the outcome where no table is read."""
        table = self.game.tables.get(reading.table) if reading is not None else None
        said = {str(cell) for row in table.cells for cell in row} if table is not None else set()
        codes = sorted(said) if reading is not None else [o["gives"] for o in raw["outcomes"]]
        given, found = raw.get("does", {}), {}
        for code, does in given.items():
            if self.read.known(code, codes, "result", self.read.key_span(given, code)):
                # one that is aimed at somebody cannot come of itself
                rolled = [id for id, check in checks.items() if set(kinds) <= set(check["on"]) and "reach" not in check]
                found[code] = deed(self.read, self.game, does, kinds, self.sends, rolled)
        return found

    def _reading(self, raw: Mapping[str, Any]) -> Reading | None:
        given = raw.get("table")
        if given is None:
            return None
        self._known(given, "look_up", self.game.tables, "table")
        table = self.game.tables.get(given["look_up"])
        columns, rows = (table.columns, table.rows) if table is not None else (None, None)
        return Reading(given["look_up"], self._place(given, "column", columns), self._place(given, "row", rows))

    def _place(self, raw: Mapping[str, Any], key: str, axis: TableAxis | None) -> Place:
        if raw[key] == _TARGET_FACE:
            return ByTargetFace()
        if raw[key] == _OUTCOME:
            return ByOutcome()
        if axis is not None:
            self._head(raw, key, axis)
        return ByHead(raw[key])

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
                    id=id,
                    name=read_name(raw["name"]),
                    dice=raw["dice"],
                    seats=(seats[0], seats[1]),
                    modifiers=own,
                    table=given.get("look_up"),
                    won=given.get("won", ""),
                    lost=given.get("lost", ""),
                    sets=(sets.get("won"), sets.get("lost")),
                    note=self.read.note(raw, self.read.key_span(part, id)),
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
                id=id,
                name=read_name(raw["name"]),
                dice=raw["dice"],
                hits=raw["hits"],
                order=raw["order"],
                kinds=kinds,
                parts=tuple(tuple(places) for places in raw["parts"]),
                note=self.read.note(raw, self.read.key_span(part, id)),
            )
        return found

    def volleys(self, modifiers: Mapping[str, RollModifier]) -> dict[str, Volley]:
        part, game, found = self._part("volleys"), self.game, {}
        for id, raw in part.items():
            self._known(raw, "dice", game.dice, "die")
            for key in ("hits", "support"):
                self._known(raw, key, self.fields, "field")
            self._known(raw, "adds", game.constants, "constant")
            if "ways" in raw and "support" in raw:
                self.read.fault(
                    "M004",
                    f"volley `{id}` has `ways`, where nobody supports: who does not roll is fired on",
                    self.read.span(raw, "support"),
                    "take `support` and `adds` out, or the ways",
                )
            found[id] = Volley(
                id=id,
                name=read_name(raw["name"]),
                dice=raw["dice"],
                kinds=self.read.only_known(raw["kinds"], game.counter_kinds, "kind of counter", raw["kinds"]),
                leaders=self.read.only_known(raw["leaders"], raw["kinds"], "kind of the volley", raw["leaders"]),
                hits=raw["hits"],
                support=raw.get("support"),
                adds=raw.get("adds"),
                modifiers=self.read.only_known(raw.get("modifiers", ()), modifiers, "modifier", raw.get("modifiers")),
                losses=dict(self._losses(raw)),
                ways=dict(self._ways(raw, modifiers)),
                parties=parties_of(self.read, game, raw["parties"]) if "parties" in raw else None,
                rested=self.read.note(raw["rested"]) if "rested" in raw else None,
                note=self.read.note(raw, self.read.key_span(part, id)),
            )
        return found

    def _ways(self, raw: Mapping[str, Any], modifiers: Mapping[str, RollModifier]) -> Iterator[tuple[str, Way]]:
        """The ways in which a volley is fired."""
        part, game = raw.get("ways", {}), self.game
        for id, way in part.items():
            shared = way.get("shared")
            self._number(way, "at_least")
            self._known(way, "then", part, "way")
            if shared is not None:
                self._known(shared, "mark", game.marks, "mark")
                self._number(shared, "units")
            yield (
                id,
                Way(
                    id=id,
                    name=read_name(way["name"]),
                    at_least=way["at_least"],
                    led=way.get("led", False),
                    commands=commands_of(self.read, game, way["commands"]) if "commands" in way else None,
                    modifiers=self.read.only_known(
                        way.get("modifiers", ()), modifiers, "modifier", way.get("modifiers")
                    ),
                    shared=Shared(shared["mark"], shared["units"]) if shared is not None else None,
                    when=when_of(self.read, game, way["when"]) if "when" in way else None,
                    then=way.get("then"),
                    note=self.read.note(way, self.read.key_span(part, id)),
                ),
            )

    def _losses(self, raw: Mapping[str, Any]) -> Iterator[tuple[str, Deed]]:
        """What a hit does to each kind of a volley."""
        given, checks = raw.get("losses", {}), self._part("checks")
        for kind, does in given.items():
            if self.read.known(kind, raw["kinds"], "kind of the volley", self.read.key_span(given, kind)):
                rolled = [id for id, check in checks.items() if kind in check["on"] and "reach" not in check]
                yield kind, deed(self.read, self.game, does, (kind,), self.sends, rolled)
