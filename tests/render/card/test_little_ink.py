"""Cards with little ink: no pictures, yet two cards about two clans are two cards."""

from __future__ import annotations

import pytest

from compiler.render.card.face import draw_card
from compiler.render.colour import low_ink
from compiler.render.style import palette_of
from compiler.render.symbols import has, mon
from tests.render.games import SLUGS, game
from tests.render.maps import marks


def test_a_betrayal_shows_the_crest_of_who_turns() -> None:
    """One helmet stood for all of them; the crest of his family stands beside it, larger than the one in the disc."""
    one = game("a_most_dangerous_time")
    palette = low_ink(palette_of(one))
    cards = [card for card in one.cards.values() if card.values.get("category") == "betrayal"]
    assert len(cards) > 15
    seen, crests = 0, set()
    for card in cards:
        counter = one.counters.get(str(card.values.get("target")))
        if counter is None or counter.side is None:
            continue
        own = next((w for w in card.name.en.lower().split() if has(f"mon-{w}")), palette.side(counter.side).mon)
        crest = mon(own)
        sizes = [
            mark.place.scale for mark in marks(draw_card(one, palette, card).items) if mark.path == crest and mark.place
        ]
        assert max(sizes) > 1.3 * min(sizes), card.id
        seen += 1
        crests.add(crest)
    assert seen > 10
    assert len(crests) > 12  # a Hashiba, an Akechi and a Shibata are no longer three cards with Oda's flower


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_holds_its_text_with_little_ink(slug: str) -> None:
    """The long text of event 30 fitted beneath a picture but not beneath the lighter vignette: nothing was built."""
    one = game(slug)
    palette = low_ink(palette_of(one))
    assert not [told for card in one.cards.values() for told in draw_card(one, palette, card).problems]
