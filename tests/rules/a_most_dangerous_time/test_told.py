"""The log of a game as a player reads it."""

from __future__ import annotations

from compiler.play.notation import told_place
from compiler.play.telling import Teller
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from tests.rules.a_most_dangerous_time.table import go, position, said, soldiers, the_book, to_the_dice

HOME = {"gifu": "1 oda", "odani": "1 azai"}


def test_a_field_combat_can_be_followed() -> None:
    session = position(
        "battle",
        {"w_sekigahara": "nobunaga 3 oda nagamasa 2 azai 1 rokkaku", **HOME},
        chit="chit_oda",
        marks={"nobunaga": {"arrived": True}},
    )
    to_the_dice(session)
    go(session, (6,), (2,), (6, 1, 1, 1))
    assert said(session).splitlines() == [
        "combat in Sekigahara: Oda Nobunaga and 3 Oda against Azai Nagamasa, 2 Azai and 1 Rokkaku",
        "initiative: 8 against 5, only Oda fire",
        "the command of Oda Nobunaga, 4 dice at 5 or more: 1 hit against Anti-Oda",
    ]


def test_a_retreat_and_a_storm_are_told() -> None:
    session = position(
        "battle",
        {"nagashima": "katsuie 4 oda 3 ikko_ikki", **HOME},
        chit="chit_oda",
        marks={"katsuie": {"arrived": True}},
    )
    go(session, "field", "retreat", (6,), (1,), (1,) * 4, (1,), "storm")
    assert said(session).splitlines()[1:] == [
        "3 Ikko-Ikki will retreat from Nagashima",
        "initiative: 8 against -1, Anti-Oda are fired on as they leave",
        "the command of Shibata Katsuie, 4 dice at 4 or more: no hits against Anti-Oda",
        "Soldiers without a Leader, 1 die at 6: no hits against Anti-Oda",
        "Oda storm Nagashima",
    ]


def test_dice_at_a_fort_say_its_value_and_cards_who_draws() -> None:
    session = position(
        "battle",
        {"nagashima": "katsuie 4 oda 2 ikko_ikki", **HOME},
        chit="chit_oda",
        marks={"katsuie": {"arrived": True}},
    )
    go(session, Fort(tuple(soldiers(session, "nagashima", "ikko_ikki"))), "storm", (1, 1), (6, 1, 1, 1, 1))
    lines = said(session).splitlines()
    assert "Ikko-Ikki, 2 dice at 3 or more: no hits against the besiegers" in lines
    assert "the besiegers, 5 dice at 6: 1 hit against Nagashima, Fort Value 2" in lines
    drawn = go(position("draw_chit", HOME, deck=[2, 41]), "chit_turn_end")
    told = {who: "\n".join(Teller.of(drawn, who).lines(drawn)) for who in ("oda", "anti_oda", None)}
    card = the_book().game.cards["event_41"].name.en
    assert f"Oda Faction draws {card}" in told["oda"]
    assert "Oda Faction draws a card" in told["anti_oda"]
    assert told["anti_oda"] == told[None]


def test_places_and_the_next_cup_are_told_by_plain_names() -> None:
    session = go(position("draw_chit", HOME), "chit_turn_end")
    while "cup" not in said(session):
        go(session, "done")
    lines = Teller.of(session).lines(session)
    cup = "Oda, Azai/Asakura, Ikko-Ikki, Anti-Oda Minors and Turn End"
    assert f"5 New cup: the cup is made up: {cup} [4.2(5).2]" in lines
    assert [line for line in lines if "chit" in line] == [
        "Draw a chit: Turn End chit goes to Action Chits: Active [4.1.3]"
    ]
    assert told_place(the_book(), "regroup_oda") == "Regroup Boxes: Oda"
    assert told_place(the_book(), "turn_2") == "Game Turn: 2"
    assert told_place(the_book(), "obama") == "Obama"


def test_negotiations_points_and_impulses_say_what_they_are_about() -> None:
    session = position(
        "negotiate", {"kannon_ji": "nobunaga", "sawayama": "2 azai", "odani": "nagamasa", **HOME}, chit="chit_oda"
    )
    go(session, Negotiate("nobunaga", "sawayama", "azai", "field"), (3,), (4,))
    assert "Oda Nobunaga negotiates with a Soldier of Azai in Sawayama: 6 or more wins him" in said(session)
    assert "4 and 2 for Kyo: 6 Movement Points" in said(session)
    drawn = go(position("draw_chit", {"kyo": "katsuie", **HOME}), "chit_ikko_ikki")
    assert said(drawn) == "impulse of Ikko-Ikki (Anti-Oda Faction)"


def test_a_clan_that_joins_or_falls_is_told_once() -> None:
    session = position("negotiate", {"minakuchi": "nobunaga", "ueno": "2 iga_ninja", **HOME}, chit="chit_oda")
    go(session, Negotiate("nobunaga", "ueno", "iga_ninja", "field"), (1,))
    assert soldiers(session, "ueno", "iga_ninja")
    lines = [line for line in Teller.of(session).lines(session) if "join" in line]
    assert lines == ["3 Negotiation and betrayal: Iga Ninja join Anti-Oda Minors [3.2.10]"]
