"""The line: load → schema → model → check → emit. A stage runs only if those before it found no error."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import sys
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compiler.build_record import NAME, Record, sources, whole
from compiler.diagnostics import Diagnostic, Failed, Severity, Sink, Span, diagnose
from compiler.load import Bundle, load_game
from compiler.load.bundle import KINDS, Reading, collector_paused, kind_of
from compiler.load.document import Document
from compiler.load.echoes import Lost, at_the_letter, hushed, nameless
from compiler.load.files import read as read_file
from compiler.load.speech import ENGLISH, speak, speech_of, strays, unspoken
from compiler.load.tongue import languages
from compiler.publish import CACHE, Staging, staging, tidy
from compiler.schema import validate_game

if TYPE_CHECKING:
    from compiler.model.game import Game

# What can be made, and the module of `emit` whose `artefacts(game, bundle, sink, cache)` gives (file name, bytes).
ARTEFACTS = {"vmod": "compiler.emit.module.vmod", "vsav": "compiler.emit.save.vsav", "pnp": "compiler.print.sheets"}
NUMBERED = ("vmod", "vsav")  # kinds that know pieces by the numbers of the lock


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that may be built, and the files it was read from."""

    game: Game
    bundle: Bundle


def read(folder: Path, sink: Sink, reading: Reading = read_file, lang: str = ENGLISH) -> Checked | None:
    """Load, validate and resolve a game in a language; None if anything in it is wrong."""
    before = len(sink)
    bundle, game, _ = _standing(folder, sink, reading, lang)
    return None if bundle is None or game is None or _failed(sink, before) else Checked(game, bundle)


def _standing(folder: Path, sink: Sink, reading: Reading, lang: str) -> tuple[Bundle | None, Game | None, Lost]:
    """The files of a game, and the game as far as it can be made out: with faults told, parts of it are lost."""
    before = len(sink)
    bundle = load_game(folder, sink, reading)
    if bundle is None:
        return None, None, Lost()
    bundle = _spoken(bundle, lang, sink)
    if any(one.code == "L030" for one in sink.items[before:]):
        return bundle, None, Lost()
    unread = _spoilt(sink, before)
    validate_game(bundle.without(unread), sink)
    from compiler.model.lower.game import lower

    spoilt = _spoilt(sink, before)
    rest, lost = _holed(bundle, unread, spoilt)
    told = Sink()
    game = lower(rest, told)
    # others name what stood in the holes: that is not their fault
    sink.extend(one for one in (map(lost.spares, told) if spoilt else told) if one is not None)
    if game is not None:
        _bring_fonts(game)
    return bundle, game, lost


def _holed(bundle: Bundle, unread: set[str], spoilt: set[str]) -> tuple[Bundle, Lost]:
    """A game without what is wrong in its shape, and what is lost with that."""
    from compiler.schema.salvage import salvaged

    lost = Lost(files=spoilt)
    there = {document.file: (kind, document) for kind, document in bundle}
    sound: dict[str, Document] = {}
    for file in sorted(spoilt):
        within = file.removeprefix(f"{bundle.folder.as_posix()}/")
        kind, document = there.get(file, (kind_of(within), None))
        if nameless(kind, within) and document is None:
            continue
        lost.nameless = lost.nameless and nameless(kind, within)
        found = salvaged(document, kind) if document is not None and kind is not None and file not in unread else None
        if found is None:
            lost.kinds.update((kind,) if kind is not None else KINDS)
            continue
        sound[file] = found.document
        lost.words |= found.words
        lost.kinds.update((kind,) if found.section and kind is not None else ())
    return bundle.without(spoilt - sound.keys()).given(sound), lost


def _spoilt(sink: Sink, before: int) -> set[str]:
    """The files in which errors were told since."""
    errors = (one for one in sink.items[before:] if one.severity is Severity.ERROR)
    return {"" if one.span is None else one.span.file for one in errors}


def _spoken(bundle: Bundle, lang: str, sink: Sink) -> Bundle:
    """The files with every text in one language; what it lacks is told."""
    speech = speech_of(bundle.folder, lang, bundle.slug, sink)
    speak(iter(bundle), speech)
    sink.extend(strays(speech))
    if speech.missing:
        some = ", ".join(f"`{text.english[:40]}`" for text in speech.missing[:3])
        help = f"`liege texts {bundle.slug} --lang {lang} --missing` lists them all; they stay English"
        sink.add(diagnose("L031", f"{len(speech.missing)} texts are not in `{lang}`: {some} …", help=help))
    if lang != ENGLISH and lang not in languages():
        help = f"we have them in {', '.join(languages())}; another language is a file in `compiler/load/tongue/`"
        sink.add(diagnose("L031", f"our words in the module and on printed sheets are not in `{lang}`", help=help))
    return replace(bundle, lang=lang)


def _bring_fonts(game: Game) -> None:
    """The fonts of a game draw what the packaged ones lack; those of the game before are put away."""
    if game.art.own_faces or "compiler.render.type" in sys.modules:
        from compiler.render import type as typeset
        from compiler.render.own import own_fonts

        typeset.bring(own_fonts(game.folder).values() if game.art.own_faces else ())


