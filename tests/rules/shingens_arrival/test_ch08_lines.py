"""8.0 Lines of communication."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch08_lines import (
    closed,
    has_line,
    joined,
    main_castle,
    place_has_line,
    relay_castles,
    relay_forces,
)
from compiler.rules.shingens_arrival.ch18_weather import ways_ahead
from compiler.rules.shingens_arrival.spread import MOST_LEARNED, Ahead, Spread, Terrain
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    ODA_PLAYER,
    TAKEDA_PLAYER,
    at,
    campaign,
    force,
    go,
    mark,
    place,
    rolling,
    rolls,
    scene_of,
    score,
    why_not,
)


def in_line(session: Session, leader: str) -> bool:
    return has_line(scene_of(session), force(session, leader))


@covers("shingens_arrival", "8-2.1", "8-2-1.1", "8-2-2.1")
def test_a_line_runs_from_castle_to_castle_to_the_main_castle() -> None:
    session = campaign("takeda_act", okudaira_sadayoshi="3625", takeda_shingen="5713")
    assert in_line(session, "takeda_shingen")
    assert in_line(session, "okudaira_sadayoshi")  # by Damine or Iida, Takato and others: far more than 30 points
    assert not campaign_without_relays()


def campaign_without_relays() -> bool:
    relays = ("3824", "3927", "4316", "4514", "4810", "4907", "4110", "3625", "4426")
    session = campaign("takeda_act", okudaira_sadayoshi="3625", marks=[(hex, "abandoned", True) for hex in relays])
    return in_line(session, "okudaira_sadayoshi")


@covers("shingens_arrival", "8-1.5")
def test_armies_without_a_main_castle_need_no_line() -> None:
    session = campaign("anti_oda_act", {"ikko_band#1": "2622"}, oda_nobunaga="2621")
    assert in_line(session, "ikko_band#1")


@covers("shingens_arrival", "8-1.3", "8-1.4")
def test_a_main_castle_in_enemy_hands_or_in_ruins_gives_no_line() -> None:
    units = {"tokugawa_ieyasu": "4229"}
    for marks in ([("4230", "control", "takeda")], [("4230", "abandoned", True), ("4230", "durability", 0)]):
        assert not in_line(campaign("oda_act", units, marks=marks), "tokugawa_ieyasu")
    for owner in ("tokugawa", "oda"):  # retaken for its owner, or by a friend
        assert in_line(campaign("oda_act", units, marks=[("4230", "control", owner)]), "tokugawa_ieyasu")


@covers("shingens_arrival", "8-2.2")
def test_an_enemy_before_the_main_castle_cuts_everybody_but_those_inside() -> None:
    session = campaign(
        "oda_act", tokugawa_ieyasu=at("4230", garrison=True), takeda_shingen="4230", honda_tadakatsu="3126"
    )
    assert in_line(session, "tokugawa_ieyasu")
    assert not in_line(session, "honda_tadakatsu")


@covers("shingens_arrival", "8-2.2")
def test_a_shut_in_garrison_has_no_line_and_the_ends_may_lie_in_zones() -> None:
    shut = campaign("oda_act", nakane_masateru=at("4328", garrison=True), takeda_nobukado="4328")
    assert not in_line(shut, "nakane_masateru")
    zone = campaign("oda_act", nakane_masateru="4131", takeda_nobukado="4031", tokugawa_ieyasu="3126")
    assert in_line(zone, "nakane_masateru")


@covers("shingens_arrival", "8-2-3.1", "8-2-3.3")
def test_enemy_forces_and_zones_close_hexes() -> None:
    session = campaign("takeda_act", takeda_nobukado="5418", nakane_masateru="2923")
    shut = closed(scene_of(session), TAKEDA_PLAYER)
    assert {"2923", "2922", "2924"} <= shut
    assert "2921" not in shut


@covers("shingens_arrival", "8-2-3.2", "8-2-4.1", "8-2-3.x1")
def test_an_enemy_castle_closes_its_ring_until_it_is_invested() -> None:
    before = campaign("takeda_act", takeda_shingen="4328", nakane_masateru=at("4328", garrison=True))
    shut = closed(scene_of(before), TAKEDA_PLAYER)
    assert {"4328", "4329"} <= shut
    assert not in_line(before, "takeda_shingen")
    invested = campaign(
        "takeda_act",
        takeda_shingen=at("4328", invested=True),
        takeda_katsuyori=at("4328"),
        nakane_masateru=at("4328", garrison=True),
    )
    shut = closed(scene_of(invested), TAKEDA_PLAYER)
    assert not {"4328", "4427"} & shut
    assert "4428" in shut  # in the ring of Kuno
    assert in_line(invested, "takeda_shingen")


@covers("shingens_arrival", "8-2-3.x2")
def test_a_force_before_a_castle_that_is_not_invested_is_no_relay() -> None:
    session = campaign("takeda_act", takeda_shingen="4328")
    invested = campaign("takeda_act", takeda_shingen=at("4328", invested=True), takeda_nobutoyo="takeda_shingen_1")
    assert "4328" in closed(scene_of(session), TAKEDA_PLAYER)
    assert "4328" not in closed(scene_of(invested), TAKEDA_PLAYER)
    assert not relay_forces(scene_of(session), TAKEDA_PLAYER)
    assert relay_forces(scene_of(invested), TAKEDA_PLAYER) == {"4328"}


@covers("shingens_arrival", "8-2-5.1", "8-2-1.x1")
def test_a_castle_in_an_enemy_ring_relays_only_with_a_friend_in_it() -> None:
    risen = at("0631", risen=True)
    alone = campaign("oda_act", matsunaga_hisahide=risen, oda_nobunaga="2517")
    assert "0732" in closed(scene_of(alone), ODA_PLAYER)
    held = campaign("oda_act", matsunaga_hisahide=risen, oda_nobunaga="2517", tsutsui_junkei="0732")
    assert "0732" not in closed(scene_of(held), ODA_PLAYER)
    assert "0631" not in closed(scene_of(held), TAKEDA_PLAYER)
    gone = campaign("oda_act", matsunaga_hisahide=at("0531", risen=True), tsutsui_junkei="0732")
    assert "0631" in closed(scene_of(gone), TAKEDA_PLAYER)


@covers("shingens_arrival", "8-2-1.x1", "17-2-2.1")
@pytest.mark.parametrize(
    ("marks", "units"),
    [
        ((), {"takeda_nobukado": "1223"}),  # an enemy force in the hex
        ((("1223", "abandoned", True), ("1223", "durability", 0)), {}),
    ],
)
def test_castles_that_are_no_relays(marks: tuple[tuple[str, str, object], ...], units: dict[str, str]) -> None:
    session = campaign("oda_act", units, oda_nobunaga="2517", marks=marks)
    assert "1223" not in relay_castles(scene_of(session), ODA_PLAYER)
    plain = campaign("oda_act", oda_nobunaga="2517")
    assert "1223" in relay_castles(scene_of(plain), ODA_PLAYER)


@covers("shingens_arrival", "8-2-3.4", "8-2-3.x3")
def test_lines_cross_neither_water_nor_mountains() -> None:
    session = campaign("oda_act", akechi_mitsuhide="0924")
    ahead = ways_ahead(scene_of(session), "oda")
    assert "1024" not in dict(ahead["0924"])  # the lake side
    assert "1024" in dict(ahead["0925"])  # the bridge
    assert not ahead["5712"]  # a mountain
    assert "5712" not in dict(ahead["5713"])


def length(ahead: Ahead, shut: frozenset[str], start: str, to: str) -> int:
    """How long the shortest line from a hex to another is, the plain way; 999 if there is none."""
    far, front = {start: 0}, [start]
    while front:
        here = front.pop(0)
        if here in shut and here != start:
            continue
        for beside, cost in ahead[here]:
            if far[here] + cost < far.get(beside, 999):
                far[beside] = far[here] + cost
                front.append(beside)
    return far.get(to, 999)


@covers("shingens_arrival", "8-3-1.1", "8-3-2.1", "8-3-3.1", "8-3-2.2")
def test_links_of_thirty_to_a_castle_and_ten_between_forces() -> None:
    castles = campaign("takeda_act").book.facts.castles
    ruins = [(hex, "abandoned", True) for hex in castles if hex != "5713"]
    scene = scene_of(campaign("takeda_act", takeda_shingen="5713", marks=ruins))
    ahead, shut = ways_ahead(scene, "takeda"), closed(scene, TAKEDA_PLAYER)
    far = {hex: length(ahead, shut, hex, "5713") for hex in scene.book.facts.joined}
    assert (far["5620"], scene.book.facts.distance("5713", "5620")) == (17, 8)  # points, not hexes
    assert {hex for hex in far if joined(scene, "takeda", hex)} == {hex for hex, cost in far.items() if cost <= 30}
    assert {30, 31} < set(far.values())
    edge = max((hex for hex, cost in far.items() if 24 <= cost <= 30), key=lambda hex: (far[hex], hex))
    near = campaign("takeda_act", takeda_nobukado=edge, marks=ruins)
    assert in_line(near, "takeda_nobukado")


def test_lines_found_once_say_the_same_as_looking_anew() -> None:
    scene = scene_of(campaign("oda_act", oda_nobunaga="2517"))
    ahead, hexes = ways_ahead(scene, "oda"), sorted(scene.book.facts.beside)
    castles, main = relay_castles(scene, ODA_PLAYER), str(main_castle(scene, "oda"))
    terrain, answers = Terrain(ahead, 30), set()
    for n in (2, 3, 5, 7, 2, 3, 5, 7):
        shut = frozenset(hexes[::n]) - castles
        known = Spread(terrain, shut, castles - {main})
        anew = Spread(Terrain(ahead, 30), shut, castles - {main})
        for spread in (known, anew):
            spread.join(main)
        known.recall()
        asked = hexes[n::11]
        assert [known.chains(hex, (), 10) for hex in asked] == [anew.chains(hex, (), 10) for hex in asked]
        answers |= {anew.chains(hex, (), 10) for hex in asked}
    assert answers == {True, False}
    assert all(len(lines) <= MOST_LEARNED for lines in terrain.learned.values())


def test_a_castle_is_joined_no_longer_once_a_hex_of_its_line_is_shut() -> None:
    ahead = {"main": [], "a": [("main", 1)], "castle": [("a", 1)], "b": [("castle", 1)], "c": [("b", 1)]}
    spread = Spread(Terrain(ahead, 2), frozenset(), ("castle",))
    spread.join("main")
    assert spread.chains("b", (), 1)  # over the castle, which is joined by way of a
    assert spread.follows(frozenset("c"))
    assert spread.reaches("b")
    assert not spread.still_reaches("b", frozenset("a"), frozenset({"castle"}))
    assert not spread.follows(frozenset("a"))


def test_what_was_seen_in_vain_is_looked_for_again_once_a_hex_there_opens() -> None:
    ahead = {"main": [], "a": [("main", 1)], "b": [("a", 1)], "c": [("b", 1)]}
    spread = Spread(Terrain(ahead, 3), frozenset("a"), ())
    spread.join("main")
    assert not spread.reaches("c")
    assert spread.follows(frozenset("ab"))
    assert not spread.reaches("c")
    assert spread.follows(frozenset())
    assert spread.reaches("c")


def test_where_the_straight_line_is_shut_one_goes_around() -> None:
    ahead = {"main": [], "a": [("main", 1)], "b": [("main", 2)], "c": [("a", 1), ("b", 1)]}
    for shut, answer, length in (("", True, 2), ("a", True, 3), ("a", False, 2), ("ab", False, 3)):
        spread = Spread(Terrain(ahead, length), frozenset(shut), ())
        spread.join("main")
        assert spread.reaches("c") is answer
        (straight,) = spread.terrain.straight(["main"])
        assert list(straight.between("c")) == ["a"] * (length > 1)


@covers("shingens_arrival", "8-3-3.1", "8-2-2.1")
def test_a_chain_of_forces_ten_points_apart() -> None:
    castles = campaign("takeda_act").book.facts.castles
    ruins = [(hex, "abandoned", True) for hex in castles if hex != "4230"]
    lone = campaign("oda_act", honda_tadakatsu="1919", marks=ruins)  # 31 points from Hamamatsu
    assert not in_line(lone, "honda_tadakatsu")
    chain = campaign("oda_act", honda_tadakatsu="1919", ishikawa_kazumasa="2520", marks=ruins)
    assert in_line(chain, "ishikawa_kazumasa")
    assert in_line(chain, "honda_tadakatsu")  # 10 points from his friend
    wide = campaign("oda_act", honda_tadakatsu="1819", ishikawa_kazumasa="2520", marks=ruins)
    assert not in_line(wide, "honda_tadakatsu")  # 12 points
    castle = [mark for mark in ruins if mark[0] != "2218"]  # with Ogaki on the way it is a link to a castle
    assert in_line(campaign("oda_act", honda_tadakatsu="1819", marks=castle), "honda_tadakatsu")


@covers("shingens_arrival", "8-3-4.1", "8-3-4.2", "18-2-2.1", "18-4-2.1")
def test_the_length_counts_ground_rivers_snow_and_thaw() -> None:
    def cost(weather: str, army: str, start: str, to: str) -> float:
        return dict(ways_ahead(scene_of(campaign("takeda_act", weather=weather)), army)[start])[to]

    assert cost("clear", "takeda", "2923", "2922") == 1
    assert cost("clear", "takeda", "3718", "3719") == 2  # rough in Mino: other territory for Takeda
    assert cost("clear", "oda", "3718", "3719") == 1  # own territory: strategic
    assert cost("snow", "oda", "3718", "3719") == 2
    assert cost("clear", "tokugawa", "4330", "4230") == 2  # over the Tenryu
    assert cost("thaw", "tokugawa", "4330", "4230") == 3


@covers("shingens_arrival", "8-4.1", "8-4-1.1", "8-5-1.1", "12-2-9.1", "4-1-1(3).1")
def test_in_the_check_phase_forces_without_a_line_lose_morale() -> None:
    session = campaign(
        "check_lines",
        stage="initial",
        takeda_nobukado="0234",
        amari_nobuyasu="5418",
        nakane_masateru=at("4328", garrison=True),
        atobe_katsusuke="4328",
    )
    assert mark(session, "takeda_nobukado", "morale") == -1
    assert mark(session, "amari_nobuyasu", "morale") is None
    assert mark(session, "nakane_masateru", "morale") is None  # cut off, but in garrison


@covers("shingens_arrival", "8-5-1.1", "8-4-1.x1", "11-1-2.2", "15.x1")
def test_one_judgement_serves_morale_and_points() -> None:
    """Shingen in Owari is cut off by one Oda force, itself cut off at -4: it goes, and he scores nothing."""
    wall = campaign("check_lines", stage="initial", takeda_shingen="2621", oda_nobunaga=at("2517", garrison=True))
    assert score(wall)[0] == 0  # in the ring of Kiyosu he has no line
    gone = campaign("check_lines", stage="initial", hirate_hirohide=at("5418", morale=-4), oda_nobunaga="2517")
    assert place(gone, "hirate_hirohide") == "fallen"
    assert score(gone)[1] == 3  # Oda has lost nobody in action, and scores Kyoto and Sakai


@covers("shingens_arrival", "8-4.1", "8-4-2.1", "10-2-12.1", "16-3-2.1")
def test_without_a_line_no_replenishment_and_no_strategic_move() -> None:
    session = campaign("takeda_act", takeda_shingen=at("0234", 3), akiyama_nobutomo=at("4316", 3))
    assert why_not(session, "takeda_shingen", "replenish") == "10-2-12.1"
    assert why_not(session, "takeda_shingen", "strategic_move") == "16-3-2.1"
    assert why_not(session, "akiyama_nobutomo", "replenish") is None
    assert why_not(session, "akiyama_nobutomo", "strategic_move") is None
    assert rolls(session) == []
    shaken = campaign("takeda_act", takeda_shingen=at("0234", morale=-1), akiyama_nobutomo=at("4316", morale=-1))
    go(shaken, "akiyama_nobutomo", "recover_morale")
    assert (mark(shaken, "akiyama_nobutomo", "morale"), rolling(shaken)) == (None, None)
    go(shaken, "takeda_shingen", "recover_morale")
    assert rolling(shaken) == "morale recovery"


@covers("shingens_arrival", "8-2-6.1")
def test_castles_need_no_line() -> None:
    session = campaign("check_lines", stage="initial", takeda_shingen="5713")
    assert not [key for key in session.table.marks if key[1] == "morale"]


@covers("shingens_arrival", "19-2-1(2).1", "19-2-2(1).2")
def test_a_place_must_itself_be_open_to_a_line() -> None:
    free = campaign("oda_act", oda_nobunaga="2517")
    assert place_has_line(scene_of(free), "oda", "0725")
    shut = campaign("oda_act", oda_nobunaga="2517", ashikaga_yoshiaki=at("0725", risen=True, garrison=True))
    assert not place_has_line(scene_of(shut), "oda", "0725")
    invested = campaign(
        "oda_act",
        oda_nobunaga="2517",
        ashikaga_yoshiaki=at("0725", risen=True, garrison=True),
        akechi_mitsuhide=at("0725", invested=True),
    )
    assert place_has_line(scene_of(invested), "oda", "0725")
