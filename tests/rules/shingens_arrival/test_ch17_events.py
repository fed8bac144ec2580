"""17.0 Random events, risings, peace, Ashikaga castles, the Saika-to."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch09_actions import Enter
from compiler.rules.shingens_arrival.ch09_activation import activation
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, in_effect, owner
from compiler.rules.shingens_arrival.ch17_rising import lords_of_line
from compiler.rules.shingens_arrival.told import named
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    asked,
    at,
    campaign,
    force,
    go,
    legal,
    mark,
    place,
    refused,
    rolling,
    rolls,
    said,
    scene_of,
    score,
)

CHIEFS = {"takeda_shingen": "5713", "oda_nobunaga": "2517"}


def event(*dice: int, points: tuple[int, int] = (20, 0), **more: Any) -> Session:
    return campaign(
        "random_event", {**CHIEFS, **more.pop("units", {})}, stage="initial", rolls=dice, score=points, **more
    )


@covers("shingens_arrival", "17-1-1.1", "17-1-1.2", "17-1-2(1).1", "EVENTS.1")
@pytest.mark.parametrize(
    ("points", "roll", "what"),
    [
        ((0, 6), 1, "nothing happens"),
        ((0, 6), 3, "Peace Negotiations"),
        ((0, 5), 3, "nothing happens"),
        ((4, 0), 1, "Ikko Sect Offensive"),
        ((5, 0), 2, "Yoshiaki's Uprising"),
        ((20, 0), 1, "Yoshiaki's Uprising"),
    ],
)
def test_the_difference_of_the_scores_gives_the_column(points: tuple[int, int], roll: int, what: str) -> None:
    session = event(roll, points=points)
    assert said(session)[0] == f"random event: {what}"
    if what == "nothing happens":
        assert rolls(session) == ["random event"]


# -- uprising ----------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "17-2.1")
def test_each_lord_owns_the_castle_he_rises_in() -> None:
    session = event(1, *[1] * 15)
    scene = scene_of(session)
    levels = {hex: castle.level for hex, castle in session.book.facts.castles.items() if castle.lords}
    assert levels == LORDS_CASTLES
    for lord, hexes in session.book.facts.lord_castles.items():
        assert all(owner(scene, hex) == "ashikaga" for hex in hexes)
        assert len(hexes) == (2 if lord == "ashikaga_yoshiaki" else 1)
    assert asked(session) == "takeda_player"
    assert set(legal(session)) == {"0725", "0826"}
    go(session, "0826")
    for lord, hexes in session.book.facts.lord_castles.items():
        assert place(session, lord) == ("0826" if lord == "ashikaga_yoshiaki" else hexes[0])


LORDS_CASTLES = {
    "3403": 1,
    "3309": 1,
    "2810": 1,
    "0616": 1,
    "1324": 1,
    "0325": 1,
    "0725": 1,
    "0826": 1,
    "0228": 2,
    "0328": 1,
    "0229": 1,
    "0631": 2,
    "0432": 1,
    "1633": 2,
}  # with their levels


@covers("shingens_arrival", "17-1-2(2).1", "17-1-2(2).2", "17-2-2.1", "UPRISING.1")
def test_a_die_for_each_line_raises_its_lords() -> None:
    session = event(1, 6, 4, 5, 6, 6, 5, 6, 6, 6, 1, 6, 6)
    assert [r for r in rolls(session) if r.startswith("uprising")] == [
        f"uprising of {named(scene_of(session), lords_of_line(scene_of(session), n))}" for n in range(1, 13)
    ]
    assert place(session, "matsunaga_hisahide") == "0631"
    assert place(session, "miyoshi_yoshitsugu") == "off_map_ashikaga"  # 5 is above 4
    for lord in ("miyoshi_nagayasu", "miyoshi_masayasu", "iwanari_tomomichi"):
        assert place(session, lord) == "0229"
    assert (place(session, "anekoji_yoritsuna"), place(session, "miki_nobutsuna")) == ("3403", "3309")
    assert in_effect(scene_of(session), "0631")
    assert not in_effect(scene_of(session), "0432")
    assert mark(session, "matsunaga_hisahide", "garrison") is None


@covers("shingens_arrival", "17-1-2(2).3", "17-1-2(2).5", "17-1-2(2).4")
def test_risen_lords_roll_no_more_and_come_in_garrison_before_an_enemy() -> None:
    session = event(1, 4, *[6] * 20, units={"tsutsui_junkei": "0631", "ashikaga_yoshiaki": at("0725", risen=True)})
    assert rolls(session)[1] == "uprising of Matsunaga Hisahide (Ashikaga)"
    assert mark(session, "matsunaga_hisahide", "garrison")


@covers("shingens_arrival", "17-1-2(2).x1", "17-2-4.1", "17-1-2(2).1")
def test_yoshiaki_rises_in_a_castle_he_still_owns() -> None:
    session = event(1, 1)
    assert set(legal(session)) == {"0725", "0826"}
    lost = event(1, 1, marks=[("0725", "control", "oda")])
    assert place(lost, "ashikaga_yoshiaki") == "0826"
    both = event(1, marks=[("0725", "control", "oda"), ("0826", "control", "oda")])
    assert rolling(both) == "uprising of Matsunaga Hisahide (Ashikaga)"  # no castle, no roll


@covers("shingens_arrival", "17-1-2(2).6", "17-1-2(2).7", "17-1-2(4).4")
def test_azai_at_peace_come_back_for_certain() -> None:
    units = {"azai_nagamasa": at("peace_azai", 3), "akao_kiyotsuna": "peace_azai", "hirate_hirohide": "1517"}
    session = event(1, *[6] * 12, units=units, marks=[("azai", "at_peace", True)])
    assert asked(session) == "takeda_player"
    assert set(legal(session)) == {"1616", "1517"}
    assert refused(session, "1706") == "17-1-2(2).6"
    go(session, "1517")
    assert mark(session, "azai_nagamasa", "garrison")  # an enemy is there
    assert "azai_nagamasa_1" in legal(session)
    go(session, "azai_nagamasa_1")
    assert mark(session, "azai", "at_peace") is None
    assert session.table.pieces["azai_nagamasa"].steps == 3


@covers("shingens_arrival", "6-1-3.1")
def test_who_comes_back_is_not_led_by_another_army() -> None:
    units = {"azai_nagamasa": "peace_azai", "akao_kiyotsuna": "peace_azai", "asakura_kageakira": "1517"}
    session = event(1, *[6] * 12, units=units, marks=[("azai", "at_peace", True)])
    go(session, "1517")
    assert refused(session, "asakura_kageakira_1") == "6-1-3.1"
    assert refused(session, "azai_nagamasa_1") is None


# -- offensive ---------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "17-1-2(3).1", "17-1-2(3).2", "17-1-2(3).4")
def test_in_an_offensive_the_taisho_have_four_points_for_a_turn() -> None:
    units = {"shimotsuma_rairen": "0330", "ikko_band#1": "0329"}
    session = event(2, 5, units=units)
    assert rolls(session) == ["random event", "call of the Saika-to"]
    scene = scene_of(session)
    assert activation(scene, force(session, "shimotsuma_rairen")) == 4
    assert activation(scene, force(session, "ikko_band#1")) == 2
    assert mark(session, "saika_to", "called_up") is None
    called = event(2, 6, units=units)
    assert mark(called, "saika_to", "called_up")
    over = event(1, points=(0, 9), units=units, marks=[("ikko_ikki", "offensive", True)])
    calm = campaign("takeda_act", units)
    assert activation(scene_of(calm), force(calm, "shimotsuma_rairen")) < 4
    assert rolls(over) == ["random event"]


@covers("shingens_arrival", "17-1-2(3).4", "17-1-2(3).5", "17-1-2(3).6", "9.x2")
def test_the_saika_come_in_at_the_edge() -> None:
    units = {
        **CHIEFS,
        "saika_magoichi": "off_map_saika_to",
        "saika_band#1": "off_map_saika_to",
        "saika_band#2": "off_map_saika_to",
        "hirate_hirohide": "0234",
    }
    session = campaign("anti_oda_act", units, marks=[("saika_to", "called_up", True)])
    assert Enter("saika_magoichi") in legal(session)
    go(session, Enter("saika_magoichi"))
    assert "0133" in legal(session)
    assert refused(session, "0234") == "16-6-2.1"
    assert refused(session, "0330") == "17-1-2(3).5"
    entering = session.ask()
    assert entering.price is not None
    paid = entering.price("0334")
    assert paid is not None
    go(session, "0334", "saika_band#1", "alone")
    marching = session.ask()
    assert marching.price is not None
    costs = [price.cost for way in legal(session)[:-1] if (price := marching.price(way)) is not None]
    assert len(costs) == len(legal(session)) - 1  # all ways, and no price for staying
    assert paid.cost + max(costs) <= 8
    assert min(costs) >= 1
    assert place(session, "saika_band#1").startswith("saika_magoichi_")
    assert refused(session, ("0333",)) is None
    go(session, "stay")
    assert place(session, "saika_magoichi") == "0334"
    assert mark(session, "saika_magoichi", "acted") == "anti_oda"
    uncalled = campaign("anti_oda_act", units)
    assert refused(uncalled, Enter("saika_magoichi")) == "17-1-2(3).4"
    early = campaign("takeda_act", units, marks=[("saika_to", "called_up", True)])
    assert refused(early, Enter("saika_magoichi")) == "17-1-2(3).6"


# -- peace -------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "17-1-2(4).1", "17-1-2(4).2", "17-1-2(4).3", "17-1-2(4).x1", "PEACE.1")
def test_whoever_has_a_circle_leaves_the_map() -> None:
    units = {
        "matsunaga_hisahide": at("0631", 3, risen=True),
        "kitabatake_tomonori": at("1633", risen=True),
        "azai_nagamasa": "1616",
        "asakura_yoshikage": "1706",
        "asakura_kagetake": "1515",
    }
    session = event(3, 3, points=(0, 9), units=units)  # column 3: Matsunaga, Asakura, not Kitabatake or Azai
    assert place(session, "matsunaga_hisahide") == "off_map_ashikaga"
    assert session.table.pieces["matsunaga_hisahide"].steps == 3
    assert mark(session, "matsunaga_hisahide", "risen") is None
    assert place(session, "kitabatake_tomonori") == "1633"
    assert place(session, "azai_nagamasa") == "1616"
    assert place(session, "asakura_kagetake") == "peace_asakura"
    assert mark(session, "asakura", "at_peace")
    counting = castles_in_effect(scene_of(session))
    assert "1706" not in counting
    assert "1616" in counting
    nobody = event(3, 1, points=(0, 9))
    assert [p for p in nobody.table.pieces.values() if p.side == "ashikaga" and p.place != "off_map_ashikaga"] == []


@covers("shingens_arrival", "17-1-2(4).3", "13-1-3.2")
def test_peace_ends_the_sieges_of_the_army() -> None:
    units = {
        "asakura_yoshikage": at("1706", garrison=True),
        "shibata_katsuie": at("1706", invested=True),
        "maeda_toshiie": "shibata_katsuie_1",
    }
    session = event(3, 3, points=(0, 9), units=units, marks=[("1706", "morale", -2), ("1706", "durability", 6)])
    assert mark(session, "shibata_katsuie", "invested") is None
    assert mark(session, "1706", "morale") is None
    assert mark(session, "1706", "durability") == 6


@covers("shingens_arrival", "17-1-2(4).x2")
def test_friends_in_a_castle_at_peace_stand_outside_or_leave() -> None:
    units = {"miyoshi_yoshitsugu": at("0432", risen=True), "ikko_band#1": at("0432", garrison=True)}
    session = event(3, 1, points=(0, 9), units=units)
    assert place(session, "ikko_band#1") == "0432"
    assert mark(session, "ikko_band#1", "garrison") is None
    besieged = event(
        3,
        1,
        points=(0, 9),
        units={**units, "miyoshi_yoshitsugu": at("0432", risen=True, garrison=True), "hirate_hirohide": "0432"},
    )
    assert place(besieged, "ikko_band#1") == "0330"
    assert mark(besieged, "ikko_band#1", "garrison")


@covers("shingens_arrival", "17-1-2(4).5", "17-1-2(4).6", "16-4.x2", "17-1-2(2).x2")
def test_oda_troops_rouse_azai_and_asakura() -> None:
    units = {**CHIEFS, "azai_nagamasa": "peace_azai", "atsuji_sadayuki": "peace_azai", "hirate_hirohide": "1618"}
    session = campaign("oda_act", units, marks=[("azai", "at_peace", True)])
    go(session, "hirate_hirohide", "move", ("1617", "1517"))
    assert asked(session) == "takeda_player"  # row 17 of Omi
    go(session, "1616", "1517")
    assert mark(session, "azai", "at_peace") is None
    assert place(session, "hirate_hirohide") == "1617"
    assert asked(session) == "oda_player"
    assert refused(session, ("1517",)) == "16-6-2.1"  # Atsuji is there now
    assert refused(session, "stay") is None  # the move goes on with what is left
    go(session, "stay", "end_phase")
    assert {"azai_nagamasa", "atsuji_sadayuki"} <= set(legal(session))  # they act in this very stage
    south = campaign("oda_act", {**units, "hirate_hirohide": "1619"}, marks=[("azai", "at_peace", True)])
    go(south, "hirate_hirohide", "move", ("1719",))
    assert mark(south, "azai", "at_peace")
    north = campaign(
        "oda_act",
        {**CHIEFS, "asakura_yoshikage": "peace_asakura", "hirate_hirohide": "2611"},
        marks=[("asakura", "at_peace", True)],
    )
    assert mark(north, "asakura", "at_peace")


# -- Ashikaga castles --------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "17-2-2.1", "17-2-3.1")
def test_the_castle_of_an_unrisen_lord_is_as_if_it_were_not_there_until_attacked() -> None:
    units = {
        **CHIEFS,
        "akechi_mitsuhide": "0631",
        "hosokawa_fujitaka": "akechi_mitsuhide_1",
        "matsunaga_hisahide": "off_map_ashikaga",
        "ban_naomasa": "akechi_mitsuhide_2",
    }
    session = campaign("oda_act", units, rolls=[3])
    assert not in_effect(scene_of(session), "0631")
    go(session, "akechi_mitsuhide", "invest_and_assault")
    assert place(session, "matsunaga_hisahide") == "0631"
    assert mark(session, "matsunaga_hisahide", "garrison")
    assert mark(session, "matsunaga_hisahide", "risen")
    assert mark(session, "akechi_mitsuhide", "invested")
    weak = campaign("oda_act", {**CHIEFS, "hirate_hirohide": "0631", "matsunaga_hisahide": "off_map_ashikaga"})
    go(weak, "hirate_hirohide", "assault")
    assert rolling(weak) != "assault"  # too weak against the lord who rose: dropped, and the action is spent
    assert mark(weak, "hirate_hirohide", "acted") == "oda_tokugawa"


@covers("shingens_arrival", "17-1-2(4).3")
def test_a_siege_of_a_castle_at_peace_brings_the_army_back() -> None:
    units = {
        **CHIEFS,
        "shibata_katsuie": "1706",
        "maeda_toshiie": "shibata_katsuie_1",
        "asakura_yoshikage": "peace_asakura",
    }
    session = campaign("oda_act", units, marks=[("asakura", "at_peace", True)])
    go(session, "shibata_katsuie", "invest")
    assert asked(session) == "takeda_player"
    go(session, "1706")
    assert mark(session, "asakura_yoshikage", "garrison")
    assert mark(session, "shibata_katsuie", "invested")


@covers("shingens_arrival", "17-2-4.1", "17-2.x1", "13-3-5(3).2")
def test_a_lord_makes_peace_when_his_castle_falls() -> None:
    units = {
        **CHIEFS,
        "akechi_mitsuhide": at("0826", invested=True),
        "ashikaga_yoshiaki": at("0725", risen=True),
        "matsunaga_hisahide": at("ashikaga_yoshiaki_1", risen=True),
    }
    session = campaign("oda_act", units, rolls=[6], score=(0, 5), marks=[("0826", "durability", 4)])
    go(session, "akechi_mitsuhide", "call_for_surrender", "hold")
    assert mark(session, "0826", "control") == "oda"
    assert place(session, "ashikaga_yoshiaki") == "off_map_ashikaga"  # not killed
    assert place(session, "matsunaga_hisahide") == "0725"  # a force of his own now
    assert score(session) == (0, 6)
    assert in_effect(scene_of(session), "0826")  # an ordinary castle of Oda


@covers("shingens_arrival", "17-2-4.1", "17-1-2(4).x2", "12-2.2", "13-3-5.x1")
@pytest.mark.parametrize(
    ("before_it", "found", "inside"), [({}, "0725", None), ({"hirate_hirohide": "0725"}, "0330", True)]
)
def test_guests_in_the_other_castle_of_yoshiaki_come_out_when_one_falls(
    before_it: dict[str, str], found: str, inside: bool | None
) -> None:
    """The fall of Makishima brings peace: Nijo has no effect any more, and nobody stays behind its walls."""
    units = {
        **CHIEFS,
        **before_it,
        "akechi_mitsuhide": at("0826", invested=True),
        "ashikaga_yoshiaki": at("0725", risen=True, garrison=True),
        "ikko_band#1": at("0725", garrison=True),
    }
    session = campaign("oda_act", units, rolls=[6], score=(0, 5), marks=[("0826", "durability", 4)])
    go(session, "akechi_mitsuhide", "call_for_surrender", "hold")
    assert place(session, "ashikaga_yoshiaki") == "off_map_ashikaga"
    assert not in_effect(scene_of(session), "0725")
    assert (place(session, "ikko_band#1"), mark(session, "ikko_band#1", "garrison")) == (found, inside)


@covers("shingens_arrival", "19-2-3.9")
def test_yoshiaki_killed_by_an_oda_attack_costs_ten() -> None:
    units = {**CHIEFS, "shibata_katsuie": "0825", "ashikaga_yoshiaki": at("0725", 1, risen=True)}
    session = campaign("oda_act", units, rolls=[6], score=(0, 15))
    go(session, "shibata_katsuie", "skirmish", 0)
    assert place(session, "ashikaga_yoshiaki") == "fallen"
    assert score(session) == (0, 5)
    assert in_effect(scene_of(session), "0725")  # the castle of a dead lord still counts
