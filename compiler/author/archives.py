"""Any module or save as facts: components, pieces, traits, files; what lies on the table and in which state."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from compiler.author.differing import Facts, Leaf
from compiler.vassal.archive import Archive
from compiler.vassal.commands import AddPiece, Command, GlobalProperty, Turn, flat
from compiler.vassal.module import SLOTS, Module, read_module
from compiler.vassal.piece import Body, Piece, Stack
from compiler.vassal.save import read_save
from compiler.vassal.words import Narrator, body_words
from compiler.vassal.words.pieces import body_name
from compiler.vassal.words.tree import label
from compiler.vassal.xml import Component

__all__ = ["archive_facts"]

_BUILT = ("buildFile", "buildFile.xml", "moduledata", "savedata", "savedGame", "extensiondata")


def archive_facts(archive: Archive) -> Facts:
    """The facts of a module, extension, save or log."""
    return _save(archive) if "savedGame" in archive else _module(archive)


def _module(archive: Archive) -> Facts:
    module = read_module(archive)
    files = {name: {"bytes": str(archive.size(name)), "digest": _digest(archive, name)} for name in archive.names
             if name not in _BUILT}  # fmt: skip
    facts: dict[str, dict[str, dict[str, Leaf]]] = {
        "components": _numbered(_components(module)),
        "prototypes": _numbered(_designs(module, "prototype")),
        "pieces": _numbered(_designs(module, "slot")),
        "files": {name: dict(about) for name, about in files.items()},
    }
    return facts


def _components(module: Module) -> Iterator[tuple[str, dict[str, Leaf]]]:
    waiting: list[tuple[Component, str]] = [(module.root, "")]
    while waiting:
        component, way = waiting.pop()
        if component.kind in SLOTS or component.kind == "PrototypeDefinition":
            continue
        here = f"{way} / {label(component)}" if way else label(component)
        about: dict[str, Leaf] = {name: value for name, value in sorted(component.attributes.items()) if value}
        if component.text:
            about["text"] = component.text
        yield here, about
        deeper = here if way else " "  # the root is in front of everything, so it is left out
        waiting.extend((child, deeper if deeper.strip() else "") for child in reversed(component.children))


def _designs(module: Module, kind: str) -> Iterator[tuple[str, dict[str, Leaf]]]:
    for design in module.designs:
        if design.kind == kind:
            words = body_words(design.piece)
            yield design.label, {"gpid": design.piece.basic.gpid, "traits": tuple(words[1:])}


def _digest(archive: Archive, name: str) -> str:
    return hashlib.sha256(archive.read(name)).hexdigest()[:12]


def _save(archive: Archive) -> Facts:
    save = read_save(archive)
    narrator = Narrator()
    bodies: dict[str, Body] = {}
    state: dict[str, dict[str, Leaf]] = {}
    steps: dict[str, dict[str, Leaf]] = {}
    for top in save.commands:
        recorded = list(narrator.steps((top,)))
        if recorded:
            told = [narrator.line(each) for each in flat((top,))]
            steps[f"step {len(steps) + 1}"] = {"": tuple(told)}
            continue
        for each in flat((top,)):
            if isinstance(each, AddPiece):
                bodies[each.id] = each.piece
            elif isinstance(each, (GlobalProperty, Turn)):
                name, value = _named(each)
                state[name] = {"value": value}
    return {"table": _numbered(_pieces(bodies)), "properties": state, "log": steps}


def _named(command: Command) -> tuple[str, str]:
    if isinstance(command, GlobalProperty):
        return command.name, str(command.value)
    return "turn", command.write()


def _pieces(bodies: dict[str, Body]) -> Iterator[tuple[str, dict[str, Leaf]]]:
    for body in bodies.values():
        if isinstance(body, Stack):
            continue  # its pieces know where they lie
        words = body_words(body)
        place = words[0].removeprefix(body_name(body)).strip(", ")
        about: dict[str, Leaf] = {"": place}
        if isinstance(body, Piece):
            about["state"] = tuple(words[1:])
        yield body_name(body), about


def _numbered(found: Iterator[tuple[str, dict[str, Leaf]]]) -> dict[str, dict[str, Leaf]]:
    """Things by name; those of one name are sorted, so that twins that stayed stay the same, and numbered."""
    groups: dict[str, list[dict[str, Leaf]]] = {}
    for name, about in found:
        groups.setdefault(name, []).append(about)
    things: dict[str, dict[str, Leaf]] = {}
    for name, twins in groups.items():
        for number, about in enumerate(sorted(twins, key=repr), 1):
            things[name if len(twins) == 1 else f"{name} ({number})"] = about
    return things
