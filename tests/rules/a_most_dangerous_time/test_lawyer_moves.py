"""A rules lawyer's cases: lines of communication, movement, the sea, worked out before the engine was read."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    controls,
    go,
    hand,
    piece,
    position,
    prompt,
    refused,
    soldiers,
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "2 oda", "kiyosu": "1 oda"}


def cut_off(session: Session, unit: str) -> bool:
    return piece(session, unit).mark("unsupplied") is not None


def points(session: Session) -> int:
    return int(session.table.tracks["movement"])


def checked(at: dict[str, str], **more: object) -> Session:
    """Communications looked at (step 5), standing in step 6."""
    return position("communications", at, points=3, **{"chit": "chit_oda", **more})  # type: ignore[arg-type]


# -- 5: lines of communication -----------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "5.2.1", "5.2.4")
def test_one_home_castle_of_two_is_enough_and_none_is_not() -> None:
    one = checked({"ogaki": "nobunaga 1 oda", "gifu": "3 takeda"}, control={"gifu": "takeda"}, entered=["takeda"])
    assert not cut_off(one, "nobunaga")
    none = checked(
        {"ogaki": "nobunaga 1 oda", "gifu": "3 takeda", "kiyosu": "2 takeda"},
        control={"gifu": "takeda", "kiyosu": "takeda"},
        entered=["takeda"],
    )
    assert cut_off(none, "nobunaga")


@covers("a_most_dangerous_time", "5.2.7", "5.2.6")
def test_an_enemy_in_the_waypoint_cuts_and_a_besieged_enemy_does_not() -> None:
    """Ono's trails: Gujo to Gifu, or Ichijo-dani, which is not Oda's."""
    free = checked({"ono": "katsuie"}, control={"ono": "oda"})
    assert not cut_off(free, "katsuie")
    cut = checked({"ono": "katsuie", "w_gujo": "1 asakura"}, control={"ono": "oda"})
    assert cut_off(cut, "katsuie")
    besieged = checked(
        {"sawayama": "katsuie", "w_sekigahara": "1 azai", "kannon_ji": "2 oda (1 ikko_ikki)"},
        control={"sawayama": "oda"},
    )
    assert not cut_off(besieged, "katsuie")  # Kannon-ji, Seta, Minakuchi, Ise Kameyama, Kuwana, Ogaki
    loose = checked(
        {"sawayama": "katsuie", "w_sekigahara": "1 azai", "kannon_ji": "1 ikko_ikki"}, control={"sawayama": "oda"}
    )
    assert cut_off(loose, "katsuie")


@covers("a_most_dangerous_time", "5.2.8")
def test_a_line_does_not_cross_a_space_of_nobody() -> None:
    for yoshida, cut in (("1 azai", True), ("1 oda", False)):
        session = checked({"nagashino": "katsuie", "yoshida": yoshida, **HOME}, control={"nagashino": "oda"})
        assert cut_off(session, "katsuie") is cut  # Futamata is a minor's, Iida a power's that waits


@covers("a_most_dangerous_time", "5.2.2")
def test_a_clan_without_home_castle_traces_to_a_home_castle_of_its_faction() -> None:
    """Rokkaku in Sawayama: Mitsukuri is cut off by Kannon-ji, Odani is the Azai's."""
    good = checked({"sawayama": "yoshikata", "kannon_ji": "1 oda"})
    assert not cut_off(good, "yoshikata")
    bad = checked({"sawayama": "yoshikata", "kannon_ji": "1 oda", "odani": "2 oda"}, control={"odani": "oda"})
    assert cut_off(bad, "yoshikata")
    asakura = checked({"sawayama": "kageakira", "ichijo_dani": "2 oda"}, control={"ichijo_dani": "oda"})
    assert cut_off(asakura, "kageakira")  # they have a Home Castle of their own, so Odani will not do


@covers("a_most_dangerous_time", "5.2.4", "5.2.x1")
def test_a_besieged_home_castle_cuts_off_the_whole_clan() -> None:
    session = checked({"odani": "3 oda (nagamasa)", "sawayama": "1 azai", "yokoyama": "1 azai"})
    assert [cut_off(session, unit) for unit in ("nagamasa", "azai_soldier#1", "azai_soldier#2")] == [True] * 3


