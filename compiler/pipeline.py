"""The line: load → schema → model → check → emit. A stage runs only if those before it found no error."""

from __future__ import annotations

import hashlib
import importlib
import io
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compiler.build_record import NAME, Record, sources, whole
from compiler.diagnostics import Diagnostic, Sink
from compiler.load import Bundle, load_game
from compiler.load.bundle import collector_paused
from compiler.schema import validate_game

if TYPE_CHECKING:
    from compiler.model.game import Game

# What can be made, and the module of `emit` whose `artefacts(game, bundle, sink, cache)` gives (file name, bytes).
ARTEFACTS = {"vmod": "compiler.emit.module.vmod", "vsav": "compiler.emit.save.vsav", "pnp": "compiler.print.sheets"}


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that may be built, and the files it was read from."""

    game: Game
    bundle: Bundle


def read(folder: Path, sink: Sink) -> Checked | None:
    """Load, validate and resolve a game; None if anything in it is wrong."""
    before = len(sink)
    bundle = load_game(folder, sink)
    if bundle is None or _failed(sink, before):
        return None
    validate_game(bundle, sink)
    if _failed(sink, before):
        return None
    from compiler.model.lower.game import lower

    game = lower(bundle, sink)
    return None if game is None or _failed(sink, before) else Checked(game, bundle)


def check(
    folder: Path, sink: Sink, *, select: Sequence[str] = (), ignore: Sequence[str] = (), strict: bool = False
) -> Checked | None:
    """Read a game and run the lints over it, with notes if strict; None if it has errors."""
    before = len(sink)
    with collector_paused():
        checked = read(folder, sink)
        if checked is not None:
            from compiler.check.runner import run

            sink.extend(run(checked.game, checked.bundle, select=select, ignore=ignore, strict=strict))
            bind(checked.game, sink)
    return None if _failed(sink, before) else checked


def bind(game: Game, sink: Sink) -> None:
    """Look up every name the sequence of play wants of the rules, then play the worked examples.

    A game whose rules nobody has written is let pass.
    """
    if game.rules is not None or any((node.step or "").startswith("stock.") for node in game.steps()):
        from compiler.registry import rulebook

        book = rulebook(game, sink)
        if book is not None and game.examples and not sink.failed:
            from compiler.play.examples import check_examples

            sink.extend(check_examples(book))


def build(
    folder: Path,
    out: Path,
    sink: Sink,
    *,
    only: Sequence[str] = (),
    cache: bool = True,
    settings: Mapping[str, Any] | None = None,
) -> Iterator[Path]:
    """Check a game and write its artefacts below `out`/<slug>, giving each path as it is written.

    `settings` are handed to the maker of a kind of artefact, such as how to print to `pnp`. A game that was built from
    the very same before, and of which nothing had to be said, is left as it stands.
    """
    kinds, before = tuple(only or ARTEFACTS), len(sink)
    seen = whole(folder, kinds, settings)
    home = out / folder.resolve().name
    record = Record(home)
    standing = record.unchanged(seen, kinds) if cache else []
    yield from (home / name for name in standing)
    if standing:
        return
    checked = check(folder, sink)
    if checked is None:
        return
    home.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        more = [settings[kind]] if settings and kind in settings else []
        source = sources(checked.bundle, kind, more)
        standing = record.standing(kind, source) if cache else []
        yield from (home / name for name in standing)
        if standing:
            continue
        emit: Callable[..., Any] = importlib.import_module(ARTEFACTS[kind]).artefacts
        told = Sink()
        for name, content in emit(checked.game, checked.bundle, told, out / ".cache" if cache else None, *more):
            _write(home / name, content)
            record.add(kind, source, name, content, content_digest(content))
            yield home / name
        known = set(sink)
        sink.extend(one for one in _placed(told, checked.game) if one not in known)
        if len(told):
            record.renew(kind)
    sound = len(sink) == before and seen == whole(folder, kinds, settings)  # nobody wrote to the game meanwhile
    _write(home / NAME, record.close(seen if sound else None, complete=not only))


def _placed(told: Iterable[Diagnostic], game: Game) -> Iterable[Diagnostic]:
    """What makers had to say, each thing once; what is of no file in particular is told at the title page."""
    return dict.fromkeys(one if one.span is not None else replace(one, span=game.span) for one in told)


def content_digest(content: bytes) -> str:
    """A digest that survives another zlib: of names and contents for an archive, of the bytes for anything else."""
    if not content.startswith(b"PK"):
        return hashlib.sha256(content).hexdigest()
    digest = hashlib.sha256()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in sorted(archive.namelist()):
            digest.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(archive.read(name)).digest())
    return digest.hexdigest()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def write_whole(path: Path, content: bytes) -> None:
    """Whole or not at all: a reader never sees half a file."""
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(content)
    os.replace(partial, path)


def _failed(sink: Sink, before: int) -> bool:
    """Did this game fail? Those before it in the same sink do not count."""
    return Sink(sink.items[before:]).failed
