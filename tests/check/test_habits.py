"""Slips that only a look at all others of a sort can see, made in shipped games."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.pipeline import check
from tests.faulty import copy, edit

SLIPS = {
    "ten times the points of its rank": (
        "anegawa",
        'rout: 4, vp: 1, start: "1211"}',
        'rout: 4, vp: 10, start: "1211"}',
        "C323",
        "combat",
    ),
    "a marker called after another side, of two that are alike": (
        "shingens_arrival",
        "score_oda_ones: {kind: marker, side: oda",
        "score_oda_ones: {kind: marker, side: tokugawa",
        "C324",
        "score_oda_ones",
    ),
    "an officer of another side in one stack of both setups": (
        "shingens_arrival",
        "iwanari_tomomichi:\n    kind: unit\n    side: ashikaga",
        "iwanari_tomomichi:\n    kind: unit\n    side: azai",
        "C721",
        "off_map_ashikaga",
    ),
    "a region called after another kind": (
        "anegawa",
        "横山城}\n    kind: castle\n    spaces",
        "横山城}\n    kind: water\n    spaces",
        "C229",
        "yokoyama_castle",
    ),
    "a text among numbers, and nothing where all are texts": (
        "shogun",
        '- [remove casualties (ranged), "-"]',
        '- ["-", remove casualties (ranged)]',
        "C516",
        "combat_sequence",
    ),
    "a head that is almost what counters are called": (
        "shogun",
        "spearman, ronin]",
        "speaman, ronin]",
        "C516",
        "speaman",
    ),
    "a box of another kind than those of the other sides": (
        "shogun",
        "      green_hire_ronin: {kind: bin",
        "      green_hire_ronin: {kind: hole",
        "C322",
        "green_hire_ronin",
    ),
    "a face called after another side": (
        "road_to_honganji",
        """Mori Yoshimasa, ja: 森可政}, side: oda, rule: ["Counters.12", "1-2-2.3", "4-3.1"],
     faces: {oda: {state: front}, neutral: {state: betrayed, side: neutral""",
        """Mori Yoshimasa, ja: 森可政}, side: oda, rule: ["Counters.12", "1-2-2.3", "4-3.1"],
     faces: {oda: {state: front}, neutral: {state: betrayed, side: oda""",
        "C328",
        "neutral",
    ),
    "an officer of another side among few whom many follow": (
        "shingens_arrival",
        "shimotsuma_rairen:\n    kind: unit\n    side: ikko_ikki",
        "shimotsuma_rairen:\n    kind: unit\n    side: asakura",
        "C325",
        "shimotsuma_rairen",
    ),
    "a general of another side than all who cite his row": (
        "road_to_honganji",
        "en: Sanada Masayuki, ja: 真田昌幸}, side: neutral",
        "en: Sanada Masayuki, ja: 真田昌幸}, side: mouri",
        "C329",
        "sanada_masayuki",
    ),
}


def told(folder: Path) -> list[tuple[str, str]]:
    sink = Sink()
    check(folder, sink, rules=False, select=[slip[3] for slip in SLIPS.values()] + ["C729"])
    return [(one.code, one.message) for one in sink]


@pytest.mark.parametrize("name", SLIPS)
def test_one_that_breaks_the_habit_of_all_others_is_told(name: str, tmp_path: Path) -> None:
    slug, find, replace, code, word = SLIPS[name]
    folder = copy(slug, tmp_path)
    assert told(folder) == []
    file = {"C229": "map.yaml", "C322": "map.yaml", "C516": "tables.yaml"}.get(code, "counters.yaml")
    edit(folder, [{"file": file, "find": find, "replace": replace}])
    assert code in [one for one, message in told(folder) if f"`{word}`" in message]


def test_a_unit_outside_the_area_where_another_setup_lets_it_be_placed_is_told(tmp_path: Path) -> None:
    folder = copy("shingens_arrival", tmp_path)
    moved = {"find": '{at: "5713", put: [takeda_shingen]}', "replace": '{at: "0330", put: [takeda_shingen]}'}
    edit(folder, [{"file": "scenarios/deployed.yaml", **moved}])
    assert [code for code, message in told(folder) if "`takeda_shingen`" in message] == ["C729"]


def test_a_suggestion_that_several_setups_share_and_that_leaves_somebody_out_is_told_once(tmp_path: Path) -> None:
    folder = copy("a_most_dangerous_time", tmp_path)
    edit(folder, [{"file": "scenarios/short.yaml", "find": "put: [ieyasu, ", "replace": "put: ["}])
    sink = Sink()
    check(folder, sink, rules=False, select=["C722"])
    assert ["`ieyasu`" in one.message for one in sink] == [True]
