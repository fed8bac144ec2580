"""Oda muster: commanders go where plain units stand alone, who wait for them. Nobody walks to and fro."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch08_lines import has_line, joined
from compiler.rules.shingens_arrival.muster import gathers, is_fetched
from compiler.rules.shingens_arrival.plans import goal_of
from compiler.rules.shingens_arrival.roads import road
from tests.rules.shingens_arrival.campaign import HOST, at, campaign, force, go, scene_of
from tests.rules.shingens_arrival.test_greedy import advised, value

KIYOSU, GIFU, OGAKI = "2621", "2517", "2218"
SAKUMA, MAEDA, SASSA = "sakuma_nobumori", "maeda_toshiie", "sassa_narimasa"
HOME = {"takeda_shingen": "5713", "oda_nobunaga": "1718"}
TWO = {MAEDA: KIYOSU, SASSA: KIYOSU}
FOLLOWERS = ("mizuno_nobumoto", "ikeda_tsuneoki", "inaba_ittetsu", "tsutsui_junkei")


def owari(*more: Any, **pieces: Any) -> Session:
    """Sakuma at Gifu, Shingen at home; who else there is stands about Owari."""
    return campaign("oda_act", HOME, {SAKUMA: GIFU}, *more, pieces)


def fetched_from(session: Session) -> str | None:
    return gathers(scene_of(session), force(session, SAKUMA))


def test_a_commander_goes_where_several_plain_units_stand_alone() -> None:
    session = owari(TWO, mizuno_nobumoto="sakuma_nobumori_1")
    assert fetched_from(session) == goal_of(scene_of(session), force(session, SAKUMA)) == KIYOSU
    for none_to_fetch in (
        {MAEDA: KIYOSU},  # one stays with the castle
        {MAEDA: KIYOSU, SASSA: at(KIYOSU, garrison=True)},
        {MAEDA: KIYOSU, SASSA: OGAKI},
        {MAEDA: "2522", SASSA: "2522"},  # at no castle
        {"honda_tadazane": KIYOSU, "hiraiwa_chikayoshi": KIYOSU},  # of another army
        {MAEDA: "1223", SASSA: "1223"},  # far off
    ):
        assert fetched_from(owari(none_to_fetch)) is None


def test_of_two_castles_he_goes_to_the_nearer() -> None:
    more = {"hirate_hirohide": "2925", "kawajiri_hidetaka": "2925"}
    assert fetched_from(owari(TWO, more)) == KIYOSU
    assert fetched_from(owari(TWO, more, sakuma_nobumori="2924")) == "2925"


def test_nobody_musters_without_room_or_nerve_nor_once_shingen_is_past() -> None:
    full = {unit: f"{SAKUMA}_{n}" for n, unit in enumerate(FOLLOWERS, 1)}
    assert fetched_from(owari(TWO, dict(list(full.items())[:3]))) == KIYOSU
    assert fetched_from(owari(TWO, full)) is None
    assert fetched_from(owari(TWO, sakuma_nobumori=at(GIFU, morale=-1))) is None
    assert fetched_from(owari(TWO, sakuma_nobumori=at(GIFU, garrison=True))) is None
    assert fetched_from(owari(TWO, takeda_shingen="1926")) is None
    for no_commander_of_theirs in ("mizuno_nobumoto", "sakai_tadatsugu"):
        other = owari(TWO, {no_commander_of_theirs: GIFU})
        assert gathers(scene_of(other), force(other, no_commander_of_theirs)) is None


def test_nobody_musters_under_the_eyes_of_an_enemy() -> None:
    assert fetched_from(owari(TWO, ganshoji_shokei="2623")) is None
    assert fetched_from(owari(TWO, ganshoji_shokei=at("2323", garrison=True))) == KIYOSU


def test_who_is_fetched_waits_before_the_walls_and_others_go_behind_them() -> None:
    for commander, waits in ((KIYOSU, True), (GIFU, False)):
        session = owari(TWO, sakuma_nobumori=commander)
        assert is_fetched(scene_of(session), force(session, MAEDA)) is waits
        assert not is_fetched(scene_of(session), force(session, SAKUMA))
        go(session, MAEDA)
        assert (value(session, "move") > value(session, "rest")) is not waits
    one = owari({MAEDA: KIYOSU}, sakuma_nobumori=KIYOSU)
    assert not is_fetched(scene_of(one), force(one, MAEDA))
    past = owari(TWO, sakuma_nobumori=KIYOSU, takeda_shingen="1926")
    assert not is_fetched(scene_of(past), force(past, MAEDA))


def test_the_strongest_pass_first() -> None:
    alone = dict.fromkeys(("ujiie_naomasa", "ando_morinari", "ikeda_tsuneoki"), KIYOSU)
    session = owari(alone, sakuma_nobumori=KIYOSU)
    assert advised(go(session, SAKUMA)) == "reorganize"
    go(session, "reorganize")
    first = advised(session)
    assert (first.unit, first.to) == ("ikeda_tsuneoki", SAKUMA)


# -- nobody walks to and fro -------------------------------------------------------------------------------------------
def test_who_cannot_come_nearer_stays() -> None:
    """In snow Sakuma walked to and fro below the mountains between him and Asakura."""
    led = {"mizuno_nobumoto": "sakuma_nobumori_1", "ikeda_tsuneoki": "sakuma_nobumori_2"}
    for weather, nearer in (("clear", True), ("snow", False)):
        units = {"sakuma_nobumori": "2215", "asakura_yoshikage": "2014", "oda_nobunaga": GIFU}
        session = campaign("oda_act", led, units, takeda_shingen="5713", weather=weather)
        assert goal_of(scene_of(session), force(session, SAKUMA)) == "2014"
        assert advised(go(session, SAKUMA)) == ("move" if nearer else "rest")


def test_nobody_goes_around_shingen_to_stand_beside_him() -> None:
    """Hashiba would go for Asakura beyond the lake; with Shingen between them he stays."""
    led = {"mizuno_nobumoto": "hashiba_hideyoshi_1", "ikeda_tsuneoki": "hashiba_hideyoshi_2"}
    units = {"hashiba_hideyoshi": "1123", "asakura_kagetake": "0824", "oda_nobunaga": at("0924", garrison=True)}
    for shingen, goes in (("5713", True), ("1024", False)):
        session = campaign("oda_act", HOST, led, units, takeda_shingen=shingen)
        assert goal_of(scene_of(session), force(session, "hashiba_hideyoshi")) == "0824"
        assert advised(go(session, "hashiba_hideyoshi")) == ("move" if goes else "rest")


def test_who_is_behind_walls_stays_if_no_march_is_better() -> None:
    led = {"mizuno_nobumoto": "hashiba_hideyoshi_1", "ikeda_tsuneoki": "hashiba_hideyoshi_2"}
    units = {"hashiba_hideyoshi": at("0924", garrison=True), "asakura_kagetake": "0825", "oda_nobunaga": GIFU}
    for shingen, goes in (("5713", True), ("0824", False)):
        session = campaign("oda_act", HOST, led, units, takeda_shingen=shingen)
        assert (value(go(session, "hashiba_hideyoshi"), "move") > value(session, "rest")) is goes


def test_who_stands_without_a_line_goes_aside_to_have_one() -> None:
    enemies = {"oda_nobunaga": "1306", "mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2"}
    units = {"asakura_kageakira": "1205", "asakura_kagetake": "asakura_kageakira_1", "takeda_shingen": "5713"}
    session = campaign("anti_oda_act", enemies, units, weather="snow")
    lord = force(session, "asakura_kageakira")
    assert not has_line(scene_of(session), lord)
    assert advised(go(session, lord.id)) == "move"
    assert joined(scene_of(session), "asakura", advised(go(session, "move"))[-1])


def test_where_no_march_leads_back_to_a_line_the_nearest_to_the_goal_is_taken() -> None:
    """Only the best ends were held against the lines, so that a worse one was taken that had no line either."""
    units = {"asakura_kageakira": "1128", "asakura_kagetake": "asakura_kageakira_1", "oda_nobunaga": GIFU}
    session = campaign("anti_oda_act", units, takeda_shingen=at("0725", garrison=True))
    scene, lord = scene_of(session), force(session, "asakura_kageakira")
    roads = road(scene, lord.seat, goal_of(scene, lord))
    go(session, lord.id, "move")
    ends = [way[-1] for way in session.ask().options if isinstance(way, tuple)]
    assert not any(joined(scene, "asakura", end) for end in ends)
    assert roads[advised(session)[-1]] == min(roads[end] for end in ends)
