"""What greedy lords no longer do: bind themselves to sieges, rouse the shogun, starve in the field, leave home open."""

from __future__ import annotations

from typing import Any

from compiler.rules.shingens_arrival.advice import advice
from compiler.rules.shingens_arrival.advice_marches import _ends_a_peace
from compiler.rules.shingens_arrival.ch16_dropping import Drop
from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.homeward import castles_on_line, gaps, posts
from compiler.rules.shingens_arrival.plans import INUI, NAGASHINO, goal_of
from compiler.rules.shingens_arrival.shingens_road import FUTAMATA, KUWANA
from compiler.rules.shingens_arrival.targets import castle_to_take, is_hunted, is_stubborn, takes_the_field
from tests.rules.shingens_arrival.campaign import HOME, HOST, NORTH, PLAIN, SOUTH, at, campaign, force, go, scene_of
from tests.rules.shingens_arrival.test_greedy import advised, value

TSUKUDE, IIDA = "3625", "4316"
PAST = {"takeda_shingen": at("0725", entered_kyoto=True), "oda_nobunaga": "2517"}
TOKUGAWA = {"tokugawa_ieyasu": TSUKUDE, "ishikawa_kazumasa": TSUKUDE, "sakai_tadatsugu": TSUKUDE}


def test_one_is_enough_to_invest_a_castle_and_the_others_stay_free() -> None:
    besieged = {**TOKUGAWA, "ishikawa_kazumasa": at(TSUKUDE, invested=True)}
    for other in ("tokugawa_ieyasu", "sakai_tadatsugu"):
        session = campaign("oda_act", PAST, besieged)
        go(session, other)
        assert max(value(session, form) for form in ("invest", "invest_and_assault")) < 0
    alone = campaign("oda_act", PAST, ishikawa_kazumasa=TSUKUDE)
    go(alone, "ishikawa_kazumasa")
    assert value(alone, "invest") > 0


def test_a_castle_with_a_commander_behind_whole_walls_is_left_alone() -> None:
    for inside, walls, stubborn in ((True, 10, True), (True, 2, False), (False, 10, False)):
        garrison = {"akiyama_nobutomo": at(TSUKUDE, garrison=True)} if inside else {}
        session = campaign("oda_act", PAST, TOKUGAWA, garrison, marks=[(TSUKUDE, "durability", walls)])
        scene = scene_of(session)
        assert is_stubborn(scene, TSUKUDE) is stubborn
        assert (castle_to_take(scene, force(session, "sakai_tadatsugu"), TSUKUDE) == TSUKUDE) is not stubborn


def test_oda_do_not_rouse_the_shogun_by_a_siege_of_kyoto() -> None:
    session = campaign("oda_act", akechi_mitsuhide="0725", oda_nobunaga="2517", takeda_shingen="5713")
    go(session, "akechi_mitsuhide")
    assert "invest" in next(iter(session.asks.values())).options
    assert max(value(session, form) for form in ("invest", "invest_and_assault")) < 0


def test_oda_do_not_rouse_the_shogun_by_an_assault_on_kyoto_either() -> None:
    session = campaign("oda_act", oda_nobunaga="0725", ikeda_tsuneoki="oda_nobunaga_1", takeda_shingen="5713")
    go(session, "oda_nobunaga")
    assert "assault" in next(iter(session.asks.values())).options
    assert value(session, "assault") < 0


def test_nobody_attacks_where_he_can_do_next_to_nothing_and_loses_as_much() -> None:
    """Four over a river on rough ground: a 6 makes 3, nothing; with twelve more in the field it is another matter."""
    few = campaign("oda_act", HOME, honda_tadakatsu="4228", baba_nobuharu="4328")
    go(few, "honda_tadakatsu")
    assert value(few, "skirmish") < value(few, "rest")
    led = {"sakakibara_yasumasa": "tokugawa_ieyasu_1", "torii_mototada": "tokugawa_ieyasu_2"}
    many = campaign("oda_act", HOME, led, tokugawa_ieyasu="4228", baba_nobuharu=at("4328", 1, morale=-3))
    go(many, "tokugawa_ieyasu")
    assert value(many, "skirmish") > value(many, "rest")


