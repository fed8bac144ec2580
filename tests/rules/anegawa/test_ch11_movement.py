"""11.0 Movement, 10.0 stacking on the move, 18.0 leaving the map, 18-1 the sortie."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.anegawa.ch11_movement import OFF_MAP
from compiler.rules.anegawa.ch18_castle import holder_in_play
from tests.rules.anegawa.battle import (
    AA,
    OT,
    altered,
    asked,
    battle,
    field_of,
    mark,
    normal,
    off,
    on,
    place,
    refused,
    rolls,
    winner,
)
from tests.rules.covering import covers


def paths(session: Session) -> list[Any]:
    """The ways that are listed."""
    return list(session.legal())


@covers("anegawa", "11.0(1).1")
def test_a_unit_may_move_less_than_it_could_and_no_farther() -> None:
    session = battle("move_unit", OT, points={OT: 3}, sakai_company_1="1020", sakai_company_2="3001")
    session.apply("sakai_company_1")
    assert refused(session, ("1019",)) is None
    assert refused(session, ("1019", "1018")) is None
    assert refused(session, ("1019", "1018", "1017")) is None
    assert refused(session, ("1019", "1018", "1017", "1016")) == "11.0(3).1"
    assert refused(session, ("1018",)) == "11.0(1).1"  # not a neighbour
    session.apply(("1019",))
    assert place(session, "sakai_company_1") == "1019"


@covers("anegawa", "11.0(1).2", "11.0(1).3")
def test_each_unit_moves_once_with_its_own_points() -> None:
    session = battle(
        "move_unit", OT, points={OT: 5}, sakai_company_1="1020", sakai_company_2="1030", azai_company_1="3001"
    )
    assert session.legal() == ("sakai_company_1", "sakai_company_2", "done")
    session.apply("sakai_company_1")
    session.apply(("1019",))
    assert mark(session, "sakai_company_1", "moved")
    assert refused(session, "sakai_company_1") == "11.0(1).2"
    session.apply("sakai_company_2")
    assert refused(session, ("1029", "1028", "1027", "1026", "1025")) is None
    assert refused(session, ("1029", "1028", "1027", "1026", "1025", "1024")) == "11.0(3).1"


@covers("anegawa", "11.0(1).4", "6.0.1")
def test_points_not_used_are_gone_next_turn() -> None:
    session = battle("move_unit", OT, initiative=OT, points={OT: 5}, turn=5, rolls=[6, 2], sakai_company_1="1020")
    session.apply("done")
    while session.table.tracks["turn"] == 5:
        answers = session.ask().options
        session.apply(next(a for a in ("done", "fight_on", "stay") if a in answers))
    for answer in ("stay", "stay"):
        session.apply(answer)
    while session.step != "move_unit" or asked(session) != OT:
        session.apply("done")
    assert session.table.tracks["movement_oda_tokugawa"] == 3  # 6 - 1 = 5 against 2 + 1.5
    session.apply("sakai_company_1")
    assert refused(session, ("1019", "1018", "1017")) is None
    assert refused(session, ("1019", "1018", "1017", "1016")) == "11.0(3).1"


@covers("anegawa", "11.0(2).1")
def test_a_move_is_finished_before_the_next_begins() -> None:
    session = battle("move_unit", OT, sakai_company_1="1020", sakai_company_2="1030", azai_company_1="3001")
    session.apply("sakai_company_2")  # any order
    assert refused(session, "sakai_company_1") == "11.0(2).1"
    session.apply(("1029",))
    assert refused(session, "sakai_company_1") is None


@covers("anegawa", "11.0(2).2", "11.0(3).1")
def test_terrain_is_paid_for_and_what_is_too_dear_is_closed() -> None:
    three = battle("move_unit", OT, points={OT: 3}, sakai_company_1="1811", sakai_company_2="3001")
    three.apply("sakai_company_1")
    assert refused(three, ("1812",)) is None  # rough, 2
    assert refused(three, ("1812", "1712")) is None  # and a plain hex
    assert refused(three, ("1812", "1813")) == "11.0(3).1"
    assert refused(three, ("1812", "1712", "1713")) == "11.0(3).1"
    river = battle("move_unit", OT, points={OT: 2}, sakai_company_1="1110", sakai_company_2="3001")
    river.apply("sakai_company_1")
    assert refused(river, ("1109",)) is None  # river, 2
    assert refused(river, ("1109", "1108")) == "11.0(3).1"


@covers("anegawa", "11.0(3).1")
def test_a_unit_that_can_pay_for_no_hex_cannot_be_chosen() -> None:
    session = battle("move_unit", OT, points={OT: 3}, sakai_company_1="3816", sakai_company_2="1010")
    assert refused(session, "sakai_company_1") == "11.0(3).1"
    rich = battle("move_unit", OT, points={OT: 4}, sakai_company_1="3816", sakai_company_2="1010")
    assert refused(rich, "sakai_company_1") is None


@covers("anegawa", "10.0(2).1")
def test_a_unit_in_order_enters_and_passes_no_unit() -> None:
    session = battle("move_unit", OT, sakai_company_1="1020", sakai_company_2="1019", azai_company_1=off("1021"))
    session.apply("sakai_company_1")
    assert refused(session, ("1019",)) == "10.0(2).1"  # a friend
    assert refused(session, ("1019", "1018")) == "10.0(2).1"
    assert refused(session, ("1021",)) == "10.0(2).1"  # an enemy
    assert refused(session, ("1120",)) is None
    assert all("1019" not in path and "1021" not in path for path in paths(session))


@covers("anegawa", "11-2(1).1")
def test_an_enemy_zone_costs_one_more_however_many_enemies_hold_it() -> None:
    two = battle("move_unit", OT, points={OT: 2}, sakai_company_1="1020", azai_company_1="1018", azai_company_2="1118")
    two.apply("sakai_company_1")
    assert refused(two, ("1019",)) is None  # plain in two zones: 2
    one = battle("move_unit", OT, points={OT: 1}, sakai_company_1="1020", azai_company_1="1018")
    one.apply("sakai_company_1")
    assert refused(one, ("1019",)) == "11-2(1).1"
    assert refused(one, ("1021",)) is None


@covers("anegawa", "7.0(2).1")
def test_a_disordered_enemy_costs_nothing() -> None:
    session = battle("move_unit", OT, points={OT: 2}, sakai_company_1="1021", azai_company_1=off("1018"))
    session.apply("sakai_company_1")
    assert refused(session, ("1020", "1019")) is None


@covers("anegawa", "11-2(1).2")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    session = battle("move_unit", OT, points={OT: 7}, sakai_company_1="1020", azai_company_1="1018")
    session.apply("sakai_company_1")
    assert refused(session, ("1019",)) is None
    assert refused(session, ("1019", "0919")) == "11-2(1).2"
    # the only neighbours of 1017 outside the zone lie beyond it: it is reached round about or not at all
    assert all(step not in ("1019",) for path in paths(session) if isinstance(path, tuple) for step in path[:-1])


@covers("anegawa", "11-2(2).1")
def test_with_initiative_a_unit_in_a_zone_moves_one_hex_even_into_another_zone() -> None:
    session = battle("move_unit", OT, sakai_company_1="1020", azai_company_1="1019", azai_company_2="1122")
    session.apply("sakai_company_1")
    assert refused(session, ("0920",)) is None  # from zone to zone
    assert refused(session, ("1021",)) is None
    assert refused(session, ("0921", "0922")) == "11-2(2).1"
    assert all(len(path) == 1 for path in paths(session))
    outside = battle("move_unit", OT, sakai_company_1="1021", azai_company_1="1019")
    outside.apply("sakai_company_1")
    assert refused(outside, ("1022", "1023")) is None


@covers("anegawa", "11-2(3).1")
def test_without_initiative_a_unit_in_a_zone_does_not_move() -> None:
    session = battle(
        "move_unit", OT, initiative=AA, sakai_company_1="1020", azai_company_1="1019", sakai_company_2="1025"
    )
    assert refused(session, "sakai_company_1") == "11-2(3).1"
    assert refused(session, "sakai_company_2") is None
    broken = battle(
        "move_unit", OT, initiative=AA, sakai_company_1="1020", azai_company_1=off("1019"), sakai_company_2="1025"
    )
    assert refused(broken, "sakai_company_1") is None


@covers("anegawa", "11-2-1.1")
def test_the_one_hex_is_paid_for() -> None:
    three = battle("move_unit", OT, points={OT: 3}, sakai_company_1="1812", azai_company_1="1811")
    three.apply("sakai_company_1")
    assert refused(three, ("1813",)) == "11-2-1.1"  # a mountain
    assert refused(three, ("1712",)) is None  # plain in a zone: 2
    one = battle("move_unit", OT, points={OT: 1}, sakai_company_1="1020", azai_company_1="1019")
    one.apply("sakai_company_1")
    assert refused(one, ("0920",)) == "11-2-1.1"
    assert refused(one, ("1021",)) is None


@covers("anegawa", "14.0.1")
def test_a_disordered_unit_does_not_move_in_the_movement_phase() -> None:
    session = battle("move_unit", OT, sakai_company_1=off("1020"), sakai_company_2="1010")
    assert refused(session, "sakai_company_1") == "14.0.1"
    assert refused(session, "sakai_company_2") is None


# -- leaving the map ---------------------------------------------------------------------------------------------------
@covers("anegawa", "18.0.1", "18.0.2", "18.0.3")
def test_a_unit_may_leave_the_map_from_an_edge_hex_for_good() -> None:
    session = battle(
        "move_unit", OT, points={OT: 3}, sakai_masahisa="1033", sakai_company_2="1010", azai_nagamasa="3001"
    )
    session.apply("sakai_masahisa")
    assert refused(session, (OFF_MAP,)) == "18.0.1"  # 1033 is not at the edge
    assert refused(session, ("1034", OFF_MAP)) is None  # 1 and 1
    session.apply(("1034", OFF_MAP))
    assert place(session, "sakai_masahisa") == "left_map.asakura_azai"
    assert mark(session, "sakai_masahisa", "removed") == "otherwise"  # so it does not count towards army rout
    assert "sakai_masahisa" not in session.legal()
    assert refused(session, "sakai_masahisa") == "11.0(1).2"


@covers("anegawa", "18.0.1")
def test_leaving_the_map_costs_a_point_and_is_the_one_hex_of_a_unit_in_a_zone() -> None:
    just = battle("move_unit", OT, points={OT: 2}, sakai_company_1="1033", azai_company_1="3001")
    just.apply("sakai_company_1")
    assert refused(just, ("1034", OFF_MAP)) is None
    poor = battle("move_unit", OT, points={OT: 1}, sakai_company_1="1033", azai_company_1="3001")
    poor.apply("sakai_company_1")
    assert refused(poor, ("1034", OFF_MAP)) == "18.0.1"
    edge = battle("move_unit", OT, points={OT: 3}, sakai_company_1="1034", azai_company_1="1033")
    edge.apply("sakai_company_1")
    assert refused(edge, (OFF_MAP,)) is None
    assert refused(edge, ("1134", OFF_MAP)) == "11-2(2).1"
    held = battle("move_unit", OT, initiative=AA, sakai_company_1="1034", azai_company_1="1033", sakai_company_2="0510")
    assert refused(held, "sakai_company_1") == "11-2(3).1"
    stopped = battle("move_unit", OT, points={OT: 7}, sakai_company_1="1233", azai_company_1="1033")
    stopped.apply("sakai_company_1")
    assert refused(stopped, ("1134", OFF_MAP)) == "11-2(1).2"


@covers("anegawa", "22.0(1).1", "22.0(2).1")
def test_nobunaga_or_nagamasa_off_the_map_ends_the_game() -> None:
    nobunaga = battle("move_unit", OT, oda_nobunaga="1034", azai_nagamasa="3001")
    nobunaga.apply("oda_nobunaga")
    nobunaga.apply((OFF_MAP,))
    assert winner(nobunaga) == AA
    nagamasa = battle("move_unit", AA, oda_nobunaga="1034", azai_nagamasa="3001")
    nagamasa.apply("azai_nagamasa")
    nagamasa.apply((OFF_MAP,))
    assert winner(nagamasa) == OT


# -- the garrison ------------------------------------------------------------------------------------------------------
@covers("anegawa", "18-1(3).1")
def test_the_garrison_sorties_only_when_its_side_has_the_initiative_and_in_order() -> None:
    session = battle("move_unit", AA, initiative=AA, onoki_hidetoshi="3426", sakai_company_1="3325")
    session.apply("onoki_hidetoshi")
    assert refused(session, ("3425",)) is None
    waiting = battle("move_unit", AA, initiative=OT, onoki_hidetoshi="3426", azai_company_1="1010")
    waiting.apply("onoki_hidetoshi")  # it may still change its castle hex, and that is all
    assert place(waiting, "onoki_hidetoshi") == "3527"
    broken = battle("move_unit", AA, initiative=AA, onoki_hidetoshi=off("3426"), azai_company_1="1010")
    assert refused(broken, "onoki_hidetoshi") == "14.0.1"


@covers("anegawa", "18-1(3).1")
def test_the_garrison_does_not_walk_out() -> None:
    session = battle("move_unit", AA, initiative=OT, points={AA: 7}, onoki_hidetoshi="3426", sakai_company_1="3427")
    assert session.step != "move_unit"  # in an enemy zone and without the initiative it does not move at all
    free = battle(
        "move_unit",
        AA,
        initiative=AA,
        points={AA: 7},
        book=altered(onoki_hidetoshi={"move": 4}),
        onoki_hidetoshi="3426",
        azai_company_1="1010",
    )
    free.apply("onoki_hidetoshi")
    assert refused(free, ("3527", "3528")) == "18-1(3).1"
    assert refused(free, ("3425", "3424")) == "18-1(3).1"


@covers("anegawa", "18-1(3).2")
def test_a_sortie_is_free_and_the_whole_move() -> None:
    session = battle("move_unit", AA, points={AA: 1}, onoki_hidetoshi="3426", azai_company_1="1010")
    session.apply("onoki_hidetoshi")
    assert refused(session, ("3528",)) is None  # beside the other castle hex, a mountain
    assert refused(session, ("3424",)) == "18-1(3).2"
    session.apply(("3425",))
    assert place(session, "onoki_hidetoshi") == "3425"
    assert mark(session, "onoki_hidetoshi", "out_of_castle")
    assert refused(session, "onoki_hidetoshi") == "11.0(1).2"


@covers("anegawa", "18-1(3).3")
def test_a_sortie_drives_out_a_disordered_enemy_without_breakthrough() -> None:
    session = battle(
        "move_unit",
        AA,
        onoki_hidetoshi="3426",
        sakai_company_1=off("3425"),
        sakai_company_2="3427",
        azai_company_1=off("3326"),
    )
    session.apply("onoki_hidetoshi")
    assert refused(session, ("3427",)) == "18-1(3).3"  # in order
    assert refused(session, ("3326",)) == "18-1(3).3"  # a friend
    session.apply(("3425",))
    assert asked(session) == OT  # the owner retreats first
    session.apply(session.legal()[0])
    assert place(session, "onoki_hidetoshi") == "3425"
    assert place(session, "sakai_company_1") != "3425"
    assert mark(session, "onoki_hidetoshi", "momentum") is None


@covers("anegawa", "18-1(3).3")
def test_a_unit_that_cannot_make_way_for_a_sortie_is_removed() -> None:
    session = battle(
        "move_unit",
        AA,
        onoki_hidetoshi="3426",
        sakai_company_1=off("3425"),
        azai_company_1="3424",
        azai_company_2="3325",
        azai_company_3="3326",
        azai_company_4="3525",
        azai_masazumi="3526",
    )
    session.apply("onoki_hidetoshi")
    session.apply(("3425",))
    assert place(session, "sakai_company_1") == "combat_units.asakura_azai"
    assert rolls(session) == []
    assert place(session, "onoki_hidetoshi") == "3425"


@covers("anegawa", "18-1(4).1")
def test_the_garrison_need_not_move() -> None:
    session = battle("move_unit", AA, onoki_hidetoshi="3426", sakai_company_1=off("3425"))
    assert session.step == "move_unit"
    assert {"onoki_hidetoshi", "done"} <= set(session.legal())
    session.apply("done")
    assert place(session, "onoki_hidetoshi") == "3426"


@covers("anegawa", "19.0.1")
def test_a_garrison_that_has_left_does_not_come_back_and_others_may_enter() -> None:
    session = battle(
        "move_unit", AA, points={AA: 7}, onoki_hidetoshi=on("3425", out_of_castle=True), azai_company_1="3326"
    )
    session.apply("onoki_hidetoshi")
    assert refused(session, ("3426",)) == "19.0.1"
    session = battle(
        "move_unit", AA, points={AA: 7}, onoki_hidetoshi=on("3425", out_of_castle=True), azai_company_1="3326"
    )
    session.apply("azai_company_1")
    assert refused(session, ("3426",)) is None
    below = battle(
        "move_unit", AA, points={AA: 7}, onoki_hidetoshi=on("3528", out_of_castle=True), azai_company_1="3627"
    )
    below.apply("onoki_hidetoshi")
    assert refused(below, ("3527",)) == "19.0.1"  # nor by its other hex


@covers("anegawa", "18-1(2).1")
def test_each_side_may_stand_in_one_castle_hex() -> None:
    session = battle("move_unit", OT, points={OT: 5}, sakai_company_1="3528", onoki_hidetoshi="3426")
    session.apply("sakai_company_1")
    session.apply(("3527",))
    assert place(session, "sakai_company_1") == "3527"
    assert place(session, "onoki_hidetoshi") == "3426"
    field = field_of(session)
    assert [holder_in_play(field, hex) for hex in ("3426", "3527")] == [AA, OT]


@covers("anegawa", "21.0(1).2", "21.0(1).3", "21.0(1).4")
def test_on_turn_one_azai_and_asakura_have_five_points_tokugawa_two_and_oda_none() -> None:
    units: dict[str, Any] = {
        "sakai_company_1": "1020",
        "okubo_tadayo": "1030",
        "asakura_company_1": "0510",
        "azai_company_1": "3010",
    }
    session = battle("move_unit", AA, turn=1, points={OT: 7, AA: 1}, **units)
    for id in ("asakura_company_1", "azai_company_1"):
        session.apply(id)
        longest = max(len(path) for path in paths(session))
        assert longest == 5, id
        session.apply(session.legal()[0])
    other = battle("move_unit", OT, turn=1, initiative=AA, points={OT: 7, AA: 1}, **units)
    assert refused(other, "sakai_company_1") == "21.0(1).3"
    other.apply("okubo_tadayo")
    assert max(len(path) for path in paths(other)) == 3  # 2, and its modifier of 1
    second = battle("move_unit", OT, turn=2, initiative=AA, **units)
    assert refused(second, "sakai_company_1") is None


def test_every_listed_path_is_allowed() -> None:
    session = battle(
        "move_unit",
        OT,
        points={OT: 7},
        sakai_company_1="1231",
        azai_company_1="1033",
        azai_company_2="1429",
        sakai_company_2=off("1330"),
    )
    session.apply("sakai_company_1")
    assert len(session.legal()) > 40
    assert [path for path in paths(session) if refused(session, path) is not None] == []


def test_moved_marks_go_before_combat() -> None:
    session = battle(
        "move_unit",
        OT,
        initiative=AA,
        sakai_company_1="1020",
        sakai_company_2="0510",
        azai_company_1="1022",
        azai_nagamasa="1023",
    )
    session.apply("sakai_company_2")
    session.apply(("0509",))
    session.apply("done")
    assert mark(session, "sakai_company_2", "moved") is None
    assert normal(session, "sakai_company_2")
