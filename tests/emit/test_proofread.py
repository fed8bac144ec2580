"""Nothing reaches a player that only a programmer can read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.proofread import faults, misprints, read_aloud
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.module import read_module
from tests.emit.conftest import ALL, Built
from tests.emit.module.test_vmod import undrawn


@pytest.mark.parametrize("name", ALL)
def test_no_id_no_null_no_dollar_no_doubled_word(name: str, built: Callable[[str], Built]) -> None:
    archive = read_archive(write_archive(undrawn(built(name))), f"{name}.vmod")
    found = [f"{m.fault} in {m.owner}: {m.text}" for m in misprints(read_module(archive), archive)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("now serves ikko_ikki", "an id"),
        ("moves to null", "null"),
        ("costs $ 5", "a lone $"),
        ("Oda Oda Nobunaga", "a doubled word"),
        ("Regroup Boxes Regroup Boxes", "a doubled word"),
    ],
)
def test_what_is_told(text: str, fault: str) -> None:
    assert list(faults(text)) == [fault]


def test_a_doubled_word_of_the_game_itself_is_a_name() -> None:
    assert list(faults("lands at Pago Pago", ["Pago Pago", "Apia"])) == []
    assert list(faults("Apia Apia, then Pago Pago", ["Pago Pago", "Apia"])) == ["a doubled word"]


def test_what_is_filled_and_what_is_only_compared_is_right() -> None:
    assert list(faults("$pieceName$ moves to $location$ <img src='d_6.png'>")) == []
    spoken = list(read_aloud('{Side == "ikko_ikki" ? "Ikko-Ikki" : GetProperty("mark_x") + " none"}'))
    assert spoken == ["Ikko-Ikki", " none"]
