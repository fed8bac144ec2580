"""The log of a game as a player reads it."""

from __future__ import annotations

import pytest

from compiler.play.notation import told_place
from compiler.play.telling import Teller
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch14_victory import great_castles
from tests.rules.a_most_dangerous_time.table import go, position, said, scene, soldiers, talks, the_book, to_the_dice

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
    added = "Oda 6 +1 bravery of Oda Nobunaga +1 Daimyo; Anti-Oda 2 +2 bravery of Azai Nagamasa +1 Daimyo"
    assert said(session).splitlines() == [
        "combat in Sekigahara: Oda Nobunaga and 3 Oda against Azai Nagamasa, 2 Azai and 1 Rokkaku",
        f"initiative: 8 against 5, only Oda fire ({added})",
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
    added = "Oda 6 +2 bravery of Shibata Katsuie; Anti-Oda 1 -1 retreat"
    assert said(session).splitlines()[1:] == [
        "3 Ikko-Ikki will retreat from Nagashima",
        f"initiative: 8 against 0, Anti-Oda are fired on as they leave ({added})",
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
    assert lines == ["3 Negotiation, betrayal: Iga Ninja join Anti-Oda Minors [3.2.10]"]


def test_men_out_of_communication_and_what_it_costs_them_are_told() -> None:
    units = {"w_sekigahara": "4 oda nagamasa 3 azai", "ogaki": "1 asakura"}
    session = position(
        "battle", units, chit="chit_oda", marks={"w_sekigahara": {"activated": True}}, control={"ogaki": "asakura"}
    )
    assert said(session) == "combat in Sekigahara: 4 Oda (out of communication) against Azai Nagamasa and 3 Azai"
    to_the_dice(session)
    go(session, (1,), (6,), (6, 1, 1, 1))
    while len(soldiers(session, "w_sekigahara", "oda")) == 4:
        session.apply(session.legal()[0])
    assert "Oda are out of communication: 2 Units go for 1 hit" in said(session)


def test_men_who_do_the_same_are_told_in_one_line_and_chits_in_order_only_in_words() -> None:
    session = position("move", {"ogaki": "hideyoshi 3 oda", **HOME}, chit="chit_oda", points=2)
    men = tuple(soldiers(session, "ogaki", "oda"))
    go(session, March(("ogaki", "w_sekigahara"), ("hideyoshi", *men)))
    one, two, three = (id.split("#")[1] for id in men)
    names = f"Hashiba Hideyoshi, Oda Soldier {one}, {two} and {three} (Oda)"
    assert Teller.of(session).lines(session) == [f"6 Movement: {names} go to Sekigahara [9.3.1]"]
    fixed = go(position("draw_chit", HOME, fortune=True), "chit_turn_end", "fix_the_order")
    while "the chits now come" not in said(fixed):
        fixed.apply(fixed.legal()[0])
    assert not any("Chits in order" in line for line in Teller.of(fixed).lines(fixed))


def test_a_space_is_told_to_be_of_a_clan() -> None:
    session = position("negotiate", {"kannon_ji": "nobunaga", "sawayama": "1 azai", **HOME}, chit="chit_oda")
    go(session, Negotiate("nobunaga", "sawayama", "azai", "field"), (6,))
    lines = Teller.of(session).lines(session)
    assert "3 Negotiation, betrayal: Sawayama: controlled by Oda [8.2.14]" in lines


def test_a_space_that_goes_back_to_its_printed_clan_is_told() -> None:
    units = {"sawayama": "1 azai", **HOME}
    session = position("move", units, chit="chit_azai_asakura", control={"sawayama": "oda"}, points=1)
    go(session, "done")
    assert "8 Control and cards: Sawayama: Azai again [4.1(8).1]" in Teller.of(session).lines(session)


def test_the_turn_end_chit_is_named_on_its_way_into_the_cup_and_out() -> None:
    home = {**HOME, "hamamatsu": "ieyasu", "ichijo_dani": "yoshikage"}
    lost = position("move", {"kyo": "2 azai", **home}, chit="chit_azai_asakura", scenario="four_player", points=1)
    go(lost, "done")
    assert "the Turn End chit goes into the cup" in said(lost)
    won = position(
        "move",
        {"kyo": "2 oda", **home},
        chit="chit_oda",
        scenario="four_player",
        control={"kyo": "azai"},
        moved={"chit_turn_end": "cup"},
        points=1,
    )
    go(won, "done")
    lines = Teller.of(won).lines(won)
    assert "8 Control and cards: Turn End chit goes to Kyo [16.2.7(1).3]" in lines


def test_the_short_game_says_how_many_castles_were_counted() -> None:
    session = position("advance_turn", HOME, scenario="short", turn=10)
    assert session.outcome is not None
    held = great_castles(scene(session))
    assert session.outcome.because == f"the tenth turn is over: Oda hold {held} great castles of the 6 they need"


@pytest.mark.parametrize(
    ("die", "words"), [(2, "wounded, back on turn 4"), (4, "badly wounded, back on turn 5"), (6, "killed")]
)
def test_the_fate_of_a_leader_is_told_with_its_die(die: int, words: str) -> None:
    session = position(
        "battle",
        {"w_sekigahara": "nobunaga 3 oda nagamasa", **HOME},
        chit="chit_oda",
        marks={"nobunaga": {"arrived": True}},
    )
    to_the_dice(session)
    go(session, (6,), (1,), (6, 1, 1, 1), (die,))
    assert f"Azai Nagamasa, {die}: {words}" in said(session).replace(" (Azai)", "")


def test_a_point_paid_for_a_combat_and_men_who_march_as_two_are_told() -> None:
    units = {"w_sekigahara": "4 oda", "ogaki": "1 asakura", "odani": "2 azai", "sawayama": "hideyoshi 3 oda (1 azai)"}
    session = go(talks(units, control={"ogaki": "asakura"}), "done", (3,))
    cut_off = [line for line in said(session).splitlines() if line.startswith("out of communication: ")]
    assert len(cut_off) == 1
    assert "4 Oda in Sekigahara" in cut_off[0]
    assert "Asakura" not in cut_off[0]  # they do not act now
    go(session, Activate("sawayama"))
    assert "a point is paid for a combat in Sawayama" in said(session)
