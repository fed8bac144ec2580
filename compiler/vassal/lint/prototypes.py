"""Prototypes that are missing, or contain themselves."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, Related, diagnose
from compiler.vassal.lint.names import fixed
from compiler.vassal.lint.near import Near
from compiler.vassal.module import Design, Module
from compiler.vassal.traits import Prototype

__all__ = ["check"]


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of prototypes."""
    prototypes = module.prototypes
    if not module.is_extension:
        yield from _unknown(module, prototypes)
        yield from _unused(module)
    yield from _loops(prototypes)


def _unknown(module: Module, prototypes: dict[str, Design]) -> Iterator[Diagnostic]:
    users: dict[str, list[Design]] = {}
    for design in module.live:
        for trait in design.piece.all(Prototype):
            if trait.name not in prototypes and fixed(trait.name):
                users.setdefault(trait.name, []).append(design)
    near = Near(prototypes, 0.6)
    for name, designs in users.items():
        help = near.help(name, "VASSAL passes over it in silence: define it or remove it")
        who = f"`{designs[0].label}`" if len(designs) == 1 else f"`{designs[0].label}` and {len(designs) - 1} more"
        related = [Related(design.span, f"`{design.label}`") for design in designs[1:4]]
        message = f"the prototype `{name}`, used by {who}, does not exist"
        yield diagnose("A103", message, designs[0].span, help=help, related=related)


def _unused(module: Module) -> Iterator[Diagnostic]:
    """Those of one module are one finding: a module grown from another may have hundreds."""
    if module.idle:
        names = ", ".join(f"`{design.label}`" for design in module.idle[:3])
        many = len(module.idle)
        message = f"1 prototype is used by no piece: {names}"
        if many > 1:
            message = f"{many} prototypes are used by no piece: {names}{', …' if many > 3 else ''}"
        help = "remove them, if no extension of the module uses them; nothing in them is looked at"
        related = [Related(design.span, f"`{design.label}`") for design in module.idle[1:4]]
        yield diagnose("A133", message, module.idle[0].span, help=help, related=related)


def _loops(prototypes: dict[str, Design]) -> Iterator[Diagnostic]:
    uses = {name: [trait.name for trait in design.piece.all(Prototype)] for name, design in prototypes.items()}
    done: set[str] = set()
    for name in uses:
        for loop in _loops_from(name, uses, done):
            message = f"prototypes contain each other: {' → '.join(f'`{step}`' for step in loop)}"
            yield diagnose("A104", message, prototypes[loop[0]].span, help="remove one of the uses")


def _loops_from(start: str, uses: dict[str, list[str]], done: set[str]) -> Iterator[list[str]]:
    """Loops met walking down from a prototype; each is walked once, and `done` holds those left behind."""
    if start in done:
        return
    # the way down, and for each prototype on it those it uses that are still to be walked
    path = {start: iter(uses[start])}
    while path:
        name = next(reversed(path))
        inner = next(path[name], None)
        if inner is None:
            done.add(name)
            del path[name]
        elif inner in path:
            way = list(path)
            yield [*way[way.index(inner) :], inner]
        elif inner in uses and inner not in done:
            path[inner] = iter(uses[inner])
