"""A real VASSAL opens our modules, starts every setup, and sees each piece where we put it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.commands.verify import command
from compiler.diagnostics import Sink
from compiler.pipeline import build
from compiler.vassal.probe.findings import places_found, problems_found
from compiler.vassal.probe.launch import Unavailable, probe
from compiler.vassal.probe.places import FILE_NAME, read_places
from tests.emit.conftest import ALL, SHIPPED
from tests.faulty import copy

pytestmark = [pytest.mark.vassal, pytest.mark.slow]


@pytest.mark.parametrize("name", ALL)
def test_every_setup_starts_without_a_word_and_every_piece_is_in_its_place(name: str, tmp_path: Path) -> None:
    installed = os.environ.get("LIEGE_VASSAL")
    if not installed:
        pytest.skip("no VASSAL: set LIEGE_VASSAL to an installed one")
    sink = Sink()
    made = list(build(copy(name, tmp_path), tmp_path / "build", sink, only=("vmod",)))
    assert [d.message for d in sink] == []
    module = next(path for path in made if path.suffix == ".vmod")
    places = read_places(module.parent / FILE_NAME)
    try:
        with probe(Path(installed)) as vassal:
            reports = [vassal.open(module, setup, timeout=300) for setup in places]
    except Unavailable as missing:
        pytest.skip(str(missing))
    found = [*problems_found(module, reports), *places_found(module, places, reports)]
    assert [d.message for d in found] == []
    assert all(report.setup in places for report in reports)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_setup_can_be_driven_and_all_comes_out_as_it_must(name: str, tmp_path: Path) -> None:
    if not os.environ.get("LIEGE_VASSAL"):
        pytest.skip("no VASSAL: set LIEGE_VASSAL to an installed one")
    sink = Sink()
    made = list(build(copy(name, tmp_path), tmp_path / "build", sink, only=("vmod",)))
    module = next(path for path in made if path.suffix == ".vmod")
    result = CliRunner().invoke(command, [str(module), "--drive"])
    assert result.exit_code == 0, result.output
    assert ", driven: " in result.stdout
