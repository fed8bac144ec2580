"""Print and play: counters, cards, map and charts as PDF sheets, and as SVG and PNG beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path

from compiler.cache import Store, digest
from compiler.diagnostics import Sink, diagnose
from compiler.emit.manifest import stamp
from compiler.load import Bundle
from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.print.arts import board_art, card_art, card_back_art, face_art
from compiler.print.blocks import counter_faces
from compiler.print.contents import content_pages, pictured
from compiler.print.dice import dice_pages, named_dice
from compiler.print.forms import Forms
from compiler.print.parts import parts_list
from compiler.print.setups import scenario_pages
from compiler.render.aid.folder import aid_pages, blocks_of
from compiler.render.colour import Palette, low_ink
from compiler.render.drawing import Drawing
from compiler.render.identity import board_key, table_key, told
from compiler.render.map.board import BLEED as MAP_BLEED
from compiler.render.map.board import display as draw_display
from compiler.render.own import own_art
from compiler.render.pdf import UNSTAMPED, pdf_bytes, stamped
from compiler.render.raster import png_bytes
from compiler.render.scene.splash import box_front, facts
from compiler.render.sheet import marks
from compiler.render.sheet.column import Leaf
from compiler.render.sheet.digest import digest_key, digest_pages, has_booklet
from compiler.render.sheet.faces import Art, Face, Layout
from compiler.render.sheet.handbook import instructions
from compiler.render.sheet.imposition import Sheet, Slot, drawing_of, impose, page_of, singles
from compiler.render.sheet.poster import Board, mat, poster, two_sided
from compiler.render.sheet.presets import CUTS, PAPERS, Paper
from compiler.render.sheet.spreads import DoesNotFit
from compiler.render.style import palette_of, title_kanji
from compiler.render.svg import svg_text

_FILES = {
    "counters": "fronts and backs in turn", "cards": "fronts and backs in turn", "map-tiles": "the map over many pages",
    "displays": "mats beside the map", "charts": "player aid: print both sides, fold once",
    "map-poster": "the map on one sheet", "dice": "faces of the dice, to read and to fold",
    "scenarios": "what starts where", "rules": "the rules in our words",
    "contents": "pieces, sources, doubts, labels for a tray", "box": "front and spine of a box",
    "all": "this page and all the rest but the poster",
}  # fmt: skip
_UNPICTURED = ("map-tiles", "scenarios", "rules", "contents")  # the map again; nothing to cut
PREVIEW = 4.0  # pixels per mm of the PNG pictures


@dataclass(frozen=True, slots=True)
class Print:
    """How to print: papers, how the backs come behind the fronts, how much ink, and a shop's cut instead of sheets."""

    papers: tuple[Paper, ...] = (PAPERS["a4"], PAPERS["letter"])
    flip: str = "long"
    offset: tuple[float, float] = (0.0, 0.0)
    low_ink: bool = False
    cut: str | None = None
    pictures: bool = True


@dataclass(frozen=True, slots=True)
class _Section:
    """Sheets that belong together. `key` stands for all that is on them; they are laid out once, when wanted."""

    name: str
    key: str
    sheets: Callable[[], Sequence[Sheet]] = field(compare=False)


def artefacts(
    game: Game, bundle: Bundle, sink: Sink, cache: Path | None, settings: Print | None = None
) -> Iterator[tuple[str, bytes]]:
    """File name and content of every print artefact."""
    yield from _Printer(game, sink, cache, settings or Print(), stamp(bundle)).files()


def counter_sheets(game: Game, paper: Paper) -> Sequence[Sheet]:
    """The sheets of counters on a paper, fronts and backs in turn."""
    printer = _Printer(game, Sink(), None, Print())
    return printer._imposed("counters", printer._counters(), paper).sheets()


def sheet_pictures(game: Game, cache: Path | None) -> Iterator[tuple[str, bytes]]:
    """Name and PNG of every sheet on the first paper, charts before map; only what changed is drawn again."""
    printer = _Printer(game, Sink(), cache, Print())
    paper = printer.settings.papers[0]
    for section in sorted(printer.sections(paper), key=lambda each: each.name == "map-tiles"):
        yield from printer._previews(section, paper)


