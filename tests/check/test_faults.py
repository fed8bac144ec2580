"""Every explain page of model and check does what it says: the broken example has the fault, the mended has not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler.check.runner import lints
from compiler.diagnostics import CODES
from compiler.diagnostics.explain import page
from tests.pages import Told, examples, laid, place, promised, told

LINTS = lints()
BROKEN = [code for code in CODES if code[0] in "MC"]


def test_there_are_lints() -> None:
    assert len(LINTS) > 130
    assert all(code in BROKEN for code in LINTS)


def test_a_lint_says_what_it_is_and_why() -> None:
    for lint in LINTS.values():
        assert re.fullmatch(r"[a-z][a-z_0-9]+", lint.code.name)
        assert lint.code.title, lint.code
        assert lint.code.title[0] in "`ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        assert lint.rationale.endswith("."), lint.code


def test_no_two_codes_have_one_name() -> None:
    names = [code.name for code in CODES.values()]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("code", BROKEN)
def test_a_page_has_its_parts(code: str) -> None:
    """What and why of a lint stand over its function, and nowhere else."""
    parts = re.findall(r"^## (.*)$", page(code) or "", re.MULTILINE)
    assert parts == (["Broken", "Mended"] if code in LINTS else ["What", "Why", "Broken", "Mended"])
    assert examples(code, "Broken")
    assert examples(code, "Mended")


@pytest.mark.parametrize("code", BROKEN)
def test_the_broken_example_has_the_fault_where_the_page_says(code: str, tmp_path: Path) -> None:
    folder = laid(code, "Broken", tmp_path)
    faults = told(code, folder)
    mine = [fault for fault in faults if fault.code == code]
    assert mine, [str(fault) for fault in faults]
    beside = frozenset(fault.code for fault in faults) - {code}
    assert Told(*place(mine[0], folder), beside) == promised(code)


@pytest.mark.parametrize("code", BROKEN)
def test_the_mended_example_has_not(code: str, tmp_path: Path) -> None:
    assert code not in {fault.code for fault in told(code, laid(code, "Mended", tmp_path))}
