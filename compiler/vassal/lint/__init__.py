"""Lints of any module, ours or a stranger's: what VASSAL would pass over in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.diagnostics import Diagnostic
from compiler.vassal.archive import Archive
from compiler.vassal.lint import expressions, images, keys, names, pieces, properties, prototypes, setups, structure
from compiler.vassal.module import Module, read_module
from compiler.vassal.save import read_save

__all__ = ["lint_module", "lint_save"]

_CHECKS: tuple[Callable[[Module], Iterator[Diagnostic]], ...] = (
    structure.check,
    names.check,
    images.check,
    prototypes.check,
    pieces.check,
    keys.check,
    expressions.check,
    properties.check,
    setups.check,
)


def lint_module(archive: Archive) -> list[Diagnostic]:
    """Everything we find in a module or extension."""
    module = read_module(archive)
    return [found for check in _CHECKS for found in check(module)]


def lint_save(archive: Archive) -> list[Diagnostic]:
    """Everything we find in a save or log that stands alone."""
    return list(setups.save_faults(read_save(archive), archive.name))
