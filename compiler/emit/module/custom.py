"""The way into VASSAL: what module.yaml adds to the module we make, and the extensions it asks for.

It may add; what we made it can neither hide nor replace.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostic, Failed, diagnose
from compiler.emit.manifest import VASSAL_VERSION
from compiler.emit.module.clashes import Companions, heard
from compiler.emit.module.pieces import Box, make_box
from compiler.emit.module.prototypes import Shelf, kind_name, make_shelf, side_name
from compiler.emit.module.typed import fail, read_component, read_key, read_trait
from compiler.emit.plan import Plan
from compiler.load import Bundle
from compiler.load.document import Document
from compiler.load.pictures import inside
from compiler.model.game import Game
from compiler.model.ids import did_you_mean
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import Component, component, prototype, serialise
from compiler.vassal.lint.extensions import lint_extension
from compiler.vassal.metadata import Metadata, write_metadata
from compiler.vassal.piece import Piece, add_piece, read_add_piece
from compiler.vassal.trait import Trait

_NAMES = ("mapName", "name", "entryName", "title", "chartName")
_RESERVED = ("buildFile.xml", "moduledata", "savedata", "extensiondata")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg")
MODULE = "module"


class Custom:
    """What a game's module.yaml says."""

    def __init__(self, game: Game, document: Document, folder: Path) -> None:
        self.game, self.document, self.folder = game, document, folder
        self.raw: Mapping[str, Any] = document.value

    def add(self, root: Component, files: dict[str, bytes], pictures: Collection[str] = ()) -> None:
        """Put everything into the tree and the archive, beside our pictures; `Failed` with all that does not fit."""
        faults: list[Diagnostic] = []
        for part in self._parts(root, files, pictures):
            try:
                part()
            except Failed as failed:
                faults += failed.diagnostics
        if faults:
            raise Failed(*faults)

    def _parts(
        self, root: Component, files: dict[str, bytes], pictures: Collection[str]
    ) -> Iterator[Callable[[], object]]:
        """What is to be put in, one thing after the other."""
        raw = self.raw
        yield from (partial(self._prototype, root, name) for name in raw.get("prototypes", {}))
        yield from (partial(self._traits, root, one) for one in raw.get("traits", ()))
        yield from (partial(self._place, root, one, partial(read_component, self.document, one))
                    for one in raw.get("add", ()))  # fmt: skip
        yield from (partial(self._place, root, one, partial(self._button, one)) for one in raw.get("buttons", ()))
        yield from (partial(self._file, files, pictures, n) for n in range(len(raw.get("files", ()))))
        later = (one for entry in raw.get("extensions", {}).values() for one in entry.get("add", ()))
        yield from (partial(read_component, self.document, one) for one in later)

    # -- places ------------------------------------------------------------------------------------------------------
    def home(self, root: Component, raw: Mapping[str, Any], wanted: str) -> list[Component]:
        """The way from the module to a component by the name it shows, or to a map by its id."""
        if wanted == MODULE:
            return [root]
        board = self.game.maps.get(wanted)
        names = {wanted, board.name.en if board is not None else wanted}
        found = next(_paths(root, [root], names), None)
        if found is None:
            known = sorted({name for path in _all(root, [root]) if (name := _name(path[-1]))})
            help = did_you_mean(wanted, known, what="places") or "name `module`, a map, or what a component shows"
            raise fail("E301", f"the module has no place `{wanted}`", self.document.span(raw, "in"), help)
        return found

    def _place(self, root: Component, raw: Mapping[str, Any], make: Callable[[], Component]) -> None:
        made, home = make(), self.home(root, raw, raw.get("in", MODULE))[-1]
        self._nothing_hidden(home, raw, made)
        home.children.append(made)

    def _nothing_hidden(self, home: Component, raw: Mapping[str, Any], made: Component) -> None:
        name = _name(made)
        if name and any(child.tag == made.tag and _name(child) == name for child in home.children):
            where = self.document.span(raw)
            raise fail("E302", f"the module has a {made.kind} `{name}` already", where, "give yours another name")

    def put_on(self, shelf: Shelf) -> None:
        """Put prototypes and traits on the shelf, for the pieces of setups; what does not fit is told by `add`."""
        for name, traits in self.raw.get("prototypes", {}).items():
            shelf.added[name] = self._readable(traits)
        for raw in self.raw.get("traits", ()):
            name = _home_of(raw)
            shelf.added[name] = (*shelf.added.get(name, ()), *self._readable(raw["add"]))

    def words(self) -> set[str]:
        """Every text of module.yaml: what of ours it may name."""
        found: set[str] = set()
        left: list[Any] = [self.raw]
        while left:
            one = left.pop()
            if isinstance(one, str):
                found.add(one)
            elif isinstance(one, Mapping):
                left += [*one, *one.values()]
            elif isinstance(one, Sequence):
                left += one
        return found

    def _readable(self, raws: Sequence[Mapping[str, Any]]) -> tuple[Trait, ...]:
        found = []
        for raw in raws:
            with suppress(Failed):
                found.append(read_trait(self.document, raw))
        return tuple(found)

    # -- parts -------------------------------------------------------------------------------------------------------
    def _prototype(self, root: Component, name: str) -> None:
        shelf = next(c for c in root.children if c.kind == "PrototypesContainer")
        given = self.raw["prototypes"]
        if name in {child.get("name") for child in _flat(shelf)}:
            where = self.document.key_span(given, name)
            raise fail("E302", f"the module has a prototype `{name}` already", where, "give yours another name")
        made = tuple(read_trait(self.document, raw) for raw in given[name])
        shelf.children.append(prototype(Piece(traits=made), name))

    def _traits(self, root: Component, raw: Mapping[str, Any]) -> None:
        """Traits for every piece of a kind or side go into the prototype that all of them have."""
        name = _home_of(raw)
        known = self.game.counter_kinds if "kind" in raw else self.game.sides
        key = "kind" if "kind" in raw else "side"
        if raw[key] not in known:
            help = did_you_mean(raw[key], known, what=f"{key}s")
            raise fail("E301", f"`{raw[key]}` is not a known {key}", self.document.span(raw, key), help)
        home = next((c for c in _flat(root) if c.kind == "PrototypeDefinition" and c.get("name") == name), None)
        found = read_add_piece(home.text) if home is not None else None
        if home is None or found is None or not isinstance(found[1], Piece):
            raise fail("E301", f"no piece of {key} `{raw[key]}` is in the module", self.document.span(raw, key), None)
        made = tuple(read_trait(self.document, one) for one in raw["add"])
        self._nothing_shared(root, name, raw["add"], made)
        home.text = add_piece(replace(found[1], traits=(*found[1].traits, *made)), found[0])

    def _nothing_shared(
        self, root: Component, name: str, raws: Sequence[Mapping[str, Any]], made: Sequence[Trait]
    ) -> None:
        """No trait answers to a key or a word of the menu that these pieces have already: both would be done."""
        companions = Companions(_flat(root))
        ours = companions.of(name)
        for raw, trait in zip(raws, made, strict=True):
            for own in companions.opened([trait]):
                for field, same, words in heard(own):
                    if same in ours:
                        where = self.document.span(raw, field) if field in raw else self.document.span(raw)
                        message = f"`{words}` is a command of these pieces already"
                        raise fail("E302", message, where, "give yours another key or word; a `Report` may follow ours")
                    ours[same] = words

    def _button(self, raw: Mapping[str, Any]) -> Component:
        """A button that sends a key to pieces: a global key command in short."""
        where = self.document.span(raw, "sends")
        given: dict[str, Any] = {"name": raw["name"], "buttonText": raw.get("text", raw["name"])}
        given["tooltip"] = raw.get("tooltip", "")
        given["hotkey"] = read_key(raw["sends"], "sends", where)
        if "key" in raw:
            given["buttonHotkey"] = read_key(raw["key"], "key", self.document.span(raw, "key"))
        given["filter"] = raw.get("to", "")
        if "says" in raw:
            given["reportFormat"] = raw["says"]
        tag = "m.GlobalKeyCommand" if raw.get("in", MODULE) == MODULE else "m.map.MassKeyCommand"
        return component(tag, **given)

    def _file(self, files: dict[str, bytes], pictures: Collection[str], n: int) -> None:
        names = self.raw["files"]
        name, where = names[n], self.document.span(names, n)
        path = inside(self.folder, name)
        if path is None:
            raise fail("E303", f"there is no file `{name}` in the game's folder", where, "mend its name")
        target = name.removeprefix("art/") if not name.lower().endswith(_IMAGES) else f"images/{path.name}"
        if target in files or target in _RESERVED or target.removeprefix("images/") in pictures:
            raise fail("E302", f"the module has a file `{target}` already", where, "give yours another name")
        files[target] = path.read_bytes()

    # -- extensions --------------------------------------------------------------------------------------------------
    def extensions(self, root: Component, module: bytes) -> Iterator[tuple[str, bytes]]:
        """Every extension as a `.vmdx`, held against the module it extends."""
        given = self.raw.get("extensions", {})
        for number, (id, raw) in enumerate(given.items(), 1):
            parts = []
            for one in raw.get("add", ()):
                path = self.home(root, one, one.get("in", MODULE))
                made = read_component(self.document, one)
                self._nothing_hidden(path[-1], one, made)
                parts.append(component("m.ExtensionElement", made, target=_target(path)))
            content = self._archive(raw, number, parts)
            name = f"{self.game.id}-{id}.vmdx"
            with read_archive(content, name) as own, read_archive(module, f"{self.game.id}.vmod") as base:
                for one in lint_extension(own, base):
                    message, where = f"in {name}: {one.message} [{one.code}]", self.document.key_span(given, id)
                    raise Failed(diagnose("E301", message, where, help=one.help))
            yield name, content

    def _archive(self, raw: Mapping[str, Any], number: int, parts: list[Component]) -> bytes:
        game, files = self.game, dict[str, bytes]()
        for name in raw.get("files", ()):
            path = inside(self.folder, name)
            if path is None:
                where = self.document.span(raw, "files")
                raise fail("E303", f"there is no file `{name}` in the game's folder", where, "mend its name")
            files[f"images/{path.name}" if name.lower().endswith(_IMAGES) else path.name] = path.read_bytes()
        title = str(raw.get("title", ""))
        root = component(
            "VASSAL.build.module.ModuleExtension", *parts, version=str(raw.get("version", "1.0")), description=title,
            module=game.title.en, moduleVersion=game.version, vassalVersion=VASSAL_VERSION,
            extensionId=f"x{number}", nextPieceSlotId=0,
        )  # fmt: skip
        data = Metadata(version=str(raw.get("version", "1.0")), description=title, vassal_version=VASSAL_VERSION)
        return write_archive({"buildFile.xml": serialise(root), "extensiondata": write_metadata(data), **files})


