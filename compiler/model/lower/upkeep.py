"""The upkeep of a game: upkeep.yaml with all its names looked up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from compiler.model.common import Field, FieldType
from compiler.model.game import Game
from compiler.model.lower.allowances import allowances
from compiler.model.lower.carries import carries
from compiler.model.lower.holdings import holdings
from compiler.model.lower.marches import marches
from compiler.model.lower.reading import Reader, read_name
from compiler.model.lower.sends import sends
from compiler.model.upkeep import (
    Again,
    Chosen,
    Cover,
    Effect,
    Income,
    Ladder,
    Payment,
    Ranking,
    Reset,
    Reveal,
    Score,
    Upkeep,
)


def upkeep(read: Reader, game: Game) -> Upkeep:
    """Everything the file holds."""
    found = _Lowering(read, game)
    return Upkeep(
        incomes=found.incomes(),
        ladders=found.ladders(),
        reveals=found.reveals(),
        covers=found.covers(),
        resets=found.resets(),
        scores=found.scores(),
        rankings=found.rankings(),
        marches=marches(read, game),
        holdings=holdings(read, game),
        payments=found.payments(),
        allowances=allowances(read, game),
        sends=sends(read, game),
        carries=carries(read, game),
    )


class _Lowering:
    def __init__(self, read: Reader, game: Game) -> None:
        self.read = read
        self.game = game
        self.raw = read.document.value

    def incomes(self) -> dict[str, Income]:
        group, game, found = self.raw.get("incomes", {}), self.game, {}
        for id, raw in group.items():
            self._space_kind(raw, "spaces")
            for key in ("each", "least"):
                self._number(raw, key)
            if "needs" in raw:
                self._known(raw, "needs", game.counter_kinds, "kind of counter")
            if "without" in raw:
                self._known(raw, "without", game.marks, "mark")
            found[id] = Income(
                id=id,
                name=read_name(raw["name"]),
                spaces=raw["spaces"],
                counted=read_name(raw["counted"]),
                unit=read_name(raw["unit"]),
                held_by=self._list(raw, "held_by", game.counter_kinds, "kind of counter"),
                sides=self._list(raw, "sides", game.sides, "side") if "sides" in raw else tuple(game.sides),
                each=raw["each"],
                least=raw.get("least"),
                needs=raw.get("needs"),
                without=raw.get("without"),
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def ladders(self) -> dict[str, Ladder]:
        group, found = self.raw.get("ladders", {}), {}
        for id, raw in group.items():
            self._known(raw, "markers", self.game.counter_kinds, "kind of counter")
            self._space_kind(raw, "boxes")
            kinds = [m.space_kinds[raw["boxes"]] for m in self.game.maps.values() if raw["boxes"] in m.space_kinds]
            fields = {id: field for kind in kinds for id, field in kind.fields.items()}
            if "same" in raw:
                self._known(raw, "same", fields, "field of those boxes")
            for key in ("order", "level"):
                if self._known(raw, key, fields, "field of those boxes"):
                    self._whole(raw, key, fields[raw[key]])
            found[id] = Ladder(
                id=id,
                name=read_name(raw["name"]),
                markers=raw["markers"],
                boxes=raw["boxes"],
                order=raw["order"],
                level=raw["level"],
                same=raw.get("same"),
                effects=tuple(Effect(e["text"], self.read.note(e)) for e in raw.get("effects", ())),
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def reveals(self) -> dict[str, Reveal]:
        group, found = self.raw.get("reveals", {}), {}
        for id, raw in group.items():
            boxes = {}
            for box, to in raw["boxes"].items():
                known = self.read.known(box, self.game.spaces, "space", self.read.key_span(raw["boxes"], box))
                if self._known(raw["boxes"], box, self.game.spaces, "space") and known:
                    boxes[box] = to
            found[id] = Reveal(
                id=id,
                name=read_name(raw["name"]),
                kinds=self._list(raw, "kinds", self.game.counter_kinds, "kind of counter"),
                boxes=boxes,
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def covers(self) -> dict[str, Cover]:
        group, found = self.raw.get("covers", {}), {}
        displays = {id.partition(".")[0] for m in self.game.maps.values() for id in m.displays}
        for id, raw in group.items():
            self._known(raw, "display", displays, "display")
            found[id] = Cover(
                id=id,
                name=read_name(raw["name"]),
                cards=self._list(raw, "cards", self.game.card_kinds, "kind of card"),
                display=raw["display"],
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def resets(self) -> dict[str, Reset]:
        group, game, found = self.raw.get("resets", {}), self.game, {}
        nodes = [node.id for node in game.steps()]
        for id, raw in group.items():
            kinds = self._list(raw, "kinds", game.counter_kinds, "kind of counter")
            own = [counter for counter in game.counters.values() if counter.kind in kinds]
            for key in ("face", "to") if own else ():
                faces = dict.fromkeys(face.id for counter in own for face in counter.faces)
                self._known(raw, key, faces, "face of those counters")
            self._known(raw, "at", nodes, "node of the sequence")
            found[id] = Reset(
                id=id,
                name=read_name(raw["name"]),
                kinds=kinds,
                face=raw["face"],
                to=raw["to"],
                at=raw["at"],
                moved=raw.get("moved", False),
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def scores(self) -> dict[str, Score]:
        group, game, found = self.raw.get("scores", {}), self.game, {}
        for id, raw in group.items():
            self._space_kind(raw, "spaces")
            self._known(raw, "mark", game.marks, "mark")
            kinds = [m.space_kinds[raw["spaces"]] for m in game.maps.values() if raw["spaces"] in m.space_kinds]
            fields = {id: field for kind in kinds for id, field in kind.fields.items()}
            if self._known(raw, "worth", fields, "field of those spaces"):
                self._whole(raw, "worth", fields[raw["worth"]])
            marks = raw.get("marks", {})
            for mark in marks:
                self.read.known(mark, game.marks, "mark", self.read.key_span(marks, mark))
                self._number(marks, mark)
            found[id] = Score(
                id=id,
                name=read_name(raw["name"]),
                sides=self._list(raw, "sides", game.sides, "side") if "sides" in raw else tuple(game.sides),
                spaces=raw["spaces"],
                mark=raw["mark"],
                worth=raw["worth"],
                held_by=self._list(raw, "held_by", game.counter_kinds, "kind of counter"),
                marks=dict(marks),
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def rankings(self) -> dict[str, Ranking]:
        group, game, found = self.raw.get("rankings", {}), self.game, {}
        scores = self.raw.get("scores", {})
        for id, raw in group.items():
            if self._known(raw, "score", scores, "score") and self._known(raw, "ties", game.constants, "constant"):
                self._ties(raw, scores[raw["score"]].get("sides", tuple(game.sides)))
            if self._known(raw, "markers", game.counter_kinds, "kind of counter"):
                own = [counter for counter in game.counters.values() if counter.kind == raw["markers"]]
                faces = dict.fromkeys(face.id for counter in own for face in counter.faces)
                self._known(raw, "face", faces, "face of those counters")
            if "at" in raw:
                self._known(raw, "at", [node.id for node in game.steps()], "node of the sequence")
            found[id] = Ranking(
                id=id,
                name=read_name(raw["name"]),
                score=raw["score"],
                markers=raw["markers"],
                face=raw["face"],
                boxes=self._list(raw, "boxes", game.spaces, "space"),
                most_first=raw["first"] == "most",
                ties=raw["ties"],
                at=raw.get("at"),
                chosen=self._chosen(raw),
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def _chosen(self, raw: Mapping[str, Any]) -> Chosen | None:
        """When those who are ranked choose their places."""
        own = raw.get("chosen")
        if own is None or not self._known(own, "at", [node.id for node in self.game.steps()], "node of the sequence"):
            return None
        return Chosen(own["at"], self.read.note(own))

    def payments(self) -> dict[str, Payment]:
        group, game, found = self.raw.get("payments", {}), self.game, {}
        nodes = [node.id for node in game.steps()]
        for id, raw in group.items():
            for key in ("during", "each", "at"):
                self._known(raw, key, nodes, "node of the sequence")
            found[id] = Payment(
                id=id,
                name=read_name(raw["name"]),
                cards=self._list(raw, "cards", game.card_kinds, "kind of card"),
                during=raw["during"],
                each=raw["each"],
                at=raw["at"],
                again=self._again(raw),
                note=self.read.note(raw, self.read.key_span(group, id)),
            )
        return found

    def _again(self, raw: Mapping[str, Any]) -> Again | None:
        """A second attack of the same men, paid for."""
        own = raw.get("again")
        if own is None or not self._known(own, "volley", self.game.rolls.volleys, "volley"):
            return None
        return Again(own["volley"], self.read.note(own))

    def _ties(self, raw: Mapping[str, Any], sides: Collection[str]) -> None:
        """A constant that lists every side of the score."""
        value = self.game.constants[raw["ties"]].value
        if not isinstance(value, tuple | list) or not set(sides) <= set(value):
            self.read.fault(
                "M004",
                f"the constant `{raw['ties']}` must list every side of the score, to be `ties`",
                self.read.span(raw, "ties"),
                "mend the constant in game.yaml, or name another",
            )

    # -- names -------------------------------------------------------------------------------------------------------
    def _known(self, raw: Mapping[str, Any], key: str, known: Collection[str], what: str) -> bool:
        return self.read.known(raw[key], known, what, self.read.span(raw, key))

    def _list(self, raw: Mapping[str, Any], key: str, known: Collection[str], what: str) -> tuple[str, ...]:
        return self.read.only_known(raw[key], known, what, raw[key])

    def _space_kind(self, raw: Mapping[str, Any], key: str) -> None:
        self._known(raw, key, [kind for m in self.game.maps.values() for kind in m.space_kinds], "kind of space")

    def _whole(self, raw: Mapping[str, Any], key: str, field: Field) -> None:
        if field.type is not FieldType.INTEGER or field.many:
            self.read.fault(
                "M004",
                f"the field `{raw[key]}` must hold a whole number, to be `{key}`",
                self.read.span(raw, key),
                "name a field of the type `integer`",
            )

    def _number(self, raw: Mapping[str, Any], key: str) -> None:
        """A constant that is a whole number, 1 or more."""
        if key not in raw or not self._known(raw, key, self.game.constants, "constant"):
            return
        value = self.game.constants[raw[key]].value
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            self.read.fault(
                "M004",
                f"the constant `{raw[key]}` must be a whole number from 1 on, to be `{key}`",
                self.read.span(raw, key),
                "mend the constant in game.yaml, or name another",
            )
