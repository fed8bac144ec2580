"""Cards with little ink: no pictures, yet two cards about two clans are two cards."""

from __future__ import annotations

from compiler.render.card.face import draw_card
from compiler.render.colour import low_ink
from compiler.render.style import palette_of
from compiler.render.symbols import mon
from tests.render.games import game
from tests.render.maps import marks


def test_a_betrayal_shows_the_crest_of_who_turns() -> None:
    """One helmet stood for all of them; the crest stands beside it, larger than the one in the disc."""
    one = game("a_most_dangerous_time")
    palette = low_ink(palette_of(one))
    cards = [card for card in one.cards.values() if card.values.get("category") == "betrayal"]
    assert len(cards) > 15
    seen = 0
    for card in cards:
        counter = one.counters.get(str(card.values.get("target")))
        if counter is None or counter.side is None:
            continue
        crest = mon(palette.side(counter.side).mon)
        sizes = [
            mark.place.scale for mark in marks(draw_card(one, palette, card).items) if mark.path == crest and mark.place
        ]
        assert max(sizes) > 1.3 * min(sizes), card.id
        seen += 1
    assert seen > 10