@covers("a_most_dangerous_time", "9.8(4).1", "9.8(4).2", "13.1.4", "13.1.5")
def test_a_line_over_the_sea_needs_ports_and_an_open_sea() -> None:
    """Miyoshi in Shozui are at home; Saika in Sumoto need the Bay and a friendly port."""
    over = checked({"sumoto": "magoichi"})
    assert not cut_off(over, "magoichi")
    held = checked({"sumoto": "magoichi", "bay_of_kawachi": "1 oda"})
    assert cut_off(held, "magoichi")  # by Harima nothing friendly is reached but Shozui and Sogo
    south = {"kishiwada": "oda", "negoro_ji": "oda"}
    besieger = checked({"noda_fukushima": "katsuie (2 miyoshi)"}, control=south)
    assert cut_off(besieger, "katsuie")
    holder = checked({"noda_fukushima": "katsuie"}, control={**south, "noda_fukushima": "oda"})
    assert not cut_off(holder, "katsuie")  # the Bay, Kishiwada, Negoro-ji, Gojo, Yamato


@covers("a_most_dangerous_time", "5.2.10", "5.2.11")
def test_uesugi_have_echigo_behind_them() -> None:
    session = checked({"toyama": "kenshin", "uotsu": "2 uesugi"}, control={"toyama": "uesugi"}, entered=["uesugi"])
    assert not cut_off(session, "kenshin")
    session = checked(
        {"toyama": "kenshin", "uotsu": "2 oda"}, control={"toyama": "uesugi", "uotsu": "oda"}, entered=["uesugi"]
    )
    assert cut_off(session, "kenshin")


# -- 9: movement -------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.3.1", "9.3.2", "5.3.2", "5.3.x1")
@pytest.mark.parametrize(
    ("to", "cut", "most"), [("otsu", 0, 8), ("mt_hiei", 0, 4), ("otsu", 3, 5), ("mt_hiei", 1, 3), ("otsu", 8, 4)]
)
def test_eight_by_road_four_by_trail_and_cut_off_units_count_double(to: str, cut: int, most: int) -> None:
    marks = {f"oda_soldier#{n + 1}": {"unsupplied": True} for n in range(cut)}
    session = position("move", {"kyo": "10 oda"}, chit="chit_oda", points=3, marks=marks)
    units = sorted(soldiers(session, "kyo", "oda"), key=lambda id: int(id.split("#")[1]))
    assert refused(session, March(("kyo", to), tuple(units[:most]))) is None
    assert refused(session, March(("kyo", to), tuple(units[: most + 1]))) is not None


@covers("a_most_dangerous_time", "9.5.1", "9.5.2", "9.5.3", "9.5.5")
@pytest.mark.parametrize(
    ("others", "control", "cut", "path", "good"),
    [
        ({}, {}, False, ("kyo", "otsu", "w_seta"), True),
        ({}, {}, False, ("kyo", "mt_hiei", "otsu"), False),
        ({}, {}, True, ("kyo", "otsu", "w_seta"), False),
        ({"otsu": "1 oda (1 ikko_ikki)"}, {}, False, ("kyo", "otsu", "w_seta"), False),
        ({"w_seta": "1 azai"}, {}, False, ("kyo", "otsu", "w_seta"), False),
        ({}, {"shoryu_ji": "ikko_ikki"}, False, ("kyo", "shoryu_ji", "ibaraki"), False),
        ({}, {"ibaraki": "ikko_ikki"}, False, ("kyo", "shoryu_ji", "ibaraki"), False),
        ({"tanba_kameyama": "1 minor"}, {}, False, ("kyo", "tanba_kameyama", "yagami"), False),
    ],
)
def test_strategic_movement(
    others: dict[str, str], control: dict[str, str], cut: bool, path: tuple[str, ...], good: bool
) -> None:
    marks = {"katsuie": {"unsupplied": True}} if cut else {}
    session = position(
        "move",
        {"kyo": "katsuie", **others},
        chit="chit_oda",
        points=1,
        control={**control, "mt_hiei": "oda"},
        marks=marks,
    )
    assert (refused(session, March(path, ("katsuie",))) is None) is good


@covers("a_most_dangerous_time", "9.5.5", "5.3.4")
def test_those_in_communication_go_without_the_others() -> None:
    session = position(
        "move", {"kyo": "katsuie 2 oda"}, chit="chit_oda", points=1, marks={"katsuie": {"unsupplied": True}}
    )
    path = ("kyo", "otsu", "w_seta")
    assert refused(session, March(path, ("katsuie", "oda_soldier#1"))) is not None
    assert March(path, ("oda_soldier#1", "oda_soldier#2")) in session.legal()