def check(
    folder: Path,
    sink: Sink,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    reading: Reading = read_file,
    rules: bool = True,
    lang: str = ENGLISH,
) -> Checked | None:
    """Read a game and run the lints over it, with notes if strict; None if it has errors.

    Where the game does not stand, lints still say what is true of its parts: all faults in one run.

    Without `rules` it is not played: an author who types waits for no worked example.
    """
    before = len(sink)
    with collector_paused():
        bundle, game, lost = _standing(folder, sink, reading, lang)
        broken = _failed(sink, before)
        if bundle is not None and game is not None:
            from compiler.check.runner import run

            found = run(game, bundle, select=select, ignore=ignore, strict=strict, broken=broken)
            sink.extend(one for one in found if not lost.names(one))
            with contextlib.suppress(*(LookupError,) * broken):
                pictures(game, sink)
            sink.extend(_letters(bundle))
            if bundle.all("module") and not broken:
                sink.extend(_rehearse(Checked(game, bundle)))
            if rules:
                unspoken(folder, (bundle.slug, game.id), sink)
            if rules and not broken:
                bind(game, sink)
        if bundle is not None:
            if broken:
                sink.extend(_loose(bundle, sink.items[before:]))
            sink.items[before:] = hushed(sink.items[before:], bundle)
    return None if bundle is None or game is None or _failed(sink, before) else Checked(game, bundle)


def _rehearse(checked: Checked) -> Iterator[Diagnostic]:
    """What the module will have against the author's module.yaml: by itself, in the tree, and by our own lint."""
    from compiler.emit.module.rehearsal import rehearsed
    from compiler.load.speech import texts_of

    game, bundle = checked.game, checked.bundle
    try:
        module = rehearsed(game, bundle)
    except Failed as failed:
        yield from failed.diagnostics
        return
    where = Span(bundle.all("module")[0].file)
    for one in own_faults(f"{game.id}.vmod", module, [text.english for text in texts_of(iter(bundle))]):
        yield replace(one, span=where)


def _loose(bundle: Bundle, told: list[Diagnostic]) -> list[Diagnostic]:
    """Faults of the author's art that a game which does not stand cannot tell itself."""
    if not bundle.art and not any(".svg" in d.text or "image" in d.text for _, d in bundle):
        return []
    from compiler.render.foreign_check import loose

    return list(loose(bundle, told))


def _letters(bundle: Bundle) -> Iterator[Diagnostic]:
    """Letters that the build could not draw."""
    from compiler.render.letters import letters_without_font

    return letters_without_font(bundle)


def pictures(game: Game, sink: Sink) -> None:
    """Decode every picture of the author's: one that cannot be drawn must not wait for the build to be told."""
    if game.art.files:
        from compiler.render.foreign_check import undrawable

        already = {one.span for one in sink if one.code in ("C802", "C804")}  # told by the lints
        sink.extend(one for one in undrawable(game) if one.span not in already)
    if game.art.scene:
        from compiler.render.scene.faults import scene_faults

        sink.extend(scene_faults(game))
    if any(board.backdrop for board in game.boards) and not sink.failed:
        from compiler.render.map.alignment import misaligned

        sink.extend(misaligned(game))


def bind(game: Game, sink: Sink) -> None:
    """Look up every name the sequence of play wants of the rules, then play the worked examples.

    A game whose rules nobody has written is let pass.
    """
    if game.rules is not None or any((node.step or "").startswith("stock.") for node in game.steps()):
        from compiler.registry import rulebook

        book = rulebook(game, sink)
        for lying in game.lying[1:]:
            if lying.scenarios:  # with boards turned, what steps name must be there too
                known, told = set(sink), Sink()
                rulebook(lying, told)
                sink.extend(one for one in told if one not in known)
        if book is not None and not sink.failed:
            from compiler.play.examples import check_examples
            from compiler.play.openings import check_openings

            sink.extend(check_examples(book))
            sink.extend(check_openings(book))


