"""Chapter 6: action turns, reinforcement, transfer, discards."""

from __future__ import annotations

from compiler.play.view import view
from compiler.rules.road_to_honganji.actions import Combat, Discard, Move, Play, Reinforce, Transfer
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import (
    PLAIN,
    asked,
    at,
    card,
    cards,
    go,
    happened,
    holder,
    kinds,
    listed,
    place,
    position,
    refused,
    rolls,
)

TANBA = {"tanba": "akechi_mitsuhide hosokawa_tadaoki akechi_army*2"}
CAPITAL = {"miyako_azuchi": "oda_nobunaga sakuma_nobumori mori_ranmaru", "gifu": "oda_nobutada"}


# -- rotations ---------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6-1.1", "6.1", "6-1.2", "6-8.1")
def test_action_turns_go_round_in_order_until_all_cards_are_used() -> None:
    session = position(
        "next_player",
        None,
        start=True,
        order=("hashiba", "akechi", "tokugawa", "shibata"),
        hands={"hashiba": "x x", "akechi": "x x x", "shibata": "x"},
    )
    seen = []
    while session.step == "take_action":
        seat = asked(session)
        seen.append(seat)
        no = session.why_not(Discard(session.table.stacks[f"hand.{seat}"][0]), "tokugawa")
        assert no is not None  # one at a time
        assert "not asked" in no.because
        go(session, Discard(session.table.stacks[f"hand.{seat}"][0]))
        if session.step == "take_action" and asked(session) == seat and session.ask().stop == "enough":
            go(session, "enough")
    assert seen == ["hashiba", "akechi", "shibata", "hashiba", "akechi", "akechi"]
    assert not any(cards(session, seat) for seat in ("hashiba", "akechi", "shibata"))


@covers("road_to_honganji", "6.3", "6.x2", "6.4")
def test_a_card_must_be_used_before_the_turn_ends_and_all_may_be() -> None:
    session = position(lands=TANBA, hands={"akechi": "x x x x", "shibata": "x"})
    assert refused(session, "end") == "6.3"
    go(session, Reinforce("akechi", "tanba"))
    assert "end" in listed(session)
    go(session, Reinforce("akechi", "tanba"), Move("tanba", "tango"), "akechi_army#1", "go")
    assert cards(session, "akechi") == [PLAIN]
    go(session, Reinforce("akechi", "tanba"))
    assert asked(session) == "shibata"  # the last card used, nobody is asked whether it is over


@covers("road_to_honganji", "6.6")
def test_cards_may_be_kept_for_later_rotations() -> None:
    session = position(lands=TANBA, hands={"akechi": "x x x x", "shibata": "x"})
    go(session, Reinforce("akechi", "tanba"), "end")
    assert asked(session) == "shibata"
    go(session, Discard(session.table.stacks["hand.shibata"][0]))
    assert asked(session) == "akechi"
    go(session, *[Reinforce("akechi", "tanba")] * 3)
    assert cards(session, "akechi") == []


@covers("road_to_honganji", "6.2")
def test_six_kinds_of_action_for_a_vassal_five_for_a_rebel() -> None:
    lands = {**TANBA, **CAPITAL, "tango": "hosokawa_fujitaka akechi_army isshiki_yoshimichi"}
    vassal = position(lands=lands, hands={"akechi": "levy x"}, control={"tango": "akechi"})
    six = {"play", "reinforce", "transfer", "move", "combat", "discard"}
    assert kinds(vassal) == six
    rebel = position(lands=lands, hands={"akechi": "levy x"}, control={"tango": "akechi"}, rebels=["akechi"])
    assert kinds(rebel) == six - {"transfer"}
    assert kinds(position(start=True, hands={"akechi": "levy x"})) == six - {"combat"}
    for wrong in ("move", 7, ("tanba",)):
        assert refused(vassal, wrong) == "6.2"


@covers("road_to_honganji", "6.x1")
def test_only_what_can_be_carried_out_is_offered_and_a_discard_always_is() -> None:
    session = position(
        lands={"tanba": "akechi_mitsuhide! akechi_army*6!", "tango": "neutral_army*5"},
        rebels=["akechi"],
        hands={"akechi": "levy chief_adviser"},
    )
    assert kinds(session) == {"discard"}


