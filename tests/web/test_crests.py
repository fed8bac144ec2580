"""The crest before a sentence of the log: of whom it tells, not of whoever answered last."""

from __future__ import annotations

import pytest

from compiler.web.crests import Crests
from compiler.web.messages import events_of
from compiler.web.seats import ONLOOKER
from tests.games.playable import bound
from tests.web.tables import table


@pytest.mark.parametrize(
    ("slug", "words", "side"),
    [
        ("road_to_honganji", "Akechi petitions Nobunaga", "akechi"),
        ("road_to_honganji", "left in Shinano: Tokugawa 1 of 2, Neutral none of 1", "tokugawa"),  # no place
        ("road_to_honganji", "Hosokawa Fujitaka is hit and rolls for his life", "akechi"),
        ("anegawa", "Sakai company 2 (Oda), kill check: 4 against 6", "oda"),
        ("anegawa", "Oda & Tokugawa: 4 -2 = 2", "oda"),
        ("anegawa", "Phase: Movement", None),
        ("a_most_dangerous_time", "initiative: 6 against 3, only Anti-Oda fire", None),  # not the half of a word
        ("a_most_dangerous_time", "combat in Obama: Shibata Katsuie and 6 Oda against 1 Minor Clans", "oda"),
        ("a_most_dangerous_time", "4 Movement Points", None),
    ],
)
def test_a_sentence_has_the_crest_of_whom_it_names_first(slug: str, words: str, side: str | None) -> None:
    assert Crests(bound(slug).game).side(words) == side


def test_a_line_about_others_than_who_answered_has_their_crest() -> None:
    at = table("road_to_honganji", "greedy")
    names = {side.name.en: side.id for side in at.book.game.sides.values()}
    others = drawn = 0
    for _ in range(60):
        assert at.compute()
    for line in (line for seat in (ONLOOKER, *at.seats) for line in events_of(at, seat, 0)["list"]):
        first = line["text"].split()[0]
        if line["kind"] == "drawn" and "piece" in line and first in names:  # a card is nobody's: who draws it is named
            assert line["side"] == names[first], line["text"]
            drawn += 1
        if "piece" in line or first not in names or line["kind"] != "said":
            continue
        assert line["side"] == names[first], line["text"]
        others += line.get("by") not in (None, line["side"])
    assert others > 3
    assert drawn > 3