def custom_of(game: Game, bundle: Bundle) -> Custom | None:
    """The module.yaml of a game, if it has one."""
    document = bundle.one("module")
    return Custom(game, document, bundle.folder) if document is not None else None


def whole_box(plan: Plan, bundle: Bundle) -> Box:
    """The pieces of a game as VASSAL has them, with what module.yaml adds to those in play."""
    box = make_box(plan, make_shelf(plan))
    own = custom_of(plan.game, bundle)
    if own is not None:
        own.put_on(box.shelf)
    return box


def _home_of(raw: Mapping[str, Any]) -> str:
    """The prototype that all pieces of a kind or side have."""
    return kind_name(raw["kind"]) if "kind" in raw else side_name(raw["side"])


def _name(one: Component) -> str:
    return next((one.get(name) for name in _NAMES if one.get(name)), "")


def _flat(root: Component) -> Iterator[Component]:
    ahead = [root]
    while ahead:
        one = ahead.pop()
        yield one
        ahead += one.children


def _all(one: Component, path: list[Component]) -> Iterator[list[Component]]:
    for child in one.children:
        yield [*path, child]
        yield from _all(child, [*path, child])


def _paths(one: Component, path: list[Component], names: set[str]) -> Iterator[list[Component]]:
    """Ways to components of a name, the nearest to the module first."""
    yield from sorted((found for found in _all(one, path) if _name(found[-1]) in names), key=len)


def _target(path: list[Component]) -> str:
    """A place of the tree as extensions name it: classes and names below the module."""
    from compiler.vassal import sequence

    steps = []
    for one in path[1:]:
        name = _name(one)
        steps.append(sequence.encode([one.tag, name], ":") if name else one.tag)
    return sequence.encode(steps, "/") if steps else ""
