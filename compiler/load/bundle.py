"""Which files make a game, and which kind each is."""

from __future__ import annotations

import contextlib
import difflib
import gc
import os
import stat
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from compiler.diagnostics import Diagnostic, Related, Sink, Span, diagnose
from compiler.load.csv import parse_csv
from compiler.load.document import Document
from compiler.load.files import read, read_text
from compiler.load.likeness import open_up, open_up_maps
from compiler.load.pictures import inside

# file at the top of a game's folder → kind; a kind names its schema
_FILES = {
    "game.yaml": "game",
    "map.yaml": "map",
    "counters.yaml": "counters",
    "cards.yaml": "cards",
    "piles.yaml": "piles",
    "tracks.yaml": "tracks",
    "tables.yaml": "tables",
    "rolls.yaml": "rolls",
    "upkeep.yaml": "upkeep",
    "sequence.yaml": "sequence",
    "steps.yaml": "steps",
    "art.yaml": "art",
    "module.yaml": "module",
    "ledger.yaml": "ledger",
    "ids.lock.yaml": "lock",
}
# folder whose *.yaml are all of one kind
_FOLDERS = {
    "maps": "map",
    "counters": "counters",
    "cards": "cards",
    "tables": "tables",
    "scenarios": "scenario",
    "examples": "example",
}
_FREE_FOLDER = "art"
_STRANGE_FONTS = (".woff", ".woff2", ".eot", ".ttc", ".otc", ".pfa", ".pfb", ".dfont", ".bdf", ".pcf", ".fon")
_HOMES = {".ttf": _FREE_FOLDER, ".otf": _FREE_FOLDER, ".po": "texts"} | dict.fromkeys(_STRANGE_FONTS, _FREE_FOLDER)
_FREE_NAMES = ("LICENSE", "README.md", "gallery.png")

KINDS = tuple(dict.fromkeys((*_FILES.values(), *_FOLDERS.values())))
# Kinds that several files may share out; what one file defines no other may define again.
_SPREAD = ("counters", "cards", "tables")
_FROM = ("counters", "cards")  # kinds whose pieces may come from a spreadsheet
MAX_FILES = 5_000
MB = 1024 * 1024
MAX_BYTES = 64 * MB  # of any file, a picture of a whole board among them


@dataclass(frozen=True, slots=True)
class Bundle:
    """A game's documents by kind, in order of file name, and its other files."""

    folder: Path
    documents: Mapping[str, tuple[Document, ...]]
    art: tuple[str, ...] = ()
    lang: str = "en"

    @property
    def slug(self) -> str:
        """The game's id: the name of its folder."""
        return self.folder.resolve().name

    def all(self, kind: str) -> tuple[Document, ...]:
        """Every document of a kind."""
        return self.documents.get(kind, ())

    def one(self, kind: str) -> Document | None:
        """The only (or first) document of a kind, if there is one."""
        return next(iter(self.all(kind)), None)

    def without(self, files: Collection[str]) -> Bundle:
        """All but some documents, by the names they are shown by."""
        if not files:
            return self
        kept = {kind: tuple(d for d in found if d.file not in files) for kind, found in self.documents.items()}
        return replace(self, documents={kind: found for kind, found in kept.items() if found})

    def given(self, documents: Mapping[str, Document]) -> Bundle:
        """With other documents in the place of some, by the names they are shown by."""
        changed = {kind: tuple(documents.get(d.file, d) for d in found) for kind, found in self.documents.items()}
        return replace(self, documents=changed)

    def __iter__(self) -> Iterator[tuple[str, Document]]:
        """Kind and document, for every document."""
        return ((kind, document) for kind in KINDS for document in self.all(kind))


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Parsing makes many small values and no cycles: the garbage collector would only look at them in vain."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()  # and thaw: all of it counts as old, or the first look would go over every value once more
            gc.unfreeze()
            gc.enable()


Reading = Callable[[Path, str, Sink], Document | None]