def test_a_castle_that_shuts_the_line_by_itself_is_invested_by_who_is_strong_enough() -> None:
    units = {"takeda_shingen": "2222", "kosaka_masanobu": "3424", "oda_nobunaga": "1414"}
    for strong in (True, False):
        kosaka = {"saigusa_moritomo": "kosaka_masanobu_1"} if strong else {"kosaka_masanobu": at("3424", 2)}
        session = campaign("takeda_act", HOST, units, kosaka, marks=[(TSUKUDE, "control", "tokugawa")])
        scene, column = scene_of(session), force(session, "kosaka_masanobu")
        ((castle, opened),) = castles_on_line(scene).items()
        assert castle == TSUKUDE
        assert set(opened) <= set(gaps(scene)) & set(facts(scene).joined[castle])
        sent = posts(scene, [column], [column.id])["kosaka_masanobu"]
        assert sent == (castle if strong else opened[0])
    there = campaign(
        "takeda_act", HOST, {**units, "kosaka_masanobu": TSUKUDE}, marks=[(TSUKUDE, "control", "tokugawa")]
    )
    go(there, "kosaka_masanobu")
    assert advised(there) in ("invest", "invest_and_assault")


def test_who_is_shaken_and_without_a_line_goes_behind_walls_and_stays_until_he_has_rested() -> None:
    host = {"asakura_kagetake": "asakura_kageakira_1", "hirate_hirohide": "1706"}  # before their main castle
    adrift = {"takeda_shingen": "5713", "oda_nobunaga": "2517", **host}
    shaken = campaign("anti_oda_act", adrift, asakura_kageakira=at("2223", morale=-2))
    castle = goal_of(scene_of(shaken), force(shaken, "asakura_kageakira"))
    assert castle == "2323"
    go(shaken, "asakura_kageakira")
    assert advised(shaken) == "move"
    go(shaken, "move")
    assert advised(shaken)[-1] == "garrison"
    inside = campaign("anti_oda_act", adrift, asakura_kageakira=at(castle, morale=-1, garrison=True))
    assert goal_of(scene_of(inside), force(inside, "asakura_kageakira")) == castle


def test_a_sodaisho_without_a_line_does_not_rest_in_the_field_until_he_starves() -> None:
    units = {"takeda_shingen": "5713", "oda_nobunaga": "2517", "asakura_yoshikage": at("2223", morale=-3)}
    session = campaign("anti_oda_act", units)
    go(session, "asakura_yoshikage")
    assert advised(session) == "move"


def test_a_shaken_lord_does_not_wait_for_an_enemy_lord() -> None:
    for morale, hunted in ((-1, True), (0, False)):
        host = {"akao_kiyotsuna": "azai_nagamasa_1", "amemori_kiyosada": "azai_nagamasa_2"}
        session = campaign("anti_oda_act", host, azai_nagamasa=at("1816", morale=morale), oda_nobunaga="2016")
        assert is_hunted(scene_of(session), force(session, "azai_nagamasa")) is hunted
        go(session, "azai_nagamasa")
        assert (advised(session) == "move") is hunted


def test_azai_nagamasa_goes_for_enemies_about_odani_only() -> None:
    host = {"akao_kiyotsuna": "azai_nagamasa_1", "amemori_kiyosada": "azai_nagamasa_2"}
    for where, goes in (("1618", True), ("2519", False)):
        session = campaign("anti_oda_act", host, azai_nagamasa="1616", oda_nobunaga=at(where, 1))
        assert (goal_of(scene_of(session), force(session, "azai_nagamasa")) == where) is goes


# -- Shingen's road ----------------------------------------------------------------------------------------------------
LARGE_HOST = {
    **HOST,
    "hara_masatane": "takeda_shingen_5",
    "tsuchiya_masatsugu": "takeda_shingen_6",
    "takeda_katsuyori": "5128",
    "takeda_nobukado": "takeda_katsuyori_1",
    "oda_nobunaga": "2517",
}


def test_shingen_takes_the_castles_that_shut_his_line_before_he_goes_on() -> None:
    taken = [(FUTAMATA, "control", "takeda"), (KUWANA, "control", "takeda")]

    def goal(*marks: tuple[str, str, str], turn: int = 3, hex: str = "5128", more: Any = None) -> str:
        session = campaign("takeda_act", LARGE_HOST, more or {}, takeda_shingen=hex, turn=turn, marks=marks)
        return goal_of(scene_of(session), force(session, "takeda_shingen"))

    assert goal() == FUTAMATA
    assert goal(taken[0]) == KUWANA
    assert goal(*taken) == "0725"
    assert goal(hex="2722") == KUWANA  # he does not turn back for what is behind him
    assert goal(turn=11) == "0725"
    inside = {id: at(FUTAMATA, garrison=True) for id in ("tokugawa_ieyasu", "sakai_tadatsugu", "honda_tadakatsu")}
    assert goal(more=inside) == KUWANA  # with so many inside he leaves it alone