@covers("a_most_dangerous_time", "9.5.3", "9.5.4", "9.5.6")
def test_a_strategic_move_starts_free_of_enemies_and_may_be_repeated() -> None:
    besieging = position("move", {"ogaki": "katsuie 2 oda (1 ikko_ikki)"}, chit="chit_oda", points=3)
    assert refused(besieging, March(("ogaki", "gifu", "kiyosu"), ("katsuie",))) is not None
    assert refused(besieging, March(("ogaki", "gifu"), ("katsuie",))) is None
    free = position("move", {"kyo": "katsuie"}, chit="chit_oda", points=3)
    go(
        free,
        March(("kyo", "otsu", "w_seta"), ("katsuie",)),
        March(("w_seta", "minakuchi", "ise_kameyama"), ("katsuie",)),
    )
    assert (where(free, "katsuie"), points(free)) == ("ise_kameyama", 1)


@covers("a_most_dangerous_time", "9.4.1", "9.4.2", "9.4.3", "9.4.4", "9.4.5")
def test_where_a_unit_must_stop() -> None:
    session = position("move", {"kyo": "katsuie", "w_uji": "1 ikko_ikki", **HOME}, chit="chit_oda", points=6)
    go(session, March(("kyo", "tanba_kameyama"), ("katsuie",)))  # neutral and empty
    assert refused(session, March(("tanba_kameyama", "kyo"), ("katsuie",))) is not None
    session = position("move", {"kyo": "katsuie nagahide", "w_uji": "1 ikko_ikki"}, chit="chit_oda", points=6)
    go(session, March(("kyo", "w_uji"), ("katsuie",)))
    assert refused(session, March(("w_uji", "kyo"), ("katsuie",))) is not None
    go(session, March(("kyo", "otsu"), ("nagahide",)), March(("otsu", "w_seta"), ("nagahide",)))
    assert refused(session, March(("w_seta", "kannon_ji"), ("nagahide",))) is None


@covers("a_most_dangerous_time", "9.4.3", "9.4.x1")
def test_a_besieged_enemy_stops_nobody_and_besiegers_may_march_off() -> None:
    session = position("move", {"otsu": "1 oda (2 ikko_ikki)", "kyo": "katsuie", **HOME}, chit="chit_oda", points=3)
    go(session, March(("kyo", "otsu"), ("katsuie",)))
    assert refused(session, March(("otsu", "w_seta"), ("katsuie",))) is None
    go(session, March(("otsu", "w_seta"), ("oda_soldier#1",)))
    assert at(session, "otsu") == "katsuie (2 ikko_ikki)"


@covers("a_most_dangerous_time", "10.5.3", "2.41.x1")
def test_a_siege_that_nobody_keeps_up_is_over_at_once() -> None:
    session = position("move", {"otsu": "1 oda (2 ikko_ikki)", **HOME}, chit="chit_oda", points=3)
    go(session, March(("otsu", "w_seta"), ("oda_soldier#1",)))
    assert at(session, "otsu") == "2 ikko_ikki"
    assert refused(session, March(("w_seta", "otsu"), ("oda_soldier#1",))) is None


@covers("a_most_dangerous_time", "9.3.4", "10.1.2", "10.5.7")
def test_activation_is_for_places_nobody_entered() -> None:
    session = position(
        "move",
        {"otsu": "1 oda (2 ikko_ikki)", "minakuchi": "1 oda (1 ikko_ikki)", "kyo": "katsuie"},
        chit="chit_oda",
        points=3,
    )
    go(session, March(("kyo", "otsu"), ("katsuie",)))
    assert refused(session, Activate("otsu")) is not None
    go(session, Activate("minakuchi"))
    assert points(session) == 1
    assert refused(session, Activate("minakuchi")) is not None
    assert refused(session, Activate("kyo")) is not None


@covers("a_most_dangerous_time", "9.6.1", "9.6.2", "9.6.3")
def test_a_sortie_costs_one_point_and_ends_the_march() -> None:
    session = position("move", {"otsu": "2 ikko_ikki (katsuie 1 oda)", **HOME}, chit="chit_oda", points=2)
    assert refused(session, March(("otsu", "kyo"), ("katsuie",))) is not None
    go(session, Sortie(("katsuie",)))
    assert points(session) == 1
    assert refused(session, March(("otsu", "kyo"), ("katsuie",))) is not None


