"""Gaps in what should be a series."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty import copy, found

LOCK = {"crane_foot": 1, "crane_lord": 2, "carp_lord": 3, "carp_foot": 4}


@pytest.mark.parametrize("lost", LOCK)
def test_any_row_deleted_from_the_lock_is_told(lost: str, tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    rows = "".join(f"  {id}: {n}\n" for id, n in LOCK.items() if id != lost)
    (folder / "ids.lock.yaml").write_text(f"gpids:\n{rows}given: {len(LOCK)}\n")
    told = [one.message for one in found(folder) if one.code == "C954"]
    assert told == [f"the lock of ids has no number {LOCK[lost]}"]


def test_a_count_that_is_too_low_is_told(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    rows = "".join(f"  {id}: {n}\n" for id, n in LOCK.items())
    (folder / "ids.lock.yaml").write_text(f"gpids:\n{rows}given: 3\n")
    assert [one.message for one in found(folder) if one.code == "C954"] == [
        "the lock of ids gave out 4 numbers, not the 3 it says"
    ]


def told(folder: Path, code: str) -> list[str]:
    return [one.message.split("`")[1] for one in found(folder) if one.code == code]


def counters(folder: Path, names: dict[str, str], kind: str = "unit") -> None:
    """Counters more, each with its English name and, after a stroke, its kanji."""
    rows = []
    for id, name in names.items():
        en, _, ja = name.partition("|")
        rows.append(
            f"  {id}: {{kind: {kind}, strength: 1, side: crane, name: {{en: {en}{f', ja: {ja}' * bool(ja)}}}}}\n"
        )
    path = folder / "counters.yaml"
    path.write_text(path.read_text().replace("\ncounters:\n", "\ncounters:\n" + "".join(rows)))


def test_companies_without_kanji_hide_no_general_without(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    text = (folder / "counters.yaml").read_text()
    for name in ("Crane foot", "Lord Crane", "Carp foot", "Lady Carp"):
        text = text.replace(f"name: {name}", f"name: {{en: {name}, ja: {name[0]}{name[-1]}}}")
    (folder / "counters.yaml").write_text(text)
    generals = {f"general_{x}": f"General {x.upper()}|将{x}" for x in "abcdefghijkl"}
    counters(folder, {**generals, "ando_company": "Ando", "ujiie_company": "Ujiie"})
    assert told(folder, "C025") == []
    counters(folder, {"lord_hoshi": "Hoshi"})
    assert told(folder, "C025") == ["lord_hoshi"]


def test_a_kanji_on_things_of_two_kinds_is_told_unless_they_share_a_word(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    counters(folder, {"miyoshi_foot": "Miyoshi foot|三好", "ukita_foot": "Ukita foot|達磨"})
    counters(folder, {"miyoshi_flag": "Miyoshi flag|三好", "daruma": "Daruma|達磨"}, kind="koku")
    assert told(folder, "C026") == ["ukita_foot"]


def test_a_row_missing_in_a_short_series_is_told(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    row = '  - {{id: "9.{n}", says: Thing {n}., kind: optional, scope: advice}}\n'
    ledger = folder / "ledger.yaml"
    ledger.write_text(ledger.read_text() + "".join(row.format(n=n) for n in (1, 2, 4)))
    assert told(folder, "C906") == ["9.3"]


def test_one_kanji_on_two_piles_of_cards_is_told(tmp_path: Path) -> None:
    folder = copy("road_to_honganji", tmp_path)
    assert told(folder, "C026") == []
    path = folder / "piles.yaml"
    path.write_text(path.read_text("utf-8").replace("捨て札", "山札"), "utf-8")
    assert told(folder, "C026") == ["used"]


def test_one_kanji_on_two_steps_that_follow_each_other_is_told(tmp_path: Path) -> None:
    folder = copy("a_most_dangerous_time", tmp_path)
    assert told(folder, "C026") == []
    path = folder / "sequence.yaml"
    path.write_text(path.read_text("utf-8").replace("ja: 六 次番", "ja: 五 壺"), "utf-8")
    assert told(folder, "C026") == ["advance_turn"]


def test_the_only_one_of_its_sort_has_its_kanji_where_all_have_that_are_few(tmp_path: Path) -> None:
    folder = copy("road_to_honganji", tmp_path)
    assert told(folder, "C025") == []
    path = folder / "map.yaml"
    text = path.read_text("utf-8")
    assert text.count("{en: Border, ja: 国境}") == 1
    path.write_text(text.replace("{en: Border, ja: 国境}", "Border"), "utf-8")
    assert told(folder, "C025") == ["border"]


def test_a_chart_that_belies_a_card_is_told(tmp_path: Path) -> None:
    folder = copy("road_to_honganji", tmp_path)
    assert told(folder, "C518") == []
    path = folder / "tables.yaml"
    text = path.read_text("utf-8")
    assert text.count("[1, 3]") == 1
    path.write_text(text.replace("[1, 3]", "[3, 1]"), "utf-8")
    assert told(folder, "C518") == ["deck"]


SLIPS = {
    "a roll without its kanji": (
        "road_to_honganji", "rolls.yaml", "{en: Death in battle check, ja: 討死判定}", "Death in battle check", "C025",
    ),
    "the kind of all cards": (
        "road_to_honganji", "cards.yaml", "{en: Combat card, ja: 戦闘札}", "Combat card", "C025",
    ),
    "a face without its kanji": (
        "road_to_honganji", "counters.yaml",
        "side: shibata,\n     faces: {vassal: {state: front, name: {en: Vassal, ja: 臣従}}",
        "side: shibata,\n     faces: {vassal: {state: front, name: Vassal}", "C025",
    ),
    "a face with the kanji of the other": (
        "road_to_honganji", "counters.yaml",
        "side: shibata,\n     faces: {vassal: {state: front, name: {en: Vassal, ja: 臣従}}",
        "side: shibata,\n     faces: {vassal: {state: front, name: {en: Vassal, ja: 反逆}}", "C028",
    ),
    "a card of many": (
        "a_most_dangerous_time", "cards.yaml", '{en: "Betrayal: Niwa Nagahide", ja: 丹羽長秀}',
        '"Betrayal: Niwa Nagahide"', "C025",
    ),
    "an alliance": (
        "a_most_dangerous_time", "game.yaml", "{en: Anti-Oda Minors, ja: 反織田諸家}", "Anti-Oda Minors", "C025",
    ),
    "a seat with the kanji of another": (
        "shogun", "game.yaml", "en: Purple, ja: 紫}, sides", "en: Purple, ja: 桃}, sides",
        "C026",
    ),
    "a kind of counter among few": (
        "road_to_honganji", "counters.yaml", "{en: Army, ja: 軍}", "Army", "C025",
    ),
    "a kind of marker where all others have it": ("shogun", "counters.yaml", "{en: Sword, ja: 刀}", "Sword", "C025"),
    "a button of upkeep": ("shogun", "upkeep.yaml", "{en: Reveal plan, ja: 軍議公開}", "Reveal plan", "C025"),
    "one of two resets": (
        "road_to_honganji", "upkeep.yaml", "{en: Make ready, ja: 未行動に戻す}", "Make ready", "C025",
    ),
    "one of two steps, the only one of all": (
        "a_most_dangerous_time", "sequence.yaml", "{en: Exile, ja: 追放}", "Exile", "C025",
    ),
    "what an income counts, called like the income": (
        "shogun", "upkeep.yaml", "{en: provinces, ja: 国}", "{en: provinces, ja: 年貢}", "C026",
    ),
    "chips that the rules count": (
        "shogun", "counters.yaml", "{en: Koku, ja: 石}, count: 30", "{en: Koku, ja: 石}, count: 31", "C319",
    ),
    "a box of another kind": ("shogun", "map.yaml", "camp_3: {kind: camp", "camp_3: {kind: bin", "C322"),
    "a region of a misspelt kind": (
        "shingens_arrival", "map.yaml", "{en: Tango, ja: 丹後}\n    kind: province",
        "{en: Tango, ja: 丹後}\n    kind: proince", "C229",
    ),
    "a misspelt word in a chart": (
        "a_most_dangerous_time", "tables.yaml", "[Neutral, 2, unit, Yagami", "[Nutral, 2, unit, Yagami", "C516",
    ),
    "a place misspelt in a chart of places": (
        "a_most_dangerous_time", "tables.yaml", "soldier, Ishiyama, all", "soldier, Ihiyama, all", "C516",
    ),
    "a battle without its kanji": (
        "shingens_arrival", "rolls.yaml", "{en: Decisive battle, ja: 決戦}", "Decisive battle", "C025",
    ),
    "a phase whose id is misspelt": (
        "a_most_dangerous_time", "sequence.yaml", "phase: end_phase", "phase: end_phae", "C626",
    ),
    "a face that a layout misspells": ("anegawa", "art.yaml", "when: {face: [rout_1", "when: {face: [rou_1", "C822"),
    "swapped cells where others are empty": ("shogun", "tables.yaml", "[gunners, 4]", "[4, gunners]", "C516"),
    "a chit of another side": (
        "a_most_dangerous_time", "counters.yaml", "short: Uesugi, side: uesugi, alliance: uesugi, enters: 15",
        "short: Uesugi, side: takeda, alliance: uesugi, enters: 15", "C324",
    ),
    "a face that a mark misspells": (
        "anegawa", "counters.yaml", "values: [breakthrough, impetus]", "values: [breakthrough, impeus]", "C318",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_what_breaks_the_habit_of_all_others_is_told(name: str, tmp_path: Path) -> None:
    game, file, find, put, code = SLIPS[name]
    folder = copy(game, tmp_path)
    text = (folder / file).read_text("utf-8")
    assert text.count(find) == 1
    (folder / file).write_text(text.replace(find, put), "utf-8")
    assert code in [one.code for one in found(folder)]


def test_the_first_row_of_a_series_is_missed(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    ledger = folder / "ledger.yaml"
    rows = [
        f'  - {{id: "{a}.{b}", says: Thing {a}., kind: optional, scope: advice}}\n'
        for a in range(4, 9)
        for b in (1, 2, 3)
    ]
    ledger.write_text(ledger.read_text() + "".join(rows))
    assert told(folder, "C906") == []
    ledger.write_text(ledger.read_text().replace(rows[3], ""))
    assert told(folder, "C906") == ["5.1"]


def test_the_subtitle_has_kanji_where_the_title_has(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    path = folder / "game.yaml"
    text = "\n".join(
        line for line in path.read_text("utf-8").splitlines() if not line.startswith(("title", "subtitle"))
    )
    for subtitle, told_ in (("{en: Sea, ja: 海}", 0), ("Sea", 1)):
        path.write_text(f"{text}\ntitle: {{en: Areas, ja: 国}}\nsubtitle: {subtitle}\n", "utf-8")
        assert sum("the subtitle none" in one.message for one in found(folder)) == told_
