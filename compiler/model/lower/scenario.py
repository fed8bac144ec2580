"""Scenarios: placements, free placements, reinforcements and starting values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from compiler.diagnostics import Related
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.lower.reading import Reader, read_name
from compiler.model.scenario import FreePlacement, Placement, Reinforcement, Scenario

# key of a scenario → what it becomes; a scenario `like` another keeps those it does not give itself
_KEPT = {
    "description": ("description",),
    "seats": ("seats",),
    "turns": ("first_turn", "last_turn"),
    "control": ("control",),
    "place": ("placements",),
    "free": ("free",),
    "reinforcements": ("reinforcements",),
    "marks": ("marks",),
    "unused": ("unused",),
    "closed": ("closed",),
    "backs": ("backs",),
}


def scenarios(readers: list[Reader], game: Game) -> dict[str, Scenario]:
    """All scenarios by id, in their stated order."""
    found: dict[str, tuple[int, Scenario]] = {}
    likes: set[str] = set()
    for read in sorted(readers, key=lambda r: "like" in r.document.value):  # models first
        raw = read.document.value
        scenario = _Lowering(read, game.turned(_backs(read, game, found))).scenario()
        if "like" in raw:
            models = {id: s for id, (_, s) in found.items() if id not in likes}
            likes.add(scenario.id)
            if read.known(raw["like"], models, "full scenario", read.span(raw, "like")):
                scenario = _like(models[raw["like"]], scenario, raw)
        if scenario.id in found:
            read.fault(
                "M002",
                f"two scenarios are called `{scenario.id}`",
                read.span(raw, "id"),
                "rename one",
                [Related(found[scenario.id][1].note.span, "the other is here")],
            )
            continue
        found[scenario.id] = (raw.get("order", 1000), scenario)
    return {id: scenario for id, (_, scenario) in sorted(found.items(), key=lambda item: (item[1][0], item[0]))}


def _backs(read: Reader, game: Game, found: Mapping[str, tuple[int, Scenario]]) -> tuple[str, ...]:
    """The backs that lie up in a scenario: its own, or those of the one it is like."""
    raw = read.document.value
    if "backs" not in raw:
        return found[raw["like"]][1].backs if raw.get("like") in found else ()
    backs = {id: face for id, face in game.faces.items() if face.back is not None}
    return read.only_known(raw["backs"], backs, "back of a board", raw["backs"])


def _like(model: Scenario, own: Scenario, given: Collection[str]) -> Scenario:
    """A scenario that says only what differs: lists are given whole, options, tracks and piles one by one."""
    kept = {part: getattr(model, part) for key, parts in _KEPT.items() if key not in given for part in parts}
    return replace(
        own,
        **kept,
        options={**model.options, **own.options},
        tracks={**model.tracks, **own.tracks},
        piles={**model.piles, **own.piles},
    )


def _backwards(turns: list[Any], game: Game) -> bool:
    """Whether turns are given the wrong way round: by the turn track, without one by number."""
    boxes = [box.value for box in game.turn_track.boxes] if game.turn_track is not None else []
    if all(turn in boxes for turn in turns):
        return boxes.index(turns[1]) < boxes.index(turns[0])
    return all(isinstance(turn, int) for turn in turns) and turns[1] < turns[0]


class _Lowering:
    def __init__(self, read: Reader, game: Game) -> None:
        self.read = read
        self.game = game
        self.raw: dict[str, Any] = read.document.value
        self.things = game.counters.keys() | game.cards.keys()

    def scenario(self) -> Scenario:
        raw, read, game = self.raw, self.read, self.game
        control = {}
        for seat, sides in raw.get("control", {}).items():
            read.known(seat, game.seats, "seat", read.key_span(raw["control"], seat))
            control[seat] = read.only_known(sides, game.sides, "side", sides)
        turns = raw.get("turns", [None, None])
        if _backwards(turns, game):
            message = f"the last turn, {turns[1]}, comes before the first, {turns[0]}"
            read.fault("M005", message, read.span(raw, "turns"), "write the first turn, then the last")
        return Scenario(
            id=raw["id"],
            title=read_name(raw["title"]),
            seats=read.only_known(raw.get("seats", ()), game.seats, "seat", raw.get("seats")),
            description=raw.get("description", ""),
            first_turn=turns[0],
            last_turn=turns[1],
            control=control,
            options=self._options(),
            placements=tuple(self._placements()),
            free=tuple(self._free()),
            reinforcements=tuple(self._reinforcements()),
            tracks=self._tracks(),
            piles=self._piles(),
            marks=tuple(self._marks()),
            unused=read.only_known(raw.get("unused", ()), game.counters, "counter", raw.get("unused")),
            closed=read.only_known(raw.get("closed", ()), game.spaces, "space", raw.get("closed")),
            backs=tuple(board.back for board in game.maps.values() if board.back is not None),
            note=read.note(raw, read.span(raw, "id")),
        )

    def _options(self) -> dict[str, Any]:
        given = self.raw.get("options", {})
        for id, value in given.items():
            if self.read.known(id, self.game.options, "option", self.read.key_span(given, id)):
                choices = self.game.options[id].choices
                if value not in choices:
                    self.read.fault(
                        "M004",
                        f"option `{id}` cannot be `{value}`",
                        self.read.span(given, id),
                        "choose one of " + ", ".join(f"`{c}`" for c in choices),
                    )
        return dict(given)

    # -- pieces ------------------------------------------------------------------------------------------------------
    def _placements(self) -> Iterator[Placement]:
        for entry in self.raw.get("place", ()):
            yield from self._put(entry, entry.get("as"))

    def _put(self, entry: Mapping[str, Any], face: str | None = None) -> Iterator[Placement]:
        read, game = self.read, self.game
        at = entry["at"]
        if at not in game.spaces and at not in game.piles:
            read.known(at, (*game.spaces, *game.piles), "space", read.span(entry, "at"))
        for i, raw in enumerate(entry["put"]):
            detail: dict[str, Any] = raw if isinstance(raw, dict) else {"counter": raw}
            where = read.span(raw, "counter") if isinstance(raw, dict) else read.span(entry["put"], i)
            id = detail["counter"]
            if not read.known(id, self.things, "counter", where):
                continue
            chosen = detail.get("face", face)
            counter = game.counters.get(id)
            if chosen is not None and counter is not None and not self._has_face(counter, chosen, where):
                chosen = None
            for mark in detail.get("marks", {}):
                read.known(mark, game.marks, "mark", read.key_span(detail["marks"], mark))
            if "side" in detail:
                read.known(detail["side"], game.sides, "side", read.span(detail, "side"))
            yield Placement(
                counter=id,
                at=at,
                count=detail.get("count", 1),
                face=chosen,
                steps=detail.get("steps"),
                facing=detail.get("facing"),
                marks=detail.get("marks", {}),
                side=detail.get("side"),
                note=read.note({**entry, **detail}, where),
            )

    def _has_face(self, counter: Counter, face: str, where: Any) -> bool:
        return self.read.known(face, [f.id for f in counter.faces], f"face of `{counter.id}`", where)

    def _counted(self, entries: list[Any]) -> tuple[tuple[str, int], ...]:
        found = []
        for i, raw in enumerate(entries):
            id, count = (raw["counter"], raw.get("count", 1)) if isinstance(raw, dict) else (raw, 1)
            where = self.read.span(raw, "counter") if isinstance(raw, dict) else self.read.span(entries, i)
            if self.read.known(id, self.things, "counter", where):
                found.append((id, count))
        return tuple(found)

    def _free(self) -> Iterator[FreePlacement]:
        read = self.read
        for n, raw in enumerate(self.raw.get("free", ())):
            read.known(raw["seat"], self.game.seats, "seat", read.span(raw, "seat"))
            if "pool" in raw:
                read.known(raw["pool"], (*self.game.spaces, *self.game.piles), "space", read.span(raw, "pool"))
            yield FreePlacement(
                id=raw.get("id", f"free_{n + 1}"),
                seat=raw["seat"],
                counters=self._counted(raw["counters"]),
                spaces=self._spaces(raw),
                count=raw.get("count"),
                per_space=raw.get("per_space"),
                text=raw.get("text"),
                pool=raw.get("pool"),
                suggested=tuple(p for entry in raw.get("suggested", ()) for p in self._put(entry)),
                exactly=self._exactly(raw),
                note=read.note(raw),
            )

    def _exactly(self, raw: Mapping[str, Any]) -> dict[str, int]:
        """How many must stand in each space, where that is laid down."""
        given = raw.get("exactly", {})
        for space in given:
            self.read.known(space, self.game.spaces, "space", self.read.key_span(given, space))
        return dict(given)

    def _reinforcements(self) -> Iterator[Reinforcement]:
        read = self.read
        for raw in self.raw.get("reinforcements", ()):
            if "seat" in raw:
                read.known(raw["seat"], self.game.seats, "seat", read.span(raw, "seat"))
            if "option" in raw:
                read.known(raw["option"], self.game.options, "option", read.span(raw, "option"))
            yield Reinforcement(
                turn=raw["turn"],
                counters=self._counted(raw["counters"]),
                spaces=self._spaces(raw),
                seat=raw.get("seat"),
                text=raw.get("text"),
                option=raw.get("option"),
                note=read.note(raw, read.span(raw, "turn")),
            )

    def _spaces(self, raw: Mapping[str, Any]) -> tuple[str, ...]:
        """The spaces that `in` stands for."""
        wanted, read, game = raw["in"], self.read, self.game
        if isinstance(wanted, list):
            return read.only_known(wanted, (game.spaces.keys() | game.piles.keys()), "space", wanted)
        board = game.map
        found: list[str] = []
        for id in _list(wanted.get("region")):
            if read.known(id, board.regions, "region", read.span(wanted, "region")):
                found += board.regions[id].spaces
        if "side" in wanted and read.known(wanted["side"], game.sides, "side", read.span(wanted, "side")):
            found += [s for region in board.regions.values() if region.side == wanted["side"] for s in region.spaces]
        filtered = "region" in wanted or "side" in wanted
        pool = list(dict.fromkeys(found)) if filtered else list(board.land)
        for key, known, of in (("kind", board.space_kinds, "kind"), ("terrain", board.terrain, "terrain")):
            if key in wanted:
                names = set(
                    read.only_known(
                        _list(wanted[key]),
                        (*known, "hex", "square", "area", "point") if key == "kind" else known,
                        key,
                        wanted[key],
                    )
                )
                pool = [s for s in pool if getattr(game.spaces[s], of) in names]
        left_out = set(read.only_known(wanted.get("except", ()), game.spaces, "space", wanted.get("except")))
        pool = [s for s in pool if s not in left_out]
        pool += read.only_known(wanted.get("also", ()), game.spaces, "space", wanted.get("also"))
        if not pool:
            read.fault("M018", "no space fits this description", read.span(raw, "in"), "loosen the description")
        return tuple(dict.fromkeys(pool))

    # -- values ------------------------------------------------------------------------------------------------------
    def _tracks(self) -> dict[str, int | str]:
        given = self.raw.get("tracks", {})
        return {
            id: value
            for id, value in given.items()
            if self.read.known(id, self.game.tracks, "track", self.read.key_span(given, id))
        }

    def _piles(self) -> dict[str, tuple[tuple[str, int], ...]]:
        given = self.raw.get("piles", {})
        return {
            id: self._counted(contents)
            for id, contents in given.items()
            if self.read.known(id, self.game.piles, "pile", self.read.key_span(given, id))
        }

    def _marks(self) -> Iterator[tuple[str, str, Any]]:
        read, game = self.read, self.game
        targets = game.spaces.keys() | game.seats.keys() | game.sides.keys()
        for raw in self.raw.get("marks", ()):
            if not read.known(raw["mark"], game.marks, "mark", read.span(raw, "mark")):
                continue
            for target in read.only_known(raw["on"], targets, "space, seat or side", raw["on"]):
                yield target, raw["mark"], raw.get("value", True)


def _list(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]