def test_a_force_of_the_host_invests_the_castle_in_shingens_way_and_he_only_if_no_other_can() -> None:
    for katsuyori, needed in ((FUTAMATA, False), ("4329", False), (at(FUTAMATA, 1), True)):
        units = {**LARGE_HOST, "takeda_shingen": FUTAMATA, "takeda_katsuyori": katsuyori}
        session = campaign("takeda_act", units)
        go(session, "takeda_shingen")
        assert (value(session, "invest") > value(session, "rest")) is needed
    other = campaign("takeda_act", {**LARGE_HOST, "takeda_shingen": FUTAMATA, "takeda_katsuyori": FUTAMATA})
    go(other, "takeda_katsuyori")
    assert advised(other) == "invest"


def test_commanders_keep_the_castles_of_shingens_line_and_run_after_nobody() -> None:
    """Akiyama alone went for Nobunaga in Owari, because the Ikko-Ikki were near."""
    guards = {"akiyama_nobutomo": TSUKUDE, "yamagata_masakage": NAGASHINO, "kosaka_masanobu": INUI}
    guards["anayama_nobukimi"] = FUTAMATA
    units = {"oda_nobunaga": "2321", "ganshoji_shokei": "2323", "takeda_shingen": "5713"}
    away = {"akiyama_nobutomo": "4316", "yamagata_masakage": "5128", "kosaka_masanobu": "5713"}
    away["anayama_nobukimi"] = "5425"
    session = campaign("takeda_act", units, away, marks=[(FUTAMATA, "control", "takeda")])
    for guard, castle in guards.items():
        assert goal_of(scene_of(session), force(session, guard)) == castle
    there = campaign("takeda_act", units, guards)
    go(there, "akiyama_nobutomo", "move")
    assert advised(there) == ("garrison",)


def test_the_ikko_of_nagashima_invest_kuwana_where_it_shuts_the_line() -> None:
    bands: dict[str, Any] = {
        "ikko_band#6": "ganshoji_shokei_1",
        "ikko_band#7": "ganshoji_shokei_2",
        "ganshoji_shokei": "2323",
    }
    bands["hattori_tomosada"] = at("2323", garrison=True)  # else they would leave Nagashima, which Kuwana shuts too
    units = {"takeda_shingen": "1926", "oda_nobunaga": "1414", "hirate_hirohide": "2122", **bands}
    shut = campaign("anti_oda_act", HOST, units)
    assert list(castles_on_line(scene_of(shut))) == [KUWANA]
    assert goal_of(scene_of(shut), force(shut, "ganshoji_shokei")) == KUWANA
    inside = {id: at(KUWANA, garrison=True) for id in ("takigawa_kazumasu", "sakuma_nobumori", "niwa_nagahide")}
    held = campaign("anti_oda_act", HOST, units, inside)
    assert goal_of(scene_of(held), force(held, "ganshoji_shokei")) in gaps(scene_of(held))  # they are too many


# -- walls -------------------------------------------------------------------------------------------------------------
def test_who_leaves_a_main_castle_leaves_one_unit_in_it() -> None:
    led = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2", "maeda_toshiie": "oda_nobunaga_3"}
    enemies = {"takeda_shingen": "5713", "hattori_tomosada": "2319"}
    session = campaign("oda_act", led, enemies, oda_nobunaga="2517")
    go(session, "oda_nobunaga", "move")
    left = advised(session)
    assert isinstance(left, Drop)
    go(session, left)
    assert isinstance(advised(session), tuple)
    kept = campaign("oda_act", led, enemies, oda_nobunaga="2517", hirate_hirohide="2517")
    assert value(go(kept, "oda_nobunaga"), "reorganize") < 0  # nor is he taken along
    session = campaign("oda_act", led, enemies, oda_nobunaga="2517", hirate_hirohide="2517")
    go(session, "oda_nobunaga", "move")
    assert isinstance(advised(session), tuple)