class _Printer:
    def __init__(self, game: Game, sink: Sink, cache: Path | None, settings: Print, build: str = UNSTAMPED) -> None:
        self.game = game
        self.build = build
        self.sink = sink
        self.settings = settings
        self.palette = low_ink(palette_of(game)) if settings.low_ink else palette_of(game)
        self.store = Store(cache, __name__)
        self.forms = Forms(self.store, sink)
        self.title = game.title.en
        self.suffix = "-low-ink" if settings.low_ink else ""

    def files(self) -> Iterator[tuple[str, bytes]]:
        if self.settings.cut is not None:
            faces = self._counters() if self.settings.cut.startswith("counter") else self._cards()
            shop = _Section(self.settings.cut, _faces_key(faces), partial(singles, faces, CUTS[self.settings.cut]))
            yield self._pdf(self.settings.cut, [shop])
            return
        boards = self.arts[2]
        for paper in self.settings.papers:
            sections = self.sections(paper)
            for section in sections:
                yield self._pdf(f"{section.name}-{paper.name}", [section])
            whole = _Section(
                "map-poster",
                digest(told(paper), *(art.key for board in boards for art in board.faces)),
                cache(partial(self._posters, boards, paper)),
            )
            yield self._pdf(f"map-poster-{paper.name}", [whole])
            yield self._pdf(f"all-{paper.name}", [self._front_matter(paper, sections), *sections])
            if paper is self.settings.papers[0] and self.settings.pictures:
                yield from self._pictures([s for s in (*sections, whole) if s.name not in _UNPICTURED], paper)

    def sections(self, paper: Paper) -> list[_Section]:
        """All that is printed on a paper, but for the map as one."""
        counters, cards, boards, mats = self.arts
        cut = {"counters": counters, "cards": cards}
        tiles = cache(partial(self._tiles, boards, paper))
        laid = cache(partial(self._mats, mats, paper))
        drawn = [art.key for board in boards for art in board.faces]
        return [
            *(self._imposed(name, faces, paper) for name, faces in cut.items() if faces),
            _Section("map-tiles", digest(told(paper), self._turn(boards), *drawn), tiles),
            *([_Section("displays", digest(told(paper), *(art.key for art in mats)), laid)] if mats else ()),
            *([self._charts(paper)] if blocks_of(self.game, self.palette) else ()),
            *([self._dice(paper)] if named_dice(self.game) else ()),
            *self._papers(paper),
        ]

    @cached_property
    def arts(self) -> tuple[list[Face], list[Face], list[Board], list[Art]]:
        """What all papers show: counters, cards, boards, mats."""
        return self._counters(), self._cards(), list(self._boards()), list(self._displays())

    # -- art ---------------------------------------------------------------------------------------------------------
    def _counters(self) -> list[Face]:
        return counter_faces(self.game, self.palette)

    def _cards(self) -> list[Face]:
        game, palette, found = self.game, self.palette, []
        for card in game.cards.values():
            kind = game.card_kinds[card.kind]
            front = card_art(game, palette, card)
            back = card_back_art(game, palette, kind)
            found.append(Face(front, back, card.copies, card.name.en))
        return found

    def _boards(self) -> list[Board]:
        """Every board by its front and, if it has one, its back."""
        backs = {face.id: self._board(face) for face in self.game.faces.values() if face.back is not None}
        return [Board(self._board(board), backs.get(board.id)) for board in self.game.maps.values()]

    def _board(self, board: Map) -> Art:
        return board_art(self.game.showing(board), self.palette, board)

    def _displays(self) -> list[Art]:
        """Displays with a window of their own: on paper, mats beside the map."""
        return [
            Art(
                board_key(self.game, self.palette, board, shown.id),
                *shown.size,
                partial(draw_display, self.game, board.id, shown.id, self.settings.low_ink),
                MAP_BLEED,
            )
            for board in self.game.maps.values()
            for shown in board.displays.values()
            if shown.window == "own" and shown.printed
        ]

    # -- sections ----------------------------------------------------------------------------------------------------
    def _imposed(self, what: str, faces: Sequence[Face], paper: Paper) -> _Section:
        """Nothing lies between two pieces, so that one cut parts them; bleed goes round the block, ticks round that."""
        gap, margin = 0.0, 7.0 if what == "cards" else 12.0
        layout = Layout(paper, self.settings.flip, gap, margin, self.settings.offset,
                        printed(f"{self.title}: {what}", self.game.lang), lang=self.game.lang)  # fmt: skip

        imposed = cache(partial(impose, faces, layout))

        def lay_out() -> Sequence[Sheet]:
            try:
                return imposed()
            except DoesNotFit as problem:
                help = "choose a larger paper, or smaller pieces"
                self.sink.add(diagnose("E401", f"{problem}", self.game.span, help=help))
                return []

        return _Section(what, digest(_faces_key(faces), told(layout)), lay_out)

    def _tiles(self, boards: Sequence[Board], paper: Paper) -> list[Sheet]:
        """The pages of every board; those with something behind them first, so that pages of a duplex print meet."""
        layout = Layout(paper, self.settings.flip, offset=self.settings.offset, lang=self.game.lang)
        ordered = sorted(boards, key=lambda board: board.back is None)
        return [sheet for board in ordered for sheet in two_sided(board, paper, self.title, layout)]

    def _mats(self, displays: Sequence[Art], paper: Paper) -> list[Sheet]:
        return [sheet for art in displays for sheet in mat(art, paper, self.title, self.game.lang)]

    def _turn(self, boards: Sequence[Board]) -> str:
        """How sheets are turned over, where boards have backs."""
        two = any(board.back for board in boards)
        return f"{self.settings.flip} {self.settings.offset}" if two else ""

    def _posters(self, boards: Sequence[Board], paper: Paper) -> list[Sheet]:
        return [poster(art, self.title, paper, self.game.lang) for board in boards for art in board.faces]

    def _charts(self, paper: Paper) -> _Section:
        """What is looked up in play: a sheet to fold."""
        game = self.game
        rows = game.ledger.rows.values() if game.ledger is not None else ()
        said = [(row.id, row.says) for row in rows]  # the gist of a step
        grounds = [(b.terrain, b.feature_kinds, b.link_kinds, b.space_kinds) for b in game.maps.values()]
        key = table_key(game, self.palette, "aid", game.tables, game.sequence, game.help, grounds, said, paper)

        def lay_out() -> list[Sheet]:
            pages = aid_pages(game, self.palette, paper)
            return [_whole(page, f"{key}.{n}", "\n".join(("player aid", *page.opens))) for n, page in enumerate(pages)]

        return _Section("charts", key, cache(lay_out))

    def _dice(self, paper: Paper) -> _Section:
        """Dice with faces of their own: what to read a common die as, and cubes to fold."""
        game, palette = self.game, self.palette
        key = table_key(game, palette, "dice", own_art(game.folder), paper)
        return _leaves("dice", key, lambda: [Leaf(page, "dice") for page in dice_pages(game, palette, paper)])

    def _papers(self, paper: Paper) -> list[_Section]:
        """What is read before or after play: setups, the rules in our words, what is in the box, its front."""
        game, palette = self.game, self.palette
        pieces = [(c.id, c.name, c.side, c.count) for c in game.counters.values()]
        found = [
            self._read(
                "scenarios", scenario_pages, paper, (game.scenarios, pieces, list(game.piles)), self._pictured()
            ),
            self._read("contents", content_pages, paper, (game.tables, game.help, pieces), pictured(game, palette)),
            self._read("box", _box, paper, (game.subtitle, game.art.scene, facts(game))),
        ]
        if has_booklet(game):
            key = digest_key(game, palette, paper)
            found.insert(1, _leaves("rules", key, partial(digest_pages, game, palette, paper)))
        return found

    def _read(
        self, name: str, pages: Callable[[Game, Palette, Paper], list[Leaf]], paper: Paper, about: object,
        shown: Sequence[str] = (),
    ) -> _Section:  # fmt: skip
        """A paper made from some values of the game, and what lies on it."""
        key = table_key(self.game, self.palette, name, about, paper)
        return _leaves(name, key, partial(pages, self.game, self.palette, paper), shown)

    def _pictured(self) -> list[str]:
        """What a sheet of a setup shows besides its words: faces and the board."""
        game, palette = self.game, self.palette
        faces = [face_art(game, palette, c, face).key for c in game.counters.values() for face in c.faces]
        return [board_art(game, palette, game.map).key, *faces]

    def _front_matter(self, paper: Paper, sections: Sequence[_Section]) -> _Section:
        parts = parts_list(self.game)
        names = [*(section.name for section in sections), "map-poster", "all"]
        files = [(name, printed(_FILES[name], self.game.lang)) for name in names]
        key = table_key(self.game, self.palette, parts, paper, self.settings.flip, self.build, files)

        def lay_out() -> list[Sheet]:
            kanji = title_kanji(self.game)
            pages = [instructions(paper, self.title, kanji, self.palette, parts, files, self.settings.flip, self.build,
                                  self.game.lang)]  # fmt: skip
            if self.settings.flip in ("long", "short"):
                pages += marks.calibration(paper, self.settings.flip, self.game.lang)
            return [_whole(page, f"{key}.{n}", "instructions") for n, page in enumerate(pages)]

        return _Section("instructions", key, lay_out)

    # -- files -------------------------------------------------------------------------------------------------------
    def _pdf(self, name: str, sections: Sequence[_Section]) -> tuple[str, bytes]:
        """A PDF from the cache, or made now."""
        content = digest(*(section.key for section in sections))
        key = digest("pdf", self.title, name, content)

        def make() -> bytes:
            pages = [page_of(sheet, self.forms.form) for section in sections for sheet in section.sheets()]
            return pdf_bytes(pages, f"{self.title}: {_titled(name)}", content, "print and play")

        return f"pnp/{name}{self.suffix}.pdf", stamped(self.store.keep(key, make, self.sink), self.build)

    def _pictures(self, sections: Sequence[_Section], paper: Paper) -> Iterator[tuple[str, bytes]]:
        """Every sheet as SVG, its cut lines a layer for plotters, and as a PNG to look at."""
        for section in sections:
            for n, sheet in enumerate(section.sheets(), 1):
                base = f"{section.name}-{paper.name}-{n:02d}{self.suffix}"
                key = digest(sheet.name, _sheet_key(sheet))
                yield f"pnp/svg/{base}.svg", self.store.keep(digest("svg", key), partial(self._svg, sheet), self.sink)
                yield f"pnp/png/{base}.png", self._preview(sheet, key)

    def _previews(self, section: _Section, paper: Paper) -> Iterator[tuple[str, bytes]]:
        for n, sheet in enumerate(section.sheets(), 1):
            yield (
                f"{section.name}-{paper.name}-{n:02d}.png",
                self._preview(sheet, digest(sheet.name, _sheet_key(sheet))),
            )

    def _preview(self, sheet: Sheet, key: str) -> bytes:
        return self.store.keep(digest("png", key), partial(self._png, sheet), self.sink)

    def _svg(self, sheet: Sheet) -> bytes:
        return svg_text(drawing_of(sheet, self.forms.draw), sheet.name.partition("\n")[0]).encode()

    def _png(self, sheet: Sheet) -> bytes:
        return png_bytes(drawing_of(sheet, self.forms.draw, cuts=False), PREVIEW)


