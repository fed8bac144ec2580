"""Cards say what happens: whoever holds one looks nothing up, and a number of a rule stands in brackets at most."""

from __future__ import annotations

import re

import pytest

from compiler.model.game import Game
from tests.render.games import SLUGS, game

WITH_CARDS = [slug for slug in SLUGS if any(card.effect for card in game(slug).cards.values())]
BRACKETS = re.compile(r"\([^()]*\)")
BETRAYAL = "Hashiba Hideyoshi changes sides at once by 8.2."


def pointers(one: Game, text: str) -> list[str]:
    """Chapters of the rules that a text sends its reader to, instead of telling what they say."""
    assert one.ledger is not None
    words = BRACKETS.sub("", text)
    named = [
        id for id in one.ledger.chapters if re.search(r"[.-]", id) and re.search(rf"\b(by|of|see|in) {id}\b", words)
    ]
    return named + re.findall(r"chapter \d+", words)


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_a_card_says_what_happens(slug: str) -> None:
    one = game(slug)
    told = {card.id: pointers(one, f"{card.when or ''} {card.effect or ''}") for card in one.cards.values()}
    assert len(told) >= 15
    assert {id: found for id, found in told.items() if found} == {}


def test_a_card_that_sends_to_a_rule_is_seen() -> None:
    assert pointers(game("a_most_dangerous_time"), BETRAYAL) == ["8.2"]
    assert pointers(game("a_most_dangerous_time"), "He comes over with his whole Clan (8.2).") == []
