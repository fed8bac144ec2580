"""The symbol set."""

from __future__ import annotations

import pytest

from compiler.model.symbols import NATO
from compiler.render import symbols


def test_every_symbol_lies_in_its_box() -> None:
    for name in symbols.names():
        x0, y0, x1, y1 = symbols.symbol(name).bounds
        assert min(x0, y0) >= -50.01, name
        assert max(x1, y1) <= 50.01, name
        assert x1 - x0 > 20, name


def test_the_set_has_the_crests_units_and_boxes_promised() -> None:
    names = set(symbols.names())
    for short in ("foot", "spear", "bow", "gun", "horse", "ship", "leader", "daimyo", "castle"):
        assert f"unit-{short}" in names
    assert sum(n.startswith("mon-") for n in names) >= 32
    assert "nato-infantry" in names


def test_every_box_that_is_named_is_drawn() -> None:
    assert set(NATO) == set(symbols._NATO)


def test_a_clan_without_a_crest_gets_the_ring() -> None:
    assert symbols.mon("nobody") == symbols.symbol("mon-neutral")


def test_an_unknown_unit_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        symbols.unit("tank")
