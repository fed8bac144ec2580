"""Document → Game: names resolved, grids expanded, every fault reported with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from compiler.diagnostics import Related, Sink, Span
from compiler.load.bundle import KINDS, Bundle
from compiler.load.document import Document
from compiler.model.art import Art, Scheme
from compiler.model.common import FieldType
from compiler.model.game import Game, Seat, Side
from compiler.model.graph import Map
from compiler.model.ledger import Ledger, Row, begins
from compiler.model.lower import pieces
from compiler.model.lower.articles import articles
from compiler.model.lower.backs import with_front
from compiler.model.lower.boxes import Owners
from compiler.model.lower.listed import with_modifiers
from compiler.model.lower.map import lower_map
from compiler.model.lower.piles import piles, tracks
from compiler.model.lower.reading import Absent, PendingReference, Reader
from compiler.model.lower.rolls import rolls
from compiler.model.lower.scenario import scenarios
from compiler.model.lower.sequence import sequence
from compiler.model.lower.tables import tables
from compiler.model.lower.title import title_page
from compiler.model.lower.upkeep import upkeep

T = TypeVar("T")


def lower(bundle: Bundle, sink: Sink) -> Game | None:
    """The typed game, or None when its title page or map is missing. Faults go to the sink."""
    return _Lowering(bundle, sink).game()


_GIVEN = "given"  # of the lock: the highest number


class _Lowering:
    def __init__(self, bundle: Bundle, sink: Sink) -> None:
        self.bundle = bundle
        self.sink = sink
        self.pending: list[PendingReference] = []
        self.absent = Absent([kind for kind in KINDS if bundle.all(kind)])
        ledger = bundle.one("ledger")
        chapters = ledger.value.get("chapters", {}) if ledger is not None else {}
        self.sectioned = any(mark in str(chapter) for chapter in chapters for mark in "-.")

    def reader(self, document: Document) -> Reader:
        return Reader(document, self.sink, self.pending, self.absent, sectioned=self.sectioned)

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
        if title.value["id"] != self.bundle.slug:
            read.fault(
                "M016",
                f"the game calls itself `{title.value['id']}`, and its folder is `{self.bundle.slug}`",
                read.span(title.value, "id"),
                "make them the same",
            )
        game = title_page(read, str(self.bundle.folder))
        maps, faces = self._maps(game.seats, game.sides)
        game = replace(game, maps=maps, faces=faces, art=self._art(), ledger=self._ledger())
        game = self._with_pieces(game)
        game = replace(
            game,
            lang=self.bundle.lang,
            lock=self._lock(),
            lock_given=self._lock_given(),
            lock_spans=self._lock_spans(),
            examples={_stem(d): d for d in self.bundle.all("example")},
        )
        return self._with_flow(game)

    def _with_pieces(self, game: Game) -> Game:
        """Counters and cards, what holds them, what measures and what decides."""
        seats, sides = game.seats, game.sides
        names = {**{s.id: s.name for s in sides.values()}, **{s.id: s.name for s in seats.values()}}
        kinds = self.merged("counters", pieces.counter_kinds)
        counters = self.merged("counters", lambda r: pieces.counters(r, kinds, sides))
        card_kinds = self.merged("cards", pieces.card_kinds)
        cards = self.merged("cards", lambda r: pieces.cards(r, card_kinds, sides))
        self._no_twins(counters, cards)
        spaces = [id for board in game.maps.values() for id in board.spaces]
        sheet = next((board.backdrop for board in game.maps.values()), None)  # places count on the main map
        displays = [id for board in game.maps.values() for id in board.displays]
        measured = self.merged("tracks", lambda r: tracks(r, names, seats, sides, counters, displays, sheet))
        return replace(
            game,
            counter_kinds=kinds,
            counters=counters,
            marks=self.merged("counters", pieces.marks),
            card_kinds=card_kinds,
            cards=cards,
            card_counts=self.merged("cards", lambda r: r.document.value.get("counts", {})),
            counter_counts=self.merged("counters", lambda r: r.document.value.get("counts", {})),
            piles=self.merged("piles", lambda r: piles(r, names, seats, sides, counters, cards, spaces, sheet)),
            tracks=measured,
            tables=self.merged("tables", lambda r: tables(r, game.dice, measured)),
        )

    def _with_flow(self, game: Game) -> Game:
        """What names the pieces: rolls, the sequence of play, upkeep at its steps, scenarios."""
        rolled, kept = self.bundle.one("rolls"), self.bundle.one("upkeep")
        if rolled is not None:
            sends, carries = (kept.value.get(key, {}) if kept is not None else {} for key in ("sends", "carries"))
            game = replace(game, rolls=rolls(self.reader(rolled), game, sends, carries))
        flow = self.bundle.one("sequence")
        if flow is not None:
            game = replace(game, sequence=sequence(self.reader(flow), game))
        stepped = self.bundle.one("steps")
        if stepped is not None:
            game = with_modifiers(replace(game, articles=articles(self.reader(stepped))))
        if kept is not None:
            game = replace(game, upkeep=upkeep(self.reader(kept), game))
        game = replace(game, scenarios=scenarios([self.reader(d) for d in self.bundle.all("scenario")], game))
        self._references(game)
        for fault in self.absent.faults():
            self.sink.add(fault)
        return game

    # -- parts -------------------------------------------------------------------------------------------------------
    def _maps(self, seats: Mapping[str, Seat], sides: Mapping[str, Side]) -> tuple[dict[str, Map], dict[str, Map]]:
        """The maps with their fronts up, and both faces of those that have a back."""
        found: dict[str, Map] = {}
        owners = Owners({id: seat.name for id, seat in seats.items()}, {id: side.name for id, side in sides.items()})
        places: dict[str, Span] = {}
        backs: list[tuple[Document, Map]] = []
        # backs come last: they lie as their fronts do
        for document in sorted(self.bundle.all("map"), key=lambda d: "back_of" in d.value):
            front = found.get(document.value.get("back_of", ""))
            board, where = lower_map(self.reader(document), owners, front), document.at(("id",))
            if board.face in places:
                self.reader(document).fault(
                    "M002",
                    f"two maps are called `{board.face}`",
                    where,
                    "give each map its own `id`",
                    [Related(places[board.face], "the other is here")],
                )
                continue
            places[board.face] = where
            if board.back is not None:
                backs.append((document, board))
                continue
            self._no_shared_spaces(board, found.values())
            found[board.id] = board
        if "main" in found:  # the main map comes first, whatever the files are called
            found = {"main": found.pop("main"), **found}
        return found, self._faces(found, backs)

    def _faces(self, fronts: Mapping[str, Map], backs: Iterable[tuple[Document, Map]]) -> dict[str, Map]:
        """Both faces of every board that has a back."""
        boxes = {d.value.get("id", "main"): d.value.get("boxes", {}) for d in self.bundle.all("map")}
        found: dict[str, Map] = {}
        for document, own in backs:
            read = self.reader(document)
            back = with_front(read, fronts, own, boxes.get(own.id, {}))
            if back is None:
                continue
            if back.id in found:
                other = next(face for face in found.values() if face.id == back.id and face.back is not None)
                read.fault(
                    "M023",
                    f"the board `{back.id}` has two backs, `{other.face}` and `{back.face}`",
                    read.span(document.value, "back_of"),
                    "keep one; what lies beside it is a map of its own",
                    [Related(other.note.span, "the other is here")],
                )
                continue
            told = [board for id, board in fronts.items() if id != back.id and not _shares(fronts[back.id], board)]
            self._no_shared_spaces(back, told)
            self._no_shared_spaces(back, [face for face in found.values() if face.back is not None])
            found |= {back.id: fronts[back.id], back.face: back}
        return found

    def _no_shared_spaces(self, board: Map, others: Iterable[Map]) -> None:
        """A space is known by its id alone, whatever its map."""
        read = self.reader(self.bundle.all("map")[0])
        for other in others:
            shared = [id for id in board.spaces if id in other.spaces]
            gridded = [id for id in shared if board.on_lattice(id) and other.on_lattice(id)]
            if len(gridded) > 1:
                first, more = board.spaces[gridded[0]].note.span, len(gridded) - 1
                read.fault(
                    "M002",
                    f"the maps `{other.face}` and `{board.face}` both have a `{gridded[0]}`, and {more} more alike",
                    first,
                    f"give the `grid` of one a `prefix`: with `prefix: W` this one is `W{gridded[0]}`",
                    [Related(other.spaces[gridded[0]].note.span, "the other is here")],
                )
            for id in shared if len(gridded) < 2 else [id for id in shared if id not in gridded]:
                related = [Related(other.spaces[id].note.span, "the other is here")]
                read.fault(
                    "M002", f"two spaces are called `{id}`", board.spaces[id].note.span, "rename one of them", related
                )

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
            return Art(files=self.bundle.art)
        read, raw = self.reader(document), document.value
        given = raw.get("schemes", {})
        schemes = {
            id: Scheme(
                id=id,
                fill=s["fill"],
                text=s["text"],
                band=s.get("band", "solid"),
                crest=s.get("crest"),
                span=read.key_span(given, id),
            )
            for id, s in given.items()
        }
        parts = {key: raw.get(key, {}) for key in ("palette", "counters", "cards", "map", "sheets", "scene")}
        return Art(
            theme=raw.get("theme", "plain"),
            palette=parts["palette"],
            schemes=schemes,
            counters=parts["counters"],
            cards=parts["cards"],
            map=parts["map"],
            sheets=parts["sheets"],
            scene=parts["scene"],
            files=self.bundle.art,
            span=document.at(()),
            document=document,
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
                id=raw["id"],
                says=raw["says"],
                kind=raw["kind"],
                scope=raw["scope"],
                test=raw.get("test"),
                doubt=raw.get("doubt"),
                reading=raw.get("reading"),
                same_as=raw.get("same_as"),
                depends=tuple(raw.get("depends", ())),
                waived=raw.get("waived"),
                span=where,
            )
        for raw in document.value["rules"]:
            if "same_as" in raw:
                read.known(raw["same_as"], rows, "row", read.span(raw, "same_as"))
            read.only_known(raw.get("depends", ()), rows, "row", raw.get("depends"))
        chapters = document.value.get("chapters", {})
        for key in chapters:
            if not any(begins(id, key) for id in rows):
                read.fault(
                    "M001",
                    f"no rule begins with `{key}`",
                    document.key_span(chapters, key),
                    "a chapter is named by what the ids of its rows begin with",
                )
        leads = document.value.get("leads", {})
        for key in leads:
            read.known(key, chapters, "chapter", document.key_span(leads, key))
        return Ledger(
            rows=rows, title=document.value.get("title", ""), chapters=chapters, leads=leads, span=document.at(())
        )

    def _lock(self) -> dict[str, dict[str, int]]:
        document = self.bundle.one("lock")
        groups = {} if document is None else document.value
        return {group: dict(ids) for group, ids in groups.items() if group != _GIVEN}

    def _lock_given(self) -> int | None:
        document = self.bundle.one("lock")
        return None if document is None else document.value.get(_GIVEN)

    def _lock_spans(self) -> dict[str, Span]:
        document = self.bundle.one("lock")
        if document is None:
            return {}
        groups = [ids for group, ids in document.value.items() if group != _GIVEN]
        found = {id: document.key_span(group, id) for group in groups for id in group}
        return {**found, _GIVEN: document.key_span(document.value, _GIVEN)}

    def _references(self, game: Game) -> None:
        """Fields that name counters, spaces, sides or cards, now that all are known."""
        known = {
            FieldType.COUNTER: game.counters,
            FieldType.SPACE: {id for board in (*game.maps.values(), *game.faces.values()) for id in board.spaces},
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
        for board in (*game.maps.values(), *game.faces.values()):
            for limit in board.stacking:
                for counter_kind in limit.kinds:
                    read.known(counter_kind, game.counter_kinds, "kind of counter", limit.note.span)
        nodes = [node.id for node in game.steps()]
        for mark_ in game.marks.values():
            if mark_.clears_at is not None:
                read.known(mark_.clears_at, nodes, "node of the sequence", mark_.note.span)
            for counter in (*([mark_.counter] if mark_.counter else ()), *mark_.counters.values()):
                read.known(counter, game.counters, "counter", mark_.note.span)
            for bearer in mark_.of:
                read.known(bearer, {**game.sides, **game.counters}, "side or counter", mark_.note.span)
        for pile in game.piles.values():
            if pile.refill_at is not None:
                read.known(pile.refill_at, nodes, "node of the sequence", pile.note.span)
            for loop in pile.ends.values():
                loops = [node.id for node in game.steps() if node.kind == "repeat"]
                read.known(loop, loops, "loop of the sequence", pile.note.span)
            if pile.gathers is not None:
                for kind_id in pile.gathers.kinds:
                    read.known(kind_id, game.counter_kinds, "kind of counter", pile.note.span)
                if pile.gathers.unless is not None:
                    read.known(pile.gathers.unless, game.marks, "mark", pile.note.span)
                if pile.gathers.leader is not None:
                    fields = {name for k in game.counter_kinds.values() for name in k.fields}
                    read.known(pile.gathers.leader, sorted(fields), "field", pile.note.span)


def _shares(front: Map, other: Map) -> bool:
    """Whether two fronts have a space in common, which is told once, and not for the back as well."""
    return not front.spaces.keys().isdisjoint(other.spaces)


def _stem(document: Document) -> str:
    return document.file.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".yaml")