def build(
    folder: Path,
    out: Path,
    sink: Sink,
    *,
    only: Sequence[str] = (),
    cache: bool = True,
    settings: Mapping[str, Any] | None = None,
    waiting: Callable[[str], None] = lambda _: None,
    lang: str = ENGLISH,
) -> list[Path]:
    """Check a game and write its artefacts below `out`/<slug>: all of them, or nothing if anything is wrong.

    `settings` are handed to the maker of a kind of artefact, such as how to print to `pnp`; `waiting` hears of another
    build of the same folder. A game that was built from the very same before, and of which nothing had to be said, is
    left as it stands.
    """
    kinds, before = tuple(only or ARTEFACTS), len(sink)
    asked = () if lang == ENGLISH else (lang,)
    home = out / (folder.resolve().name if lang == ENGLISH else f"{folder.resolve().name}.{lang}")
    try:
        tidy(home, folder, waiting)
    except Failed as failed:
        sink.extend(failed.diagnostics)
        return []
    seen = whole(folder, kinds, settings, *asked)
    standing = Record(home).unchanged(seen, kinds) if cache else []
    if standing:
        return [home / name for name in standing]
    checked = check(folder, sink, lang=lang)
    if checked is None:
        return []
    try:
        with staging(home, waiting) as stage:
            making = _Making(checked, stage, Record(home), out / CACHE if cache else None, sink)
            paths = [path for kind in kinds for path in making.make(kind, settings or {})]
            if _failed(sink, before):
                sink.items[before:] = at_the_letter(sink.items[before:])
                return []
            sound = len(sink) == before and seen == whole(
                folder, kinds, settings, *asked
            )  # nobody wrote to the game meanwhile
            after = whole(folder, kinds, settings, *asked, grown=making.grown) if sound else None
            stage.add(home / NAME, making.record.close(after, complete=not only))
            stage.publish(making.record.gone(complete=not only))
            return paths
    except Failed as failed:
        sink.extend(_placed(failed.diagnostics, checked.game))
        return []


@dataclass(slots=True)
class _Making:
    """One build under way: what is made goes to the stage and into the record."""

    checked: Checked
    stage: Staging
    record: Record
    cache: Path | None
    sink: Sink
    grown: Mapping[str, bytes] = field(default_factory=dict)  # files of the game that the build itself extends

    def make(self, kind: str, settings: Mapping[str, Any]) -> Iterator[Path]:
        """The files of a kind: those that stand already, or new ones on the stage."""
        from compiler.emit.manifest import translation

        game, bundle, home = self.checked.game, self.checked.bundle, self.stage.home
        more = [settings[kind]] if kind in settings else []
        self._extend_lock(kind)
        source = sources(bundle, kind, [*more, *translation(bundle)], self.grown)
        standing = self.record.standing(kind, source) if self.cache is not None else []
        yield from (home / name for name in standing)
        if standing:
            return
        emit: Callable[..., Any] = importlib.import_module(ARTEFACTS[kind]).artefacts
        told = Sink()
        for name, content in emit(game, bundle, told, self.cache, *more):
            self.stage.add(home / name, content)
            self.record.add(kind, source, name, content, content_digest(content))
            yield home / name
            told.extend(own_faults(name, content, self._texts()))
        known = set(self.sink)
        self.sink.extend(one for one in _placed(told, game) if one not in known)
        if len(told):
            self.record.renew(kind)

    def _texts(self) -> list[str]:
        """What the game itself says, in the language it is built in."""
        from compiler.load.speech import texts_of

        return [text.english for text in texts_of(iter(self.checked.bundle))]

    def _extend_lock(self, kind: str) -> None:
        """New pieces get their numbers with the first module or save that shows them."""
        from compiler.emit.manifest import LOCK_FILE, grown_lock

        content = grown_lock(self.checked.game) if kind in NUMBERED and not self.grown else None
        if content is not None:
            bundle = self.checked.bundle
            path = bundle.folder / LOCK_FILE
            before = next((document.text for document in bundle.all("lock")), None)
            try:
                self.stage.reserve(path, content, before)
            except Failed as failed:
                help = "make the game's folder writable: without their numbers, pieces of old saves would be lost"
                reason = failed.diagnostics[0].message
                raise Failed(diagnose("E001", reason, Span(path.as_posix()), help=help)) from failed
            self.grown = {LOCK_FILE: content}


def own_faults(name: str, content: bytes, texts: Collection[str] = ()) -> Iterator[Diagnostic]:
    """What our own lint finds in a module or save we made: no player shall meet it, so the build fails."""
    from compiler.vassal.archive import read_archive
    from compiler.vassal.lint import lint_module, lint_save

    if name.endswith((".vmod", ".vsav")):
        with read_archive(content, name) as archive:
            found = lint_module(archive) if name.endswith(".vmod") else lint_save(archive)
        for one in found:
            if one.severity is not Severity.NOTE:
                message = f"in {name}: {one.message} [{one.code}]"
                yield diagnose("E004", message, help=f"`liege explain {one.code}`; if the game is right, send it to us")
    if name.endswith(".vmod"):
        yield from _misprints(name, content, texts)


def _misprints(name: str, content: bytes, texts: Collection[str]) -> Iterator[Diagnostic]:
    """What no player can read in a module we made: ids, `null`, what was never filled in, doubled words."""
    from compiler.emit.proofread import misprints
    from compiler.vassal.archive import read_archive
    from compiler.vassal.module import read_module

    with read_archive(content, name) as archive:
        for fault, text, owner in misprints(read_module(archive), archive, texts):
            message = f"in {name}: players would read {fault} in {owner}: `{text.strip()[:80]}`"
            yield diagnose(
                "E006", message, help="say it otherwise where the game says it; if it does not, send it to us"
            )


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


def _failed(sink: Sink, before: int) -> bool:
    """Did this game fail? Those before it in the same sink do not count."""
    return Sink(sink.items[before:]).failed
