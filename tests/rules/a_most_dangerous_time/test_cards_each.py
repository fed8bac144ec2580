"""Each of the sixty-four cards: played once where it may be, and refused where it may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from compiler.play.ask import Answer
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch09_moves import Force
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray, Promote
from tests.rules.a_most_dangerous_time.table import card, go, known, piece, position, refused, the_game, where
from tests.rules.covering import covers

HEADS = {"gifu": "nobunaga 1 oda", "odani": "nagamasa 1 azai", "kuwana": "kazumasu", "shozui": "masayasu"}
COMBAT = {"w_seta": "3 azai 3 oda"}


@dataclass(frozen=True)
class At:
    """A question: its step, its chit, who holds the card, and what else is so."""

    step: str
    seat: str
    chit: str | None
    units: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    def session(self, number: int) -> Session:
        more = {**self.more}
        cards = {seat: list(numbers) for seat, numbers in more.pop("cards", {}).items()}
        cards.setdefault(self.seat, []).append(number)
        return position(self.step, {**HEADS, **self.units}, chit=self.chit, cards=cards, **more)


@dataclass(frozen=True)
class Case:
    """A card: where it is played and how, and where which rule refuses it."""

    at: At
    answer: Answer
    wrong: At
    refused: Answer
    rule: str
    dice: tuple[tuple[int, ...], ...] = ()
    goes_to: str = "removed_cards"


def own(step: str, seat: str, units: dict[str, str] | None = None, **more: Any) -> At:
    """A question in an impulse of one's own; a second card keeps it open."""
    chit = more.pop("chit", "chit_oda" if seat == "oda" else "chit_anti_oda_minors")
    spare = 59 if more.pop("spare", True) else None
    cards = {seat: [spare]} if spare else {}
    return At(step, seat, chit, units or {}, {"cards": cards, **more})


# -- betrayals ---------------------------------------------------------------------------------------------------------
BY_ANTI_ODA = [
    "hideyoshi",
    "mitsuhide",
    "katsuie",
    "nagahide",
    "kazumasu",
    "nobumori",
    "murashige",
    "ieyasu",
    "hisahide",
    "fujitaka",
    "junkei",
]
BY_ODA = {  # card → the place the Leader stands in, and the one his tempter comes from
    12: ("kitanosho", "ichijo_dani"),
    13: ("saika", "negoro_ji"),
    14: ("mitsukuri", "kannon_ji"),
    15: ("miki", "hanakuma"),
    16: ("yagami", "tanba_kameyama"),
    17: ("nanao", "oyama"),
    20: ("w_mitsuishi", "himeji"),
    21: ("w_mitsuishi", "himeji"),
    22: ("iida", "iwamura"),
    23: ("iida", "iwamura"),
    24: ("w_chizu", "kozuki"),
    25: ("ono", "ichijo_dani"),
}
ENTERED = {"entered": ["takeda", "mori", "uesugi"]}


def betrayals() -> Iterator[tuple[int, Case]]:
    for number, target in enumerate(BY_ANTI_ODA, 1):
        answer = Betray(card(number), target, "shingen")
        here = own("negotiate", "anti_oda", {"iida": "shingen", "iwamura": target}, chit="chit_takeda", **ENTERED)
        wrong = own("negotiate", "oda", {"iwamura": target})
        yield number, Case(here, answer, wrong, Betray(card(number), target, "nobunaga"), "Cards1-17.1")
    for number, (place, beside) in BY_ODA.items():
        values = the_game().cards[card(number)].values
        target = str(values["target"])
        units = {place: target, beside: "hideyoshi"}
        held = dict.fromkeys((beside, str(values.get("oda_controls") or beside)), "oda")
        dead = {"faces": {"shingen": 1}} if values.get("dead") else {}
        here = own("negotiate", "oda", units, control=held, **ENTERED, **dead)
        rule = "Card20.1" if number == 20 else "Cards1-17.1" if number < 18 else "Cards21-25.1"
        if values.get("oda_controls") or dead:
            wrong = own(
                "negotiate",
                "oda",
                units,
                control={beside: "oda"} if values.get("oda_controls") != beside else {},
                **ENTERED,
            )
        elif number == 14:
            wrong, rule = own("negotiate", "anti_oda", units, control=held), "Cards1-17.1"
        else:  # once his Clan has joined a side that side has no use for the card
            joined = {str(piece(here.session(number), target).side): {"joined": "oda"}}
            wrong, rule = own("negotiate", "oda", units, control=held, marks=joined), "8.2.21"
        answer = Betray(card(number), target, "hideyoshi")
        yield number, Case(here, answer, wrong, answer, rule)
    units = {"noda_fukushima": "(nagayuki 2 miyoshi) nagahide 3 oda"}
    answer = Betray(card(18), "nagayuki", "nobunaga")
    yield (
        18,
        Case(
            own("negotiate", "oda", units, control={"sumoto": "oda"}),
            answer,
            own("negotiate", "oda", units),
            answer,
            "Card18.1",
        ),
    )


