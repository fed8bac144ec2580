"""Reports of the probe as diagnostics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler.vassal.probe.findings import places_found, problems_found, unknown_setups
from compiler.vassal.probe.launch import SOURCES
from compiler.vassal.probe.places import Piece
from compiler.vassal.probe.report import Problem, Report

MODULE = Path("build/battle.vmod")
# Kinds that only options we never give can raise.
ASKED_FOR = {"action", "side"}
# Kinds whose words are VASSAL's own, told as a complaint.
COMPLAINTS = {"bug", "uncaught", "dialog", "log-error", "log-warning"}


def report(*problems: Problem, setup: str | None = "Battle", pieces: tuple[Piece, ...] = ()) -> Report:
    return Report("3.7.26", setup, ("Battle",), 1, pieces, problems, {})


def problem(kind: str, where: str = "PieceSlot 'Oda'", message: str = "oda.png") -> Problem:
    return Problem(kind, "check", where, message)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("fatal", "E901"),
        ("timeout", "E902"),
        ("bug", "E903"),
        ("dialog", "E903"),
        ("never heard of", "E903"),
        ("missing-image", "E904"),
        ("missing-file", "E904"),
        ("missing-prototype", "E905"),
        ("prototype", "E905"),
        ("bad-expression", "E906"),
        ("gpid", "E907"),
        ("piece", "E908"),
        ("trait", "E908"),
        ("save", "E909"),
        ("lost-piece", "E910"),
        ("no-board", "E910"),
        ("hidden-map", "E910"),
    ],
)
def test_each_kind_has_its_code_and_names_the_module(kind: str, code: str) -> None:
    (found,) = problems_found(MODULE, [report(problem(kind))])
    assert found.code == code
    assert "`build/battle.vmod`" in found.message
    assert "oda.png" in found.message
    assert found.help


def test_every_kind_the_probe_can_name_is_told_on_purpose() -> None:
    from compiler.vassal.probe import findings

    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.java"))
    kinds = set(re.findall(r'\bproblem\("([\w-]+)"', source)) | set(re.findall(r'"(log-\w+)"', source))
    assert kinds >= {"missing-image", "log-warning"}
    assert kinds - ASKED_FOR == COMPLAINTS | set(findings._KINDS)


def test_one_fault_of_many_components_and_setups_is_told_once_with_their_number() -> None:
    first = report(problem("missing-image", "A"), problem("missing-image", "B"))
    second = report(problem("missing-image", "A"), problem("missing-image", "C"), setup="Siege")
    (found,) = problems_found(MODULE, [first, second])
    assert "`A` (and 2 more)" in found.message


def test_different_faults_stay_apart() -> None:
    found = list(problems_found(MODULE, [report(problem("missing-image"), problem("missing-image", message="b.png"))]))
    assert len(found) == 2


def test_of_a_stack_trace_the_first_line_and_the_root_are_told() -> None:
    trace = "java.lang.Error: outer\n\tat a.b(C.java:1)\nroot cause: java.io.IOException: inner\n\tat d.e(F.java:2)"
    (found,) = problems_found(MODULE, [report(problem("bug", message=trace))])
    assert found.message.endswith("java.lang.Error: outer (root cause: java.io.IOException: inner)")


def test_braces_and_endless_words_of_vassal_do_no_harm() -> None:
    (found,) = problems_found(MODULE, [report(problem("bad-expression", message="{module} " + "x" * 10_000))])
    assert "{module}" in found.message
    assert len(found.message) < 500


def test_a_piece_elsewhere_is_told_with_both_places() -> None:
    seen = report(pieces=(Piece("1", "oda", "0403"),))
    (found,) = places_found(MODULE, {"Battle": {"oda": ("0402",)}}, [seen])
    assert found.code == "E911"
    assert "should be at `0402`, but VASSAL sees it at `0403`" in found.message


def test_a_piece_too_few_and_one_too_many_have_their_own_words() -> None:
    seen = report(pieces=(Piece("1", "levy", "0402"), Piece("2", "levy", "")))
    few, many = places_found(MODULE, {"Battle": {"oda": ("0402",), "levy": ("0402",)}}, [seen])
    assert (few.code, many.code) == ("E912", "E911")
    assert "wanting at `0402`" in few.message
    assert "should not be at no place" in many.message


@pytest.mark.parametrize("kind", ["fatal", "timeout"])
def test_what_never_opened_is_told_once_and_not_by_every_piece_that_it_lacks(kind: str) -> None:
    expected = {"Battle": {"oda": ("0402",), "levy": ("0402",)}}
    assert list(places_found(MODULE, expected, [report(problem(kind))])) == []
    opened = report(problem(kind), pieces=(Piece("1", "levy", "0402"),))
    (few,) = places_found(MODULE, expected, [opened])
    assert few.code == "E912", "once pieces are seen they are compared"


def test_setups_without_expected_places_are_not_compared() -> None:
    seen = report(pieces=(Piece("1", "oda", "0403"),))
    assert list(places_found(MODULE, {"Siege": {"oda": ("0402",)}}, [seen, report(setup=None)])) == []


def test_expected_places_of_a_setup_that_is_not_there_are_a_fault() -> None:
    (found,) = unknown_setups(MODULE, {"Battle": {}, "Seige": {}}, ["Battle", "Siege"])
    assert found.code == "E914"
    assert "`Seige`" in found.message
