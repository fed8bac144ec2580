"""Cards 5 to 7: Opportunism, the Chief Adviser declaration, Slander."""

from __future__ import annotations

from compiler.play.telling import Teller
from compiler.play.view import view
from compiler.rules.road_to_honganji.actions import Move, Play
from compiler.rules.road_to_honganji.ch09_victory import score
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
    at,
    card,
    cards,
    go,
    holder,
    listed,
    place,
    position,
    refused,
    rolls,
    scene,
    status,
)

ECHIZEN = {"echizen": "shibata_katsuie takigawa_kazumasu maeda_toshiie shibata_army*2"}
HARIMA = {"harima": "hashiba_hideyoshi kuroda_kanbee hashiba_hidenaga"}


@covers("road_to_honganji", "Cards.5", "1-2-1-2.2", "7-2.3")
def test_a_general_with_a_red_name_turns_his_coat() -> None:
    lands = {
        **ECHIZEN,
        "gifu": "maeda_toshiie shibata_army*2",
        "owari_ise": "niwa_nagahide!",
        "tanba": "hosokawa_fujitaka akechi_army*2",
    }
    session = position(acting="shibata", lands=lands, hands={"shibata": "opportunism opportunism x x", "akechi": "x"})
    go(session, Play("opportunism#1"))
    assert set(listed(session)) == {"niwa_nagahide", "hosokawa_fujitaka"}
    for wrong in ("maeda_toshiie", "takigawa_kazumasu", "kuroda_kanbee", "oda_nobunaga"):
        assert refused(session, wrong) == "Cards.5"
    go(session, "niwa_nagahide")
    piece = session.table.pieces["niwa_nagahide"]
    assert (piece.side, piece.face, piece.mark("turncoat")) == ("neutral", 1, True)
    go(session, Play("opportunism#2"))  # only Fujitaka is left: nobody is named twice
    assert at(session, "tanba") == "akechi_army*2 hosokawa_fujitaka"
    go(session, Move("gifu", "owari_ise"), "maeda_toshiie", "go", [1], [6])
    assert status(session, "shibata") == "vassal"  # Owari is Neutral now
    assert rolls(session) == [("attack", 1), ("counterattack", 1)]  # and he falls without a die
    assert place(session, "niwa_nagahide") == "removed"
    go(session, "end")
    assert refused(session, Move("tanba", "tango")) == "7-2.3"


@covers("road_to_honganji", "Cards.5", "5-2.2")
def test_the_area_of_a_turncoat_is_neutral_at_the_end_of_the_action_turn() -> None:
    session = position(
        acting="shibata",
        lands={**ECHIZEN, "owari_ise": "niwa_nagahide"},
        hands={"shibata": "opportunism x", "akechi": "x"},
    )
    go(session, Play("opportunism#1"))
    assert holder(session, "owari_ise") == "oda"
    go(session, "end")
    assert holder(session, "owari_ise") == "neutral"
    none = position(
        acting="shibata",
        lands={**ECHIZEN, "owari_ise": "niwa_nagahide"},
        turncoats=["niwa_nagahide"],
        hands={"shibata": "opportunism x"},
    )
    assert refused(none, Play("opportunism#1")) == "Cards.5"


@covers("road_to_honganji", "Cards.6", "9-2.4", "5-2.x3")
def test_the_chief_adviser_declaration() -> None:
    lands = {**ECHIZEN, "miyako_azuchi": "maeda_toshiie shibata_army"}
    session = position(
        acting="shibata", lands=lands, hands={"shibata": "chief_adviser x"}, marks=[("akechi", "adviser")]
    )
    before = score(scene(session), "shibata")
    go(session, Play("chief_adviser"))
    assert score(scene(session), "shibata") == before + 1
    assert not session.table.mark("akechi", "adviser")
    lost = position(
        acting="shibata", lands=ECHIZEN, hands={"shibata": "chief_adviser x"}, marks=[("shibata", "adviser")]
    )
    assert score(scene(lost), "shibata") == 2  # Echizen, and the point that stays
    assert refused(lost, Play("chief_adviser")) == "Cards.6"
    holds = position(
        acting="shibata", lands=lands, hands={"shibata": "chief_adviser x"}, marks=[("shibata", "adviser")]
    )
    assert refused(holds, Play("chief_adviser")) == "Cards.6"
    alive = position(acting="shibata", lands={**lands, "gifu": "oda_nobunaga"}, hands={"shibata": "chief_adviser x"})
    assert refused(alive, Play("chief_adviser")) == "Cards.6"
    fresh = position(
        acting="shibata", lands=lands, control={"miyako_azuchi": "oda"}, hands={"shibata": "chief_adviser x"}
    )
    assert refused(fresh, Play("chief_adviser")) == "Cards.6"  # taken in this action turn


@covers("road_to_honganji", "Cards.7", "6-9.x1", "3-2.2")
def test_slander_shows_a_hand_to_its_player_alone() -> None:
    lands = {**HARIMA, "tanba": "akechi_mitsuhide", "echizen": "shibata_katsuie", "miyako_azuchi": "oda_nobunaga"}
    session = position(
        acting="hashiba",
        lands=lands,
        rebels=["tokugawa"],
        hands={"hashiba": "slander x", "akechi": "levy charge inducement", "shibata": "x", "tokugawa": "x"},
    )
    go(session, Play("slander"))
    assert listed(session) == ["akechi", "shibata"]
    for wrong in ("tokugawa", "hashiba", "oda"):
        assert refused(session, wrong) == "Cards.7"
    go(session, "akechi")
    assert listed(session) == ["levy#1", "charge#1", "inducement#1"]
    assert refused(session, card(session, "shibata", "surrounding_nobunaga")) == "Cards.7"
    theirs = {"levy#1", "charge#1", "inducement#1"}
    assert theirs <= set(view(session, "hashiba").table.pieces)
    assert not theirs & set(view(session, "shibata").table.pieces)
    go(session, "charge#1")
    seen = view(session, "shibata").table
    assert theirs & set(seen.pieces) == {"charge#1"}
    assert len(seen.stacks["hand.akechi"]) == 2
    told = "\n".join(Teller.of(session, "shibata", loud=True).lines(session))
    assert "Charge 1 " in told
    assert "Levy" not in told
    assert "Levy" in "\n".join(Teller.of(session, "hashiba", loud=True).lines(session))
    assert cards(session, "akechi") == ["levy", "inducement"]


@covers("road_to_honganji", "Cards.7", "6-2.2")
def test_who_may_slander() -> None:
    lands = {**HARIMA, "tanba": "akechi_mitsuhide", "miyako_azuchi": "oda_nobunaga"}
    hands = {"hashiba": "slander x", "akechi": "x"}
    assert refused(position(acting="hashiba", lands=lands, hands=hands), Play("slander")) is None
    rebel = position(acting="hashiba", lands=lands, hands=hands, rebels=["hashiba"])
    assert refused(rebel, Play("slander")) == "Cards.7"
    two = position(acting="hashiba", lands={**lands, "harima": "hashiba_hideyoshi kuroda_kanbee"}, hands=hands)
    assert refused(two, Play("slander")) == "6-2.2"
    gone = position(acting="hashiba", lands={**HARIMA, "tanba": "akechi_mitsuhide"}, hands=hands)
    assert refused(gone, Play("slander")) == "Cards.7"
    nobody = position(acting="hashiba", lands=lands, hands=hands, rebels=["akechi"])
    assert refused(nobody, Play("slander")) == "Cards.7"
