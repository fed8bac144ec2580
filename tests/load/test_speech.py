"""Languages: texts by language in files and PO files, fallback word by word, what is missing, files of other games."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner

from compiler.cli import liege
from compiler.diagnostics import Diagnostic, Failed, Sink
from compiler.load.bundle import load_game
from compiler.load.speech import HEADER, texts_of
from compiler.load.tongue import languages, said
from compiler.model.game import Game
from compiler.pipeline import build, read
from compiler.render.scene.splash import slip_of
from tests.faulty import ROOT, copy, edit, found

DICE = """dice:
  fate: {name: Fate, count: 1, sides: 3, faces: [Miss, {en: Hit, de: Treffer}, {name: Rout, symbol: star}]}
"""


def spoken(folder: Path, lang: str = "en") -> tuple[Game | None, list[Diagnostic]]:
    sink = Sink()
    checked = read(folder, sink, lang=lang)
    return (checked.game if checked is not None else None), list(sink)


def german(folder: Path, name: str = "{en: Soldier, de: Soldat, ja: 兵}") -> Path:
    path = folder / "counters.yaml"
    path.write_text(
        path.read_text("utf-8").replace("name: Soldier, side: north", f"name: {name}, side: north"), "utf-8"
    )
    return folder


def po(folder: Path, game: str, lang: str = "de", **texts: str) -> None:
    file = polib.POFile()
    file.metadata = {HEADER: game, "Content-Type": "text/plain; charset=utf-8"}
    for english, text in texts.items():
        file.append(polib.POEntry(msgid=english, msgstr=text))
    (folder / "texts").mkdir(exist_ok=True)
    (folder / "texts" / f"{lang}.po").write_text(str(file), "utf-8")


def test_a_text_may_be_in_many_languages_and_is_read_in_one(tmp_path: Path) -> None:
    folder = german(copy("points", tmp_path))
    english, told = spoken(folder)
    assert english is not None
    assert not told
    assert (english.counters["north_soldier"].name.en, english.counters["north_soldier"].name.ja) == ("Soldier", "兵")
    german_game, told = spoken(folder, "de")
    assert german_game is not None
    assert german_game.counters["north_soldier"].name.en == "Soldat"
    assert german_game.counters["south_soldier"].name.en == "Soldier"  # word by word
    assert german_game.lang == "de"
    (missing,) = [one for one in told if one.code == "L031"]
    assert "texts" in missing.message
    japanese, _ = spoken(folder, "ja")
    assert japanese is not None
    assert japanese.counters["north_soldier"].name.en == "兵"
    assert japanese.counters["north_soldier"].name.ja is None


def test_a_po_file_fills_what_the_files_lack(tmp_path: Path) -> None:
    folder = german(copy("points", tmp_path))
    po(folder, "points", Soldier="Krieger", **{"North acts": "Norden handelt"})
    game, _ = spoken(folder, "de")
    assert game is not None
    assert game.counters["south_soldier"].name.en == "Krieger"
    assert game.counters["north_soldier"].name.en == "Soldat"  # the files come first
    assert game.counters["north_chit"].name.en == "Norden handelt"


def test_a_po_file_of_another_game_is_told_and_nothing_is_built(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    po(folder, "shogun", Soldier="Krieger")
    game, told = spoken(folder, "de")
    assert game is None
    assert [one.code for one in told if one.severity.value == "error"] == ["L030"]
    assert "shogun" in told[0].message
    sink = Sink()
    assert build(folder, tmp_path / "out", sink, only=("vmod",), lang="de") == []
    assert not (tmp_path / "out" / "points.de").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe", b'msgid "a\nmsgstr 3', b"\0"])
def test_a_po_file_that_is_none_is_told(tmp_path: Path, content: bytes) -> None:
    folder = copy("points", tmp_path)
    (folder / "texts").mkdir()
    (folder / "texts" / "de.po").write_bytes(content)
    _, told = spoken(folder, "de")
    assert "L030" in [one.code for one in told]


def test_texts_go_out_and_come_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = german(copy("points", tmp_path))
    run = CliRunner().invoke(liege, ["texts", str(folder), "--lang", "de", "-o", "out.po"])
    assert run.exit_code == 0, run.output
    file = polib.pofile("out.po")
    assert file.metadata[HEADER] == "points"
    entry = next(e for e in file if e.msgid == "Soldier" and "north_soldier" in (e.msgctxt or ""))
    assert entry.msgstr == "Soldat"
    for one in file:
        one.msgstr = one.msgstr or one.msgid.upper()
    file.save("back.po")
    run = CliRunner().invoke(liege, ["texts", str(folder), "--lang", "de", "--import", "back.po"])
    assert run.exit_code == 0, run.output
    game, told = spoken(folder, "de")
    assert game is not None
    assert not [one for one in told if one.code == "L031"]
    assert game.counters["south_chit"].name.en == "SOUTH ACTS"
    file.metadata[HEADER] = "shogun"
    file.save("back.po")
    run = CliRunner().invoke(liege, ["texts", str(folder), "--lang", "de", "--import", "back.po"])
    assert isinstance(run.exception, Failed)


def test_our_own_words_have_every_language_and_keep_names() -> None:
    for lang in languages():
        assert said("Delete", lang) != "Delete"
        assert "Sawa" in said("Shuffle Sawa", lang)
    assert said("Delete", "xx") == "Delete"
    assert said("something else", "de") == "something else"


def test_the_names_of_faces_of_dice_are_texts(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "game.yaml", "append": DICE}])
    (folder / "texts").mkdir()
    head = f"{HEADER}: points\\nContent-Type: text/plain; charset=utf-8\\n"
    po = f'msgid ""\nmsgstr "{head}"\n\nmsgid "Miss"\nmsgstr "Daneben"\n'
    (folder / "texts" / "de.po").write_text(po, encoding="utf-8")
    game, told = spoken(folder, "de")
    assert game is not None, told
    assert [face.name.en for face in game.dice["fate"].faces] == ["Daneben", "Treffer", "Rout"]


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_first_battle_is_built_in_german_and_japanese(tmp_path: Path, lang: str) -> None:
    sink = Sink()
    made = build(ROOT / "games" / "first_battle", tmp_path, sink, only=("vmod",), cache=False, lang=lang)
    (path,) = [one for one in made if one.suffix == ".vmod"]
    assert not [one for one in sink if one.severity.value == "error"], [str(one) for one in sink]
    assert path.parent.name == f"first_battle.{lang}"
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        text = archive.read("buildFile.xml").decode()
    assert {"de": "Heer des Nordens", "ja": "北軍"}[lang] in text
    assert {"de": "Löschen", "ja": "削除"}[lang] in text
    assert "Northern army" not in text


@pytest.mark.parametrize(("code", "help"), [("jp", "`ja`"), ("xx", "ISO 639-1")])
def test_a_language_that_there_is_not_is_told_at_its_place(tmp_path: Path, code: str, help: str) -> None:
    folder = copy("points", tmp_path)
    path = folder / "game.yaml"
    path.write_text(re.sub(r"(?m)^title: .*", f"title: {{en: Points, {code}: X}}", path.read_text("utf-8")), "utf-8")
    _, told = spoken(folder)
    (one,) = [each for each in told if each.code == "L032"]
    assert f"`{code}`" in one.message
    assert help in (one.help or "")
    assert one.span is not None
    assert path.read_text("utf-8").splitlines()[one.span.line - 1][one.span.column - 1 :].startswith(f"{code}:")
    assert CliRunner().invoke(liege, ["texts", str(folder), "--lang", code]).exit_code == 2


def test_names_of_traits_are_no_texts_and_what_they_say_is(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "module.yaml").write_text(
        "buttons:\n  - {name: Roll call, sends: roll_call, says: Here!}\n"
        "prototypes:\n  Present:\n    - {trait: Report, keys: [roll_call], format: $pieceName$ is here}\n"
        "traits:\n  - {kind: soldier, add: [{trait: Prototype, name: Present}]}\n",
        "utf-8",
    )
    sink = Sink()
    bundle = load_game(folder, sink)
    assert bundle is not None
    found = {text.english for text in texts_of(iter(bundle)) if text.context.startswith("module.yaml")}
    assert found == {"Roll call", "Here!", "$pieceName$ is here"}


def test_faces_that_lie_up_are_ids_and_faces_of_dice_are_texts() -> None:
    """Put over, the ids of faces would be those of nobody, and the game none."""
    sink = Sink()
    found = load_game(ROOT / "games" / "road_to_honganji", sink)
    assert found is not None
    contexts = [text.context for text in texts_of(iter(found))]
    assert not [one for one in contexts if ".faces" in one and "game.yaml" not in one and not one.endswith(".name")]


def test_what_a_back_takes_over_is_told_and_translated_once(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    edit(folder, [
        {"file": "map.yaml", "find": "income: 2, rule", "replace": "income: 9, rule"},
        {"file": "maps/winter.yaml", "write": "id: winter\nback_of: main\nlike: main\nname: Winter\n"},
    ])  # fmt: skip
    told = [one for one in found(folder) if one.code == "M005"]
    assert [one.span.file.rpartition("/")[2] for one in told if one.span] == ["map.yaml"]
    edit(
        folder,
        [{"file": "maps/winter.yaml", "find": "name: Winter", "replace": "areas: {ise: {income: 8}}\nname: Winter"}],
    )
    assert len([one for one in found(folder) if one.code == "M005"]) == 2  # its own is told
    loaded = load_game(folder, Sink())
    assert loaded is not None
    assert [text.context for text in texts_of(iter(loaded)) if text.context.startswith("winter")] == [
        "winter.yaml.name"
    ]
    _, missing = spoken(folder, "fr")
    front = [one for one in missing if one.code == "L031"]
    (folder / "maps" / "winter.yaml").unlink()
    _, missing = spoken(folder, "fr")
    alone = [one for one in missing if one.code == "L031"]
    count = [int(re.search(r"\d+", one[0].message)[0]) for one in (front, alone)]  # type: ignore[index]
    assert count[0] == count[1] + 1  # its name


def test_rules_in_short_and_the_line_on_the_box_are_texts_but_not_the_notes_beside_them(tmp_path: Path) -> None:
    folder = tmp_path / "first_battle"
    shutil.copytree(ROOT / "games" / "first_battle", folder)
    sink = Sink()
    german = read(folder, sink, lang="de")
    assert german is not None
    assert german.game.ledger is not None
    assert german.game.ledger.chapters["7"] == "Angriffe"
    assert german.game.ledger.rows["4.4"].says == "Keine Einheit betritt einen See."
    assert german.game.ledger.rows["4.4"].kind == "restriction"
    assert slip_of(german.game) == (["Das erste Treffen"], "Die Brücke von Sawa")
    assert [one for one in sink if one.code == "L031"] == []


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_a_word_of_first_battle_is_put_over_in_one_way(lang: str) -> None:
    """A player who reads of a rally twice must not think of two things; a river and its village are two."""
    seen: dict[str, set[str]] = {}
    for entry in polib.pofile(str(ROOT / "games/first_battle/texts" / f"{lang}.po")):
        if entry.msgstr:
            seen.setdefault(entry.msgid, set()).add(entry.msgstr)
    assert {english for english, words in seen.items() if len(words) > 1} <= {"Sawa"}
