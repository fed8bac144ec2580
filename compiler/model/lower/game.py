"""Document → Game: names resolved, grids expanded, every fault reported with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from compiler.diagnostics import Related, Sink, Span
from compiler.load.bundle import Bundle
from compiler.load.document import Document
from compiler.model.art import Art, Scheme
from compiler.model.common import FieldType
from compiler.model.game import Alliance, Constant, Dice, Game, HelpPage, Option, Seat, Side
from compiler.model.graph import Map
from compiler.model.ledger import Ledger, Row
from compiler.model.lower import pieces
from compiler.model.lower.map import MapLowering
from compiler.model.lower.reading import PendingReference, Reader, frozen, read_name
from compiler.model.lower.rolls import rolls
from compiler.model.lower.scenario import scenarios
from compiler.model.lower.sequence import sequence
from compiler.model.lower.upkeep import upkeep

T = TypeVar("T")


def lower(bundle: Bundle, sink: Sink) -> Game | None:
    """The typed game, or None when its title page or map is missing. Faults go to the sink."""
    return _Lowering(bundle, sink).game()


class _Lowering:
    def __init__(self, bundle: Bundle, sink: Sink) -> None:
        self.bundle = bundle
        self.sink = sink
        self.pending: list[PendingReference] = []

    def reader(self, document: Document) -> Reader:
        return Reader(document, self.sink, self.pending)

    def merged(self, kind: str, part: Callable[[Reader], Mapping[str, T]]) -> dict[str, T]:
        """A part collected over all files of a kind; two files may not define the same id."""
        found: dict[str, T] = {}
        for document in self.bundle.all(kind):
            for id, thing in part(self.reader(document)).items():
                if id in found:
                    note, first = getattr(thing, "note", None), getattr(found[id], "note", None)
                    self.reader(document).fault(
                        "M002",
                        f"`{id}` is defined twice",
                        note.span if note else document.at(()),
                        "rename one",
                        [Related(first.span, "the other is here")] if first else (),
                    )
                found.setdefault(id, thing)
        return found

    def game(self) -> Game | None:
        title = self.bundle.one("game")
        if title is None or not self.bundle.all("map"):
            read = self.reader(title or Document(str(self.bundle.folder), "", {}))
            missing = "game.yaml" if title is None else "map.yaml"
            read.fault("M017", f"the game has no `{missing}`", read.document.at(()), f"add `{missing}`")
            return None
        read = self.reader(title)
        raw = title.value
        if raw["id"] != self.bundle.slug:
            read.fault(
                "M016",
                f"the game calls itself `{raw['id']}`, and its folder is `{self.bundle.slug}`",
                read.span(raw, "id"),
                "make them the same",
            )
        sides, seats, alliances = _sides(read), _seats(read), _alliances(read)
        names = {**{s.id: s.name for s in sides.values()}, **{s.id: s.name for s in seats.values()}}
        maps = self._maps(seats, sides, names)
        dice = _dice(read)
        kinds = self.merged("counters", pieces.counter_kinds)
        counters = self.merged("counters", lambda r: pieces.counters(r, kinds, sides))
        card_kinds = self.merged("cards", pieces.card_kinds)
        cards = self.merged("cards", lambda r: pieces.cards(r, card_kinds, sides))
        self._no_twins(counters, cards)
        spaces = [id for board in maps.values() for id in board.spaces]
        displays = [id for board in maps.values() for id in board.displays]
        game = Game(
            raw["id"],
            read_name(raw["title"]),
            raw["version"],
            str(self.bundle.folder),
            seats,
            sides,
            maps,
            self._art(),
            read_name(raw["subtitle"]) if "subtitle" in raw else None,
            raw.get("description", ""),
            raw.get("credits", {}),
            raw.get("rules"),
            alliances,
            dice,
            _options(read),
            _constants(read),
            tuple(HelpPage(h["title"], flowing(h["text"]), read.note(h)) for h in raw.get("help", ())),
            raw.get("sources", {}),
            kinds,
            counters,
            self.merged("counters", pieces.marks),
            card_kinds,
            cards,
            self.merged("piles", lambda r: pieces.piles(r, names, seats, sides, counters, cards, spaces)),
            self.merged("tracks", lambda r: pieces.tracks(r, names, seats, sides, counters, displays)),
            self.merged("tables", lambda r: pieces.tables(r, dice)),
            card_counts=self.merged("cards", lambda r: r.document.value.get("counts", {})),
            ledger=self._ledger(),
            lock=self._lock(),
            lock_spans=self._lock_spans(),
            span=title.at(()),
            examples={_stem(d): d for d in self.bundle.all("example")},
        )
        rolled = self.bundle.one("rolls")
        if rolled is not None:
            game = replace(game, rolls=rolls(self.reader(rolled), game))
        kept = self.bundle.one("upkeep")
        if kept is not None:
            game = replace(game, upkeep=upkeep(self.reader(kept), game))
        flow = self.bundle.one("sequence")
        if flow is not None:
            game = replace(game, sequence=sequence(self.reader(flow), game))
        game = replace(game, scenarios=scenarios([self.reader(d) for d in self.bundle.all("scenario")], game))
        self._references(game)
        return game

    # -- parts -------------------------------------------------------------------------------------------------------
    def _maps(self, seats: Mapping[str, Seat], sides: Mapping[str, Side], names: Mapping[str, Any]) -> dict[str, Map]:
        found: dict[str, Map] = {}
        owners: dict[str, Iterable[str]] = {"seat": tuple(seats), "side": tuple(sides)}
        seen: dict[str, Any] = {}
        for document in self.bundle.all("map"):
            board = MapLowering(document, self.sink, self.pending, owners, names).lower()
            if board.id in found:
                self.reader(document).fault(
                    "M002", f"two maps are called `{board.id}`", document.at(()), "give each map its own `id`"
                )
                continue
            for id, space in board.spaces.items():
                if id in seen:
                    self.reader(document).fault(
                        "M002",
                        f"two spaces are called `{id}`",
                        space.note.span,
                        "rename one of them",
                        [Related(seen[id], "the other is here")],
                    )
                seen[id] = space.note.span
            found[board.id] = board
        if "main" in found:  # the main map comes first, whatever the files are called
            found = {"main": found.pop("main"), **found}
        return found

    def _no_twins(self, counters: Mapping[str, Any], cards: Mapping[str, Any]) -> None:
        for id in counters.keys() & cards.keys():
            read = self.reader(self.bundle.all("cards")[0])
            read.fault(
                "M002",
                f"a card and a counter are both called `{id}`",
                cards[id].note.span,
                "rename one",
                [Related(counters[id].note.span, "the counter is here")],
            )

    def _art(self) -> Art:
        document = self.bundle.one("art")
        if document is None:
            return Art()
        read, raw = self.reader(document), document.value
        given = raw.get("schemes", {})
        schemes = {
            id: Scheme(id, s["fill"], s["text"], s.get("band", "solid"), s.get("crest"), read.key_span(given, id))
            for id, s in given.items()
        }
        parts = {key: raw.get(key, {}) for key in ("palette", "counters", "cards", "map", "sheets", "images")}
        return Art(
            parts["palette"],
            schemes,
            parts["counters"],
            parts["cards"],
            parts["map"],
            parts["sheets"],
            parts["images"],
            document.at(()),
            document,
        )

    def _ledger(self) -> Ledger | None:
        document = self.bundle.one("ledger")
        if document is None:
            return None
        read = self.reader(document)
        rows: dict[str, Row] = {}
        for raw in document.value["rules"]:
            where = read.span(raw, "id")
            if raw["id"] in rows:
                read.fault(
                    "M002",
                    f"two rows have the id `{raw['id']}`",
                    where,
                    "count the statements of a rule on",
                    [Related(rows[raw["id"]].span, "the other is here")],
                )
            rows[raw["id"]] = Row(
                raw["id"],
                raw["says"],
                raw["kind"],
                raw["scope"],
                raw.get("test"),
                raw.get("doubt"),
                raw.get("reading"),
                raw.get("same_as"),
                tuple(raw.get("depends", ())),
                raw.get("waived"),
                where,
            )
        for raw in document.value["rules"]:
            if "same_as" in raw:
                read.known(raw["same_as"], rows, "row", read.span(raw, "same_as"))
            read.only_known(raw.get("depends", ()), rows, "row", raw.get("depends"))
        return Ledger(rows, document.value.get("title", ""), document.at(()))

    def _lock(self) -> dict[str, dict[str, int]]:
        document = self.bundle.one("lock")
        return {} if document is None else {group: dict(ids) for group, ids in document.value.items()}

    def _lock_spans(self) -> dict[str, Span]:
        document = self.bundle.one("lock")
        groups = document.value.values() if document is not None else ()
        return {id: document.key_span(group, id) for group in groups for id in group} if document is not None else {}

    def _references(self, game: Game) -> None:
        """Fields that name counters, spaces, sides or cards, now that all are known."""
        known = {
            FieldType.COUNTER: game.counters,
            FieldType.SPACE: game.spaces,
            FieldType.SIDE: game.sides,
            FieldType.CARD: game.cards,
            FieldType.KIND: game.counter_kinds,
        }
        read = self.reader(self.bundle.all("game")[0])
        for reference in self.pending:
            read.known(reference.id, known[reference.what], reference.what.value, reference.span)
        for kind in game.counter_kinds.values():
            for mark in kind.marks:
                read.known(mark, game.marks, "mark", kind.note.span)
        for board in game.maps.values():
            for limit in board.stacking:
                for counter_kind in limit.kinds:
                    read.known(counter_kind, game.counter_kinds, "kind of counter", limit.note.span)
        nodes = [node.id for node in game.steps()]
        for mark_ in game.marks.values():
            if mark_.clears_at is not None:
                read.known(mark_.clears_at, nodes, "node of the sequence", mark_.note.span)
            for counter in (*([mark_.counter] if mark_.counter else ()), *mark_.counters.values()):
                read.known(counter, game.counters, "counter", mark_.note.span)
        for pile in game.piles.values():
            if pile.refill_at is not None:
                read.known(pile.refill_at, nodes, "node of the sequence", pile.note.span)


def _stem(document: Document) -> str:
    return document.file.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".yaml")


def _sides(read: Reader) -> dict[str, Side]:
    raw = read.document.value["sides"]
    groups = {
        side: id for id, alliance in read.document.value.get("alliances", {}).items() for side in alliance["sides"]
    }
    return {
        id: Side(
            id, read_name(side["name"]), groups.get(id), side.get("scheme"), read.note(side, read.key_span(raw, id))
        )
        for id, side in raw.items()
    }


def _seats(read: Reader) -> dict[str, Seat]:
    raw, sides = read.document.value["seats"], read.document.value["sides"]
    return {
        id: Seat(
            id,
            read_name(seat["name"]),
            read.only_known(seat["sides"], sides, "side", seat["sides"]),
            read.note(seat, read.key_span(raw, id)),
        )
        for id, seat in raw.items()
    }


def _alliances(read: Reader) -> dict[str, Alliance]:
    raw, sides = read.document.value.get("alliances", {}), read.document.value["sides"]
    return {
        id: Alliance(
            id,
            read_name(a["name"]),
            read.only_known(a["sides"], sides, "side", a["sides"]),
            read.note(a, read.key_span(raw, id)),
        )
        for id, a in raw.items()
    }


def _dice(read: Reader) -> dict[str, Dice]:
    raw = read.document.value.get("dice", {})
    return {
        id: Dice(
            id,
            die["count"],
            die["sides"],
            read_name(die.get("name"), f"{die['count']}d{die['sides']}"),
            read.note(die, read.key_span(raw, id)),
        )
        for id, die in raw.items()
    }


def flowing(text: str) -> str:
    """A text whose author broke long lines: a line that begins with a small letter goes on with the one before."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and lines[-1].strip() and line.strip()[:1].islower():
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _options(read: Reader) -> dict[str, Option]:
    raw = read.document.value.get("options", {})
    found = {}
    for id, option in raw.items():
        choices = tuple(option.get("choices", (False, True)))
        default = option.get("default", choices[0])
        if default not in choices:
            read.fault(
                "M004",
                f"the default of option `{id}` is none of its choices",
                read.span(option, "default"),
                "choose one of " + ", ".join(f"`{c}`" for c in choices),
            )
        found[id] = Option(
            id, read_name(option["name"]), option["text"], choices, default, read.note(option, read.key_span(raw, id))
        )
    return found


def _constants(read: Reader) -> dict[str, Constant]:
    raw = read.document.value.get("constants", {})
    return {
        id: Constant(
            id, frozen(constant["value"]), constant.get("text", ""), read.note(constant, read.key_span(raw, id))
        )
        for id, constant in raw.items()
    }
