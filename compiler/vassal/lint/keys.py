"""Commands that nobody sends or nobody hears."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, Related, diagnose
from compiler.vassal.keys import read_key
from compiler.vassal.lint.near import Near
from compiler.vassal.lint.usage import KeyUse, key_uses
from compiler.vassal.module import Module
from compiler.vassal.traits import UnknownTrait

__all__ = ["check"]

_STACK_KEYS = {"top": "38,0", "bottom": "40,0", "up": "39,0", "down": "37,0"}


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of keys; those of an extension may belong to its module."""
    if module.is_extension:
        return
    uses = list(key_uses(module))
    by_role: dict[str, set[str]] = {}
    for use in uses:
        by_role.setdefault(use.role, set()).add(use.key.identity)
    by_role.setdefault("hears", set()).update(_stacking(module))
    foreign: set[str] = set()
    for design in module.designs:
        for trait in design.piece.all(UnknownTrait):
            foreign.update(re.split(r"[;,:|/\\\t]+", trait.type))
    uses = [use for use in uses if not use.idle and not _hidden_from_us(use, foreign)]
    yield from _unheard(uses, by_role)
    yield from _unsent(uses, by_role)


def _stacking(module: Module) -> Iterator[str]:
    """The keys by which any piece moves up and down in its stack: those a map sets, or VASSAL's own."""
    for metrics in module.root.all("StackMetrics"):
        for name, usual in _STACK_KEYS.items():
            yield read_key(metrics.get(name) or usual).identity


def _hidden_from_us(use: KeyUse, foreign: set[str]) -> bool:
    # prototype parameters fill names in play, and a custom trait may do anything with its keys
    return "$" in use.key.name or (use.key.name or str(use.key.code)) in foreign


def _grouped(uses: list[KeyUse]) -> Iterator[list[KeyUse]]:
    groups: dict[tuple[str, str], list[KeyUse]] = {}
    for use in uses:
        groups.setdefault((use.role, use.key.identity), []).append(use)
    yield from groups.values()


def _others(group: list[KeyUse]) -> list[Related]:
    return [Related(use.span, f"and {use.owner}") for use in group[1:4]]


def _names(known: set[str]) -> Near:
    return Near(name.removeprefix("name:") for name in known if name.startswith("name:"))


def _unheard(uses: list[KeyUse], by_role: dict[str, set[str]]) -> Iterator[Diagnostic]:
    pieces = by_role.get("hears", set()) | by_role.get("deck", set())
    buttons = by_role.get("button", set()) | by_role.get("deck", set())
    hearers = {"sends": pieces, "hotkey": buttons, "names": pieces}
    near = {role: _names(known) for role, known in hearers.items()}
    said = {"sends": "sends", "hotkey": "presses", "names": "restricts"}
    who = {"sends": "no piece hears", "hotkey": "no button has", "names": "no piece hears"}
    for group in _grouped([use for use in uses if use.role in hearers]):
        use = group[0]
        if use.key.identity not in hearers[use.role]:
            message = f"`{use.owner}` {said[use.role]} `{use.key.words}`, which {who[use.role]}"
            help = near[use.role].help(use.key.name, "check the spelling of the name, or remove the command")
            yield diagnose("A108", message, use.span, help=help, related=_others(group))


def _unsent(uses: list[KeyUse], by_role: dict[str, set[str]]) -> Iterator[Diagnostic]:
    to_pieces = by_role.get("sends", set())
    to_buttons = by_role.get("hotkey", set())
    senders = {"hears": to_pieces, "button": to_buttons, "deck": to_pieces | to_buttons}
    heard = by_role.get("hears", set()) | by_role.get("button", set())
    near = {role: _names(sent - heard) for role, sent in senders.items()}
    # a report or trigger that watches a key another trait offers in its menu is reached through that one
    offered = {use.key.identity for use in uses if use.role in senders and use.reachable}
    for group in _grouped([use for use in uses if use.role in senders and use.key.name]):
        use = group[0]
        if use.key.identity in offered or use.key.identity in senders[use.role]:
            continue
        message = f"`{use.owner}` waits for `{use.key.words}`, which nobody sends and no menu offers"
        help = near[use.role].help(use.key.name, "give the command a menu text, send it from somewhere, or remove it")
        yield diagnose("A107", message, use.span, help=help, related=_others(group))
