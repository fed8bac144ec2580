"""What the log says of a combat, of turns, petitions and rebels: a reader who saw nothing can follow it."""

from __future__ import annotations

from compiler.model.event import Drawn, Moved, Turned
from compiler.play.chance import Seeded
from compiler.play.outcome import Victory
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.telling import Teller, ending, enumerated
from compiler.play.textmap import excerpt
from compiler.rules.road_to_honganji.actions import Combat, Move, Play
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import card, go, happened, position, said, the_book, turn_of


def test_an_attack_and_its_answer_are_told_from_declaration_to_outcome() -> None:
    session = position(
        acting="shibata",
        lands={
            "echizen": "shibata_katsuie takigawa_kazumasu maeda_toshiie kitano_castle",
            "bizen": "shibata_army",
            "etchu_kaga": "jinbou_nagamoto neutral_army*2",
        },
        hands={"shibata": "x x"},
    )
    go(session, Move("echizen", "etchu_kaga"), "shibata_katsuie", "takigawa_kazumasu", "maeda_toshiie", "go")
    go(session, "shibata_katsuie", "takigawa_kazumasu", [4, 5], [2, 6, 6])
    go(session, "maeda_toshiie", [3], "echizen")
    assert said(session)[:5] == [
        (
            "Shibata attacks Neutral in Etchu Kaga, coming from Echizen: Shibata Katsuie commands 3 units with the"
            " support of Takigawa Kazumasu, 2 dice that hit on 4 or less"
        ),
        "counterattack of Neutral: Jinbou Nagamoto commands 3 units, 3 dice that hit on 2 or less",
        "damage: Neutral takes 1, Shibata takes 1",
        "Maeda Toshiie is hit and rolls for his life",
        "left in Etchu Kaga: Shibata 2 of 3, Neutral 2 of 3",
    ]


def test_a_charge_raises_the_value_that_is_told_and_surprise_silences_the_answer() -> None:
    lands = {"tanba": "akechi_mitsuhide akechi_army!", "tango": "isshiki_yoshimichi", "harima": "hosokawa_fujitaka"}
    session = position(lands={**lands, "kai": "hosokawa_tadaoki"}, hands={"akechi": "charge surprise_attack x"})
    go(session, Play(card(session, "akechi", "charge")), Move("tanba", "tango"), "akechi_mitsuhide", [6], [6])
    assert said(session)[:2] == [
        "Akechi plays Charge",
        (
            "Akechi attacks Neutral in Tango, coming from Tanba: Akechi Mitsuhide commands 1 unit, 1 die that hits on"
            " 4 or less"
        ),
    ]
    lands["tanba"] = "akechi_mitsuhide hosokawa_fujitaka akechi_army"
    session = position(lands={**lands, "harima": "neutral_army"}, hands={"akechi": "surprise_attack x"})
    go(session, Play(card(session, "akechi", "surprise_attack")), Move("tanba", "tango"), "akechi_mitsuhide", "go", [1])
    assert said(session)[2:] == [
        "Neutral is surprised: no counterattack",
        "damage: Neutral takes 1, Akechi takes 0",
        "left in Tango: Akechi 1 of 1, Neutral none of 1",
    ]


def test_units_without_a_general_are_said_to_have_no_dice() -> None:
    session = position(
        rebels=["akechi"],
        lands={"gifu": "akechi_army*2 sanada_masayuki", "tanba": "akechi_mitsuhide"},
        hands={"akechi": "x x"},
    )
    go(session, Combat("gifu"), [1])
    assert said(session)[0] == "Akechi attacks Neutral in Gifu: 2 units without a general, no dice"
    assert said(session)[-1] == "left in Gifu: Akechi 1 of 2, Neutral 1 of 1"


def test_turned_oda_armies_are_not_left_of_the_clan() -> None:
    lands = {"tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army", "miyako_azuchi": "oda_nobunaga mori_ranmaru"}
    session = position(lands=lands, hands={"akechi": "x x"})
    go(session, Move("tanba", "miyako_azuchi"), "akechi_mitsuhide", "hosokawa_tadaoki", "go")
    go(session, "akechi_mitsuhide", [1, 6], [6, 6])
    assert "Akechi rebels" in said(session)
    assert said(session)[-1] == "left in Miyako Azuchi: Akechi 2 of 2, Oda 1 of 2"


def test_a_directed_clan_and_who_directs_it_are_named() -> None:
    session = position(
        acting="shibata",
        lands={"chugoku": "kikkawa_motoharu mouri_army", "bizen": "akechi_army", "echizen": "shibata_katsuie"},
        hands={"shibata": "x x"},
    )
    go(session, Play(card(session, "shibata", "surrounding_nobunaga")), "mouri", Move("chugoku", "bizen"))
    assert said(session)[:2] == ["Shibata plays Surrounding Nobunaga", "Shibata directs Mouri"]