# -- step 1 and any time -----------------------------------------------------------------------------------------------
def of_step_1() -> Iterator[tuple[int, Case]]:
    yield (
        19,
        Case(
            own("event_cards", "oda"),
            Play(card(19), "-"),
            own("event_cards", "oda", faces={"yoshiaki": 1}),
            Play(card(19), "-"),
            "Card19.1",
        ),
    )
    for number in (26, 27):
        joined = own("event_cards", "oda", marks={"hatano": {"joined": "oda"}})
        play = Play(card(number), "hatano")
        yield number, Case(own("event_cards", "oda"), play, joined, play, "Cards26-28.1")
    letters = Play(card(28), "mori")
    exiled = own("event_cards", "anti_oda", moved={"yoshiaki": "tomo"})
    yield 28, Case(own("event_cards", "anti_oda"), letters, exiled, letters, "Cards26-28.1", ((3,),))
    for number in (41, 42, 43, 44):
        at = own("event_cards", "oda")
        yield (
            number,
            Case(at, Play(card(number), "nagamasa"), at, Play(card(number), "nobunaga"), "Cards41-44.1", ((4,),)),
        )
    ship = Play(card(45), "-")
    late = own("move", "oda", points=1)
    yield 45, Case(own("event_cards", "oda"), ship, late, card(45), "Card45.1", goes_to="lasting_oda")
    at = own("event_cards", "oda")
    yield 46, Case(at, Play(card(46), "oda"), at, Play(card(46), "azai"), "Card46.1")


def of_any_time() -> Iterator[tuple[int, Case]]:
    for number in range(49, 57):
        place = the_game().cards[card(number)].values["places"][0]
        here = own("event_cards", "anti_oda", chit="chit_ikko_ikki", spare=False, **ENTERED)
        other = own("event_cards", "anti_oda", {"otsu": "1 azai"}, chit="chit_anti_oda_minors", **ENTERED)
        yield number, Case(here, Riot(card(number), place, 1), other, Riot(card(number), place, 1), "4.1(1).3")
    for number in (57, 58):
        lasting = own("event_cards", "oda", marks={"ikko_ikki": {"truce": "lasting"}})
        yield number, Case(own("event_cards", "oda"), card(number), lasting, card(number), "Cards57-58.1")
    for number in range(59, 65):
        at = own("event_cards", "oda", spare=False)
        yield number, Case(at, Promote(card(number), "kazumasu"), at, Promote(card(number), "nobunaga"), "Cards59-64.1")


def of_other_windows() -> Iterator[tuple[int, Case]]:
    early = own("event_cards", "oda")
    for number in (29, 30, 39, 40, 47, 48):
        rule = {29: "Card29.1", 30: "Card30.1", 39: "Cards39-40.1", 40: "Cards39-40.1"}.get(number, "Cards47-48.1")
        combat = At("battle", "oda", "chit_oda", COMBAT, {"marks": {"w_seta": {"activated": True}}})
        yield number, Case(combat, card(number), early, card(number), rule)
    again = At("master_of_tactics", "oda", "chit_oda")
    yield 31, Case(again, card(31), early, card(31), "Card31.1")
    draw = At("draw_chit", "anti_oda", None)
    yield 32, Case(draw, "ikko_ikki", draw, "oda", "4.1.9")
    for number in range(33, 39):
        here = own("move", "oda", points=0)
        yield number, Case(here, Force(card(number)), early, card(number), "Cards33-38.1", ((5,),))


CASES = dict([*betrayals(), *of_step_1(), *of_any_time(), *of_other_windows()])


def test_no_card_is_left_out() -> None:
    assert sorted(CASES) == sorted(known().numbers.values()) == list(range(1, 65))


@covers("a_most_dangerous_time", "Cards1-17.1", "Card18.1", "Card19.1", "Card20.1", "Cards21-25.1", "Cards26-28.1")
@covers("a_most_dangerous_time", "Card29.1", "Card30.1", "Card31.1", "Card32.1", "Cards33-38.1", "Cards39-40.1")
@covers("a_most_dangerous_time", "Cards41-44.1", "Card45.1", "Card46.1", "Cards47-48.1", "Cards49-56.1")
@covers(
    "a_most_dangerous_time",
    "Cards57-58.1",
    "Cards59-64.1",
    "6.3.1",
    "6.3.3",
    "8.2.21",
    "4.1.9",
    "4.1(1).3",
    "6.1.1",
    "8.2.2",
)
@pytest.mark.parametrize("number", sorted(CASES))
def test_a_card_is_played_where_it_may_be_and_refused_where_it_may_not(number: int) -> None:
    case = CASES[number]
    session = case.at.session(number)
    hand = where(session, card(number))
    assert hand == f"hand.{case.at.seat}"
    assert refused(session, case.answer) is None
    go(session, case.answer, *case.dice)
    assert where(session, card(number)) == case.goes_to
    assert refused(case.wrong.session(number), case.refused) == case.rule


@covers("a_most_dangerous_time", "6.3.1")
@pytest.mark.parametrize("number", [12, 19, 33, 45, 49, 57, 59])
def test_a_card_of_another_hand_is_refused(number: int) -> None:
    case = CASES[number]
    other = "anti_oda" if case.at.seat == "oda" else "oda"
    more = {**case.at.more, "cards": {case.at.seat: [45 if number != 45 else 46, 63], other: [number]}}
    session = At(case.at.step, case.at.seat, case.at.chit, case.at.units, {**more}).session(62)
    assert refused(session, case.answer) == {33: "Cards33-38.1", 59: "Cards59-64.1"}.get(number, "6.3.1")
