"""3-1: who acts when."""

from __future__ import annotations

from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import asked, go, listed, place, position, refused

HOMES = {
    "akechi": "akechi_mitsuhide",
    "shibata": "shibata_katsuie",
    "tokugawa": "tokugawa_ieyasu",
    "hashiba": "hashiba_hideyoshi",
}
LANDS = {
    "tanba": "akechi_mitsuhide",
    "echizen": "shibata_katsuie",
    "mikawa": "tokugawa_ieyasu",
    "harima": "hashiba_hideyoshi",
}


def order(session: object) -> list[str]:
    boxes = {place(session, f"order_{seat}"): seat for seat in HOMES}  # type: ignore[arg-type]
    return [boxes[box] for box in sorted(boxes) if box.startswith("order_")]


@covers("road_to_honganji", "3-1.1", "3-1.2")
def test_vassals_by_points_ties_by_the_list() -> None:
    session = position("rank_vassals", None, lands=LANDS, order=("hashiba", "tokugawa", "shibata", "akechi"))
    assert order(session) == ["akechi", "shibata", "tokugawa", "hashiba"]
    richer = {**LANDS, "hida": "maeda_toshiie", "bizen": "hachisuka_koroku", "tajima": "hashiba_hidenaga"}
    assert order(position("rank_vassals", None, lands=richer)) == ["hashiba", "shibata", "akechi", "tokugawa"]


@covers("road_to_honganji", "3-1.x2")
def test_points_won_for_good_count_and_inherited_areas_do_not() -> None:
    lands = {**LANDS, "hida": "maeda_toshiie", "tango": "hosokawa_tadaoki", "tajima": "akechi_army"}
    even = position("rank_vassals", None, lands=lands, marks=[("shibata", "adviser")])
    assert order(even)[:2] == ["akechi", "shibata"]
    ahead = position("rank_vassals", None, lands=lands, marks=[("shibata", "adviser"), ("shibata", "slayer")])
    assert order(ahead)[:2] == ["shibata", "akechi"]
    option = {"inherited_areas": True}
    heir = position("rank_vassals", None, lands=lands, out={"tokugawa": "shibata"}, options=option)
    assert order(heir) == ["akechi", "shibata", "hashiba"]


@covers("road_to_honganji", "3-1.3")
def test_a_rebel_cuts_in_wherever_he_likes() -> None:
    session = position("rebels_cut_in", None, lands=LANDS, rebels=["shibata"])
    assert asked(session) == "shibata"
    assert listed(session) == ["1", "2", "3", "4"]
    for wrong in (0, 5, "first"):
        assert refused(session, wrong) == "3-1.3"
    go(session, 2)
    assert order(session) == ["akechi", "shibata", "tokugawa", "hashiba"]


@covers("road_to_honganji", "3-1.4", "3-1.5")
def test_rebels_place_from_the_poorest_up_ties_by_the_list() -> None:
    session = position("rebels_cut_in", None, lands=LANDS, rebels=["akechi", "hashiba"])
    assert asked(session) == "hashiba"
    go(session, 1)
    assert asked(session) == "akechi"
    assert listed(session) == ["1", "2", "3", "4"]  # also before the rebel who placed earlier
    go(session, 1)
    assert order(session) == ["akechi", "hashiba", "shibata", "tokugawa"]
    richer = {**LANDS, "bizen": "hachisuka_koroku"}
    assert asked(position("rebels_cut_in", None, lands=richer, rebels=["akechi", "hashiba"])) == "akechi"


@covers("road_to_honganji", "3-1.x1")
def test_boxes_are_filled_from_the_first_on_without_those_who_are_out() -> None:
    session = position("rank_vassals", None, lands=LANDS, out={"shibata": "oda"})
    assert order(session) == ["akechi", "tokugawa", "hashiba"]
    assert [place(session, f"order_{s}") for s in order(session)] == ["order_1", "order_2", "order_3"]
    assert place(session, "order_shibata") == "removed"
