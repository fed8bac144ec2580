"""Runs the lints: selection, suppression on the line, notes only on demand."""

from __future__ import annotations

import contextlib
import importlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compiler.check.lint import LINTS, Lint
from compiler.diagnostics import CODES, NOWHERE, Diagnostic, Severity, Span, diagnose
from compiler.load.bundle import Bundle
from compiler.load.document import Document
from compiler.model.game import Game

TOPICS = (
    "games",
    "maps",
    "boards",
    "counters",
    "cards",
    "tables",
    "order",
    "rolls",
    "sequence",
    "steps",
    "upkeep",
    "scenario",
    "art",
    "layouts",
    "symbols",
    "ledger",
    "siblings",
    "agreement",
    "habits",
    "alike",
    "groups",
)
# Lints that look at one thing at a time: true of what stands, whatever else of the game is broken.
STANDING = frozenset((
    "C012", "C016", "C017", "C018", "C022", "C026", "C027", "C030", "C031", "C202", "C203", "C207", "C208", "C217",
    "C218", "C219", "C220", "C222", "C307", "C308", "C309", "C313", "C314", "C402", "C409", "C414", "C502", "C503",
    "C504", "C507", "C509", "C510", "C607", "C610", "C801", "C802", "C803", "C804", "C806", "C810", "C812",
    "C813", "C951",
))  # fmt: skip
_ALLOW = re.compile(r"#\s*allow:\s*([A-Z]\d{3}(?:\s*,\s*[A-Z]\d{3})*)[ \t]*([^\n#]*)")


@dataclass(slots=True)
class Allowance:
    """One `# allow: C204 reason` and whether it was needed."""

    codes: tuple[str, ...]
    reason: str
    span: Span
    lines: tuple[int, ...]  # its own line, and the next where the comment stands alone
    used: bool = False


def lints() -> Mapping[str, Lint]:
    """All lints by code, in the order they run."""
    for topic in TOPICS:
        importlib.import_module(f"compiler.check.{topic}")
    return LINTS


def run(
    game: Game,
    bundle: Bundle,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    broken: bool = False,
) -> list[Diagnostic]:
    """What the lints find, less what is allowed on its line; notes only with `strict`.

    Of a `broken` game parts are missing: then only what is true of the rest is told.
    """
    found: list[Diagnostic] = []
    for code, lint in lints().items():
        if broken and code not in STANDING:
            continue
        if wanted(code, select, ignore) and (strict or select or CODES[code].severity is not Severity.NOTE):
            # a lint that stumbles over the hole has said what it can
            for lying in _laid(game, lint):
                with contextlib.suppress(*(LookupError,) * broken):
                    found.extend(lint.find(lying))
    if game.faces:  # what is true of both faces of a board is told once
        found = list(dict.fromkeys(found))
    if broken:  # what stands in for a part that is missing stands in no file
        found = [each for each in found if each.span != NOWHERE]
    allowances = [a for _, document in bundle for a in read_allowances(document)]
    kept = suppress(found, allowances)
    judged = judge(allowances, complete=strict and not select and not ignore and not broken, broken=broken)
    kept += [d for d in judged if wanted(d.code, select, ignore)]
    return kept


def _laid(game: Game, lint: Lint) -> Iterable[Game]:
    """The game as a lint looks at it: of boards with a back at both faces, of scenarios as the boards lie in each."""
    topic = lint.look.__module__.rpartition(".")[2]
    if topic in ("maps", "boards"):
        return game.lying
    if topic == "scenario":
        return [lying for lying in game.lying if lying.scenarios] or (game,)
    return (game,)


def wanted(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a code is asked for; `C2` stands for all that begin so."""
    return (not select or any(code.startswith(s) for s in select)) and not any(code.startswith(i) for i in ignore)


def read_allowances(document: Document) -> list[Allowance]:
    """The allowances written in a file."""
    if "allow:" not in document.text:
        return []
    found = []
    for number, line in enumerate(document.text.splitlines(), 1):
        match = _ALLOW.search(line) if "allow:" in line else None
        if match:
            codes = tuple(re.findall(r"[A-Z]\d{3}", match[1]))
            lines = (number, number + 1) if line.lstrip().startswith("#") else (number,)
            span = Span(document.file, number, match.start() + 1, len(match[0].rstrip()))
            found.append(Allowance(codes, match[2].strip(), span, lines))
    return found


def suppress(diagnostics: Iterable[Diagnostic], allowances: list[Allowance]) -> list[Diagnostic]:
    """The diagnostics that no allowance covers."""
    by_line = {(a.span.file, line, code): a for a in allowances for line in a.lines for code in a.codes}
    kept = []
    for d in diagnostics:
        allowance = by_line.get((d.span.file, d.span.line, d.code)) if d.span else None
        if allowance is None:
            kept.append(d)
        else:
            allowance.used = True
    return kept


def judge(allowances: list[Allowance], *, complete: bool, broken: bool = False) -> list[Diagnostic]:
    """Faults of the allowances themselves; whether one was needed is known only after all lints have run."""
    found = []
    for a in allowances:
        unknown = [code for code in a.codes if code not in CODES]
        if unknown:
            found.append(diagnose("C003", f"`{unknown[0]}` is no known code", a.span, help="see `liege explain`"))
        elif not a.reason:
            found.append(
                diagnose(
                    "C002",
                    f"`{', '.join(a.codes)}` is allowed without a reason",
                    a.span,
                    help=f"say why: `# allow: {a.codes[0]} because …`",
                )
            )
        if not unknown and not a.used and not broken and (complete or _always_run(a)):
            found.append(
                diagnose(
                    "C001",
                    f"nothing here needs `{', '.join(a.codes)}` to be allowed",
                    a.span,
                    help="take the comment out",
                )
            )
    return found


def _always_run(allowance: Allowance) -> bool:
    return all(code in LINTS and CODES[code].severity is not Severity.NOTE for code in allowance.codes)