@covers("road_to_honganji", "6.5")
def test_an_action_is_finished_before_the_next_begins() -> None:
    session = position(lands={**TANBA, "tango": "isshiki_yoshimichi"}, hands={"akechi": "x x x", "shibata": "x"})
    go(session, Move("tanba", "tango"), "akechi_mitsuhide", "go")
    assert session.why_not(Reinforce("akechi", "tanba")) is not None  # the dice are waited for
    go(session, [6], [6])
    assert asked(session) == "akechi"
    assert session.why_not(Reinforce("akechi", "tanba")) is None


@covers("road_to_honganji", "6.x3", "6-1.2")
def test_who_lost_his_last_card_to_slander_passes() -> None:
    session = position(
        acting="hashiba",
        order=("hashiba", "akechi", "shibata", "tokugawa"),
        lands={**TANBA, **CAPITAL, "harima": "hashiba_hideyoshi kuroda_kanbee hashiba_hidenaga"},
        hands={"hashiba": "slander", "akechi": "x", "shibata": "x x"},
    )
    go(session, Play(card(session, "hashiba", "slander")), "akechi", card(session, "akechi", PLAIN))
    assert cards(session, "akechi") == []
    assert asked(session) == "shibata"


@covers("road_to_honganji", "6-7.1")
def test_a_discard_does_nothing_and_ends_the_action_turn() -> None:
    session = position(lands=TANBA, hands={"akechi": "levy levy x", "shibata": "x"})
    before = {area: at(session, area) for area in ("tanba", "tango")}
    assert refused(session, Discard("charge#1")) == "6-7.1"
    go(session, Discard("levy#1"), "levy#2")
    assert refused(session, "charge#1") == "6-7.1"
    go(session, "enough")
    assert asked(session) == "shibata"
    assert cards(session, "akechi") == [PLAIN]
    assert {area: at(session, area) for area in before} == before
    after = position(lands=TANBA, hands={"akechi": "x x x", "shibata": "x"})
    go(after, Reinforce("akechi", "tanba"))
    go(after, Discard(card(after, "akechi", PLAIN)), "enough")
    assert asked(after) == "shibata"  # also after another action


# -- events ------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6-2.1", "6-2.3", "6-2.x2")
def test_an_event_shows_its_card_which_pays_for_it() -> None:
    session = position(lands=TANBA, hands={"akechi": "levy x x x"})
    assert refused(session, Play("levy#2")) == "6-2.1"
    go(session, Play("levy#1"))
    assert place(session, "levy#1") == "used"  # before its effect
    assert "levy#1" in view(session, "hashiba").table.pieces
    go(session, "enough")
    assert cards(session, "akechi") == [PLAIN] * 3
    assert at(session, "tanba").count("akechi_army!") == 1


@covers("road_to_honganji", "6-2.2")
def test_cunning_is_the_number_of_generals_with_a_star_on_the_map() -> None:
    lands = {"tanba": "akechi_mitsuhide! hosokawa_fujitaka akechi_army", "tango": "isshiki_yoshimichi"}
    session = position(lands=lands, hands={"akechi": "inducement x"}, control={"tanba": "akechi"})
    assert refused(session, Play("inducement#1")) is None
    lands["tanba"] = "akechi_mitsuhide hosokawa_tadaoki akechi_army"
    session = position(lands=lands, hands={"akechi": "inducement x"}, control={"tanba": "akechi"})
    assert refused(session, Play("inducement#1")) == "6-2.2"
    turned = position(
        lands={"tanba": "akechi_mitsuhide akechi_army", "tango": "isshiki_yoshimichi", "gifu": "hosokawa_fujitaka"},
        turncoats=["hosokawa_fujitaka"],
        hands={"akechi": "inducement x"},
    )
    assert refused(turned, Play("inducement#1")) == "6-2.2"


@covers("road_to_honganji", "6-2.x1")
def test_nobody_answers_an_action_with_a_card() -> None:
    session = position(
        acting="akechi",
        lands={**TANBA, "harima": "hashiba_hideyoshi hashiba_hidenaga hashiba_army"},
        hands={"akechi": "x x", "hashiba": "charge surprise_attack fortification"},
    )
    go(session, Move("tanba", "harima"), "akechi_mitsuhide", "akechi_army#1", "go")
    assert asked(session) == "hashiba"
    assert listed(session) == ["hashiba_hideyoshi", "hashiba_hidenaga"]  # a commander, no card
    assert refused(session, Play("charge#1")) == "8-2-1.1"


