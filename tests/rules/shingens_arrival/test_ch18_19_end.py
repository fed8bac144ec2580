"""18.0 Snow and thaw, 19.0 points and the end."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.play.telling import Teller
from compiler.rules.shingens_arrival.ch18_weather import ground_cost, river_cost
from compiler.rules.shingens_arrival.facts import Facts
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import at, campaign, go, mark, rolls, scene_of, score, the_book, winner


def step_cost(known: Facts, sky: str, start: str, to: str, strategic: bool) -> int:
    return ground_cost(known, sky, to, strategic) + river_cost(known, sky, start, to)


CHIEFS = {"takeda_shingen": "5713", "oda_nobunaga": "2517"}


@covers("shingens_arrival", "18.0.1", "18-1.1", "18-1.2", "18-3.1", "18-4.2", "SNOW.1", "4-1-1(2).2")
@pytest.mark.parametrize(
    ("turn", "before", "roll", "after"),
    [
        (4, "clear", None, "clear"),
        (5, "clear", 2, "snow"),
        (5, "clear", 3, "clear"),
        (9, "clear", 6, "snow"),
        (6, "snow", None, "snow"),
        (13, "snow", 2, "thaw"),
        (13, "snow", 3, "snow"),
        (17, "snow", 4, "thaw"),
        (17, "snow", 5, "snow"),
        (21, "snow", 6, "thaw"),
        (22, "thaw", None, "thaw"),
    ],
)
def test_snow_and_thaw_by_the_month(turn: int, before: str, roll: int | None, after: str) -> None:
    dice = () if roll is None else (roll,)
    session = campaign("weather", CHIEFS, stage="initial", turn=turn, weather=before, rolls=dice)
    assert session.table.tracks["weather"] == after
    assert len(rolls(session)) == len(dice)


@covers("shingens_arrival", "18-2.1", "18-2.x1")
def test_snow_doubles_the_ground_of_snow_provinces_but_no_river() -> None:
    known = the_book().facts
    owari, mino = ("2718", "2818"), ("2818", "2817")  # both over the Kiso
    assert step_cost(known, "snow", *owari, False) == step_cost(known, "clear", *owari, False)
    clear = step_cost(known, "clear", *mino, False)
    assert step_cost(known, "snow", *mino, False) == 2 * (clear - 1) + 1


@covers("shingens_arrival", "18-4.1", "18-4.x1")
def test_thaw_doubles_swollen_rivers_once() -> None:
    known = the_book().facts
    assert step_cost(known, "thaw", "2322", "2422", False) == 1 + 2  # two rivers on one side
    assert step_cost(known, "thaw", "0625", "0725", False) == 1 + 1  # the Katsura does not swell


# -- points ------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "19-2-1(1).2", "19-2-2(1).2", "19.2.1")
@pytest.mark.parametrize(("hex", "points"), [(("2923"), 1), ("5713", 0), ("2924", 0)])
def test_shingen_scores_for_where_he_stands_in_communication(hex: str, points: int) -> None:
    session = campaign("check_lines", stage="initial", takeda_shingen=hex, oda_nobunaga="2517")
    assert score(session) == (points, 3)
    cut = campaign("check_lines", stage="initial", takeda_shingen="1123", oda_nobunaga="2517")
    assert score(cut)[0] == 0  # Omi, but no line


@covers("shingens_arrival", "19-2-3.2", "19.x2", "2-2-2.x1", "19.2.1")
def test_scores_stop_at_nought_and_at_the_end_of_the_track() -> None:
    from compiler.rules.shingens_arrival.ch19_victory import book, score_of

    scene = scene_of(campaign("takeda_act", CHIEFS, score=(3, 195)))
    book(scene, "takeda_player", -5, "19-2-3.2", "a test")
    assert score_of(scene, "takeda_player") == 0
    book(scene, "takeda_player", 2, "19-2-3.2", "a test")
    assert score_of(scene, "takeda_player") == 2
    book(scene, "oda_player", 50, "19-2-3.2", "a test")
    assert score_of(scene, "oda_player") == 199


@covers("shingens_arrival", "19-2-1(1).1", "19-2-2(1).1", "13-3-5.x2", "19-2-3.3", "19-2-3.4")
def test_castles_are_scored_by_who_has_them() -> None:
    from compiler.rules.shingens_arrival.ch19_victory import score_castle, score_of

    def after(loser: str, taker: str) -> tuple[int, int]:
        scene = scene_of(campaign("takeda_act", CHIEFS, score=(10, 10)))
        score_castle(scene, "4328", loser, taker)
        return score_of(scene, "takeda_player"), score_of(scene, "oda_player")

    assert after("tokugawa", "takeda") == (12, 8)
    assert after("tokugawa", "azai") == (10, 8)
    assert after("takeda", "oda") == (8, 12)
    assert after("azai", "tokugawa") == (10, 12)


def ending(points: tuple[int, int], **units: object) -> Session:
    return campaign("final_score", stage=4, turn=24, score=points, **units)


@covers("shingens_arrival", "19.0.1", "19.x1", "19-3.1", "19-2-2(2).1", "4.0.2")
def test_after_turn_24_the_lines_are_scored_and_the_higher_score_wins() -> None:
    session = ending((29, 0), takeda_shingen="5713", oda_nobunaga="2517")
    assert winner(session) == "oda_player"  # 20 for Kyoto and 10 for Sakai
    assert session.outcome is not None
    assert session.outcome.because == "Takeda 29, Oda 30"
    draw = ending((30, 0), takeda_shingen="5713", oda_nobunaga="2517")
    assert draw.outcome is not None
    assert draw.outcome.winners == ()
    earlier = campaign("final_score", CHIEFS, stage=4, turn=23, score=(5, 5))
    assert earlier.outcome is None
    assert score(earlier) == (5, 5)


@covers("shingens_arrival", "19-2-1(2).1")
def test_takeda_score_fifty_for_a_line_from_kyoto() -> None:
    castles = the_book().facts.castles
    route = [
        "2517",
        "2218",
        "2621",
        "2818",
        "3117",
        "3719",
        "3716",
        "3619",
        "2925",
        "1718",
        "1619",
        "1624",
        "1223",
        "0924",
        "0626",
        "0427",
        "3126",
        "3422",
        "3027",
        "3728",
        "3629",
    ]
    taken = [(hex, "control", "takeda") for hex in route if hex in castles]
    session = campaign("final_score", stage=4, turn=24, score=(0, 0), takeda_shingen="0725", marks=taken)
    assert winner(session) == "takeda_player"
    assert mark(session, "2517", "control") == "takeda"
    assert session.outcome is not None
    assert session.outcome.because == "Takeda 50, Oda 0"
    cut = campaign("final_score", stage=4, turn=24, takeda_shingen=at("5713"), oda_nobunaga="0725")
    assert winner(cut) == "oda_player"


def test_points_are_told_in_words_and_slides_and_acted_markers_are_not() -> None:
    chiefs = {"takeda_shingen": "2923", "oda_nobunaga": "2517"}
    session = campaign("random_event", chiefs, stage="initial", rolls=[2])
    go(session, "takeda_shingen", "rest")
    told = "\n".join(Teller.of(session).lines(session))
    assert "Takeda player: +1 point for Shingen in Owari, with a line, 1 now" in told
    assert "Oda player: +3 points for lines from Gifu to Kyoto (Nijo) and Sakai, 3 now" in told
    assert "tens" not in told
    assert "acted" not in told


def test_a_unit_that_loses_a_step_is_told_by_what_is_left() -> None:
    session = campaign("takeda_act", rolls=[6], baba_nobuharu="2923", hirate_hirohide="2922", takeda_shingen="5713")
    go(session, "baba_nobuharu", "skirmish", 0)
    told = "\n".join(Teller.of(session).lines(session))
    assert "Baba Nobuharu (Takeda) attacks Hirate Hirohide (Oda)" in told
    assert "Hirate Hirohide (Oda) has 1 step left" in told
