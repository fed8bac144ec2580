"""Greedy lords count before they fight: Leaders, lines, walls; they follow each other, relieve and come home."""

from __future__ import annotations

import pytest

from compiler.rules.a_most_dangerous_time.advice import advice
from compiler.rules.a_most_dangerous_time.advice_march import march_value, storm_pays
from compiler.rules.a_most_dangerous_time.advice_odds import at_least, enough, force_of, linked, odds
from compiler.rules.a_most_dangerous_time.ch09_moves import March, Sortie
from compiler.rules.a_most_dangerous_time.field import units
from tests.rules.a_most_dangerous_time.table import position, scene, soldiers

HEADS = {"gifu": "nobunaga 2 oda", "kiyosu": "2 oda", "odani": "nagamasa 2 azai", "ichijo_dani": "yoshikage 3 asakura"}


def stands(mine: str, theirs: str, *, cut_off: bool = False) -> float:
    """The odds of some men against others, all in the field."""
    session = position("move", {**HEADS, "w_seta": mine, "w_uji": theirs}, chit="chit_oda", points=3)
    now = scene(session)
    return odds(force_of(now, units(now, "w_seta"), cut_off=cut_off), force_of(now, units(now, "w_uji")))


def test_leaders_and_lines_decide_a_field() -> None:
    assert stands("4 oda", "4 miyoshi") == pytest.approx(1.0)
    assert stands("katsuie 3 oda", "4 miyoshi") > 2 > 1 > stands("4 oda", "magoichi 3 miyoshi")
    assert stands("6 oda", "4 miyoshi", cut_off=True) < 1 < stands("6 oda", "4 miyoshi")
    assert stands("4 oda", "4 ikko_ikki") < 1


def test_sixes_are_counted_and_walls_want_men() -> None:
    assert at_least(1, 1) == pytest.approx(1 / 6)
    assert at_least(2, 1) == pytest.approx(11 / 36)
    assert at_least(3, 0) == pytest.approx(1.0)
    now = scene(position("move", {**HEADS, "nagashima": "4 ikko_ikki", "obama": "1 minor"}, chit="chit_oda", points=3))
    assert enough(now, "oda", "nagashima", 4) > 10 > 3 > enough(now, "oda", "obama", 1)


@pytest.mark.parametrize(("men", "shut_in", "pays"), [(7, 4, False), (5, 1, True), (18, 4, True)])
def test_a_storm_must_pay(men: int, shut_in: int, pays: bool) -> None:
    units = {**HEADS, "nagashima": f"{men} oda ({shut_in} ikko_ikki)"}
    session = position("battle", units, chit="chit_oda", marks={"nagashima": {"activated": True}})
    assert (storm_pays(scene(session), "oda", "nagashima") > 0) is pays


# -- communication -----------------------------------------------------------------------------------------------------
def test_nobody_attacks_past_a_castle_that_has_not_fallen() -> None:
    """Kitanosho lies behind Echizen Fuchu: its besiegers would have no line there."""
    units = {**HEADS, "kanagasaki": "2 oda", "echizen_fuchu": "katsuie 7 oda (2 asakura)", "kitanosho": "1 asakura"}
    held = {"kanagasaki": "oda", "mt_hiei": "oda"}
    session = position("move", units, chit="chit_oda", points=4, control=held)
    now, men = scene(session), tuple(soldiers(session, "echizen_fuchu", "oda"))
    assert linked(now, "oda", "echizen_fuchu")
    assert not linked(now, "oda", "kitanosho")
    on = March(("echizen_fuchu", "kitanosho"), men[:4])
    assert march_value(now, "oda", "", on) < 0
    fallen = position(
        "move",
        {**units, "echizen_fuchu": "katsuie 7 oda"},
        chit="chit_oda",
        points=4,
        control={**held, "echizen_fuchu": "oda"},
    )
    assert march_value(scene(fallen), "oda", "", on) > 0