@covers("road_to_honganji", "6-2.x3")
def test_an_event_that_would_change_nothing_cannot_be_played_but_its_card_pays() -> None:
    session = position(lands=TANBA, hands={"akechi": "surrender_of_garrison_army x"})
    assert refused(session, Play("surrender_of_garrison_army#1")) == "Cards.4"
    go(session, Move("tanba", "tango"), "surrender_of_garrison_army#1")
    assert place(session, "surrender_of_garrison_army#1") == "used"


# -- reinforcement -----------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6-3.1", "6-3.2", "6-3-1.1", "1-2-2-1.1", "1-2-2-1.x1")
def test_own_reinforcement_is_one_spent_army_in_an_own_area_for_a_card() -> None:
    session = position(
        acting="hashiba",
        lands={"harima": "hashiba_hideyoshi", "tajima": "yamana_hirotoyo"},
        hands={"hashiba": "levy charge x x"},
    )
    assert refused(session, Reinforce("akechi", "harima")) == "6-3.1"
    assert refused(session, Reinforce("hashiba", "tajima")) == "6-3-1.1"
    assert refused(session, Reinforce("hashiba", "atlantis")) == "6-3-1.1"
    go(session, Reinforce("hashiba", "harima"))
    assert set(listed(session)) == {"levy#1", "charge#1", card(session, "hashiba", PLAIN)}
    assert refused(session, "levy#2") == "6-3.2"
    go(session, "charge#1")
    assert at(session, "harima") == "hashiba_army! hashiba_hideyoshi"
    assert sorted(cards(session, "hashiba")) == ["levy", PLAIN, PLAIN]
    assert session.table.count("armies.hashiba") == 5
    assert place(session, "himeji_castle") == "castles.hashiba"
    full = position(acting="hashiba", lands={"harima": "hashiba_hideyoshi hashiba_army*6"}, hands={"hashiba": "x"})
    assert refused(full, Reinforce("hashiba", "harima")) == "1-2-2-1.1"


@covers("road_to_honganji", "6-3-2.1", "6-3-2.x1", "6-3-2.x2")
def test_neutral_reinforcement_joins_a_neutral_unit() -> None:
    lands = {
        **TANBA,
        "shikoku": "chousokabe_motochika",
        "miyako_azuchi": "oda_nobunaga sakuma_nobumori~",
        "mikawa": "honda_tadakatsu",
    }
    session = position(lands=lands, hands={"akechi": "x x x"}, out={"tokugawa": "oda"})
    assert refused(session, Reinforce("neutral", "tanba")) == "6-3-2.1"
    assert refused(session, Reinforce("neutral", "mikawa")) == "6-3-2.1"  # a knocked-out clan is not Neutral
    go(session, Reinforce("neutral", "shikoku"))
    assert at(session, "shikoku") == "chousokabe_motochika neutral_army"
    go(session, Reinforce("neutral", "miyako_azuchi"))  # beside a turned Oda army
    assert at(session, "miyako_azuchi") == "neutral_army oda_nobunaga sakuma_nobumori~"
    empty = position(lands={**lands, "tajima": "neutral_army*5"}, hands={"akechi": "x"})
    assert refused(empty, Reinforce("neutral", "shikoku")) == "1-2-2-1.1"


@covers("road_to_honganji", "6-3.x1")
def test_a_reinforcement_beside_other_clans_starts_no_combat() -> None:
    session = position(
        acting="shibata",
        lands={"echizen": "shibata_katsuie neutral_army"},
        hands={"shibata": "x x"},
        control={"echizen": "shibata"},
    )
    go(session, Reinforce("shibata", "echizen"))
    assert at(session, "echizen") == "neutral_army shibata_army! shibata_katsuie"
    assert rolls(session) == []