def load_game(folder: Path, sink: Sink, reading: Reading = read) -> Bundle | None:
    """Load every file of a game's folder; faults of all files go to the sink. None if it is no game at all.

    `reading` gives the document of a file: another may know it already, or hold a text that is not saved yet.
    """
    shown = folder.as_posix()
    if not folder.is_dir():
        sink.add(diagnose("L020", f"there is no folder `{shown}`", help="name a folder that holds a game.yaml"))
        return None
    if not (folder / "game.yaml").is_file():
        sink.add(diagnose("L020", f"`{shown}` has no game.yaml", help="`liege new SLUG` starts a game"))
        return None
    documents: dict[str, list[Document]] = {}
    art: list[str] = []
    with collector_paused():
        for name in names(folder, sink):
            kind = kind_of(name)
            if kind is not None:
                document = reading(folder / name, (folder / name).as_posix(), sink)
                if document is not None:
                    documents.setdefault(kind, []).append(document)
            elif name.startswith(_FREE_FOLDER + "/"):
                art.append(name)
                _strange_font(folder, name, sink)
            elif name not in _FREE_NAMES:
                _misspelt(folder, name, sink)
        for kind in _FROM:
            documents.setdefault(kind, []).extend(_spreadsheets(folder, kind, documents.get(kind, []), sink))
    for kind in _SPREAD:
        _twins(kind, documents.get(kind, ()), sink)
        open_up(kind, documents.get(kind, ()), sink)
    open_up_maps(documents.get("map", ()), sink)
    return Bundle(folder, {kind: tuple(found) for kind, found in documents.items()}, tuple(art))


def kind_of(name: str) -> str | None:
    """The kind of a file by its path in the game's folder."""
    if name in _FILES:
        return _FILES[name]
    path = PurePosixPath(name)
    if len(path.parts) == 2 and path.suffix == ".yaml":
        return _FOLDERS.get(path.parts[0])
    return None


def names(folder: Path, sink: Sink) -> list[str]:
    """Every file below a folder, sorted; hidden ones are none of our business, links must stay inside."""
    root = folder.resolve()
    found: list[str] = []
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for entry in sorted([*folders, *files]):
            path = Path(where, entry)
            name = path.relative_to(folder).as_posix()
            plain_folder = entry in folders and not path.is_symlink()
            if entry.startswith(".") or (plain_folder and kind_of(name) is None):
                continue
            fault = _unfit(path, name, root, is_folder=entry in folders)
            if fault is not None:
                sink.add(fault)
                continue
            found.append(name)
            if len(found) > MAX_FILES:
                sink.add(
                    diagnose(
                        "L024",
                        f"more than {MAX_FILES:,} files lie in `{folder.as_posix()}`",
                        help="move what is not part of the game elsewhere",
                    )
                )
                return []
    return sorted(found)


def _unfit(path: Path, name: str, root: Path, *, is_folder: bool) -> Diagnostic | None:
    """Why an entry of a game's folder may not be read: a link that leads out, a pipe or device, a huge file."""
    odd = {unicodedata.category(letter) for letter in name} & {"Cc", "Cs"}
    if odd:  # what we say of a file is text, and its name stands in one line
        code, what = ("L003", "is not UTF-8") if "Cs" in odd else ("L004", "holds a control character")
        named, shown = (text.encode("unicode_escape").decode() for text in (name, path.as_posix()))
        return diagnose(code, f"the name of `{named}` {what}", Span(shown), help="rename it")
    where = Span(path.as_posix())
    try:
        # os.walk does not enter linked folders, so a link to a folder would hide what it holds.
        if path.is_symlink() and (is_folder or not path.resolve(strict=True).is_relative_to(root)):
            message = f"link `{name}` leads out of the game's folder or to a folder"
            return diagnose("L022", message, where, help="copy what it points to")
        seen = path.stat()
    except (OSError, RuntimeError):  # a link to itself is a RuntimeError
        return diagnose("L022", f"link `{name}` leads nowhere", where, help="copy what it points to, or delete it")
    if not stat.S_ISREG(seen.st_mode):  # a pipe would keep us waiting for ever
        help = "check that it is a file and that you may read it"
        return diagnose("L001", f"`{name}` cannot be read: it is not a plain file", where, help=help)
    if seen.st_size > MAX_BYTES:
        return diagnose("L002", f"`{name}` is larger than {MAX_BYTES // MB} MB", where, help="make it smaller")
    return None


