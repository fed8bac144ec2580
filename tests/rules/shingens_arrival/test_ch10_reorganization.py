"""6.0, 10-1 and 11-3 Forces and their reorganization."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch10_reorganization import Transfer
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import at, campaign, force, go, legal, mark, place, refused, why_not


def meeting(*more: Any, **units: Any) -> Session:
    """Shingen pays for a reorganization at Tsutsujigasaki."""
    session = campaign("takeda_act", *more, takeda_shingen=units.pop("takeda_shingen", "5713"), **units)
    return go(session, "takeda_shingen", "reorganize")


@covers("shingens_arrival", "10-1(1).1", "6-1-2.1", "6-1-4.1", "6-1-5.1", "6-2.2", "10.0.1")
def test_a_sodaisho_takes_in_taisho_and_busho() -> None:
    session = meeting(baba_nobuharu="5713", amari_nobuyasu="5713", atobe_katsusuke="5713")
    go(session, Transfer("baba_nobuharu", "takeda_shingen"), Transfer("amari_nobuyasu", "takeda_shingen"))
    assert place(session, "baba_nobuharu").startswith("takeda_shingen_")
    go(session, "done")
    assert set(force(session, "takeda_shingen").units) == {"takeda_shingen", "baba_nobuharu", "amari_nobuyasu"}
    assert force(session, "atobe_katsusuke").units == ("atobe_katsusuke",)  # one unit alone


@covers("shingens_arrival", "6-1-6.1", "6-1-6.2", "6-1.1", "2-2-1(6).2")
def test_who_may_lead_whom() -> None:
    session = meeting(
        baba_nobuharu="5713", kosaka_masanobu="5713", amari_nobuyasu="5713", naito_masatoyo="takeda_shingen_1"
    )
    assert refused(session, Transfer("amari_nobuyasu", "baba_nobuharu")) is None
    assert refused(session, Transfer("kosaka_masanobu", "baba_nobuharu")) == "6-1-6.1"
    assert refused(session, Transfer("baba_nobuharu", "amari_nobuyasu")) == "6-1.1"
    assert refused(session, Transfer("takeda_shingen", "baba_nobuharu")) == "6-1-6.2"  # he still leads Naito
    assert refused(session, Transfer("amari_nobuyasu", "naito_masatoyo")) == "10-1.1"  # himself commanded


@covers("shingens_arrival", "6-1-6.2")
def test_a_taisho_with_followers_cannot_be_led() -> None:
    session = meeting(baba_nobuharu="5713", amari_nobuyasu="baba_nobuharu_1")
    assert refused(session, Transfer("baba_nobuharu", "takeda_shingen")) == "6-1-6.2"
    go(session, Transfer("amari_nobuyasu", "alone"))
    assert refused(session, Transfer("baba_nobuharu", "takeda_shingen")) is None


@covers("shingens_arrival", "6-1-1.2")
def test_a_track_holds_one_unit_in_a_box() -> None:
    full = {f"akiyama_nobutomo_{n}": unit for n, unit in enumerate(("kiso_yoshimasa", "amari_nobuyasu"), 1)}
    session = campaign(
        "takeda_act",
        {unit: box for box, unit in full.items()},
        akiyama_nobutomo="5713",
        saigusa_moritomo="akiyama_nobutomo_3",
        atobe_katsusuke="5713",
    )
    go(session, "akiyama_nobutomo", "reorganize")
    assert refused(session, Transfer("atobe_katsusuke", "akiyama_nobutomo")) == "6-1-1.2"
    go(session, Transfer("kiso_yoshimasa", "alone"))
    assert refused(session, Transfer("atobe_katsusuke", "akiyama_nobutomo")) is None


@covers("shingens_arrival", "6-1-3.1", "6-3-2.1", "10-1.1")
def test_forces_are_of_one_army_and_one_hex() -> None:
    session = campaign(
        "oda_act",
        oda_nobunaga="3126",
        honda_tadakatsu="3126",
        hirate_hirohide="2517",
        ikeda_tsuneoki="3126",
        maeda_toshiie="3126",
    )
    go(session, "oda_nobunaga", "reorganize")
    assert refused(session, Transfer("ikeda_tsuneoki", "oda_nobunaga")) is None
    assert refused(session, Transfer("honda_tadakatsu", "oda_nobunaga")) == "10-1.1"
    assert refused(session, Transfer("hirate_hirohide", "oda_nobunaga")) == "10-1.1"


@covers("shingens_arrival", "6-1-5.2")
def test_no_sodaisho_leads_another() -> None:
    from compiler.rules.shingens_arrival.field import may_lead
    from tests.rules.shingens_arrival.campaign import scene_of

    session = campaign("takeda_act", takeda_shingen="5713")
    no = may_lead(scene_of(session), "takeda_shingen", "takeda_shingen")
    assert no is not None
    assert no.rule == "6-1-5.2"


@covers("shingens_arrival", "10-1(2).1", "10-1.2", "10-1-3.1", "6-3-3.1", "6-2.x2")
def test_separated_units_stand_alone_and_do_nothing_more() -> None:
    session = meeting(takeda_shingen=at("5713", morale=-2), amari_nobuyasu="takeda_shingen_1", baba_nobuharu="5713")
    go(session, Transfer("amari_nobuyasu", "alone"))
    assert refused(session, Transfer("amari_nobuyasu", "baba_nobuharu")) == "10-1-3.1"  # it has passed already
    go(session, "done")
    assert mark(session, "amari_nobuyasu", "morale") == -2
    assert mark(session, "amari_nobuyasu", "acted") == "takeda"
    assert mark(session, "baba_nobuharu", "acted") is None


@covers("shingens_arrival", "10-1-1.1")
def test_who_has_acted_takes_no_part() -> None:
    session = meeting(baba_nobuharu=at("5713", acted="takeda"), amari_nobuyasu="5713", atobe_katsusuke="5713")
    assert refused(session, Transfer("baba_nobuharu", "takeda_shingen")) == "10-1-1.1"
    assert refused(session, Transfer("amari_nobuyasu", "baba_nobuharu")) == "10-1-1.1"
    assert refused(session, Transfer("amari_nobuyasu", "takeda_shingen")) is None


@covers("shingens_arrival", "10-1-2.1", "9-2-3.1")
def test_one_able_force_pays_and_all_who_took_part_have_acted() -> None:
    units = {"baba_nobuharu": "5713", "amari_nobuyasu": "5713", "atobe_katsusuke": "5713"}
    session = campaign("takeda_act", units, stage=3, takeda_shingen="5418")
    assert refused(session, "amari_nobuyasu") == "4-1-4.1"
    go(session, "baba_nobuharu", "reorganize", Transfer("amari_nobuyasu", "baba_nobuharu"), "done")
    assert mark(session, "baba_nobuharu", "acted") == "takeda"
    assert mark(session, "atobe_katsusuke", "acted") is None
    weak = campaign("takeda_act", amari_nobuyasu="5713", atobe_katsusuke="5713")
    assert why_not(weak, "amari_nobuyasu", "reorganize") == "9.x3"  # busho lead nobody


@covers("shingens_arrival", "10-1.x1")
def test_walls_part_those_inside_from_those_outside() -> None:
    session = meeting(amari_nobuyasu=at("5713", garrison=True), atobe_katsusuke="5713", kiso_yoshimasa="5713")
    assert refused(session, Transfer("amari_nobuyasu", "takeda_shingen")) == "10-1.x1"
    assert refused(session, Transfer("atobe_katsusuke", "takeda_shingen")) is None


@covers("shingens_arrival", "11-3-1.1", "11-3-2.1", "11-3-3.1", "11-3-4.1", "11-3-5.1", "11-3-6.1")
def test_morale_goes_with_units() -> None:
    def after(mine: int, theirs: int) -> tuple[int, int]:
        session = meeting(
            takeda_shingen=at("5713", **({"morale": mine} if mine else {})),
            baba_nobuharu=at("5713", **({"morale": theirs} if theirs else {})),
            amari_nobuyasu="baba_nobuharu_1",
        )
        before = mark(session, "takeda_shingen", "morale") or 0
        assert before == mine  # stacking alone changes nothing
        go(session, Transfer("amari_nobuyasu", "takeda_shingen"), "done")
        return mark(session, "takeda_shingen", "morale") or 0, mark(session, "baba_nobuharu", "morale") or 0

    assert after(0, -2) == (-2, -2)
    assert after(-2, 0) == (-2, 0)
    assert after(-1, -3) == (-3, -3)
    assert after(-3, -1) == (-3, -1)


@covers("shingens_arrival", "13-1-4.1")
def test_a_unit_split_off_an_investing_force_goes_on_investing() -> None:
    session = campaign(
        "takeda_act",
        takeda_shingen=at("4328", invested=True),
        amari_nobuyasu="takeda_shingen_1",
        takeda_nobutoyo="takeda_shingen_2",
        baba_nobuharu="4328",
    )
    go(session, "takeda_shingen", "reorganize", Transfer("amari_nobuyasu", "alone"))
    assert mark(session, "amari_nobuyasu", "invested")
    go(session, Transfer("takeda_nobutoyo", "baba_nobuharu"))
    assert mark(session, "baba_nobuharu", "invested")


@covers("shingens_arrival", "7.0.1", "7.0.2")
def test_any_number_of_forces_share_a_hex_and_stay_apart() -> None:
    units = dict.fromkeys(("baba_nobuharu", "amari_nobuyasu", "atobe_katsusuke", "kiso_yoshimasa"), "5713")
    session = campaign("takeda_act", units, takeda_shingen="5713")
    assert {a for a in legal(session) if isinstance(a, str) and a in units} == set(units)
    go(session, "baba_nobuharu", "rest")
    assert (refused(session, "baba_nobuharu"), refused(session, "amari_nobuyasu")) == ("9-2-3.1", None)
    late = campaign("takeda_act", units, takeda_shingen="5713", takeda_katsuyori="5613")
    assert refused(go(late, "takeda_katsuyori", "move"), ("5713",)) is None


@covers("shingens_arrival", "10-2-1.1", "10-1.x2")
def test_replenishment_follows_reorganization_and_is_rolled_by_who_paid() -> None:
    session = campaign(
        "takeda_act",
        stage=3,
        rolls=[5],
        takeda_nobutoyo=at("5713", 2),
        baba_nobuharu=at("5713", 3),
        anayama_nobukimi=at("5713", 3),
    )
    go(session, "baba_nobuharu", "reorganize", Transfer("takeda_nobutoyo", "baba_nobuharu"))
    assert "troops" in legal(session)
    go(session, "troops", "takeda_nobutoyo", "takeda_nobutoyo")
    assert session.table.pieces["takeda_nobutoyo"].steps == 4  # taken in first, then replenished
    weak = campaign(
        "takeda_act", stage=3, takeda_nobutoyo="5713", anayama_nobukimi=at("5713", 3), takeda_shingen="5418"
    )
    go(weak, "takeda_nobutoyo", "reorganize")  # he passes to Anayama, the only thing that can be done
    assert place(weak, "takeda_nobutoyo").startswith("anayama_nobukimi_")
    assert weak.step == "takeda_act"  # Anayama, of rating 2, cannot roll in stage 3
    assert refused(weak, "takeda_shingen") is None
