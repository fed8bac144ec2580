"""Chapter 9: the ends of the game, victory points, ties; option 11-2."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.road_to_honganji.actions import Combat, Play
from compiler.rules.road_to_honganji.ch09_victory import best, final_lands, heir, score
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import HOMES, go, place, position, scene, the_facts


def end(**more: Any) -> Session:
    """The end of the last turn."""
    return position("end_check", None, lands={**HOMES, **more.pop("lands", {})}, turn=6, **more)


def winners(session: Session) -> tuple[tuple[str, ...], str | None]:
    assert session.outcome is not None
    return session.outcome.winners, session.outcome.rule


# -- ends --------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "9-1.2", "9-1.1", "9-1.x1")
def test_the_last_player_wins_at_once_nobunaga_alive_or_not() -> None:
    for alive in ({}, {"miyako_azuchi": "oda_nobunaga"}):
        session = position(
            lands={**HOMES, **alive, "tanba": "", "echizen": "shibata_katsuie akechi_mitsuhide akechi_army*2"},
            rebels=["akechi"],
            out={"tokugawa": "oda", "hashiba": "oda"},
            hands={"akechi": "x x", "shibata": "x"},
            control={"echizen": "shibata"},
        )
        go(session, Combat("echizen"), [1, 6, 6], [6], [1])
        assert winners(session) == (("akechi",), "9-1.2")


@covers("road_to_honganji", "9-1.2")
def test_with_three_players_it_takes_two_out() -> None:
    lands = {**HOMES, "mikawa": "", "tanba": "", "echizen": "shibata_katsuie akechi_mitsuhide akechi_army*2"}
    lands.pop("mikawa")
    session = position(
        lands=lands, rebels=["akechi"], out={"hashiba": "oda"}, hands={"akechi": "x x"}, scenario="three_players"
    )
    go(session, Combat("echizen"), [1, 6, 6], [6], [1])
    assert winners(session) == (("akechi",), "9-1.2")


@covers("road_to_honganji", "9-1.x2", "9-1.2", "8-4-2.x1")
def test_if_the_last_two_fall_together_nobody_wins() -> None:
    session = position(
        lands={"harima": "akechi_mitsuhide hashiba_hideyoshi"},
        rebels=["akechi"],
        out={"tokugawa": "oda", "shibata": "oda"},
        hands={"akechi": "x x"},
    )
    go(session, Combat("harima"), [1], [1], [1], [1])
    assert winners(session) == ((), "9-1.x2")


@covers("road_to_honganji", "9-1.3", "9-1.1")
def test_without_greater_daimyos_and_with_nobunaga_the_best_vassal_wins() -> None:
    lands = {
        **HOMES,
        "kii_ishiyama": "kennyo akechi_mitsuhide",
        "tanba": "akechi_army",
        "tango": "akechi_army",
        "tajima": "akechi_army",
        "hida": "maeda_toshiie",
        "miyako_azuchi": "oda_nobunaga",
    }
    session = position(lands=lands, rebels=["akechi"], hands={"akechi": "x x"}, control={"kii_ishiyama": "honganji"})
    go(session, Combat("kii_ishiyama"), [1], [6])
    assert winners(session) == (("shibata",), "9-1.3")
    gone = position(
        lands={**lands, "miyako_azuchi": "niwa_nagahide"},
        rebels=["akechi"],
        hands={"akechi": "x x"},
        control={"kii_ishiyama": "honganji"},
    )
    go(gone, Combat("kii_ishiyama"), [1], [6])
    assert gone.outcome is None
    nobody = position(
        lands=lands,
        rebels=["akechi", "shibata", "tokugawa", "hashiba"],
        hands={"akechi": "x x"},
        control={"kii_ishiyama": "honganji"},
    )
    go(nobody, Combat("kii_ishiyama"), [1], [6])
    assert winners(nobody) == ((), "9-1.3")


@covers("road_to_honganji", "9-1.4", "9-1.5", "9-1.6")
@pytest.mark.parametrize("turn", [4, 6])
def test_if_nobunaga_lives_all_lose_else_most_points_win(turn: int) -> None:
    dice = [[2]] if turn == 4 else []
    rich = {"hida": "maeda_toshiie"}
    for alive, rebels, won in (
        ({"miyako_azuchi": "oda_nobunaga"}, [], ((), "9-1.4")),
        ({}, [], (("shibata",), "9-1.5")),
        ({}, ["shibata"], (("shibata",), "9-1.5")),
    ):
        session = position("end_check", None, lands={**HOMES, **rich, **alive}, turn=turn, rebels=rebels)
        go(session, *dice)
        assert winners(session) == won


# -- points ------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "9-2.1", "5.2")
def test_the_victory_point_table() -> None:
    lands = {"miyako_azuchi": "akechi_mitsuhide", "tanba": "akechi_army", "seto_sea": "akechi_army"}
    now = scene(position(lands=lands, marks=[("akechi", "slayer")], hands={"akechi": "x"}))
    assert score(now, "akechi") == 2 + 1 + 1 + 1
    for mark in ("slayer", "avenger", "adviser"):
        assert score(scene(position(lands=lands, marks=[("akechi", mark)], hands={"akechi": "x"})), "akechi") == 5
    assert sum(the_facts().points.values()) == 25


@covers("road_to_honganji", "9-2.2")
def test_the_point_for_nobunaga_goes_to_the_player_whose_clan_attacked() -> None:
    lands = {**HOMES, "tanba": "akechi_army", "miyako_azuchi": "oda_nobunaga akechi_mitsuhide akechi_army*2"}
    session = position(lands=lands, rebels=["akechi"], hands={"akechi": "x x"}, control={"miyako_azuchi": "oda"})
    go(session, Combat("miyako_azuchi"), [1, 6, 6], [6])
    assert place(session, "oda_nobunaga") == "removed"
    assert session.table.mark("akechi", "slayer") is True


@covers("road_to_honganji", "9-2.x1", "9-2.2", "9-2.x2")
def test_a_slayer_who_falls_in_the_same_combat_has_no_point_and_nobody_takes_revenge() -> None:
    session = position(
        lands={**HOMES, "tanba": "", "miyako_azuchi": "oda_nobunaga akechi_mitsuhide"},
        rebels=["akechi"],
        hands={"akechi": "x", "hashiba": "x x"},
        control={"miyako_azuchi": "oda"},
    )
    go(session, Combat("miyako_azuchi"), [1], [1], [1])
    assert session.table.mark("akechi", "knocked_out") == "oda"
    marks = [key for key in session.table.marks if key[1] in ("slayer", "avenger")]
    assert marks == []


@covers("road_to_honganji", "9-2.3")
def test_revenge_for_knocking_out_the_slayer() -> None:
    lands = {**HOMES, "harima": "hashiba_hideyoshi hashiba_army*2 akechi_mitsuhide", "tanba": ""}
    session = position(
        acting="hashiba",
        lands=lands,
        rebels=["akechi", "hashiba"],
        marks=[("akechi", "slayer")],
        hands={"hashiba": "x x"},
        control={"harima": "hashiba"},
    )
    go(session, Combat("harima"), [1, 6, 6], [6], [1])
    assert session.table.mark("hashiba", "avenger") is True
    attacked = position(
        acting="akechi",
        lands=lands,
        rebels=["akechi", "hashiba"],
        marks=[("akechi", "slayer")],
        hands={"akechi": "x x", "hashiba": "x"},
        control={"harima": "hashiba"},
    )
    go(attacked, Combat("harima"), [6], [1, 6, 6], [1])  # by a counterattack alike
    assert attacked.table.mark("hashiba", "avenger") is True
    other = position(
        acting="hashiba",
        lands=lands,
        rebels=["akechi", "hashiba"],
        marks=[("shibata", "slayer")],
        hands={"hashiba": "x x"},
        control={"harima": "hashiba"},
    )
    go(other, Combat("harima"), [1, 6, 6], [6], [1])
    assert other.table.mark("hashiba", "avenger") is None


@covers("road_to_honganji", "9-2.3")
def test_no_revenge_by_a_clan_without_a_player() -> None:
    lands = {**HOMES, "tanba": "", "gifu": "akechi_mitsuhide niwa_nagahide"}
    session = position(
        lands=lands,
        rebels=["akechi"],
        marks=[("akechi", "slayer")],
        hands={"akechi": "x", "hashiba": "x x"},
        control={"gifu": "oda"},
    )
    go(session, Combat("gifu"), [6], [1], [1])
    assert session.table.mark("akechi", "knocked_out") == "oda"
    assert not [key for key in session.table.marks if key[1] == "avenger"]


@covers("road_to_honganji", "9-2.x2", "Cards.6")
def test_points_of_a_player_who_is_out_are_lost_and_the_card_may_give_its_point_anew() -> None:
    lands = {**HOMES, "harima": "hashiba_hideyoshi hashiba_army*2 akechi_mitsuhide", "tanba": ""}
    session = position(
        acting="hashiba",
        lands={**lands, "miyako_azuchi": "hachisuka_koroku"},
        rebels=["akechi", "hashiba"],
        marks=[("akechi", "adviser")],
        hands={"hashiba": "x chief_adviser"},
        control={"harima": "hashiba"},
    )
    go(session, Combat("harima"), [1, 6, 6], [6], [1])
    assert session.table.mark("akechi", "adviser") is None
    go(session, Play("chief_adviser"))
    assert session.table.mark("hashiba", "adviser") is True


# -- ties --------------------------------------------------------------------------------------------------------------
@covers("road_to_honganji", "9-3.1", "9-3.2", "9-3.3")
@pytest.mark.parametrize(
    ("lands", "marks", "won"),
    [
        ({}, [("akechi", "slayer"), ("shibata", "adviser")], ("akechi",)),
        ({}, [("akechi", "adviser"), ("shibata", "avenger")], ("shibata",)),
        ({"miyako_azuchi": "maeda_toshiie", "tango": "akechi_army"}, [("akechi", "adviser")], ("akechi",)),
        ({"miyako_azuchi": "maeda_toshiie", "tango": "akechi_army", "tajima": "akechi_army"}, [], ("shibata",)),
        ({"tango": "akechi_army", "hida": "maeda_toshiie"}, [], ("akechi", "shibata")),
    ],
)
def test_ties(lands: dict[str, str], marks: list[tuple[str, str]], won: tuple[str, ...]) -> None:
    assert winners(end(lands=lands, marks=marks))[0] == won


# -- players who are out -----------------------------------------------------------------------------------------------
@covers("road_to_honganji", "9-1.x3", "10-1-1.2")
def test_only_players_in_the_game_win_and_areas_of_the_fallen_count_for_nobody() -> None:
    lands = {"tango": "akechi_army", "tajima": "akechi_army", "hida": "maeda_toshiie"}
    session = end(lands=lands, out={"akechi": "hashiba"})
    assert winners(session)[0] == ("shibata",)


@covers("road_to_honganji", "11-2.1", "11-2.2", "11-2.3", "11-2.x1", "10-1-1.2")
def test_inherited_areas_follow_the_chain_of_knock_outs() -> None:
    lands = {"tango": "akechi_army", "tajima": "akechi_army", "miyako_azuchi": "akechi_army", "hida": "maeda_toshiie"}
    option = {"inherited_areas": True}

    def heirs(out: dict[str, str]) -> dict[str, Any]:
        now = scene(
            position(lands={**HOMES, **lands}, out=out, options=option, hands={"shibata": "x"}, acting="shibata")
        )
        return {clan: heir(now, clan) for clan in out}

    assert heirs({"akechi": "hashiba"}) == {"akechi": "hashiba"}
    assert heirs({"hashiba": "akechi", "akechi": "shibata"}) == {"hashiba": "shibata", "akechi": "shibata"}
    assert heirs({"akechi": "hashiba", "hashiba": "akechi"}) == {"akechi": None, "hashiba": None}
    for nobody in ("mouri", "oda", "neutral"):
        assert heirs({"akechi": nobody}) == {"akechi": None}
    assert winners(end(lands=lands, out={"akechi": "hashiba"}, options=option))[0] == ("hashiba",)
    assert winners(end(lands=lands, out={"akechi": "hashiba"}))[0] == ("shibata",)
    now = scene(
        position(
            lands={**HOMES, **lands},
            out={"akechi": "hashiba"},
            options=option,
            acting="shibata",
            hands={"shibata": "x"},
        )
    )
    assert set(final_lands(now, "hashiba")) == {"harima", "tanba", "tango", "tajima", "miyako_azuchi"}
    assert score(now, "hashiba", final_lands(now, "hashiba")) == 6
    assert best(now, ["shibata"]) == ("shibata",)


@covers("road_to_honganji", "11-2.x1")
def test_an_inherited_capital_breaks_a_tie() -> None:
    lands = {"miyako_azuchi": "akechi_army", "tanba": "", "hida": "maeda_toshiie", "gifu": "shibata_army"}
    session = end(lands=lands, out={"akechi": "hashiba"}, options={"inherited_areas": True})
    assert winners(session)[0] == ("hashiba",)


@covers("road_to_honganji", "9-1.4")
def test_if_nobunaga_lives_rebels_lose_as_well_as_vassals() -> None:
    everybody = ["akechi", "shibata", "tokugawa", "hashiba"]
    assert winners(end(lands={"miyako_azuchi": "oda_nobunaga"}, rebels=everybody)) == ((), "9-1.4")
    assert winners(end(rebels=everybody))[1] == "9-1.5"


@covers("road_to_honganji", "9-2.1")
def test_points_won_for_good_add_up() -> None:
    marks = [("akechi", "slayer"), ("akechi", "avenger"), ("akechi", "adviser")]
    for count in range(4):
        session = position(lands={"miyako_azuchi": "akechi_mitsuhide"}, hands={"akechi": "x"}, marks=marks[:count])
        assert score(scene(session), "akechi") == 2 + count
    both = position(lands={"miyako_azuchi": "akechi_mitsuhide"}, hands={"akechi": "x"}, marks=[marks[0], marks[2]])
    assert score(scene(both), "akechi") == 4
