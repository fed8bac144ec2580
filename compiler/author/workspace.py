"""A game under its author's hands: read again and again, and what did not change is not read twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from compiler import pipeline
from compiler.diagnostics import Diagnostic, Failed, Sink
from compiler.load.bundle import Bundle, collector_paused, kind_of
from compiler.load.document import Document
from compiler.load.files import read_text
from compiler.load.yaml import parse
from compiler.model.game import Game
from compiler.model.lower.game import lower

__all__ = ["Look", "Workspace", "game_folder"]


@dataclass(frozen=True, slots=True)
class Look:
    """What one reading of a game gave; `game` only if it stands."""

    found: tuple[Diagnostic, ...]
    game: Game | None


@dataclass(slots=True)
class _Parsed:
    text: str
    document: Document | None
    faults: tuple[Diagnostic, ...]


@dataclass(slots=True)
class Workspace:
    """One game's folder. `unsaved` are texts an editor holds, by path inside the folder."""

    folder: Path
    unsaved: dict[str, str] = field(default_factory=dict)
    _parsed: dict[str, _Parsed] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)
    _stood: dict[str, Document] = field(default_factory=dict)

    def look(self) -> Look:
        """Files, model and lints: what can be said at once."""
        sink = Sink()
        self._seen = set()
        checked = pipeline.check(self.folder, sink, reading=self._read, rules=False)
        return Look(tuple(sink.sorted()), None if checked is None else checked.game)

    def rules(self, look: Look) -> tuple[Diagnostic, ...]:
        """What the rules of a game that stands say of it: steps, worked examples, setups. Takes longer."""
        sink = Sink()
        if look.game is not None:
            with collector_paused():
                pipeline.bind(look.game, sink)
        return tuple(sink.sorted())

    def draft(self) -> Game | None:
        """The game as far as it goes while it has faults, for pictures only; None if nothing can be made of it."""
        try:
            return lower(self.bundle(), Sink())
        except (Failed, KeyError, ValueError, TypeError, IndexError, AttributeError):
            return None  # the form of a file is wrong: there is no telling how far the rest goes

    def bundle(self) -> Bundle:
        """The files as they last could be read."""
        kinds: dict[str, list[Document]] = {}
        for name, document in self.documents().items():
            kinds.setdefault(kind_of(name) or "", []).append(document)
        return Bundle(self.folder, {kind: tuple(found) for kind, found in kinds.items()})

    def documents(self) -> Mapping[str, Document]:
        """Every file by its name, as it last could be read: an id does not vanish because a bracket is open."""
        return {name: self._stood[name] for name in sorted(self._stood) if name in self._seen}

    def text(self, name: str) -> str | None:
        """A file as its author sees it now."""
        if name in self.unsaved:
            return self.unsaved[name]
        known = self._parsed.get(name)
        return None if known is None else known.text

    def name_of(self, path: Path) -> str | None:
        """The name of a file inside this folder; None for any other."""
        try:
            name = path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return None
        return name if kind_of(name) is not None else None

    def _read(self, path: Path, shown: str, sink: Sink) -> Document | None:
        name = path.relative_to(self.folder).as_posix()
        text = self.unsaved.get(name)
        if text is None:
            text = read_text(path, shown, sink)
            if text is None:
                return None
        self._seen.add(name)
        known = self._parsed.get(name)
        if known is None or known.text != text:
            own = Sink()
            known = _Parsed(text, parse(text, shown, own), tuple(own))
            self._parsed[name] = known
            if known.document is not None:
                self._stood[name] = known.document
        sink.extend(known.faults)
        return known.document


def game_folder(path: Path) -> Path | None:
    """The game a file belongs to: the nearest folder above it with a game.yaml."""
    return next((home for home in path.parents if (home / "game.yaml").is_file()), None)