# -- transfer ----------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6-4.1", "6-4.2", "6-4.3", "10-3.1", "10-3.2", "1-2-2.3")
def test_a_vassal_transfers_an_oda_army_to_another_oda_area() -> None:
    lands = {**TANBA, **CAPITAL, "harima": "hashiba_hideyoshi", "yamato": "matsunaga_hisahide tsutsui_junkei"}
    session = position(lands=lands, hands={"akechi": "x x x"})
    assert refused(session, Transfer("sakuma_nobumori", "harima")) == "6-4.2"
    assert refused(session, Transfer("sakuma_nobumori", "miyako_azuchi")) == "6-4.2"
    assert refused(session, Transfer("akechi_army#1", "gifu")) == "6-4.2"
    assert refused(session, Transfer("matsunaga_hisahide", "gifu")) == "6-4.4"
    go(session, Transfer("tsutsui_junkei", "gifu"))
    assert at(session, "gifu") == "oda_nobutada tsutsui_junkei"
    assert len(cards(session, "akechi")) == 2
    rebel = position(lands=lands, hands={"akechi": "x"}, rebels=["akechi"])
    assert refused(rebel, Transfer("sakuma_nobumori", "gifu")) == "6-4.1"
    assert "transfer" not in kinds(rebel)


@covers("road_to_honganji", "6-4.2", "6-4.x1", "10-3.2")
def test_the_last_oda_unit_may_leave_also_when_nobunaga_is_gone_and_nobody_fights() -> None:
    session = position(
        lands={**TANBA, "gifu": "mori_ranmaru", "owari_ise": "niwa_nagahide maeda_toshiie", "hida": "shibata_army"},
        hands={"akechi": "x x"},
        control={"owari_ise": "oda"},
        rebels=["shibata"],
    )
    go(session, Transfer("mori_ranmaru", "owari_ise"))
    assert at(session, "owari_ise") == "maeda_toshiie mori_ranmaru niwa_nagahide"
    assert rolls(session) == []
    go(session, "end")
    assert holder(session, "gifu") == "neutral"


@covers("road_to_honganji", "6-4.1")
def test_a_rebel_transfers_nobody_also_when_nobunaga_is_gone() -> None:
    lands = {**TANBA, "gifu": "mori_ranmaru oda_nobutada", "owari_ise": "niwa_nagahide"}
    rebel = position(lands=lands, hands={"akechi": "x x"}, rebels=["akechi"])
    assert refused(rebel, Transfer("mori_ranmaru", "owari_ise")) == "6-4.1"
    assert refused(position(lands=lands, hands={"akechi": "x x"}), Transfer("mori_ranmaru", "owari_ise")) is None


# -- paying ------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "6-5.3", "6-5.x1")
def test_a_movement_is_paid_for_before_any_die() -> None:
    session = position(lands={**TANBA, "tango": "isshiki_yoshimichi"}, hands={"akechi": "levy x x x"})
    go(session, Move("tanba", "tango"), "levy#1", "akechi_mitsuhide", "go")
    assert asked(session) == "chance"
    assert place(session, "levy#1") == "used"
    go(session, [6], [6])
    assert len(cards(session, "akechi")) == 3


@covers("road_to_honganji", "8-6.1", "8-6.2", "8-5.1", "8-5.4")
def test_a_continued_combat_costs_a_card_and_one_more_each_time() -> None:
    session = position(
        lands={"gifu": "akechi_mitsuhide akechi_army oda_nobutada"},
        rebels=["akechi"],
        hands={"akechi": "levy x x x", "shibata": "x x x"},
    )
    go(session, Combat("gifu"), card(session, "akechi", PLAIN), [6, 6], [6])
    assert refused(session, "charge#1") == "8-6.1"
    for _ in range(2):
        go(session, card(session, "akechi", PLAIN), [6, 6], [6])
    assert cards(session, "akechi") == ["levy"]
    go(session, "levy#1", [6, 6], [6])
    assert len(cards(session, "shibata")) == 3
    assert [event.rule for event in happened(session) if getattr(event, "to", "") == "used"] == ["8-6.1"] * 4


@covers("road_to_honganji", "1-1-1.2")
def test_the_seto_sea_is_an_area_like_others() -> None:
    session = position(
        acting="hashiba",
        lands={"harima": "hashiba_hideyoshi hashiba_army*2", "seto_sea": "murakami_takeyoshi"},
        hands={"hashiba": "x x x", "akechi": "x"},
    )
    go(session, Move("harima", "seto_sea"), "hashiba_hideyoshi", "hashiba_army#1", "go", [1, 6], [6], "end")
    assert holder(session, "seto_sea") == "hashiba"
