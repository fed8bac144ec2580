"""Worked examples of every playable game, and what they must cover between them."""

from __future__ import annotations

import pytest

from compiler.play.examples import check_example
from tests.games.playable import PLAYABLE, SMALL, bound

EXAMPLES = [(slug, id) for slug in PLAYABLE for id in bound(slug).game.examples]


@pytest.mark.parametrize(("slug", "id"), EXAMPLES)
def test_the_example_comes_out_as_it_says(slug: str, id: str) -> None:
    book = bound(slug)
    fault = check_example(book, book.game.examples[id])
    assert fault is None, f"{fault.span}: {fault.message}"


def test_every_restriction_of_the_small_game_is_shown_allowed_and_refused() -> None:
    book = bound(SMALL)
    assert book.game.ledger is not None
    refused: set[str] = set()
    allowed: set[str] = set()
    for document in book.game.examples.values():
        script = document.value.get("script", ())
        refused |= {entry["rule"] for entry in script if "refuse" in entry and "rule" in entry}
        if any("choose" in entry for entry in script) or "roll" in str(script):
            allowed |= set(document.value["rules"])
    restrictions = {row.id for row in book.game.ledger.rows.values() if row.kind == "restriction"}
    restrictions.discard("9.3")  # nobody is asked there: the dice are simply not rolled
    assert restrictions <= refused, f"never refused: {sorted(restrictions - refused)}"
    assert restrictions <= allowed, f"never allowed: {sorted(restrictions - allowed)}"
