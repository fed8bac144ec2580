"""What all commands share."""

from __future__ import annotations

import pytest

from compiler.commands._report import MOST_SHOWN, show
from compiler.diagnostics import diagnose


def test_a_flood_of_findings_is_cut_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    show([diagnose("L005", f"file {n} is empty") for n in range(MOST_SHOWN + 1_234)])
    told = capsys.readouterr().err
    assert told.count("error[L005]") == MOST_SHOWN
    assert "and 1,234 more" in told
