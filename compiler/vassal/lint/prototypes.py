"""Prototypes that are missing, or contain themselves."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, Related, diagnose
from compiler.vassal.lint.names import fixed
from compiler.vassal.module import Design, Module
from compiler.vassal.traits import Prototype

__all__ = ["check"]


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of prototypes."""
    prototypes = module.prototypes
    if not module.is_extension:
        yield from _unknown(module, prototypes)
    yield from _loops(prototypes)


def _unknown(module: Module, prototypes: dict[str, Design]) -> Iterator[Diagnostic]:
    users: dict[str, list[Design]] = {}
    for design in module.designs:
        for trait in design.piece.all(Prototype):
            if trait.name not in prototypes and fixed(trait.name):
                users.setdefault(trait.name, []).append(design)
    for name, designs in users.items():
        near = difflib.get_close_matches(name, prototypes, n=1)
        help = f"did you mean `{near[0]}`?" if near else "VASSAL passes over it in silence: define it or remove it"
        who = f"`{designs[0].label}`" if len(designs) == 1 else f"`{designs[0].label}` and {len(designs) - 1} more"
        related = [Related(design.span, f"`{design.label}`") for design in designs[1:4]]
        message = f"the prototype `{name}`, used by {who}, does not exist"
        yield diagnose("A103", message, designs[0].span, help=help, related=related)


def _loops(prototypes: dict[str, Design]) -> Iterator[Diagnostic]:
    uses = {name: [trait.name for trait in design.piece.all(Prototype)] for name, design in prototypes.items()}
    done: set[str] = set()
    for name in uses:
        loop = _loop_from(name, uses, done)
        if loop:
            message = f"prototypes contain each other: {' → '.join(f'`{step}`' for step in loop)}"
            yield diagnose("A104", message, prototypes[loop[0]].span, help="remove one of the uses")


def _loop_from(start: str, uses: dict[str, list[str]], done: set[str]) -> list[str]:
    """The first loop met walking from a prototype; `done` gathers those that lead to none that is new."""
    path: list[str] = []
    waiting = [(start, 0)]
    while waiting:
        name, depth = waiting.pop()
        del path[depth:]
        if name in path:
            done.update(path)
            return [*path[path.index(name) :], name]
        if name in done or name not in uses:
            continue
        path.append(name)
        if not uses[name]:
            done.add(name)
        waiting.extend((inner, depth + 1) for inner in reversed(uses[name]))
    done.add(start)
    return []