def test_a_lord_behind_walls_stays_while_enemies_are_about_whom_he_would_meet_in_the_field() -> None:
    for where, inside, hunted in (("2320", True, True), ("2320", False, False), ("2222", True, False)):
        lord = at("2517", garrison=True) if inside else "2517"
        session = campaign("oda_act", HOST, takeda_shingen=where, oda_nobunaga=lord)
        assert is_hunted(scene_of(session), force(session, "oda_nobunaga")) is hunted


def test_nobody_besieges_a_castle_under_the_eyes_of_a_stronger_enemy() -> None:
    for relief, goes in (("5713", True), ("3725", False)):
        session = campaign("oda_act", TOKUGAWA, HOST, takeda_shingen=relief)
        found = castle_to_take(scene_of(session), force(session, "tokugawa_ieyasu"), TSUKUDE)
        assert (found == TSUKUDE) is goes


def test_who_stands_beside_his_prey_does_not_walk_around_it() -> None:
    led = {"mizuno_nobumoto": "oda_nobunaga_1", "ikeda_tsuneoki": "oda_nobunaga_2", "maeda_toshiie": "oda_nobunaga_3"}
    for prey, marches in ((SOUTH, True), (PLAIN, False)):
        session = campaign("oda_act", led, oda_nobunaga=NORTH, takeda_shingen="5713", hattori_tomosada=prey)
        assert goal_of(scene_of(session), force(session, "oda_nobunaga")) == prey
        go(session, "oda_nobunaga")
        assert (value(session, "move") > value(session, "rest")) is marches


def test_a_commander_takes_in_plain_units_and_no_other_commander() -> None:
    """Kosaka, on his way to keep Inui, came under Shingen's command."""
    units = {**HOST, "takeda_shingen": "5716", "oda_nobunaga": "2517"}
    for other, taken in (("kosaka_masanobu", False), ("amari_nobuyasu", True)):
        session = campaign("takeda_act", units, {other: "5716"})
        go(session, "takeda_shingen")
        assert (value(session, "reorganize") > 0) is taken


def test_nobody_frees_tokugawa_before_shingen_comes() -> None:
    units = {"takeda_shingen": "5713", "anayama_nobukimi": "5425", "akiyama_nobutomo": "4316", "oda_nobunaga": "2517"}
    for held in (True, False):
        session = campaign("takeda_act", units, held=held, amari_nobuyasu="anayama_nobukimi_1")
        goals = {goal_of(scene_of(session), force(session, id)) for id in ("anayama_nobukimi", "akiyama_nobutomo")}
        assert (goals == {"5425", "4316"}) is held


def test_shingen_storms_what_is_in_his_way_rather_than_wait_for_every_man() -> None:
    led: dict[str, Any] = {"takeda_nobutoyo": at("takeda_shingen_1", 3)}
    led |= {"kiso_yoshimasa": "takeda_shingen_7", "saigusa_moritomo": "takeda_shingen_8"}
    here = {"takeda_shingen": FUTAMATA, "baba_nobuharu": FUTAMATA, "naito_masatoyo": FUTAMATA}
    session = campaign("takeda_act", {**LARGE_HOST, **led, **here, "takeda_katsuyori": at(FUTAMATA, invested=True)})
    go(session, "takeda_shingen")
    assert advised(session) == "assault"


def test_nobody_goes_strategically_to_what_is_near() -> None:
    """So nobody comes up to an enemy or into his castle: Naito walked around Futamata for a turn."""
    for start, near in (("4427", True), ("5327", False)):
        units = {**LARGE_HOST, "takeda_shingen": FUTAMATA, "naito_masatoyo": start}
        session = campaign("takeda_act", units, takeda_katsuyori=FUTAMATA)
        go(session, "naito_masatoyo")
        assert advised(session) == ("move" if near else "strategic_move")


def test_nobody_with_one_step_left_ends_a_march_in_iga() -> None:
    units = {"takeda_shingen": "5713", "oda_nobunaga": "2517"}
    for steps, shunned in ((1, True), (2, False)):
        session = campaign("oda_act", units, ban_naomasa=at("1626", steps))
        go(session, "ban_naomasa", "move")
        (ask,) = session.asks.values()
        values, province = advice(scene_of(session), ask), facts(scene_of(session)).province
        assert values is not None
        iga = [value for value, way in zip(values, ask.options, strict=True) if province.get(way[-1]) == "iga"]
        assert iga
        assert (max(iga) < -900) is shunned


