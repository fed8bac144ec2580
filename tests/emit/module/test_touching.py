"""Buttons on pieces: what counts has a minus and a plus to click, with the keys of its menu, inside the piece."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.atlas import pixels
from compiler.emit.module import keys
from compiler.vassal.traits import ActionButton, DynamicProperty, Layer, Trigger
from tests.emit.conftest import SHIPPED, Built


@pytest.mark.parametrize("slug", SHIPPED)
def test_whatever_counts_by_a_menu_counts_by_a_click(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for id, piece in made.box.designs.items():
        traits = made.box.shelf.expand(piece.traits)
        offered = {t.key for t in traits if isinstance(t, Trigger) and t.menu in ("Plus 1", "Minus 1")}
        offered |= {
            c.key for t in traits if isinstance(t, DynamicProperty) for c in t.commands if ": one " in (c.menu or "")
        }
        buttons = [t for t in traits if isinstance(t, ActionButton)]
        assert {button.key for button in buttons} == offered, id
        wide, high = made.box.size(id)
        for button in buttons:
            drawn = [t for t in traits if isinstance(t, Layer) and t.name.startswith("Touch_")]
            middle = button.x + button.width // 2, button.y + button.height // 2
            assert middle in [(t.x_offset, t.y_offset) for t in drawn], id
            assert -wide / 2 - 1 <= button.x <= button.x + button.width <= wide / 2 + 1, id
            assert -high / 2 - 1 <= button.y <= button.y + button.height <= high / 2 + 1, id
        if buttons:  # there is room between them to take the piece by
            left, right = sorted(buttons, key=lambda button: button.x)
            assert right.x - (left.x + left.width) > 0, id


def test_a_plus_is_on_the_right(built: Callable[[str], Built]) -> None:
    made = built("first_battle")
    traits = made.box.shelf.expand(made.box.designs["balance_marker"].traits)
    minus, plus = (t for t in traits if isinstance(t, ActionButton))
    assert (minus.key, plus.key) == (keys.STEP_DOWN, keys.STEP_UP)
    assert minus.x < 0 < plus.x
    assert plus.width < pixels(made.box.plan.piece_size("balance_marker"), made.box.plan.atlas.scale)[0] / 2
