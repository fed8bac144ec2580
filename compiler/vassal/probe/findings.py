"""The probe's reports as diagnostics: equal faults told once, with the places that have them counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from compiler.diagnostics import Diagnostic, diagnose
from compiler.vassal.probe.places import FILE_NAME, Mismatch, Places, compare
from compiler.vassal.probe.report import Problem, Report

_LONGEST = 240
_ENDS = ("fatal", "timeout")


@dataclass(frozen=True, slots=True)
class _Kind:
    """How to tell a kind of problem: `{module}`, `{what}` (its own words) and `{where}` stand for the facts."""

    code: str
    message: str
    help: str


_OURS = "the probe's whole account is in `--format json`"
_SOURCE = "mend the definition that this component comes from, and build again"
_COMPLAINT = _Kind("E903", "VASSAL complains about `{module}`: {what}", _OURS)
_PIECE = _Kind("E908", "{where} of `{module}` breaks in VASSAL: {what}", _OURS)
_IDS = _Kind("E907", "{where} of `{module}`: {what}", "keep ids unique: old saves find their pieces by them")
_PROTOTYPE = _Kind("E905", "{where} of `{module}` uses prototype `{what}`, which is not there", _SOURCE)
_UNSEEN = _Kind("E910", "{where} of `{module}`: {what}", _SOURCE)
_KINDS: dict[str, _Kind] = {
    "fatal": _Kind("E901", "VASSAL cannot play `{module}`: {what}", _OURS),
    "timeout": _Kind(
        "E902", "VASSAL does not come to an end with `{module}`: {what}", "allow more time with `--timeout`; " + _OURS
    ),
    "missing-image": _Kind("E904", "image `{what}` is not in `{module}`, but {where} shows it", _SOURCE),
    "missing-file": _Kind("E904", "file `{what}` is not in `{module}`, but {where} opens it", _SOURCE),
    "missing-prototype": _PROTOTYPE,
    "prototype": _Kind("E905", "prototype {where} of `{module}`: {what}", _SOURCE),
    "bad-expression": _Kind("E906", "{where} of `{module}` has an expression VASSAL cannot read: {what}", _SOURCE),
    "gpid": _IDS,
    "name": _IDS,
    "piece": _PIECE,
    "trait": _PIECE,
    "exercise": _PIECE,
    "paint": _PIECE,
    "check": _PIECE,
    "save": _Kind("E909", "{where} of `{module}`: {what}", "build the module again: its setup is of another build"),
    "lost-piece": _UNSEEN,
    "no-board": _UNSEEN,
    "hidden-map": _UNSEEN,
}


def problems_found(module: Path, reports: Iterable[Report]) -> Iterator[Diagnostic]:
    """One diagnostic for each fault, however many components and setups show it."""
    groups: dict[tuple[_Kind, str], dict[str, None]] = {}
    for report in reports:
        for problem in report.problems:
            kind = _KINDS.get(problem.kind, _COMPLAINT)
            groups.setdefault((kind, _words(problem)), {})[problem.where] = None
    for (kind, words), places in groups.items():
        first, *others = places
        where = f"`{first}`" + (f" (and {len(others)} more)" if others else "")
        # No span: a module is no text, so there is no line to show.
        yield diagnose(kind.code, kind.message.format(module=module, what=words, where=where), help=kind.help)


def _words(problem: Problem) -> str:
    """The first line of what VASSAL said, and the root of the matter where it names one."""
    lines = problem.message.strip().splitlines() or [""]
    root = next((line for line in lines if line.startswith("root cause: ")), None)
    words = lines[0] if root is None else f"{lines[0]} ({root})"
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def places_found(module: Path, expected: Mapping[str, Places], reports: Iterable[Report]) -> Iterator[Diagnostic]:
    """The pieces that VASSAL sees elsewhere than `places.json` says, setup by setup."""
    for report in reports:
        if report.setup is not None and not _never_opened(report):
            for mismatch in compare(expected.get(report.setup, {}), report.pieces):
                yield _misplaced(module, report.setup, mismatch)


def _never_opened(report: Report) -> bool:
    """Whether VASSAL ended before it laid a piece: why is told, and nothing can be said of places."""
    return not report.pieces and any(problem.kind in _ENDS for problem in report.problems)


def unknown_setups(module: Path, expected: Mapping[str, Places], setups: Iterable[str]) -> Iterator[Diagnostic]:
    """Setups that `places.json` lists and the module lacks: their pieces would never be compared."""
    known = set(setups)
    for setup in expected:
        if setup not in known:
            yield diagnose(
                "E914",
                f"`{FILE_NAME}` lists setup `{setup}`, which `{module}` does not have",
                help="build the module again: the build writes both",
            )


def _misplaced(module: Path, setup: str, mismatch: Mismatch) -> Diagnostic:
    wanting, found = (_listed(places) for places in (mismatch.wanting, mismatch.found))
    subject = f"`{mismatch.name}` in setup `{setup}` of `{module}`"
    if not mismatch.found:
        return diagnose(
            "E912",
            f"{subject} is wanting at {wanting}: VASSAL has no such piece, or too few",
            help="look whether the setup's save holds the piece",
        )
    if not mismatch.wanting:
        return diagnose(
            "E911",
            f"{subject} should not be at {found}: VASSAL has one piece more than it should",
            help="look whether the setup's save holds the piece twice",
        )
    return diagnose(
        "E911",
        f"{subject} should be at {wanting}, but VASSAL sees it at {found}",
        help="compare the grid of the board with the pixel the piece is put at",
    )


def _listed(places: tuple[str, ...]) -> str:
    return ", ".join(f"`{place}`" if place else "no place" for place in places)