def test_the_marks_that_settle_control_are_not_told_beside_the_battle() -> None:
    session = position(
        rebels=["akechi"],
        lands={"gifu": "akechi_army*2 sanada_masayuki", "tanba": "akechi_mitsuhide"},
        hands={"akechi": "x x"},
    )
    go(session, Combat("gifu"), [1])
    assert session.table.mark("gifu", "last_fought") == "akechi"
    assert not any("attacked here" in line or "to attack here" in line for line in Teller.of(session).lines(session))


def first_turn(seed: int = 5) -> Session:
    session, luck = Session.begin(the_book(), "four_players", Seeded(seed)), RandomPlayer(seed)
    while session.asks and turn_of(session) == 1:
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
    return session


def test_petitions_and_action_turns_name_their_player() -> None:
    spoken = said(first_turn())
    assert [line for line in spoken if "petitions" in line][:4] == [
        f"{clan} petitions Nobunaga" for clan in ("Akechi", "Shibata", "Tokugawa", "Hashiba")
    ]
    assert next(line for line in spoken if "action turn" in line).startswith("action turn of Akechi, cards in hand: ")


@covers("road_to_honganji", "6-9.3")
def test_used_cards_go_back_by_the_rule_of_the_end_phase() -> None:
    back = [event for event in happened(first_turn()) if isinstance(event, Drawn) and event.to == "stack"]
    assert back
    assert {event.rule for event in back} == {"3-5.2"}


@covers("road_to_honganji", "3-5.3")
def test_the_dead_are_not_made_ready() -> None:
    session = position(
        "make_ready", None, lands={"tanba": "akechi_mitsuhide!", "removed": "hosokawa_tadaoki!", "gifu": "akechi_army!"}
    )
    turned = {event.piece for event in happened(session) if isinstance(event, Turned)}
    assert turned == {"akechi_mitsuhide", "akechi_army#1"}


@covers("road_to_honganji", "3-1.x1")
def test_a_rebel_waits_behind_the_vassals_by_another_rule_than_theirs() -> None:
    session = position(
        "rank_vassals", None, rebels=["akechi"], lands={"tanba": "akechi_mitsuhide", "echizen": "shibata_katsuie"}
    )
    moved = {
        event.piece: event.rule for event in happened(session) if isinstance(event, Moved) and event.to == "order_4"
    }
    assert moved == {"order_akechi": "3-1.x1"}


def test_names_are_strung_together_as_a_sentence_has_them() -> None:
    assert [enumerated(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_several_win_and_one_wins() -> None:
    won = [("akechi", "shibata", "hashiba"), ("akechi",), ()]
    told = [ending(the_book(), Victory(winners, "so it is", "9-1.5")) for winners in won]
    assert [line.partition(": ")[2].partition(".")[0] for line in told] == [
        "Akechi, Shibata and Hashiba win",
        "Akechi wins",
        "nobody wins",
    ]
    assert told[0].endswith(" So it is [9-1.5]")


def test_the_points_are_told_when_they_decide() -> None:
    session = position(
        "end_check",
        None,
        turn=6,
        rebels=["akechi"],
        lands={"tanba": "akechi_mitsuhide", "miyako_azuchi": "akechi_army", "echizen": "shibata_katsuie"},
        out={"tokugawa": "oda", "hashiba": "oda"},
        marks=[("akechi", "slayer")],
    )
    assert said(session) == ["victory points: Akechi, rebel, 4 (Defeated Nobunaga); Shibata, vassal, 1"]


def test_a_vassal_is_warned_before_he_pays_for_a_march_that_makes_him_a_rebel() -> None:
    lands = {
        "tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army",
        "harima": "hashiba_hideyoshi",
        "tango": "neutral_army",
    }
    session = position(lands=lands, hands={"akechi": "x levy"})
    assert "victory points: 1" in session.ask().prompt
    session.apply(Move("tanba", "harima"))
    assert session.ask().prompt == "discard which card for the move from Tanba to Harima, which makes you a rebel?"
    session.apply(card(session, "akechi", "levy"))
    assert session.ask().prompt == "Tanba to Harima, which makes Akechi a rebel: which unit goes?"
    session.undo()
    session.undo()
    session.apply(Move("tanba", "tango"))
    assert session.ask().prompt == "discard which card for the move from Tanba to Tango?"
    session.apply(card(session, "akechi", "levy"))
    session.apply("akechi_army#1")
    assert session.ask().prompt == "Tanba to Tango: which unit goes? So far: Akechi army"


def test_the_map_in_words_tells_control_and_who_is_spent() -> None:
    session = position(lands={"tanba": "akechi_mitsuhide! akechi_army"}, hands={"akechi": "x"})
    line = next(line for line in excerpt(the_book(), session.table, ()).splitlines() if line.startswith("Tanba"))
    assert line == "Tanba (tanba), controlled by Akechi: Akechi Mitsuhide (Akechi) spent, Akechi army 1 (Akechi)"