_CALLED = {"charts": "player aid", "scenarios": "setups", "contents": "what is in the box", "all": "all sheets"}


def _titled(name: str) -> str:
    """What a file is called in the window of a reader: its subject, without the paper it is set for."""
    subject, _, paper = name.rpartition("-")
    subject = subject if paper in PAPERS else name
    return _CALLED.get(subject, subject.replace("-", " "))


def _faces_key(faces: Sequence[Face]) -> str:
    return digest(
        *(
            f"{f.front.key} {f.back.key if f.back else ''} {f.count} {f.label} {f.group} {f.block} {f.crest}"
            for f in faces
        )
    )


def _box(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    """The front of a box and its spine on one page."""
    return [Leaf(box_front(game, palette, paper.width, paper.height), "box")]


def _leaves(name: str, key: str, pages: Callable[[], Sequence[Leaf]], shown: Sequence[str] = ()) -> _Section:
    """Pages to read, each a sheet; `shown` are the keys of what lies on them."""

    def lay_out() -> list[Sheet]:
        return [_whole(leaf.drawing, f"{key}.{n}", leaf.name, leaf.slots) for n, leaf in enumerate(pages())]

    return _Section(name, digest(key, *shown), cache(lay_out))


def _sheet_key(sheet: Sheet) -> str:
    """Stands for a sheet of pieces: what lies where, and the lines and heads around it."""
    lies = (f"{slot.art.key} {slot.origin} {slot.turn} {slot.scale} {slot.window}" for slot in sheet.slots)
    return digest(f"{sheet.width} {sheet.height} {sheet.trim} {sheet.bleed} {sheet.cuts}", told(sheet.marks), *lies)


def _whole(drawing: Drawing, key: str, name: str, more: Sequence[Slot] = ()) -> Sheet:
    """A drawing that is a page, with what lies on it."""
    art = Art(key, drawing.width, drawing.height, lambda: drawing)
    slot = Slot(art, 0.0, 0.0, 0.0, (0.0, 0.0, art.width, art.height))
    return Sheet(art.width, art.height, (slot, *more), Drawing(art.width, art.height), name=name)
