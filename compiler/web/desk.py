"""The desk: one game watched, and what its page is told. Knows no sockets; nothing of the game's folder is written."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from compiler.author.index import Index, Mention, read_index
from compiler.author.mending import edit_of
from compiler.author.watching import Watch
from compiler.check.explaining import page_of
from compiler.diagnostics import Diagnostic, Failed, Sink
from compiler.emit.plan import make_plan
from compiler.model.game import Game
from compiler.render.screen import SCALE
from compiler.web import desk_scene

Message = dict[str, Any]
MOST_FAULTS = 300  # shown at once; how many there are is told
MOST_USES = 12
LINES = 14  # of a thing, as it is written
_THINGS = ("space", "counter", "card", "track", "pile", "table", "mark", "side", "seat")


class Desk:
    """A game and what is told of it: faults, pictures, properties. `tell` may be called from any thread."""

    def __init__(self, folder: Path, out: Path, tell: Callable[[Message], None]) -> None:
        self.folder, self.out, self.tell = folder, out, tell
        self.watch = Watch(folder, out / folder.name / "draft", self._found, self._shown)
        self.game: Game | None = None
        self.found: tuple[Diagnostic, ...] = ()
        self.seconds = 0.0
        self.index = Index()
        self.faults: Message = {"t": "faults", "list": [], "count": 0, "files": 0, "seconds": 0.0}
        self.scene: Message | None = None
        self.versions: dict[str, str] = {}  # draft → digest
        self.flash: list[str] = []  # drafts that this look has drawn anew
        self.lock = threading.Lock()  # one look, one question at a time
        self.drawing = threading.Lock()  # drawing shares fonts and outlines

    # -- looking -------------------------------------------------------------------------------------------------------
    def look(self) -> None:
        """Look at everything once; what is found is told as soon as it is known."""
        with self.lock:
            self.flash = []
            self.watch.round(with_sheets=False)
        with self.drawing:
            self.watch.sheets()  # these take long: questions are answered meanwhile

    def _found(self, found: tuple[Diagnostic, ...], seconds: float) -> None:
        self.found, self.seconds = found, seconds
        self.index = read_index(self.watch.workspace.documents())
        self._tell_faults()

    def _tell_faults(self) -> None:
        found, documents = self.found, self.watch.workspace.documents()
        order = {"error": 0, "warning": 1}
        ranked = sorted(found, key=lambda each: order.get(each.severity.value, 2))
        self.faults = {
            "t": "faults",
            "list": [self._fault(each) for each in ranked[:MOST_FAULTS]],
            "count": len(found),
            "files": len(documents),
            "seconds": round(self.seconds, 2),
        }
        self.tell(self.faults)

    def _shown(self, game: Game | None, whole: bool, drawn: list[str]) -> None:
        self.flash += [name for name in drawn if name in self.versions]
        for name in drawn:
            self._version(name)
        if game is not None:
            try:
                made = desk_scene.scene(game, whole, self._address)
            except (Failed, KeyError, ValueError, TypeError, IndexError, AttributeError):
                game = None  # too little is there: the last picture stays
        if game is None:
            if self.scene is not None:
                self.scene = {**self.scene, "whole": False, "stale": True}
                self.tell(self.scene)
            return
        self.game = game
        self._place_spaces(game, made)
        sheets = sorted(name for name in self.versions if name.startswith("sheets/"))
        self.scene = {
            "t": "scene",
            "stale": False,
            "sheets": [[Path(n).stem, self._address(n)] for n in sheets],
            **made,
        }
        self.tell({**self.scene, "flash": [self._address(name) for name in self.flash]})
        if self.found:
            self._tell_faults()  # what each is about is known by the game as it stands now

    def _place_spaces(self, game: Game, made: Message) -> None:
        """Where each space is written or drawn: file, line and column."""
        for board, shown in zip(game.boards, made["maps"], strict=True):
            file = self._name(board.note.span.file)
            rows = self._rows(file) if file is not None and board.grid is not None else []
            for id, space in shown["spaces"].items():
                defined = self.index.defined.get(("space", id))
                column, row = board.cells.get(id, (0, len(rows)))
                if defined:
                    space["from"] = f"{defined[0].file}:{defined[0].span.line}:{defined[0].span.column}"
                elif row < len(rows):
                    space["from"] = f"{file}:{rows[row][0]}:{rows[row][1] + column}"
                elif (span := board.spaces[id].note.span).line > 0:  # a box: where its display is written
                    space["from"] = f"{self._name(span.file) or file}:{span.line}:{span.column}"

    def _version(self, name: str) -> None:
        path = self.watch.pictures / name
        if path.is_file():
            self.versions[name] = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        else:
            self.versions.pop(name, None)

    def _address(self, name: str) -> str | None:
        if name not in self.versions:
            self._version(name)  # drawn in an earlier run
        return f"/draft/{self.versions[name]}/{name}" if name in self.versions else None

    def draft(self, version: str, name: str) -> bytes | None:
        """A picture by its address; only what we drew ourselves, and only as it is now."""
        if self.versions.get(name) != version:
            return None
        try:
            return (self.watch.pictures / name).read_bytes()
        except OSError:
            return None

    # -- faults --------------------------------------------------------------------------------------------------------
    def _fault(self, each: Diagnostic) -> Message:
        told: Message = {"code": each.code, "severity": each.severity.value, "message": each.message,
                         "help": each.help, "rule": each.rule, "file": ""}  # fmt: skip
        span = each.span
        name = self._name(span.file) if span is not None else None
        if span is None or name is None:
            return told
        lines = (self.watch.workspace.text(name) or "").splitlines()
        text = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        edit = edit_of(each, self.watch.workspace.text(name) or "")
        cell = self._hex_at(name, span.line, span.column)
        thing = ["space", cell[0]] if cell is not None else self._thing(name, span.line)
        told |= {"file": name, "line": span.line, "column": span.column, "length": span.length, "text": text[:400],
                 "instead": edit.text if edit is not None else None, "thing": thing,
                 "where": cell[1] if cell is not None else None}  # fmt: skip
        return told

    def _name(self, file: str) -> str | None:
        path = Path(file)
        try:
            return (path if path.is_absolute() else Path.cwd() / path).relative_to(self.folder.absolute()).as_posix()
        except ValueError:
            return path.relative_to(self.folder.name).as_posix() if file.startswith(f"{self.folder.name}/") else None

    def _thing(self, name: str, line: int) -> list[str] | None:
        """What a fault is about: a counter or card of the line, else what is defined above it."""
        mentioned = self.index.by_file.get(name, ())
        there = [m for m in mentioned if m.span.line == line and m.what in ("counter", "card")]
        above = [m for m in mentioned if m.defines and m.what in _THINGS and m.span.line <= line]
        found = there or sorted(above, key=lambda m: m.span.line)[-1:]
        return [found[0].what, found[0].id] if found else None

    def _hex_at(self, name: str, line: int, column: int) -> tuple[str, list[Any]] | None:
        """The hex whose sign in the drawing of a map stands at a place, with its map and where it lies there."""
        for board in self.game.boards if self.game is not None else ():
            if board.grid is not None and self._name(board.note.span.file) == name:
                for number, (at, start) in enumerate(self._rows(name)):
                    cell = (column - start, number)
                    if at == line and board.grid.inside(cell):
                        x, y = board.grid.centre(cell)
                        return board.grid.label(cell), [board.face, x * SCALE, y * SCALE]
        return None

    def _rows(self, name: str) -> list[tuple[int, int]]:
        """Line and column of the first sign of each row in the drawing of a map."""
        document = self.watch.workspace.documents().get(name)
        rows = document.value.get("rows") if document is not None and isinstance(document.value, dict) else None
        if document is None or not isinstance(rows, list):
            return []
        spans = [document.span(rows, number) for number in range(len(rows))]
        quoted = [self._line(name, span.line)[span.column - 1 :][:1] in ('"', "'") for span in spans]
        return [(span.line, span.column + is_quoted) for span, is_quoted in zip(spans, quoted, strict=True)]

    def _line(self, name: str, line: int) -> str:
        lines = (self.watch.workspace.text(name) or "").splitlines()
        return lines[line - 1] if 0 < line <= len(lines) else ""

    # -- questions -----------------------------------------------------------------------------------------------------
    def hear(self, message: Mapping[str, Any]) -> Message | None:
        """Answer a question of the page; None for what is no question of ours."""
        match message:
            case {"t": "about", "what": str(what), "id": str(id)}:
                with self.lock:
                    return self._about(what, id)
            case {"t": "explain", "code": str(code)}:
                return {"t": "explained", "code": code, "text": page_of(code) or "There is no page for it."}
            case {"t": "zones"}:
                with self.lock, self.drawing:
                    return self._zones()
            case _:
                return None

    def _about(self, what: str, id: str) -> Message:
        game = self.game
        defined = self.index.defined.get((what, id), [])
        uses = self.index.used.get((what, id), [])
        told: Message = {"t": "about", "what": what, "id": id, "figures": [], "rules": [], "source": None,
                         "remark": None, "written": [self._written(each) for each in defined[:2]],
                         "uses": [[m.file, m.span.line] for m in uses[:MOST_USES]], "used": len(uses)}  # fmt: skip
        if game is None:
            return told
        told["figures"] = desk_scene.figures(game, what, id)
        if not defined and what == "space":
            drawn = self._drawn(id)
            told["written"] = [drawn] if drawn else []
        note = desk_scene.note_of(game, what, id)
        if note is not None:
            rows = game.ledger.rows if game.ledger is not None else {}
            told["rules"] = [[r, rows[r].says, rows[r].doubt, rows[r].reading] for r in note.rules if r in rows]
            told["source"] = str(note.source) if note.source is not None else None
            told["remark"] = note.remark
        return told

    def _written(self, mention: Mention) -> Message:
        """The lines of a thing: from its id to the next line that stands no deeper."""
        lines = (self.watch.workspace.text(mention.file) or "").splitlines()
        first = mention.span.line
        head = lines[first - 1] if 0 < first <= len(lines) else ""
        depth, last = len(head) - len(head.lstrip()), first
        while last < len(lines) and last - first + 1 < LINES:
            below = lines[last]
            if below.strip() and len(below) - len(below.lstrip()) <= depth:
                break
            last += 1
        return {"file": mention.file, "line": first, "lines": [text[:300] for text in lines[first - 1 : last]]}

    def _drawn(self, id: str) -> Message | None:
        """The row of a map's drawing that a hex stands in, with those around."""
        game = self.game
        space = game.spaces.get(id) if game is not None else None
        board = game.maps.get(space.board) if game is not None and space is not None else None
        name = self._name(board.note.span.file) if board is not None else None
        if board is None or name is None or id not in board.cells:
            return None
        rows, (column, row) = self._rows(name), board.cells[id]
        if row >= len(rows):
            return None
        line, start = rows[row]
        first = max(1, line - 2)
        lines = [self._line(name, n) for n in range(first, line + 3)]
        return {"file": name, "line": first, "mark": line, "column": start + column, "lines": lines}

    def _zones(self) -> Message:
        if self.game is None or self.scene is None or not self.scene["whole"]:
            return {"t": "zones", "maps": {}}
        try:
            plan = make_plan(self.game, self.watch.workspace.bundle(), Sink(), None)
        except (Failed, KeyError, ValueError):
            return {"t": "zones", "maps": {}}
        return {"t": "zones", "maps": desk_scene.zones(plan.atlas)}
