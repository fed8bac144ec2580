"""Cards of step 1 and of any time, each played and each refused; what 4.1(1) offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch10_combat import Promote
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from compiler.rules.a_most_dangerous_time.field import is_daimyo
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    hand,
    known,
    piece,
    position,
    refused,
    scene,
    soldiers,
    the_game,
    where,
)
from tests.rules.covering import covers

BASE = {"gifu": "nobunaga 2 oda", "odani": "nagamasa", "arioka": "1 ikko_ikki"}


def step1(units: Mapping[str, str], cards: list[int], chit: str = "chit_oda", **more: Any) -> Session:
    seat = "oda" if chit.startswith("chit_oda") else "anti_oda"
    return position("event_cards", {**BASE, **units}, chit=chit, cards={seat: cards, **more.pop("others", {})}, **more)


@covers("a_most_dangerous_time", "2.5.2", "4.1(1).1", "6.1.2")
def test_the_deck_is_the_64_cards_and_step_1_offers_its_own() -> None:
    assert sorted(known().numbers.values()) == list(range(1, 65))
    assert len(the_game().piles["event_deck"].pieces) == 64
    session = step1({}, [19, 26, 27, 41, 45, 46, 31, 33, 29, 30, 12])
    assert {o.card for o in session.legal() if isinstance(o, Play)} == {card(n) for n in (19, 26, 27, 41, 45, 46)}


TIMINGS = {
    "betrayal": [*range(1, 19), *range(20, 26)],
    "start_impulse": [19, 26, 27, 28, 41, 42, 43, 44, 45, 46],
    "field": [29, 39, 40, 47, 48],
    "combat": [30],
    "end_impulse": [31],
    "pre_draw": [32],
    "move": [33, 34, 35, 36, 37, 38],
    "ikko_impulse": [49, 50, 51, 52, 53, 54, 55, 56],
    "oda_impulse": [57, 58],
    "any": [59, 60, 61, 62, 63, 64],
}


@covers("a_most_dangerous_time", "CardsAll.1", "CardsUnnumbered.4")
def test_each_card_has_one_timing_one_user_and_one_effect() -> None:
    found: dict[str, list[int]] = {}
    for one in the_game().cards.values():
        found.setdefault(str(one.values["timing"]), []).append(int(str(one.number)))
        assert one.values["who"] in ("oda", "anti_oda", "either")
    assert found == TIMINGS
    titles = {n: the_game().cards[card(n)].name.en for n in (1, 8, 19, 26, 27, 28)}
    assert titles == {
        1: "Betrayal: Hashiba Hideyoshi",
        8: "Betrayal: Tokugawa Ieyasu",
        19: "Exile of the Shogun",
        26: "A Neutral Clan Joins",
        27: "A Neutral Clan Joins",
        28: "Letters of the Shogun",
    }


@covers("a_most_dangerous_time", "Card19.1", "15.1.6")
def test_19_exiles_the_shogun_without_dice() -> None:
    session = go(step1({}, [19]), Play(card(19), "-"))
    assert where(session, "yoshiaki") == "tomo"
    assert where(session, "chit_takeda") == "turn_6"
    daimyo = step1({}, [19, 45], faces={"yoshiaki": 1})
    assert refused(daimyo, Play(card(19), "-")) == "Card19.1"
    enemy = step1({}, [45], "chit_ikko_ikki", others={"oda": [19]})
    assert refused(enemy, Play(card(19), "-")) == "6.3.1"


@covers("a_most_dangerous_time", "Cards26-28.1", "3.2.13", "3.2.11", "3.2.18")
@pytest.mark.parametrize(("chit", "alliance"), [("chit_oda", "oda"), ("chit_azai_asakura", "anti_oda_minors")])
@pytest.mark.parametrize("number", [26, 27])
def test_26_and_27_bring_a_neutral_clan(number: int, chit: str, alliance: str) -> None:
    session = step1({"yagami": "hideharu 1 hatano"}, [number, 45], chit)
    go(session, Play(card(number), "hatano"))
    assert session.table.mark("hatano", "joined") == alliance
    assert controls(session, "yagami") == "hatano"
    assert hand(session, "oda") + hand(session, "anti_oda") == 1
    again = step1({}, [number, 45], chit, marks={"hatano": {"joined": "oda"}})
    assert refused(again, Play(card(number), "hatano")) == "Cards26-28.1"


@covers("a_most_dangerous_time", "Cards26-28.1", "11.4.3", "11.4.4", "11.4.5", "14.1.30", "3.2.4")
def test_28_hastens_a_power() -> None:
    session = go(step1({}, [28, 45], "chit_azai_asakura"), Play(card(28), "mori"), (4,))
    assert where(session, "chit_mori") == "turn_9"
    early = go(step1({}, [28, 45], "chit_azai_asakura", turn=4), Play(card(28), "takeda"), (6,))
    assert where(early, "chit_takeda") == "turn_4"
    exiled = step1({}, [28, 45], "chit_azai_asakura", moved={"yoshiaki": "tomo"})
    assert refused(exiled, Play(card(28), "mori")) == "Cards26-28.1"
    entered = step1({}, [28, 45], "chit_azai_asakura", entered=["mori"])
    assert refused(entered, Play(card(28), "mori")) == "Cards26-28.1"


@covers("a_most_dangerous_time", "Cards41-44.1", "CardsUnnumbered.3", "2.45.x1")
@pytest.mark.parametrize("number", [41, 42, 43, 44])
def test_41_to_44_are_assassins(number: int) -> None:
    units = {"iida": "shingen", "echigo": "kenshin"}
    session = step1(units, [number, 45], entered=["takeda", "uesugi"], turn=5)
    for target in ("yoshiaki", "kenshin", "nobunaga", "nagaharu"):
        assert refused(session, Play(card(number), target)) == "Cards41-44.1"
    go(session, Play(card(number), "shingen"), (4,))
    assert where(session, "shingen") == "iida"
    hit = step1(units, [number, 45], entered=["takeda", "uesugi"], turn=5)
    go(hit, Play(card(number), "shingen"), (5,), (3,))
    assert where(hit, "shingen") == "turn_7"
    tomo = go(step1({"otsu": "1 oda"}, [number, 45], faces={"yoshiaki": 1}), Play(card(number), "yoshiaki"), (6,))
    assert where(tomo, "yoshiaki") == "tomo"


@covers("a_most_dangerous_time", "Card45.1", "CardsUnnumbered.2", "13.3.2")
def test_45_stays_before_its_player() -> None:
    session = go(step1({}, [45]), Play(card(45), "-"))
    assert where(session, card(45)) == "lasting_oda"


@covers("a_most_dangerous_time", "Card46.1", "11.2.4", "11.2.5")
def test_46_regroups_one_clan_at_once() -> None:
    session = go(step1({}, [46]), Play(card(46), "oda"))
    unit = soldiers(session, "regroup_oda", "oda")
    assert refused(session, Regroup(unit[0], "odani")) == "11.2.3"
    go(session, Regroup(unit[0], "otsu"))
    assert refused(session, Regroup(unit[1], "otsu")) == "11.2.4"
    go(session, Regroup(unit[1], "kyo"), Regroup(unit[2], "kyo"))
    assert refused(session, Regroup(unit[3], "kyo")) == "11.2.4"
    go(session, Regroup(unit[3], "gifu"))
    assert session.step != "event_cards" or refused(session, Regroup(unit[4], "kiyosu")) is not None
    monks = step1({"ishiyama": "1 ikko_ikki", "kishiwada": ""}, [46], "chit_ikko_ikki")
    go(monks, Play(card(46), "ikko_ikki"))
    first = soldiers(monks, "regroup_ikko_ikki", "ikko_ikki")
    go(monks, Regroup(first[0], "ishiyama"))
    assert refused(monks, Regroup(first[1], "nagashima")) == "Card46.1"
    truce = step1({"ishiyama": "1 ikko_ikki"}, [46, 45], "chit_ikko_ikki", marks={"ikko_ikki": {"truce": 2}})
    assert refused(truce, Play(card(46), "ikko_ikki")) == "Card46.1"


# -- any time ----------------------------------------------------------------------------------------------------------
PLACES = [(n, place) for n in range(49, 57) for place in the_game().cards[card(n)].values["places"]]


@covers("a_most_dangerous_time", "Cards49-56.1", "15.2.13", "15.2.14", "15.2.15", "6.2.5", "4.1(1).3")
@pytest.mark.parametrize(("number", "place"), PLACES)
def test_riots_where_and_how_many(number: int, place: str) -> None:
    session = step1({place: "2 tokugawa"}, [number], "chit_ikko_ikki", entered=["uesugi"], control={place: "tokugawa"})
    most = int(the_game().cards[card(number)].values["soldiers"])
    assert refused(session, Riot(card(number), place, most + 1)) == "Cards49-56.1"
    assert refused(session, Riot(card(number), "kyo", 1)) == "Cards49-56.1"
    go(session, Riot(card(number), place, most))
    assert asked(session) == ["anti_oda"]
    monks = tuple(soldiers(session, place, "ikko_ikki"))
    assert len(monks) == most
    go(session, Fort(monks[:2]))
    assert asked(session) == ["oda"] or "field" not in session.legal()
    assert hand(session, "anti_oda") == 0


@covers("a_most_dangerous_time", "Cards49-56.1", "6.1.6", "4.1(1).3", "8.4.5")
def test_a_riot_in_an_empty_space_takes_it_without_a_card() -> None:
    session = go(step1({}, [49], "chit_ikko_ikki"), Riot(card(49), "kuwana", 3))
    assert at(session, "kuwana") == "3 ikko_ikki"
    assert controls(session, "kuwana") == "ikko_ikki"
    assert hand(session, "anti_oda") == 0
    held = go(step1({"kitanosho": "1 asakura"}, [51], "chit_ikko_ikki"), Riot(card(51), "kitanosho", 1))
    assert controls(held, "kitanosho") == "asakura"
    crowd = go(step1({"kuwana": "2 oda"}, [49], "chit_ikko_ikki"), Riot(card(49), "kuwana", 3))
    assert refused(crowd, Fort(tuple(soldiers(crowd, "kuwana", "ikko_ikki")))) == "2.41.4"


@covers("a_most_dangerous_time", "Cards49-56.1", "4.1(1).3", "3.33.5", "15.2.12")
def test_riots_are_refused_at_the_wrong_time_or_without_monks() -> None:
    other = step1({}, [49, 45], "chit_azai_asakura")
    assert refused(other, Riot(card(49), "nagashima", 1)) == "4.1(1).3"
    early = step1({}, [50, 45], "chit_ikko_ikki")
    assert refused(early, Riot(card(50), "oyama", 1)) == "Cards49-56.1"
    used = {f"ikko_ikki_soldier#{n}": "permanently_eliminated" for n in range(2, 29)}
    none = step1({}, [49, 45], "chit_ikko_ikki", moved=used)
    assert refused(none, Riot(card(49), "nagashima", 1)) == "Cards49-56.1"


@covers("a_most_dangerous_time", "Cards57-58.1", "4.1(1).2", "3.33.3", "3.33.4", "15.2.6")
@pytest.mark.parametrize("number", [57, 58])
def test_truces(number: int) -> None:
    session = go(step1({}, [number, 45]), card(number))
    assert session.table.mark("ikko_ikki", "truce") == 2
    lasting = go(step1({}, [number, 45], control={"ishiyama": "oda"}), card(number))
    assert lasting.table.mark("ikko_ikki", "truce") == "lasting"
    useless = step1({}, [number, 45], marks={"ikko_ikki": {"truce": "lasting"}})
    assert refused(useless, card(number)) == "Cards57-58.1"
    enemy = step1({}, [number, 45], "chit_azai_asakura")
    assert refused(enemy, card(number)) == "Cards57-58.1"


@covers("a_most_dangerous_time", "Cards57-58.1")
def test_an_ordinary_truce_lasts_two_end_phases() -> None:
    first = position("reinforcements", BASE, marks={"ikko_ikki": {"truce": 2}})
    assert first.table.mark("ikko_ikki", "truce") == 1
    second = position("reinforcements", BASE, marks={"ikko_ikki": {"truce": 1}})
    assert second.table.mark("ikko_ikki", "truce") is None
    ever = position("reinforcements", BASE, marks={"ikko_ikki": {"truce": "lasting"}})
    assert ever.table.mark("ikko_ikki", "truce") == "lasting"


@covers("a_most_dangerous_time", "Cards59-64.1", "3.1.16", "10.1.11", "6.1.x1")
@pytest.mark.parametrize("number", range(59, 65))
def test_promotions(number: int) -> None:
    session = step1({"otsu": "hideyoshi"}, [number, 45])
    for leader in ("nobunaga", "nagamasa", "katsuie", "yoshiaki"):
        assert refused(session, Promote(card(number), leader)) == "Cards59-64.1"
    go(session, Promote(card(number), "hideyoshi"))
    assert is_daimyo(scene(session), piece(session, "hideyoshi"))
    enemy = step1({"mitsukuri": "yoshikata"}, [45], others={"anti_oda": [number]})
    assert not any(isinstance(o, Promote) for o in enemy.legal())


@covers("a_most_dangerous_time", "10.1.11", "6.1.x1")
def test_the_other_side_promotes_only_while_soldiers_are_assigned() -> None:
    units = {"w_seta": "nagamasa 3 azai hideyoshi 5 oda"}
    marks = {"nagamasa": {"arrived": True}}
    session = position("battle", units, chit="chit_azai_asakura", marks=marks, cards={"oda": [59]})
    assert asked(session) == ["oda"]
    assert set(session.legal()) == {Promote(card(59), "hideyoshi"), "pass"}
    go(session, Promote(card(59), "hideyoshi"))
    assert sum(1 for p in session.table.at("w_seta") if p.mark("under") == "hideyoshi") == 5
    off = position(
        "battle",
        units,
        chit="chit_azai_asakura",
        marks=marks,
        cards={"oda": [59]},
        options={"promotion_by_non_active_side": False},
    )
    assert not any(isinstance(o, Promote) for o in (off.legal() if "chance" not in off.asks else ()))


@covers("a_most_dangerous_time", "4.1(1).2", "6.1.6", "6.1.x1")
@pytest.mark.parametrize("step", ["event_cards", "exile", "negotiate", "move", "master_of_tactics"])
def test_a_truce_is_offered_in_every_step_of_an_oda_impulse(step: str) -> None:
    session = position(step, BASE, chit="chit_oda", points=1, cards={"oda": [57]})
    assert session.step == step
    assert card(57) in session.legal()