def test_a_worn_force_comes_out_of_its_castle_when_it_has_men_to_spare() -> None:
    led = {"hosokawa_fujitaka": "akechi_mitsuhide_1", "ban_naomasa": "akechi_mitsuhide_2"}
    for steps, inside, takes in ((3, True, False), (3, False, True), (4, True, True)):
        lord = at("0924", steps, garrison=True) if inside else at("0924", steps)
        session = campaign("oda_act", led, akechi_mitsuhide=lord, oda_nobunaga="2517", takeda_shingen="5713")
        found = force(session, "akechi_mitsuhide")
        assert takes_the_field(scene_of(session), found) is takes


def test_shingen_does_not_wait_for_his_last_men() -> None:
    whole = {"kiso_yoshimasa": "takeda_shingen_7", "saigusa_moritomo": "takeda_shingen_8"}
    for left, waits in ((3, False), (2, True)):
        led = {unit: at(box, left) for unit, box in HOST.items()}
        units = {**LARGE_HOST, **whole, **led, "takeda_shingen": "5128"}
        session = campaign("takeda_act", units, marks=[(FUTAMATA, "control", "takeda")])
        go(session, "takeda_shingen")
        assert (advised(session) == "replenish") is waits


def test_shingen_when_worn_stands_where_he_has_a_line_until_men_come() -> None:
    """He went on to Kyoto with a third of his host, and was killed there."""
    for steps, rests in ((1, True), (4, False)):
        led = {unit: at(box, steps) for unit, box in HOST.items()}
        units = {**LARGE_HOST, **led, "takeda_shingen": FUTAMATA}
        session = campaign("takeda_act", units, marks=[(FUTAMATA, "control", "takeda")])
        assert (goal_of(scene_of(session), force(session, "takeda_shingen")) == FUTAMATA) is rests
        late = campaign("takeda_act", units, marks=[(FUTAMATA, "control", "takeda")], turn=17)
        assert goal_of(scene_of(late), force(late, "takeda_shingen")) == "0725"


def test_oda_do_not_end_a_peace_by_a_march() -> None:
    """In the very stage of the peace Hashiba set foot in the land of Azai, and they rose."""
    led = {"inaba_ittetsu": "hashiba_hideyoshi_1", "ujiie_naomasa": "hashiba_hideyoshi_2", "oda_nobunaga": "2517"}
    for army, start, theirs in (("azai", "1618", "1617"), ("asakura", "1911", "1810")):
        for peace in (True, False):
            marks = [(army, "at_peace", True)] if peace else []
            session = campaign("oda_act", led, marks=marks, hashiba_hideyoshi=start, takeda_shingen="5713")
            go(session, "hashiba_hideyoshi", "move")
            (ask,) = session.asks.values()
            values = advice(scene_of(session), ask)
            assert values is not None
            ways = [(n, way) for n, way in zip(values, ask.options, strict=True) if isinstance(way, tuple)]
            entering = max(n for n, way in ways if theirs in way)
            assert (entering < max(values) - 15) is peace
    tokugawa = campaign("oda_act", marks=[("azai", "at_peace", True)], sakai_tadatsugu="1618", oda_nobunaga="2517")
    assert not _ends_a_peace(scene_of(tokugawa), force(tokugawa, "sakai_tadatsugu"), ["1617"])


def test_nobody_storms_walls_that_cost_more_steps_than_they_lose() -> None:
    """Ishikawa stormed Iida by himself, six stronger than nobody, and lost four steps for nothing."""
    ieyasu = {"tokugawa_ieyasu": IIDA, "sakai_tadatsugu": IIDA, "matsudaira_ietada": "sakai_tadatsugu_1"}
    for box, unit in enumerate(("okubo_tadayo", "naito_nobunari", "torii_mototada", "sakakibara_yasumasa"), 1):
        ieyasu[unit] = f"tokugawa_ieyasu_{box}"
    led = {"hiraiwa_chikayoshi": "ishikawa_kazumasa_1", "oda_nobunaga": "2517", "takeda_shingen": "0725"}
    for others, storms in ((ieyasu, True), ({}, False)):
        before = {"ishikawa_kazumasa": at(IIDA, invested=True), **led, **others}
        session = campaign("oda_act", before, marks=[(IIDA, "morale", -2)])
        go(session, "ishikawa_kazumasa")
        assert (value(session, "assault") > value(session, "rest")) is storms
