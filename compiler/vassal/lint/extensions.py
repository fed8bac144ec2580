"""An extension beside the module it extends: whether it is that module's, and finds there what it leans on."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.vassal.archive import Archive
from compiler.vassal.lint.images import references
from compiler.vassal.lint.names import fixed
from compiler.vassal.lint.near import Near
from compiler.vassal.module import Module, read_module
from compiler.vassal.traits import Prototype

__all__ = ["lint_extension"]


def lint_extension(extension: Archive, base: Archive) -> list[Diagnostic]:
    """What an extension lacks that only its module can tell."""
    own, under = read_module(extension), read_module(base)
    return [*_stranger(own, under), *_prototypes(own, under), *_images(own, under)]


def _stranger(own: Module, under: Module) -> Iterator[Diagnostic]:
    wanted, name = own.root.get("module"), under.root.get("name")
    if wanted != name:
        message = f"the extension is one of `{wanted}`, not of `{name}`"
        help = "VASSAL loads it only with the module it names: mend the name, or give its own module"
        yield diagnose("A132", message, own.at(own.root), help=help)


def _prototypes(own: Module, under: Module) -> Iterator[Diagnostic]:
    known = {**under.prototypes, **own.prototypes}
    near = Near(known, 0.6)
    seen: set[str] = set()
    for design in own.designs:
        for trait in design.piece.all(Prototype):
            if fixed(trait.name) and trait.name not in known and trait.name not in seen:
                seen.add(trait.name)
                message = f"the prototype `{trait.name}`, used by `{design.label}`, is in neither file"
                help = near.help(trait.name, "VASSAL passes over it in silence: define it or remove it")
                yield diagnose("A103", message, design.span, help=help)


def _images(own: Module, under: Module) -> Iterator[Diagnostic]:
    entries = {name.removeprefix("images/") for archive in (own.archive, under.archive) for name in archive}
    near = Near(entries)
    for name, (owner, span) in references(own, own.designs).items():
        if fixed(name) and name not in entries and f"{name}.gif" not in entries:
            message = f"`{owner}` shows the image `{name}`, which is in neither file"
            yield diagnose("A101", message, span, help=near.help(name, f"add `images/{name}` or remove the reference"))