def _spreadsheets(folder: Path, kind: str, documents: list[Document], sink: Sink) -> Iterator[Document]:
    """The CSV files that the files of a kind name under `from`."""
    for document in documents:
        named = document.value.get("from", []) if isinstance(document.value, dict) else []
        for name in [named] if isinstance(named, str) else named if isinstance(named, list) else []:
            where = document.span(document.value, "from")
            path = inside(folder, str(name))
            if path is None or not str(name).endswith(".csv"):
                help = "name a `.csv` of the game's folder"
                sink.add(diagnose("L026", f"there is no spreadsheet `{name}` in the game's folder", where, help=help))
                continue
            shown = (folder / name).as_posix()
            text = read_text(path, shown, sink)
            found = parse_csv(text, shown, kind, sink) if text is not None else None
            if found is not None:
                yield found


def _misspelt(folder: Path, name: str, sink: Sink) -> None:
    """A file that looks like one of a game but for its name; whatever else lies there is the author's own business."""
    path = PurePosixPath(name)
    home = _HOMES.get(path.suffix.lower())
    if home is not None and path.parent != PurePosixPath(home):
        help = f"move it to `{home}/{path.name}`: it is looked for there"
        sink.add(diagnose("L021", f"`{name}` is not read", Span((folder / name).as_posix()), help=help))
    if path.suffix not in (".yaml", ".yml"):
        return
    if len(path.parts) > 2 and path.parts[0] in _FOLDERS:
        top = path.parts[0]
        help = f"move it to `{top}/{path.stem}.yaml`: files further down are not looked for; drafts may lie elsewhere"
        sink.add(diagnose("L021", f"`{name}` is not read", Span((folder / name).as_posix()), help=help))
        return
    homes = [f"{home}/{path.stem}.yaml" for home in _FOLDERS] if len(path.parts) == 2 else []
    known = {right.lower(): right for right in (*_FILES, *homes)}
    meant = f"{name[:-4]}.yaml" if name.endswith(".yml") else name
    near = [meant] if kind_of(meant) else difflib.get_close_matches(meant.lower(), list(known), n=1, cutoff=0.75)
    if near:
        help = f"did you mean `{known.get(near[0], near[0])}`?"
        sink.add(diagnose("L021", f"`{name}` is not read", Span((folder / name).as_posix()), help=help))


def _strange_font(folder: Path, name: str, sink: Sink) -> None:
    """A font of a kind that we do not draw with: nobody would know why the letters are others."""
    if PurePosixPath(name).suffix.lower() in _STRANGE_FONTS:
        where, help = Span((folder / name).as_posix()), "convert it to TrueType or OpenType (`.ttf`, `.otf`)"
        sink.add(diagnose("L021", f"`{name}` is not read: it is no font that we can draw with", where, help=help))


def _twins(kind: str, documents: list[Document] | tuple[()], sink: Sink) -> None:
    """A part that two files of a spread kind both define."""
    first: dict[tuple[str, str], Document] = {}
    for document in documents if len(documents) > 1 else ():
        sections = document.value if isinstance(document.value, dict) else {}
        for section, parts in sections.items():
            for part in parts if isinstance(parts, dict) else ():
                earlier = first.setdefault((section, part), document)
                if earlier is not document:
                    twin = Related(earlier.key_at((section, part)), f"`{part}` is first given here")
                    sink.add(
                        diagnose(
                            "L025",
                            f"`{part}` of `{section}` is given in two files of {kind}",
                            document.key_span(parts, part),
                            related=(twin,),
                            help="keep one of the two, or rename one",
                        )
                    )