@covers("a_most_dangerous_time", "2.45.2", "2.45.3", "2.45.5", "2.45.6")
def test_off_board_areas() -> None:
    session = position("move", {"uotsu": "kenshin 3 uesugi"}, chit="chit_uesugi", entered=["uesugi"], points=3)
    go(session, March(("uotsu", "echigo"), ("kenshin", "uesugi_soldier#1")))
    assert points(session) == 1
    go(session, March(("echigo", "uotsu"), ("kenshin",)))
    assert points(session) == 0
    one = position("move", {"uotsu": "kenshin"}, chit="chit_uesugi", entered=["uesugi"], points=1)
    assert refused(one, March(("uotsu", "echigo"), ("kenshin",))) is not None
    ukita = position("move", {"takamatsu": "naoie motoharu"}, chit="chit_mori", entered=["mori"], points=3)
    assert refused(ukita, March(("takamatsu", "chugoku"), ("naoie",))) is not None
    assert refused(ukita, March(("takamatsu", "chugoku"), ("motoharu",))) is None
    assert March(("takamatsu", "chugoku"), ("motoharu",)) in ukita.legal()


@covers("a_most_dangerous_time", "14.2.2", "15.2.10", "3.2.19")
def test_closed_places() -> None:
    for turn, good in ((1, False), (2, True)):
        session = position("move", {"kannon_ji": "katsuie"}, chit="chit_oda", points=3, turn=turn)
        assert (refused(session, March(("kannon_ji", "sawayama"), ("katsuie",))) is None) is good
    for entered in ((), ("uesugi",)):
        session = position("move", {"kitanosho": "yoshikage"}, chit="chit_azai_asakura", points=3, entered=entered)
        assert (refused(session, March(("kitanosho", "daisho_ji"), ("yoshikage",))) is None) is bool(entered)
    for entered in ((), ("takeda",)):
        session = position("move", {"nagashino": "yoshikage"}, chit="chit_azai_asakura", points=3, entered=entered)
        assert (refused(session, March(("nagashino", "iida"), ("yoshikage",))) is None) is bool(entered)


@covers("a_most_dangerous_time", "4.1(6).2", "Cards33-38.1", "9.1.x1")
def test_two_forced_marches_in_one_impulse() -> None:
    session = position("move", {"kyo": "katsuie"}, chit="chit_oda", points=1, cards={"oda": [33, 38], "anti_oda": [34]})
    go(session, Force("event_33"), (6,), Force("event_38"), (5,))
    assert points(session) == 12
    assert refused(session, Force("event_34")) is not None
    assert hand(session, "oda") == 0


# -- 3.2: neutrals and powers that wait --------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.2.5", "3.2.6", "3.2.7")
def test_the_power_whose_space_is_entered_stands_there_first() -> None:
    session = position("move", {"kakegawa": "katsuie", **HOME}, chit="chit_oda", points=3, control={"kakegawa": "oda"})
    go(session, March(("kakegawa", "sunpu"), ("katsuie",)))
    assert asked(session) == ["anti_oda"]
    while asked(session) == ["anti_oda"] and "where?" in prompt(session):
        go(session, "sunpu")
    assert where(session, "chit_mori").startswith("turn_")
    assert not where(session, "chit_takeda").startswith("turn_")
    assert len(soldiers(session, "sunpu", "takeda")) == 11
    assert where(session, "katsuie") == "sunpu"


@covers("a_most_dangerous_time", "3.2.9", "3.2.12", "3.2.18")
def test_an_entered_neutral_clan_joins_the_other_side_with_its_spaces() -> None:
    session = position(
        "move",
        {"hanakuma": "katsuie", "miki": "nagaharu 3 bessho", **HOME},
        chit="chit_oda",
        points=2,
        control={"hanakuma": "oda"},
    )
    go(session, March(("hanakuma", "kakogawa"), ("katsuie",)))
    assert session.table.marks["bessho", "joined"] == "anti_oda_minors"
    assert controls(session, "miki") == "bessho"
    assert refused(session, March(("kakogawa", "himeji"), ("katsuie",))) is not None
    anti = position("move", {"hanakuma": "2 ikko_ikki", "miki": "nagaharu 3 bessho"}, chit="chit_ikko_ikki", points=2)
    go(anti, March(("hanakuma", "miki"), ("ikko_ikki_soldier#1",)))
    assert anti.table.marks["bessho", "joined"] == "oda"


