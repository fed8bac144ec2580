"""3.0 The setup: armies in order, each unit in its area, forces organised."""

from __future__ import annotations

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch03_setup import next_army
from compiler.rules.shingens_arrival.field import war
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import asked, legal, mark, place, refused, scene_of, the_book


def begin() -> Session:
    return Session.begin(the_book(), "campaign")


def waiting(session: Session) -> str:
    """The unit that is to be placed."""
    return session.ask().about[0]


def until(session: Session, unit: str) -> Session:
    """Place everybody by the suggested deployment until a unit's turn comes."""
    places: dict[str, list[str]] = {}
    for free in session.book.game.scenarios["campaign"].free:
        for p in free.suggested:
            places.setdefault(p.counter, []).append(p.at)
    while waiting(session) != unit:
        spots = places[waiting(session).split("#")[0]]
        session.apply(next(spot for spot in spots if refused(session, spot) is None))
    return session


@covers("shingens_arrival", "3-3.1", "3-3(1).1")
def test_the_ikko_begin_around_honganji() -> None:
    session = begin()
    assert asked(session) == "takeda_player"
    assert waiting(session) == "shimotsuma_rairen"
    assert set(legal(session)) == {"0330", "0329", "0331", "0229", "0230", "0429", "0430"}
    assert refused(session, "0333") == "3-3(1).1"
    order = []
    until(session, "oda_nobunaga")
    assert asked(session) == "oda_player"
    until(session, "tokugawa_ieyasu")
    until(session, "takeda_katsuyori")
    for entry in session.record:
        order.append(entry.seat)
    assert order.index("oda_player") > 30


@covers("shingens_arrival", "3-3(1).2", "3-3(1).3")
def test_the_nagashima_group_keeps_out_of_kuwana() -> None:
    session = until(begin(), "ganshoji_shokei")
    assert refused(session, "2422") is None
    assert refused(session, "2324") == "3-3(1).3"
    assert refused(session, "2520") == "3-3(1).2"


@covers("shingens_arrival", "3-3(2).1")
def test_azai_start_in_their_two_castles() -> None:
    session = until(begin(), "azai_nagamasa")
    assert legal(session) == ["1616", "1517"]
    assert refused(session, "1516") == "3-3(2).1"


@covers("shingens_arrival", "3-3(3).1", "3-3(3).2")
def test_asakura_start_in_echizen_and_northern_omi() -> None:
    session = until(begin(), "asakura_yoshikage")
    for hex in ("1706", "1515", "1517"):
        assert refused(session, hex) is None
    assert refused(session, "1617") == "3-3(3).2"
    assert refused(session, "2517") == "3-3(3).1"


@covers("shingens_arrival", "3-3(4).1", "3-3(4).2", "3-3(4).3")
def test_oda_keep_out_of_enemy_hexes_and_northern_omi() -> None:
    session = until(begin(), "oda_nobunaga")
    for hex in ("2517", "0725", "0234"):  # Kyoto is the castle of a lord who has not risen
        assert refused(session, hex) is None
    assert refused(session, "1517") == "3-3(4).2"
    assert refused(session, "2323") == "3-3(4).2"
    assert refused(session, "1515") == "3-3(4).3"
    assert refused(session, "4230") == "3-3(4).1"


@covers("shingens_arrival", "3-3(4).2")
def test_oda_keep_out_of_hexes_with_enemy_units() -> None:
    session = until(begin(), "ganshoji_shokei")
    session.apply("2422")  # outside the castle, in Owari's reach
    until(session, "oda_nobunaga")
    assert refused(session, "2422") == "3-3(4).2"


@covers("shingens_arrival", "3-3(5).1")
def test_tokugawa_start_in_their_castles() -> None:
    session = until(begin(), "tokugawa_ieyasu")
    assert refused(session, "4328") is None
    assert refused(session, "4329") == "3-3(5).1"


@covers("shingens_arrival", "3-3(6).1", "3-3(6).2", "3-3(6).3")
def test_takeda_captains_start_apart() -> None:
    session = until(begin(), "akiyama_nobutomo")
    assert refused(session, "4316") is None
    assert refused(session, "5713") == "3-3(6).2"
    until(session, "yamagata_masakage")
    assert refused(session, "5418") is None
    assert refused(session, "4810") == "3-3(6).3"
    until(session, "okudaira_sadayoshi")
    assert set(legal(session)) == {"3625", "3824", "3927"}
    assert refused(session, "5713") == "3-3(6).1"


@covers("shingens_arrival", "3-3(6).4", "6-1-6.1", "6-3-2.1", "6-1-1.2")
def test_the_others_start_with_shingen() -> None:
    session = until(begin(), "baba_nobuharu")
    assert refused(session, "5713") is None
    assert refused(session, "takeda_shingen_1") is None
    assert refused(session, "takeda_katsuyori_1") == "3-3(6).4"  # no taisho under a taisho
    assert refused(session, "5425") == "3-3(6).4"
    until(session, "takeda_nobutoyo")
    assert refused(session, "akiyama_nobutomo_1") == "3-3(6).4"
    assert refused(session, "yamagata_masakage_1") == "3-3(6).4"  # he is not in 5713
    assert refused(session, "takeda_katsuyori_1") == "6-1-1.2"  # Nobukado has it
    assert refused(session, "takeda_katsuyori_2") is None


@covers("shingens_arrival", "3-3(6).5")
def test_three_busho_at_most_go_to_ejiri_with_anayama() -> None:
    session = until(begin(), "takeda_nobukado")
    assert place(session, "anayama_nobukimi") == "5425"
    for spot in ("5425", "anayama_nobukimi_1", "5425"):
        assert refused(session, spot) is None
        session.apply(spot)
    assert refused(session, "5425") == "3-3(6).5"
    assert refused(session, "anayama_nobukimi_2") == "3-3(6).5"
    assert refused(session, "5713") is None


@covers("shingens_arrival", "3-3(6).5")
def test_nobody_goes_to_ejiri_without_anayama() -> None:
    session = until(begin(), "anayama_nobukimi")
    session.apply("5713")
    until(session, "takeda_nobukado")
    assert refused(session, "5425") == "3-3(6).5"


@covers("shingens_arrival", "3-3.5", "3-3.x1", "6.0.2", "6-1-4.1", "4-1-1(1).1", "17-1.1")
def test_all_stand_in_forces_outside_garrison_when_turn_1_begins() -> None:
    session = until(begin(), "hoshina_masatoshi")
    session.apply("takeda_shingen_8")
    assert session.step == "random_event"
    scene = scene_of(session)
    assert not next_army(scene)
    shingen = war(scene).forces["takeda_shingen"]
    assert "hoshina_masatoshi" in shingen.units
    units = [unit for force in war(scene).forces.values() for unit in force.units]
    assert len(units) == len(set(units)) == 117 - 18
    assert all(mark(session, unit, "garrison") is None for unit in units)


def test_each_group_waits_in_a_box_that_says_where_it_may_go() -> None:
    game = the_book().game
    groups = game.scenarios["campaign"].free
    assert len({group.pool for group in groups}) == len(groups) == 11
    assert [game.spaces[group.pool or ""].values["where"] for group in groups] == [group.text for group in groups]