def test_leaderless_monks_without_a_line_leave_the_guards_of_kyo_alone() -> None:
    units = {**HEADS, "kyo": "mitsuhide nagahide 4 oda", "tanba_kameyama": "6 ikko_ikki"}
    session = position("move", units, chit="chit_ikko_ikki", points=4, control={"tanba_kameyama": "ikko_ikki"})
    march = March(("tanba_kameyama", "kyo"), tuple(soldiers(session, "tanba_kameyama", "ikko_ikki")))
    assert march_value(scene(session), "anti_oda", "", march) < 0


def test_men_who_are_cut_off_go_home_and_a_way_is_opened_to_them() -> None:
    units = {**HEADS, "obama": "katsuie 5 oda", "otsu": "3 oda"}
    session = position("move", units, chit="chit_oda", points=4, control={"obama": "oda", "mt_hiei": "oda"})
    lost = position("move", {**units, "mt_hiei": "1 enryaku_ji"}, chit="chit_oda", points=4, control={"obama": "oda"})
    assert linked(scene(session), "oda", "obama")
    assert not linked(scene(lost), "oda", "obama")


# -- acting together ---------------------------------------------------------------------------------------------------
def test_those_who_went_ahead_are_followed() -> None:
    """Four are before a fort that wants more: the rest of the army comes before it goes anywhere else."""
    units = {**HEADS, "kannon_ji": "katsuie 6 oda", "sawayama": "3 oda 2 azai"}
    ahead = position("move", units, chit="chit_oda", points=3)
    alone = position("move", {**units, "sawayama": "2 azai"}, chit="chit_oda", points=3)
    march = March(("kannon_ji", "sawayama"), ("katsuie", *soldiers(ahead, "kannon_ji", "oda")))
    assert march_value(scene(ahead), "oda", "", march) > march_value(scene(alone), "oda", "", march) > 0


def test_the_others_relieve_a_siege_with_the_odds_and_break_out_of_one() -> None:
    units = {"gifu": "nobunaga 2 oda", "kiyosu": "2 oda", "ichijo_dani": "yoshikage 4 asakura"}
    weak = position("move", {**units, "echizen_fuchu": "2 oda (1 asakura)"}, chit="chit_azai_asakura", points=3)
    strong = position(
        "move", {**units, "echizen_fuchu": "katsuie 9 oda (1 asakura)"}, chit="chit_azai_asakura", points=3
    )
    march = March(("ichijo_dani", "echizen_fuchu"), ("yoshikage", *soldiers(weak, "ichijo_dani", "asakura")[:3]))
    assert march_value(scene(weak), "anti_oda", "", march) > 1 > 0 > march_value(scene(strong), "anti_oda", "", march)
    shut_in = position(
        "move", {**HEADS, "echizen_fuchu": "1 oda (kageakira 3 asakura)"}, chit="chit_azai_asakura", points=3
    )
    out = Sortie(("kageakira", *soldiers(shut_in, "echizen_fuchu", "asakura")))
    assert march_value(scene(shut_in), "anti_oda", "", out) > 1


def test_leaders_are_not_left_alone_before_a_fort() -> None:
    units = {**HEADS, "sawayama": "katsuie hideyoshi 4 oda (2 azai)", "yokoyama": "1 azai"}
    session = position("move", units, chit="chit_oda", points=3)
    men = tuple(soldiers(session, "sawayama", "oda"))
    now = scene(session)
    bare = march_value(now, "oda", "", March(("sawayama", "yokoyama"), men))
    assert bare < march_value(now, "oda", "", March(("sawayama", "yokoyama"), men[:2]))


def test_shingen_marches_when_there_is_something_to_take() -> None:
    """An army with points and nothing near goes towards what it can take, its Leader with it."""
    units = {**HEADS, "tsutsujigasaki": "shingen 5 takeda", "iida": "2 takeda", "iwamura": "1 oda"}
    session = position("move", units, chit="chit_takeda", points=4, entered=("takeda",))
    ask = session.asks["anti_oda"]
    told = advice(scene(session), ask) or ()
    home = {o: v for o, v in zip(ask.options, told, strict=True) if isinstance(o, March) and "tsutsuji" in o.path[0]}
    best = max(home, key=lambda march: home[march])
    assert home[best] > 0.3
    assert "shingen" in best.units