@covers("a_most_dangerous_time", "3.2.15")
def test_minors_stay_neutral_when_entered() -> None:
    session = position("move", {"kyo": "katsuie 2 oda", "tanba_kameyama": "1 minor"}, chit="chit_oda", points=1)
    go(session, March(("kyo", "tanba_kameyama"), ("katsuie",)))
    assert piece(session, soldiers(session, "tanba_kameyama", "neutral_minor")[0]).side == "neutral_minor"


# -- 9.8, 13: the sea --------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.3.3", "13.2.1", "13.2.2", "13.2.4", "5.3.3")
def test_one_unit_one_lane_one_point_cut_off_or_not() -> None:
    session, short = [
        position(
            "move",
            {"saika": "magoichi 1 saika"},
            chit="chit_ikko_ikki",
            points=points,
            marks={"magoichi": {"unsupplied": True}},
        )
        for points in (3, 1)
    ]
    both = March(("saika", "bay_of_kawachi"), ("magoichi", "saika_soldier"))
    assert refused(session, both) is None
    assert refused(short, both) == "9.3.3"
    go(
        session,
        March(("saika", "bay_of_kawachi"), ("magoichi",)),
        March(("bay_of_kawachi", "sea_of_harima"), ("magoichi",)),
    )
    assert points(session) == 1


@covers("a_most_dangerous_time", "9.8(2).1", "13.1.3")
def test_no_sailing_from_a_port_that_is_not_yours() -> None:
    session = position("move", {"noda_fukushima": "katsuie (1 miyoshi)"}, chit="chit_oda", points=3)
    assert refused(session, March(("noda_fukushima", "bay_of_kawachi"), ("katsuie",))) is not None
    out = position("move", {"noda_fukushima": "katsuie (nagayuki 1 miyoshi)"}, chit="chit_anti_oda_minors", points=3)
    go(out, March(("noda_fukushima", "bay_of_kawachi"), ("nagayuki",)))
    assert where(out, "nagayuki") == "bay_of_kawachi"


@covers("a_most_dangerous_time", "9.8(1).1", "9.8(1).2", "9.8.2", "9.8.x1")
def test_into_a_besieged_temple_by_sea_while_there_is_room() -> None:
    full = position(
        "move",
        {"saika": "3 oda (1 saika 1 ikko_ikki)", "bay_of_kawachi": "1 ikko_ikki"},
        chit="chit_ikko_ikki",
        points=2,
    )
    assert refused(full, March(("bay_of_kawachi", "saika"), ("ikko_ikki_soldier#2",))) is not None
    room = position(
        "move", {"saika": "3 oda (1 saika)", "bay_of_kawachi": "1 ikko_ikki"}, chit="chit_ikko_ikki", points=2
    )
    go(room, March(("bay_of_kawachi", "saika"), ("ikko_ikki_soldier#1",)))
    assert at(room, "saika") == "3 oda (1 ikko_ikki 1 saika)"


@covers("a_most_dangerous_time", "9.8.x1", "9.8(3).1")
@pytest.mark.parametrize(("noda", "rule"), [("katsuie (1 miyoshi)", "9.8.x1"), ("1 miyoshi", None), ("", None)])
def test_nobody_lands_beside_the_besiegers(noda: str, rule: str | None) -> None:
    """The lane leads into the fort: while enemies are shut in there, it is theirs."""
    session = position("move", {"noda_fukushima": noda, "bay_of_kawachi": "1 oda", **HOME}, chit="chit_oda", points=2)
    (unit,) = soldiers(session, "bay_of_kawachi", "oda")
    assert refused(session, March(("bay_of_kawachi", "noda_fukushima"), (unit,))) == rule


@covers("a_most_dangerous_time", "13.2.6", "13.2.5")
def test_an_enemy_at_sea_stops_and_must_be_fought() -> None:
    session = position("move", {"saika": "2 ikko_ikki", "bay_of_kawachi": "1 oda"}, chit="chit_ikko_ikki", points=3)
    go(session, March(("saika", "bay_of_kawachi"), ("ikko_ikki_soldier#1",)))
    assert refused(session, March(("bay_of_kawachi", "sea_of_harima"), ("ikko_ikki_soldier#1",))) is not None
    go(session, "done")
    assert asked(session) == ["chance"]  # one Soldier against one
